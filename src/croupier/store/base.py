"""What a store holds and what it may answer.

A stream is a row of envelopes, each bound to the one before it by its digest. The store knows bytes only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from struct import Struct
from typing import NamedTuple

MOST_CHARACTERS = 200  # of the name of a stream, a kind, the id of a command
MOST_BYTES = 16 << 20  # of a body, an answer: a full table is settled in one
START = bytes(32)  # stands before the first envelope
MOST_NUMBER = (1 << 63) - 1
SIGNED = 64  # bytes of an Ed25519 signature

Key = tuple[str, str]  # a stream and the id of one of its commands


def digest_of(what: str, numbers: Sequence[int], *fields: bytes) -> bytes:
    """SHA-256 over the numbers and the fields, no two of which share one.

    First how many numbers there are, the numbers, how many fields, and the length of each: all as 8 bytes, the most
    significant first. Then the fields themselves; the first of them says what it is.
    """
    named = (what.encode(), *fields)
    counts = (len(numbers), *numbers, len(named), *map(len, named))
    return sha256(_packer(len(counts))(*counts) + b"".join(named)).digest()


@cache
def _packer(numbers: int) -> Callable[..., bytes]:
    return Struct(f">{numbers}q").pack


class Envelope(NamedTuple):
    """One event of a stream: its bytes, which command made it and when, bound to the one before."""

    stream: str
    version: int  # 1, 2, 3, …
    kind: str
    body: bytes
    command: str
    at: int  # microseconds since 1970, UTC
    previous: bytes  # the digest of the version before; START at the first
    digest: bytes

    def computed(self) -> bytes:
        """The digest that its other fields have."""
        return _of_envelope(*self[:-1])

    def follows(self, version: int, digest: bytes) -> bool:
        """Whether it is what was written after the envelope of this version and digest."""
        stream, next_, kind, body, command, at, previous, own = self
        return (
            next_ == version + 1
            and previous == digest
            and own == _of_envelope(stream, next_, kind, body, command, at, previous)
        )

    @classmethod
    def sealed(cls, *fields: *tuple[str, int, str, bytes, str, int, bytes]) -> Envelope:
        """An envelope of these fields, with its digest."""
        return cls(*fields, _of_envelope(*fields))


_envelope, _command = Struct(">10q19s").pack, Struct(">10q18s").pack  # of their digests, all but the fields


def _of_envelope(stream: str, version: int, kind: str, body: bytes, command: str, at: int, previous: bytes) -> bytes:
    """`digest_of`, written out, since every event is read and written by it."""
    s, k, c = stream.encode(), kind.encode(), command.encode()
    lengths = 6, 19, len(s), len(k), len(c), len(body), len(previous)
    numbers = _envelope(2, version, at, *lengths, b"croupier envelope 1")
    return sha256(numbers + s + k + c + body + previous).digest()


class Appended(NamedTuple):
    """What came of a command: the versions it added (none where last is first - 1), the end after it, its answer."""

    command: str
    stream: str
    content: bytes  # digest of what was asked, to tell a repeat from another use of the id
    first: int
    last: int
    digest: bytes  # of the envelope at last
    answer: bytes
    check: bytes

    def computed(self) -> bytes:
        """The check that its other fields have."""
        return _of_command(*self[:-1])

    def whole(self) -> bool:
        """Whether it is what was written."""
        command, stream, content, first, last, digest, answer, check = self
        return check == _of_command(command, stream, content, first, last, digest, answer)

    @classmethod
    def sealed(cls, *fields: *tuple[str, str, bytes, int, int, bytes, bytes]) -> Appended:
        """A record of these fields, with its check."""
        return cls(*fields, _of_command(*fields))


def _of_command(
    command: str, stream: str, content: bytes, first: int, last: int, digest: bytes, answer: bytes
) -> bytes:
    """`digest_of`, written out."""
    c, s = command.encode(), stream.encode()
    lengths = 6, 18, len(c), len(s), len(content), len(digest), len(answer)
    numbers = _command(2, first, last, *lengths, b"croupier command 1")
    return sha256(numbers + c + s + content + digest + answer).digest()


class Tip(NamedTuple):
    """Where a stream ends, and the number of its owner; 0 where it never had one."""

    version: int = 0
    digest: bytes = START
    owner: int = 0


class Snapshot(NamedTuple):
    """A state as it was after a version, so that replay need not begin at the first."""

    stream: str
    version: int
    state: bytes  # the digest of the state, as its owner makes it
    body: bytes
    check: bytes
    key: bytes  # the public key, 32 bytes
    signature: bytes

    def computed(self, chain: bytes) -> bytes:
        """The check that its other fields have, with the digest of the envelope it stands after."""
        text = self.stream.encode()
        return digest_of("croupier snapshot 1", (self.version,), text, self.state, self.body, chain, self.key)

    def signed(self) -> bytes:
        """The bytes that the signature is over."""
        return self.check

    @property
    def proof(self) -> bytes:
        """The signature."""
        return self.signature


class Head(NamedTuple):
    """A signed statement: at this time the stream had this digest at this version."""

    stream: str
    version: int
    digest: bytes
    at: int
    key: bytes  # the public key, 32 bytes
    signature: bytes  # 64 bytes; after them the digest of the head before, if this head names one

    @property
    def before(self) -> bytes:
        """The digest of the head that was signed before this one with the same key; empty where none is named."""
        return self.signature[SIGNED:]

    @property
    def proof(self) -> bytes:
        """The signature alone."""
        return self.signature[:SIGNED]

    def signed(self) -> bytes:
        """The bytes that the signature is over."""
        fields = (self.stream.encode(), self.digest, self.key)
        if not self.before:
            return digest_of("croupier head 1", (self.version, self.at), *fields)
        return digest_of("croupier head 2", (self.version, self.at), *fields, self.before)

    def named(self) -> bytes:
        """The digest of all of it, by which the next head names it."""
        return digest_of("croupier head named", (), self.signed(), self.signature)


@dataclass(frozen=True, slots=True)
class Fault:
    """The first place at which a stream is not what was written."""

    stream: str
    version: int
    what: str

    def __str__(self) -> str:
        return f"stream {self.stream!r}, version {self.version}: {self.what}"


def check_name(what: str, text: str) -> None:
    """A name is 1 to 200 printable characters, the same in every database."""
    assert isinstance(text, str)
    if not (0 < len(text) <= MOST_CHARACTERS and text.isprintable()):
        raise ValueError(f"{what} {text!r} is no name: give 1 to {MOST_CHARACTERS} printable characters")


known_name = lru_cache(maxsize=1024)(check_name)  # for names that come again and again


def check_bytes(what: str, value: bytes) -> None:
    """Bytes are no longer than the most."""
    assert isinstance(value, bytes)
    if len(value) > MOST_BYTES:
        raise ValueError(f"{what} has {len(value):,} bytes: give at most {MOST_BYTES:,}")


def check_number(what: str, value: int) -> None:
    """A number is whole, from 0, and fits 63 bits."""
    assert isinstance(value, int)
    if not 0 <= value <= MOST_NUMBER:
        raise ValueError(f"{what} is {value}: give a whole number from 0 to 2^63 - 1")
