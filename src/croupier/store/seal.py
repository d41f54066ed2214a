"""Signed heads and snapshots. They prove what a stream contained, so that nobody without the key can change its past.

Heads can be exported and kept elsewhere.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.core import json_once
from croupier.store.base import SIGNED, Appended, Head, Snapshot, check_number
from croupier.store.files import new_file

if TYPE_CHECKING:
    from croupier.store.store import Store

FORMAT = "croupier heads 1"


class CannotRead(ValueError):
    """A file with a key or with heads cannot be read."""


class Sealed(Protocol):
    """A statement with the public key that signs it, and its signature."""

    @property
    def key(self) -> bytes:
        """The public key, 32 bytes."""

    @property
    def proof(self) -> bytes:
        """The signature."""

    def signed(self) -> bytes:
        """The bytes that are signed."""


class Signer:
    """Signs heads, snapshots and other statements of a server with its Ed25519 key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = key.public_key().public_bytes_raw()

    @classmethod
    def open(cls, path: Path) -> Signer:
        """Read the key from a file that only its owner may read; create the file if there is none."""
        if not path.exists():
            cls.made(Ed25519PrivateKey.generate(), path)
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise CannotRead(f"others may read the key {str(path)!r}: make a new one, and give it mode 600")
        try:
            return cls(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text(encoding="ascii"))))
        except ValueError as error:
            raise CannotRead(f"{str(path)!r} holds no private key: 64 hexadecimal digits are needed") from error

    @classmethod
    def made(cls, key: Ed25519PrivateKey, path: Path) -> Signer:
        """Keep a new key in a new file."""
        with new_file(path) as file:
            file.write(f"{key.private_bytes_raw().hex()}\n".encode())
        return cls(key)

    def sign(self, message: bytes) -> bytes:
        """Sign a message that is not a head or a snapshot; it must begin with words that say what it is."""
        return self._key.sign(message)

    def seal(
        self,
        stream: str,
        version: int,
        digest: bytes,
        at: int,
        after: Head | None = None,
        commands: int = 0,
        record: bytes = b"",
    ) -> Head:
        """Sign that the stream has this digest at this version, and this last record of a command.

        `after` is the previous head.
        """
        before = b"" if after is None else after.named()
        bare = Head(stream, version, digest, at, self.public, bytes(SIGNED) + before, commands, record)
        return bare._replace(signature=self._key.sign(bare.signed()) + before)

    def snapshot(self, stream: str, version: int, digest: bytes, state: bytes, body: bytes) -> Snapshot:
        """Sign the state after a version: `digest` is the envelope's, `state` the state's, `body` its bytes."""
        unchecked = Snapshot(stream, version, state, body, b"", self.public, b"")
        unsigned = unchecked._replace(check=unchecked.computed(digest))
        return unsigned._replace(signature=self._key.sign(unsigned.signed()))

    def certify(self, certificate: x509.CertificateBuilder) -> x509.Certificate:
        """Sign a certificate for TLS."""
        return certificate.sign(self._key, None)


def genuine(sealed: Sealed, keys: Collection[bytes]) -> bool:
    """Whether a head, a snapshot or another statement is signed with one of these public keys, and unchanged."""
    return sealed.key in keys and signed_by(sealed.key, sealed.signed(), sealed.proof)


def signed_by(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether this public key has signed a message."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def genuine_heads(heads: Iterable[Head], keys: Collection[bytes]) -> dict[Head, bytes]:
    """Return those heads of one stream that are signed with one of these keys, and unchanged.

    Each has the digest by which the next head names it. If a genuine later head of the same key names a head, the
    signature of that head need not be checked: the key has signed its digest. This takes a fiftieth of the time.
    """
    found: dict[Head, bytes] = {}
    vouched: set[tuple[bytes, bytes]] = set()  # pairs of a key and the digest of a head that it vouches for
    for head in sorted(heads, key=lambda each: (each.version, each.commands), reverse=True):
        named = head.named()
        if (head.key, named) in vouched or genuine(head, keys):
            found[head] = named
            vouched.add((head.key, head.before))
    return found


def sign_after(store: Store, signer: Signer, done: Appended, at: int) -> None:
    """Sign and store the head of a stream after a command. It names the last head of the same key."""
    before = store.last_head(done.stream, signer.public)
    store.save_head(signer.seal(done.stream, done.last, done.digest, at, before, done.number, done.check))


def export_heads(path: Path, heads: Iterable[Head]) -> None:
    """Write heads to a new file as JSON. Keep the file where nobody who can change the store can change it."""
    rows = [{name: _text(value) for name, value in head._asdict().items()} for head in heads]
    text = json.dumps({"format": FORMAT, "heads": rows}, indent=1, ensure_ascii=False)
    with new_file(path) as file:
        file.write(f"{text}\n".encode())


def import_heads(path: Path) -> list[Head]:
    """Read a file that `export_heads` wrote."""
    try:
        plain = json_once.load(path.read_bytes(), dict)
        if plain["format"] != FORMAT:
            raise ValueError(f"its format is {plain['format']!r}, not {FORMAT!r}")
        return [_head(**row) for row in plain["heads"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CannotRead(f"{str(path)!r} is no file of heads: {error}") from error


def _text(value: str | int | bytes) -> str | int:
    return value.hex() if isinstance(value, bytes) else value


def _head(
    stream: str, version: int, digest: str, at: int, key: str, signature: str, commands: int = 0, record: str = ""
) -> Head:
    if not (isinstance(stream, str) and type(version) is type(at) is type(commands) is int):
        raise ValueError("a head needs a stream, a version, a time and a number of commands")
    for what, number in (("version", version), ("time", at), ("number of commands", commands)):
        check_number(f"its {what}", number)
    plain = bytes.fromhex
    return Head(stream, version, plain(digest), at, plain(key), plain(signature), commands, plain(record))
