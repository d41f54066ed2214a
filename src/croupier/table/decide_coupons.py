"""Decisions about coupons that stand as wagers (reading M2)."""

from __future__ import annotations

from croupier import felt as felts
from croupier.core.citation import implements
from croupier.core.odds import Odds
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games.craps.facts import LINE
from croupier.games.craps.wagers.one_roll import OneRoll
from croupier.table import commands_play as asked
from croupier.table import events_play as happened
from croupier.table import settle
from croupier.table.decide_wagers import may_wager
from croupier.table.deciding import Decided, Deciders, made
from croupier.table.state import State

#: Paying 1 to 1 and 2 to 1: where a coupon is taken at roulette.
COUPON_ODDS = (1, 2)
CITES = {"roulette": "30-2203(1)", "craps": "47.1-2305(1)", "big-six": "30-2703(3)"}


def _coupon_taken(state: State, command: asked.PlaceCoupon, spot: str | None) -> Refusal | None:
    """Where a coupon may stand (reading M2), and that it stays within the maximum."""
    player, wager, cite = command.player, command.wager, CITES[state.game]
    held = state.felt.find(player, wager, spot)
    if held is not None and state.game != "craps":
        return refuse(Code.COUPON_NOT_TAKEN, f"{player} has chips there: a coupon stands alone.", cite)
    if settle.coupon_on(state.coupons, player, wager, spot) is not None:
        return refuse(Code.COUPON_NOT_TAKEN, f"A coupon of {player} stands there already.", cite)
    if command.amount + (held.stake if held else 0) > state.house.limit(state.house.game.wagers[wager]).most:
        return refuse(Code.OVER_MAXIMUM, "With the coupon's face value the wager is above the maximum.", cite)
    return _at_craps(state, wager) if state.game == "craps" else _at_a_wheel(state, wager)


@implements("47.1-2305(1)")
def _at_craps(state: State, wager: str) -> Refusal | None:
    """On the line and on one-roll wagers, alone or with chips: those come down when they are decided, as they lie."""
    if wager in LINE or isinstance(state.house.game.wagers[wager], OneRoll):
        return None
    message = (
        f"No coupon is taken on {wager}: no reading says what becomes of it where a wager moves, splits or stays."
    )
    return refuse(Code.COUPON_NOT_TAKEN, message, "47.1-2305(1)")


@implements("30-2203(1)", "47.1-2203(1)")
def _at_a_wheel(state: State, wager: str) -> Refusal | None:
    """At roulette on even-money and 2 to 1 wagers only, and not with In Prison; at the Big Six wheel on any."""
    cite = CITES[state.game]
    pays = state.house.pays(wager, "win")
    even = isinstance(pays, Odds) and pays.winnings() in COUPON_ODDS
    outside = state.house.game.wagers[wager].group == "outside"
    if state.game == "roulette" and not (even and outside):
        return refuse(Code.COUPON_NOT_TAKEN, "A coupon goes on even-money and 2 to 1 wagers only.", cite)
    if state.house.in_prison and isinstance(pays, Odds) and pays.winnings() == 1:
        message = "No coupon is taken on a wager that may go to prison: no reading says how it is settled."
        return refuse(Code.COUPON_NOT_TAKEN, message, "30-2204(2)")
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
    if (refusal := _coupon_taken(state, command, spot)) is not None:
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
            rulebook=state.house.day,
        ),
    )


DECIDERS: Deciders = {asked.PlaceCoupon: place_coupon}
