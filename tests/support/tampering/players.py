"""The limits that players set, in the stream `floor/players`: removed, raised, or given to another player."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from croupier.floor.players import record
from croupier.floor.players.limits import OwnLimits
from croupier.floor.players.record import LimitsSet
from croupier.store import Envelope
from tests.support.tampering.columns import POSITIONS
from tests.support.tampering.contents import renumbered
from tests.support.tampering.evidence import Evidence
from tests.support.tampering.kinds import Change, Kind, in_store

#: What becomes of a record; None if it is removed.
CHANGES: dict[str, Callable[[LimitsSet], LimitsSet | None]] = {
    "removed": lambda said: None,
    "emptied": lambda said: LimitsSet(said.player, OwnLimits()),
    "of-another-player": lambda said: LimitsSet("bob" if said.player == "ann" else "ann", said.limits),
    "raised": lambda said: LimitsSet(said.player, _raised(said.limits)),
}


def _raised(limits: OwnLimits) -> OwnLimits:
    """Ten times the loss, and a pause that ends a day earlier."""
    loss = tuple(type(each)(each.most * 10 if each.most else 0, each.start, each.begins) for each in limits.loss)
    return OwnLimits(loss, limits.time, max(0, limits.pause - 86_400_000_000))


def kinds(evidence: Evidence) -> Iterator[Kind]:
    """All of them, in a served demonstration."""
    records = [each for each in evidence.before.of_stream("events", record.STREAM) if each.kind == record.LIMITS]
    for position, pick in POSITIONS.items():
        old: Envelope = pick(records)
        said = record.read(old.kind, old.body)
        assert isinstance(said, LimitsSet)
        for name, change in CHANGES.items():
            yield from in_store(evidence, f"limits/{position}/{name}", _put(old, change(said)))


def _put(old: Envelope, said: LimitsSet | None) -> Change:
    """Another record at its place, or none, without a gap."""
    new = said and old._replace(body=record.entry(said)[1])
    return lambda found: renumbered(found.mapped("events", lambda each: new if each == old else each), record.STREAM)
