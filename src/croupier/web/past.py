"""Past rounds of a table, from its stream: each as it stood when it was decided, and all that came of it.

Whoever asks makes it read what the store has got since; so it serves the tables of other processes too. It keeps what
it read last, and a state every so many rounds, from which an older round is read again. All of it blocks: ask from a
thread.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from croupier.core.refusal import Refusal
from croupier.felt import Felt
from croupier.host import stream_of
from croupier.store import Envelope, Store
from croupier.table import Event, State, begin, events, evolve
from croupier.table import events_irregularities as irregular
from croupier.table import events_play as play
from croupier.table.commands_irregularities import DrawEntry
from croupier.table.event import Row
from croupier.table.outcomes import Proof
from croupier.table.settle import play as settled
from croupier.table.state import Seat

KEPT = 400  # rounds in memory
EVERY = 50  # rounds from one kept state to the next; fewer than are kept
REMEMBERED = 2_000  # outcomes


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
    voids: tuple[irregular.Voided, ...] = ()  # spins or rolls that did not count
    voided: str | None = None  # why every wager went back
    corrections: tuple[irregular.OutcomeCorrected, ...] = ()
    seal: str | None = None
    closed_by: str | None = None  # the command that closed the betting
    log: str | None = None  # the digest of the log there
    proof: Proof | None = None

    @property
    def fact(self) -> Any:
        """What the outcome meant; nothing where the round was voided."""
        if self.outcome is None or self.voided is not None:
            return None
        found = settled(self.before, self.outcome, self.draws_of("award"))
        return None if isinstance(found, Refusal) else found[0].fact

    def draws_of(self, of: str) -> tuple[DrawEntry, ...]:
        """The draws of one kind; those of a bonus round come after the settlement."""
        return tuple(draw for draw in self.draws if draw.of == of)


class Past:
    """The rounds of one table."""

    def __init__(self, store: Store, table_id: str) -> None:
        self.table = table_id
        self._store, self._turn = store, Lock()
        self._reading = _Reading(begin(table_id), 0)
        self._marks = [_Reading(self._reading.state, 0)]
        self.outcomes: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)  # of settled rounds, oldest first

    def round(self, number: int) -> PastRound | None:
        """A round by its number; none where there was no such round, or its betting is still open."""
        with self._turn:
            self._follow()
            found = self._reading.rounds.get(number)
            if found is not None or number > self._reading.state.round or number < 1:
                return found
            return self._again(number)

    def last(self, count: int) -> list[tuple[int, str]]:
        """The last settled rounds with their outcomes, the latest first."""
        with self._turn:
            self._follow()
            return list(self.outcomes)[: -count - 1 : -1]

    def _follow(self) -> None:
        for envelope in self._store.read(stream_of(self.table), self._reading.version):
            event = events.read(envelope.body)
            if isinstance(event, play.BettingOpened) and event.round >= self._marks[-1].state.round + EVERY:
                self._marks.append(_Reading(self._reading.state, self._reading.version))
            self._reading.step(envelope, event)
            if isinstance(event, play.Settled) and event.stage == "round":
                self.outcomes.append((event.round, event.outcome))
            elif isinstance(event, irregular.OutcomeCorrected):
                self._correct(event.round, event.now)

    def _correct(self, number: int, outcome: str) -> None:
        """What is put right before payment is not among the settled ones yet."""
        for place, (known, _) in enumerate(self.outcomes):
            if known == number:
                self.outcomes[place] = number, outcome

    def _again(self, number: int) -> PastRound | None:
        """A round long past, read from the state kept before it to where it can change no more."""
        mark = next(each for each in reversed(self._marks) if each.state.round < number)
        reading = _Reading(mark.state, mark.version)
        for envelope in self._store.read(stream_of(self.table), mark.version):
            reading.step(envelope, events.read(envelope.body))
            if reading.state.round > number + EVERY:
                break
        return reading.rounds.get(number)


class _Reading:
    """How far a stream was read, and the rounds met on the way."""

    def __init__(self, state: State, version: int) -> None:
        self.state, self.version = state, version
        self.rounds: OrderedDict[int, PastRound] = OrderedDict()
        self._seal: tuple[int, str] | None = None  # published while the betting of its round is open

    def step(self, envelope: Envelope, event: Event) -> None:
        """Take one event in."""
        before = self.state
        self.state, self.version = evolve(before, event), envelope.version
        if (keep := _KEEP.get(type(event))) is not None:
            keep(self, before, event)
        current = self.rounds.get(before.round)
        if current is not None and current.closed_by == envelope.command:
            self.rounds[before.round] = replace(current, log=envelope.digest.hex())
        while len(self.rounds) > KEPT:
            self.rounds.popitem(last=False)

    def round(self, number: int, state: State) -> PastRound:
        """The round of that number as known so far."""
        found = self.rounds.get(number)
        if found is None:
            seal = self._seal[1] if self._seal is not None and self._seal[0] == number else None
            found = PastRound(state.table_id, number, state.felt, state.seats, state.at, seal=seal)
        return found

    def sealed(self, state: State, event: play.SealPublished) -> None:
        """A seal is of the round that is open, or, where that was voided, of its next try."""
        self._seal = event.round, event.commitment
        if event.round in self.rounds:
            self.rounds[event.round] = replace(self.rounds[event.round], seal=event.commitment, proof=None)

    def closed(self, state: State, event: play.BettingClosed | play.DiceThrown) -> None:
        """The betting is closed: from here on there is a round to look at."""
        kept = self.round(event.round, state)
        self.rounds[event.round] = replace(kept, before=state.felt, seats=state.seats, closed_by=event.command)

    def settled(self, state: State, event: play.Settled) -> None:
        """Paid, or the bonus round paid after it."""
        kept = self.round(event.round, state)
        if event.stage == "bonus":
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

    def chosen(self, state: State, event: play.Chosen) -> None:
        """A choice belongs to the round that asked for it."""
        if state.rounds and state.rounds[-1].number in self.rounds:
            number = state.rounds[-1].number
            self.rounds[number] = replace(self.rounds[number], rows=self.rounds[number].rows + event.rows)

    def void(self, state: State, event: irregular.Voided) -> None:
        """A spin or roll that does not count."""
        kept = self.round(event.round, state)
        self.rounds[event.round] = replace(kept, voids=(*kept.voids, event))

    def voided(self, state: State, event: irregular.RoundVoided) -> None:
        """Every wager went back."""
        kept = self.round(event.round, state)
        if kept.done:  # play goes on from a settled round: what stood was for the next one
            return
        self.rounds[event.round] = replace(
            kept, before=state.felt, seats=state.seats, at=event.at, rows=event.rows, voided=event.reason, done=True
        )

    def corrected(self, state: State, event: irregular.OutcomeCorrected) -> None:
        """A wrong outcome was put right."""
        if event.round not in self.rounds:
            return
        kept = self.rounds[event.round]
        kept = replace(kept, corrections=(*kept.corrections, event))
        if kept.done:
            kept = replace(kept, outcome=event.now, rows=event.rows, draws=event.draws)
        self.rounds[event.round] = kept

    def revealed(self, state: State, event: play.SeedRevealed) -> None:
        """The proof says which round it is of."""
        kept = self.round(event.proof.round, state)
        self.rounds[event.proof.round] = replace(kept, proof=event.proof)


_KEEP: dict[type[Event], Callable[[_Reading, State, Any], None]] = {
    play.SealPublished: _Reading.sealed,
    play.BettingClosed: _Reading.closed,
    play.DiceThrown: _Reading.closed,
    play.Settled: _Reading.settled,
    play.Chosen: _Reading.chosen,
    irregular.Voided: _Reading.void,
    irregular.RoundVoided: _Reading.voided,
    irregular.OutcomeCorrected: _Reading.corrected,
    play.SeedRevealed: _Reading.revealed,
}
