"""Decisions about the round, in the order the rules give it."""

from __future__ import annotations

from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.machine import Void
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.felt import Played
from croupier.table import commands_play as asked
from croupier.table import events_play as happened
from croupier.table import settle
from croupier.table.cites import CALL, CLOSE, OUTCOME, PAYING, buy_in
from croupier.table.decide_device import device_may, opened, sealed, shown_by_the_device
from croupier.table.decide_wagers import chosen
from croupier.table.deciding import Decided, Deciders, first, in_phase, made
from croupier.table.effects import carried_out
from croupier.table.events_irregularities import Voided
from croupier.table.felt_change import counters
from croupier.table.state import Phase, State
from croupier.text.facts import Person

REVOLUTIONS = 4


def cash_is_dropped(state: State) -> Refusal | None:
    """No round goes on over money that lies on the table."""
    if state.buying is None:
        return None
    return refuse(
        Code.CASH_ON_THE_TABLE, "not-finished", cite=buy_in(state.game, "(3)"), player=Person(state.buying.player)
    )


def spin(command: asked.Spin, state: State) -> Decided:
    """At roulette the ball while wagers are still taken; the Big Six wheel after no more bets."""
    if state.game == "craps":
        return device_may(command, state) or refuse(Code.ACT_OF_ANOTHER_GAME, "thrown")
    done = _spin_wheel(command, state) if state.game == "big-six" else _spin_ball(command, state)
    closed = state.house.game.closed(state.felt.table)
    return first(done, device_may(command, state), closed, sealed(state))


@implements("30-2201(4)", "47.1-2201(4)", "30-2299.01(3)", "47.1-2215.01(3)", "30-2299.02(2)")
def _spin_ball(command: asked.Spin, state: State) -> Decided:
    """The dealer spins the ball; wagers are taken until he or she waves."""
    refusal = in_phase(state, ("open",), "spinning-the-ball", OUTCOME[state.game]) or cash_is_dropped(state)
    if refusal is None and state.ball_held:
        refusal = refuse(Code.BALL_HELD, cite="30-2206(4)")
    return refusal or (made(happened.BallSpun, command, state, round=state.round),)


@implements("30-2703(1)", "30-2703(2)")
def _spin_wheel(command: asked.Spin, state: State) -> Decided:
    """Only after no more bets, and the other way than the last time."""
    if (refusal := in_phase(state, ("no-more-bets",), "spinning-the-wheel", CLOSE[state.game])) is not None:
        return refusal
    due = state.felt.table.clockwise
    if command.clockwise is not due:
        way = "clockwise" if due else "counterclockwise"
        return refuse(Code.WRONG_DIRECTION, cite="30-2703(2)", way=way)
    return (made(happened.WheelSpun, command, state, round=state.round, clockwise=due),)


def call_no_more_bets(command: asked.CallNoMoreBets, state: State) -> Decided:
    """The betting closes; a choice nobody has made is made by it (readings R5, A8)."""
    if state.game == "craps":
        another = refuse(Code.ACT_OF_ANOTHER_GAME, "throw-closes", cite=CLOSE[state.game])
        return device_may(command, state) or another
    refusal = (
        device_may(command, state)
        or lowest(_closing_time(state), cash_is_dropped(state))
        or _four_revolutions(command, state)
        or sealed(state)
    )
    if refusal is not None:
        return refusal
    found: list[Event] = []
    while state.felt.pending:
        due = state.felt.pending[0]
        one = chosen(command, state, due.seat, due.wager, "imprison")
        assert not isinstance(one, Refusal), str(one)
        found += one
        _, state = carried_out(state, one[0])
    closed = made(happened.BettingClosed, command, state, round=state.round, revolutions=command.revolutions)
    return (*found, closed)


@implements("30-2205(2)", "47.1-2205(2)", "30-2299.04/start(7)")
def _closing_time(state: State) -> Refusal | None:
    """At roulette while the ball runs, for every wager alike; at the Big Six wheel before the spin."""
    when: Phase = "open" if state.game == "big-six" else "spun"
    return in_phase(state, (when,), "closing-the-betting", CLOSE[state.game])


@implements("H-spin(1)")
def _four_revolutions(command: asked.CallNoMoreBets, state: State) -> Refusal | None:
    """By the house procedure the betting closes once the ball has made four revolutions."""
    if not state.house.by_procedure or command.revolutions >= REVOLUTIONS:
        return None
    return refuse(Code.TOO_EARLY, cite="H-spin(1)", revolutions=command.revolutions)


_CALLED_WHEN: dict[str, Phase] = {"roulette": "no-more-bets", "big-six": "spun", "craps": "in-the-air"}


def call_outcome(command: asked.CallOutcome, state: State) -> Decided:
    """What the device shows is announced; an outcome that is void by itself is called so."""
    refusal = (
        shown_by_the_device(command, state)
        or _caller(command, state)
        or in_phase(state, (_CALLED_WHEN[state.game],), "calling", CALL[state.game])
    )
    if refusal is not None:
        return refusal
    done = settle.play(state.felt, command.outcome, ())
    if isinstance(done, Refusal):
        return done
    played = done[0]
    if isinstance(played.fact, Void):
        says, cite = played.fact.says, str(played.fact.cite)
        fields = {"call": "outcome", "reason": command.outcome, "before_rest": False, "says": says, "cite": cite}
        return (made(Voided, command, state, round=state.round, rows=(), **fields),)
    called = made(happened.OutcomeCalled, command, state, round=state.round, outcome=command.outcome)
    return (called, _dolly(command, state)) if state.game == "roulette" else (called,)


@implements("47.1-2312(1)")
def _caller(command: asked.CallOutcome, state: State) -> Refusal | None:
    """At craps the stickperson calls, at the wheels the dealer."""
    wrong = "dealer" if state.game == "craps" else "stickperson"
    if command.by.role != wrong:
        return None
    right = "stickperson" if state.game == "craps" else "dealer"
    return refuse(Code.NOT_YOUR_ROLE, "caller", cite=CALL[state.game], right=right)


@implements("30-2205(3)", "47.1-2205(3)", "H-drop(1)")
def _dolly(command: asked.CallOutcome, state: State) -> Event:
    """The number is announced and the dolly placed on it, every time."""
    return made(happened.DollyPlaced, command, state, number=command.outcome)


def draw(command: asked.Draw, state: State) -> Decided:
    """An award before the round is settled, a bonus round after all else is."""
    if state.game != "roulette":
        return shown_by_the_device(command, state) or refuse(Code.ACT_OF_ANOTHER_GAME, "no-draw", of=command.of)
    done = _award(command, state) if command.of == "award" else _bonus(command, state)
    return first(done, shown_by_the_device(command, state), _pressed(command, state))


def _pressed(command: asked.Draw, state: State) -> Refusal | None:
    """The button of a bonus round is pressed by the dealer or by a player at the table."""
    if command.pressed is None or state.seat(command.pressed) is not None:
        return None
    return refuse(Code.NOT_SEATED, cite="30-2299.03(4)", player=Person(command.pressed))


def _award(command: asked.Draw, state: State) -> Decided:
    if (refusal := in_phase(state, ("called",), "award", "30-2299.01(5)")) is not None:
        return refusal
    assert state.outcome is not None
    done = settle.play(state.felt, state.outcome, state.draws)
    assert not isinstance(done, Refusal), str(done)
    drawn = done[0].felt.drawn(command.of, command.result)
    if isinstance(drawn, Refusal):
        return drawn
    return (_drawn(command, state),)


def _drawn(command: asked.Draw, state: State) -> Event:
    return made(happened.Drawn, command, state, of=command.of, result=command.result, pressed=command.pressed)


def _bonus(command: asked.Draw, state: State) -> Decided:
    if (refusal := in_phase(state, ("settled",), "bonus", "30-2299.03(3)")) is not None:
        return refusal
    played = state.felt.drawn(command.of, command.result)
    if not isinstance(played, Played):
        return played
    drawn = _drawn(command, state)
    found = settle.rows([(state.felt, played.resolutions)], state.seats, ())
    settled = made(
        happened.Settled,
        command,
        state,
        round=state.round,
        stage="bonus",
        outcome=command.result,
        rows=found,
        announced=(),
        meters=counters(played.felt),
    )
    return (drawn, settled)


def settle_round(command: asked.Settle, state: State) -> Decided:
    """Losers are collected and winners paid, as one event in the procedure's order."""
    if (refusal := in_phase(state, ("called",), "settling", PAYING.get(state.game))) is not None:
        return refusal
    assert state.outcome is not None
    done = settle.play(state.felt, state.outcome, state.draws)
    assert not isinstance(done, Refusal), str(done)
    played, steps = done
    if played.felt.draw_due == "award":
        return refuse(Code.STILL_PENDING, "draw", cite="30-2299.01(5)", of="award")
    found = settle.rows_of(steps, state.seats, state.coupons)
    return (
        made(
            happened.Settled,
            command,
            state,
            round=state.round,
            stage="round",
            outcome=state.outcome,
            rows=found,
            announced=played.announced,
            meters=counters(played.felt),
        ),
    )


def open_betting(command: asked.OpenBetting, state: State) -> Decided:
    """The next round, once everything is resolved."""
    if (refusal := in_phase(state, ("settled",), "opening", PAYING.get(state.game))) is not None:
        return refusal
    if state.felt.draw_due is not None:
        return refuse(Code.STILL_PENDING, "draw", cite="30-2299.03(3)", of=state.felt.draw_due)
    if (refusal := opened(state)) is not None:
        return refusal
    begun = made(happened.BettingOpened, command, state, round=state.round + 1)
    return (_lifted(command, state), begun) if state.game == "roulette" else (begun,)


@implements("H-drop(2)")
def _lifted(command: asked.OpenBetting, state: State) -> Event:
    """The dolly stays until everything is paid; new wagers are taken when it is off."""
    return made(happened.DollyLifted, command, state)


DECIDERS: Deciders = {
    asked.Spin: spin,
    asked.CallNoMoreBets: call_no_more_bets,
    asked.CallOutcome: call_outcome,
    asked.Draw: draw,
    asked.Settle: settle_round,
    asked.OpenBetting: open_betting,
}
