"""What an event makes of a table. Nothing is judged here: an event that does not fit is a fault of the program.

The felt moves by its own pure functions, and what it moved is compared with what the event recorded: a log that the
rules of the day did not write is found out at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from croupier import felt as felts
from croupier.core.refusal import Refusal
from croupier.felt import Felt
from croupier.house import House
from croupier.table import events_table as happened
from croupier.table.event import Event
from croupier.table.evolve_irregularities import IRREGULARITIES
from croupier.table.evolve_play import PLAY, given_up
from croupier.table.fits import WAGERS, fits
from croupier.table.houses import house_of, same_play
from croupier.table.ledger import TIPS, Posting, check, check_wager, posted, postings
from croupier.table.state import Buying, Dice, Seat, State


def evolve(state: State, event: Event, entries: tuple[Posting, ...] | None = None) -> State:
    """The table after an event, with its accounts; `entries` are what it posts, where somebody has found that out."""
    assert event.at >= state.at, "time does not go back"
    fits(state, event)
    entries = postings(event, state) if entries is None else entries
    after = KINDS[type(event)](state, event)
    after = after.posted(event.at, posted(state.balances, entries), fresh=after is not state)
    if type(event) in WAGERS:
        check_wager(state, after, event.player, entries)  # type: ignore[attr-defined]
    elif entries or after.play is not state.play:
        check(after)
    return after


def _house(event: happened.TableOpened | happened.HouseChanged) -> House:
    house = house_of(event.house)
    assert not isinstance(house, Refusal), str(house)
    said = (event.house_version, event.rulebook)
    assert (house.version, house.day) == said, "the house of the log is another one"
    return house


def _opened(state: State, event: happened.TableOpened) -> State:
    house = _house(event)
    fresh = felts.open(house)
    if state.play is not None:
        kept = {meter.wager: meter for meter in state.play.meters}
        new = [meter for meter in fresh.meters if meter.wager not in kept]
        fresh = fresh.but(meters=(*kept.values(), *new))
        if house.game_name == "big-six":
            fresh = fresh.but(table=state.play.table)  # the direction goes on alternating (reading B3)
    return state.but(phase="open", play=fresh, round=state.round + 1, rounds=(), repeats=(), dice=Dice(), seal=None)


def _closed(state: State, event: happened.TableClosed) -> State:
    return state.but(phase="closed", outcome=None, draws=(), calls=())


def _house_changed(state: State, event: happened.HouseChanged) -> State:
    house = _house(event)
    under = state.felt.under(house)
    assert isinstance(under, Felt), str(under)
    if not same_play(state.house, house):
        assert not state.felt.standing, "another wheel or variant under wagers"
        if state.game == "roulette":
            under = under.but(table=house.game.begin(house))  # another wheel has no number before
    return state.but(play=under)


def _excluded(state: State, event: happened.PatronExcluded) -> State:
    return state.but(excluded=state.excluded | {event.person})


def _readmitted(state: State, event: happened.PatronReadmitted) -> State:
    return state.but(excluded=state.excluded - {event.person})


def _designated(state: State, event: happened.Designated) -> State:
    return state.but(designated=state.designated | {event.person})


def _clock(state: State, event: happened.ClockAcknowledged) -> State:
    return state.but(behind=event.behind)


def _went_short(state: State, event: happened.BankWentShort) -> State:
    return state.but(short=True)


def _made_good(state: State, event: happened.BankMadeGood) -> State:
    return state.but(short=False)


def _seated(state: State, event: happened.Seated) -> State:
    seats = tuple(sorted((*state.seats, Seat(event.place, event.player)), key=lambda seat: seat.place))
    place = {seat.player: seat.place for seat in seats}
    racks = sorted((*state.felt.racks, (event.player, 0)), key=lambda rack: place[rack[0]])
    felt = state.felt.but(racks=tuple(racks))
    return state.but(seats=seats, play=felt.with_standing(felt.standing))


def _color(state: State, event: happened.ColorTaken) -> State:
    seats = tuple(
        replace(seat, color=event.color, unit=event.unit) if seat.player == event.player else seat
        for seat in state.seats
    )
    return state.but(seats=seats)


def _left(state: State, event: happened.Left) -> State:
    felt = state.felt
    assert all(each.seat != event.player for each in felt.standing), f"{event.player} left wagers behind"
    racks = tuple(rack for rack in felt.racks if rack[0] != event.player)
    table = felt.table
    if getattr(table, "shooter", None) == event.player:
        table = replace(table, shooter=None)
        state = state.but(dice=given_up(state, event.player))
    asked = None if state.dice.asked == event.player else state.dice.asked
    dice = replace(state.dice, asked=asked)
    return state.but(
        seats=tuple(seat for seat in state.seats if seat.player != event.player),
        play=felt.but(racks=racks, table=table),
        repeats=tuple(each for each in state.repeats if each[0] != event.player),
        calls=tuple(each for each in state.calls if each.player != event.player),
        dice=dice,
    )


def _spread(state: State, event: happened.CashSpread) -> State:
    assert state.buying is None, "money lies on the table"
    return state.but(buying=Buying(event.player, event.instrument, event.amount))


def _buying(
    state: State, event: happened.AmountStated | happened.ChipsGiven | happened.CashDropped, step: str
) -> Buying:
    """The buy-in of which this event is the next step."""
    buying = state.buying
    assert buying is not None, "nothing lies on the table"
    assert (buying.player, buying.amount, buying.step) == (event.player, event.amount, step), (
        "a step of another buy-in"
    )
    return buying


def _stated(state: State, event: happened.AmountStated) -> State:
    return state.but(buying=replace(_buying(state, event, "spread"), step="stated"))


def _given(state: State, event: happened.ChipsGiven) -> State:
    buying = _buying(state, event, "stated")
    felt = state.felt.with_rack(event.player, event.amount)
    return state.but(play=felt, buying=replace(buying, step="given"))


def _dropped(state: State, event: happened.CashDropped) -> State:
    assert _buying(state, event, "given").instrument == event.instrument, "another instrument"
    return state.but(buying=None)


def _cash_returned(state: State, event: happened.CashReturned) -> State:
    buying = state.buying
    assert buying is not None, "nothing lies on the table"
    assert (buying.player, buying.amount) == (event.player, event.amount), "another's money went back"
    assert buying.step != "given", "chips were given for it"
    return state.but(buying=None)


def _brought(state: State, event: happened.ChipsBrought) -> State:
    return state.but(play=state.felt.with_rack(event.player, event.amount))


def _unchanged(state: State, event: Event) -> State:
    return state


def _gone(state: State, event: happened.CashedOut | happened.Tipped) -> State:
    return state.but(play=state.felt.with_rack(event.player, -event.amount))


def _claim_settled(state: State, event: happened.ClaimSettled) -> State:
    assert state.claim(event.person) == event.amount, "the claim is another one"
    play = state.felt
    if event.how == "rack" and event.person == TIPS:
        play = play.but(tip_box=play.tip_box + event.amount)
    elif event.how == "rack":
        play = play.with_rack(event.person, event.amount)
    return state.but(play=play, claims=tuple(each for each in state.claims if each[0] != event.person))


KINDS: dict[type[Event], Callable[[State, Any], State]] = {
    happened.TableOpened: _opened,
    happened.TableClosed: _closed,
    happened.HouseChanged: _house_changed,
    happened.PatronExcluded: _excluded,
    happened.PatronReadmitted: _readmitted,
    happened.Designated: _designated,
    happened.ClockAcknowledged: _clock,
    happened.BankWentShort: _went_short,
    happened.BankMadeGood: _made_good,
    happened.Seated: _seated,
    happened.ColorTaken: _color,
    happened.Left: _left,
    happened.CashSpread: _spread,
    happened.AmountStated: _stated,
    happened.ChipsGiven: _given,
    happened.CashDropped: _dropped,
    happened.CashReturned: _cash_returned,
    happened.ChipsBrought: _brought,
    happened.ColoredUp: _unchanged,
    happened.CashedOut: _gone,
    happened.Tipped: _gone,
    happened.TubeEmptied: _unchanged,
    happened.FillReceived: _unchanged,
    happened.CreditSent: _unchanged,
    happened.BoxRemoved: _unchanged,
    happened.ClaimSettled: _claim_settled,
    **PLAY,
    **IRREGULARITIES,
}
