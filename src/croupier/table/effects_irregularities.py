"""What follows from irregularities by the rules of this version: voids, disputes, stops, corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.conduct.event import Event
from croupier.core.refusal import Refusal
from croupier.felt import Felt, Played
from croupier.table import events_irregularities as happened
from croupier.table import settle
from croupier.table.corrections import CITES, correction, move_for
from croupier.table.effects_play import coupons_taken, moved_dice, without_point
from croupier.table.evolve_irregularities import with_racks
from croupier.table.felt_change import changed, meters
from croupier.table.state import State
from croupier.table.taken import Effects, NotTaken, taken

#: The paragraph by which every wager goes back: at the Big Six wheel the one on a spin that counts for nothing.
BACK = {**CITES, "big-six": "30-2703(5)"}


def _void(state: State, event: happened.Voided) -> Effects:
    played = taken(settle.voided(state.felt, event.call, event.reason), Played)
    rows = settle.rows([(state.felt, played.resolutions)], state.seats, state.coupons)
    # A device spins again at once: wagers taken now would follow a close whose outcome its seed has settled.
    again = event.call == "outcome" and state.house.electronic_device
    return {
        "felt": changed(state.felt, coupons_taken(played.felt, rows)),
        "rows": rows,
        "phase": "no-more-bets" if again else "open",
    }


def _in_service(state: State, event: happened.ServiceReturned) -> Effects:
    return {"felt": changed(state.felt, taken(state.felt.repaired(), Felt))}


def _decided(state: State, event: happened.DisputeDecided) -> Effects:
    dispute = next((each for each in state.disputes if each.number == event.number), None)
    assert dispute is not None, f"no dispute {event.number} is open"
    return {"move": move_for(state, dispute.player, event.move.rack + event.move.claim)}


def _round_voided(state: State, event: happened.RoundVoided) -> Effects:
    felt, back = settle.returned(state.felt, state.felt.standing, BACK[state.game])
    rows = settle.rows([(state.felt, back)], state.seats, state.coupons)
    if state.game == "craps":
        felt = without_point(felt).but(barred=frozenset())  # nobody is left for whom the point could be made
    return {"felt": changed(state.felt, coupons_taken(felt, rows)), "rows": rows}


def _corrected(state: State, event: happened.OutcomeCorrected) -> Effects:
    due = correction(state, event.round, event.now, event.draws)
    if isinstance(due, Refusal):
        raise NotTaken(due)
    if due.says["stage"] == "before-payment":
        return due.says
    record = next(each for each in state.rounds if each.number == event.round)
    anew, felt, dice = due.anew, state.felt, None
    if due.says["stage"] == "after-payment":
        felt = felt.but(table=anew.table, barred=anew.barred).with_standing(anew.standing)
        dice = moved_dice(state, record.dice, record.before, anew)
    felt = with_racks(felt.but(meters=meters(due.says["meters"])), due.says["moves"])
    return {**due.says, "felt": changed(state.felt, felt), "kept": changed(record.before, anew), "dice": dice}


IRREGULARITIES: dict[type[Event], Callable[[State, Any], Effects]] = {
    happened.Voided: _void,
    happened.ServiceReturned: _in_service,
    happened.DisputeDecided: _decided,
    happened.RoundVoided: _round_voided,
    happened.OutcomeCorrected: _corrected,
}
