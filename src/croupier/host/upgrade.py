"""A new store from one of an older Croupier, whose events do not record what they changed. The old one stays.

Every event keeps its version, command, time and answer; what it changed is worked out once, and compared with what
the old event recorded. The first entry of the new store names the end of every old stream. A device drew from the
digest of the old log at the close of a round: those digests are named there too, so that its proofs still hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from croupier import __version__
from croupier.conduct import Event, Records, register
from croupier.host import export
from croupier.store import Envelope, Fault, Store, StoreError
from croupier.table import TABLE, State, events, evolve
from croupier.table.effects import completed
from croupier.table.events_play import SealPublished, SeedRevealed
from croupier.table.judge import CLOSES
from croupier.table.taken import NotTaken

STREAM = "upgrade"
WORD = "upgraded/1"
OLD_MARK = "pit"  # the stream by which older versions marked a demonstration
LEFT = ("past/", "pit/owners", "pit/server/")  # what can be made again, or is of servers that are gone
AT_ONCE = 500  # commands that are on their way


class CannotUpgrade(StoreError):
    """A store that this version cannot take over; the new one is not to be used."""


class Old(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an old stream ended, and its digests (by version) that proofs of electronic outcomes name."""

    stream: str
    version: int
    digest: str
    drawn_from: dict[int, str] = {}


class Upgraded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first entry of a store that was made from an older one."""

    croupier: str  # the version that made it
    streams: tuple[Old, ...]


def _check(kind: str, body: bytes) -> Upgraded:
    if kind != WORD:
        raise ValueError(f"no record of an upgrade: {kind!r}")
    return msgspec.json.decode(body, type=Upgraded)


register(Records(STREAM, _check))


def drawn_from(store: Store, stream: str) -> dict[int, str]:
    """The digests of an older store's stream that proofs may name, by version; none where it was not upgraded."""
    record = recorded(store)
    named = (old.drawn_from for old in record.streams if old.stream == stream) if record is not None else ()
    return next(iter(named), {})


def recorded(store: Store) -> Upgraded | None:
    """What the first entry says of the store that this one was made from, if it was."""
    if not store.version(STREAM):
        return None
    first = next(store.read(STREAM))
    return _check(first.kind, first.body)


def unfinished(store: Store) -> Fault | None:
    """An upgrade that stopped on the way, or that is recorded twice."""
    record = recorded(store)
    if record is None:
        return None
    if store.version(STREAM) > 1:
        return Fault(STREAM, 2, "a store is upgraded once: what comes after the first entry is not of Croupier")
    for old in record.streams:
        if store.version(old.stream) < old.version:
            return Fault(old.stream, old.version, "is missing: the upgrade of this store did not finish")
    return None


def upgrade(source: Store, target: Store, at: int) -> int:
    """Fill an empty store with everything of an older one that is whole; how many events it took over."""
    export.whole(source)
    if target.streams():
        raise CannotUpgrade("the new store holds something already: name another file")
    kept = [stream for stream in source.streams() if stream != OLD_MARK and not stream.startswith(LEFT)]
    if STREAM in kept:
        raise CannotUpgrade("this store was made by an upgrade already, and needs none")
    for stream in kept:
        if not stream.startswith(TABLE.prefix):
            raise CannotUpgrade(f"stream {stream!r} is of an unknown kind")
    record = Upgraded(__version__, tuple(_old(source, stream) for stream in kept))
    target.append(STREAM, 0, WORD, [(WORD, msgspec.json.encode(record))], at=at)
    if source.version(OLD_MARK):
        mark = next(source.read(OLD_MARK))
        target.append("floor/demonstration", 0, mark.kind, [(mark.kind, mark.body)], at=mark.at)
    rows: dict[str, list[tuple[int, int, str]]] = {stream: [] for stream in kept}
    for row in source.commands():
        if row.stream in rows:
            rows[row.stream].append((row.first, row.last, row.command))
    for stream in kept:
        _take_over(source, target, stream, [command for _, _, command in sorted(rows[stream])])
    return sum(map(source.version, kept))


def _old(source: Store, stream: str) -> Old:
    """Where a stream ends, and which of its digests proofs name."""
    named = {event.proof.log for event in _events(source, stream) if isinstance(event, SeedRevealed)}
    found: dict[int, str] = {}
    last = None
    for last in source.read(stream):
        if last.digest.hex() in named:
            found[last.version] = last.digest.hex()
    assert last is not None
    return Old(stream, last.version, last.digest.hex(), found)


def _events(source: Store, stream: str) -> Iterator[Event]:
    for envelope in source.read(stream):
        yield events.OLD.read(envelope.body)


def _take_over(source: Store, target: Store, stream: str, commands: list[str]) -> None:
    """Command after command, as they came: the refused ones stand between those that made events."""
    envelopes, state, closed = source.read(stream), TABLE.fresh(stream), False
    for start in range(0, len(commands), AT_ONCE):
        waiting = []
        some = commands[start : start + AT_ONCE]
        found = source.answers(stream, some)
        for row in (found[command] for command in some):
            made = []
            old = list(islice(envelopes, row.last - row.first + 1))
            for envelope in old:
                event, state = _anew(state, envelope)
                closed = isinstance(event, CLOSES) or (closed and not isinstance(event, SealPublished))
                made.append((events.WORDS[type(event)], events.write(event)))
            asked = (stream, row.first - 1, row.command, made)
            at = old[0].at if old else 0
            waiting.append(target.submit(*asked, at=at, content=row.content, answer=row.answer))
        for future in waiting:
            future.result()
    if closed and state.seal is not None and not state.revealed:
        what = f"round {state.round} of {stream!r} was closed and its seed is not revealed"
        raise CannotUpgrade(f"{what}: finish or void it with the Croupier that opened it")


def _anew(state: State, envelope: Envelope) -> tuple[Event, State]:
    """An event with what it changed, which must agree with all that the old one recorded."""
    try:
        old = events.OLD.read(envelope.body)
        event = completed(state, old)
        after = evolve(state, event)
    except NotTaken as no:
        raise CannotUpgrade(_otherwise(envelope, str(no))) from None
    except Exception as error:  # whatever bytes that no table wrote may lead to
        raise CannotUpgrade(_otherwise(envelope, str(error) or type(error).__name__)) from error
    written = msgspec.json.decode(envelope.body, type=dict[str, msgspec.Raw]).keys() - {"event"}
    apart = sorted(name for name in written if getattr(event, name) != getattr(old, name))
    if apart:
        raise CannotUpgrade(_otherwise(envelope, f"it has other {', '.join(apart)}"))
    return event, after


def _otherwise(envelope: Envelope, why: str) -> str:
    what = f"version {envelope.version} of {envelope.stream!r} would be decided otherwise today: {why}"
    return f"{what} Use the first version that records effects (0.2) to upgrade, and open its store with this one."
