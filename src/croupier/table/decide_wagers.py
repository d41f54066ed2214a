"""Decisions about wagers: the felt says whether one may stand; here is who may ask for it, when and with what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier import felt as felts
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.money import dollars
from croupier.core.refusal import Code, Refusal, refuse
from croupier.felt import Act, Call, Played
from croupier.games.craps.facts import LINE
from croupier.table import commands_play as asked
from croupier.table import events_play as happened
from croupier.table import settle
from croupier.table.decide_device import sealed
from croupier.table.decide_seats import excluded
from croupier.table.deciding import Decided, Deciders, in_phase, made, money_may_move, seat_of
from croupier.table.effects import carried_out
from croupier.table.effects_play import act_on, moved
from croupier.table.events_table import ChipsBrought
from croupier.table.felt_change import changed
from croupier.table.state import BETTING, Buying, Phase, State

STEP_OF_THE_CLOCK = 1_000_000  # microseconds


def may_wager(command: Command, state: State, player: str, *, more: bool = True) -> Refusal | None:
    """Whether this player's wagers may be changed now; `more` for what adds to the layout."""
    seat = seat_of(state, player)
    if isinstance(seat, Refusal):
        return seat
    game, late = state.game, state.phase == "in-the-air"
    closed = late and state.house.electronic_device  # seed and log have settled the outcome
    refusal = _not_while_betting(state.phase, game) if closed or state.phase not in BETTING[game] else None
    if refusal is None and late:
        refusal = _late(command) if more else _in_the_air()
    if refusal is not None or not more:
        return refusal
    bought = None if state.buying is None else _redeemed_first(state.buying, player)
    return excluded(state, player) or _clock(command, state) or bought or sealed(state)


_WHEN = {"roulette": "30-2205(2)", "big-six": "30-2703(1)", "craps": "47.1-2305(2)"}
_CLOSED = {
    "closed": "The table is closed: no wagers are taken.",
    "settled": "The next round is not open yet: wagers are taken when it is.",
}


def _not_while_betting(phase: Phase, game: str) -> Refusal:
    """The betting is over: the player hears it in his own words."""
    message = _CLOSED.get(phase, "No more bets: the betting of this round is closed.")
    return refuse(Code.NOT_IN_THIS_PHASE, message, _WHEN[game])


def _in_the_air() -> Refusal:
    return refuse(Code.NOT_IN_THIS_PHASE, "The dice are in the air: no wager is taken back now.")


@implements("47.1-2305(2)")
def _late(command: Command) -> Refusal | None:
    """While the dice are in the air a dealer or boxperson must confirm the wager: he or she keys it."""
    if command.by.role in ("dealer", "boxperson"):
        return None
    message = "The dice are in the air: a dealer or boxperson must confirm the wager and key it."
    return refuse(Code.MUST_BE_CONFIRMED, message, "47.1-2305(2)")


def _clock(command: Command, state: State) -> Refusal | None:
    """A clock that stepped back by more than a second stops new wagers until a supervisor acknowledges it."""
    if state.at - command.at <= STEP_OF_THE_CLOCK + state.behind:
        return None
    return refuse(Code.CLOCK_WENT_BACK, "The clock stepped back: a supervisor must acknowledge it first.")


@implements("30-2215(4)")
def _redeemed_first(buying: Buying, player: str) -> Refusal | None:
    """Tickets and money on the table become chips before anything is wagered."""
    if buying.player != player:
        return None
    message = f"{player}'s buy-in is not finished: it is redeemed before any wager."
    return refuse(Code.CASH_ON_THE_TABLE, message, "30-2215(4)")


def _own_chips(state: State, player: str, amount: int) -> Refusal | None:
    """A color is wagered in whole chips of its unit; by the house procedure nothing else is."""
    seat = state.seat(player)
    assert seat is not None
    if seat.unit is None:
        return _chips_first(state, player)
    if amount % seat.unit == 0:
        return None
    message = f"{dollars(amount)} is not a whole number of {player}'s {dollars(seat.unit)} chips."
    return refuse(Code.NOT_WHOLE_CHIPS, message, "30-2201(9)")


def _chips_first(state: State, player: str) -> Refusal | None:
    if not state.house.by_procedure:
        return None
    return refuse(Code.COLOR_MISSING, f"{player} has no color yet: take one first.", "H-wagers(7)")


def _acted(state: State, player: str, kind: Callable[..., Act], *fields: object) -> dict[str, Any] | Refusal:
    """What an act of this kind changed on the felt, and what it moved to the layout."""
    felt = state.felt
    after = act_on(felt, player, kind, *fields)
    if isinstance(after, Refusal):
        return after
    return {"moved": moved(felt, after, player), "felt": changed(felt, after)}


@implements("30-2203(1)", "47.1-2203(1)")
def _with_chips(state: State, player: str, amount: int) -> Refusal | None:
    """No wager by word or in cash: it is made with chips that the player has in the rack."""
    rack = state.felt.rack(player)
    if amount <= rack:
        return None
    cite = {"roulette": "30-2203(1)", "craps": "47.1-2303(2)"}.get(state.game)
    return refuse(Code.NOT_ENOUGH_CHIPS, f"{player} has {dollars(rack)}: a wager is made with chips.", cite)


@implements("30-2203(4)", "47.1-2203(4)", "30-2703(3)")
def place(command: asked.Place, state: State) -> Decided:
    """A wager by the player, or keyed for the player by a dealer, who is named; the player answers for it."""
    player = command.player
    refusal = (
        may_wager(command, state, player)
        or _own_chips(state, player, command.amount)
        or _beside_a_coupon(state, command)
        or (_coins(state, command) if command.coins else None)
    )
    if refusal is not None:
        return refusal
    brought: tuple[Event, ...] = ()
    if command.coins:
        brought = (made(ChipsBrought, command, state, player=player, amount=command.amount, coins=True),)
        _, state = carried_out(state, brought[0])
    done = _placed(command, state, command.wager, command.spot, command.amount, tip=command.tip)
    return done if isinstance(done, Refusal) else (*brought, *done)


@implements("47.1-2305(1)")
def _coins(state: State, command: asked.Place) -> Refusal | None:
    """Coins are wagered at craps, on Pass and Don't Pass; everywhere else chips are."""
    if state.game == "craps" and command.wager in LINE:
        return money_may_move(state)
    message = f"No coins are taken on {command.wager}: exchange them for chips first."
    if state.game == "craps":
        message = f"Coins go on Pass and Don't Pass only, not on {command.wager}."
    return refuse(Code.COINS_NOT_TAKEN, message, "30-2203(1)")


def _beside_a_coupon(state: State, command: asked.Place | asked.Raise) -> Refusal | None:
    """At craps chips and a coupon may make one wager, within the maximum; elsewhere a coupon stands alone."""
    player, wager = command.player, command.wager
    if not state.coupons or settle.coupon_on(state.coupons, player, wager, command.spot) is None:
        return None
    if state.game != "craps":
        return refuse(Code.COUPON_NOT_TAKEN, f"A coupon stands there: {player} puts chips elsewhere.")
    held = state.felt.find(player, wager, command.spot)
    if held is None or held.stake + command.amount <= held.rules.limit(state.felt.wager(wager)).most:
        return None
    return refuse(Code.OVER_MAXIMUM, "With the coupon's face value the wager is above the maximum.", "47.1-2305(1)")


def _placed(
    command: asked.Place | asked.Repeat, state: State, wager: str, spot: str | None, amount: int, *, tip: bool
) -> Decided:
    done = _acted(state, command.player, felts.Place, wager, amount, spot, tip)
    if isinstance(done, Refusal):
        if done.code is Code.NOT_ENOUGH_CHIPS:
            return _with_chips(state, command.player, amount) or done
        return done
    house = state.house
    return (
        made(
            happened.WagerPlaced,
            command,
            state,
            player=command.player,
            wager=wager,
            spot=spot,
            amount=amount,
            tip=tip,
            late=state.phase == "in-the-air",
            **done,
            house_version=house.version,
            rulebook=house.day,
            pay_table=house.pay_tables.get(wager),
        ),
    )


def change(command: asked.Raise | asked.Reduce, state: State) -> Decided:
    """More or less of a wager that stands."""
    player, wager, spot, amount = command.player, command.wager, command.spot, command.amount
    more = isinstance(command, asked.Raise)
    refusal = may_wager(command, state, player, more=more) or _own_chips(state, player, amount)
    if refusal is None and isinstance(command, asked.Raise):
        refusal = _beside_a_coupon(state, command)
    elif refusal is None and settle.coupon_on(state.coupons, player, wager, spot) is not None:
        refusal = refuse(Code.COUPON_NOT_TAKEN, "A coupon stands there: it comes down whole or stays.")
    if refusal is not None:
        return refusal
    done = _acted(state, player, felts.Raise if more else felts.Reduce, wager, amount, spot)
    if isinstance(done, Refusal):
        return done
    fields = {"player": player, "wager": wager, "spot": spot, "amount": amount, **done}
    if more:
        return (made(happened.WagerRaised, command, state, late=state.phase == "in-the-air", **fields),)
    return (made(happened.WagerReduced, command, state, **fields),)


def take_down(command: asked.TakeDown, state: State) -> Decided:
    """A wager goes back; a coupon with it."""
    if (refusal := may_wager(command, state, command.player, more=False)) is not None:
        return refusal
    return _taken_down(command, state, command.wager, command.spot)


def _taken_down(command: asked.TakeDown | asked.Clear, state: State, wager: str, spot: str | None) -> Decided:
    done = _acted(state, command.player, felts.TakeDown, wager, spot)
    if isinstance(done, Refusal):
        return done
    coupon = settle.coupon_on(state.coupons, command.player, wager, spot)
    face = coupon.amount if coupon else 0
    fields = {"player": command.player, "wager": wager, "spot": spot, "coupon": face, "moved": done["moved"]}
    return (made(happened.WagerTakenDown, command, state, **fields),)


def call_wager(command: asked.CallWager, state: State) -> Decided:
    """The player calls On or Off; keyed by a dealer it is confirmed with it."""
    refusal = may_wager(command, state, command.player, more=False)
    if refusal is not None:
        return refusal
    done = _acted(state, command.player, Call, command.wager, command.on, command.spot)
    if isinstance(done, Refusal):
        return done
    fields = {"player": command.player, "wager": command.wager, "spot": command.spot, "on": command.on}
    call = made(happened.CallAsked, command, state, **fields)
    if command.by.role == "player":
        return (call,)
    return (call, made(happened.CallConfirmed, command, state, **fields))


@implements("47.1-2304(5)", "47.1-2305(5)")
def confirm_call(command: asked.ConfirmCall, state: State) -> Decided:
    """A call counts once the dealer has put the button on the wager."""
    if (refusal := may_wager(command, state, command.player, more=False)) is not None:
        return refusal
    key = (command.player, command.wager, command.spot)
    call = next((each for each in state.calls if (each.player, each.wager, each.spot) == key), None)
    if call is None:
        message = f"{command.player} has called nothing on {command.wager}."
        return refuse(Code.NOTHING_ASKED, message, "47.1-2305(5)")
    done = _acted(state, command.player, Call, call.wager, call.on, call.spot)
    if isinstance(done, Refusal):
        return done
    fields = {"player": call.player, "wager": call.wager, "spot": call.spot, "on": call.on}
    return (made(happened.CallConfirmed, command, state, **fields),)


def repeat(command: asked.Repeat, state: State) -> Decided:
    """Everything of the last round that does not stand any more, or nothing of it."""
    player = command.player
    if (refusal := may_wager(command, state, player)) is not None:
        return refusal
    found: list[Event] = []
    for wager, spot, amount in dict(state.repeats).get(player, ()):
        if state.felt.find(player, wager, spot) is not None:
            continue
        one = _own_chips(state, player, amount) or _placed(command, state, wager, spot, amount, tip=False)
        if isinstance(one, Refusal):
            return one
        found += one
        _, state = carried_out(state, one[0])
    if not found:
        return refuse(Code.NOTHING_TO_REPEAT, f"{player} has nothing to put up again.")
    return tuple(found)


def clear(command: asked.Clear, state: State) -> Decided:
    """Everything that may come down."""
    player = command.player
    if (refusal := may_wager(command, state, player, more=False)) is not None:
        return refusal
    found: list[Event] = []
    why: Refusal | None = None
    for standing in state.felt.standing:
        if standing.seat != player or state.felt.find(player, standing.wager, standing.spot) is None:
            continue
        one = _taken_down(command, state, standing.wager, standing.spot)
        if isinstance(one, Refusal):
            why = why or one
            continue
        found += one
        _, state = carried_out(state, one[0])
    if not found:
        return why or refuse(Code.NOTHING_STANDS, f"{player} has nothing on the layout that may come down.")
    return tuple(found)


def choose(command: asked.Choose, state: State) -> Decided:
    """A player's answer, after the round is settled and before the betting closes again."""
    if (refusal := in_phase(state, ("settled", "open", "spun"), "Choosing", "30-2204(2)")) is not None:
        return refusal
    return chosen(command, state, command.player, command.wager, command.choice)


def chosen(command: Command, state: State, player: str, wager: str, choice: str) -> Decided:
    """The choice as an event, with what it settles."""
    played = state.felt.choose(player, wager, choice)
    if not isinstance(played, Played):
        return played
    found = settle.rows([(state.felt, played.resolutions)], state.seats, ())
    return (made(happened.Chosen, command, state, player=player, wager=wager, choice=choice, rows=found),)


DECIDERS: Deciders = {
    asked.Place: place,
    asked.Raise: change,
    asked.Reduce: change,
    asked.TakeDown: take_down,
    asked.CallWager: call_wager,
    asked.ConfirmCall: confirm_call,
    asked.Repeat: repeat,
    asked.Clear: clear,
    asked.Choose: choose,
}
