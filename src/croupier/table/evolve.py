"""What an event makes of a table: what it recorded is applied. No rule of play is asked and no house is read.

Nothing is judged here; `judge.py` does that for audits. Money is checked at every event all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from croupier.conduct.event import Event
from croupier.conduct.postings import Posting, posted
from croupier.felt import Felt
from croupier.table import events_table as happened
from croupier.table.events_play import CouponPlaced, WagerPlaced, WagerRaised, WagerReduced, WagerTakenDown
from croupier.table.evolve_irregularities import IRREGULARITIES
from croupier.table.evolve_play import PLAY, given_up
from croupier.table.felt_change import applied
from croupier.table.houses import named
from croupier.table.ledger import TIPS, check, check_wager, postings
from croupier.table.state import Buying, Dice, Seat, State

#: Events that change the wagers of one player and nothing else.
WAGERS = frozenset({WagerPlaced, WagerRaised, WagerReduced, WagerTakenDown, CouponPlaced})


def evolve(state: State, event: Event, entries: tuple[Posting, ...] | None = None) -> State:
    """The table after an event, with its accounts; `entries` are what it posts, if already computed."""
    assert event.at >= state.at, "time does not go back"
    entries = postings(event, state) if entries is None else entries
    after = KINDS[type(event)](state, event)
    after = after.posted(event.at, posted(state.balances, entries), fresh=after is not state)
    if type(event) in WAGERS:
        check_wager(state, after, event.player, entries)  # type: ignore[attr-defined]
    elif entries or after.play is not state.play:
        check(after)
    return after


def _opened(state: State, event: happened.TableOpened) -> State:
    house = named(event.house, event.house_version)
    before = Felt(house, None, meters=state.play.meters if state.play is not None else ())
    play = applied(before, event.felt, state.house_by)
    return state.but(
        phase="open", play=play, houses=(house,), round=state.round + 1, rounds=(), repeats=(), dice=Dice(), seal=None
    )


def _closed(state: State, event: happened.TableClosed) -> State:
    return state.but(phase="closed", outcome=None, draws=(), calls=())


def _house_changed(state: State, event: happened.HouseChanged) -> State:
    house = named(event.house, event.house_version)
    known = tuple(each for each in state.houses if each.version != house.version)
    return state.but(play=applied(state.felt.but(house=house), event.felt, state.house_by), houses=(*known, house))


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
    felt = applied(state.felt, event.felt, state.house_by)
    dice = state.dice
    if event.felt.table is not None:  # the dice were the player's
        dice = given_up(state, event.player)
    return state.but(
        seats=tuple(seat for seat in state.seats if seat.player != event.player),
        play=felt.but(racks=tuple(rack for rack in felt.racks if rack[0] != event.player)),
        repeats=tuple(each for each in state.repeats if each[0] != event.player),
        calls=tuple(each for each in state.calls if each.player != event.player),
        dice=replace(dice, asked=None if dice.asked == event.player else dice.asked),
    )


def _spread(state: State, event: happened.CashSpread) -> State:
    return state.but(buying=Buying(event.player, event.instrument, event.amount))


def _stated(state: State, event: happened.AmountStated) -> State:
    assert state.buying is not None, "nothing lies on the table"
    return state.but(buying=replace(state.buying, step="stated"))


def _given(state: State, event: happened.ChipsGiven) -> State:
    assert state.buying is not None, "nothing lies on the table"
    felt = state.felt.with_rack(event.player, event.amount)
    return state.but(play=felt, buying=replace(state.buying, step="given"))


def _bought(state: State, event: happened.CashDropped | happened.CashReturned) -> State:
    return state.but(buying=None)


def _brought(state: State, event: happened.ChipsBrought) -> State:
    return state.but(play=state.felt.with_rack(event.player, event.amount))


def _unchanged(state: State, event: Event) -> State:
    return state


def _gone(state: State, event: happened.CashedOut | happened.Tipped) -> State:
    return state.but(play=state.felt.with_rack(event.player, -event.amount))


def _claim_settled(state: State, event: happened.ClaimSettled) -> State:
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
    happened.CashDropped: _bought,
    happened.CashReturned: _bought,
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
