"""What follows from the events of play by the rules of this version: wagers, the round, the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from croupier.conduct.event import Event
from croupier.core.machine import Standing
from croupier.core.refusal import Refusal
from croupier.felt import Act, Call, Felt, Place, Played, Raise, Reduce, TakeDown
from croupier.games.craps.facts import HAND_TRACKERS, LINE
from croupier.table import events_play as happened
from croupier.table import settle
from croupier.table.evolve_play import given_up
from croupier.table.felt_change import NOTHING, changed, changed_for, counters
from croupier.table.rows import Row
from croupier.table.state import Dice, Repeats, State
from croupier.table.taken import Effects, NotTaken, taken


def _acted(felt: Felt, player: str, act: Act) -> Felt:
    """The felt after an act that it takes."""
    after = felt.act(player, act)
    if isinstance(after, Refusal):
        raise NotTaken(after)
    return after


def coupons_taken(felt: Felt, rows: Iterable[Row]) -> Felt:
    """A coupon is no chip: what the felt paid for its stake goes back to the bank."""
    for row in rows:
        if row.coupon:
            felt = felt.with_rack(row.player, -row.coupon)
    return felt


# Wagers -----------------------------------------------------------------------------------------------------
def _placed(state: State, event: happened.WagerPlaced) -> Effects:
    felt, house, player = state.felt, state.house, event.player
    after = _acted(felt, player, Place(event.wager, event.amount, event.spot, event.tip))
    change, moved = changed_for(player, felt, after)
    return {
        "felt": change,
        "moved": moved,
        "house_version": house.version,
        "rulebook": house.day,
        "pay_table": house.pay_tables.get(event.wager),
    }


def _more_or_less(state: State, event: happened.WagerRaised | happened.WagerReduced) -> Effects:
    felt, kind = state.felt, Raise if isinstance(event, happened.WagerRaised) else Reduce
    after = _acted(felt, event.player, kind(event.wager, event.amount, event.spot))
    change, moved = changed_for(event.player, felt, after)
    return {"felt": change, "moved": moved}


def _taken_down(state: State, event: happened.WagerTakenDown) -> Effects:
    felt = state.felt
    after = _acted(felt, event.player, TakeDown(event.wager, event.spot))
    back = felt.rack(event.player) - after.rack(event.player)
    coupon = settle.coupon_on(state.coupons, event.player, event.wager, event.spot)
    face = coupon.amount if coupon is not None else 0
    after = after.with_rack(event.player, -face) if face else after
    return {"felt": changed(felt, after), "moved": back, "coupon": face}


def _coupon(state: State, event: happened.CouponPlaced) -> Effects:
    felt, house = state.felt.with_rack(event.player, event.amount), state.house
    after = _acted(felt, event.player, Place(event.wager, event.amount, event.spot))
    return {"felt": changed(state.felt, after), "house_version": house.version, "rulebook": house.day}


def _confirmed(state: State, event: happened.CallConfirmed) -> Effects:
    after = _acted(state.felt, event.player, Call(event.wager, event.on, event.spot))
    return {"felt": changed(state.felt, after)}


def _chosen(state: State, event: happened.Chosen) -> Effects:
    played = taken(state.felt.choose(event.player, event.wager, event.choice), Played)
    rows = settle.rows([(state.felt, played.resolutions)], state.seats, ())
    kept = None
    if state.rounds:
        last = state.rounds[-1].after
        after = last.choose(event.player, event.wager, event.choice)
        if isinstance(after, Played):  # a round corrected since then may not ask any more
            kept = changed(last, after.felt)
    return {"felt": changed(state.felt, played.felt), "rows": rows, "kept": kept}


# The round --------------------------------------------------------------------------------------------------
def _settled(state: State, event: happened.Settled) -> Effects:
    if event.stage == "bonus":
        return _bonus(state, event)
    done = settle.play(state.felt, event.outcome, state.draws)
    if isinstance(done, Refusal):
        raise NotTaken(done)
    played, steps = done
    rows = settle.rows_of(steps, state.seats, state.coupons)
    after = coupons_taken(played.felt, rows)
    return {
        "felt": changed(state.felt, after),
        "rows": rows,
        "announced": played.announced,
        "meters": counters(after),
        "dice": moved_dice(state, state.dice, state.felt, after),
        "repeats": _repeats(state),
    }


def moved_dice(state: State, dice: Dice, before: Felt, after: Felt) -> Dice | None:
    """Where the dice are after a roll, if that is elsewhere: with the shooter still, or to be offered on."""
    now = replace(dice, asked=None)
    if state.game == "craps" and after.table.shooter is None and before.table.shooter is not None:
        now = given_up(state, before.table.shooter)
    return None if now == state.dice else now


def _bonus(state: State, event: happened.Settled) -> Effects:
    """The bonus round, after all else is resolved."""
    (draw,) = state.draws
    played = taken(state.felt.drawn(draw.of, draw.result), Played)
    rows = settle.rows([(state.felt, played.resolutions)], state.seats, ())
    return {"felt": changed(state.felt, played.felt), "rows": rows, "meters": counters(played.felt)}


def _repeats(state: State) -> Repeats:
    """What each player had up, where that is not what he or she could repeat before."""
    mine: dict[str, list[tuple[str, str | None, int]]] = {seat.player: [] for seat in state.seats}
    felt, coupons, before = state.felt, state.coupons, dict(state.repeats)
    for each in felt.standing:
        if each.tip or each.locked or each.draw or _comes_by_itself(felt, each):
            continue
        if not coupons or settle.coupon_on(coupons, each.seat, each.wager, each.spot) is None:
            mine[each.seat].append((each.wager, each.spot, each.stake))
    found = ((player, tuple(wagers)) for player, wagers in mine.items() if wagers)
    return tuple(sorted((player, wagers) for player, wagers in found if before.get(player) != wagers))


def _comes_by_itself(felt: Felt, standing: Standing) -> bool:
    """Odds, and come wagers that have travelled, are not put up as such."""
    wager = felt.wager(standing.wager)
    return wager.parent is not None or (wager.group == "line" and standing.spot is not None)


# Craps ------------------------------------------------------------------------------------------------------
def _accepted(state: State, event: happened.DiceAccepted) -> Effects:
    felt = state.felt
    if event.hand == "continues":
        after = felt.but(table=replace(felt.table, shooter=event.player))
    else:
        after = taken(felt.shooter(event.player), Felt)
    return {"felt": changed(felt, after)}


def _passed(state: State, event: happened.DicePassed) -> Effects:
    felt = state.felt
    return {"felt": changed(felt, felt.but(table=replace(felt.table, shooter=None)))}


def _directed(state: State, event: happened.HandDirected) -> Effects:
    if event.way == "continue":
        return {"rows": (), "felt": NOTHING}
    after, back = settle.returned(state.felt, hand_long(state.felt), "47.1-2319")
    rows = settle.rows([(state.felt, back)], state.seats, state.coupons)
    return {"felt": changed(state.felt, after), "rows": rows}


def hand_long(felt: Felt) -> tuple[Standing, ...]:
    """The wagers that stand on a shooter's whole hand."""
    return tuple(each for each in felt.standing if HAND_TRACKERS & felt.wager(each.wager).watches)


def _point_off(state: State, event: happened.PointTakenOff) -> Effects:
    felt = state.felt
    barred = frozenset(key for key in felt.barred if key[1] not in LINE)
    return {"felt": changed(felt, without_point(felt).but(barred=barred)), "point": felt.table.point}


def without_point(felt: Felt) -> Felt:
    """The felt of a craps table on which nobody is on the line: the next roll is a come-out roll."""
    return felt.but(table=replace(felt.table, point=None))


PLAY: dict[type[Event], Callable[[State, Any], Effects]] = {
    happened.WagerPlaced: _placed,
    happened.WagerRaised: _more_or_less,
    happened.WagerReduced: _more_or_less,
    happened.WagerTakenDown: _taken_down,
    happened.CouponPlaced: _coupon,
    happened.CallConfirmed: _confirmed,
    happened.Chosen: _chosen,
    happened.Settled: _settled,
    happened.DiceAccepted: _accepted,
    happened.DicePassed: _passed,
    happened.HandDirected: _directed,
    happened.PointTakenOff: _point_off,
}
