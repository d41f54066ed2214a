"""The steps of a round that need neither ball nor dice: which role performs each, and when it is due."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.conduct.by import Role
from croupier.core.refusal import Refusal
from croupier.floor.crew.act import Act, Step, Waiting
from croupier.table import State, settle
from croupier.table.acts.clock import AcknowledgeClock
from croupier.table.acts.device import PublishClosing, PublishSeal, RevealSeed, closing_due
from croupier.table.acts.duty import RelieveDealer
from croupier.table.acts.money.buy_in import DropCash, GiveChips, ReturnCash, StateAmount
from croupier.table.acts.money.cage import ReceiveFill
from croupier.table.acts.round.calling import CallOutcome
from croupier.table.acts.round.loading import LoadBalls, balls_due
from croupier.table.acts.round.locking import LockIn, not_locked_in, sensors
from croupier.table.acts.round.settling import Draw, OpenBetting, Settle, may_press
from croupier.table.acts.wagers.calls import ConfirmCall
from croupier.table.acts.wagers.moving import MoveWagers, moves_due

#: What a person attests with the outcome (reading R22), by what shows it.
ATTESTED: Mapping[str, tuple[str, ...]] = {
    "ball": ("opposite", "revolutions"),
    "wheel": ("clockwise", "revolutions"),
    "dice": (),
}


def device_or(role: Role, state: State) -> Role:
    """The role that shows a result: the electronic device where the house has one, else this role."""
    return "device" if state.house.electronic_device else role


# Before the betting -----------------------------------------------------------------------------------------
def sealed(state: State) -> Act | None:
    """Publish the device's seal before wagers are taken."""
    if not state.house.electronic_device or (state.seal is not None and not state.revealed):
        return None
    return Act(PublishSeal, "device", missing=("commitment",))


def calls_confirmed(state: State) -> Act | None:
    """Confirm calls On or Off that players have made."""
    for call in state.calls:
        if not isinstance(state.felt.act(call.player, call.act), Refusal):
            fields = {"player": call.player, "wager": call.wager, "spot": call.spot, "tip": call.tip}
            return Act(ConfirmCall, "dealer", fields)
    return None


def moved(state: State) -> Act | None:
    """Move side bets from their marked area to the players' circles."""
    return Act(MoveWagers, "dealer") if moves_due(state) else None


def bought_in(state: State) -> Act | None:
    """Continue a buy-in through its four steps; the round waits while money lies on the table."""
    buying = state.buying
    if buying is None:
        return None
    who, role, dealer = {"player": buying.player}, buying.role, buying.dealer
    match buying.step:
        case "spread":
            return Act(StateAmount, role, {**who, "amount": buying.amount}, person=dealer)
        case "stated" if state.balance("bank") < buying.amount:
            return filled(state)
        case "stated":
            return Act(GiveChips, role, who, person=dealer)
        case "given":
            return Act(DropCash, role, who, person=dealer)


def by_another(act: Act, state: State) -> Act | Waiting:
    """What others than the person of an act can do: relieve the dealer in charge, or return the money of a buy-in.

    Between chips and drop they can only wait.
    """
    if state.buying is not None and state.buying.step == "given":
        return Waiting(act.role, act)
    if act.role == "dealer" and state.dealer is not None:
        return Act(RelieveDealer, "dealer")
    if act.command in (StateAmount, GiveChips):
        return Act(ReturnCash, act.role, {"player": act.fields["player"]})
    return Waiting(act.role, act)


def filled(state: State) -> Act:
    """Fill the bank from the cage, by a supervisor with a witness."""
    return Act(ReceiveFill, "pit-supervisor", missing=("amount", "slip", "witness"))


# The outcome, and after it ----------------------------------------------------------------------------------
def closing_published(state: State) -> Act | None:
    """Publish what the outcome will be drawn from, in a house with a delay."""
    return Act(PublishClosing, "device", missing=("closing",)) if closing_due(state) else None


def locked_in(state: State) -> Act | None:
    """Lock in progressive wagers that do not play yet; the sensor of each is lit."""
    return Act(LockIn, device_or("dealer", state), {"lit": sensors(state)}) if not_locked_in(state) else None


def outcome_called(state: State) -> Act:
    """Call the outcome: drawn by the electronic device, or seen by a person."""
    role = device_or(state.course.caller, state)
    attested = ATTESTED[state.course.device] if role != "device" else ()
    return Act(CallOutcome, role, missing=("outcome", *attested), seen=True)


def settled(state: State) -> Act:
    """Draw an award that the outcome asks for; then settle."""
    assert state.outcome is not None
    done = settle.play(state.felt, state.outcome, state.draws)
    assert not isinstance(done, Refusal), str(done)
    due = done[0].felt.draw_due
    if due is not None and state.course.draws[due].phase == "called":
        return _drawn(state, due)
    return Act(Settle, "dealer")


def bonus(state: State) -> Act | None:
    """Play a bonus round after everything else is settled: load its balls, then launch them."""
    if balls := balls_due(state):
        return Act(LoadBalls, "dealer", {"balls": balls})
    return None if state.felt.draw_due is None else _drawn(state, state.felt.draw_due)


def _drawn(state: State, of: str) -> Act:
    role, fields = device_or("dealer", state), {"of": of}
    if role != "device" and (players := may_press(state, of)):
        fields["pressed"] = players[0]
    return Act(Draw, role, fields, ("result",), seen=True)


def revealed(state: State) -> Act | None:
    """Reveal the seed before the next round begins."""
    if state.seal is None or state.revealed:
        return None
    return Act(RevealSeed, "device", missing=("proof",))


def betting_opened(state: State) -> Act | Waiting:
    """Open the next round; not before a supervisor has acknowledged a step of the clock, never the machine."""
    if state.step is not None:
        return Waiting("pit-supervisor", Act(AcknowledgeClock, "pit-supervisor"), "clock")
    return Act(OpenBetting, "dealer")


STEPS: Mapping[str, Step] = {
    "seal": sealed,
    "confirm-calls": calls_confirmed,
    "move-wagers": moved,
    "publish-closing": closing_published,
    "lock-in": locked_in,
    "call-outcome": outcome_called,
    "settle": settled,
    "bonus": bonus,
    "reveal": revealed,
    "open-betting": betting_opened,
}
