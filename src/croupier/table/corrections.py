"""What a correction of a wrongly entered outcome comes to, for who decides it and for every replay.

Before payment only the outcome changes. After payment, while the round still lies there, the felt goes back to what
it was at the close and is settled anew. Once play has gone on, or somebody who played has left, the felt stays as it
is and each person gets or gives the difference of value: what a settlement paid, with what it left on the layout
counted at its stake. What a rack cannot give, or a player who has left cannot be given, becomes a claim by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from croupier.core.last_call import last_call
from croupier.core.machine import Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.felt import Felt
from croupier.table import settle
from croupier.table.cites import IRREGULAR
from croupier.table.commands_irregularities import DrawEntry
from croupier.table.deciding import first
from croupier.table.houses import same_play
from croupier.table.ledger import TIPS
from croupier.table.rows import Counter, Move, Row
from croupier.table.state import Round, State

#: The paragraph by which somebody decides what no other one covers.
CITES: Mapping[str, str | None] = {"big-six": None, **IRREGULAR}


class Correction(NamedTuple):
    """A correction as it has to be."""

    says: dict[str, Any]  # what the event records of it, by field
    caller: str  # who entered the wrong outcome
    anew: Felt  # the felt as the right outcome leaves it


@last_call
def correction(state: State, number: int, outcome: str, draws: tuple[DrawEntry, ...]) -> Correction | Refusal:
    """What becomes of a round if this was its outcome, or why it cannot be corrected so."""
    cite = CITES[state.game]
    if state.phase == "called" and number == state.round:
        return first(_before_payment(state, outcome, draws), _of_a_device(state.felt))
    if state.running:
        return refuse(Code.NOT_IN_THIS_PHASE, "correction", cite=cite, phase=state.phase)
    record = next((each for each in state.rounds if each.number == number), None)
    if record is None:
        read = state.house.game.read(outcome, state.house)
        return read if isinstance(read, Refusal) else refuse(Code.ROUND_UNKNOWN, cite=cite, number=number)
    device, same = _of_a_device(record.before), None
    if (record.outcome, record.draws) == (outcome, draws):
        same = refuse(Code.SAME_OUTCOME, "settled", cite=cite, number=number, outcome=outcome)
    return first(_settled_anew(state, record, outcome, draws), device, same)


def _of_a_device(felt: Felt) -> Refusal | None:
    """What a device drew under the house of the round is not entered by anybody, and not entered wrongly."""
    if not felt.house.electronic_device:
        return None
    return refuse(Code.PROOF_FAULTY, "stands", cite=CITES[felt.house.game_name])


def _before_payment(state: State, outcome: str, draws: tuple[DrawEntry, ...]) -> Correction | Refusal:
    cite = CITES[state.game]
    if state.outcome == outcome and not draws:
        return refuse(Code.SAME_OUTCOME, "called", cite=cite, outcome=outcome)
    done = settle.play(state.felt, outcome, draws)
    if isinstance(done, Refusal):
        return done
    if isinstance(done[0].fact, Void):
        return refuse(Code.IMPOSSIBLE_OUTCOME, "void", cite=cite, outcome=outcome)
    says = {"stage": "before-payment", "was": state.outcome, "reversed": (), "rows": (), "moves": (), "meters": ()}
    return Correction(says, state.caller, state.felt)


def _settled_anew(state: State, record: Round, outcome: str, draws: tuple[DrawEntry, ...]) -> Correction | Refusal:
    done = settle.play(record.before, outcome, draws)
    if isinstance(done, Refusal):
        return done
    played, steps = done
    due = played.felt.draw_due
    there = _lies_there(state, record)
    if due == "award" or (due is not None and not there):
        return refuse(Code.STILL_PENDING, "correction", cite=CITES[state.game], outcome=outcome, of=due)
    rows = settle.rows_of(steps, state.seats, record.coupons)
    says = {
        "stage": "after-payment" if there else "later",
        "was": _said(record.outcome, record.draws),
        "reversed": record.rows,
        "rows": rows,
        "moves": _moves(state, record, rows, played.felt, later=not there),
        "meters": _meters(state, record, played.felt),
    }
    return Correction(says, record.caller, played.felt)


def _lies_there(state: State, record: Round) -> bool:
    """Whether layout, wheel and players are still those of the round: all who had a wager up, and the shooter."""
    if state.phase != "settled" or record.number != state.round:
        return False
    if state.felt.standing != record.after.standing or not same_play(state.house, record.before.house):
        return False
    played = {each.seat for each in record.before.standing}
    shooter = getattr(record.before.table, "shooter", None)
    seated = {seat.player for seat in state.seats}
    return played <= seated and (shooter is None or shooter in seated)


def _said(outcome: str, draws: tuple[DrawEntry, ...]) -> str:
    return " ".join((outcome, *(f"{draw.of} {draw.result}" for draw in draws)))


def _gains(rows: tuple[Row, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in rows:
        person = TIPS if row.tip else row.player
        found[person] = found.get(person, 0) + row.gain
    return found


def _left_up(felt: Felt) -> dict[str, int]:
    """What a settlement left on the layout, by whose it is."""
    found: dict[str, int] = {}
    for each in felt.standing:
        person = TIPS if each.tip else each.seat
        found[person] = found.get(person, 0) + each.stake + each.commission
    return found


def _moves(state: State, record: Round, rows: tuple[Row, ...], anew: Felt, *, later: bool) -> tuple[Move, ...]:
    """For every person the difference between what was settled and what is settled now."""
    old, new = _gains(record.rows), _gains(rows)
    up_before, up_now = (_left_up(record.after), _left_up(anew)) if later else ({}, {})
    found = []
    for person in sorted({*old, *new, *up_before, *up_now}):
        layout = up_now.get(person, 0) - up_before.get(person, 0)
        change = new.get(person, 0) - old.get(person, 0) + layout
        if change or layout:
            move = move_for(state, person, change)
            found.append(Move(move.player, move.rack, move.claim, layout))
    return tuple(found)


def move_for(state: State, person: str, amount: int) -> Move:
    """What a person gets or gives: from the rack as far as it goes; the rest is a claim by name."""
    if person == TIPS:
        rack = state.balance("tips")
    elif state.seat(person) is None:
        return Move(person, 0, amount)
    else:
        rack = state.felt.rack(person)
    moved = max(amount, -rack)
    return Move(person, moved, amount - moved)


def _meters(state: State, record: Round, anew: Felt) -> tuple[Counter, ...]:
    """The meters as they stand, less what the wrong settlement did to them, plus what the right one does."""
    wrong = {meter.wager: meter for meter in record.after.meters}
    right = {meter.wager: meter for meter in anew.meters}
    found = []
    for now in state.felt.meters:
        if now.wager in wrong:  # a meter that opened since then has no part in it
            old, new = wrong[now.wager], right[now.wager]
            now = replace(
                now,
                seeded=now.seeded + new.seeded - old.seeded,
                contributed=now.contributed + new.contributed - old.contributed,
                awarded=now.awarded + new.awarded - old.awarded,
            )
        found.append(Counter(now.wager, now.seeded, now.contributed, now.awarded))
    return tuple(found)
