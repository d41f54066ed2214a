"""What the events of play make of a table: wagers, the round, the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Literal

from croupier.core.last_call import last_call
from croupier.core.machine import Standing
from croupier.core.refusal import Refusal
from croupier.felt import Act, Call, Felt, Place, Played, Raise, Reduce, TakeDown
from croupier.games.craps.facts import HAND_TRACKERS, LINE
from croupier.table import events_play as happened
from croupier.table import settle
from croupier.table.commands_irregularities import DrawEntry
from croupier.table.event import Counter, Event, Row
from croupier.table.state import REMEMBERED, AskedCall, Coupon, Dice, Phase, Round, State


@last_call
def act_on(felt: Felt, player: str, kind: Callable[..., Act], *fields: object) -> Felt | Refusal:
    """The felt after an act of this kind, or why it takes none."""
    return felt.act(player, kind(*fields))


def acted(felt: Felt, player: str, kind: Callable[..., Act], *fields: object) -> Felt:
    """The felt after an act that it takes."""
    after = act_on(felt, player, kind, *fields)
    assert isinstance(after, Felt), str(after)
    return after


def moved(before: Felt, after: Felt, player: str) -> int:
    """What an act moved from a player's rack to the layout, commission held included."""
    return before.rack(player) - after.rack(player)


def counters(felt: Felt) -> tuple[Counter, ...]:
    """The meters as an event records them."""
    return tuple(Counter(each.wager, each.seeded, each.contributed, each.awarded) for each in felt.meters)


def coupons_taken(felt: Felt, rows: Iterable[Row]) -> Felt:
    """A coupon is no chip: what the felt paid for its stake goes back to the bank."""
    for row in rows:
        if row.coupon:
            felt = felt.with_rack(row.player, -row.coupon)
    return felt


def coupons_left(coupons: tuple[Coupon, ...], rows: Iterable[Row]) -> tuple[Coupon, ...]:
    """The coupons on wagers that were not decided."""
    decided = {(row.player, row.wager, row.spot) for row in rows if not row.tip}
    return tuple(each for each in coupons if (each.player, each.wager, each.spot) not in decided)


def _of_this_house(state: State, event: happened.WagerPlaced | happened.CouponPlaced) -> None:
    """An assertion where a wager names another house, law or pay table than those in force."""
    house = state.house
    said = (event.house_version, event.rulebook)
    assert said == (house.version, house.day), "the event names another house"
    if isinstance(event, happened.WagerPlaced):
        assert event.pay_table == house.pay_tables.get(event.wager), "the event names another pay table"


def _changed(
    state: State,
    event: happened.WagerPlaced | happened.WagerRaised | happened.WagerReduced | happened.WagerTakenDown,
) -> State:
    felt, player, wager, spot = state.felt, event.player, event.wager, event.spot
    match event:
        case happened.WagerPlaced():
            _of_this_house(state, event)
            after = acted(felt, player, Place, wager, event.amount, spot, event.tip)
        case happened.WagerRaised():
            after = acted(felt, player, Raise, wager, event.amount, spot)
        case happened.WagerReduced():
            after = acted(felt, player, Reduce, wager, event.amount, spot)
        case happened.WagerTakenDown():
            after = acted(felt, player, TakeDown, wager, spot)
    assert moved(felt, after, player) == event.moved, "the event records another amount"
    coupons = state.coupons
    if isinstance(event, happened.WagerTakenDown) and event.coupon:
        after = after.with_rack(event.player, -event.coupon)
        gone = settle.coupon_on(coupons, event.player, event.wager, event.spot)
        coupons = tuple(each for each in coupons if each is not gone)
    return state.but(play=after, coupons=coupons)


def _coupon(state: State, event: happened.CouponPlaced) -> State:
    _of_this_house(state, event)
    felt = state.felt.with_rack(event.player, event.amount)
    after = acted(felt, event.player, Place, event.wager, event.amount, event.spot)
    coupon = Coupon(event.player, event.wager, event.spot, event.amount, event.coupon)
    return state.but(play=after, coupons=(*state.coupons, coupon))


def without_call(state: State, player: str, wager: str, spot: str | None) -> tuple[AskedCall, ...]:
    """The calls that wait, but for one."""
    return tuple(each for each in state.calls if (each.player, each.wager, each.spot) != (player, wager, spot))


def _asked(state: State, event: happened.CallAsked) -> State:
    kept = without_call(state, event.player, event.wager, event.spot)
    return state.but(calls=(*kept, AskedCall(event.player, event.wager, event.spot, event.on)))


def _confirmed(state: State, event: happened.CallConfirmed) -> State:
    after = acted(state.felt, event.player, Call, event.wager, event.on, event.spot)
    return state.but(play=after, calls=without_call(state, event.player, event.wager, event.spot))


def _chosen(state: State, event: happened.Chosen) -> State:
    played = state.felt.choose(event.player, event.wager, event.choice)
    assert isinstance(played, Played), str(played)
    found = settle.rows([(state.felt, played.resolutions)], state.seats, ())
    assert found == event.rows, "the event records another settlement"
    rounds = state.rounds
    if rounds:
        last = rounds[-1]
        after = last.after.choose(event.player, event.wager, event.choice)
        if isinstance(after, Played):  # a round corrected since then may not ask any more
            rounds = (*rounds[:-1], replace(last, after=after.felt, rows=last.rows + event.rows))
    return state.but(play=played.felt, rounds=rounds)


def _spun(state: State, event: happened.BallSpun | happened.WheelSpun) -> State:
    return state.but(phase="spun")


def _sealed(state: State, event: happened.SealPublished) -> State:
    return state.but(seal=event.commitment, revealed=False)


def _revealed(state: State, event: happened.SeedRevealed) -> State:
    return state.but(revealed=True)


def _no_more_bets(state: State, event: happened.BettingClosed) -> State:
    return state.but(phase="no-more-bets")


def _called(state: State, event: happened.OutcomeCalled) -> State:
    return state.but(phase="called", outcome=event.outcome, draws=(), caller=event.by.person, calls=())


def _unchanged(state: State, event: Event) -> State:
    return state


def _drawn(state: State, event: happened.Drawn) -> State:
    return state.but(draws=(*state.draws, DrawEntry(event.of, event.result)))


def _settled(state: State, event: happened.Settled) -> State:
    if event.stage == "bonus":
        return _bonus(state, event)
    done = settle.play(state.felt, event.outcome, state.draws)
    assert isinstance(done, tuple), str(done)
    played, steps = done
    found = settle.rows_of(steps, state.seats, state.coupons)
    assert found == event.rows, "the event records another settlement"
    after = coupons_taken(played.felt, event.rows)
    assert counters(after) == event.meters, "the event records other meters"
    kept = Round(
        number=event.round,
        outcome=event.outcome,
        draws=state.draws,
        before=state.felt,
        after=after,
        rows=found,
        coupons=state.coupons,
        caller=state.caller,
        dice=state.dice,
    )
    return state.but(
        phase="settled",
        play=after,
        outcome=None,
        draws=(),
        dice=dice_after(state, state.dice, state.felt, after),
        coupons=coupons_left(state.coupons, found),
        rounds=(*state.rounds, kept)[-REMEMBERED:],
        repeats=_repeats(state),
    )


def dice_after(state: State, dice: Dice, before: Felt, after: Felt) -> Dice:
    """Where the dice are after a roll: with the shooter still, or to be offered on."""
    if state.game != "craps" or after.table.shooter is not None or before.table.shooter is None:
        return replace(dice, asked=None)
    return given_up(state, before.table.shooter)


def given_up(state: State, player: str) -> Dice:
    """The dice are to be offered on from a player's left."""
    seat = state.seat(player)
    return Dice(last=player, place=seat.place if seat else state.dice.place)


def _bonus(state: State, event: happened.Settled) -> State:
    """The bonus round, after all else is resolved."""
    (draw,) = state.draws
    played = state.felt.drawn(draw.of, draw.result)
    assert isinstance(played, Played), str(played)
    found = settle.rows([(state.felt, played.resolutions)], state.seats, ())
    assert found == event.rows, "the event records another settlement"
    last = state.rounds[-1]
    last = replace(last, after=played.felt, rows=last.rows + found, draws=(*last.draws, draw))
    return state.but(play=played.felt, draws=(), rounds=(*state.rounds[:-1], last))


def _repeats(state: State) -> tuple[tuple[str, tuple[tuple[str, str | None, int], ...]], ...]:
    """What each player had up; a player with nothing keeps the last."""
    mine: dict[str, list[tuple[str, str | None, int]]] = {seat.player: [] for seat in state.seats}
    felt, coupons = state.felt, state.coupons
    for each in felt.standing:
        if each.tip or each.locked or each.draw or _comes_by_itself(felt, each):
            continue
        if not coupons or settle.coupon_on(coupons, each.seat, each.wager, each.spot) is None:
            mine[each.seat].append((each.wager, each.spot, each.stake))
    found = dict(state.repeats) | {player: tuple(wagers) for player, wagers in mine.items() if wagers}
    return tuple(sorted(found.items()))


def _comes_by_itself(felt: Felt, standing: Standing) -> bool:
    """Odds, and come wagers that have travelled, are not put up as such."""
    wager = felt.wager(standing.wager)
    return wager.parent is not None or (wager.group == "line" and standing.spot is not None)


def _betting(state: State, event: happened.BettingOpened) -> State:
    return state.but(phase="open", round=event.round, seal=None, revealed=False)


def _offered(state: State, event: happened.DiceOffered) -> State:
    return state.but(dice=replace(state.dice, asked=event.player, count=event.dice))


def _declined(state: State, event: happened.DiceDeclined) -> State:
    declined = (*state.dice.declined, event.player)
    if all(seat.player in declined for seat in state.seats):
        declined = ()  # nobody wants them: the round of offers begins anew
    return state.but(dice=replace(state.dice, asked=None, declined=declined))


def _accepted(state: State, event: happened.DiceAccepted) -> State:
    if event.hand == "continues":
        felt = state.felt.but(table=replace(state.felt.table, shooter=event.player))
    else:
        named = state.felt.shooter(event.player)
        assert isinstance(named, Felt), str(named)
        felt = named
    kept = state.dice.declined if event.player == state.dice.last else ()
    return state.but(play=felt, dice=Dice(declined=kept))


def _passed(state: State, event: happened.DicePassed) -> State:
    felt = state.felt.but(table=replace(state.felt.table, shooter=None))
    phase: Phase = "open" if state.phase == "dice-out" else state.phase
    return state.but(play=felt, phase=phase, dice=given_up(state, event.player))


def _directed(state: State, event: happened.HandDirected) -> State:
    felt = state.felt
    way: Literal["new", "continue"] = "continue"
    if event.way == "return":
        felt, back = settle.returned(felt, hand_long(felt), "47.1-2319")
        assert settle.rows([(state.felt, back)], state.seats, state.coupons) == event.rows, "another settlement"
        way = "new"
    return state.but(play=felt, dice=replace(state.dice, way=way))


def hand_long(felt: Felt) -> tuple[Standing, ...]:
    """The wagers that stand on a shooter's whole hand."""
    return tuple(each for each in felt.standing if HAND_TRACKERS & felt.wager(each.wager).watches)


def _point_off(state: State, event: happened.PointTakenOff) -> State:
    assert state.felt.table.point == event.point, "another point is on"
    barred = frozenset(key for key in state.felt.barred if key[1] not in LINE)
    return state.but(play=without_point(state.felt).but(barred=barred))


def without_point(felt: Felt) -> Felt:
    """The felt of a craps table on which nobody is on the line: the next roll is a come-out roll."""
    return felt.but(table=replace(felt.table, point=None))


def _pushed(state: State, event: happened.DicePushed) -> State:
    return state.but(phase="dice-out")


def _thrown(state: State, event: happened.DiceThrown) -> State:
    return state.but(phase="in-the-air", calls=())


PLAY: dict[type[Event], Callable[[State, Any], State]] = {
    happened.WagerPlaced: _changed,
    happened.WagerRaised: _changed,
    happened.WagerReduced: _changed,
    happened.WagerTakenDown: _changed,
    happened.CouponPlaced: _coupon,
    happened.CallAsked: _asked,
    happened.CallConfirmed: _confirmed,
    happened.Chosen: _chosen,
    happened.BallSpun: _spun,
    happened.WheelSpun: _spun,
    happened.SealPublished: _sealed,
    happened.SeedRevealed: _revealed,
    happened.BettingClosed: _no_more_bets,
    happened.OutcomeCalled: _called,
    happened.DollyPlaced: _unchanged,
    happened.DollyLifted: _unchanged,
    happened.Drawn: _drawn,
    happened.Settled: _settled,
    happened.BettingOpened: _betting,
    happened.DiceOffered: _offered,
    happened.DiceAccepted: _accepted,
    happened.DiceDeclined: _declined,
    happened.DicePassed: _passed,
    happened.HandDirected: _directed,
    happened.PointTakenOff: _point_off,
    happened.DicePushed: _pushed,
    happened.DiceThrown: _thrown,
}
