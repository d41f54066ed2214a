"""What the events of play make of a table: wagers, the round, the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Literal

from croupier.conduct.event import Event
from croupier.felt import Felt
from croupier.table import events_play as happened
from croupier.table import settle
from croupier.table.commands_irregularities import DrawEntry
from croupier.table.felt_change import Changed, applied, applied_for
from croupier.table.rows import Row
from croupier.table.state import REMEMBERED, AskedCall, Coupon, Dice, Phase, Round, State


def after(state: State, change: Changed) -> Felt:
    """The felt after what an event recorded."""
    return applied(state.felt, change, state.house_by)


def coupons_left(coupons: tuple[Coupon, ...], rows: Iterable[Row]) -> tuple[Coupon, ...]:
    """The coupons on wagers that were not decided."""
    decided = {(row.player, row.wager, row.spot) for row in rows if not row.tip}
    return tuple(each for each in coupons if (each.player, each.wager, each.spot) not in decided)


def _changed(state: State, event: happened.WagerPlaced | happened.WagerRaised | happened.WagerReduced) -> State:
    return state.but(play=applied_for(event.player, event.moved, state.felt, event.felt, state.house_by))


def _taken_down(state: State, event: happened.WagerTakenDown) -> State:
    coupons = state.coupons
    if event.coupon:
        gone = settle.coupon_on(coupons, event.player, event.wager, event.spot)
        coupons = tuple(each for each in coupons if each is not gone)
    return state.but(play=after(state, event.felt), coupons=coupons)


def _coupon(state: State, event: happened.CouponPlaced) -> State:
    coupon = Coupon(event.player, event.wager, event.spot, event.amount, event.coupon)
    return state.but(play=after(state, event.felt), coupons=(*state.coupons, coupon))


def without_call(state: State, player: str, wager: str, spot: str | None) -> tuple[AskedCall, ...]:
    """The calls that wait, but for one."""
    return tuple(each for each in state.calls if (each.player, each.wager, each.spot) != (player, wager, spot))


def _asked(state: State, event: happened.CallAsked) -> State:
    kept = without_call(state, event.player, event.wager, event.spot)
    return state.but(calls=(*kept, AskedCall(event.player, event.wager, event.spot, event.on)))


def _confirmed(state: State, event: happened.CallConfirmed) -> State:
    calls = without_call(state, event.player, event.wager, event.spot)
    return state.but(play=after(state, event.felt), calls=calls)


def _chosen(state: State, event: happened.Chosen) -> State:
    rounds = state.rounds
    if rounds and event.kept is not None:
        last = rounds[-1]
        kept = applied(last.after, event.kept, state.house_by)
        rounds = (*rounds[:-1], replace(last, after=kept, rows=last.rows + event.rows))
    return state.but(play=after(state, event.felt), rounds=rounds)


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
    play = after(state, event.felt)
    if event.stage == "bonus":
        last = state.rounds[-1]
        last = replace(last, after=play, rows=last.rows + event.rows, draws=last.draws + state.draws)
        return state.but(play=play, draws=(), rounds=(*state.rounds[:-1], last))
    kept = Round(
        number=event.round,
        outcome=event.outcome,
        draws=state.draws,
        before=state.felt,
        after=play,
        rows=event.rows,
        coupons=state.coupons,
        caller=state.caller,
        dice=state.dice,
    )
    return state.but(
        phase="settled",
        play=play,
        outcome=None,
        draws=(),
        dice=event.dice or state.dice,
        coupons=coupons_left(state.coupons, event.rows),
        rounds=(*state.rounds, kept)[-REMEMBERED:],
        repeats=tuple(sorted((dict(state.repeats) | dict(event.repeats)).items())),
    )


def given_up(state: State, player: str) -> Dice:
    """The dice are to be offered on from a player's left."""
    seat = state.seat(player)
    return Dice(last=player, place=seat.place if seat else state.dice.place)


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
    kept = state.dice.declined if event.player == state.dice.last else ()
    return state.but(play=after(state, event.felt), dice=Dice(declined=kept))


def _passed(state: State, event: happened.DicePassed) -> State:
    phase: Phase = "open" if state.phase == "dice-out" else state.phase
    return state.but(play=after(state, event.felt), phase=phase, dice=given_up(state, event.player))


def _directed(state: State, event: happened.HandDirected) -> State:
    way: Literal["new", "continue"] = "new" if event.way == "return" else "continue"
    return state.but(play=after(state, event.felt), dice=replace(state.dice, way=way))


def _point_off(state: State, event: happened.PointTakenOff) -> State:
    return state.but(play=after(state, event.felt))


def _pushed(state: State, event: happened.DicePushed) -> State:
    return state.but(phase="dice-out")


def _thrown(state: State, event: happened.DiceThrown) -> State:
    return state.but(phase="in-the-air", calls=())


PLAY: dict[type[Event], Callable[[State, Any], State]] = {
    happened.WagerPlaced: _changed,
    happened.WagerRaised: _changed,
    happened.WagerReduced: _changed,
    happened.WagerTakenDown: _taken_down,
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
