"""A table judged again, for audits: whether every event is what the rules of this version make of what was asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from croupier.conduct.aggregate import Otherwise
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal
from croupier.table import commands_play, events_play
from croupier.table.decide import decide
from croupier.table.effects import effects_of
from croupier.table.events import WORDS
from croupier.table.fits import fits
from croupier.table.made_by import by_whom
from croupier.table.rows import Row
from croupier.table.state import State
from croupier.table.taken import Effects, NotTaken

#: What closes the betting of a round; from there on its outcome is settled by seed and log.
CLOSES = (events_play.BettingClosed, events_play.DiceThrown)


class TableJudge:
    """One table. It also draws every electronic outcome again, from the log as it was when the betting closed."""

    def __init__(self, before: Mapping[int, str]) -> None:
        """`before` are digests of the log as it was before an upgrade, by version: devices drew from those."""
        self._before, self._version = before, 0
        self.counts = {"tables": 1, "rounds": 0, "proofs": 0}
        self._close: tuple[str, str] | None = None  # the command that closed the betting, the digest there

    def see(self, state: State, event: Event, digest: bytes) -> Iterable[Otherwise]:
        """What this version would have decided otherwise; an assertion where the proof of a round does not hold."""
        self._version += 1
        if isinstance(event, events_play.Settled):
            self.counts["rounds"] += event.stage == "round"
        elif isinstance(event, events_play.SeedRevealed):
            if (unread := self._check_proof(event, state)) is not None:
                return (unread,)
            self.counts["proofs"] += 1
        elif isinstance(event, events_play.SealPublished):
            self._close = None
        if isinstance(event, CLOSES) or (self._close is not None and self._close[0] == event.command):
            self._close = event.command, self._before.get(self._version, digest.hex())
        return differences(state, event)

    def _check_proof(self, event: events_play.SeedRevealed, state: State) -> Otherwise | None:
        """The outcome follows from the seed that was sealed and from the log as it was when wagers were closed.

        Under a house that this version does not take nothing can be drawn again: that is a difference, no fault.
        """
        again = decide(commands_play.RevealSeed(id=event.command, by=event.by, at=event.at, proof=event.proof), state)
        if isinstance(again, Refusal) and again.code is Code.HOUSE_UNSOUND:
            return _otherwise(state, event, str(again), None)
        assert again == (event,), f"the proof of the round does not hold: {again}"
        log = event.proof.log
        closed = None if self._close is None else self._close[1]
        assert log in (None, closed), f"the proof is from {log}, which is no digest of the log at the close"
        return None


def differences(state: State, event: Event) -> tuple[Otherwise, ...]:
    """Where an event is not what this version makes of it, on the state before it."""
    try:
        fits(state, event)
        by_whom(event)
        due = effects_of(state, event)
    except NotTaken as no:
        cite = None if no.refusal.cite is None else str(no.refusal.cite)
        return (_otherwise(state, event, f"it is refused: {no.refusal.message}", cite),)
    except Exception as error:  # whatever an event that no table wrote may lead to
        return (_otherwise(state, event, str(error) or type(error).__name__, None),)
    apart = [name for name, value in due.items() if getattr(event, name) != value]
    return tuple(_apart(state, event, due, apart)) if apart else ()


def _apart(state: State, event: Event, due: Effects, names: list[str]) -> Iterator[Otherwise]:
    for name in names:
        said, now = getattr(event, name), due[name]
        if name == "rows":
            yield from (_otherwise(state, event, says, cite) for says, cite in _rows(said, now))
        else:
            yield _otherwise(state, event, f"the event records other {name}: {_short(said)}, not {_short(now)}", None)


def _rows(said: tuple[Row, ...], due: tuple[Row, ...]) -> Iterator[tuple[str, str]]:
    """Every wager that is settled otherwise, with the paragraph of its ending."""
    old, new = ({(row.player, row.wager, row.spot, row.tip): row for row in rows} for rows in (said, due))
    for key in dict.fromkeys((*old, *new)):
        was, now = old.get(key), new.get(key)
        if was != now:
            row = now or was
            assert row is not None
            where = f"{row.wager} {row.spot}" if row.spot else row.wager
            yield f"the event records other rows: {row.player}'s {where} {_paid(was)}, not {_paid(now)}", row.cite
    if old == new and said:
        yield "the event records other rows: their order is another one", said[0].cite


def _paid(row: Row | None) -> str:
    return "is not settled" if row is None else f"ends as {row.grade} and is paid {row.paid}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


def _otherwise(state: State, event: Event, says: str, cite: str | None) -> Otherwise:
    return Otherwise(f"round {getattr(event, 'round', state.round)}", f"{WORDS[type(event)]}: {says}", cite)
