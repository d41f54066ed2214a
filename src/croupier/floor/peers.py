"""The file in which an operator names the servers that a server trusts: `"NAME" = "PUBLIC KEY"`, a line for each."""

from __future__ import annotations

import re
from pathlib import Path

from croupier.core.sheet import parsed, read_file
from croupier.text.visible import visible

_KEY = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")


class CannotReadPeers(ValueError):
    """A file of peers is not valid. The message says what to do."""


def line(name: str, key: bytes) -> str:
    """The line of a server for the files of its peers.

    >>> line("hall-a", bytes(2))
    '"hall-a" = "0000"'
    """
    if not _NAME.fullmatch(name):
        raise CannotReadPeers(
            f"a name of a server has up to 64 letters, digits, dots, - and _, not {visible(name)!r}"
        )
    return f'"{name}" = "{key.hex()}"'


def read(path: Path) -> dict[bytes, str]:
    """The names of the servers in a file, by their public keys."""
    try:
        values = parsed(read_file(path))
    except (OSError, ValueError) as error:
        raise CannotReadPeers(f"{str(path)!r} cannot be read: {error}") from None
    found: dict[bytes, str] = {}
    for name, value in values.items():
        where = f"{str(path)!r}, {visible(name, 64)!r}"
        if not _NAME.fullmatch(name) or not isinstance(value, str) or not _KEY.fullmatch(value):
            raise CannotReadPeers(f"{where}: write a line as `croupier identity` prints it on the other server")
        if (key := bytes.fromhex(value)) in found:
            raise CannotReadPeers(f"{where} has the same key as {found[key]!r}: each server has its own")
        found[key] = name
    if not found:
        raise CannotReadPeers(f"{str(path)!r} names no server: add what `croupier identity` prints on each of them")
    return found
