"""The vault: a private folder with seeds of devices and the keys that sign cookies and heads."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from pathlib import Path

from croupier.store import CannotOpen, Signer, new_file
from croupier.store.files import UNFINISHED, sync_folder
from croupier.table.outcomes import Seal

KEY_BYTES = 32
_WRITING = 60  # seconds; nobody takes longer to write a secret


class Unsafe(ValueError):
    """Other users can read a folder of secrets."""


class Vault:
    """A folder that only its owner may enter. Files are synced to disk before anybody relies on them."""

    def __init__(self, folder: Path) -> None:
        if not folder.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            sync_folder(folder)
        if folder.stat().st_mode & 0o077:
            raise Unsafe(f"other users can read {str(folder)!r}, which contains secrets: give it mode 700")
        self.folder = folder
        self._clear()

    def signer(self) -> Signer:
        """The key that signs the heads of tables."""
        return Signer.open(self.folder / "heads.key")

    def cookie_key(self) -> bytes:
        """The key that signs cookies; created on first use."""
        path = self.folder / "cookies.key"
        if not path.exists():
            with suppress(CannotOpen, FileExistsError):  # another server has just made it
                self._write(path, secrets.token_bytes(KEY_BYTES))
        return path.read_bytes()

    def keep(self, seal: Seal) -> None:
        """Store the seed of a round, before its commitment is published."""
        self._write(self._seed(seal.commitment), seal.seed)

    def seed(self, commitment: str) -> bytes:
        """The seed of a commitment; None if it is not stored here."""
        path = self._seed(commitment)
        return path.read_bytes() if path.exists() else b""

    def forget(self, commitment: str) -> None:
        """Delete a seed that was revealed: the log has it now."""
        self._seed(commitment).unlink(missing_ok=True)

    def _seed(self, commitment: str) -> Path:
        return self.folder / f"{commitment}.seed"

    def _write(self, path: Path, body: bytes) -> None:
        with new_file(path) as file:
            file.write(body)

    def _clear(self) -> None:
        """Delete what a killed process left unfinished, unless another process may be writing it right now."""
        for left in self.folder.glob(f"*{UNFINISHED}"):
            with suppress(FileNotFoundError):
                if left.stat().st_mtime < time.time() - _WRITING:
                    left.unlink()
