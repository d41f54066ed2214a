"""Past rounds of a table, replayed from its stream: the layout when each round was decided, and its results.

Every call first reads the events that were stored since the last call, so this also works for tables that another
process owns. Reading starts at the newest past snapshot (`past_snapshots.py`). The last 400 rounds stay in memory; an
older one is replayed from the snapshot before it. The list of outcomes needs no replay: it comes from the last events
of the stream. Methods block: call them from a thread.
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
from croupier.floor import past_snapshots
from croupier.floor.past_snapshots import PastSnapshots
from croupier.host.upgrade.record import drawn_from
from croupier.store import Envelope, Store
from croupier.table import Event, State, events, evolve, stream_of
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.device import ClosingPublished, SealPublished, SeedRevealed
from croupier.table.acts.dice.throwing import DiceThrown
from croupier.table.acts.irregularities.lost_seed import SeedLost
from croupier.table.acts.irregularities.stops import RoundVoided
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.acts.round.calling import OutcomeCalled
from croupier.table.acts.round.closing import BettingClosed
from croupier.table.acts.round.settling import BettingOpened, Settled
from croupier.table.acts.wagers.choosing import Chosen
from croupier.table.proof import Proof
from croupier.table.rows import Row
from croupier.table.settle import play as settled
from croupier.table.state import DrawEntry, Seat

KEPT = 400  # rounds in memory; more than between two snapshots
REMEMBERED = 400  # outcomes in memory
SPAN = 4_000  # how many events the first search for outcomes reads, counted from the end


@dataclass(frozen=True)
class PastRound:
    """A round whose betting is closed, as far as its events have been read."""

    table: str
    number: int
    before: Felt  # the felt just before the round was decided
    seats: tuple[Seat, ...] = ()
    at: int = 0  # when it was decided
    outcome: str | None = None
    draws: tuple[DrawEntry, ...] = ()
    rows: tuple[Row, ...] = ()
    announced: tuple[str, ...] = ()
    done: bool = False  # settled, or voided
    voids: tuple[Voided, ...] = ()  # spins or rolls that did not count
    voided: str | None = None  # the reason, if the round was voided and every wager returned
    corrections: tuple[OutcomeCorrected, ...] = ()
    seal: str | None = None
    sealed_at: int = 0  # the version of the seal in the log
    closed_by: str | None = None  # the command that closed the betting
    closed_at: int = 0  # its last version; 0 where that was before an upgrade, when entries had other bytes
    log: str | None = None  # the digest of the log at `closed_at`, before any upgrade
    root: str | None = None  # of the closing that was published before the outcome, in a house with a delay
    proof: Proof | None = None
    lost: bool = False  # the device has lost its seed: there will be no proof

    @property
    def fact(self) -> Any:
        """The fact of the outcome; None where the round was voided."""
        if self.outcome is None or self.voided is not None:
            return None
        rules = self.before.house.game.course.draws.items()
        before_settling = {of for of, rule in rules if rule.phase == "called"}
        draws = tuple(draw for draw in self.draws if draw.of in before_settling)
        found = settled(self.before, self.outcome, draws)
        return None if isinstance(found, Refusal) else found[0].fact


class History:
    """The rounds of one table."""

    def __init__(self, store: Store, table_id: str, snapshots: PastSnapshots) -> None:
        self.table, self.snapshots = table_id, snapshots
        self._store, self._turn = store, Lock()
        self._reading: _Reading | None = None
        self._outcomes: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)  # of settled rounds, oldest first
        self._outcomes_read_to: int | None = None  # the version up to which outcomes are known

    def round(self, number: int) -> PastRound | None:
        """A round by its number; None where there is no such round, or its betting is still open."""
        with self._turn:
            reading = self._follow()
            if number < 1 or number > reading.state.round:
                return None
            return reading.rounds.get(number) if number > reading.begun else self._replay(number)

    def last(self, count: int) -> list[tuple[int, str]]:
        """The last settled rounds with their outcomes, the latest first."""
        with self._turn:
            self._read_new_outcomes()
            return list(self._outcomes)[: -count - 1 : -1]

    def _read_new_outcomes(self) -> None:
        """Read new outcomes; the first time, search from the end of the stream until enough are found."""
        if self._outcomes_read_to is not None:
            self._read_outcomes(self._outcomes_read_to)
            return
        end, span = self._store.version(stream_of(self.table)), SPAN
        while self._outcomes_read_to is None or (len(self._outcomes) < REMEMBERED and span < 4 * end):
            self._outcomes.clear()
            self._read_outcomes(max(0, end - span))
            span *= 4

    def _read_outcomes(self, after: int) -> None:
        """Read the outcomes that follow a version of the stream."""
        self._outcomes_read_to = after
        for envelope in self._store.read(stream_of(self.table), after):
            self._outcomes_read_to = envelope.version
            if envelope.kind.partition("/")[0] not in _DECIDES:
                continue
            event = events.read(envelope.body)
            if isinstance(event, Settled) and event.stage == "round":
                self._outcomes.append((event.round, event.outcome))
            elif isinstance(event, OutcomeCorrected):
                self._correct(event.round, event.now)

    def _correct(self, number: int, outcome: str) -> None:
        """Replace a corrected outcome; one corrected before payment is not in the list yet."""
        for place, (known, _) in enumerate(self._outcomes):
            if known == number:
                self._outcomes[place] = number, outcome

    @cached_property
    def _drawn_from(self) -> Mapping[int, str]:
        """The digests of the log as it was before an upgrade, by version."""
        return drawn_from(self._store, stream_of(self.table))

    def _follow(self) -> _Reading:
        if self._reading is None:
            self._reading = _Reading(*self.snapshots.before(), self._drawn_from)
        for _ in self._read(self._reading):
            pass
        return self._reading

    def _replay(self, number: int) -> PastRound | None:
        """Replay an old round from the snapshot before it, and 50 rounds further, since corrections come later."""
        reading = _Reading(*self.snapshots.before(number), self._drawn_from)
        for state in self._read(reading):
            if state.round > number + past_snapshots.EVERY:
                break
        return reading.rounds.get(number)

    def _read(self, reading: _Reading) -> Iterator[State]:
        """Read on to the end of the stream; yield the state after every event, and keep missing snapshots."""
        for envelope in self._store.read(stream_of(self.table), reading.version):
            event = events.read(envelope.body)
            if isinstance(event, BettingOpened):
                self.snapshots.keep(reading.state, reading.version)
            reading.step(envelope, event)
            yield reading.state


#: The kinds of events that contain an outcome, without their versions.
_DECIDES = ("settled", "outcome-corrected")


class _Reading:
    """A replay of part of a stream: the state it has reached, and the rounds it has passed."""

    def __init__(self, state: State, version: int, drawn_from: Mapping[int, str]) -> None:
        self.state, self.version, self._drawn_from = state, version, drawn_from
        self.begun = state.round  # rounds up to this one are not in `rounds`, or incomplete
        self.rounds: OrderedDict[int, PastRound] = OrderedDict()
        self._seal: tuple[int, str, int] | None = None  # round, commitment and version of the last published seal

    def step(self, envelope: Envelope, event: Event) -> None:
        """Apply one event, and note what it says about its round."""
        before = self.state
        self.state, self.version = evolve(before, event), envelope.version
        if (note := _NOTES.get(type(event))) is not None:
            note(self, before, event)
        current = self.rounds.get(before.round)
        if current is not None and current.closed_by == envelope.command:
            old = self._drawn_from.get(envelope.version)
            log, at = (old, 0) if old is not None else (envelope.digest.hex(), envelope.version)
            self.rounds[before.round] = replace(current, log=log, closed_at=at)
        while len(self.rounds) > KEPT:
            self.begun = max(self.begun, self.rounds.popitem(last=False)[0])

    def round(self, number: int, state: State) -> PastRound:
        """The round of that number as far as it is known."""
        found = self.rounds.get(number)
        if found is None:
            found = PastRound(state.table_id, number, state.felt, state.seats, state.at)
            if self._seal is not None and self._seal[0] == number:
                found = replace(found, seal=self._seal[1], sealed_at=self._seal[2])
        return found

    def sealed(self, state: State, event: SealPublished) -> None:
        """Note a seal. If the spin or roll of its round was voided, it is the seal for the second try."""
        self._seal = event.round, event.commitment, self.version
        if event.round in self.rounds:
            self.rounds[event.round] = replace(
                self.rounds[event.round], seal=event.commitment, sealed_at=self.version, proof=None, lost=False
            )

    def closed(self, state: State, event: BettingClosed | DiceThrown) -> None:
        """Note that betting closed: from here on the round can be shown."""
        kept = self.round(event.round, state)
        self.rounds[event.round] = replace(kept, before=state.felt, seats=state.seats, closed_by=event.command)

    def closing(self, state: State, event: ClosingPublished) -> None:
        """Note what was published before anything could be drawn."""
        self.rounds[event.round] = replace(self.round(event.round, state), root=event.closing.root)

    def called(self, state: State, event: OutcomeCalled) -> None:
        """Note what was said with the outcome."""
        self.rounds[event.round] = replace(self.round(event.round, state), announced=event.announced)

    def settled(self, state: State, event: Settled) -> None:
        """Note a settlement, or the settlement of a bonus round after it."""
        kept = self.round(event.round, state)
        if event.stage != "round":
            self.rounds[event.round] = replace(kept, rows=kept.rows + event.rows, draws=kept.draws + state.draws)
            return
        self.rounds[event.round] = replace(
            kept,
            before=state.felt,
            seats=state.seats,
            at=event.at,
            outcome=event.outcome,
            draws=state.draws,
            rows=event.rows,
            announced=event.announced or kept.announced,
            done=True,
        )

    def chosen(self, state: State, event: Chosen) -> None:
        """Note a player's choice: it belongs to the last settled round, which asked for it."""
        if state.rounds and state.rounds[-1].number in self.rounds:
            number = state.rounds[-1].number
            self.rounds[number] = replace(self.rounds[number], rows=self.rounds[number].rows + event.rows)

    def outcome_voided(self, state: State, event: Voided) -> None:
        """Note a spin or roll that does not count."""
        kept = self.round(event.round, state)
        self.rounds[event.round] = replace(kept, voids=(*kept.voids, event))

    def round_voided(self, state: State, event: RoundVoided) -> None:
        """Note that the round was voided and every wager returned."""
        kept = self.round(event.round, state)
        if kept.done:  # already settled: the returned wagers were for the next round
            return
        self.rounds[event.round] = replace(
            kept, before=state.felt, seats=state.seats, at=event.at, rows=event.rows, voided=event.reason, done=True
        )

    def corrected(self, state: State, event: OutcomeCorrected) -> None:
        """Note a corrected outcome."""
        if event.round not in self.rounds:
            return
        kept = self.rounds[event.round]
        kept = replace(kept, corrections=(*kept.corrections, event), announced=event.announced)
        if kept.done:
            kept = replace(kept, outcome=event.now, rows=event.rows, draws=event.draws)
        self.rounds[event.round] = kept

    def revealed(self, state: State, event: SeedRevealed) -> None:
        """Note the proof of a round."""
        kept = self.round(event.proof.round, state)
        self.rounds[event.proof.round] = replace(kept, proof=event.proof)

    def lost(self, state: State, event: SeedLost) -> None:
        """Note that the seed of a round is lost."""
        if event.round in self.rounds:
            self.rounds[event.round] = replace(self.rounds[event.round], lost=True)


#: Which method of a replay notes which event.
_NOTES: dict[type[Event], Callable[[_Reading, State, Any], None]] = {
    SealPublished: _Reading.sealed,
    BettingClosed: _Reading.closed,
    DiceThrown: _Reading.closed,
    ClosingPublished: _Reading.closing,
    OutcomeCalled: _Reading.called,
    Settled: _Reading.settled,
    Chosen: _Reading.chosen,
    Voided: _Reading.outcome_voided,
    RoundVoided: _Reading.round_voided,
    OutcomeCorrected: _Reading.corrected,
    SeedRevealed: _Reading.revealed,
    SeedLost: _Reading.lost,
}
