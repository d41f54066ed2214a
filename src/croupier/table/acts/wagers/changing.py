"""Raising, reducing and taking down a wager."""

from __future__ import annotations

from croupier import felt as felts
from croupier.conduct.by import Name
from croupier.conduct.command import Cents, Command, Word
from croupier.conduct.event import Event, versioned
from croupier.conduct.postings import moved
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.felt import Felt
from croupier.table.acts.wagers.betting import (
    acted,
    apply_to_one_wager,
    beside_a_coupon,
    more_from,
    own_chips,
    post_wager,
    taken_now,
)
from croupier.table.decision_helpers import Decided, first, made
from croupier.table.felt_change import NOTHING, Changed, changed, changed_for, felt_after
from croupier.table.handed_over import no_area
from croupier.table.ledger import Postings, rack_account
from croupier.table.not_taken import Effects, taken
from croupier.table.people import STICK
from croupier.table.registry import Act, Happening
from croupier.table.state import Coupon, State


# Commands ---------------------------------------------------------------------------------------------------
class Raise(Command, frozen=True):
    """Add to a wager on the layout."""

    topic = Topic.WAGER_MOVED
    player: Name
    wager: Word
    amount: Cents
    spot: Word | None = None


class Reduce(Command, frozen=True):
    """Take part of a wager back."""

    topic = Topic.WAGER_MOVED
    player: Name
    wager: Word
    amount: Cents
    spot: Word | None = None


class TakeDown(Command, frozen=True):
    """Take a wager back."""

    topic = Topic.WAGER_MOVED
    player: Name
    wager: Word
    spot: Word | None = None


# Events -----------------------------------------------------------------------------------------------------
class WagerRaised(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """A wager on the layout was raised."""

    player: str
    wager: str
    spot: str | None = None
    amount: int
    late: bool = False
    moved: int
    felt: Changed = NOTHING


class WagerReduced(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """Part of a wager went back to the rack; `moved` includes odds that came down with it."""

    player: str
    wager: str
    spot: str | None = None
    amount: int
    moved: int
    felt: Changed = NOTHING


class WagerTakenDown(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """A wager went back to the rack, with the odds behind it."""

    player: str
    wager: str
    spot: str | None = None
    moved: int
    coupon: int = 0
    felt: Changed = NOTHING


# Decisions --------------------------------------------------------------------------------------------------
def change(command: Raise | Reduce, state: State) -> Decided:
    """Raise or reduce a wager."""
    player, wager, spot, amount = command.player, command.wager, command.spot, command.amount
    more = isinstance(command, Raise)
    if (refusal := taken_now(command, state, player, more=more)) is not None:
        return refusal
    if isinstance(command, Raise):
        beside = beside_a_coupon(state, player, wager, spot, amount)
        others = beside, more_from(command, state, player), no_area(state, wager)
    else:
        others = _coupon_comes_down_whole(state, command), None, None
    done = first(
        acted(state, player, (felts.Raise if more else felts.Reduce)(wager, amount, spot)),
        own_chips(state, player, amount),
        *others,
    )
    if isinstance(done, Refusal):
        return done
    fields = {"player": player, "wager": wager, "spot": spot, "amount": amount, **done}
    if more:
        return (made(WagerRaised, command, state, late=state.phase == "in-the-air", **fields),)
    return (made(WagerReduced, command, state, **fields),)


def _coupon_comes_down_whole(state: State, command: Reduce) -> Refusal | None:
    """A wager with a coupon comes down whole; so does one whose odds have a coupon."""
    after = state.felt.act(command.player, felts.Reduce(command.wager, command.amount, command.spot))
    if not state.coupons or isinstance(after, Refusal):
        return None
    for each in state.coupons:
        key = (each.player, each.wager, each.spot)
        if each.player == command.player and after.find(*key) != state.felt.find(*key):
            return refuse(Code.COUPON_NOT_TAKEN, "comes-down-whole")
    return None


def take_down(command: TakeDown, state: State) -> Decided:
    """Take down a wager, with its coupon if it has one."""
    if (refusal := taken_now(command, state, command.player, more=False)) is not None:
        return refusal
    return taken_down(command, state, command.player, command.wager, command.spot)


def taken_down(command: Command, state: State, player: str, wager: str, spot: str | None) -> Decided:
    """The event for a wager that is taken down, if the felt allows it."""
    done = _without(state, player, wager, spot)
    if isinstance(done, Refusal):
        return done
    return (made(WagerTakenDown, command, state, player=player, wager=wager, spot=spot, **done),)


def _without(state: State, player: str, wager: str, spot: str | None) -> Effects | Refusal:
    """The effects of taking a wager down; a coupon on it is not a chip and does not go to the rack."""
    felt = state.felt
    after = felt.act(player, felts.TakeDown(wager, spot))
    if isinstance(after, Refusal):
        return after
    back = felt.rack(player) - after.rack(player)
    face = sum(each.amount for each in state.coupons if each not in _still_up(state.coupons, player, after))
    after = after.with_rack(player, -face) if face else after
    return {"felt": changed(felt, after), "moved": back, "coupon": face}


def _still_up(coupons: tuple[Coupon, ...], player: str, felt: Felt) -> tuple[Coupon, ...]:
    """The coupons whose wagers are on the layout; odds come down with their wager, and so do their coupons."""
    up = {(each.wager, each.spot) for each in felt.standing if each.seat == player and not each.tip}
    return tuple(each for each in coupons if each.player != player or (each.wager, each.spot) in up)


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_more_or_less(state: State, event: WagerRaised | WagerReduced) -> Effects:
    felt, kind = state.felt, felts.Raise if isinstance(event, WagerRaised) else felts.Reduce
    after = taken(felt.act(event.player, kind(event.wager, event.amount, event.spot)), Felt)
    effect, went = changed_for(event.player, felt, after)
    return {"felt": effect, "moved": went}


def _effects_taken_down(state: State, event: WagerTakenDown) -> Effects:
    return taken(_without(state, event.player, event.wager, event.spot), dict)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_taken_down(state: State, event: WagerTakenDown) -> State:
    coupons, play = state.coupons, felt_after(state, event.felt)
    if event.coupon:
        coupons = _still_up(coupons, event.player, play)
    return state.but(play=play, coupons=coupons)


# Postings ---------------------------------------------------------------------------------------------------
def _post_taken_down(event: WagerTakenDown, state: State) -> Postings:
    back = moved(rack_account(event.player), "layout", event.moved, "wager")
    return back + moved(rack_account(event.player), "bank", event.coupon, "coupon")


ACTS = (
    Act(Raise, change, makes=(WagerRaised,), at_terminals=True, wagers=True, late_only=STICK),
    Act(Reduce, change, makes=(WagerReduced,), at_terminals=True, wagers=True),
    Act(TakeDown, take_down, makes=(WagerTakenDown,), at_terminals=True, wagers=True),
)
HAPPENINGS = (
    Happening(WagerRaised, apply_to_one_wager, effects=_effects_more_or_less, posts=post_wager, one_wager=True),
    Happening(WagerReduced, apply_to_one_wager, effects=_effects_more_or_less, posts=post_wager, one_wager=True),
    Happening(WagerTakenDown, _apply_taken_down, effects=_effects_taken_down, posts=_post_taken_down, one_wager=True),
)
