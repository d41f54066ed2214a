"""Judges a table for an audit: decides every recorded command again by the rules of this version.

Commands are rebuilt from their events (`conduct/again.py`). The same events lead to the same state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from croupier.conduct.again import Again
from croupier.conduct.aggregate import Conducted, Judged, Otherwise
from croupier.conduct.event import Event
from croupier.conduct.names import as_before
from croupier.core.clock import Step
from croupier.core.refusal import Code, Refusal
from croupier.table.acts import ACTS
from croupier.table.acts.clock import ClockAcknowledged, ClockStepped
from croupier.table.acts.device import ClosingPublished, SealPublished, SeedRevealed, chance_of
from croupier.table.acts.dice.throwing import DiceThrown
from croupier.table.acts.irregularities.lost_seed import SeedLost, waits_for_seed
from croupier.table.acts.round.closing import BettingClosed
from croupier.table.acts.round.settling import Settled
from croupier.table.decide import conduct
from croupier.table.events import WORDS
from croupier.table.outcomes import OUTCOME, Seal, draw
from croupier.table.proof import Proof
from croupier.table.rows import Row
from croupier.table.state import State

#: Events that close the betting of a round; from then on, seed and log determine its outcome.
CLOSES = (BettingClosed, DiceThrown)
#: Events of which the judge takes a note.
NOTED = frozenset(
    {*CLOSES, Settled, SealPublished, ClosingPublished, SeedRevealed, SeedLost, ClockStepped, ClockAcknowledged}
)
_ELSEWHERE = "the {what} is from {log}, which is no digest of the log at the close"
#: Events about the bank are missing in it: any act may cause them.
AGAIN = Again(ACTS)
#: Remarks of one table that are kept; further ones are only counted.
MOST_REMARKS = 1_000
Decided = Conducted[State, Event] | Refusal | None


class TableJudge:
    """Judges one table. It also draws every electronic outcome again, from the log's digest at the close."""

    def __init__(self, before: Mapping[int, str]) -> None:
        """`before` maps versions to digests of the log before an upgrade: devices drew from those."""
        self._before, self._version = before, 0
        counts = ("rounds", "proofs", "delays", "voided", "lost", "steps", "remarks")
        self.counts = {"tables": 1, **dict.fromkeys(counts, 0)}
        #: Voided rounds of a device, with what they drew or would have drawn; lost seeds; steps of the clock.
        self.remarks: list[str] = []
        self._close: str | None = None  # the digest after the command that closed the betting

    def see(self, state: State, events: tuple[Event, ...], digest: bytes) -> Judged[State, Event]:
        """What this version would decide differently. Raises AssertionError if the proof of a round is wrong."""
        self._version += len(events)
        found, decided = judged(state, events)
        if found.otherwise:  # a log of an older version is judged with names as that version compared them
            with as_before():
                older = judged(state, events)
            found, decided = (found, decided) if older[0].otherwise else older
        for event in events:
            if type(event) in NOTED:
                self._note(event, decided, digest, state)
        return found

    def _note(self, event: Event, decided: Decided, digest: bytes, state: State) -> None:
        match event:
            case Settled():
                self.counts["rounds"] += event.stage == "round"
            case SealPublished():
                self._close = None
            case ClosingPublished():
                assert event.closing.log == self._close, _ELSEWHERE.format(what="closing", log=event.closing.log)
            case SeedRevealed():
                self._check_proof(event, decided, state)
            case ClockStepped():
                self.counts["steps"] += 1
                self._remark(f"round {state.round}: the clock stepped {Step(event.before, event.after)}")
            case ClockAcknowledged():
                self._remark(_acknowledged(event, state))
            case SeedLost():
                self.counts["lost"] += 1
                self._remark(f"round {event.round} {self._lost(event, state)}")
            case BettingClosed() | DiceThrown():
                self._close = self._before.get(self._version, digest.hex())

    def _check_proof(self, event: SeedRevealed, decided: Decided, state: State) -> None:
        """Check that the outcome follows from the sealed seed and from what the close of betting fixed.

        If this version cannot load the house, nothing can be drawn again; the audit reports that as a difference.
        """
        if isinstance(decided, Refusal) and decided.code is Code.HOUSE_UNSOUND:
            return
        same = isinstance(decided, Conducted) and decided.events == (event,)
        assert same, f"the proof of the round does not hold: {decided}"
        log = event.proof.log
        assert log in (None, self._close), _ELSEWHERE.format(what="proof", log=log)
        self.counts["proofs"] += 1
        self.counts["delays"] += event.proof.closing is not None
        if event.proof.voided:
            self.counts["voided"] += 1
            self._remark(f"round {event.proof.round} {self._voided(event.proof, state)}")

    def _remark(self, says: str) -> None:
        self.counts["remarks"] += 1
        if len(self.remarks) < MOST_REMARKS:
            self.remarks.append(says)

    def _lost(self, event: SeedLost, state: State) -> str:
        """What became of a round whose seed is lost. `state` is from before the loss was declared."""
        settled = next((each for each in state.rounds if each.number == event.round), None)
        if settled is not None:
            what = f"was settled with {settled.outcome}, which nobody can prove"
            what += ", and wagers that waited for another draw were returned" if waits_for_seed(state) else ""
        elif state.outcome is not None:
            what = f"was voided after it drew {state.outcome}, which nobody can prove"
        elif self._close is not None:
            what = "was voided after the close, and nobody can say what it would have drawn"
        elif waits_for_seed(state) or state.phase == "settled":
            what = "was voided before the close, when nothing fixed its outcome"
        else:
            what = "got another seal before the close, when nobody had a wager"
        return f"{what}: its seed is lost, as {event.by.person} ({event.by.licence}) declared: {event.reason}"

    def _voided(self, proof: Proof, state: State) -> str:
        """What a voided round drew, or would have drawn: a house that voids rounds on purpose shows here."""
        if proof.draws:
            return f"was voided after it drew {', '.join(f'{each.of} {each.outcome}' for each in proof.draws)}"
        if self._close is None:
            return "was voided before the close, when nothing fixed its outcome"
        at = proof.closing or (None if state.house.delay else self._close)
        if at is None:
            return "was voided before its closing was published, when nothing fixed its outcome"
        seal = Seal(proof.table, proof.round, bytes.fromhex(proof.seed))
        would = draw(seal, at, 1, OUTCOME, chance_of(state, OUTCOME))
        return f"was voided after the close: it would have drawn {would.outcome}"


def _acknowledged(event: ClockAcknowledged, state: State) -> str:
    """Who acknowledged a step, and from when on times count again."""
    who = f"{event.by.person} ({event.by.role})"
    return f"round {state.round}: {who} acknowledged the clock; times went {Step(event.before, event.at)}"


def judged(state: State, events: tuple[Event, ...]) -> tuple[Judged[State, Event], Decided]:
    """The differences between a command's recorded events and what this version decides; and that decision."""
    first: Decided = None
    try:
        for way in AGAIN.ways(events):
            command = way.command(events)
            if command is None:
                continue
            decided = conduct(command, state)
            if isinstance(decided, Conducted) and decided.events == events:
                return tuple.__new__(Judged, ((), decided)), decided  # in half the time of a call
            first = first or decided
    except Exception as error:  # forged events can cause any error
        return Judged(((0, _otherwise(state, events[0], str(error) or type(error).__name__)),)), None
    return Judged(tuple(_apart(state, events, first))), first


def _apart(state: State, events: tuple[Event, ...], decided: Decided) -> Iterator[tuple[int, Otherwise]]:
    """The differences, by the number of the event within the command."""
    if decided is None:
        yield 0, _otherwise(state, events[0], "no command makes it")
    elif isinstance(decided, Refusal):
        cite = None if decided.cite is None else str(decided.cite)
        yield 0, _otherwise(state, events[0], f"it is refused: {decided.message}", cite)
    else:
        for number, (said, now) in enumerate(zip_longest(events, decided.events)):
            if said is None or now is None or type(said) is not type(now):
                made = ", ".join(WORDS[type(event)] for event in decided.events)
                yield (
                    min(number, len(events) - 1),
                    _otherwise(state, said or events[-1], f"this version makes {made}"),
                )
                return
            for name in said.__struct_fields__:
                if getattr(said, name) != getattr(now, name):
                    yield from ((number, each) for each in _field(state, said, now, name))


def _field(state: State, said: Event, now: Event, name: str) -> Iterator[Otherwise]:
    was, due = getattr(said, name), getattr(now, name)
    if name == "rows":
        yield from (_otherwise(state, said, says, cite) for says, cite in _rows(was, due))
    else:
        yield _otherwise(state, said, f"the event records other {name}: {_short(was)}, not {_short(due)}")


def _rows(said: tuple[Row, ...], due: tuple[Row, ...]) -> Iterator[tuple[str, str]]:
    """Every wager settled differently, with the paragraph that decided it."""
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
    if row is None:
        return "is not settled"
    return f"ends as {row.grade} and {_TO[row.step]} {row.paid}{' into the tip box' if row.to_tips else ''}"


_TO = {"collect": "is collected, with", "pay": "is paid", "return": "is paid"}


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


def _otherwise(state: State, event: Event, says: str, cite: str | None = None) -> Otherwise:
    return Otherwise(f"round {getattr(event, 'round', state.round)}", f"{WORDS[type(event)]}: {says}", cite)
