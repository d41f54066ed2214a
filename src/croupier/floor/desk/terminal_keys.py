"""The keys of terminals that run on this machine, in the folder of secrets."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.store import CannotOpen, new_file
from croupier.store.private_folder import private_folder

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def terminal_key(secrets: Path, terminal: str) -> Ed25519PrivateKey:
    """The key of a terminal; a new one is made on first use. ValueError if the id cannot be the name of a file."""
    if not _ID.fullmatch(terminal) or terminal.startswith("."):
        raise ValueError(f"a terminal has an id of letters, digits, dots, hyphens and underscores, not {terminal!r}")
    path = private_folder(secrets / "terminals") / f"{terminal}.key"
    if not path.exists():
        with suppress(CannotOpen, FileExistsError), new_file(path) as file:  # somebody else may just have made it
            file.write(Ed25519PrivateKey.generate().private_bytes_raw())
    return Ed25519PrivateKey.from_private_bytes(path.read_bytes())


def public(key: Ed25519PrivateKey) -> str:
    """The public key in hexadecimal, as the list of people has it."""
    return key.public_key().public_bytes_raw().hex()
