"""Makes a new store from one of an older Croupier, whose events lack their effects. The old store is not changed.

Every event keeps its version, command, time and answer. Its effects are computed once and compared with what the old
event recorded. The first entry of the new store names the end of every old stream, and the digests from which its
devices drew (`record.py`). The last entry says that the upgrade is complete; without it the store cannot be opened.
"""

from __future__ import annotations

from itertools import islice

import msgspec

from croupier import __version__
from croupier.conduct import Event
from croupier.host import export
from croupier.host.upgrade.paid_then import as_paid_then
from croupier.host.upgrade.record import DEMONSTRATION, FINISHED, STREAM, WORD, Old, Upgraded, recorded
from croupier.store import Envelope, Store, StoreError
from croupier.table import TABLE, State, events, evolve
from croupier.table.acts.device import SealPublished, SeedRevealed
from croupier.table.effects import completed
from croupier.table.judge import CLOSES
from croupier.table.not_taken import NotTaken

OLD_MARK = "pit"  # the stream with which older versions marked a demonstration
LEFT = ("past/", "pit/owners", "pit/server/")  # not copied: can be made again, or is about servers that no longer run
AT_ONCE = 500  # commands that are submitted before waiting for them


class CannotUpgrade(StoreError):
    """This version cannot upgrade the store. The message says what to do."""


def upgrade(source: Store, target: Store, at: int) -> int:
    """Copy an undamaged older store into an empty one; return the number of events."""
    export.verified(source)
    if target.streams():
        raise CannotUpgrade("the new store is not empty: name another file")
    if recorded(source) is not None:
        raise CannotUpgrade("this store was made by an upgrade and needs no other")
    if not _is_old(source):
        raise CannotUpgrade("this store is of this version and needs no upgrade")
    streams = [stream for stream in source.streams() if stream != OLD_MARK and not stream.startswith(LEFT)]
    for stream in streams:
        if not stream.startswith(TABLE.prefix):
            raise CannotUpgrade(f"stream {stream!r} is of an unknown kind: use the croupier that wrote it")
    record = Upgraded(__version__, tuple(_old(source, stream) for stream in streams))
    target.append(STREAM, 0, WORD, [(WORD, msgspec.json.encode(record))], at=at)
    try:
        _fill(source, target, streams)
        target.append(STREAM, 1, FINISHED, [(FINISHED, b"{}")], at=at)
    except (StoreError, ValueError) as error:
        begun = "The new store is incomplete and cannot be opened: delete it"
        raise CannotUpgrade(f"{str(error).rstrip('.')}. {begun}") from error
    return sum(map(source.version, streams))


def _is_old(source: Store) -> bool:
    """Whether a store contains anything from an older version."""
    streams = source.streams()
    if any(stream == OLD_MARK or stream.startswith(f"{OLD_MARK}/") for stream in streams):
        return True
    tables = (stream for stream in streams if stream.startswith(TABLE.prefix))
    return any(envelope.kind in TABLE.events.too_old for stream in tables for envelope in source.read(stream))


def _old(source: Store, stream: str) -> Old:
    """Record the end of a stream, and its digests at the close of betting in sealed rounds."""
    closes: dict[str, Envelope] = {}  # the last event of each command that closed the betting
    sealed, last = False, None
    for last in source.read(stream):
        event = events.OLD.read(last.body)
        sealed = isinstance(event, SealPublished) or (sealed and not isinstance(event, SeedRevealed))
        if last.command in closes or (sealed and isinstance(event, CLOSES)):
            closes[last.command] = last
    drawn_from = {each.version: each.digest.hex() for each in closes.values()}
    return Old(stream, 0, "") if last is None else Old(stream, last.version, last.digest.hex(), drawn_from)


def _fill(source: Store, target: Store, streams: list[str]) -> None:
    """Copy the mark of a demonstration, if there is one, and every table."""
    if source.version(OLD_MARK):
        mark = next(source.read(OLD_MARK))
        target.append(DEMONSTRATION, 0, mark.kind, [(mark.kind, mark.body)], at=mark.at)
    rows: dict[str, list[tuple[int, int, int, str]]] = {stream: [] for stream in streams}
    for row in source.commands():
        if row.stream in rows:
            rows[row.stream].append((row.place, row.first, row.last, row.command))
    for stream in streams:
        _take_over(source, target, stream, [row[-1] for row in sorted(rows[stream])])


def _take_over(source: Store, target: Store, stream: str, commands: list[str]) -> None:
    """Copy the commands of one stream in their order, refused ones included."""
    envelopes, state = source.read(stream), TABLE.fresh(stream)
    for start in range(0, len(commands), AT_ONCE):
        waiting = []
        some = commands[start : start + AT_ONCE]
        found = source.answers(stream, some)
        for row in (found[command] for command in some):
            new = []
            old = list(islice(envelopes, row.last - row.first + 1))
            for envelope in old:
                event, state = _with_effects(state, envelope)
                new.append((events.WORDS[type(event)], events.write(event)))
            asked = (stream, row.first - 1, row.command, new)
            at = old[0].at if old else 0
            waiting.append(target.submit(*asked, at=at, content=row.content, answer=row.answer, older=True))
        for future in waiting:
            future.result()


def _with_effects(state: State, envelope: Envelope) -> tuple[Event, State]:
    """Add the effects to an old event. They must agree with everything that the old event recorded."""
    try:
        old = events.OLD.read(envelope.body)
        event = as_paid_then(state, old, completed(state, old))
        after = evolve(state, event)
    except NotTaken as no:
        raise CannotUpgrade(_disagrees(envelope, str(no))) from None
    except Exception as error:  # bytes that no table wrote may cause any error
        raise CannotUpgrade(_disagrees(envelope, str(error) or type(error).__name__)) from error
    recorded_fields = msgspec.json.decode(envelope.body, type=dict[str, msgspec.Raw]).keys() - {"event"}
    differing = sorted(name for name in recorded_fields if getattr(event, name) != getattr(old, name))
    if differing:
        raise CannotUpgrade(_disagrees(envelope, f"it has other {', '.join(differing)}"))
    return event, after


def _disagrees(envelope: Envelope, why: str) -> str:
    what = f"version {envelope.version} of {envelope.stream!r} would be decided otherwise today: {why}"
    return f"{what} Use the first version that records effects (0.2) to upgrade, and open its store with this one."
