"""The values that a store holds and returns.

A stream is a sequence of envelopes, and a sequence of the records of its commands, refused ones included. In both,
the digest of each entry covers the digest of the one before it. The contents are bytes, which the store does not
interpret.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from struct import Struct
from typing import NamedTuple

MOST_CHARACTERS = 200  # in the name of a stream, the kind of an event, the id of a command
MOST_BYTES = 16 << 20  # in the body of an event or in an answer; enough to settle a full table in one event
START = bytes(32)  # takes the place of a digest before the first envelope and before the first record
MOST_NUMBER = (1 << 63) - 1
SIGNED = 64  # bytes of an Ed25519 signature

Key = tuple[str, str]  # a stream and the id of one of its commands


def digest_of(what: str, numbers: Sequence[int], *fields: bytes) -> bytes:
    """SHA-256 over numbers and fields, encoded so that different input never gives the same bytes.

    First come the count of the numbers, the numbers, the count of the fields and the length of each field, all as 8
    bytes, most significant first. Then come the fields themselves, the first of which is `what`.
    """
    named = (what.encode(), *fields)
    counts = (len(numbers), *numbers, len(named), *map(len, named))
    return sha256(_packer(len(counts))(*counts) + b"".join(named)).digest()


@cache
def _packer(numbers: int) -> Callable[..., bytes]:
    return Struct(f">{numbers}q").pack


class Envelope(NamedTuple):
    """One entry of a stream: an event as bytes, with its command and time. Its digest covers the entry before it."""

    stream: str
    version: int  # 1, 2, 3, …
    kind: str
    body: bytes
    command: str
    at: int  # microseconds since 1970, UTC
    previous: bytes  # the digest of the version before; START at the first
    digest: bytes

    def computed(self) -> bytes:
        """Compute the digest from the other fields."""
        return _of_envelope(*self[:-1])

    def follows(self, version: int, digest: bytes) -> bool:
        """Whether this envelope is unchanged and comes directly after the one with this version and digest."""
        stream, next_, kind, body, command, at, previous, own = self
        return (
            next_ == version + 1
            and previous == digest
            and own == _of_envelope(stream, next_, kind, body, command, at, previous)
        )

    @classmethod
    def sealed(cls, *fields: *tuple[str, int, str, bytes, str, int, bytes]) -> Envelope:
        """Create an envelope from these fields and add its digest."""
        return cls(*fields, _of_envelope(*fields))


#: The counts, numbers and lengths at the beginning of each digest.
_envelope, _unchained, _command = Struct(">10q19s").pack, Struct(">10q18s").pack, Struct(">12q18s").pack


def _of_envelope(stream: str, version: int, kind: str, body: bytes, command: str, at: int, previous: bytes) -> bytes:
    """The same as `digest_of`, but faster: it runs for every event that is read or written."""
    s, k, c = stream.encode(), kind.encode(), command.encode()
    lengths = 6, 19, len(s), len(k), len(c), len(body), len(previous)
    numbers = _envelope(2, version, at, *lengths, b"croupier envelope 1")
    return sha256(numbers + s + k + c + body + previous).digest()


class Appended(NamedTuple):
    """The stored result of a command: the versions that it added, the end of the stream after it, and its answer.

    A command that added no events has last = first - 1. The records of a stream are numbered from 1 in the order in
    which they were carried out. A negative number means that the record is older than the chain of records and was
    added to it later, by an upgrade or an import. A record that is in no chain (schema 1) has number 0.
    """

    command: str
    stream: str
    content: bytes  # digest of the request, to tell a repeat from another use of the id
    first: int
    last: int
    digest: bytes  # of the envelope at version `last`
    answer: bytes
    check: bytes  # the digest of this record
    number: int = 0
    previous: bytes = b""  # the digest of the record before; START at the first

    @property
    def place(self) -> int:
        """Its place in the chain of records; 0 if it is in none."""
        return abs(self.number)

    def computed(self) -> bytes:
        """Compute the check from the other fields."""
        command, stream, content, first, last, digest, answer, _, number, previous = self
        return _of_command(command, stream, content, first, last, digest, answer, number, previous)

    def intact(self) -> bool:
        """Whether the record is unchanged since it was written."""
        command, stream, content, first, last, digest, answer, check, number, previous = self
        return check == _of_command(command, stream, content, first, last, digest, answer, number, previous)

    @classmethod
    def sealed(cls, *fields: *tuple[str, str, bytes, int, int, bytes, bytes, int, bytes]) -> Appended:
        """Create a record from these fields, without its check, and add that."""
        return cls(*fields[:7], _of_command(*fields), *fields[7:])


def _of_command(
    command: str,
    stream: str,
    content: bytes,
    first: int,
    last: int,
    digest: bytes,
    answer: bytes,
    number: int,
    previous: bytes,
) -> bytes:
    """The same as `digest_of`, but faster."""
    c, s = command.encode(), stream.encode()
    if number == 0:
        lengths = 6, 18, len(c), len(s), len(content), len(digest), len(answer)
        numbers = _unchained(2, first, last, *lengths, b"croupier command 1")
        return sha256(numbers + c + s + content + digest + answer).digest()
    more = 7, 18, len(c), len(s), len(content), len(digest), len(answer), len(previous)
    numbers = _command(3, first, last, number, *more, b"croupier command 2")
    return sha256(numbers + c + s + content + digest + answer + previous).digest()


class Tip(NamedTuple):
    """The end of a stream, the number of its owner (0 if it never had one), and its last record of a command."""

    version: int = 0
    digest: bytes = START
    owner: int = 0
    commands: int = 0  # how many records of commands the stream has
    record: bytes = START  # the digest of the last one; empty in a store whose records are in no chain (schema 1)


class Snapshot(NamedTuple):
    """A signed copy of the state after a version, so that replay can start there."""

    stream: str
    version: int
    state: bytes  # the digest of the state, computed by its owner
    body: bytes
    check: bytes
    key: bytes  # the public key, 32 bytes
    signature: bytes

    def computed(self, chain: bytes) -> bytes:
        """Compute the check from the other fields and `chain`, the digest of the envelope at this version."""
        text = self.stream.encode()
        return digest_of("croupier snapshot 1", (self.version,), text, self.state, self.body, chain, self.key)

    def signed(self) -> bytes:
        """The bytes that are signed."""
        return self.check

    @property
    def proof(self) -> bytes:
        """The signature."""
        return self.signature


class Head(NamedTuple):
    """A signed statement: at this time, the stream had this digest at this version, and these records of commands."""

    stream: str
    version: int
    digest: bytes
    at: int
    key: bytes  # the public key, 32 bytes
    signature: bytes  # 64 bytes, then the digest of the previous head, if this head names one
    commands: int = 0  # the number of records; 0 if the head says nothing about them
    record: bytes = b""  # the digest of the last one

    @property
    def before(self) -> bytes:
        """The digest of the previous head with the same key; empty if this head names none."""
        return self.signature[SIGNED:]

    @property
    def proof(self) -> bytes:
        """The signature without the digest of the previous head."""
        return self.signature[:SIGNED]

    def signed(self) -> bytes:
        """The bytes that are signed."""
        fields = (self.stream.encode(), self.digest, self.key)
        if self.commands or self.record:
            numbers = (self.version, self.at, self.commands)
            return digest_of("croupier head 3", numbers, *fields, self.record, self.before)
        if not self.before:
            return digest_of("croupier head 1", (self.version, self.at), *fields)
        return digest_of("croupier head 2", (self.version, self.at), *fields, self.before)

    def named(self) -> bytes:
        """The digest of this head including its signature, by which the next head names it."""
        return digest_of("croupier head named", (), self.signed(), self.signature)


@dataclass(frozen=True, slots=True)
class Fault:
    """The first place at which a stream differs from what was written."""

    stream: str
    version: int
    what: str

    def __str__(self) -> str:
        return f"stream {self.stream!r}, version {self.version}: {self.what}"


def check_name(what: str, text: str) -> None:
    """Check that a name has 1 to 200 printable characters, so that every database stores it unchanged."""
    assert isinstance(text, str)
    if not (0 < len(text) <= MOST_CHARACTERS and text.isprintable()):
        raise ValueError(f"{what} {text!r} is no name: give 1 to {MOST_CHARACTERS} printable characters")


known_name = lru_cache(maxsize=1024)(check_name)  # cached, for names that are checked often


def check_bytes(what: str, value: bytes) -> None:
    """Check that bytes are not longer than MOST_BYTES."""
    assert isinstance(value, bytes)
    if len(value) > MOST_BYTES:
        raise ValueError(f"{what} has {len(value):,} bytes: give at most {MOST_BYTES:,}")


def check_number(what: str, value: int) -> None:
    """Check that a number is not negative and fits in 63 bits."""
    assert isinstance(value, int)
    if not 0 <= value <= MOST_NUMBER:
        raise ValueError(f"{what} is {value}: give a whole number from 0 to 2^63 - 1")
