"""What irregularities make of a table: void spins and rolls, disputes, stops, corrections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from croupier.conduct.event import Event
from croupier.felt import Felt
from croupier.table import events_irregularities as happened
from croupier.table.evolve_play import after, coupons_left
from croupier.table.felt_change import applied
from croupier.table.ledger import TIPS
from croupier.table.rows import Move
from croupier.table.state import Dispute, State


def _void(state: State, event: happened.Voided) -> State:
    return state.but(
        phase=event.phase,
        play=after(state, event.felt),
        coupons=coupons_left(state.coupons, event.rows),
        ball_held=state.ball_held or (event.call, event.reason) == ("no-spin", "ball-out"),
    )


def _inspected(state: State, event: happened.BallInspected) -> State:
    return state.but(ball_held=not event.fit)


def _in_service(state: State, event: happened.ServiceReturned) -> State:
    return state.but(play=after(state, event.felt))


def _disputed(state: State, event: happened.DisputeRaised) -> State:
    dispute = Dispute(event.number, event.player, event.against)
    return state.but(disputes=(*state.disputes, dispute), disputed=event.number)


def with_racks(felt: Felt, moves: tuple[Move, ...]) -> Felt:
    """The felt after what was directed for each person."""
    for move in moves:
        if move.rack and move.player == TIPS:
            felt = felt.but(tip_box=felt.tip_box + move.rack)
        elif move.rack:
            felt = felt.with_rack(move.player, move.rack)
    return felt


def _with_claims(state: State, moves: tuple[Move, ...]) -> State:
    claims = dict(state.claims)
    for move in moves:
        claims[move.player] = claims.get(move.player, 0) + move.claim
    return state.but(claims=tuple(sorted((person, amount) for person, amount in claims.items() if amount)))


def _decided(state: State, event: happened.DisputeDecided) -> State:
    left = tuple(each for each in state.disputes if each.number != event.number)
    play = with_racks(state.felt, (event.move,))
    return _with_claims(state, (event.move,)).but(play=play, disputes=left)


def _round_voided(state: State, event: happened.RoundVoided) -> State:
    return state.but(
        phase="settled",
        play=after(state, event.felt),
        coupons=(),
        calls=(),
        outcome=None,
        draws=(),
        held=False,
    )


def _resumed(state: State, event: happened.Resumed) -> State:
    return state.but(held=event.held)


def _released(state: State, event: happened.RoundReleased) -> State:
    return state.but(held=False)


def _corrected(state: State, event: happened.OutcomeCorrected) -> State:
    if event.stage == "before-payment":
        return state.but(outcome=event.now, draws=event.draws)
    record = next(each for each in state.rounds if each.number == event.round)
    kept = applied(record.before, event.kept, state.house_by)
    anew = replace(record, outcome=event.now, draws=event.draws, after=kept, rows=event.rows)
    paid = event.stage == "after-payment"
    return _with_claims(state, event.moves).but(
        play=after(state, event.felt),
        dice=event.dice or state.dice,
        rounds=tuple(anew if each is record else each for each in state.rounds),
        coupons=coupons_left(record.coupons, event.rows) if paid else state.coupons,
    )


IRREGULARITIES: dict[type[Event], Callable[[State, Any], State]] = {
    happened.Voided: _void,
    happened.BallInspected: _inspected,
    happened.ServiceReturned: _in_service,
    happened.DisputeRaised: _disputed,
    happened.DisputeDecided: _decided,
    happened.RoundVoided: _round_voided,
    happened.Resumed: _resumed,
    happened.RoundReleased: _released,
    happened.OutcomeCorrected: _corrected,
}
