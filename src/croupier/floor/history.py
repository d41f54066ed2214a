"""Past rounds of a table, from its stream: each as it stood when it was decided, and all that came of it.

Whoever asks makes it read what the store has got since; so it serves the tables of other processes too. It begins at
the last of the states that are kept (`marks.py`), keeps the rounds that it read last, and reads an older round again
from the state kept before it. Outcomes alone are read from the end of the stream. It blocks: ask from a thread.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any

from croupier.core.refusal import Refusal
from croupier.felt import Felt
from croupier.floor import marks
from croupier.floor.marks import Marks
from croupier.host.upgrade.record import drawn_from
from croupier.store import Envelope, Store
from croupier.table import Event, State, events, evolve, stream_of
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.device import SealPublished, SeedRevealed
from croupier.table.acts.dice.throwing import DiceThrown
from croupier.table.acts.irregularities.stops import RoundVoided
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.acts.round.closing import BettingClosed
from croupier.table.acts.round.settling import BettingOpened, Settled
from croupier.table.acts.wagers.choosing import Chosen
from croupier.table.outcomes import Proof
from croupier.table.rows import Row
from croupier.table.settle import play as settled
from croupier.table.state import DrawEntry, Seat

KEPT = 400  # rounds in memory; more than lie between two marks
REMEMBERED = 400  # outcomes
SPAN = 4_000  # events that are searched for them at first


@dataclass(frozen=True)
class PastRound:
    """A round that has closed its betting: as far as it has come."""

    table: str
    number: int
    before: Felt  # as it stood when it was decided
    seats: tuple[Seat, ...] = ()
    at: int = 0  # when it was decided
    outcome: str | None = None
    draws: tuple[DrawEntry, ...] = ()
    rows: tuple[Row, ...] = ()
    announced: tuple[str, ...] = ()
    done: bool = False  # settled, or voided
    voids: tuple[Voided, ...] = ()  # spins or rolls that did not count
    voided: str | None = None  # why every wager went back
    corrections: tuple[OutcomeCorrected, ...] = ()
    seal: str | None = None
    sealed_at: int = 0  # the version of the seal in the log
    closed_by: str | None = None  # the command that closed the betting
    closed_at: int = 0  # its last version; 0 where that was before an upgrade, when entries had other bytes
    log: str | None = None  # the digest of the log there, as it was then
    proof: Proof | None = None

    @property
    def fact(self) -> Any:
        """What the outcome meant; nothing where the round was voided."""
        if self.outcome is None or self.voided is not None:
            return None
        rules = self.before.house.game.course.draws.items()
        before_settling = {of for of, rule in rules if rule.phase == "called"}
        draws = tuple(draw for draw in self.draws if draw.of in before_settling)
        found = settled(self.before, self.outcome, draws)
        return None if isinstance(found, Refusal) else found[0].fact


class History:
    """The rounds of one table."""

    def __init__(self, store: Store, table_id: str, kept: Marks) -> None:
        self.table, self.marks = table_id, kept
        self._store, self._turn = store, Lock()
        self._reading: _Reading | None = None
        self._outcomes: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)  # of settled rounds, oldest first
        self._heard: int | None = None  # the version up to which outcomes are known

    def round(self, number: int) -> PastRound | None:
        """A round by its number; none where there was no such round, or its betting is still open."""
        with self._turn:
            reading = self._follow()
            if number < 1 or number > reading.state.round:
                return None
            return reading.rounds.get(number) if number > reading.begun else self._again(number)

    def last(self, count: int) -> list[tuple[int, str]]:
        """The last settled rounds with their outcomes, the latest first."""
        with self._turn:
            self._hear()
            return list(self._outcomes)[: -count - 1 : -1]

    def _hear(self) -> None:
        """Take in the outcomes that have come; at first those near the end, as many as are remembered."""
        if self._heard is not None:
            self._listen(self._heard)
            return
        end, span = self._store.version(stream_of(self.table)), SPAN
        while self._heard is None or (len(self._outcomes) < REMEMBERED and span < 4 * end):
            self._outcomes.clear()
            self._listen(max(0, end - span))
            span *= 4

    def _listen(self, after: int) -> None:
        """Take in the outcomes after a version."""
        self._heard = after
        for envelope in self._store.read(stream_of(self.table), after):
            self._heard = envelope.version
            if envelope.kind.partition("/")[0] not in _DECIDES:
                continue
            event = events.read(envelope.body)
            if isinstance(event, Settled) and event.stage == "round":
                self._outcomes.append((event.round, event.outcome))
            elif isinstance(event, OutcomeCorrected):
                self._correct(event.round, event.now)

    def _correct(self, number: int, outcome: str) -> None:
        """What is put right before payment is not among the settled ones yet."""
        for place, (known, _) in enumerate(self._outcomes):
            if known == number:
                self._outcomes[place] = number, outcome

    @cached_property
    def _drawn_from(self) -> Mapping[int, str]:
        """The digests of the log as it was before an upgrade, by version."""
        return drawn_from(self._store, stream_of(self.table))

    def _follow(self) -> _Reading:
        if self._reading is None:
            self._reading = _Reading(*self.marks.before(), self._drawn_from)
        for _ in self._read(self._reading):
            pass
        return self._reading

    def _again(self, number: int) -> PastRound | None:
        """A round long past, read from the state kept before it to where it can change no more."""
        reading = _Reading(*self.marks.before(number), self._drawn_from)
        for state in self._read(reading):
            if state.round > number + marks.EVERY:
                break
        return reading.rounds.get(number)

    def _read(self, reading: _Reading) -> Iterator[State]:
        """Go on to the end of the stream, a state for every event, and keep those that are worth it."""
        for envelope in self._store.read(stream_of(self.table), reading.version):
            event = events.read(envelope.body)
            if isinstance(event, BettingOpened):
                self.marks.keep(reading.state, reading.version)
            reading.step(envelope, event)
            yield reading.state


#: The kinds of events that say what came, without their versions.
_DECIDES = ("settled", "outcome-corrected")


class _Reading:
    """How far a stream was read, and the rounds met on the way."""

    def __init__(self, state: State, version: int, drawn_from: Mapping[int, str]) -> None:
        self.state, self.version, self._drawn_from = state, version, drawn_from
        self.begun = state.round  # this round and those before it are not among those met, or not whole
        self.rounds: OrderedDict[int, PastRound] = OrderedDict()
        self._seal: tuple[int, str, int] | None = None  # published while the betting of its round is open

    def step(self, envelope: Envelope, event: Event) -> None:
        """Take one event in."""
        before = self.state
        self.state, self.version = evolve(before, event), envelope.version
        if (keep := _KEEP.get(type(event))) is not None:
            keep(self, before, event)
        current = self.rounds.get(before.round)
        if current is not None and current.closed_by == envelope.command:
            old = self._drawn_from.get(envelope.version)
            log, at = (old, 0) if old is not None else (envelope.digest.hex(), envelope.version)
            self.rounds[before.round] = replace(current, log=log, closed_at=at)
        while len(self.rounds) > KEPT:
            self.begun = max(self.begun, self.rounds.popitem(last=False)[0])

    def round(self, number: int, state: State) -> PastRound:
        """The round of that number as known so far."""
        found = self.rounds.get(number)
        if found is None:
            found = PastRound(state.table_id, number, state.felt, state.seats, state.at)
            if self._seal is not None and self._seal[0] == number:
                found = replace(found, seal=self._seal[1], sealed_at=self._seal[2])
        return found

    def sealed(self, state: State, event: SealPublished) -> None:
        """A seal is of the round that is open, or, where that was voided, of its next try."""
        self._seal = event.round, event.commitment, self.version
        if event.round in self.rounds:
            self.rounds[event.round] = replace(
                self.rounds[event.round], seal=event.commitment, sealed_at=self.version, proof=None
            )

    def closed(self, state: State, event: BettingClosed | DiceThrown) -> None:
        """The betting is closed: from here on there is a round to look at."""
        kept = self.round(event.round, state)
        self.rounds[event.round] = replace(kept, before=state.felt, seats=state.seats, closed_by=event.command)

    def settled(self, state: State, event: Settled) -> None:
        """Paid, or the bonus round paid after it."""
        kept = self.round(event.round, state)
        if event.stage != "round":
            self.rounds[event.round] = replace(
                kept, rows=kept.rows + event.rows, draws=kept.draws + state.draws, announced=event.announced
            )
            return
        self.rounds[event.round] = replace(
            kept,
            before=state.felt,
            seats=state.seats,
            at=event.at,
            outcome=event.outcome,
            draws=state.draws,
            rows=event.rows,
            announced=event.announced,
            done=True,
        )

    def chosen(self, state: State, event: Chosen) -> None:
        """A choice belongs to the round that asked for it."""
        if state.rounds and state.rounds[-1].number in self.rounds:
            number = state.rounds[-1].number
            self.rounds[number] = replace(self.rounds[number], rows=self.rounds[number].rows + event.rows)

    def void(self, state: State, event: Voided) -> None:
        """A spin or roll that does not count."""
        kept = self.round(event.round, state)
        self.rounds[event.round] = replace(kept, voids=(*kept.voids, event))

    def voided(self, state: State, event: RoundVoided) -> None:
        """Every wager went back."""
        kept = self.round(event.round, state)
        if kept.done:  # play goes on from a settled round: what stood was for the next one
            return
        self.rounds[event.round] = replace(
            kept, before=state.felt, seats=state.seats, at=event.at, rows=event.rows, voided=event.reason, done=True
        )

    def corrected(self, state: State, event: OutcomeCorrected) -> None:
        """A wrong outcome was put right."""
        if event.round not in self.rounds:
            return
        kept = self.rounds[event.round]
        kept = replace(kept, corrections=(*kept.corrections, event))
        if kept.done:
            kept = replace(kept, outcome=event.now, rows=event.rows, draws=event.draws)
        self.rounds[event.round] = kept

    def revealed(self, state: State, event: SeedRevealed) -> None:
        """The proof says which round it is of."""
        kept = self.round(event.proof.round, state)
        self.rounds[event.proof.round] = replace(kept, proof=event.proof)


_KEEP: dict[type[Event], Callable[[_Reading, State, Any], None]] = {
    SealPublished: _Reading.sealed,
    BettingClosed: _Reading.closed,
    DiceThrown: _Reading.closed,
    Settled: _Reading.settled,
    Chosen: _Reading.chosen,
    Voided: _Reading.void,
    RoundVoided: _Reading.voided,
    OutcomeCorrected: _Reading.corrected,
    SeedRevealed: _Reading.revealed,
}
