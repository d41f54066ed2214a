"""The vault: a private folder with the keys that sign cookies and heads. The device keeps the seeds."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

from croupier.store import CannotOpen, Signer, new_file
from croupier.store.private_folder import private_folder

KEY_BYTES = 32


class Vault:
    """A folder that only its owner may enter. Files are synced to disk before anybody relies on them."""

    def __init__(self, folder: Path) -> None:
        self.folder = private_folder(folder)

    def signer(self) -> Signer:
        """The key that signs the heads of tables."""
        return Signer.open(self.folder / "heads.key")

    def cookie_key(self) -> bytes:
        """The key that signs cookies; created on first use."""
        path = self.folder / "cookies.key"
        if not path.exists():
            with (
                suppress(CannotOpen, FileExistsError),
                new_file(path) as file,
            ):  # another server may just have made it
                file.write(secrets.token_bytes(KEY_BYTES))
        return path.read_bytes()

    def device_folder(self) -> Path:
        """The folder of the device that a server starts itself. Seeds that an earlier version kept here go there."""
        folder = private_folder(self.folder / "device")
        for seed in self.folder.glob("*.seed"):
            seed.rename(folder / seed.name)
        return folder
