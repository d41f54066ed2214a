"""What the crew sees in addition to everybody: racks, and everything that waits for an action."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.table import State
from croupier.web.views.patch import Shown, given


# What is sent -----------------------------------------------------------------------------------------------
class BuyingShown(Shown, frozen=True, kw_only=True):
    """A buy-in under way, and the step that was done last."""

    player: str
    instrument: str
    amount: int
    step: str


class CallShown(Shown, frozen=True, kw_only=True):
    """A call On or Off that waits for the dealer."""

    player: str
    wager: str
    spot: str | UnsetType = UNSET
    on: bool
    tip: bool
    alike: bool  # for all like bets of the player


class CouponShown(Shown, frozen=True, kw_only=True):
    """A coupon used as a wager."""

    player: str
    wager: str
    spot: str | UnsetType = UNSET
    amount: int
    number: str


class DisputeShown(Shown, frozen=True, kw_only=True):
    """A dispute or irregularity: who notified, and who has decided it and must observe what is done."""

    number: int
    player: str | UnsetType = UNSET
    against: str | UnsetType = UNSET
    dealer: str
    decider: str | UnsetType = UNSET


class ChoiceShown(Shown, frozen=True, kw_only=True):
    """A choice that a player has to make."""

    player: str
    wager: str
    spot: str | UnsetType = UNSET
    choices: tuple[str, ...]


class DrawShown(Shown, frozen=True, kw_only=True):
    """A draw of this round, with its result."""

    of: str
    result: str


class DiceShown(Shown, frozen=True, kw_only=True):
    """The dice: who declined them, who threw last and from which place, and how the hand goes on."""

    count: int
    declined: tuple[str, ...]
    last: str | UnsetType = UNSET
    place: int
    way: str


class CrewShown(Shown, frozen=True, kw_only=True):
    """What the crew sees beyond everybody. `draw` is the draw that is due, `caller` who called the outcome."""

    racks: dict[str, int]
    colors: dict[str, str]  # of players with chips of their own
    units: dict[str, int]  # the value of one such chip, in cents
    dealer: str | UnsetType = UNSET  # who is in charge of the game
    buying: BuyingShown | UnsetType = UNSET
    calls: tuple[CallShown, ...]
    coupons: tuple[CouponShown, ...]
    disputes: tuple[DisputeShown, ...]
    due: tuple[ChoiceShown, ...]
    draw: str | UnsetType = UNSET
    draws: tuple[DrawShown, ...]
    caller: str | UnsetType = UNSET
    ball_held: bool  # it may not be spun before it is inspected
    dice: DiceShown | UnsetType = UNSET


# The view ---------------------------------------------------------------------------------------------------
def crew(state: State) -> CrewShown:
    """A table as its crew sees it, beyond what everybody sees."""
    felt, buying = state.felt, state.buying
    return CrewShown(
        racks=dict(felt.racks),
        colors={seat.player: seat.color for seat in state.seats if seat.color is not None},
        units={seat.player: seat.unit for seat in state.seats if seat.unit is not None},
        dealer=given(state.dealer),
        buying=UNSET
        if buying is None
        else BuyingShown(player=buying.player, instrument=buying.instrument, amount=buying.amount, step=buying.step),
        calls=tuple(
            CallShown(
                player=each.player,
                wager=each.wager,
                spot=given(each.spot),
                on=each.on,
                tip=each.tip,
                alike=each.alike,
            )
            for each in state.calls
        ),
        coupons=tuple(
            CouponShown(
                player=each.player, wager=each.wager, spot=given(each.spot), amount=each.amount, number=each.number
            )
            for each in state.coupons
        ),
        disputes=tuple(
            DisputeShown(
                number=each.number,
                player=given(each.player),
                against=given(each.against),
                dealer=each.dealer,
                decider=each.decider or UNSET,
            )
            for each in state.disputes
        ),
        due=tuple(
            ChoiceShown(player=each.seat, wager=each.wager, spot=given(each.spot), choices=each.choices)
            for each in felt.pending
        ),
        draw=given(felt.draw_due),
        draws=tuple(DrawShown(of=each.of, result=each.result) for each in state.draws),
        caller=state.caller or UNSET,
        ball_held=state.ball_held,
        dice=_dice(state) if "dice" in state.house.game.show.pages.view else UNSET,
    )


def _dice(state: State) -> DiceShown:
    dice = state.dice
    return DiceShown(count=dice.count, declined=dice.declined, last=given(dice.last), place=dice.place, way=dice.way)
