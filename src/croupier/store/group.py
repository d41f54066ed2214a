"""Decides a group of commands in one transaction: what each adds to its stream, or why it cannot be appended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from struct import Struct
from typing import NamedTuple, Required, TypedDict

from croupier.store.base import (
    MOST_BYTES,
    MOST_NUMBER,
    Appended,
    Envelope,
    Key,
    Tip,
    check_bytes,
    check_name,
    check_number,
    digest_of,
    known_name,
)
from croupier.store.errors import CommandReused, Conflict, NotOwner, StoreError, damage


class Options(TypedDict, total=False):
    """The keyword arguments of `Store.append`."""

    at: Required[int]
    request: bytes | None  # the bytes that the client sent
    content: bytes | None  # the digest of the contents, for a command that is copied from another store
    older: bool  # whether it is copied, and older than the chain of records
    answer: bytes


class AppendRequest(NamedTuple):
    """A request to append the events of one command to a stream."""

    stream: str
    after: int
    command: str
    events: Sequence[tuple[str, bytes]]
    at: int
    answer: bytes
    request: bytes | None = None
    known: bytes | None = None  # the digest of the contents, if only that is known
    older: bool = False  # whether the record is older than the chain of records

    def content(self) -> bytes:
        """The digest that a repeat of the command must have; ValueError for values that cannot be stored."""
        known_name("stream", self.stream)
        check_name("command", self.command)
        if not (0 <= self.after <= MOST_NUMBER and 0 <= self.at <= MOST_NUMBER and len(self.answer) <= MOST_BYTES):
            check_number("the version to append after", self.after)
            check_number("the time", self.at)
            check_bytes("the answer", self.answer)
        for kind, body in self.events:
            known_name("kind", kind)
            if len(body) > MOST_BYTES:
                check_bytes(f"the body of {kind!r}", body)
        if self.known is not None:
            assert self.request is None, "a command has its request or the digest of it"
            check_bytes("the digest of its contents", self.known)
            return self.known
        if self.request is not None:
            return content_of(self.stream, self.request)
        fields = [field for kind, body in self.events for field in (kind.encode(), body)]
        return digest_of("croupier events 1", (), self.stream.encode(), self.answer, *fields)

    @property
    def size(self) -> int:
        """About how many bytes the command will write."""
        return 500 + len(self.answer) + sum(300 + len(body) for _, body in self.events)


_request = Struct(">5q18s").pack


def content_of(stream: str, request: bytes) -> bytes:
    """The digest that a repeat of a command must have: it covers the stream and the client's request."""
    name = stream.encode()
    lengths = _request(0, 3, 18, len(name), len(request), b"croupier request 1")  # like `digest_of`, but faster
    return sha256(lengths + name + request).digest()


def misfits(stream: str, tip: Tip, after: int, owned: Mapping[str, int]) -> StoreError | None:
    """Why nothing can be added to a stream after this version; None if it can."""
    if tip.owner not in (0, owned.get(stream, 0)):
        return NotOwner(f"stream {stream!r} is owned by somebody else now: own it before appending")
    if tip.version != after:
        return Conflict(f"stream {stream!r} is at version {tip.version}, not at {after}: read it again")
    return None


class Group:
    """Decides commands one by one, starting at the stored ends of their streams, and collects what to write."""

    def __init__(self, tips: Mapping[str, Tip], known: Mapping[Key, Appended], owned: Mapping[str, int]) -> None:
        self._stored, self._known, self._owned = tips, known, owned
        self.tips: dict[str, Tip] = {}
        self.envelopes: list[Envelope] = []
        self.commands: dict[Key, Appended] = {}

    def decide(self, asked: AppendRequest, content: bytes) -> Appended | StoreError:
        """Decide one command. A command that fails adds nothing."""
        stream, command = key = (asked.stream, asked.command)
        first = self._known.get(key) or self.commands.get(key)
        if first is not None:
            if first.content != content:
                return CommandReused(f"command {command!r} was used before for something else: make a new id")
            return first if first.intact() else damage(first)
        tip = self.tips.get(stream) or self._stored[stream]
        misfit = misfits(stream, tip, asked.after, self._owned)
        if misfit is not None:
            return misfit
        version, digest = self._append(asked, tip.version, tip.digest) if asked.events else tip[:2]
        place = tip.commands + 1
        number = -place if asked.older else place
        fields = (command, stream, content, tip.version + 1, version, digest, asked.answer)
        row = self.commands[key] = Appended.sealed(*fields, number, tip.record)
        self.tips[stream] = Tip(version, digest, tip.owner, place, row.check)
        return row

    def _append(self, asked: AppendRequest, version: int, digest: bytes) -> tuple[int, bytes]:
        for kind, body in asked.events:
            version += 1
            envelope = Envelope.sealed(asked.stream, version, kind, body, asked.command, asked.at, digest)
            self.envelopes.append(envelope)
            digest = envelope.digest
        return version, digest
