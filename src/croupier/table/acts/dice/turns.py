"""Who shoots: the dice are offered, accepted, declined and passed. Also wagers that last a whole hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta

from croupier.conduct.by import Name
from croupier.conduct.command import Command
from croupier.conduct.event import Event, versioned
from croupier.core.citation import implements
from croupier.core.course import Phase
from croupier.core.machine import Standing
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.topic import Topic
from croupier.felt import Felt
from croupier.games.craps.facts import HAND_TRACKERS, CrapsTable, only_come
from croupier.table import settle
from croupier.table.acts.irregularities.notices import Directs, directed, not_notified
from croupier.table.acts.table import excluded
from croupier.table.decision_helpers import Decided, in_phase, made, seat_of
from croupier.table.felt_change import NOTHING, Changed, changed, felt_after
from croupier.table.handed_over import dice_sets
from croupier.table.ledger import post_rows
from croupier.table.not_taken import Effects, taken
from croupier.table.registry import Act, Happening
from croupier.table.rows import Row
from croupier.table.state import Dice, Seat, State
from croupier.text.facts import Person


# Commands ---------------------------------------------------------------------------------------------------
class OfferDice(Command, frozen=True):
    """Offer a set of dice to the player whose turn it is: the first one in the kit of the table, or `item` of it."""

    topic = Topic.DICE_OFFERED
    player: Name
    dice: Annotated[int, Meta(ge=0, le=20)]
    item: Annotated[str, Meta(max_length=64)] = ""


class AcceptDice(Command, frozen=True):
    """Take two of the dice offered and become the shooter."""

    topic = Topic.DICE_ACCEPTED
    player: Name


class DeclineDice(Command, frozen=True):
    """Let the dice go on to the next player."""

    topic = Topic.DICE_OFFERED
    player: Name


class PassDice(Command, frozen=True):
    """Give up the dice after a roll."""

    topic = Topic.DICE_PASSED
    player: Name


class OrderPass(Command, frozen=True):
    """Order the shooter to pass the dice."""

    topic = Topic.DICE_TAKEN_AWAY
    reason: Literal["delay", "invalid-rolls", "violation"]


class DirectHand(Directs, frozen=True):
    """Direct what happens to wagers on the whole hand when the dice pass: they continue, or are returned."""

    topic = Topic.HAND_DIRECTED
    way: Literal["continue", "return"]


# Events -----------------------------------------------------------------------------------------------------
class DiceOffered(Event, frozen=True):
    """A set of dice was offered to a player."""

    player: str
    dice: int
    set: str = ""  # the house's name of the set
    item: str = ""  # its id on the register, at a table that has its kit from a pit


class DiceAccepted(Event, frozen=True, tag=versioned(2)):
    """A player is the shooter with two of the dice; the others went back to the cup."""

    player: str
    kept: int
    cup: int
    hand: Literal["new", "continues"]
    felt: Changed = NOTHING


class DiceDeclined(Event, frozen=True):
    """A player let the dice go on."""

    player: str


class DicePassed(Event, frozen=True, tag=versioned(2)):
    """The shooter gave up the dice, or was ordered to; `reason` is the boxperson's."""

    player: str
    reason: str | None = None
    felt: Changed = NOTHING


class HandDirected(Event, frozen=True, tag=versioned(2)):
    """The boxperson directed what happens to wagers on the whole hand."""

    way: Literal["continue", "return"]
    rows: tuple[Row, ...] = ()
    felt: Changed = NOTHING
    notice: int | None = None  # the notification that it answers


# Decisions --------------------------------------------------------------------------------------------------
FEWEST_DICE = 5


KEPT = 2


def only_with_dice(command: Command, state: State) -> Refusal | None:
    """Refuse commands about the shooter's dice at a game without a shooter."""
    if state.house.game.shooter is not None:
        return None
    return refuse(Code.ACT_OF_ANOTHER_GAME, "no-dice", game=state.game)


def shooter_of(felt: Felt) -> str | None:
    """The player who has the dice, in a game with a shooter."""
    return None if felt.house.game.shooter is None else CrapsTable.of(felt).shooter


@implements("47.1-2309(2)", "47.1-2313(3)")
def next_in_turn(state: State) -> str | None:
    """The next player clockwise from the boxperson's left, or from the last shooter; skips those who declined."""
    after = [seat for seat in state.seats if seat.place > state.dice.place]
    before = [seat for seat in state.seats if seat.place <= state.dice.place]
    order = [seat.player for seat in (*after, *before)]
    waiting = [player for player in order if player not in state.dice.declined]
    return next(iter(waiting or order), None)


@implements("47.1-2309(1)")
def offer_dice(command: OfferDice, state: State) -> Decided:
    """The stickperson offers five or more dice to the player whose turn it is."""
    cite = state.cite(Topic.DICE_SET)
    refusal = only_with_dice(command, state) or in_phase(state, ("open", "settled"), "offering", cite)
    if refusal is not None:
        return refusal
    seat = seat_of(state, command.player)
    if isinstance(seat, Refusal):
        return seat
    shooter = CrapsTable.of(state.felt).shooter
    if shooter is not None:
        return refuse(Code.DICE_STAY, "has-them", cite=state.cite(Topic.DICE_PASSED), player=Person(shooter))
    due = next_in_turn(state)
    if due is None:
        return refuse(Code.OUT_OF_TURN, "all-declined", cite=state.cite(Topic.DICE_OFFERED))
    if command.player != due:
        return refuse(Code.OUT_OF_TURN, "another-first", cite=state.cite(Topic.DICE_OFFERED), player=Person(due))
    if command.dice < FEWEST_DICE:
        return refuse(Code.TOO_FEW_DICE, cite=cite, dice=command.dice)
    sets = dice_sets(state)
    if command.item and command.item not in sets:
        return refuse(Code.ITEM_MISPLACED, "not-in-kit", cite=cite, item=command.item, table=state.table_id)
    item = command.item or next(iter(sets), "")
    fields = {"player": command.player, "dice": command.dice, "set": state.house.options.dice_set(), "item": item}
    return (made(DiceOffered, command, state, **fields),)


def _offered(command: AcceptDice | DeclineDice, state: State) -> Refusal | None:
    if state.dice.asked == command.player:
        return None
    return refuse(Code.OUT_OF_TURN, "not-offered", cite=state.cite(Topic.DICE_OFFERED), player=Person(command.player))


@implements("47.1-2309(3)", "47.1-2313(4)", "47.1-2312(3)")
def accept_dice(command: AcceptDice, state: State) -> Decided:
    """The first to accept shoots with two of the dice; the others go back to the cup."""
    refusal = only_with_dice(command, state) or excluded(state, command.player) or _offered(command, state)
    refusal = refusal or _direction_due(command, state)
    if refusal is not None:
        return refusal
    table = CrapsTable.of(state.felt)
    again = command.player == state.dice.last and table.hand.rolled
    hand = "continues" if again or state.dice.way == "continue" else "new"
    cup = state.dice.count - KEPT
    return (made(DiceAccepted, command, state, player=command.player, kept=KEPT, cup=cup, hand=hand),)


def _hand_waits(state: State) -> bool:
    """Whether there are wagers on the whole hand of a shooter who gave up the dice."""
    table = CrapsTable.of(state.felt)
    return table.shooter is None and table.hand.rolled and bool(hand_long(state.felt))


def _direction_due(command: AcceptDice, state: State) -> Refusal | None:
    """The boxperson must decide what happens to wagers on the hand before somebody else shoots (reading C13)."""
    if not _hand_waits(state) or state.dice.way == "continue" or command.player == state.dice.last:
        return None
    return refuse(Code.DIRECTION_DUE, cite=state.cite(Topic.HAND_DIRECTED))


def decline_dice(command: DeclineDice, state: State) -> Decided:
    """The dice go on to the next player."""
    refusal = only_with_dice(command, state) or _offered(command, state)
    return refusal or (made(DiceDeclined, command, state, player=command.player),)


def _gives_up(state: State, act: str) -> Refusal | None:
    cite = state.cite(Topic.DICE_PASSED)
    refusal = in_phase(state, ("open", "settled", "dice-out"), act, cite)
    if refusal is not None or CrapsTable.of(state.felt).shooter is not None:
        return refusal
    return refuse(Code.NO_SHOOTER, "nobody", cite=cite)


@implements("47.1-2313(1)")
def pass_dice(command: PassDice, state: State) -> Decided:
    """After any roll the shooter may give up the dice."""
    refusal = only_with_dice(command, state) or _gives_up(state, "passing")
    if refusal is None and command.player != CrapsTable.of(state.felt).shooter:
        cite = state.cite(command.topic)
        refusal = refuse(Code.OUT_OF_TURN, "not-the-shooter", cite=cite, player=Person(command.player))
    return refusal or (made(DicePassed, command, state, player=command.player, reason=None),)


@implements("47.1-2313(1)(b)")
def order_pass(command: OrderPass, state: State) -> Decided:
    """The boxperson orders it for delay, repeated invalid rolls or a violation."""
    refusal = only_with_dice(command, state) or _gives_up(state, "ordering-the-pass")
    if refusal is not None:
        return refusal
    shooter = CrapsTable.of(state.felt).shooter
    return (made(DicePassed, command, state, player=shooter, reason=command.reason),)


def direct_hand(command: DirectHand, state: State) -> Decided:
    """Wagers on the whole hand continue with the next shooter, or are returned (reading C13)."""
    refusal = only_with_dice(command, state) or lowest(
        None if _hand_waits(state) else refuse(Code.NOTHING_PENDING, "direction", cite=state.cite(command.topic)),
        not_notified(command, state),
    )
    if refusal is not None:
        return refusal
    found: tuple[object, ...] = ()
    if command.way == "return":
        _, back = settle.returned(state.felt, hand_long(state.felt), state.cite(Topic.HAND_DIRECTED))
        found = settle.rows([(state.felt, back)], state.seats, state.coupons)
    return (made(HandDirected, command, state, way=command.way, rows=found, notice=command.notice),)


@implements("47.1-2313(2)")
def released(state: State, player: str) -> bool:
    """Whether a player who accepts the dice may throw without a line wager (readings C17, C20).

    The boxperson lets the hand be rolled out. Or come wagers alone wait, and the last shooter takes the dice back
    from all others, or throws no more: then whoever accepts may roll.
    """
    dice, table = state.dice, CrapsTable.of(state.felt)
    if dice.rolled_out:
        return True
    if dice.last is None or not table.come_out or not only_come(state.felt.standing):
        return False
    if player != dice.last:
        gone = state.seat(dice.last) is None or dice.last in state.excluded
        return gone or dice.refused or dice.last in dice.declined
    return not table.hand.passes and all(seat.player in (player, *dice.declined) for seat in state.seats)


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_accepted(state: State, event: DiceAccepted) -> Effects:
    felt = state.felt
    if event.hand == "continues":
        after = felt.but(table=replace(CrapsTable.of(felt), shooter=event.player))
    else:
        after = taken(felt.shooter(event.player), Felt)
    table = replace(CrapsTable.of(after), released=released(state, event.player))
    return {"felt": changed(felt, after.but(table=table))}


def _effects_passed(state: State, event: DicePassed) -> Effects:
    return {"felt": without_shooter(state.felt)}


def _effects_directed(state: State, event: HandDirected) -> Effects:
    if event.way == "continue":
        return {"rows": (), "felt": NOTHING}
    after, back = settle.returned(state.felt, hand_long(state.felt), state.cite(Topic.HAND_DIRECTED))
    rows = settle.rows([(state.felt, back)], state.seats, state.coupons)
    return {"felt": changed(state.felt, settle.coupons_taken(after, rows)), "rows": rows}


def without_shooter(felt: Felt) -> Changed:
    """What changes when the shooter gives up the dice."""
    return changed(felt, felt.but(table=replace(CrapsTable.of(felt), shooter=None, released=False)))


def hand_long(felt: Felt) -> tuple[Standing, ...]:
    """The wagers on a shooter's whole hand."""
    return tuple(each for each in felt.standing if HAND_TRACKERS & felt.wager(each.wager).watches)


def moved_dice(state: State, dice: Dice, before: Felt, after: Felt) -> Dice | None:
    """Where the dice are after a roll, if they moved: still with the shooter, or offered to the next player."""
    now = replace(dice, asked=None)
    if shooter_of(after) is None:
        shooter = shooter_of(before)
        now = now if shooter is None else given_up(state, shooter)
    return None if now == state.dice else now


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def given_up(state: State, player: str) -> Dice:
    """The dice are offered next to the player on the left of this one."""
    seat = state.seat(player)
    return Dice(last=player, place=seat.place if seat else state.dice.place)


def offered_anew(dice: Dice, seats: tuple[Seat, ...]) -> Dice:
    """The dice, with a new round of offers if nobody at the table wants them."""
    if not dice.declined or any(seat.player not in dice.declined for seat in seats):
        return dice
    return replace(dice, declined=(), refused=bool(seats))


def _apply_offered(state: State, event: DiceOffered) -> State:
    return state.but(dice=replace(state.dice, asked=event.player, count=event.dice))


def _apply_accepted(state: State, event: DiceAccepted) -> State:
    kept = state.dice.declined if event.player == state.dice.last else ()
    return state.but(play=felt_after(state, event.felt), dice=Dice(declined=kept))


def _apply_declined(state: State, event: DiceDeclined) -> State:
    dice = replace(state.dice, asked=None, declined=(*state.dice.declined, event.player))
    return state.but(dice=offered_anew(dice, state.seats))


def _apply_passed(state: State, event: DicePassed) -> State:
    phase: Phase = "open" if state.phase == "dice-out" else state.phase
    return state.but(play=felt_after(state, event.felt), phase=phase, dice=given_up(state, event.player))


def _apply_directed(state: State, event: HandDirected) -> State:
    way: Literal["new", "continue"] = "new" if event.way == "return" else "continue"
    coupons = settle.coupons_left(state.coupons, event.rows)
    after = state.but(play=felt_after(state, event.felt), dice=replace(state.dice, way=way), coupons=coupons)
    return directed(after, event, event.notice)


ACTS = (
    Act(OfferDice, offer_dice, makes=(DiceOffered,)),
    Act(AcceptDice, accept_dice, makes=(DiceAccepted,), at_terminals=True),
    Act(DeclineDice, decline_dice, makes=(DiceDeclined,), at_terminals=True),
    Act(PassDice, pass_dice, makes=(DicePassed,), at_terminals=True),
    Act(OrderPass, order_pass, makes=(DicePassed,)),
    Act(DirectHand, direct_hand, makes=(HandDirected,)),
)
HAPPENINGS = (
    Happening(DiceOffered, _apply_offered),
    Happening(DiceAccepted, _apply_accepted, effects=_effects_accepted),
    Happening(DiceDeclined, _apply_declined),
    Happening(DicePassed, _apply_passed, effects=_effects_passed),
    Happening(HandDirected, _apply_directed, effects=_effects_directed, posts=post_rows),
)
