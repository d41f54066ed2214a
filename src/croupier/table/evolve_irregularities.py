"""What irregularities make of a table: void spins and rolls, disputes, stops, corrections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from croupier.core.refusal import Refusal
from croupier.felt import Felt, Played
from croupier.felt.meter import Meter
from croupier.table import events_irregularities as happened
from croupier.table import settle
from croupier.table.corrections import CITES, correction, move_for
from croupier.table.event import Event, Move
from croupier.table.evolve_play import coupons_left, coupons_taken, dice_after, without_point
from croupier.table.ledger import TIPS
from croupier.table.state import Dispute, State

#: The paragraph by which every wager goes back: at the Big Six wheel the one on a spin that counts for nothing.
BACK = {**CITES, "big-six": "30-2703(5)"}


def _void(state: State, event: happened.Voided) -> State:
    played = settle.voided(state.felt, event.call, event.reason)
    assert isinstance(played, Played), str(played)
    found = settle.rows([(state.felt, played.resolutions)], state.seats, state.coupons)
    assert found == event.rows, "the event records another settlement"
    # A device spins again at once: wagers taken now would follow a close whose outcome its seed has settled.
    again = event.call == "outcome" and state.house.electronic_device
    return state.but(
        phase="no-more-bets" if again else "open",
        play=coupons_taken(played.felt, found),
        coupons=coupons_left(state.coupons, found),
        ball_held=state.ball_held or (event.call, event.reason) == ("no-spin", "ball-out"),
    )


def _inspected(state: State, event: happened.BallInspected) -> State:
    return state.but(ball_held=not event.fit)


def _in_service(state: State, event: happened.ServiceReturned) -> State:
    after = state.felt.repaired()
    assert isinstance(after, Felt), str(after)
    return state.but(play=after)


def _disputed(state: State, event: happened.DisputeRaised) -> State:
    assert event.number == state.disputed + 1, f"the next dispute is {state.disputed + 1}"
    dispute = Dispute(event.number, event.player, event.against)
    return state.but(disputes=(*state.disputes, dispute), disputed=event.number)


def moved(state: State, felt: Felt, moves: tuple[Move, ...]) -> State:
    """Racks and claims after what was directed for each person."""
    claims = dict(state.claims)
    for move in moves:
        if move.rack and move.player == TIPS:
            felt = felt.but(tip_box=felt.tip_box + move.rack)
        elif move.rack:
            felt = felt.with_rack(move.player, move.rack)
        claims[move.player] = claims.get(move.player, 0) + move.claim
    kept = tuple(sorted((person, amount) for person, amount in claims.items() if amount))
    return state.but(play=felt, claims=kept)


def _decided(state: State, event: happened.DisputeDecided) -> State:
    dispute = next((each for each in state.disputes if each.number == event.number), None)
    assert dispute is not None, f"no dispute {event.number} is open"
    move = event.move
    assert move == move_for(state, dispute.player, move.rack + move.claim), "the event records another move"
    left = tuple(each for each in state.disputes if each is not dispute)
    return moved(state, state.felt, (move,)).but(disputes=left)


def _round_voided(state: State, event: happened.RoundVoided) -> State:
    felt, back = settle.returned(state.felt, state.felt.standing, BACK[state.game])
    found = settle.rows([(state.felt, back)], state.seats, state.coupons)
    assert found == event.rows, "the event records another settlement"
    if state.game == "craps":
        felt = without_point(felt).but(barred=frozenset())  # nobody is left for whom the point could be made
    return state.but(
        phase="settled",
        play=coupons_taken(felt, event.rows),
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
    due = correction(state, event.round, event.now, event.draws)
    assert not isinstance(due, Refusal), str(due)
    for name, value in due.says.items():
        assert getattr(event, name) == value, f"the event records other {name} of a correction"
    if event.stage == "before-payment":
        return state.but(outcome=event.now, draws=event.draws)
    record = next(each for each in state.rounds if each.number == event.round)
    anew, felt = due.anew, state.felt
    if event.stage == "after-payment":
        felt = felt.but(table=anew.table, barred=anew.barred).with_standing(anew.standing)
        state = state.but(dice=dice_after(state, record.dice, record.before, anew))
    meters = tuple(Meter(each.wager, each.seeded, each.contributed, each.awarded) for each in event.meters)
    felt = felt.but(meters=meters)
    after = replace(record, outcome=event.now, draws=event.draws, after=anew, rows=event.rows)
    rounds = tuple(after if each is record else each for each in state.rounds)
    coupons = coupons_left(record.coupons, event.rows) if event.stage == "after-payment" else state.coupons
    return moved(state, felt, event.moves).but(rounds=rounds, coupons=coupons)


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
