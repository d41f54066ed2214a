"""Creates files atomically: a file appears complete or not at all, and never replaces another."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from croupier.store.errors import CannotOpen


def check_new(path: Path) -> None:
    """Check that there is no such file yet, and that its folder exists."""
    if path.exists():
        raise CannotOpen(f"{str(path)!r} already exists: give the name of a new file")
    if not path.parent.is_dir():
        raise CannotOpen(f"{str(path)!r} cannot be written: there is no folder {str(path.parent)!r}")


@contextmanager
def new_file(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Write a new file under a temporary name; it gets its own name once it is complete and synced."""
    check_new(path)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.link(new, path)
    finally:
        new.unlink(missing_ok=True)
