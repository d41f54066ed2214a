"""Decisions about an electronic device: sealed before a wager is taken, revealed before the next round.

Where a house has no electronic device nothing here applies. `outcomes.py` says how a seed becomes an outcome.
"""

from __future__ import annotations

from croupier.conduct.command import Command
from croupier.core.refusal import Code, Refusal, refuse
from croupier.table import commands_play as asked
from croupier.table import events_play as happened
from croupier.table import outcomes
from croupier.table.deciding import Decided, Deciders, in_phase, made
from croupier.table.state import State


def device_may(command: Command, state: State) -> Refusal | None:
    """A device acts only where the house has an approved one (reading D1)."""
    if command.by.role != "device" or state.house.electronic_device:
        return None
    return refuse(Code.NOT_YOUR_ROLE, "This house has no approved electronic device.", type(command).cite)


def shown_by_the_device(command: Command, state: State) -> Refusal | None:
    """Where an electronic device decides, nobody else enters what it shows (reading D1)."""
    if command.by.role == "device" or not state.house.electronic_device:
        return device_may(command, state)
    message = "The electronic device decides here: nobody else enters an outcome or a draw."
    return refuse(Code.NOT_YOUR_ROLE, message, "30-2205(1)")


def not_yet_closed(state: State) -> Refusal | None:
    """From the close on seed and log settle the outcome: nothing calls it off but the end of the round.

    Betting that opened again on the same seed would let somebody who knows it choose between two closes.
    """
    if not state.house.electronic_device or (state.game, state.phase) == ("roulette", "spun"):
        return None
    message = "The betting is closed and the device draws: the outcome stands, or the key manager voids the round."
    return refuse(Code.NOT_IN_THIS_PHASE, message, "30-2205(1)")


def sealed(state: State) -> Refusal | None:
    """A device is bound to its seed before a wager is taken."""
    if not state.house.electronic_device or _bound(state):
        return None
    return refuse(Code.SEAL_DUE, "The device has not published the seal of this round.", "30-2205(1)")


def _bound(state: State) -> bool:
    return state.seal is not None and not state.revealed


def opened(state: State) -> Refusal | None:
    """The seed of a round is known before the next one begins, voided rounds too."""
    if not _bound(state):
        return None
    return refuse(Code.SEAL_DUE, "The device must reveal the seed of the round first.", "30-2205(1)")


def publish_seal(command: asked.PublishSeal, state: State) -> Decided:
    """One at a time, while a round is open."""
    refusal = device_may(command, state) or in_phase(state, ("open",), "Publishing the seal", "30-2205(1)")
    if refusal is None and _bound(state):
        refusal = refuse(Code.SEAL_DUE, "The seal of this round is published already.", "30-2205(1)")
    if refusal is not None:
        return refusal
    return (made(happened.SealPublished, command, state, round=state.round, commitment=command.commitment),)


def reveal_seed(command: asked.RevealSeed, state: State) -> Decided:
    """When the round is over or given up, with a proof that holds and is of this very round."""
    if state.play is None:
        return refuse(Code.SEAL_DUE, "No seal is closed.", "30-2205(1)")
    refusal = device_may(command, state) or _over(state)
    if refusal is not None:
        return refusal
    if (says := _fault(command.proof, state)) is not None:
        return refuse(Code.PROOF_FAULTY, says, "30-2205(1)")
    return (made(happened.SeedRevealed, command, state, proof=command.proof),)


def _over(state: State) -> Refusal | None:
    """A seed is not revealed while a wager waits for what it draws."""
    if not _bound(state):
        return refuse(Code.SEAL_DUE, "No seal is closed.", "30-2205(1)")
    if state.felt.draw_due is not None:
        return refuse(Code.STILL_PENDING, f"The {state.felt.draw_due} must be drawn first.", "30-2299.03(3)")
    if state.phase == "open" and state.felt.standing:
        return refuse(Code.WAGERS_STAND, "Wagers wait for what the seed draws.", "30-2205(1)")
    return in_phase(state, ("settled", "open", "closed"), "Revealing the seed", "30-2205(1)")


def _fault(proof: outcomes.Proof, state: State) -> str | None:
    """What does not hold in a proof, or is not this round's."""
    found = outcomes.verify(proof)
    if isinstance(found, outcomes.Fault):
        return found.says
    if (proof.table, proof.round) != (state.table_id, state.round):
        return f"The proof is of round {proof.round} at table {proof.table}."
    if proof.commitment != state.seal:
        return "The proof opens another seal than the one published."
    if any(drawn.chance != chance_of(state, drawn.of) for drawn in proof.draws):
        return "The proof draws from other chances than this house has."
    settled = next((each for each in state.rounds if each.number == state.round), None)
    if proof.voided is not (settled is None):
        return "The proof and the record differ on whether the round counts."
    if settled is None:
        return None
    shown = [(drawn.of, drawn.outcome) for drawn in proof.draws if not outcomes.is_void(drawn)]
    played = [(outcomes.OUTCOME, settled.outcome), *((draw.of, draw.result) for draw in settled.draws)]
    return None if shown == played else f"The proof draws {shown}: the round was settled on {played}."


def chance_of(state: State, of: str) -> str:
    """What the device draws from for an outcome, an award or a bonus, as it is written in a proof."""
    house = state.house
    if of == outcomes.OUTCOME:
        return outcomes.device(house.game, house)
    return outcomes.written(house.game.draw_chance(of, house))


DECIDERS: Deciders = {
    asked.PublishSeal: publish_seal,
    asked.RevealSeed: reveal_seed,
}
