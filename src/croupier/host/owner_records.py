"""The records of which server runs which table, in stream `floor/owners`, each signed with the key of its server.

A signature covers the place of the record in the stream, so a copy of a record is worth nothing at another place. It
also covers the owner number of the table's stream, so that a server that has lost a table cannot pass for its owner.
Records of version 1 are not signed. They can be read, but nobody relies on them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

import msgspec

from croupier.conduct import Records, register
from croupier.store import Envelope, Fault, Signer, Store, genuine
from croupier.store.base import check_number, digest_of
from croupier.table import stream_of

STREAM = "floor/owners"
UNSIGNED, KIND = "owner/1", "owner/2"


class UnsignedOwner(msgspec.Struct, frozen=True):
    """Version 1: a server's address and a table that it runs; without a table it means that the server started."""

    address: str
    table: str | None = None


class Owner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Version 2: a server with its key, and a table that it runs; without a table it means that the server started.

    `address` is what browsers use, and the name of the server. `link` is the HOST:PORT for other servers, if it has
    one. `number` is the owner number of the table's stream; 0 without a table. Keys and signatures are hexadecimal.
    """

    address: str
    link: str | None
    table: str | None
    number: int
    key: str
    signature: str = ""


class Claim(NamedTuple):
    """A signed record at its place: the version of the record, and the digest of the version before it."""

    owner: Owner
    version: int
    previous: bytes

    @property
    def key(self) -> bytes:
        """The public key of the server."""
        return bytes.fromhex(self.owner.key)

    @property
    def proof(self) -> bytes:
        """The signature."""
        return bytes.fromhex(self.owner.signature)

    def signed(self) -> bytes:
        """The bytes that are signed."""
        said = self.owner
        texts = ((each or "").encode() for each in (said.address, said.link, said.table))
        return digest_of("croupier owner 2", (said.number,), *texts, self.key, self.previous)


def written(signer: Signer, unsigned: Claim) -> bytes:
    """The record with its signature, as it is stored."""
    return msgspec.json.encode(
        msgspec.structs.replace(unsigned.owner, signature=signer.sign(unsigned.signed()).hex())
    )


def read(envelope: Envelope) -> Claim | UnsignedOwner:
    """Read a record without checking its signature; ValueError if it is not valid."""
    found = _read(envelope.kind, envelope.body)
    return found if isinstance(found, UnsignedOwner) else Claim(found, envelope.version, envelope.previous)


def _read(kind: str, body: bytes) -> Owner | UnsignedOwner:
    try:
        if kind == UNSIGNED:
            return msgspec.json.decode(body, type=UnsignedOwner)
        if kind != KIND:
            raise ValueError(f"no record of an owner: {kind!r}")
        found = msgspec.json.decode(body, type=Owner)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from None
    if msgspec.json.encode(found) != body:
        raise ValueError("it is not written as Croupier writes a record of an owner")
    check_number("its number", found.number)
    for text in (found.key, found.signature):
        bytes.fromhex(text)
    return found


def _doubts(store: Store) -> Iterator[tuple[str, str]]:
    """Compare the owner number of each table, which nothing signs, with the last one on record.

    Records of version 1 have no number: they are counted. A stream that never had an owner in this store has number
    0: it was imported, or an export is read.
    """
    last: dict[str, int] = {}
    for said in (_read(each.kind, each.body) for each in store.read(STREAM)):
        if said.table is not None:
            last[said.table] = said.number if isinstance(said, Owner) else last.get(said.table, 0) + 1
    for table, recorded in last.items():
        stream = stream_of(table)
        number = store.end(stream).owner
        if number < recorded and number != 0:
            why = "it was set back, or the store was imported"
            yield stream, f"its owner number is {number}, and {recorded} is on record: {why}"
        elif number > recorded:
            why = "a server was killed while it opened the table, somebody else opened it, or the number was changed"
            yield stream, f"its owner number is {number}, and only {recorded} is on record: {why}"


register(Records(STREAM, _read, doubts=_doubts))


def faults(store: Store, keys: Collection[bytes] | None) -> Fault | None:
    """The first record that no server has signed for its place; with `keys`, only those of these servers count."""
    signed = False
    for envelope in store.read(STREAM):
        found = read(envelope)
        if isinstance(found, UnsignedOwner):
            what = "is not signed, although records before it are" if signed else None
        else:
            what, signed = _wrong(found, keys), True
        if what is not None:
            return Fault(STREAM, envelope.version, what)
    return None


def _wrong(claim: Claim, keys: Collection[bytes] | None) -> str | None:
    if not genuine(claim, [claim.key]):
        return "its signature is wrong: a server did not write this record at this place"
    if keys is not None and claim.key not in keys:
        return f"is signed by another key, {claim.owner.key[:16]}…"
    return None
