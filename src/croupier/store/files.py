"""Creates private files and folders atomically: complete or not at all. Only `replace_file` replaces another."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from croupier.store.errors import CannotOpen

PRIVATE = 0o600
#: How the temporary name of a file ends that is not complete yet.
UNFINISHED = ".new"


def check_new(path: Path) -> None:
    """Check that there is no such file yet, and that its folder exists."""
    if path.exists():
        raise CannotOpen(f"{str(path)!r} already exists: give the name of a new file")
    if not path.parent.is_dir():
        raise CannotOpen(f"{str(path)!r} cannot be written: there is no folder {str(path.parent)!r}")


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Write a new file under a temporary name; it gets its own name once it is complete and synced."""
    check_new(path)
    with _unfinished(path) as (new, file):
        yield file
        _sync(file)
        os.link(new, path)
    sync_folder(path)


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Make a new folder under a temporary name; it gets its own name once its files are complete and synced."""
    check_new(path)
    new = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    new.mkdir(mode=0o700)
    try:
        yield new
        for each in new.iterdir():
            with each.open("rb") as file:
                os.fsync(file.fileno())
        sync_folder(new / "")
        new.rename(path)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    sync_folder(path)


def replace_file(path: Path, content: bytes) -> None:
    """Write a private file in place of the one that may be there. After a stop there is the old or the new one."""
    with _unfinished(path) as (new, file):
        file.write(content)
        _sync(file)
        new.replace(path)
    sync_folder(path)


@contextmanager
def _unfinished(path: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A file under a temporary name, which is gone afterwards."""
    new = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as file:
            yield new, file
    finally:
        new.unlink(missing_ok=True)


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Sync the folder of a file, so that a power cut does not take the name of the file away again."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def private(path: Path, *, make: bool) -> None:
    """Take the file of a database and its WAL away from other users; create the file if there is none."""
    if make and not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, PRIVATE))
    for each in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with suppress(FileNotFoundError, PermissionError):  # it is not there, or belongs to somebody else
            if each.stat().st_mode & 0o077:
                each.chmod(PRIVATE)
