"""Whether an event follows on the state before it. Nothing is judged: what does not fit no table has written."""

from __future__ import annotations

from croupier.table import events_play as happened
from croupier.table import events_table as money
from croupier.table.event import Event
from croupier.table.events_irregularities import DisputeDecided, Resumed, RoundReleased, RoundVoided, Voided
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
