"""Decisions about the table itself and its places."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.house import House
from croupier.table import commands_table as asked
from croupier.table import events_table as happened
from croupier.table.chips import unit_of
from croupier.table.cites import OUTCOME, REDEEMED, TUBE, Silent, buy_in, of
from croupier.table.decide_device import opened
from croupier.table.deciding import Decided, Deciders, first, in_phase, made, money_may_move, seat_of
from croupier.table.houses import house_of, same_play
from croupier.table.state import State
from croupier.text.facts import Person


def open_table(command: asked.OpenTable, state: State) -> Decided:
    """Open under a sound house, with chips from the cage."""
    if state.phase != "closed":
        return refuse(Code.TABLE_OPEN, table=state.table_id)
    house = house_of(command.house)
    if isinstance(house, Refusal):
        return house
    if state.play is not None and house.game_name != state.game:
        return refuse(Code.HOUSE_UNSOUND, "another-game", table=state.table_id, game=state.game)
    if (refusal := opened(state)) is not None:
        return refusal
    return (
        made(
            happened.TableOpened,
            command,
            state,
            house=command.house,
            house_version=house.version,
            rulebook=house.day,
            bank=command.bank,
        ),
    )


def close_table(command: asked.CloseTable, state: State) -> Decided:
    """Close when nothing is left: no round, wagers, chips, tips in the tube, disputes, claims, debt of the bank."""
    refusal = in_phase(state, ("open", "settled"), "closing")
    if refusal is not None:
        return refusal
    if state.felt.standing:
        return refuse(Code.WAGERS_STAND, "on-the-layout")
    if state.seats:
        return refuse(Code.CHIPS_REMAIN, "seated", player=Person(state.seats[0].player))
    if state.balance("tube"):
        return refuse(Code.CHIPS_REMAIN, "in-the-tube", cite=TUBE.get(state.game))
    if state.balance("bank") < 0:
        return refuse(Code.BANK_SHORT)
    if state.disputes:
        return refuse(Code.DISPUTE_OPEN, number=state.disputes[0].number)
    if state.claims:
        return refuse(Code.CLAIM_OPEN, "before-closing", player=Person(state.claims[0][0]))
    expected = state.balance("bank")
    return (made(happened.TableClosed, command, state, counted=command.counted, expected=expected),)


def change_house(command: asked.ChangeHouse, state: State) -> Decided:
    """Another version of the house from now on, between rounds; a device first reveals what the old one drew."""
    house = house_of(command.house)
    if isinstance(house, Refusal):
        return house
    if house.game_name != state.game:
        return refuse(Code.HOUSE_UNSOUND, "another-game", table=state.table_id, game=state.game)
    refusal = first(
        state.felt.under(house),
        in_phase(state, ("open", "settled"), "changing-the-house"),
        opened(state),
        _same_device(state, house),
        _empty_layout(state, house),
    )
    if isinstance(refusal, Refusal):
        return refusal
    version, day = house.version, house.day
    return (made(happened.HouseChanged, command, state, house=command.house, house_version=version, rulebook=day),)


def _same_device(state: State, house: House) -> Refusal | None:
    """A device is bound before a wager is taken: it does not come or go over wagers of a round that has begun."""
    same = house.electronic_device == state.house.electronic_device
    if same or state.phase == "settled" or not state.felt.standing:
        return None
    return refuse(Code.WAGERS_STAND, "device", cite=OUTCOME[state.game])


_LAYOUT = of(roulette="30-2203(5)", craps=Silent.UNWRITTEN, big_six=Silent.UNWRITTEN)


def _empty_layout(state: State, house: House) -> Refusal | None:
    """Another wheel or variant comes to an empty layout: no wager meets an outcome that it was not placed for."""
    if not state.felt.standing or same_play(state.house, house):
        return None
    return refuse(Code.WAGERS_STAND, "another-wheel", cite=_LAYOUT.get(state.game))


def exclude(command: asked.ExcludePatron, state: State) -> Decided:
    """Put a patron on the list."""
    return (made(happened.PatronExcluded, command, state, person=command.person),)


def readmit(command: asked.ReadmitPatron, state: State) -> Decided:
    """Take a patron off the list."""
    return (made(happened.PatronReadmitted, command, state, person=command.person),)


def designate(command: asked.Designate, state: State) -> Decided:
    """Name somebody who may call No Roll."""
    return (made(happened.Designated, command, state, person=command.person),)


def acknowledge_clock(command: asked.AcknowledgeClock, state: State) -> Decided:
    """From here on the step back is known."""
    return (made(happened.ClockAcknowledged, command, state, behind=max(0, state.at - command.at)),)


def excluded(state: State, player: str) -> Refusal | None:
    """Who is excluded does not play."""
    if player not in state.excluded:
        return None
    return refuse(Code.PATRON_EXCLUDED, player=Person(player))


def sit(command: asked.Sit, state: State) -> Decided:
    """A free place for somebody who may play and is not seated yet."""
    if state.seat(command.player) is not None:
        return refuse(Code.SEAT_TAKEN, player=Person(command.player))
    if (refusal := excluded(state, command.player)) is not None:
        return refusal
    if any(seat.place == command.place for seat in state.seats):
        return refuse(Code.PLACE_OCCUPIED, place=command.place)
    return (made(happened.Seated, command, state, player=command.player, place=command.place),)


def take_color(command: asked.TakeColor, state: State) -> Decided:
    """A color of one's own at a unit the player sets before any wager."""
    if state.game != "roulette":
        return refuse(Code.ACT_OF_ANOTHER_GAME, "no-colors", game=state.game)
    seat = seat_of(state, command.player)
    if isinstance(seat, Refusal):
        return seat
    refusal = _free(state, command) or _not_yet_wagered(state, command.player) or unit_of(state.house, command.unit)
    if refusal is not None:
        return refusal
    return (made(happened.ColorTaken, command, state, player=command.player, color=command.color, unit=command.unit),)


@implements("30-2203(3)", "47.1-2203(3)", "H-wagers(5)")
def _free(state: State, command: asked.TakeColor) -> Refusal | None:
    """One color per player and one player per color."""
    for seat in state.seats:
        if seat.color is None or seat.player == command.player:
            continue
        if seat.color.casefold().split() == command.color.casefold().split():
            return refuse(
                Code.COLOR_TAKEN, cite="30-2203(3)", color=command.color.capitalize(), player=Person(seat.player)
            )
    return None


@implements("30-2201(9)", "47.1-2201(9)")
def _not_yet_wagered(state: State, player: str) -> Refusal | None:
    """The value of a color is set before any wager, and stays while chips of it are about."""
    stands = any(each.seat == player for each in state.felt.standing)
    if not stands and not state.felt.rack(player):
        return None
    return refuse(Code.UNIT_FIXED, cite="30-2201(9)", player=Person(player))


def leave(command: asked.Leave, state: State) -> Decided:
    """With no wagers up and the rack empty."""
    player, game = command.player, state.game
    if (refusal := money_may_move(state)) is not None:
        return refusal
    if state.buying is not None and state.buying.player == player:
        return refuse(Code.CASH_ON_THE_TABLE, "not-finished", cite=buy_in(game), player=Person(player))
    seat = seat_of(state, player)
    if isinstance(seat, Refusal):
        return seat
    if state.phase == "dice-out" and state.felt.table.shooter == player:
        return refuse(Code.DICE_STAY, "are-out", cite="47.1-2313(1)", player=Person(player))
    if any(each.seat == player for each in state.felt.standing):
        return refuse(Code.WAGERS_STAND, "of-the-player", player=Person(player))
    if state.felt.rack(player):
        return refuse(Code.CHIPS_REMAIN, "in-the-rack", cite=REDEEMED.get(game), player=Person(player))
    return (made(happened.Left, command, state, player=command.player),)


DECIDERS: Deciders = {
    asked.OpenTable: open_table,
    asked.CloseTable: close_table,
    asked.ChangeHouse: change_house,
    asked.ExcludePatron: exclude,
    asked.ReadmitPatron: readmit,
    asked.Designate: designate,
    asked.AcknowledgeClock: acknowledge_clock,
    asked.Sit: sit,
    asked.TakeColor: take_color,
    asked.Leave: leave,
}
