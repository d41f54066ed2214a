"""Writes files atomically, and checks before the work whether a file can be written."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


class CannotWrite(ValueError):
    """The file cannot be written: unknown extension, or no such folder."""


def check(path: Path, endings: Iterable[str] | None = None) -> None:
    """Check that a file can be written, and has one of the extensions if given."""
    if endings is not None and path.suffix.lower() not in endings:
        raise CannotWrite(f"cannot tell the form of {str(path)!r}: let the name end in {', '.join(endings)}")
    try:
        fault = _fault(path)
    except OSError as error:
        fault = f"{error.strerror}; choose another place"
    if fault:
        raise CannotWrite(f"cannot write {str(path)!r}: {fault}")


def _fault(path: Path) -> str:
    folder = path.resolve().parent
    if path.is_dir():
        return "it is a folder; name a file in it"
    if not folder.is_dir():
        return f"there is no folder {str(folder)!r}; make it first"
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        return "permission denied; choose another place"
    return ""


def put(made: bytes, path: Path) -> None:
    """Write a temporary file and rename it: an error leaves nothing behind."""
    place = path.resolve()
    beside = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(made)
        beside.replace(place)
    except OSError as error:
        raise CannotWrite(f"cannot write {str(path)!r}: {error.strerror}; choose another place") from None
    finally:
        beside.unlink(missing_ok=True)
