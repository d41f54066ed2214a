"""The process of a device: answers questions on a Unix socket, until it is stopped or left alone."""

from __future__ import annotations

import logging
import os
import socket
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

import msgspec

from croupier.device import wire
from croupier.device.keeper import Keeper
from croupier.device.log import DeviceLost
from croupier.device.messages import Answer, Failed, Question
from croupier.table.outcomes import DeviceFailed, SeedGone

#: The name of the socket in the folder of a device.
SOCKET = "socket"
#: In seconds: how often a device looks whether anybody is connected.
_LOOK = 0.5
#: In seconds: how long a device that was lost waits for somebody who asks.
SOON = 10.0
_log = logging.getLogger("croupier")
_decoder: msgspec.json.Decoder[Question] = msgspec.json.Decoder(Question)
_encode = msgspec.json.Encoder().encode


class Serving:
    """A device on its socket. `idle` ends it after this many seconds without a connection."""

    def __init__(self, keeper: Keeper, path: Path, idle: float | None = None) -> None:
        self._keeper, self._path, self._idle = keeper, path, idle
        self._connected = 0
        self._listener = _listener(path)

    def run(self) -> None:
        """Answer until the end."""
        alone_since = time.monotonic()
        with self._listener:
            while True:
                with suppress(TimeoutError):
                    peer, _ = self._listener.accept()
                    peer.settimeout(None)
                    self._connected += 1
                    Thread(target=self._serve, args=(peer,), daemon=True).start()
                if self._connected:
                    alone_since = time.monotonic()
                elif self._idle is not None and time.monotonic() - alone_since > self._idle:
                    return

    def _serve(self, peer: socket.socket) -> None:
        """Answer one peer until it goes."""
        try:
            with peer, suppress(OSError):
                while (asked := wire.receive(peer)) is not None:
                    wire.send(peer, _encode(self._answer(asked)))
        finally:
            self._connected -= 1

    def _answer(self, asked: bytes) -> Answer:
        try:
            return self._keeper.ask(_decoder.decode(asked))
        except DeviceFailed as failed:
            return Failed(str(failed), "seed" if isinstance(failed, SeedGone) else None)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return Failed(f"The device does not understand the question: {error}")
        except Exception as error:  # a full disk, for instance: the table stops, and nothing is drawn twice
            _log.exception("a question to the device")
            return Failed(f"The device cannot answer: {error}")


def _listener(path: Path) -> socket.socket:
    """Listen at a path; a socket that an earlier process left there is removed."""
    if path.exists() and stat.S_ISSOCK(path.stat().st_mode):
        path.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o117)  # the group may connect: where the device runs as another user, its servers are in it
    try:
        with wire.address(path) as name:
            listener.bind(name)
    except BaseException:
        listener.close()
        raise
    finally:
        os.umask(before)
    listener.listen(64)
    listener.settimeout(_LOOK)
    return listener


def _refuse(lost: DeviceLost, path: Path) -> None:
    """Tell one client what was lost, and end: after a repair the next client starts another process."""
    answer = _encode(Failed(str(lost), "device"))
    with _listener(path) as listener, suppress(OSError):
        listener.settimeout(SOON)
        peer, _ = listener.accept()
        peer.settimeout(SOON)
        with peer:
            while wire.receive(peer) is not None:
                wire.send(peer, answer)


def run(folder: Path, path: Path | None = None) -> None:
    """Run a device with its folder; its socket is in the folder, or at another path."""
    _run(Keeper(folder), path or folder / SOCKET)


def _run(keeper: Keeper, path: Path, idle: float | None = None) -> None:
    try:
        Serving(keeper, path, idle).run()
    finally:
        keeper.close()


def main() -> None:
    """The process that a server starts.

    Its arguments are the folder, the seconds after which it ends alone, and the key of the device if that is known.
    """
    folder, idle, *key = sys.argv[1:]
    from croupier.store import StoreError

    try:
        _run(Keeper(Path(folder), key="".join(key) or None), Path(folder) / SOCKET, float(idle))
    except DeviceLost as lost:
        _refuse(lost, Path(folder) / SOCKET)
    except StoreError:  # another process is the device of this folder already
        sys.exit(1)
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
