"""Decisions about wagers: the felt says whether one may stand; here is who may ask for it, when and with what."""

from __future__ import annotations

from typing import Any

from croupier import felt as felts
from croupier.conduct.aggregate import Conducted
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.felt import Act, Call, Played
from croupier.games.craps.facts import LINE
from croupier.table import commands_play as asked
from croupier.table import events_play as happened
from croupier.table import settle
from croupier.table.cites import CHIPS, CLOSE, buy_in
from croupier.table.decide_device import sealed
from croupier.table.decide_seats import excluded
from croupier.table.deciding import Decided, Deciders, first, in_phase, made, money_may_move, own_units, seat_of
from croupier.table.effects import carried_out
from croupier.table.events_table import ChipsBrought
from croupier.table.felt_change import changed_for
from croupier.table.state import BETTING, Buying, State
from croupier.text.facts import Money, Person, WagerId

STEP_OF_THE_CLOCK = 1_000_000  # microseconds


def taken_now(command: Command, state: State, player: str, *, more: bool = True) -> Refusal | None:
    """Whether wagers of this player change now, before any is looked at; `more` for what adds to the layout."""
    refusal = (_clock(command, state) if more else None) or _betting(state, more=more)
    if refusal is None and more and state.buying is not None:
        refusal = _redeemed_first(state, state.buying, player)
    if refusal is not None:
        return refusal
    seat = seat_of(state, player)
    return seat if isinstance(seat, Refusal) else None


def more_from(command: Command, state: State, player: str) -> Refusal | None:
    """Whether more is taken from this player, for a wager that could stand."""
    return excluded(state, player) or _late(command, state) or sealed(state)


def _betting(state: State, *, more: bool) -> Refusal | None:
    """Whether the betting is open; in the air nothing is taken back, and a device has settled the outcome by then."""
    if state.phase == "open":
        return None
    late, cite = state.phase == "in-the-air", CLOSE[state.game]
    if state.phase == "settled":
        return refuse(Code.NOT_IN_THIS_PHASE, "not-open-yet", cite=cite)
    if state.phase not in BETTING[state.game] or (late and state.house.electronic_device):
        return refuse(Code.NOT_IN_THIS_PHASE, "no-more-bets", cite=cite)
    return refuse(Code.NOT_IN_THIS_PHASE, "in-the-air") if late and not more else None


@implements("47.1-2305(2)")
def _late(command: Command, state: State) -> Refusal | None:
    """While the dice are in the air a dealer or boxperson must confirm the wager: he or she keys it."""
    if state.phase != "in-the-air" or command.by.role in ("dealer", "boxperson"):
        return None
    return refuse(Code.MUST_BE_CONFIRMED, cite="47.1-2305(2)")


def _clock(command: Command, state: State) -> Refusal | None:
    """A clock that stepped back by more than a second stops new wagers until a supervisor acknowledges it."""
    if state.at - command.at <= STEP_OF_THE_CLOCK + state.behind:
        return None
    return refuse(Code.CLOCK_WENT_BACK)


@implements("30-2215(4)")
def _redeemed_first(state: State, buying: Buying, player: str) -> Refusal | None:
    """Tickets and money on the table become chips before anything is wagered."""
    if buying.player != player:
        return None
    return refuse(Code.CASH_ON_THE_TABLE, "redeemed-first", cite=buy_in(state.game, "(4)"), player=Person(player))


def _own_chips(state: State, player: str, amount: int) -> Refusal | None:
    """A color is wagered in whole chips of its unit; by the house procedure nothing else is."""
    seat = state.seat(player)
    assert seat is not None
    if seat.unit is None and not state.house.by_procedure:
        return None
    if seat.unit is not None:
        return own_units(state, player, amount)
    return refuse(Code.COLOR_MISSING, "none-yet", cite="H-wagers(7)", player=Person(player))


def _acted(state: State, player: str, act: Act) -> dict[str, Any] | Refusal:
    """What an act changed on the felt, and what it moved to the layout."""
    felt = state.felt
    after = felt.act(player, act)
    if isinstance(after, Refusal):
        return after
    change, moved = changed_for(player, felt, after)
    return {"moved": moved, "felt": change}


@implements("30-2203(1)", "47.1-2203(1)")
def _with_chips(state: State, player: str, amount: int) -> Refusal | None:
    """No wager by word or in cash: it is made with chips that the player has in the rack."""
    rack = state.felt.rack(player)
    if amount <= rack:
        return None
    cite = {"roulette": "30-2203(1)", "craps": "47.1-2303(2)"}.get(state.game)
    return refuse(Code.NOT_ENOUGH_CHIPS, "with-chips", cite=cite, player=Person(player), rack=Money(rack))


@implements("30-2203(4)", "47.1-2203(4)", "30-2703(3)")
def place(command: asked.Place, state: State) -> Decided:
    """A wager by the player, or keyed for the player by a dealer, who is named; the player answers for it."""
    player = command.player
    refusal = taken_now(command, state, player)
    if command.coins:
        refusal = lowest(money_may_move(state), refusal)
    if refusal is not None:
        return refusal
    others = (
        _own_chips(state, player, command.amount),
        _beside_a_coupon(state, command),
        more_from(command, state, player),
        _coins(state, command) if command.coins else None,
    )
    brought: tuple[Event, ...] = ()
    if command.coins:
        brought = (made(ChipsBrought, command, state, player=player, amount=command.amount, coins=True),)
        _, state = carried_out(state, brought[0])
    done = first(_placed(command, state, command.wager, command.spot, command.amount, tip=command.tip), *others)
    return done if isinstance(done, Refusal) else (*brought, *done)


@implements("47.1-2305(1)")
def _coins(state: State, command: asked.Place) -> Refusal | None:
    """Coins are wagered at craps, on Pass and Don't Pass; everywhere else chips are."""
    wager, cite = command.wager, CHIPS[state.game]
    if state.game != "craps":
        return refuse(Code.COINS_NOT_TAKEN, "nowhere", cite=cite, wager=WagerId(wager))
    return None if wager in LINE else refuse(Code.COINS_NOT_TAKEN, "line-only", cite=cite, wager=WagerId(wager))


def _beside_a_coupon(state: State, command: asked.Place | asked.Raise) -> Refusal | None:
    """At craps chips and a coupon may make one wager, within the maximum; elsewhere a coupon stands alone."""
    player, wager = command.player, command.wager
    if not state.coupons or settle.coupon_on(state.coupons, player, wager, command.spot) is None:
        return None
    if state.game != "craps":
        return refuse(Code.COUPON_NOT_TAKEN, "chips-elsewhere", player=Person(player))
    held = state.felt.find(player, wager, command.spot)
    if held is None or held.stake + command.amount <= held.rules.limit(state.felt.wager(wager)).most:
        return None
    return refuse(Code.OVER_MAXIMUM, "coupon", cite="47.1-2305(1)")


def _placed(
    command: asked.Place | asked.Repeat, state: State, wager: str, spot: str | None, amount: int, *, tip: bool
) -> Decided:
    done = _acted(state, command.player, felts.Place(wager, amount, spot, tip))
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
    if (refusal := taken_now(command, state, player, more=more)) is not None:
        return refusal
    if isinstance(command, asked.Raise):
        others = _beside_a_coupon(state, command), more_from(command, state, player)
    else:
        others = _coupon_comes_down_whole(state, command), None
    done = first(
        _acted(state, player, (felts.Raise if more else felts.Reduce)(wager, amount, spot)),
        _own_chips(state, player, amount),
        *others,
    )
    if isinstance(done, Refusal):
        return done
    fields = {"player": player, "wager": wager, "spot": spot, "amount": amount, **done}
    if more:
        return (made(happened.WagerRaised, command, state, late=state.phase == "in-the-air", **fields),)
    return (made(happened.WagerReduced, command, state, **fields),)


def _coupon_comes_down_whole(state: State, command: asked.Reduce) -> Refusal | None:
    if settle.coupon_on(state.coupons, command.player, command.wager, command.spot) is None:
        return None
    return refuse(Code.COUPON_NOT_TAKEN, "comes-down-whole")


def take_down(command: asked.TakeDown, state: State) -> Decided:
    """A wager goes back; a coupon with it."""
    if (refusal := taken_now(command, state, command.player, more=False)) is not None:
        return refusal
    return _taken_down(command, state, command.wager, command.spot)


def _taken_down(command: asked.TakeDown | asked.Clear, state: State, wager: str, spot: str | None) -> Decided:
    done = _acted(state, command.player, felts.TakeDown(wager, spot))
    if isinstance(done, Refusal):
        return done
    coupon = settle.coupon_on(state.coupons, command.player, wager, spot)
    face = coupon.amount if coupon else 0
    fields = {"player": command.player, "wager": wager, "spot": spot, "coupon": face, "moved": done["moved"]}
    return (made(happened.WagerTakenDown, command, state, **fields),)


def call_wager(command: asked.CallWager, state: State) -> Decided:
    """The player calls On or Off; keyed by a dealer it is confirmed with it."""
    if (refusal := taken_now(command, state, command.player, more=False)) is not None:
        return refusal
    done = _acted(state, command.player, Call(command.wager, command.on, command.spot))
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
    if (refusal := taken_now(command, state, command.player, more=False)) is not None:
        return refusal
    key = (command.player, command.wager, command.spot)
    call = next((each for each in state.calls if (each.player, each.wager, each.spot) == key), None)
    done = _acted(state, command.player, Call(command.wager, call is None or call.on, command.spot))
    if isinstance(done, Refusal):
        return done
    if call is None:
        cite = command.cites.get(state.game)
        return refuse(Code.NOTHING_ASKED, cite=cite, player=Person(command.player), wager=WagerId(command.wager))
    fields = {"player": call.player, "wager": call.wager, "spot": call.spot, "on": call.on}
    return (made(happened.CallConfirmed, command, state, **fields),)


def repeat(command: asked.Repeat, state: State) -> Conducted[State, Event] | Refusal:
    """Everything of the last round that does not stand any more, or nothing of it."""
    player = command.player
    if (refusal := taken_now(command, state, player)) is not None:
        return refusal
    may = more_from(command, state, player)
    found: list[Event] = []
    for wager, spot, amount in dict(state.repeats).get(player, ()):
        if state.felt.find(player, wager, spot) is not None:
            continue
        own = _own_chips(state, player, amount)
        one = first(_placed(command, state, wager, spot, amount, tip=False), own, may)
        if isinstance(one, Refusal):
            return one
        event, state = carried_out(state, one[0])
        found.append(event)
    if not found:
        return may or refuse(Code.NOTHING_TO_REPEAT, player=Person(player))
    return Conducted(tuple(found), state)


def clear(command: asked.Clear, state: State) -> Conducted[State, Event] | Refusal:
    """Everything that may come down."""
    player = command.player
    if (refusal := taken_now(command, state, player, more=False)) is not None:
        return refusal
    found: list[Event] = []
    why: Refusal | None = None
    for standing in state.felt.standing:
        if standing.seat != player or state.felt.find(player, standing.wager, standing.spot) is None:
            continue
        one = _taken_down(command, state, standing.wager, standing.spot)
        if isinstance(one, Refusal):
            why = lowest(why, one)
            continue
        event, state = carried_out(state, one[0])
        found.append(event)
    if not found:
        return why or refuse(Code.NOTHING_STANDS, "nothing-comes-down", player=Person(player))
    return Conducted(tuple(found), state)


def choose(command: asked.Choose, state: State) -> Decided:
    """A player's answer, after the round is settled and before the betting closes again."""
    due = in_phase(state, ("settled", "open", "spun"), "choosing", command.cites.get(state.game))
    return first(chosen(command, state, command.player, command.wager, command.choice), due)


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
