"""Corrections of a wrongly entered outcome: a reversal and a new settlement, never an edit.

Before payment only the outcome changes. After payment, while the round still lies there, the felt goes back to what
it was at the close and is settled anew. Once play has gone on, the felt stays as it is and each person gets or gives
the difference of value: what a settlement paid, with what it left on the layout counted at its stake. What a rack
cannot give, or a player who has left cannot be given, becomes a claim by name.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.core.citation import implements
from croupier.core.machine import Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.felt import Felt
from croupier.table import settle
from croupier.table.commands_irregularities import CorrectOutcome, DrawEntry
from croupier.table.decide_irregularities import move_for, never_the_dealer
from croupier.table.deciding import Decided, Deciders, made
from croupier.table.event import Counter, Move, Row
from croupier.table.events_irregularities import OutcomeCorrected
from croupier.table.evolve_irregularities import CITES
from croupier.table.ledger import TIPS
from croupier.table.state import Round, State


def correct_outcome(command: CorrectOutcome, state: State) -> Decided:
    """The device wins: both values, the reason, the dealer and who decided go on the record."""
    cite = CITES[state.game]
    if state.phase == "called" and command.round == state.round:
        return _of_a_device(state.felt) or _before_payment(command, state)
    if state.running:
        message = f"The round is {state.phase}: a correction waits until it is settled."
        return refuse(Code.NOT_IN_THIS_PHASE, message, cite)
    record = next((each for each in state.rounds if each.number == command.round), None)
    if record is None:
        return refuse(Code.ROUND_UNKNOWN, f"Round {command.round} is none of the last rounds settled.", cite)
    if (refusal := _of_a_device(record.before) or _others(command, state, record.caller)) is not None:
        return refusal
    if (record.outcome, record.draws) == (command.outcome, command.draws):
        return refuse(Code.SAME_OUTCOME, f"Round {command.round} was settled as {command.outcome}.", cite)
    done = settle.play(record.before, command.outcome, command.draws)
    if isinstance(done, Refusal):
        return done
    played, steps = done
    due = played.felt.draw_due
    lies_there = _lies_there(state, record)
    if due == "award" or (due is not None and not lies_there):
        return refuse(Code.STILL_PENDING, f"{command.outcome} calls for the {due}: name its result.", cite)
    rows = settle.rows_of(steps, state.seats, record.coupons)
    moves = _moves(state, record, rows, played.felt, later=not lies_there)
    stage = "after-payment" if lies_there else "later"
    return (_event(command, state, record, stage, rows, moves, _meters(state, record, played.felt)),)


def _of_a_device(felt: Felt) -> Refusal | None:
    """What a device drew under the house of the round is not entered by anybody, and not entered wrongly."""
    if not felt.house.electronic_device:
        return None
    message = "A device's outcome is what its seed and the log give: a dispute is decided, the outcome stands."
    return refuse(Code.PROOF_FAULTY, message, CITES[felt.house.game_name])


def _lies_there(state: State, record: Round) -> bool:
    """Whether the layout is still as the round left it."""
    same = state.felt.standing == record.after.standing
    return state.phase == "settled" and record.number == state.round and same


@implements("30-2206(5)", "47.1-2319")
def _others(command: CorrectOutcome, state: State, caller: str) -> Refusal | None:
    """Neither the dealer named nor who entered the outcome corrects it."""
    for person in (command.dealer, caller):
        if (refusal := never_the_dealer(command, person, state.game)) is not None:
            return refusal
    return None


def _before_payment(command: CorrectOutcome, state: State) -> Decided:
    cite = CITES[state.game]
    if (refusal := _others(command, state, state.caller)) is not None:
        return refusal
    if state.outcome == command.outcome and not command.draws:
        return refuse(Code.SAME_OUTCOME, f"The outcome called is {command.outcome}.", cite)
    done = settle.play(state.felt, command.outcome, command.draws)
    if isinstance(done, Refusal):
        return done
    if isinstance(done[0].fact, Void):
        return refuse(Code.IMPOSSIBLE_OUTCOME, f"{command.outcome} does not count here: void the round.", cite)
    assert state.outcome is not None
    return (
        made(
            OutcomeCorrected,
            command,
            state,
            round=command.round,
            stage="before-payment",
            was=state.outcome,
            now=command.outcome,
            reason=command.reason,
            dealer=command.dealer,
            draws=command.draws,
        ),
    )


def _event(
    command: CorrectOutcome,
    state: State,
    record: Round,
    stage: str,
    rows: tuple[Row, ...],
    moves: tuple[Move, ...],
    meters: tuple[Counter, ...],
) -> OutcomeCorrected:
    return made(
        OutcomeCorrected,
        command,
        state,
        round=command.round,
        stage=stage,
        was=_said(record.outcome, record.draws),
        now=command.outcome,
        reason=command.reason,
        dealer=command.dealer,
        draws=command.draws,
        reversed=record.rows,
        rows=rows,
        moves=moves,
        meters=meters,
    )


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
            found.append(replace_layout(move_for(state, person, change), layout))
    return tuple(found)


def replace_layout(move: Move, layout: int) -> Move:
    """The same move, with what of it is counted as left on the layout."""
    return Move(move.player, move.rack, move.claim, layout)


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


DECIDERS: Deciders = {CorrectOutcome: correct_outcome}
