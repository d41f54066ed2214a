"""The exact value of every built-in plan, calculated a second time without the chain."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from croupier import chain, house
from croupier.chain import BUILT_IN
from croupier.chain.plans.flat import Flat
from croupier.chain.plans.line import Line
from croupier.chain.plans.progressions import Paroli
from croupier.chain.plans.wrapping import FiveCount, LimitPerShooter
from tests.support.plans import RED_LOSES, acts_at_the_felt, decisions_of, gain_of, martingale

POINT_ON = Fraction(392, 557)  # of all rolls, those with a point on: 557/165 rolls a decision, one of them a come-out

WAYS = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}

PLACE_PAYS = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}

SEVEN = Fraction(1, 6)

PASS_A_ROLL = Fraction(-7, 1671)  # 7/495 a decision of 557/165 rolls


def _hit(number: int) -> Fraction:
    return Fraction(WAYS[number], 36)


def _place(number: int, cents: Fraction | int) -> Fraction:
    """The net of a place wager per roll on which it is on."""
    return cents * (_hit(number) * PLACE_PAYS[min(number, 14 - number)] - SEVEN)


def _spread(units: dict[int, int], times: dict[int, Fraction]) -> Fraction:
    """The net per roll of place wagers that are on while a point is on, each with its average number of units."""
    return POINT_ON * sum((_place(number, unit * times[number]) for number, unit in units.items()), Fraction(0))


INSIDE = {5: 5_00, 6: 6_00, 8: 6_00, 9: 5_00}

ACROSS = {4: 5_00, **INSIDE, 10: 5_00}


def _pressed_and_back(number: int) -> Fraction:
    """The mean units if each hit changes between one unit and two, and a seven starts again."""
    return 1 + _hit(number) / (2 * _hit(number) + SEVEN)


def _pressed_and_stays(number: int) -> Fraction:
    """The mean units if there are one, two after a hit, and three after two or more hits."""
    hit_first = _hit(number) / (_hit(number) + SEVEN)
    return 1 + hit_first + hit_first**2 if number in (6, 8) else Fraction(1)


def _regressed(units: dict[int, int], large: int, wins: int) -> dict[int, Fraction]:
    """The mean units if all are large until this many hits before a seven."""
    hit = sum(map(_hit, units), Fraction(0))
    return dict.fromkeys(units, 1 + (large - 1) * (1 - (hit / (hit + SEVEN)) ** wins))


def _mean(weights: list[Fraction], units: list[int]) -> Fraction:
    total = sum((weight * unit for weight, unit in zip(weights, units, strict=True)), Fraction(0))
    return total / sum(weights, Fraction(0))


STOP = decisions_of(3, 2, Fraction(244, 495))

NETS: dict[str, Fraction] = {
    "flat": PASS_A_ROLL * 10_00,
    "flat-red": Fraction(-10_00, 19),
    "pass-odds-place-6-8": PASS_A_ROLL * 10_00 + POINT_ON * 2 * _place(6, 12_00),
    # the field pays even money on 14 of 36 and 2 to 1 on 2 and 12
    "iron-cross": POINT_ON
    * (10_00 * (Fraction(14 + 2 * 2 - 20, 36)) + _place(5, 10_00) + _place(6, 12_00) + _place(8, 12_00)),
    # In Prison loses 19 in 37 * 37, in 38 spins of 37 decisions: half of the other wagers' 1 in 37
    "james-bond": -(Fraction(140_00, 74) + Fraction(60_00, 37)),
    "pass-3-4-5x": PASS_A_ROLL * 10_00,
    "inside-press": _spread(INSIDE, {number: _pressed_and_back(number) for number in INSIDE}),
    "across-press": _spread(ACROSS, {number: _pressed_and_stays(number) for number in ACROSS}),
    "inside-regress": _spread(INSIDE, _regressed(INSIDE, 3, 2)),
    "across-regress": _spread(ACROSS, _regressed(ACROSS, 2, 1)),
    "martingale": -_mean([RED_LOSES**k for k in range(7)], [2**k for k in range(7)]) * 5_00 / 19,
    # the seventh place is the round it sits out
    "grand-martingale": -_mean([RED_LOSES**k for k in range(7)], [1, 3, 7, 15, 31, 63, 0]) * 5_00 / 19,
    "dalembert": -_mean([Fraction(10, 9) ** k for k in range(10)], list(range(1, 11))) * 5_00 / 19,
    # the roll it sits out may set a point, which is waited for: on average one decision of the line
    "stop-at-win-or-loss": PASS_A_ROLL * 10_00 * STOP / (STOP + 1),
    "paroli": PASS_A_ROLL * 5_00 * _mean([Fraction(244, 495) ** k for k in range(3)], [1, 2, 4]),
}

#: What the house keeps of every cent: the edge of the wager alone, or as published with these odds.
EDGES: dict[str, Fraction] = {
    "flat": Fraction(7, 495),
    "flat-red": Fraction(1, 19),
    "pass-3-4-5x": Fraction(7, 495) / (1 + Fraction(2 * (3 * 3 + 4 * 4 + 5 * 5), 36)),
    "three-point-molly": Fraction(7, 495) / (1 + 2 * Fraction(2, 3)),
    "dont-side-lay-odds": Fraction(3, 220) / (1 + 6 * Fraction(2, 3)),
    "five-count": Fraction(1, 66),
    "limit-per-shooter": Fraction(1, 18),
    **dict.fromkeys(("martingale", "grand-martingale", "dalembert", "labouchere"), Fraction(1, 19)),
    **dict.fromkeys(("fibonacci", "paroli", "stop-at-win-or-loss"), Fraction(7, 495)),
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_exact_value_of_a_built_in_plan(name: str) -> None:
    found = gain_of(BUILT_IN[name])
    assert name in NETS or name in EDGES
    assert found.net == NETS.get(name, found.net)
    assert found.edge == EDGES.get(name, found.edge)


@pytest.mark.parametrize("name", ["three-point-molly", "dont-side-lay-odds", "pass-3-4-5x"])
def test_odds_cost_nothing(name: str) -> None:
    plan = BUILT_IN[name]
    assert isinstance(plan, Line)
    assert gain_of(plan).net == gain_of(replace(plan, odds=())).net


def _walked(name: str, lose: float) -> float:
    """The mean units of a progression, by walking a list of chances until it settles."""
    chances: dict[tuple[int, ...], float] = {(0,) if name == "fibonacci" else (1, 2, 3): 1.0}
    start = next(iter(chances))
    for _ in range(2_000):
        after: dict[tuple[int, ...], float] = {}
        for rung, chance in chances.items():
            won: tuple[int, ...]
            lost: tuple[int, ...]
            if name == "fibonacci":
                won, lost = (max(0, rung[0] - 2),), (rung[0] + 1,) if rung[0] < 8 else start
            else:
                won, lost = rung[1:-1] or start, (*rung, _ends(rung))
                lost = lost if len(lost) <= 5 and _ends(lost) <= 9 else start
            after[won] = after.get(won, 0) + chance * (1 - lose)
            after[lost] = after.get(lost, 0) + chance * lose
        chances = after
    fibonacci = (1, 1, 2, 3, 5, 8, 13, 21, 34)
    return sum(c * (fibonacci[rung[0]] if name == "fibonacci" else _ends(rung)) for rung, c in chances.items())


def _ends(line: tuple[int, ...]) -> int:
    return line[0] + (line[-1] if len(line) > 1 else 0)


def test_progressions_against_a_walk() -> None:
    """The mean wager of Fibonacci and Labouchère equals that of a plain walk over their rungs."""
    labouchere, fibonacci = gain_of(BUILT_IN["labouchere"]), gain_of(BUILT_IN["fibonacci"])
    assert float(labouchere.wagered) == pytest.approx(5_00 * _walked("labouchere", 20 / 38), rel=1e-9)
    a_decision = float(fibonacci.wagered / fibonacci.decided)
    assert a_decision == pytest.approx(5_00 * _walked("fibonacci", 251 / 495), rel=1e-9)


def _up(name: str) -> tuple[float, float]:
    """How often the count of a plan about shooters is complete with a point on, and how often it is not complete."""
    chances: dict[tuple[int, int], float] = {(0, 0): 1.0}  # count and point; a count of rolls, or of lost fields
    full = 5 if name == "five-count" else 3
    for _ in range(3_000):
        after: dict[tuple[int, int], float] = {}
        for (count, point), chance in chances.items():
            for total in range(2, 13):
                now = 0 if total == point else point or (total if total in WAYS else 0)
                if name == "five-count":
                    waits = count in (0, 4) and total not in WAYS
                    counted = count if waits else min(full, count + 1)
                else:
                    counted = min(full, count + (total in (5, 6, 7, 8)))
                to = (0, 0) if point and total == 7 else (counted, now)
                after[to] = after.get(to, 0) + chance * (6 - abs(7 - total)) / 36
        chances = after
    with_a_point = sum(chance for (count, point), chance in chances.items() if count == full and point)
    return with_a_point, sum(chance for (count, _), chance in chances.items() if count < full)


def test_shooters_against_a_walk() -> None:
    """With the count complete and a point on, 11 rolls of 36 decide 6 and 8. A field is made below its limit."""
    five, limit = gain_of(BUILT_IN["five-count"]), gain_of(BUILT_IN["limit-per-shooter"])
    assert float(five.wagered) == pytest.approx(_up("five-count")[0] * 24_00 * 11 / 36, rel=1e-9)
    assert float(limit.wagered) == pytest.approx(_up("limit-per-shooter")[1] * 10_00, rel=1e-9)


@pytest.mark.parametrize("at_cap", ["stay", "restart", "sit-out"])
def test_a_cap_moves_the_money_and_not_the_edge(at_cap: str) -> None:
    low, high = (gain_of(martingale(rungs, at_cap)) for rungs in (3, 5))
    assert low.edge == high.edge == Fraction(1, 19)
    assert low.wagered < high.wagered


def test_a_progression_over_the_table_limit_is_refused() -> None:
    with pytest.raises(chain.PlanRefused, match=r"may not wager \$640 red") as refused:
        gain_of(martingale(8, "restart"))
    assert refused.value.refusal.code.word == "over-maximum"


def test_a_progression_on_a_wager_that_stays_up() -> None:
    """A place wager that wins is raised, and taken down when the progression sits out."""
    table = house.load("colorado-craps")
    plan = Paroli("paroli", "place-6", 6_00, "sit-out", 2)
    acts = [acts for _, acts in acts_at_the_felt(plan, table, ["2-2", "3-3", "4-2", "1-2", "3-4"])]
    assert acts == [
        "wager $6 place-6",
        "",
        "raise $6 place-6",
        "take-down place-6",
        "wager $6 place-6",
        "wager $6 place-6",
    ]


def test_a_progression_goes_to_prison() -> None:
    """At single zero a 0 imprisons red: the rung waits, and a released wager neither won nor lost."""
    table = house.load("colorado-single-zero")
    acts = [acts for _, acts in acts_at_the_felt(martingale(3, "stay"), table, ["2", "0", "1", "0", "2"])]
    assert acts == [
        *("wager $5 red", "wager $10 red", "choose red imprison", "wager $10 red", "choose red imprison"),
        "wager $20 red",
    ]


def test_a_count_of_another_length() -> None:
    """A count of one plays from the shooter's first point number on: 6 and 8 as if there were no count."""
    plan = BUILT_IN["five-count"]
    assert isinstance(plan, FiveCount)
    assert gain_of(replace(plan, count=1)).net == gain_of(plan.plan).net
    assert 0 > gain_of(plan).net > gain_of(replace(plan, count=3)).net > gain_of(replace(plan, count=1)).net


def test_a_limit_per_shooter_limits_another_plan_too() -> None:
    """Pass limited to one loss per hand: it still costs its edge, and is made less often."""
    limited = gain_of(LimitPerShooter("limit", Flat("pass", (("pass", None, 10_00),)), losses=1))
    assert limited.edge == Fraction(7, 495)
    assert limited.wagered < gain_of(BUILT_IN["flat"]).wagered
