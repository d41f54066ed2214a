"""Placing a wager. The felt decides whether it is allowed; this module checks who, when and with which chips."""

from __future__ import annotations

from typing import Literal

from croupier import felt as felts
from croupier.conduct.by import Name
from croupier.conduct.command import Cents, Command, Word
from croupier.conduct.event import Event, versioned
from croupier.core.citation import implements
from croupier.core.machine import Wager
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.topic import Topic
from croupier.felt import Felt
from croupier.table.acts.money.chips import ChipsBrought
from croupier.table.acts.wagers.betting import (
    acted,
    apply_to_one_wager,
    beside_a_coupon,
    more_from,
    own_chips,
    post_wager,
    taken_now,
)
from croupier.table.decision_helpers import Decided, first, made, money_may_move
from croupier.table.effects import carried_out
from croupier.table.felt_change import NOTHING, Changed, changed_for
from croupier.table.handed_over import no_area
from croupier.table.not_taken import Effects, taken
from croupier.table.people import STICK
from croupier.table.registry import Act, Happening
from croupier.table.state import State
from croupier.text.facts import Money, Person, WagerId

#: Where the chips of a tip wager lie: at the top of the wager's area, or on the player's own wager, pushed forward.
TipPosition = Literal["top-of-area", "on-own-wager"]


# Commands ---------------------------------------------------------------------------------------------------
class Place(Command, frozen=True):
    """Put an amount on a wager; a dealer may key it for the player, who is responsible for its position."""

    topic = Topic.WAGER
    player: Name
    wager: Word
    amount: Cents
    spot: Word | None = None
    tip: bool = False
    coins: bool = False  # the player's own coins instead of chips; at craps on the line
    tokens: bool = False  # tokens at their face value instead of chips; at craps on every wager
    tip_at: TipPosition | None = None


# Events -----------------------------------------------------------------------------------------------------
class WagerPlaced(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """A wager was placed or added to; `moved` went from the rack to the layout, commission included."""

    player: str
    wager: str
    spot: str | None = None
    amount: int
    tip: bool = False
    tip_at: TipPosition | None = None
    late: bool = False  # taken while the dice were in the air, and confirmed by the person who keyed it
    moved: int
    house_version: str
    rulebook: str
    pay_table: str | None = None
    felt: Changed = NOTHING


# Decisions --------------------------------------------------------------------------------------------------
@implements("30-2203(1)", "47.1-2203(1)")
def _with_chips(state: State, player: str, amount: int) -> Refusal | None:
    """Refuse wagers by word or in cash: a wager needs chips in the player's rack."""
    rack = state.felt.rack(player)
    if amount <= rack:
        return None
    cite = state.cite(Topic.ON_CREDIT)
    return refuse(Code.NOT_ENOUGH_CHIPS, "with-chips", cite=cite, player=Person(player), rack=Money(rack))


@implements("30-2203(4)", "47.1-2203(4)", "30-2703(3)")
def place(command: Place, state: State) -> Decided:
    """Place a wager. A dealer may key it and is then named, but the player is responsible for it."""
    player = command.player
    refusal = taken_now(command, state, player)
    if command.coins or command.tokens:
        refusal = lowest(money_may_move(state), refusal)
    if refusal is not None:
        return refusal
    others = (
        own_chips(state, player, command.amount),
        None if command.tip else beside_a_coupon(state, player, command.wager, command.spot, command.amount),
        more_from(command, state, player),
        _coins(state, command) if command.coins else None,
        _tokens(state, command) if command.tokens else None,
        _tip_lies(state, command) if command.tip or command.tip_at else None,
    )
    brought: tuple[Event, ...] = ()
    if command.coins or command.tokens:
        own = {"amount": command.amount, "coins": command.coins, "tokens": command.tokens}
        brought = (made(ChipsBrought, command, state, player=player, **own),)
        _, state, _ = carried_out(state, brought[0])
    done = first(
        placed(
            command,
            state,
            player,
            command.wager,
            command.spot,
            command.amount,
            tip=command.tip,
            tip_at=command.tip_at,
        ),
        *others,
    )
    return done if isinstance(done, Refusal) else (*brought, *done)


@implements("47.1-2305(1)")
def _coins(state: State, command: Place) -> Refusal | None:
    """Coins are accepted only on wagers that the game names, at craps the line."""
    coins, wager, cite = state.course.coins, command.wager, state.cite(Topic.CHIPS)
    if wager in coins:
        return None
    return refuse(Code.COINS_NOT_TAKEN, "line-only" if coins else "nowhere", cite=cite, wager=WagerId(wager))


@implements("47.1-2305(1)")
def _tokens(state: State, command: Place) -> Refusal | None:
    """Tokens are accepted on every wager, where the rules of the game name them; they are not coins."""
    if state.course.tokens and not command.coins:
        return None
    tokens, wager, cite = state.course.tokens, WagerId(command.wager), state.cite(Topic.CHIPS)
    return refuse(Code.COINS_NOT_TAKEN, "both" if tokens else "no-tokens", cite=cite, wager=wager)


def tip_position(state: State, wager: Wager) -> str | None:
    """The paragraph that says where a tip on this wager lies; None where nothing is to be stated."""
    house = state.house
    return None if house.electronic_device or house.terminals else dict(wager.asides).get("tip-position")


@implements("47.1-2317.01(5)", "47.1-2317.02(4)")
def _tip_lies(state: State, command: Place) -> Refusal | None:
    """Whoever puts a tip on such a side bet states where it lies; electronic chips lie nowhere."""
    wager, player = state.house.game.wagers.get(command.wager), command.player
    if wager is None or not state.house.tip_wagers:
        return None
    cite = tip_position(state, wager)
    if cite is None or not command.tip:
        said = command.tip_at is not None
        return refuse(Code.TIPS_NOT_TAKEN, "no-position", wager=WagerId(wager.id)) if said else None
    if command.tip_at is None:
        return refuse(Code.TIPS_NOT_TAKEN, "position", cite=cite, wager=WagerId(wager.id))
    if command.tip_at == "on-own-wager" and state.felt.find(player, wager.id, None) is None:
        return refuse(Code.TIPS_NOT_TAKEN, "no-own-wager", cite=cite, player=Person(player), wager=WagerId(wager.id))
    return None


def placed(
    command: Command,
    state: State,
    player: str,
    wager: str,
    spot: str | None,
    amount: int,
    *,
    tip: bool,
    tip_at: TipPosition | None = None,
) -> Decided:
    """The event for a wager, if the felt accepts it."""
    done = acted(state, player, felts.Place(wager, amount, spot, tip))
    if isinstance(done, Refusal):
        if done.code is Code.NOT_ENOUGH_CHIPS:
            return _with_chips(state, player, amount) or done
        return done
    if (refusal := no_area(state, wager)) is not None:
        return refusal
    house = state.house
    return (
        made(
            WagerPlaced,
            command,
            state,
            player=player,
            wager=wager,
            spot=spot,
            amount=amount,
            tip=tip,
            tip_at=tip_at,
            late=state.phase == "in-the-air",
            **done,
            house_version=house.version,
            rulebook=house.day,
            pay_table=house.pay_tables.get(wager),
        ),
    )


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_placed(state: State, event: WagerPlaced) -> Effects:
    felt, house, player = state.felt, state.house, event.player
    after = taken(felt.act(player, felts.Place(event.wager, event.amount, event.spot, event.tip)), Felt)
    change, went = changed_for(player, felt, after)
    return {
        "felt": change,
        "moved": went,
        "house_version": house.version,
        "rulebook": house.day,
        "pay_table": house.pay_tables.get(event.wager),
    }


ACTS = (Act(Place, place, makes=(WagerPlaced, ChipsBrought), at_terminals=True, wagers=True, late_only=STICK),)
HAPPENINGS = (Happening(WagerPlaced, apply_to_one_wager, effects=_effects_placed, posts=post_wager, one_wager=True),)
