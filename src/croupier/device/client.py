"""Asks a device over its socket. A device that has ended is waited for; one in a server's own folder is started."""

from __future__ import annotations

import logging
import socket
import time
from pathlib import Path
from subprocess import DEVNULL, Popen
from threading import Lock

import msgspec

from croupier.core.child import python
from croupier.device import wire
from croupier.device.log import DeviceLost, another_device
from croupier.device.messages import Answer, Failed, Identify, Identity, Question
from croupier.device.process import SOCKET
from croupier.table.outcomes import DeviceFailed, SeedGone

#: In seconds: how long to wait for a device that has ended, for an answer, and between two tries to reach it.
PATIENCE, ANSWER, TRY = 30.0, 20.0, 0.05
#: In seconds: a device that a server started ends when no server was connected for so long.
IDLE = 10.0
_log = logging.getLogger("croupier")
_decoder: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)
_encode = msgspec.json.Encoder().encode
_FAILURES = {None: DeviceFailed, "seed": SeedGone, "device": DeviceLost}


class Client:
    """The device at a socket. `folder` is that of a device which is started here if none answers.

    `key` is that of the device, if it is known; from the first connection on it is. No other device is asked.
    """

    def __init__(self, path: Path, folder: Path | None = None, key: str | None = None) -> None:
        self._path, self._folder, self._key = path, folder, key
        self._turn = Lock()
        self._peer: socket.socket | None = None
        self.started: Popen[bytes] | None = None

    @classmethod
    def of(cls, folder: Path, key: str | None = None) -> Client:
        """The device of a folder, started if none answers there."""
        return cls(folder / SOCKET, folder, key)

    def ask(self, question: Question) -> Answer:
        """Ask; try again if the device has ended meanwhile, because it gives the same answer to the same question."""
        asked, until = _encode(question), time.monotonic() + PATIENCE
        with self._turn:
            while True:
                try:
                    answer = _decoder.decode(self._said(asked))
                    break
                except OSError as error:
                    self._drop()
                    if time.monotonic() > until:
                        raise DeviceFailed(f"The electronic device cannot be reached: {error}") from error
                    self._start()
                    time.sleep(TRY)
        return _heard(answer)

    def close(self) -> None:
        """Close the connection; a device that was started here ends by itself once nobody is connected."""
        with self._turn:
            self._drop()

    def _said(self, asked: bytes) -> bytes:
        if self._peer is None:
            self._peer = self._connected()
            self._check(self._exchanged(_encode(Identify())))
        return self._exchanged(asked)

    def _check(self, said: bytes) -> None:
        """Check after every connection that it is still the same device."""
        try:
            answer = _heard(_decoder.decode(said))
            assert isinstance(answer, Identity), answer
            if self._key not in (None, answer.key):
                raise another_device(self._key or "", answer.key)
        except DeviceFailed:
            self._drop()  # the next question checks again
            raise
        self._key = answer.key

    def _exchanged(self, asked: bytes) -> bytes:
        assert self._peer is not None
        wire.send(self._peer, asked)
        answer = wire.receive(self._peer)
        if answer is None:
            raise ConnectionResetError("it has ended")
        return answer

    def _connected(self) -> socket.socket:
        peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        peer.settimeout(ANSWER)
        try:
            with wire.address(self._path) as name:
                peer.connect(name)
        except BaseException:
            peer.close()
            raise
        return peer

    def _drop(self) -> None:
        if self._peer is not None:
            self._peer.close()
            self._peer = None

    def _start(self) -> None:
        """Start a device, unless one that was started here still runs. Of two at one time, one ends at once."""
        if self._folder is None or (self.started is not None and self.started.poll() is None):
            return
        words = python("-m", "croupier.device.process", str(self._folder), str(IDLE), self._key or "")
        self.started = Popen(words, stdin=DEVNULL, stdout=DEVNULL, start_new_session=True)  # noqa: S603 (this program)


def _heard(answer: Answer) -> Answer:
    """The answer, unless the device refuses."""
    if isinstance(answer, Failed):
        raise _FAILURES[answer.lost](answer.why)
    return answer
