"""An electronic device at a hosted table. It commits to a seed before wagers; its outcomes also depend on the log.

The device must save only the seed of the round: before the commitment is published, and where nobody else can read
it. Everything that it draws follows from the seed and from the stored log at the close of betting, also after a
restart (docs/electronic-outcomes.md says why).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.host.upgrade.record import drawn_from
from croupier.store import Store
from croupier.table import Event, State, events, outcomes, stream_of
from croupier.table.acts import device
from croupier.table.acts.device import chance_of
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.acts.round import calling, settling
from croupier.table.judge import CLOSES
from croupier.table.outcomes import OUTCOME, DeviceFailed, Drawn, Seal
from croupier.table.proof import Proof, prove


@dataclass
class Device:
    """The device in one round: its seal, the digest of the log at the close of betting, and its draws so far."""

    seal: Seal
    log: str | None = None
    draws: tuple[Drawn, ...] = ()

    def closed(self, store: Store, command: str, before: Mapping[int, str] | None = None) -> None:
        """Note that this command closed the betting. It must be stored; draws use the digest of the log there.

        `before` has the digests from before an upgrade, by version: a close from before the upgrade keeps its digest.
        """
        done = store.answer(stream_of(self.seal.table), command)
        if done is None or done.last < done.first:
            raise DeviceFailed(f"The close {command!r} is not in the log: nothing may be drawn.")
        self.log = (before or {}).get(done.last, done.digest.hex())

    def draw(self, state: State, of: str = OUTCOME) -> str:
        """Draw the next result: an outcome (another one after a void), an award or a bonus round."""
        if self.log is None:
            raise DeviceFailed("The close of the betting is not in the log: nothing may be drawn.")
        drawn = outcomes.draw(self.seal, self.log, len(self.draws) + 1, of, chance_of(state, of))
        self.draws += (drawn,)
        return drawn.outcome

    def proof(self, state: State) -> Proof:
        """The proof that is published after the round was settled or voided: the seed and all draws."""
        voided = all(each.number != self.seal.round for each in state.rounds)
        return prove(self.seal, self.log, self.draws, voided=voided)


def reopened(store: Store, state: State, seed: bytes) -> Device:
    """Restore the device of an unfinished round after a restart, from the saved seed and the log."""
    if state.seal is None:
        raise DeviceFailed(f"Round {state.round} of table {state.table_id} has no seal that could be opened.")
    found = Device(outcomes.reopened(state.table_id, state.round, seed, state.seal))
    sealed, before = False, drawn_from(store, stream_of(state.table_id))
    for envelope in store.read(stream_of(state.table_id)):
        event = events.read(envelope.body)
        sealed = sealed or (isinstance(event, device.SealPublished) and event.commitment == state.seal)
        if sealed and isinstance(event, CLOSES):
            found.closed(store, event.command, before)
        elif sealed and (said := _drawn(event)) is not None:
            of, outcome = said
            if (again := found.draw(state, of)) != outcome:
                raise DeviceFailed(f"The log says that the {of} was {outcome}: the seed that was kept gives {again}.")
    return found


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
