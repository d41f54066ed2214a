"""A file system of apsw that only reads: nobody can tell from the disk that a store was read.

SQLite itself would write when it reads a store: it creates a file of shared memory, and the last one to close the
store copies its WAL into the file. It does neither with this file system, which refuses every write. Opened with
`locking_mode=exclusive`, SQLite keeps its index of the WAL in memory; where there is no WAL, it sees an empty one.
Readers share the lock of the file, which keeps out writers and which a writer does not share.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NoReturn, cast

import apsw

_MADE = apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_DELETEONCLOSE


@cache
def read_only() -> str:
    """Register the file system once in this process; return its name."""
    _registered.append(_ReadOnly("croupier-read-only", ""))
    return "croupier-read-only"


_registered: list[apsw.VFS] = []  # a file system lives as long as this refers to it


class _ReadOnly(apsw.VFS):
    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        """Open a file for reading. A WAL that does not exist is empty; no other file is created."""
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if flags[0] & apsw.SQLITE_OPEN_WAL and not Path(path).exists():
            return cast(apsw.VFSFile, _NoFile())
        asked = [flags[0] & ~_MADE | apsw.SQLITE_OPEN_READONLY, 0]
        opened = _Read("", name, asked)
        flags[1] = asked[1]
        return opened

    def xDelete(self, filename: str, syncdir: bool) -> None:
        """Refuse."""
        _refuse()


class _Read(apsw.VFSFile):
    """A file that is only read. A reader never gets more than the lock that readers share."""

    def xLock(self, level: int) -> None:
        """Take the lock of readers. SQLite may ask for more, because it keeps its index in memory."""
        super().xLock(min(level, apsw.SQLITE_LOCK_SHARED))

    def xWrite(self, data: Any, offset: int) -> None:
        """Refuse."""
        _refuse()

    def xTruncate(self, size: int) -> None:
        """Refuse."""
        _refuse()


class _NoFile:
    """The WAL of a file that was closed in order: there is none, which is the same as an empty one."""

    def xFileSize(self) -> int:
        """Nothing."""
        return 0

    def xRead(self, amount: int, offset: int) -> bytes:
        """Nothing."""
        return b""

    def xClose(self) -> None:
        """Nothing is open."""


def _refuse() -> NoReturn:
    raise apsw.ReadOnlyError("a store that is read is not changed")
