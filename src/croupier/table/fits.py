"""Whether an event follows on the state before it: what does not fit no table has written. For audits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.conduct.event import Event
from croupier.table import events_play as happened
from croupier.table import events_table as money
from croupier.table.events_irregularities import (
    DisputeDecided,
    DisputeRaised,
    Resumed,
    RoundReleased,
    RoundVoided,
    Voided,
)
from croupier.table.state import BETTING, MONEY, ROUND, RUNS, Phase, State

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
WAGERS = frozenset(
    {
        happened.WagerPlaced,
        happened.WagerRaised,
        happened.WagerReduced,
        happened.WagerTakenDown,
        happened.CouponPlaced,
    }
)
#: Events by which money changes hands between a player and the table: it stands still while a round runs.
MOVES_MONEY = frozenset(
    {
        money.CashSpread,
        money.AmountStated,
        money.ChipsGiven,
        money.CashDropped,
        money.CashReturned,
        money.ChipsBrought,
        money.ColoredUp,
        money.CashedOut,
        money.Tipped,
        money.ClaimSettled,
        money.Left,
    }
)
#: Events that come while no round runs.
BETWEEN_ROUNDS = frozenset({money.TableClosed, money.HouseChanged, happened.PointTakenOff})
#: Events that say what chips are worth, or what an account holds.
COUNTS = frozenset(
    {
        money.ChipsGiven,
        money.ColoredUp,
        money.CashedOut,
        money.TubeEmptied,
        money.BoxRemoved,
        money.TableClosed,
        money.BankWentShort,
    }
)
#: Events that name the round they are of.
OF_A_ROUND = frozenset(
    {*LEADS, happened.Settled, happened.SealPublished, Voided, RoundVoided, Resumed, RoundReleased}
)


def fits(state: State, event: Event) -> None:
    """An assertion where the event comes at another place of the round, is of another round, or counts otherwise."""
    kind = type(event)
    if kind in LEADS:
        order = ROUND[state.game]
        due = order[order.index(LEADS[kind]) - 1]
        assert state.phase == due, f"{kind.__name__} comes when the round is {due}, not {state.phase}"
    elif kind in WAGERS:
        assert state.phase in BETTING[state.game], f"a wager changed while the round is {state.phase}"
    elif kind in MOVES_MONEY or (isinstance(event, DisputeDecided) and (event.move.rack or event.move.claim)):
        assert state.phase in MONEY[state.game], f"money changed hands while the round is {state.phase}"
    elif kind in BETWEEN_ROUNDS:
        assert state.phase in ("open", "settled"), f"{kind.__name__} while the round is {state.phase}"
    elif isinstance(event, Voided):
        assert state.phase in RUNS[state.game], f"voided while the round is {state.phase}"
    elif isinstance(event, happened.Settled):
        assert state.phase == ("called" if event.stage == "round" else "settled"), "settled out of turn"
        assert event.stage == "bonus" or event.outcome == state.outcome, "settled on another outcome than was called"
    if kind in OF_A_ROUND:
        due_round = state.round + (kind is happened.BettingOpened)
        assert event.round == due_round, f"the round is {due_round}"  # type: ignore[attr-defined]
    elif kind in COUNTS:
        _counts(state, event)
    if (follows := FOLLOWS.get(kind)) is not None:
        follows(state, event)


def _counts(state: State, event: Event) -> None:
    """What an event says that chips are worth and accounts hold is what they are and do."""
    match event:
        case money.ChipsGiven() | money.ColoredUp() | money.CashedOut() | money.TubeEmptied():
            worth = sum(chip * count for chip, count in event.chips)
            assert worth == event.amount, f"the chips are worth {worth}, not {event.amount}"
    said: tuple[str, int] | None = None
    match event:
        case money.BoxRemoved():
            said = event.box, event.amount
        case money.TubeEmptied():
            said = "tube", event.amount
        case money.TableClosed():
            assert not state.seats, "closed with somebody seated"
            assert not state.felt.standing, "closed over wagers"
            said = "bank", event.expected
        case money.BankWentShort():
            said = "bank", -event.short
    assert said is None or state.balance(said[0]) == said[1], f"{said} is not what the account holds"


# What an event follows on -----------------------------------------------------------------------------------
def _left(state: State, event: money.Left) -> None:
    assert all(each.seat != event.player for each in state.felt.standing), f"{event.player} left wagers behind"


def _spread(state: State, event: money.CashSpread) -> None:
    assert state.buying is None, "money lies on the table"


def _step_after(step: str) -> Callable[[State, Any], None]:
    """The event is the next step of the buy-in under way."""

    def follows(state: State, event: money.AmountStated | money.ChipsGiven | money.CashDropped) -> None:
        buying = state.buying
        assert buying is not None, "nothing lies on the table"
        said = (event.player, event.amount, step)
        assert (buying.player, buying.amount, buying.step) == said, "a step of another buy-in"
        if isinstance(event, money.CashDropped):
            assert buying.instrument == event.instrument, "another instrument"

    return follows


def _cash_returned(state: State, event: money.CashReturned) -> None:
    buying = state.buying
    assert buying is not None, "nothing lies on the table"
    assert (buying.player, buying.amount) == (event.player, event.amount), "another's money went back"
    assert buying.step != "given", "chips were given for it"


def _claim_settled(state: State, event: money.ClaimSettled) -> None:
    assert state.claim(event.person) == event.amount, "the claim is another one"


def _disputed(state: State, event: DisputeRaised) -> None:
    assert event.number == state.disputed + 1, f"the next dispute is {state.disputed + 1}"


FOLLOWS: dict[type[Event], Callable[[State, Any], None]] = {
    money.Left: _left,
    money.CashSpread: _spread,
    money.AmountStated: _step_after("spread"),
    money.ChipsGiven: _step_after("stated"),
    money.CashDropped: _step_after("given"),
    money.CashReturned: _cash_returned,
    money.ClaimSettled: _claim_settled,
    DisputeRaised: _disputed,
}
