"""Coupons used as wagers (reading M2)."""

from __future__ import annotations

from croupier import felt as felts
from croupier.conduct.by import Name
from croupier.conduct.command import Cents, Command, Word
from croupier.conduct.event import Event, versioned
from croupier.conduct.postings import moved
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.felt import Felt
from croupier.table import settle
from croupier.table.acts.wagers.betting import more_from, not_moved, taken_now
from croupier.table.chips import table_chips_only
from croupier.table.coupon_register import coupon_valid, kind_taken
from croupier.table.decision_helpers import Decided, first, made
from croupier.table.felt_change import NOTHING, Changed, changed, felt_after
from croupier.table.handed_over import no_area
from croupier.table.ledger import Postings, rack_account
from croupier.table.not_taken import Effects, taken
from croupier.table.people import STICK
from croupier.table.registry import Act, Happening
from croupier.table.state import Coupon, State
from croupier.text.facts import Money, Person


# Commands ---------------------------------------------------------------------------------------------------
class PlaceCoupon(Command, frozen=True):
    """Put a coupon of a face value on a wager."""

    topic = Topic.CHIPS
    player: Name
    wager: Word
    amount: Cents
    coupon: Word
    spot: Word | None = None


# Events -----------------------------------------------------------------------------------------------------
class CouponPlaced(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """A coupon was placed as a wager of its face value."""

    player: str
    wager: str
    spot: str | None = None
    amount: int
    coupon: str
    house_version: str
    rulebook: str
    moved: int = 0  # the commission on it, from the rack
    felt: Changed = NOTHING


# Decisions --------------------------------------------------------------------------------------------------
def _coupon_taken(state: State, command: PlaceCoupon, spot: str | None) -> Refusal | None:
    """Whether a coupon may be placed there (reading M2) within the maximum."""
    player, wager, cite = command.player, command.wager, state.cite(Topic.CHIPS)
    held = state.felt.find(player, wager, spot)
    kind = state.house.game.wagers[wager]
    most = None if kind.parent is not None else state.house.limit(kind).most  # odds have their multiple (A2)
    if most is not None and command.amount + (held.stake if held else 0) > most:
        return refuse(Code.OVER_MAXIMUM, "coupon", cite=cite)
    if settle.coupon_on(state.coupons, player, wager, spot) is not None:
        return refuse(Code.COUPON_NOT_TAKEN, "already", cite=cite, player=Person(player))
    if (invalid := valid_here(state, command)) is not None:
        return invalid
    if state.house.game.match_play(state.house.rulebook.on):
        if held is None or held.stake != command.amount:
            amount = Money(command.amount)
            return refuse(Code.COUPON_NOT_TAKEN, "match-play", cite=cite, player=Person(player), amount=amount)
    elif held is not None:
        return refuse(Code.COUPON_NOT_TAKEN, "stands-alone", cite=cite, player=Person(player))
    return state.house.game.coupon(state.house.game.wagers[wager], state.house)


def valid_here(state: State, command: PlaceCoupon) -> Refusal | None:
    """Whether the coupon is valid, and not excluded by the house procedure (H-wagers(7))."""
    return (
        table_chips_only(state.house)
        or coupon_valid(state, command.at, command.coupon, command.amount)
        or kind_taken(state, command.coupon)
    )


def place_coupon(command: PlaceCoupon, state: State) -> Decided:
    """A coupon counts as a wager of its face value; a win pays winnings only (reading M2)."""
    if (refusal := taken_now(command, state, command.player)) is not None:
        return refusal
    wager = state.house.wager(command.wager)
    if isinstance(wager, Refusal):
        return wager
    spot = wager.read_spot(command.spot, state.house)
    if isinstance(spot, Refusal):
        return spot
    after = state.felt.with_rack(command.player, command.amount)
    stood = after.act(command.player, felts.Place(command.wager, command.amount, spot))
    went = 0 if isinstance(stood, Refusal) else state.felt.rack(command.player) - stood.rack(command.player)
    may = more_from(command, state, command.player), no_area(state, command.wager)
    stood = first(stood, _coupon_taken(state, command, spot), *may)
    if isinstance(stood, Refusal):
        return stood
    return (
        made(
            CouponPlaced,
            command,
            state,
            player=command.player,
            wager=command.wager,
            spot=spot,
            amount=command.amount,
            coupon=command.coupon,
            house_version=state.house.version,
            rulebook=state.house.day,
            moved=went,
        ),
    )


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_coupon(state: State, event: CouponPlaced) -> Effects:
    felt, house = state.felt.with_rack(event.player, event.amount), state.house
    after = taken(felt.act(event.player, felts.Place(event.wager, event.amount, event.spot)), Felt)
    went = state.felt.rack(event.player) - after.rack(event.player)
    return {"felt": changed(state.felt, after), "moved": went, "house_version": house.version, "rulebook": house.day}


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_coupon(state: State, event: CouponPlaced) -> State:
    coupon = Coupon(event.player, event.wager, event.spot, event.amount, event.coupon)
    moved = not_moved(state, event.player, event.wager)
    return state.but(play=felt_after(state, event.felt), coupons=(*state.coupons, coupon), moved=moved)


# Postings ---------------------------------------------------------------------------------------------------
def _post_coupon(event: CouponPlaced, state: State) -> Postings:
    coupon = moved("bank", "layout", event.amount, "coupon")
    return coupon + moved(rack_account(event.player), "layout", event.moved, "commission")


ACTS = (Act(PlaceCoupon, place_coupon, makes=(CouponPlaced,), wagers=True, late_only=STICK),)
HAPPENINGS = (
    Happening(
        CouponPlaced,
        _apply_coupon,
        effects=_effects_coupon,
        posts=_post_coupon,
        one_wager=True,
    ),
)
