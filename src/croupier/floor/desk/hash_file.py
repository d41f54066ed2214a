"""The file with the hashes of passwords and PINs, by the ids of credentials. It is in the folder of secrets.

A PIN has so few values that its hash would tell it, so hashes are not in the log. The file is private, and it is
replaced as a whole.
"""

from __future__ import annotations

import stat
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from croupier.floor.desk.hashing import Hashed
from croupier.store.files import replace_file
from croupier.store.private_folder import private_folder

FORMAT = "croupier credentials 1"
NAME = "credentials.json"
Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


class SecretsDamaged(ValueError):
    """The file with the hashes is damaged, lost, or readable for others."""


class _Content(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    hashes: dict[Id, str]
    check: str


class HashFile:
    """The hashes in a folder that only its owner may enter."""

    def __init__(self, folder: Path) -> None:
        self.path = private_folder(folder) / NAME
        self._turn = Lock()
        self.read()

    def read(self) -> Mapping[str, str]:
        """All hashes by the ids of their credentials. `SecretsDamaged` says what is wrong with the file."""
        if not self.path.exists():
            return {}
        if stat.S_IMODE(self.path.stat().st_mode) & 0o077:
            raise SecretsDamaged(f"others may read {str(self.path)!r}: give it mode 600, and enrol new credentials")
        try:
            content = msgspec.json.decode(self.path.read_bytes(), type=_Content)
            for each in content.hashes.values():
                Hashed.read(each)
        except ValueError as error:  # msgspec's errors are ValueErrors
            raise self._damaged(str(error)) from error
        if (content.format, content.check) != (FORMAT, _check(content.hashes)):
            raise self._damaged("it was changed or cut off")
        return content.hashes

    def put(self, credential: str, hashed: str) -> None:
        """Add the hash of a credential; it is on the disk afterwards."""
        with self._turn:
            self._write({**self.read(), credential: hashed})

    def drop(self, credentials: Collection[str]) -> None:
        """Delete the hashes of credentials that prove nothing any more."""
        with self._turn:
            known = self.read()
            if not known.keys().isdisjoint(credentials):
                self._write({name: hashed for name, hashed in known.items() if name not in credentials})

    def check_for(self, credentials: Collection[str]) -> None:
        """Check that these credentials have a hash; otherwise the file was lost, or an old one was put back."""
        if missing := sorted(set(credentials) - self.read().keys()):
            raise SecretsDamaged(
                f"{str(self.path)!r} does not have credentials {', '.join(missing)}: put back the newest copy of it"
            )

    def _write(self, hashes: dict[str, str]) -> None:
        replace_file(self.path, msgspec.json.encode(_Content(FORMAT, hashes, _check(hashes))))

    def _damaged(self, why: str) -> SecretsDamaged:
        return SecretsDamaged(f"{str(self.path)!r} is damaged ({why}): put back a copy of it")


def _check(hashes: Mapping[str, str]) -> str:
    """A digest of all hashes, which shows damage to the file."""
    return sha256(msgspec.json.encode(sorted(hashes.items()))).hexdigest()
