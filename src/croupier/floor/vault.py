"""The vault: a private folder with the keys that sign cookies and heads. The device keeps the seeds."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

from croupier.conduct import keys
from croupier.store import CannotOpen, Signer, Store, new_file
from croupier.store.keyring import Keyring
from croupier.store.private_folder import private_folder

KEY_BYTES = 32


class Vault:
    """A folder that only its owner may enter. Files are synced to disk before anybody relies on them."""

    def __init__(self, folder: Path) -> None:
        self.folder = private_folder(folder)
        self.heads = Keyring(folder, "heads")

    def signer(self, store: Store) -> Signer:
        """The key that signs the heads of a store. Raises `KeyLost` if it is not here: then no key is made."""
        return keys.signer_of(store, self.heads)

    def identity(self, store: Store | None) -> Signer:
        """The key by which other servers know this one: that which signs the store, or will sign it."""
        named = frozenset[str]() if store is None else {keys.key_of(store, "heads"), *keys.peers_of(store)}
        return next((key for name, key in self.heads.keys().items() if name in named), None) or self.heads.first()

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
