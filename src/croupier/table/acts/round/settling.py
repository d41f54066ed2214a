"""Settlement of a round, with the draws that its outcome asks for; then the next round opens."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Literal

from croupier.conduct.by import Name
from croupier.conduct.command import Command, Word
from croupier.conduct.event import Event, versioned
from croupier.core.citation import implements
from croupier.core.machine import Standing
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.felt import Felt, Played
from croupier.table import settle
from croupier.table.acts.device import opened, shown_by_the_device
from croupier.table.acts.dice.turns import moved_dice
from croupier.table.acts.round.calling import DollyLifted
from croupier.table.acts.round.loading import house_of_draw, not_loaded
from croupier.table.decision_helpers import Decided, first, in_phase, made
from croupier.table.declared import DrawName
from croupier.table.felt_change import NOTHING, Changed, changed, counters, felt_after
from croupier.table.ledger import Postings, of_meters, of_rows
from croupier.table.moves import WithMoves, moves_not_stated
from croupier.table.not_taken import Effects, NotTaken, taken
from croupier.table.registry import Act, Happening
from croupier.table.rows import Counter, Row
from croupier.table.state import REMEMBERED, Dice, DrawEntry, Repeats, Round, State
from croupier.text.facts import Person, WagerId


# Commands ---------------------------------------------------------------------------------------------------
class Draw(Command, frozen=True):
    """Enter the draw that an outcome asks for: an award, or the balls of a bonus round."""

    topic = Topic.DRAW
    of: DrawName
    result: Word
    pressed: Name | None = None  # the player who pressed the button, where the posted rules allow it


class Settle(WithMoves, frozen=True):
    """Collect the losing wagers, then pay the winning ones, in order."""

    topic = Topic.SETTLE


class OpenBetting(Command, frozen=True):
    """Open the next round; at roulette the dolly is lifted."""

    topic = Topic.OPEN_BETTING


# Events -----------------------------------------------------------------------------------------------------
class Drawn(Event, frozen=True):
    """A draw that the outcome called for."""

    of: DrawName
    result: str
    pressed: str | None = None
    again: bool = False  # balls share a compartment: one of them is launched again
    generator: str = ""  # the house's name of the approved generator that a dealer read it from


class Settled(Event, frozen=True, tag=versioned(2)):
    """The round is settled: losers collected, then winners paid, in the order of the rows."""

    round: int
    stage: Literal["round", "bonus"]
    outcome: str
    rows: tuple[Row, ...] = ()
    announced: tuple[str, ...] = ()  # since 0.3 said with the call of the outcome
    meters: tuple[Counter, ...] = ()  # the meters after the settlement
    felt: Changed = NOTHING
    dice: Dice | None = None  # where the dice are after the settlement; at craps
    repeats: Repeats = ()  # for each player with wagers up, what `repeat` would place
    moves: tuple[str, ...] = ()


class BettingOpened(Event, frozen=True):
    """Wagers are taken for the next round."""

    round: int


# Decisions --------------------------------------------------------------------------------------------------
def draw(command: Draw, state: State) -> Decided:
    """Enter a draw before the round is settled or after everything else, as the game declares."""
    rule = state.course.draws.get(command.of)
    if rule is None:
        return shown_by_the_device(command, state) or refuse(Code.ACT_OF_ANOTHER_GAME, "no-draw", of=command.of)
    done: Decided | None = in_phase(state, (rule.phase,), command.of, rule.cite)
    if done is None:
        done = _before_settling(command, state) if rule.phase == "called" else _after_settling(command, state)
    return first(done, shown_by_the_device(command, state), _pressed(command, state), not_loaded(command.of, state))


@implements("30-2299.03(4)")
def _pressed(command: Draw, state: State) -> Refusal | None:
    """The posted rules say who presses: the dealer, or a player whose wager waits for this draw (reading R23)."""
    rule, player = state.course.draws[command.of], command.pressed
    presses, may, cite = state.house.options.presses(command.of), may_press(state, command.of), rule.waits
    if player is None:
        if not may or command.by.role == "device":
            return None
        return refuse(Code.NOT_YOUR_ROLE, "player-presses", cite=cite, of=command.of)
    if state.seat(player) is None:
        return refuse(Code.NOT_SEATED, cite=state.cite(Topic.DRAW), player=Person(player))
    if presses is None:
        return refuse(Code.NOT_YOUR_ROLE, "no-button", cite=cite, player=Person(player), of=command.of)
    if not may:
        return refuse(Code.NOT_YOUR_ROLE, "dealer-presses", cite=cite, player=Person(player))
    if player in may:
        return None
    return refuse(Code.NOTHING_STANDS, "wager", cite=cite, player=Person(player), wager=WagerId(rule.wager))


def may_press(state: State, of: str) -> tuple[str, ...]:
    """The players who may press; nobody where the dealer does, as also where only wagers for the dealers wait."""
    if state.house.options.presses(of) != "player":
        return ()
    return tuple(each.seat for each in state.felt.standing if each.draw == of and not each.tip)


def _before_settling(command: Draw, state: State) -> Decided:
    assert state.outcome is not None
    done = settle.play(state.felt, state.outcome, state.draws)
    assert not isinstance(done, Refusal), str(done)
    drawn = done[0].felt.drawn(command.of, command.result)
    if isinstance(drawn, Refusal):
        return drawn
    return (_drawn(command, state),)


def _drawn(command: Draw, state: State, *, again: bool = False) -> Event:
    fields = {"of": command.of, "result": command.result, "pressed": command.pressed, "again": again}
    generator = "" if command.by.role == "device" else state.house.options.generator(command.of)
    return made(Drawn, command, state, **fields, generator=generator)


def _after_settling(command: Draw, state: State) -> Decided:
    rules = house_of_draw(state, command.of)
    before = state.draws[-1].result if state.draws else None
    again = state.house.game.again(command.of, before, command.result, rules)
    if isinstance(again, Refusal):
        return again
    if again and state.felt.draw_due == command.of:
        return (_drawn(command, state, again=True),)
    played = state.felt.drawn(command.of, command.result)
    if not isinstance(played, Played):
        return played
    drawn = _drawn(command, state)
    found = settle.rows([(state.felt, played.resolutions)], state.seats, ())
    settled = made(
        Settled,
        command,
        state,
        round=state.round,
        stage=command.of,
        outcome=command.result,
        rows=found,
        meters=counters(played.felt),
    )
    return (drawn, settled)


def settle_round(command: Settle, state: State) -> Decided:
    """Collect losers and pay winners, as one event in the order of the procedure."""
    if (refusal := in_phase(state, ("called",), "settling", state.cite(Topic.PAYING))) is not None:
        return refusal
    assert state.outcome is not None
    done = settle.play(state.felt, state.outcome, state.draws)
    assert not isinstance(done, Refusal), str(done)
    played, steps = done
    due = played.felt.draw_due
    if due is not None and state.course.draws[due].phase == "called":
        return refuse(Code.STILL_PENDING, "draw", cite=state.course.draws[due].cite, of=due)
    if (refusal := moves_not_stated(command, state)) is not None:
        return refusal
    fields = {"stage": "round", "outcome": state.outcome, "moves": command.moves}
    return (made(Settled, command, state, round=state.round, **fields, **_settlement(state, played, steps)),)


def open_betting(command: OpenBetting, state: State) -> Decided:
    """Open the next round, once everything is resolved."""
    if (refusal := in_phase(state, ("settled",), "opening", state.cite(Topic.PAYING))) is not None:
        return refusal
    if (due := state.felt.draw_due) is not None:
        return refuse(Code.STILL_PENDING, "draw", cite=state.course.draws[due].cite, of=due)
    if (refusal := opened(state)) is not None:
        return refusal
    begun = made(BettingOpened, command, state, round=state.round + 1)
    return (_lifted(command, state), begun) if state.course.dolly else (begun,)


@implements("H-drop(2)")
def _lifted(command: OpenBetting, state: State) -> Event:
    """The dolly stays until everything is paid; new wagers are taken after it is removed."""
    return made(DollyLifted, command, state)


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_settled(state: State, event: Settled) -> Effects:
    if event.stage != "round":
        return _effects_after_settling(state, event)
    done = settle.play(state.felt, event.outcome, state.draws)
    if isinstance(done, Refusal):
        raise NotTaken(done)
    return _settlement(state, *done)


def _settlement(state: State, played: Played, steps: settle.Steps) -> Effects:
    """The effects of settling a round in which this was played."""
    rows = settle.rows_of(steps, state.seats, state.coupons)
    after = settle.coupons_taken(played.felt, rows, steps)
    return {
        "felt": changed(state.felt, after),
        "rows": rows,
        "meters": counters(after),
        "dice": moved_dice(state, state.dice, state.felt, after),
        "repeats": _repeats(state),
    }


def _effects_after_settling(state: State, event: Settled) -> Effects:
    """Settle a draw that comes after everything else is resolved."""
    draw = state.draws[-1]  # after the launches in which balls shared a compartment
    played = taken(state.felt.drawn(draw.of, draw.result), Played)
    rows = settle.rows([(state.felt, played.resolutions)], state.seats, ())
    return {"felt": changed(state.felt, played.felt), "rows": rows, "meters": counters(played.felt)}


def _repeats(state: State) -> Repeats:
    """What each player can repeat, where this settlement changed it."""
    mine: defaultdict[str, list[tuple[str, str | None, int]]] = defaultdict(list)
    felt, coupons, before = state.felt, state.coupons, dict(state.repeats)
    for each in felt.standing:
        if each.tip or (each.locked and not each.collected) or each.draw or _comes_by_itself(felt, each):
            continue
        if not coupons or settle.coupon_on(coupons, each.seat, each.wager, each.spot) is None:
            mine[each.seat].append((each.wager, each.spot, each.stake or each.collected))
    found = ((player, tuple(wagers)) for player, wagers in mine.items())
    return tuple(sorted((player, wagers) for player, wagers in found if before.get(player) != wagers))


def _comes_by_itself(felt: Felt, standing: Standing) -> bool:
    """Odds, and come wagers that have moved to a number, cannot be placed directly."""
    wager = felt.wager(standing.wager)
    return wager.parent is not None or (wager.group == "line" and standing.spot is not None)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_drawn(state: State, event: Drawn) -> State:
    return state.but(draws=(*state.draws, DrawEntry(event.of, event.result)), loaded=0)


def _apply_settled(state: State, event: Settled) -> State:
    play = felt_after(state, event.felt)
    if event.stage != "round":
        last = state.rounds[-1]
        last = replace(last, after=play, rows=last.rows + event.rows, draws=last.draws + state.draws[-1:])
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
        coupons=settle.coupons_left(state.coupons, event.rows, state.felt, play),
        coupons_used=state.coupons_used | settle.coupons_used(state.coupons, event.rows),
        rounds=(*state.rounds, kept)[-REMEMBERED:],
        repeats=tuple(sorted((dict(state.repeats) | dict(event.repeats)).items())),
    )


def _apply_betting(state: State, event: BettingOpened) -> State:
    return state.but(phase="open", round=event.round, seal=None, revealed=False, marked=None)


# Postings ---------------------------------------------------------------------------------------------------
def _post_settled(event: Settled, state: State) -> Postings:
    return of_rows(event.rows) + of_meters(state.felt.meters, event.meters)


ACTS = (
    Act(Draw, draw, makes=(Drawn, Settled)),
    Act(Settle, settle_round, makes=(Settled,)),
    Act(OpenBetting, open_betting, makes=(BettingOpened, DollyLifted)),
)
HAPPENINGS = (
    Happening(Drawn, _apply_drawn),
    Happening(Settled, _apply_settled, effects=_effects_settled, posts=_post_settled),
    Happening(BettingOpened, _apply_betting),
)
