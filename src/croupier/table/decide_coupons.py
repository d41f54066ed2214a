"""Decisions about coupons that stand as wagers (reading M2)."""

from __future__ import annotations

from croupier import felt as felts
from croupier.core.citation import implements
from croupier.core.odds import Odds
from croupier.core.refusal import Code, Refusal, refuse
from croupier.table import commands_play as asked
from croupier.table import events_play as happened
from croupier.table.decide_wagers import may_wager
from croupier.table.deciding import Decided, Deciders, made
from croupier.table.state import State

#: Paying 1 to 1 and 2 to 1: where a coupon is taken at roulette.
COUPON_ODDS = (1, 2)


@implements("30-2203(1)", "47.1-2203(1)")
def _coupon_taken(state: State, command: asked.PlaceCoupon) -> Refusal | None:
    """At roulette on even-money and 2 to 1 wagers only, at the Big Six wheel on any (reading M2).

    Where nothing says how a coupon is settled none is taken: at craps, and with In Prison.
    """
    player, wager = command.player, command.wager
    cite = {"roulette": "30-2203(1)", "craps": "47.1-2305(1)", "big-six": "30-2703(3)"}[state.game]
    if state.game == "craps":
        message = "No coupon is taken at craps: no reading says how it is settled."
        return refuse(Code.COUPON_NOT_TAKEN, message, cite)
    pays = state.house.pays(wager, "win")
    even = isinstance(pays, Odds) and pays.winnings() in COUPON_ODDS
    outside = state.house.game.wagers[wager].group == "outside"
    if state.game == "roulette" and not (even and outside):
        return refuse(Code.COUPON_NOT_TAKEN, "A coupon goes on even-money and 2 to 1 wagers only.", cite)
    if state.house.in_prison and isinstance(pays, Odds) and pays.winnings() == 1:
        message = "No coupon is taken on a wager that may go to prison: no reading says how it is settled."
        return refuse(Code.COUPON_NOT_TAKEN, message, "30-2204(2)")
    if state.felt.find(player, wager, command.spot) is not None:
        return refuse(Code.COUPON_NOT_TAKEN, f"{player} has chips there: a coupon stands alone.", cite)
    if command.amount > state.house.limit(state.house.game.wagers[wager]).most:
        return refuse(Code.OVER_MAXIMUM, "The coupon's face value is above the maximum.", cite)
    return None


def place_coupon(command: asked.PlaceCoupon, state: State) -> Decided:
    """A coupon of face value f stands as a wager of f; a win pays winnings only (reading M2)."""
    if (refusal := may_wager(command, state, command.player)) is not None:
        return refusal
    wager = state.house.wager(command.wager)
    if isinstance(wager, Refusal):
        return wager
    spot = wager.read_spot(command.spot, state.house)
    if isinstance(spot, Refusal):
        return spot
    if (refusal := _coupon_taken(state, command)) is not None:
        return refusal
    after = state.felt.with_rack(command.player, command.amount)
    stood = after.act(command.player, felts.Place(command.wager, command.amount, spot))
    if isinstance(stood, Refusal):
        return stood
    return (
        made(
            happened.CouponPlaced,
            command,
            state,
            player=command.player,
            wager=command.wager,
            spot=spot,
            amount=command.amount,
            coupon=command.coupon,
            house_version=state.house.version,
            rulebook=str(state.house.rulebook.on),
        ),
    )


DECIDERS: Deciders = {asked.PlaceCoupon: place_coupon}
