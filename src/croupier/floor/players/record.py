"""The stream `floor/players`: the limits that players set, and from time to time the figures of all sessions.

Figures are counted from the events of the tables. A record of them says up to which version of each table: a server
that starts counts the events after it.
"""

from __future__ import annotations

import uuid
from typing import TypeVar

import msgspec

from croupier.conduct import Records, register
from croupier.floor.players.figures import Figures
from croupier.floor.players.limits import OwnLimits
from croupier.store import Appended, Conflict, Signer, Store, sign_after

STREAM = "floor/players"
LIMITS, FIGURES = "limits-set/1", "figures-kept/1"


class LimitsSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits that hold for a player from here on."""

    player: str
    limits: OwnLimits


T = TypeVar("T", LimitsSet, Figures)


def read(kind: str, body: bytes) -> LimitsSet | Figures:
    """Read a record; ValueError if it is not valid."""
    if kind == LIMITS:
        return _read(LimitsSet, body)
    if kind == FIGURES:
        return _read(Figures, body)
    raise ValueError(f"no record of players: {kind!r}")


def _read(kind: type[T], body: bytes) -> T:
    try:
        found = msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from None
    if msgspec.json.encode(found) != body:
        raise ValueError("it is not written as Croupier writes a record of players")
    return found


register(Records(STREAM, read))


def entry(record: LimitsSet | Figures) -> tuple[str, bytes]:
    """A record as it is stored: its kind and its bytes."""
    return LIMITS if isinstance(record, LimitsSet) else FIGURES, msgspec.json.encode(record)


def append(store: Store, signer: Signer, version: int, written: tuple[str, bytes], at: int) -> Appended | None:
    """Append a record after a version, signed; None if another server has appended one first. It blocks."""
    try:
        done = store.append(STREAM, version, str(uuid.uuid4()), [written], at=at)
    except Conflict:
        return None
    sign_after(store, signer, done, at)
    return done
