"""An electronic device at a hosted table: what the table's log says about a round, and the device's answers to it.

The device draws from the digest that the store has for the command that closed the betting. After a stop the log and
the device must agree about everything that was drawn.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from croupier.device.messages import Answers, Close, Closed, Draw, Known, Later, Reopen, Result, Shown, Shut
from croupier.host.upgrade.record import drawn_from
from croupier.store import Store
from croupier.table import Event, State, events, outcomes, stream_of
from croupier.table.acts import device
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.acts.round import calling, settling
from croupier.table.closing import NOBODY
from croupier.table.judge import CLOSES
from croupier.table.outcomes import OUTCOME, DeviceFailed, Drawn, Fixed, Seal
from croupier.table.proof import Proof, prove


def log_at(store: Store, table: str, command: str) -> str:
    """The digest of the log at the command that closed the betting, in hexadecimal; the command must be stored.

    A close from before an upgrade keeps the digest that it had then.
    """
    done = store.answer(stream_of(table), command)
    if done is None or done.last < done.first:
        raise DeviceFailed(f"The close {command!r} is not in the log: nothing may be drawn.")
    return drawn_from(store, stream_of(table)).get(done.last, done.digest.hex())


class Resumed(NamedTuple):
    """A round after a stop: the digest of the log at the close, the closing that the device has, all draws, and the
    public key of the device."""

    log: str | None
    shut: Shut | None
    draws: tuple[Drawn, ...]
    key: str


def reopened(store: Store, state: State, asked: Answers) -> Resumed:
    """Continue the round under way after a stop. Everything in the log must be as the device draws it; blocks.

    The device may know less than the log: it takes over the seeds of an earlier version, and the draws with them.
    """
    if state.seal is None:
        raise DeviceFailed(f"Round {state.round} of table {state.table_id} has no seal that could be opened.")
    known = asked.ask(Reopen(state.table_id, state.round, state.seal))
    assert isinstance(known, Known), known
    close, logged = None, []
    for event in _since(store, state):
        if isinstance(event, CLOSES):
            close = event.command
        elif (said := _drawn(event)) is not None:
            logged.append(said)
    log = None if close is None else log_at(store, state.table_id, close)
    shut = known.shut
    if log is not None and logged and shut is None:
        closed = asked.ask(Close((Shown(state.seal, log, NOBODY, 0),), state.house.delay))
        assert isinstance(closed, Closed), closed
        shut = closed.closings[0]
    draws = []
    for at, (of, outcome) in enumerate(logged, 1):
        drawn = _asked_again(asked, Draw(state.seal, at, of, device.chance_of(state, of)))
        if drawn.outcome != outcome:
            raise DeviceFailed(f"The log says that the {of} was {outcome}: the device drew {drawn.outcome}.")
        draws.append(drawn)
    return Resumed(log, shut, tuple(draws), known.key)


def _asked_again(asked: Answers, question: Draw) -> Drawn:
    """A draw that the log has already; after a stop its delay may have to be computed again."""
    while isinstance(answer := asked.ask(question), Later):
        time.sleep(answer.seconds)
    assert isinstance(answer, Result), answer
    return answer.drawn


def _since(store: Store, state: State) -> Iterator[Event]:
    """The events of a table since the present seal was published."""
    sealed = False
    for envelope in store.read(stream_of(state.table_id)):
        event = events.read(envelope.body)
        sealed = sealed or (isinstance(event, device.SealPublished) and event.commitment == state.seal)
        if sealed:
            yield event


def _drawn(event: Event) -> tuple[str, str] | None:
    """The draw that an event records: its kind and its result."""
    match event:
        case calling.OutcomeCalled():
            return OUTCOME, event.outcome
        case Voided(call="outcome"):
            return OUTCOME, event.reason
        case settling.Drawn():
            return event.of, event.result
    return None


# A device without a process ---------------------------------------------------------------------------------
@dataclass
class Device:
    """A device whose seed everybody knows, for a shift of robots: it draws at once and keeps no log of its own."""

    seal: Seal
    log: str | None = None
    draws: tuple[Drawn, ...] = ()

    def closed(self, store: Store, command: str) -> None:
        """Note that this command closed the betting: draws use the digest of the log there."""
        self.log = log_at(store, self.seal.table, command)

    def draw(self, state: State, of: str = OUTCOME) -> str:
        """Draw the next result: an outcome (another one after a void), an award or a bonus round."""
        if self.log is None:
            raise DeviceFailed("The close of the betting is not in the log: nothing may be drawn.")
        drawn = outcomes.draw(self.seal, self.log, len(self.draws) + 1, of, device.chance_of(state, of))
        self.draws += (drawn,)
        return drawn.outcome

    def proof(self, state: State) -> Proof:
        """The proof that is published after the round was settled or voided: the seed and all draws."""
        return proof_of(state, self.seal, self.log, self.draws)


def proof_of(state: State, seal: Seal, fixed: Fixed | None, draws: tuple[Drawn, ...]) -> Proof:
    """The proof of a round of this table that is over."""
    voided = all(each.number != seal.round for each in state.rounds)
    return prove(seal, fixed, draws, voided=voided)
