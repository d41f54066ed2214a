"""Correction of a wrongly entered outcome: a reversal and a new settlement, never an edit.

- Before payment, only the outcome changes.
- After payment, while layout and players are unchanged, the felt of the close is restored and settled again.
- After play has gone on, or a player has left, the felt stays and each person gets or pays the difference in value.
  The value of a settlement is what it paid, plus the stakes it left on the layout; a coupon has no value.

An amount that a rack cannot give, or that a player who has left cannot receive, becomes a claim in their name. What
the tip tube cannot give comes from the tip box. A coupon that has been used otherwise since is not taken again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta

from croupier.conduct.by import Name
from croupier.conduct.command import Text, Word
from croupier.conduct.event import Event, versioned
from croupier.conduct.postings import Posting, moved
from croupier.core.citation import implements
from croupier.core.machine import Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.remember_last import remember_last
from croupier.core.topic import Topic
from croupier.felt import Felt
from croupier.house import House
from croupier.table import settle
from croupier.table.acts.dice.turns import moved_dice, shooter_of
from croupier.table.acts.irregularities.disputes import move_for, with_claims, with_racks
from croupier.table.acts.irregularities.notices import Directs, directed, never_the_dealer, not_notified
from croupier.table.acts.round.calling import NumberMarked, marked
from croupier.table.decision_helpers import Decided, first, made
from croupier.table.felt_change import NOTHING, Changed, applied, changed, felt_after, meters
from croupier.table.houses import same_play
from croupier.table.ledger import TIPS, TUBE, Postings, account_of, of_meters, of_rows
from croupier.table.not_taken import Effects, NotTaken
from croupier.table.registry import Act, Happening
from croupier.table.rows import Counter, Move, Row
from croupier.table.state import Dice, DrawEntry, Round, State


# Commands ---------------------------------------------------------------------------------------------------
class CorrectOutcome(Directs, frozen=True):
    """Correct an outcome that a dealer entered wrongly: what the ball, wheel or dice showed counts."""

    topic = Topic.IRREGULAR
    round: Annotated[int, Meta(ge=1, le=10**9)]
    outcome: Word
    reason: Text
    dealer: Name
    draws: tuple[DrawEntry, ...] = ()


# Events -----------------------------------------------------------------------------------------------------
class OutcomeCorrected(Event, frozen=True, tag=versioned(2)):
    """A wrongly entered outcome was corrected: its settlement is reversed and made again."""

    round: int
    stage: Literal["before-payment", "after-payment", "later"]
    was: str
    now: str
    reason: str
    dealer: str
    draws: tuple[DrawEntry, ...] = ()
    reversed: tuple[Row, ...] = ()
    rows: tuple[Row, ...] = ()
    moves: tuple[Move, ...] = ()
    meters: tuple[Counter, ...] = ()  # the meters after the correction
    felt: Changed = NOTHING
    kept: Changed = NOTHING  # from the felt before the round to the felt after the right outcome
    dice: Dice | None = None  # where the dice are after the correction, if it moved them
    announced: tuple[str, ...] = ()  # what the right outcome calls for
    lammers: tuple[tuple[str, str], ...] = ()
    notice: int | None = None  # the notification that it answers


# Decisions --------------------------------------------------------------------------------------------------
def correct_outcome(command: CorrectOutcome, state: State) -> Decided:
    """Correct an outcome; both values, the reason, the dealer and the person who decided are recorded."""
    done = correction(state, command.round, command.outcome, command.draws)
    done = first(done, _others(command, state), _draws(command, state), not_notified(command, state))
    if isinstance(done, Refusal):
        return done
    fields: dict[str, Any] = {
        "now": command.outcome,
        "reason": command.reason,
        "dealer": command.dealer,
        "draws": command.draws,
    }
    fields |= {"round": command.round, "notice": command.notice}
    corrected = made(OutcomeCorrected, command, state, **fields, **done.says)
    return (corrected, *_marked_anew(command, state, done))


def _marked_anew(command: CorrectOutcome, state: State, done: Correction) -> tuple[Event, ...]:
    """The dealer marks the right number, if the marks of this round still lie there."""
    if done.says["stage"] == "later":
        return ()
    records = (each.before for each in state.rounds if each.number == command.round)
    before = state.felt if done.says["stage"] == "before-payment" else next(records)
    played = settle.play(before, command.outcome, command.draws)
    assert not isinstance(played, Refusal), str(played)
    fact = played[0].fact
    return () if isinstance(fact, Void) else marked(command, state, fact)


@implements("30-2206(5)", "47.1-2319")
def _others(command: CorrectOutcome, state: State) -> Refusal | None:
    """The dealer named in the command and the person who entered the outcome may not correct it."""
    callers = [each.caller for each in state.rounds if each.number == command.round]
    if state.phase == "called" and command.round == state.round:
        callers = [state.caller]
    for person in (command.dealer, *callers):
        if (refusal := never_the_dealer(command, person, state)) is not None:
            return refusal
    return None


def _draws(command: CorrectOutcome, state: State) -> Refusal | None:
    """Refuse draws in games whose outcomes ask for none."""
    if not command.draws or state.course.draws:
        return None
    return refuse(Code.ACT_OF_ANOTHER_GAME, "no-draw", of=command.draws[0].of)


# The correction of a round ------------------------------------------------------------------------------------
class Correction(NamedTuple):
    """A computed correction."""

    says: dict[str, Any]  # the fields of the event
    caller: str  # the person who entered the wrong outcome
    anew: Felt  # the felt after the right outcome


@remember_last
def correction(state: State, number: int, outcome: str, draws: tuple[DrawEntry, ...]) -> Correction | Refusal:
    """Compute a correction of a round to this outcome, or why it is not possible."""
    cite = state.cite(Topic.IRREGULAR)
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
    """Refuse to correct what a device drew: nobody entered it."""
    if not felt.house.electronic_device:
        return None
    return refuse(Code.PROOF_FAULTY, "stands", cite=felt.house.game.cites.get(Topic.IRREGULAR))


def _before_payment(state: State, outcome: str, draws: tuple[DrawEntry, ...]) -> Correction | Refusal:
    cite = state.cite(Topic.IRREGULAR)
    if state.outcome == outcome and not draws:
        return refuse(Code.SAME_OUTCOME, "called", cite=cite, outcome=outcome)
    done = settle.play(state.felt, outcome, draws)
    if isinstance(done, Refusal):
        return done
    if isinstance(done[0].fact, Void):
        return refuse(Code.IMPOSSIBLE_OUTCOME, "void", cite=cite, outcome=outcome)
    says = {"stage": "before-payment", "was": state.outcome, "reversed": (), "rows": (), "moves": (), "meters": ()}
    says |= settle.spoken(state.felt, done[0])
    return Correction(says, state.caller, state.felt)


def _settled_anew(state: State, record: Round, outcome: str, draws: tuple[DrawEntry, ...]) -> Correction | Refusal:
    done = settle.play(record.before, outcome, draws)
    if isinstance(done, Refusal):
        return done
    played, steps = done
    due = played.felt.draw_due
    there = _lies_there(state, record)
    if due is not None and (not there or state.course.draws[due].phase == "called"):
        return refuse(Code.STILL_PENDING, "correction", cite=state.cite(Topic.IRREGULAR), outcome=outcome, of=due)
    rows = settle.rows_of(steps, state.seats, record.coupons)
    anew = settle.coupons_taken(played.felt, rows, steps)
    if (gone := _coupons_gone(state, record, rows, anew, later=not there)) is not None:
        return gone
    says = {
        "stage": "after-payment" if there else "later",
        "was": _said(record.outcome, record.draws),
        "reversed": record.rows,
        "rows": rows,
        "moves": _moves(state, record, rows, anew, later=not there),
        "meters": _meters(state, record, played.felt),
        **settle.spoken(record.before, played),
    }
    return Correction(says, record.caller, anew)


@implements("30-2203(1)", "47.1-2305(1)")
def _coupons_gone(state: State, record: Round, rows: tuple[Row, ...], anew: Felt, *, later: bool) -> Refusal | None:
    """Refuse to take a coupon by the right outcome that is up, used or exchanged otherwise by now (reading M3)."""
    if not record.coupons:
        return None
    needed = settle.coupons_used(record.coupons, rows)
    gone = state.coupons_used - settle.coupons_used(record.coupons, record.rows)
    if state.buying is not None and state.buying.serial is not None:
        gone |= {state.buying.serial}
    if later:
        gone |= {each.number for each in state.coupons}
    else:
        needed |= {each.number for each in settle.coupons_left(record.coupons, rows, record.before, anew)}
    if not needed & gone:
        return None
    cite, serial = state.cite(Topic.CHIPS), min(needed & gone)
    return refuse(Code.COUPON_NOT_TAKEN, "corrected", cite=cite, serial=serial, number=record.number)


def _lies_there(state: State, record: Round) -> bool:
    """Whether layout, wheel, shooter and everyone with a wager are still as they were after the round."""
    if state.phase != "settled" or record.number != state.round:
        return False
    if state.felt.standing != record.after.standing or not same_play(state.house, record.before.house):
        return False
    played = {each.seat for each in record.before.standing}
    shooter = shooter_of(record.before)
    seated = {seat.player for seat in state.seats}
    return played <= seated and (shooter is None or shooter in seated)


def _said(outcome: str, draws: tuple[DrawEntry, ...]) -> str:
    return " ".join((outcome, *(f"{draw.of} {draw.result}" for draw in draws)))


class _Share(NamedTuple):
    """A person's part in a settlement, or the difference between two."""

    gain: int = 0  # paid to the rack, tip box or tip tube
    layout: int = 0  # stakes and commission of wagers that are left undecided
    collected: int = 0  # the same for wagers that the dealer has locked in
    coupon: int = 0  # the part of `layout` that is a coupon

    def plus(self, other: _Share, times: int = 1) -> _Share:
        """The sum of two shares; with `times` = -1 their difference."""
        return _Share(*(mine + times * theirs for mine, theirs in zip(self, other, strict=True)))

    @property
    def change(self) -> int:
        """What the person gets, or gives if it is below zero."""
        return self.gain + self.layout + self.collected - self.coupon


def _shares(record: Round, rows: tuple[Row, ...], after: Felt, *, later: bool) -> dict[str, _Share]:
    """What a settlement paid to each person and, if play has gone on since, what it left on the layout."""
    found: dict[str, _Share] = {}

    def add(person: str, share: _Share) -> None:
        found[person] = found.get(person, _Share()).plus(share)

    for row in rows:
        add((TUBE if row.tube else TIPS) if row.to_tips else row.player, _Share(row.gain))
    for each in after.standing if later else ():
        dealers = TUBE if House.of(each).tips.then == "tube" else TIPS
        add(dealers if each.tip else each.seat, _Share(0, each.stake + each.commission, each.collected))
    for coupon in settle.coupons_left(record.coupons, rows, record.before, after) if later else ():
        add(coupon.player, _Share(coupon=coupon.amount))
    return found


def _moves(state: State, record: Round, rows: tuple[Row, ...], anew: Felt, *, later: bool) -> tuple[Move, ...]:
    """For every person the difference between the old settlement and the new one."""
    new = _shares(record, rows, anew, later=later)
    for person, old in _shares(record, record.rows, record.after, later=later).items():
        new[person] = new.get(person, _Share()).plus(old, -1)
    found, short = [], 0  # what the tip tube cannot give back comes from the tip box
    if TUBE in new:
        short = move_for(state, TUBE, new[TUBE].change).claim
        new.setdefault(TIPS, _Share())
    for person, share in sorted(new.items()):
        owed = {TIPS: short, TUBE: -short}.get(person, 0)
        if share != _Share() or owed:
            move = move_for(state, person, share.change + owed)
            found.append(Move(person, move.rack, move.claim, share.layout, share.collected, share.coupon))
    return tuple(found)


def _meters(state: State, record: Round, anew: Felt) -> tuple[Counter, ...]:
    """The meters now, minus the effect of the wrong settlement, plus the effect of the right one."""
    wrong = {meter.wager: meter for meter in record.after.meters}
    right = {meter.wager: meter for meter in anew.meters}
    found = []
    for now in state.felt.meters:
        if now.wager in wrong:  # a meter that opened later is not affected
            old, new = wrong[now.wager], right[now.wager]
            now = replace(
                now,
                seeded=now.seeded + new.seeded - old.seeded,
                contributed=now.contributed + new.contributed - old.contributed,
                awarded=now.awarded + new.awarded - old.awarded,
            )
        found.append(Counter(now.wager, now.seeded, now.contributed, now.awarded))
    return tuple(found)


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_corrected(state: State, event: OutcomeCorrected) -> Effects:
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


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_corrected(state: State, event: OutcomeCorrected) -> State:
    state = directed(state, event, event.notice)
    if event.stage == "before-payment":
        return state.but(outcome=event.now, draws=event.draws, marked=None)
    record = next(each for each in state.rounds if each.number == event.round)
    kept = applied(record.before, event.kept, state.house_by)
    anew = replace(record, outcome=event.now, draws=event.draws, after=kept, rows=event.rows)
    paid = event.stage == "after-payment"
    return with_claims(state, event.moves).but(
        play=felt_after(state, event.felt),
        dice=event.dice or state.dice,
        marked=None if paid else state.marked,
        draws=() if paid else state.draws,  # launches of a bonus round that is not played any more
        loaded=0 if paid else state.loaded,
        rounds=tuple(anew if each is record else each for each in state.rounds),
        coupons=settle.coupons_left(record.coupons, event.rows, record.before, kept) if paid else state.coupons,
        coupons_used=(state.coupons_used - settle.coupons_used(record.coupons, event.reversed))
        | settle.coupons_used(record.coupons, event.rows),
    )


# Postings ---------------------------------------------------------------------------------------------------
def _post_corrected(event: OutcomeCorrected, state: State) -> Postings:
    """Reverse and settle again; amounts that no rack can give or receive become claims."""
    reversal = tuple(Posting(each.account, -each.amount, f"reversed {each.why}") for each in of_rows(event.reversed))
    found = [*reversal, *of_rows(event.rows)]
    for move in event.moves:
        rack = account_of(move.player)
        found += moved("layout", rack, move.layout, "left on the layout")
        found += moved("bank", rack, move.collected, "locked in")
        found += moved(rack, "bank", move.coupon, "coupon")
        found += moved(rack, "claims", move.claim, "claim")
        if move.player == TUBE:
            held = sum(each.amount for each in found if each.account == rack)
            found += moved("tips", rack, move.rack - held, "tips from the box")
    return tuple(found) + (of_meters(state.felt.meters, event.meters) if event.meters else ())


ACTS = (
    Act(
        CorrectOutcome,
        correct_outcome,
        makes=(OutcomeCorrected, NumberMarked),
        recalled={OutcomeCorrected: lambda event: {"outcome": event.now}},
    ),
)
HAPPENINGS = (Happening(OutcomeCorrected, _apply_corrected, effects=_effects_corrected, posts=_post_corrected),)
