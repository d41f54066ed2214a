"""A folder for secrets, which only its owner may enter. `new_file` writes its files and syncs them."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from croupier.store.files import UNFINISHED, sync_folder

_WRITING = 60  # seconds; nobody takes longer to write a secret


class Unsafe(ValueError):
    """Other users can read a folder of secrets."""


def private_folder(folder: Path) -> Path:
    """The folder, created if there is none; refused if other users may enter it."""
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sync_folder(folder)
    if folder.stat().st_mode & 0o077:
        raise Unsafe(f"other users can read {str(folder)!r}, which contains secrets: give it mode 700")
    _clear(folder)
    return folder


def _clear(folder: Path) -> None:
    """Delete what a killed process left unfinished, unless another process may be writing it right now."""
    for left in folder.glob(f"*{UNFINISHED}"):
        with suppress(FileNotFoundError):
            if left.stat().st_mtime < time.time() - _WRITING:
                left.unlink()
