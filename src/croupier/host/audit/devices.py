"""Compares the log of a device with those of the tables: seals, signed closings, draws and seeds are in both, once.

So a table that drew without the device is found, and a device that drew more than its tables show. Where another
device was taken into use, the log of the one before may be lost; that is said, and how many rounds it concerns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier.conduct import keys
from croupier.device import log
from croupier.device.messages import Shut
from croupier.host.audit.keys import changes_of_device
from croupier.host.audit.run import audit
from croupier.store import Fault, Store
from croupier.table import TABLE, events
from croupier.table.acts.device import ClosingPublished, SealPublished, SeedRevealed
from croupier.table.acts.irregularities.lost_seed import SeedLost
from croupier.table.outcomes import Drawn
from croupier.table.proof import Proof


@dataclass(slots=True)
class Kept:
    """What the log of a device has about a seal."""

    table: str
    round: int
    version: int
    shut: Shut | None = None
    draws: list[Drawn] = field(default_factory=list)
    told: bool = False


@dataclass(slots=True)
class Played:
    """What the log of a table has about a seal."""

    stream: str
    version: int
    round: int
    closing: ClosingPublished | None = None
    proof: Proof | None = None
    lost: bool = False  # whether its seed was declared lost


@dataclass(slots=True)
class Compared:
    """What a comparison found: the first fault, what a reader should know although nothing is wrong, and warnings."""

    fault: Fault | None = None
    remarks: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)  # of the log of the device


def compare(store: Store, device: Store) -> Compared:
    """Compare a device's log with what the tables of a store say about it."""
    found = audit(device)
    compared = Compared(found.fault, [says for _, says in found.remarks], [says for _, says in found.warnings])
    if compared.fault is None:
        compared.fault = _another_device(store, device) or _compare(store, device, compared.remarks)
    return compared


def _another_device(store: Store, device: Store) -> Fault | None:
    """The fault of a log that is signed with another key than the store names for its device."""
    known, found = keys.key_of(store, "device"), keys.key_of(device, "heads")
    if known is None or found == known:
        return None
    return Fault(
        log.STREAM, 0, f"is of a device with key {keys.short(found or '')}: the tables name {keys.short(known)}"
    )


def _compare(store: Store, device: Store, remarks: list[str]) -> Fault | None:
    kept: dict[str, Kept] = {}
    for envelope in device.read(log.STREAM):
        record = log.read(envelope.kind, envelope.body)
        if envelope.command != log.name_of(record):
            return Fault(log.STREAM, envelope.version, f"no device records this under {envelope.command!r}")
        if (what := _keep(kept, record, envelope.version)) is not None:
            return Fault(log.STREAM, envelope.version, what)
    played, replaced = dict(_played(store)), _replaced(store)
    gone = 0
    for commitment, one in played.items():
        if commitment not in kept and one.version <= replaced.get(one.stream, 0):
            gone += 1
            continue
        if (what := _differs(one, kept.get(commitment))) is not None:
            return Fault(one.stream, one.version, f"round {one.round}: {what}")
        if one.lost and (drawn := kept[commitment].draws):
            results = ", ".join(f"{each.of} {each.outcome}" for each in drawn)
            remarks.append(f"round {one.round} of {one.stream}, whose seed is lost: the device drew {results}")
    if gone:
        remarks.append(f"{gone:,} seals are of a device whose log is lost: they were not compared")
    tables = {stream.removeprefix(TABLE.prefix) for stream in store.streams() if stream.startswith(TABLE.prefix)}
    for commitment, each in kept.items():
        if each.table in tables and commitment not in played and (each.shut is not None or each.draws):
            what = f"the device closed round {each.round} of table {each.table}, whose log does not have its seal"
            return Fault(log.STREAM, each.version, what)
    return None


def _replaced(store: Store) -> dict[str, int]:
    """By stream, the version up to which an earlier device drew for it."""
    return {end.stream: end.version for each in changes_of_device(store) for end in each.record.ends}


def _keep(kept: dict[str, Kept], record: log.Record, version: int) -> str | None:
    """Note a record; return what is wrong with its place in the log."""
    if isinstance(record, log.SeedSealed):
        kept[record.commitment] = Kept(record.table, record.round, version)
        return None
    found = kept.get(record.commitment)
    if found is None or found.told:
        return "is about a seed that the device does not keep"
    match record:
        case log.RoundClosed():
            if found.shut is not None:
                return "closes a round for the second time"
            found.shut = record.shut
        case log.ResultDrawn():
            if found.shut is None:
                return "draws before the close"
            found.draws.append(record.drawn)
        case log.SeedTold():
            found.told = True
    return None


def _played(store: Store) -> Iterator[tuple[str, Played]]:
    """Every seal that a table has published, with what followed."""
    for stream in store.streams():
        if not stream.startswith(TABLE.prefix):
            continue
        last: tuple[str, Played] | None = None
        for envelope in store.read(stream):
            if not envelope.kind.startswith(_KINDS):
                continue
            match events.read(envelope.body):
                case SealPublished() as event:
                    if last is not None:
                        yield last
                    last = event.commitment, Played(stream, envelope.version, event.round)
                case ClosingPublished() as event if last is not None:
                    last[1].closing = event
                case SeedRevealed() as event if last is not None:
                    last[1].proof = event.proof
                case SeedLost() if last is not None:
                    last[1].lost = True
        if last is not None:
            yield last


_KINDS = tuple(
    str(kind.__struct_config__.tag).partition("/")[0]
    for kind in (SealPublished, ClosingPublished, SeedRevealed, SeedLost)
)


def _differs(played: Played, kept: Kept | None) -> str | None:
    """How the device's record of a round differs from the table's. A round under way has no proof yet."""
    table = played.stream.removeprefix(TABLE.prefix)
    if kept is None:
        return "the device has not made its seal"
    if (kept.table, kept.round) != (table, played.round):
        return f"its seal is of round {kept.round} of table {kept.table}"
    closing = None if kept.shut is None else kept.shut.closing
    if played.closing is not None and played.closing.closing != closing:
        return "the device was shown another closing first"
    if played.closing is not None and kept.shut is not None and played.closing.signature != kept.shut.signature:
        return "the closing that it published has another signature than the device gave"
    proof = played.proof
    if proof is None:
        return None
    if not kept.told:
        return "its seed is public, but the device has not told it"
    if tuple(kept.draws) != proof.draws:
        return "the device drew something else"
    if proof.log is not None and (kept.shut is None or kept.shut.log != proof.log):
        return "the device was shown another log"
    return None
