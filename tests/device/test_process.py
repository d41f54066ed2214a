"""The device as a process: its socket, a second one in the same folder, kills, and what it does not understand."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from subprocess import Popen
from threading import Event, Thread

import pytest

from croupier.core.child import python
from croupier.device import client, wire
from croupier.device.client import Client
from croupier.device.messages import Close, Closed, Draw, Later, Opened, Result, Reveal, Sealed, SealRound, Shown
from croupier.table.closing import NOBODY
from croupier.table.outcomes import DeviceFailed

LOG = "a" * 64
WHEEL = "0:1 1:1 2:1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose name is too long for the address of a socket."""
    return tmp_path / ("a folder with a long name " * 4) / "device"


@pytest.fixture
def device(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A device that is started when it is asked, and ends soon after it is left alone."""
    monkeypatch.setattr(client, "IDLE", 1.0)
    with closing(Client.of(folder)) as made:
        yield made
    until = time.monotonic() + 20
    while made.started is not None and made.started.poll() is None:
        assert time.monotonic() < until, "the device did not end"
        time.sleep(0.05)


def _sealed(device: Client, number: int = 1) -> str:
    answer = device.ask(SealRound("R-3", number))
    assert isinstance(answer, Sealed)
    return answer.commitment


def _drawn(device: Client, commitment: str) -> Result:
    while isinstance(answer := device.ask(Draw(commitment, 1, "outcome", WHEEL)), Later):
        time.sleep(answer.seconds)
    assert isinstance(answer, Result)
    return answer


def test_it_is_started_once_and_asked_by_several(device: Client, folder: Path) -> None:
    commitment = _sealed(device)
    with closing(Client.of(folder)) as other:
        assert _sealed(other) == commitment
        assert other.started is None, "the first one answers"


def test_of_two_started_at_once_one_ends(folder: Path) -> None:
    words = python("-m", "croupier.device.process", str(folder), "2")
    both = [Popen(words) for _ in range(2)]
    try:
        with closing(Client(folder / "socket")) as device:
            assert _sealed(device)
            until = time.monotonic() + 20
            while [process.poll() for process in both].count(None) == 2:
                assert time.monotonic() < until
                time.sleep(0.05)
            assert _sealed(device)
    finally:
        for process in both:
            process.kill()
            process.wait()


def test_killed_at_any_moment_it_answers_as_before(device: Client) -> None:
    """The same commitment, closing, draw and seed, whatever happens between the questions."""

    def kill() -> None:
        assert device.started is not None
        os.kill(device.started.pid, signal.SIGKILL)
        device.started.wait()

    for number in range(1, 4):
        commitment = _sealed(device, number)
        kill()
        assert _sealed(device, number) == commitment
        shown = Close((Shown(commitment, LOG, NOBODY, 0),), 200_000)
        closed = device.ask(shown)
        assert isinstance(closed, Closed)
        kill()
        assert device.ask(shown) == closed
        drawn = _drawn(device, commitment)
        kill()
        assert _drawn(device, commitment) == drawn
        opened = device.ask(Reveal(commitment))
        assert isinstance(opened, Opened)
        kill()
        while isinstance(again := device.ask(Reveal(commitment)), Later):
            time.sleep(again.seconds)
        assert again == opened


def test_it_is_killed_while_it_is_asked(device: Client) -> None:
    """A question that was under way is asked again, and has one answer."""
    commitment, answered = _sealed(device), Event()

    def killing() -> None:
        for moment in (0.0, 0.001, 0.002, 0.004):
            answered.clear()
            answered.wait(20)
            time.sleep(moment)
            assert device.started is not None
            device.started.send_signal(signal.SIGKILL)

    killer, number = Thread(target=killing), 1
    killer.start()
    while killer.is_alive():
        number += 1
        assert _sealed(device, number) == _sealed(device, number)
        answered.set()
    assert _sealed(device) == commitment


GARBAGE = (
    b"",
    b"{",
    b'{"do":"seal"}',
    b'{"do":"steal","table":"R"}',
    b"\xff\xfe",
    b"[" * 5_000,
    b'{"do":"seal","table":"R\\n","round":1}',
    b'{"do":"seal","table":"R","round":true}',
)


@pytest.mark.parametrize("said", GARBAGE)
def test_what_it_does_not_understand_changes_nothing(said: bytes, device: Client, folder: Path) -> None:
    commitment = _sealed(device)
    with _raw(folder) as peer:
        wire.send(peer, said)
        answer = wire.receive(peer)
    assert answer is not None
    assert b"does not understand" in answer
    assert _sealed(device) == commitment


def test_a_message_without_an_end_is_cut_off(device: Client, folder: Path) -> None:
    commitment = _sealed(device)
    with _raw(folder) as peer:
        peer.sendall((1 << 31).to_bytes(4, "big"))
        assert peer.recv(1) == b""
    with _raw(folder) as peer:
        peer.sendall(b"\0\0")
    assert _sealed(device) == commitment


def test_a_device_that_nobody_runs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PATIENCE", 0.2)
    with closing(Client(tmp_path / "socket")) as device, pytest.raises(DeviceFailed, match="cannot be reached"):
        device.ask(SealRound("R-3", 1))


def _raw(folder: Path) -> socket.socket:
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    peer.settimeout(20)
    with wire.address(folder / "socket") as name:
        peer.connect(name)
    return peer
