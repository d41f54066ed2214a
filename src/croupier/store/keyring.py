"""The keys in a private folder: the first one is in `NAME.key`, each later one in a file named by its public key.

A key that was replaced stays in the folder, because another store may still be signed with it.
"""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.store.private_folder import private_folder
from croupier.store.seal import Signer

_NAMED = 16  # digits of a public key in the name of its file


class Keyring:
    """The keys for one purpose in a folder, by their public keys in hexadecimal."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self._name = private_folder(folder), name
        self._first = folder / f"{name}.key"

    def keys(self) -> dict[str, Signer]:
        """All keys, the first one first."""
        paths = [self._first] if self._first.exists() else []
        found = map(Signer.open, (*paths, *sorted(self.folder.glob(f"{self._name}-*.key"))))
        return {signer.public.hex(): signer for signer in found}

    def first(self) -> Signer:
        """The first key; made if there is none."""
        return Signer.open(self._first)

    def another(self) -> Signer:
        """Make one more key."""
        made = Ed25519PrivateKey.generate()
        public = made.public_key().public_bytes_raw().hex()
        return Signer.made(made, self.folder / f"{self._name}-{public[:_NAMED]}.key")
