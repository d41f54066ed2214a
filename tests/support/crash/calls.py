"""Kills a process at every call that changes a file, one after the other, and checks its store afterwards.

    python -m tests.support.crash.calls FOLDER WHERE STRIDE

A child plays one round at a table, from opening the store to closing it, and is killed at its N-th call, for every N
(or every STRIDE-th) until it finishes. WHERE is "before" or "after" a call of SQLite to its file system (write, sync,
truncate, delete), or "system": at the entry of a system call, by strace. Prints the results as JSON. If strace cannot
be used, it exits with 3 and says why.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw

from croupier import store
from croupier.host import Host
from croupier.table import stream_of
from tests.support.crash.kill import acknowledged, fork, tell
from tests.support.crash.life import SIGNER, Acks, Script, check

WAGERS = 3
ROUND = 1 + 6 + WAGERS + 5  # commands: open, seat and buy in, wagers, the steps of the round
PHASES = ("opening", "playing", "closing")
CALLS = ("pwrite64", "fdatasync", "fsync", "ftruncate", "unlink", "write")


class CannotTrace(Exception):
    """strace is not installed or not permitted."""


class Mortal(apsw.VFS):
    """A file system that kills its process before or after the N-th call that changes a file."""

    def __init__(self, at: int, where: str) -> None:
        self.calls, self.at, self.where = 0, at, where
        super().__init__("mortal", "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        """Open a file whose calls are counted."""
        return _MortalFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        """Count the call, then delete the file."""
        self.count(lambda: super(Mortal, self).xDelete(filename, syncdir))

    def count(self, call: Callable[[], None]) -> None:
        """Carry out a call; kill the process if it is the N-th one."""
        self.calls += 1
        if (self.calls, self.where) == (self.at, "before"):
            os.kill(os.getpid(), signal.SIGKILL)
        call()
        if (self.calls, self.where) == (self.at, "after"):
            os.kill(os.getpid(), signal.SIGKILL)


class _MortalFile(apsw.VFSFile):
    def __init__(self, vfs: Mortal, name: Any, flags: list[int]) -> None:
        self.count = vfs.count
        super().__init__("", name, flags)

    def xWrite(self, data: Any, offset: int) -> None:
        self.count(lambda: super(_MortalFile, self).xWrite(data, offset))

    def xSync(self, flags: int) -> None:
        self.count(lambda: super(_MortalFile, self).xSync(flags))

    def xTruncate(self, size: int) -> None:
        self.count(lambda: super(_MortalFile, self).xTruncate(size))


def _play(path: Path, script: Script, pipe: int, vfs: str | None, at: Callable[[str], None]) -> None:
    """Play one round, from opening the store to closing it; `at` is called at the start of each phase."""
    at("opening")
    kept = store.open(f"sqlite:///{path}", vfs=vfs)
    host = Host(kept, stream_of(script.table), signer=SIGNER)
    at("playing")
    for number in range(ROUND):
        future = host.submit(script.command(number))
        future.exception()  # wait until it is stored or has failed
        tell(pipe, future)
    host.close()
    at("closing")
    kept.close()


def _fresh(folder: Path, begun: Path | None) -> Path:
    """A place for a store: empty, or a copy of what another process left."""
    shutil.rmtree(folder, ignore_errors=True)
    if begun is None:
        folder.mkdir()
    else:
        shutil.copytree(begun, folder)
    return folder / "s.db"


def _ended(child: int, reading: int, path: Path, script: Script, before: Acks) -> bool:
    """Check what a child has left; return whether it finished."""
    acks, status = acknowledged(child, reading)
    assert status in (0, signal.SIGKILL), f"the child ended by itself, with status {status}"
    check(path, [script], before | acks, 1)
    return status == 0


def by_shim(folder: Path, where: str, stride: int) -> dict[str, int]:
    """Kill at calls to the file system: in a round on a new file, and in one on a file that a killed process left."""
    script, counts, left = Script("R1", "calls", 1, WAGERS), Counter[str](), folder / "left"
    given = _leave(left, script)
    for what, begun, before in (("on a fresh file", None, Acks()), ("on a file left by another", left, given)):
        at = 1
        while True:
            path = _fresh(folder / "round", begun)
            child, reading = fork(lambda pipe: _shimmed(path, script, pipe, at, where))  # noqa: B023
            if _ended(child, reading, path, script, before):
                break
            counts[what] += 1
            at += stride
    return counts


def _shimmed(path: Path, script: Script, pipe: int, at: int, where: str) -> None:
    mortal = Mortal(at, where)
    _play(path, script, pipe, "mortal", lambda phase: None)
    mortal.unregister()


def _leave(left: Path, script: Script) -> Acks:
    """Make a store as a process leaves it that is killed just before it closes."""
    left.mkdir()
    end = {"closing": lambda: os.kill(os.getpid(), signal.SIGKILL)}
    child, reading = fork(
        lambda pipe: _play(left / "s.db", script, pipe, None, lambda phase: end.get(phase, lambda: None)())
    )
    acks, status = acknowledged(child, reading)
    assert status == signal.SIGKILL
    assert len(acks) == ROUND
    assert (left / "s.db-wal").stat().st_size > 0
    return acks


def by_strace(folder: Path, stride: int) -> dict[str, int]:
    """Kill at system calls, counted separately in each phase. For rare calls, kill at every one."""
    script, counts = Script("R1", "calls", 1, WAGERS), Counter[str]()
    for phase in PHASES:
        for call in CALLS:
            at = 1
            while True:
                path = _fresh(folder / "round", None)
                if _traced(path, script, phase, call, at):
                    break
                counts[f"{call} while {phase}"] += 1
                at += stride if call == "pwrite64" else 1
    return counts


def _traced(path: Path, script: Script, phase: str, call: str, at: int) -> bool:
    """Kill at the N-th system call of one phase; return whether the phase finished."""
    going, go = os.pipe()
    stopped, stop = os.pipe()

    def reached(now: str) -> None:
        if now == phase:
            os.write(stop, b".")
            os.read(going, 1)
        elif PHASES.index(now) > PHASES.index(phase):
            os._exit(0)

    child, reading = fork(lambda pipe: _play(path, script, pipe, None, reached))
    try:
        os.read(stopped, 1)
        words = ("-qq", "-f", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={at}", "-o", os.devnull)
        tracer = _attach(child, *words)
        os.write(go, b".")
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        for end in (going, go, stopped, stop):
            os.close(end)
    ended = _ended(child, reading, path, script, {})
    tracer.wait(60)
    return ended


def _attach(child: int, *words: str) -> subprocess.Popen[bytes]:
    """Start strace, and wait until it follows every thread of the child."""
    try:
        tracer = subprocess.Popen(["strace", *words, "-p", str(child)], stderr=subprocess.PIPE)
    except OSError as error:
        raise CannotTrace(f"strace cannot be run: {error}") from error
    while tracer.poll() is None:
        states = [each.read_text(encoding="utf-8") for each in Path(f"/proc/{child}/task").glob("*/status")]
        if all("TracerPid:\t0\n" not in each for each in states):
            return tracer
        time.sleep(0.001)
    assert tracer.stderr is not None
    raise CannotTrace(tracer.stderr.read().decode().strip())


if __name__ == "__main__":
    _folder, _where, _stride = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    try:
        print(json.dumps(by_strace(_folder, _stride) if _where == "system" else by_shim(_folder, _where, _stride)))
    except CannotTrace as error:
        print(error)
        sys.exit(3)
