"""Whether an event follows on the state before it. Nothing is judged: what does not fit no table has written."""

from __future__ import annotations

from croupier.table import events_play as happened
from croupier.table.event import Event
from croupier.table.events_irregularities import Resumed, RoundReleased, RoundVoided, Voided
from croupier.table.state import BETTING, ROUND, RUNS, Phase, State

#: The phase to which an event of the round leads; it comes in the one before.
LEADS: dict[type[Event], Phase] = {
    happened.BettingOpened: "open",
    happened.BallSpun: "spun",
    happened.WheelSpun: "spun",
    happened.BettingClosed: "no-more-bets",
    happened.DicePushed: "dice-out",
    happened.DiceThrown: "in-the-air",
    happened.OutcomeCalled: "called",
}
WAGERS = (
    happened.WagerPlaced,
    happened.WagerRaised,
    happened.WagerReduced,
    happened.WagerTakenDown,
    happened.CouponPlaced,
)
#: Events that name the round they are of.
OF_A_ROUND = (*LEADS, happened.Settled, happened.SealPublished, Voided, RoundVoided, Resumed, RoundReleased)


def fits(state: State, event: Event) -> None:
    """An assertion where the event comes at another place of the round, or is of another round."""
    kind = type(event)
    if kind in LEADS:
        order = ROUND[state.game]
        due = order[order.index(LEADS[kind]) - 1]
        assert state.phase == due, f"{kind.__name__} comes when the round is {due}, not {state.phase}"
    elif isinstance(event, WAGERS):
        assert state.phase in BETTING[state.game], f"a wager changed while the round is {state.phase}"
    elif isinstance(event, Voided):
        assert state.phase in RUNS[state.game], f"voided while the round is {state.phase}"
    elif isinstance(event, happened.Settled):
        assert state.phase == ("called" if event.stage == "round" else "settled"), "settled out of turn"
        assert event.stage == "bonus" or event.outcome == state.outcome, "settled on another outcome than was called"
    if kind in OF_A_ROUND:
        due_round = state.round + (kind is happened.BettingOpened)
        assert event.round == due_round, f"the round is {due_round}"  # type: ignore[attr-defined]
