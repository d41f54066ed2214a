"""What a disk may contain after a power failure: recorded writes and syncs, and the disk images that can result.

A file system of apsw records what SQLite does to its files. At any point of the record, the disk contains at least
what was synced. Each later write or truncation may be kept, dropped or torn, in any combination:

- A torn write is kept in some of its sectors of 512 bytes. The other sectors keep their old bytes or get garbage, but
  never outside the range that was written. SQLite relies on that too ("powersafe overwrite").
- A sync of a file is about its bytes, not its name. Files are created and deleted in order; from any point after the
  last sync of the folder, all further such changes may be lost. SQLite's file system syncs the folder with the first
  sync of a journal or WAL that it opened, and with a deletion if requested.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

import apsw

SECTOR = 512
_NAMED_BY_SYNC = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL
Extreme = Literal["none", "all", "last"]


class Step(NamedTuple):
    """One recorded operation on a file (by number) or on the folder."""

    do: Literal["make", "write", "truncate", "sync", "delete", "sync folder", "acknowledge"]
    file: int = 0
    name: str = ""  # of a file that is created or deleted
    place: int = 0  # the offset of a write, or the size after a truncation
    data: bytes = b""


class Recorder(apsw.VFS):
    """A file system that carries out everything and records it."""

    def __init__(self, name: str) -> None:
        self.steps: list[Step] = []
        self._files: dict[str, int] = {}
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        """Open a file; record its creation if it is new."""
        assert name is not None, "a file without a name cannot be checked after a crash"
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if not os.path.exists(path):
            self._files[path] = len(self.steps)
            self.steps.append(Step("make", len(self.steps), os.path.basename(path)))
        return _RecordedFile(self, self._files[path], name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        """Delete a file; record it, and the sync of the folder if there is one."""
        super().xDelete(filename, syncdir)
        self.steps.append(Step("delete", self._files.pop(filename), os.path.basename(filename)))
        if syncdir:
            self.steps.append(Step("sync folder"))


class _RecordedFile(apsw.VFSFile):
    def __init__(self, vfs: Recorder, file: int, name: Any, flags: list[int]) -> None:
        self._steps, self._file = vfs.steps, file
        self._names = bool(flags[0] & apsw.SQLITE_OPEN_CREATE and flags[0] & _NAMED_BY_SYNC)
        super().__init__("", name, flags)

    def xWrite(self, data: Any, offset: int) -> None:
        super().xWrite(data, offset)
        self._steps.append(Step("write", self._file, place=offset, data=bytes(data)))

    def xTruncate(self, size: int) -> None:
        super().xTruncate(size)
        self._steps.append(Step("truncate", self._file, place=size))

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self._steps.append(Step("sync", self._file))
        if self._names:
            self._steps.append(Step("sync folder"))
            self._names = False


class Careless(apsw.VFS):
    """A file system that never syncs, to check images quickly."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        """Open a file that is never synced."""
        return _CarelessFile("", name, flags)


class _CarelessFile(apsw.VFSFile):
    def xSync(self, flags: int) -> None:
        pass


@dataclass
class Disk:
    """What is certainly on the disk, and what may be on it."""

    synced: dict[int, bytes] = field(default_factory=dict)
    pending: dict[int, list[Step]] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    pending_names: list[Step] = field(default_factory=list)
    acknowledged: int = 0

    def take(self, step: Step) -> None:
        """Apply one recorded step."""
        if step.do in ("make", "delete"):
            self.pending_names.append(step)
            if step.do == "make":
                self.synced[step.file], self.pending[step.file] = b"", []
        elif step.do == "sync folder":
            self.names, self.pending_names = self._named(len(self.pending_names)), []
        elif step.do == "acknowledge":
            self.acknowledged += 1
        elif step.do == "sync":
            self.synced[step.file] = self._content(step.file, "all")
            self.pending[step.file] = []
        else:
            self.pending[step.file].append(step)

    def image(self, choice: Extreme | Random) -> dict[str, bytes]:
        """One possible set of files after a power failure at this point."""
        many = len(self.pending_names)
        kept = choice.randint(0, many) if isinstance(choice, Random) else 0 if choice == "none" else many
        return {name: self._content(file, choice) for name, file in sorted(self._named(kept).items())}

    def _named(self, many: int) -> dict[str, int]:
        names = dict(self.names)
        for step in self.pending_names[:many]:
            if step.do == "make":
                names[step.name] = step.file
            else:
                names.pop(step.name, None)
        return names

    def _content(self, file: int, choice: Extreme | Random) -> bytes:
        content, steps = bytearray(self.synced[file]), self.pending[file]
        if isinstance(choice, Random):
            often = choice.choice((0.1, 0.5, 0.9))
            for step in steps:
                if choice.random() < often:
                    _apply(content, step, choice if choice.random() < 0.3 else None)
        else:
            for step in {"none": [], "all": steps, "last": steps[-1:]}[choice]:
                _apply(content, step, None)
        return bytes(content)


def _apply(content: bytearray, step: Step, torn: Random | None) -> None:
    """Apply a write or a truncation, complete or torn."""
    if step.do == "truncate":
        del content[step.place :]
        content.extend(bytes(step.place - len(content)))
        return
    end = step.place + len(step.data)
    place = step.place
    while place < end:
        until = min(end, place - place % SECTOR + SECTOR)
        piece: bytes | None = step.data[place - step.place : until - step.place]
        if torn:
            piece = torn.choices((piece, None, torn.randbytes(until - place)), (60, 35, 5))[0]
        if piece is not None or (torn and torn.random() < 0.5):  # the size may be kept without the bytes
            content.extend(bytes(max(0, until - len(content))))
        if piece is not None:
            content[place:until] = piece
        place = until


def images(steps: list[Step], seed: str, many: int) -> Iterator[tuple[int, dict[str, bytes]]]:
    """At every point of a record: possible disk images, with the number of acknowledged commands.

    The images keep nothing that was not synced, all of it, or only the last change of each file; `many` more are
    random. No image occurs twice.
    """
    disk, seen = Disk(), set[int]()
    for number, step in enumerate(steps):
        disk.take(step)
        choices: list[Extreme | Random] = ["none", "all", "last"]
        choices += [Random(f"{seed} {number} {each}") for each in range(many)]
        for choice in choices:
            found = disk.image(choice)
            key = hash((disk.acknowledged, *found.items()))
            if key not in seen:
                seen.add(key)
                yield disk.acknowledged, found


def lay_out(image: dict[str, bytes], folder: Path) -> None:
    """Replace the contents of a folder by an image."""
    for path in folder.iterdir():
        path.unlink()
    for name, content in image.items():
        (folder / name).write_bytes(content)
