"""Sessions against closed forms, enumeration by hand, another solution, and floats against fractions."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from croupier import chain, house, sim
from croupier.chain.compile import Chain, Step
from croupier.chain.plans.flat import Flat
from croupier.chain.session import drawdown, floats
from croupier.chain.session import game as session_game
from croupier.cli.session import session as command
from croupier.core.absorbing import NeverEnds
from croupier.felt import Place
from croupier.sim.totals import SessionTotals

Rows = tuple[tuple[int, Fraction | float], ...]
WIN, LOSE = Fraction(18, 38), Fraction(20, 38)


def _red(cents: int = 10_00) -> chain.Chain:
    return chain.compile(house.load("colorado-double-zero"), Flat("red", (("red", None, cents),)))


def test_gamblers_ruin_in_closed_form() -> None:
    """$10 on red, $100 to begin with, $200 to reach: the classical formulas, exactly."""
    found = chain.session(_red(), 100_00, goal=200_00)
    ratio = LOSE / WIN
    reached = (1 - ratio**10) / (1 - ratio**20)
    assert found.exact
    assert found.error == 0
    assert found.ends["goal"] == reached
    assert found.ends["ruin"] == 1 - reached
    assert found.rounds == (10 - 20 * reached) / (LOSE - WIN)
    assert found.results == ((-100_00, 1 - reached), (100_00, reached))
    assert (found.median, found.expectation) == (-100_00, 100_00 * (2 * reached - 1))
    assert found.kelly is None
    assert not found.notes


def test_two_rounds_by_hand() -> None:
    found = chain.session(_red(), 100_00, max_rounds=2)
    assert found.results == ((-20_00, LOSE**2), (0, 2 * WIN * LOSE), (20_00, WIN**2))
    assert found.drawdowns == ((0, WIN**2), (10_00, 2 * WIN * LOSE), (20_00, LOSE**2))
    assert found.rounds == 2
    assert found.ends["rounds"] == 1
    assert found.median == 0


def test_every_path_of_six_rounds() -> None:
    """Enumeration: goal, loss limit, ruin and the last round, with the deepest fall of every path."""
    results: dict[int, Fraction] = {}
    falls: dict[int, Fraction] = {}
    for path in product((1, -1), repeat=6):
        wealth = peak = 30
        fall = 0
        chance = Fraction(1)
        for step in path:
            chance *= WIN if step > 0 else LOSE
            if wealth not in (50, 10):
                wealth += 10 * step
                peak = max(peak, wealth)
                fall = max(fall, peak - wealth)
        results[wealth - 30] = results.get(wealth - 30, Fraction(0)) + chance
        falls[fall] = falls.get(fall, Fraction(0)) + chance
    found = chain.session(_red(), 30_00, goal=50_00, loss_limit=20_00, max_rounds=6)
    assert found.results == tuple((100 * net, results[net]) for net in sorted(results))
    assert found.drawdowns == tuple((100 * fall, falls[fall]) for fall in sorted(falls))
    assert found.ends["loss-limit"] == results[-20]
    assert found.ends["ruin"] == 0


def test_ruin_is_not_covering_what_the_plan_wants_up() -> None:
    """$25 with $10 a round: after two losses $5 is left, and is kept."""
    found = chain.session(_red(), 25_00, max_rounds=2)
    assert found.ends["ruin"] == LOSE**2
    assert found.results[0] == (-20_00, LOSE**2)


def test_odds_that_cannot_be_covered_are_ruin() -> None:
    """Pass $10 with 2x odds and $10 in all: any point is ruin, since $30 would stand; it keeps its $10."""
    plan = Flat("line", (("pass", None, 10_00),), odds=2)
    found = chain.session(chain.compile(house.load("colorado-craps"), plan), 10_00, max_rounds=1)
    assert found.ends["ruin"] == Fraction(24, 36) + Fraction(4, 36)
    assert dict(found.results) == {-10_00: Fraction(4, 36), 0: Fraction(24, 36), 10_00: Fraction(8, 36)}


@pytest.mark.parametrize("terms", [{"goal": 60_00}, {"max_rounds": 12}, {"goal": 60_00, "max_rounds": 12}])
def test_chances_add_up(terms: dict[str, int]) -> None:
    found = chain.session(_red(), 40_00, **terms)
    assert sum(found.ends.values()) == 1
    assert sum(chance for _, chance in found.results) == 1
    assert found.drawdowns is not None
    assert sum(chance for _, chance in found.drawdowns) == 1


Terms = dict[str, int]


def _enumerated(played: Chain, bankroll: int, rounds: int, goal: int) -> tuple[dict[int, Fraction], ...]:
    """Every path through the chain's own steps, one by one: results, deepest falls and lengths."""
    results: dict[int, Fraction] = {}
    falls: dict[int, Fraction] = {}
    lengths: dict[int, Fraction] = {}
    paths = [(0, bankroll, bankroll, 0, 0, Fraction(1))]
    while paths:
        state, wealth, peak, fall, length, chance = paths.pop()
        weight = sum(step.weight for step in played.steps[state])
        for step in played.steps[state]:
            left, often = wealth + step.net, chance * step.weight / weight
            high = max(peak, left)
            deep = max(fall, high - left)
            over = left >= goal or left == 0 or left < played.standing[step.next] or length + 1 == rounds
            if not over:
                paths.append((step.next, left, high, deep, length + 1, often))
                continue
            for found, key in ((results, left - bankroll), (falls, deep), (lengths, length + 1)):
                found[key] = found.get(key, Fraction(0)) + often
    return results, falls, lengths


@pytest.mark.parametrize(
    ("name", "bankroll", "rounds"),
    [
        ("pass-odds-place-6-8", 60_00, 4),
        ("james-bond", 400_00, 2),
        ("iron-cross", 50_00, 4),
        ("martingale", 30_00, 3),
    ],
)
def test_every_path_through_the_steps(name: str, bankroll: int, rounds: int) -> None:
    plan = chain.BUILT_IN[name]
    played = chain.compile(house.load(plan.house), plan)
    goal = bankroll + 40_00
    results, falls, lengths = _enumerated(played, bankroll, rounds, goal)
    found = chain.session(played, bankroll, goal=goal, max_rounds=rounds)
    assert dict(found.results) == results
    assert found.drawdowns is not None
    assert dict(found.drawdowns) == falls
    assert found.rounds == sum(length * chance for length, chance in lengths.items())


def _made_up(seed: int) -> Chain:
    """A chain of three states that no rules made, in dollars; two states are one in all but name."""
    dice = random.Random(seed)
    standing = [dice.randint(1, 3) * 100 for _ in range(3)]
    rows = []
    for stake in standing:
        nets = [-stake, 0, dice.randint(1, 4) * 100]
        rows.append(tuple(Step(dice.randint(1, 5), dice.randrange(3), net, stake, 1) for net in nets))
    rows.append(rows[1])
    standing.append(standing[1])
    rows[0] = (*rows[0], Step(1, 3, -100, standing[0], 1))
    plan = Flat("made-up", (("red", None, 100), ("black", None, 100)))
    return Chain(house.load("colorado-double-zero"), plan, tuple(rows), (False,) * 4, tuple(standing))


def _solved(played: Chain, bankroll: int, goal: int) -> tuple[Fraction, Fraction]:
    """Another way to the goal: the chance of it and the rounds to the end, from equations for every node."""
    nodes = [(s, w) for s in range(len(played.steps)) for w in range(0, goal, 100) if played.standing[s] <= w > 0]
    number = {node: at for at, node in enumerate(nodes)}
    rows = []
    for state, wealth in nodes:
        row = [Fraction(0)] * (len(nodes) + 2)
        row[number[state, wealth]] += 1
        row[-1] += 1
        weight = sum(step.weight for step in played.steps[state])
        for step in played.steps[state]:
            to = step.next, wealth + step.net
            if to in number:
                row[number[to]] -= Fraction(step.weight, weight)
            elif to[1] >= goal:
                row[-2] += Fraction(step.weight, weight)
        rows.append(row)
    for at in range(len(rows)):
        pivot = next(row for row in range(at, len(rows)) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(rows)):
            if other != at and rows[other][at]:
                by = rows[other][at]
                rows[other] = [a - by * b for a, b in zip(rows[other], rows[at], strict=True)]
    start = rows[number[0, bankroll]]
    return start[-2], start[-1]


def _only_floats(patch: pytest.MonkeyPatch) -> None:
    for name in ("MOST_NODES", "MOST_NODES_FOLLOWED", "MOST_BITS"):
        patch.setattr(session_game, name, 0)


@pytest.mark.parametrize("seed", range(4))
def test_a_chain_nobody_made(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact and floats against equations solved another way."""
    played = _made_up(seed)
    goal, rounds = _solved(played, 600, 1000)
    exact = chain.session(played, 600, goal=1000)
    assert (exact.exact, exact.ends["goal"], exact.rounds) == (True, goal, rounds)
    _only_floats(monkeypatch)
    rough = chain.session(played, 600, goal=1000)
    assert abs(Fraction(rough.ends["goal"]) - goal) <= Fraction(rough.error) < Fraction(1, 10**9)
    assert abs(Fraction(rough.rounds) - rounds) <= Fraction(rough.rounds_error) < Fraction(1, 10**6)
    _enclosed(exact, rough)


def _enclosed(exact: chain.Session, rough: chain.Session) -> None:
    """Drawdown: every bound holds what the exact distribution says."""
    assert exact.drawdowns is not None
    assert exact.drawdown is not None
    assert Fraction(rough.drawdown_low) <= exact.drawdown <= Fraction(rough.drawdown_high)
    assert rough.falls
    for fall, low, high in rough.falls:
        chance = sum((Fraction(each) for deep, each in exact.drawdowns if deep >= fall), Fraction(0))
        assert Fraction(low) <= chance <= Fraction(high), fall
    if rough.drawdowns is not None:
        assert _apart(exact.drawdowns, rough.drawdowns) <= rough.drawdown_error


ENCLOSED: list[Terms] = [
    {"goal": 800},
    {"goal": 1000},
    {"max_rounds": 12},
    {"goal": 1100, "max_rounds": 12},
    {"max_rounds": 12, "loss_limit": 300},
    {"goal": 900, "loss_limit": 300},
]


@pytest.mark.parametrize("terms", ENCLOSED, ids=str)
@pytest.mark.parametrize("work", [1, 100_000_000])
@pytest.mark.parametrize("seed", range(3))
def test_bounds_of_drawdowns(terms: Terms, work: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With peaks rounded as coarsely as can be, and with none rounded."""
    monkeypatch.setattr(session_game, "MOST_MOVES", 10**7)
    exact = chain.session(_made_up(seed), 600, **terms)
    _only_floats(monkeypatch)
    monkeypatch.setattr(drawdown, "MOST_WORK", work)
    rough = chain.session(_made_up(seed), 600, **terms)
    assert not rough.exact
    _enclosed(exact, rough)
    if work > 1:
        assert rough.drawdown_high - rough.drawdown_low < 1e-3


@cache
def _fallen(seed: int, bankroll: int, goal: int, fall: int) -> float:
    """Another way to the chance of a fall: one equation for every state, wealth and highest wealth, in dollars."""
    if fall <= 0:
        return 1.0
    played = _made_up(seed)
    top, states = goal // 100, range(len(played.steps))
    nodes = [(s, w, p) for s in states for p in range(1, top) for w in range(max(1, p - fall + 1), p + 1)]
    number = {node: at for at, node in enumerate(nodes)}
    matrix, right = np.eye(len(nodes)), np.zeros(len(nodes))
    for (state, wealth, peak), at in number.items():
        if 100 * wealth < played.standing[state]:
            continue
        weight = sum(step.weight for step in played.steps[state])
        for step in played.steps[state]:
            left = wealth + step.net // 100
            to = step.next, left, max(peak, left)
            if to in number:
                matrix[at, number[to]] -= step.weight / weight
            elif to[2] - left >= fall:
                right[at] += step.weight / weight
    return float(np.linalg.solve(matrix, right)[number[0, bankroll // 100, bankroll // 100]])


FAR_OFF = (400, 2000)  # cents to begin with, and to reach


@pytest.mark.parametrize("work", [1, 2_000_000])
@pytest.mark.parametrize("far", [0.0, 2.0], ids=["planes to the goal", "planes as far as needed"])
@pytest.mark.parametrize("seed", range(3))
def test_a_fall_on_the_way_to_a_far_goal(seed: int, far: float, work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds hold what equations solved another way say, whatever else is asked together."""
    game = session_game.game(_made_up(seed), *FAR_OFF, None)
    solved = floats.to_the_end(game)
    assert solved is not None
    monkeypatch.setattr(drawdown, "MOST_WORK", work)
    monkeypatch.setattr(drawdown, "FAR", far)
    spared = sum(float(chance) for ending, chance in solved.endings.items() if ending[1] >= game.calm) + solved.error
    found: dict[int, tuple[float, float]] = {}
    for together in ([2], [3], [7], [2, 3, 7]):
        asker = drawdown._Asker(game, floats.moves(game), None, spared)
        asker.ask(together)
        for fall in together:
            chance, over, error = asker.known.get(fall, (0.0, fall, 1.0))  # a ladder for which no work is left
            assert chance + error >= _fallen(seed, *FAR_OFF, fall) - 1e-10, (together, fall)
            assert chance - error <= _fallen(seed, *FAR_OFF, fall - over) + 1e-10, (together, fall)
            alone, off = found.setdefault(fall, (chance, error))
            assert abs(alone - chance) <= off + error, (together, fall)


@pytest.mark.parametrize("together", [[154], [154, 160]], ids=str)
def test_a_peak_rounded_up_by_more_than_the_fall(together: list[int]) -> None:
    """Pressing inside from $44 to $4,000: 0.200905 ± 0.000127 of ten million simulated sessions fell by $154."""
    plan = chain.BUILT_IN["inside-press"]
    game = session_game.game(chain.compile(house.load(plan.house), plan), 44_00, 4_000_00, None)
    asker = drawdown._Asker(game, floats.moves(game), None)
    asker.ask(together)
    chance, over, error = asker.known[154]
    assert over > 154
    assert chance == pytest.approx(0.2185726, abs=1e-7)
    assert error < 1e-8


def test_planes_below_a_ladder_however_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room to the left of the fall and without: the same chance of it, and of every peak beyond."""
    monkeypatch.setattr(drawdown, "MOST_WORK", 1)
    plan = chain.BUILT_IN["grand-martingale"]
    game = session_game.game(chain.compile(house.load(plan.house), plan), 20_00, 1_000_00, None)
    asker = drawdown._Asker(game, floats.moves(game), None)
    for fall in (5, 13, 29):
        assert asker._has_ladder(fall)
        planes = [asker._planes(0, fall, asker._calm(fall) - 1)]
        narrow, wide = asker._places(), asker._places()
        (chance,), (error,) = asker._to_the_end(planes, fall, [narrow])
        (other,), (off,) = asker._to_the_end(planes, fall + 100, [wide])
        assert abs(chance - other) + np.abs(narrow - wide).sum() <= error + off < 1e-7


@pytest.mark.parametrize(
    ("name", "bankroll", "goal"),
    [
        ("inside-press", 44_00, 4_000_00),
        ("limit-per-shooter", 100_00, 1_000_00),
        ("grand-martingale", 20_00, 1_000_00),
    ],
)
def test_falls_on_the_way_to_a_far_goal_as_simulated(
    name: str, bankroll: int, goal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No more than four standard errors outside the bounds, at every fall that was computed."""
    monkeypatch.setattr(drawdown, "MOST_WORK", 200_000_000)
    plan, many = chain.BUILT_IN[name], 500_000
    played = chain.compile(house.load(plan.house), plan)
    found = chain.session(played, bankroll, goal=goal)
    totals = sim.run(played, sessions=many, bankroll=bankroll, goal=goal, seed=1).totals
    assert isinstance(totals, SessionTotals)
    assert len(found.falls) > 4
    for fall, low, high in found.falls:
        share = sum(times for deep, times in totals.drawdowns.items() if deep >= fall) / many
        margin = 4 * max((share * (1 - share) / many) ** 0.5, 1 / many)
        assert float(low) - margin <= share <= float(high) + margin, fall


@pytest.mark.parametrize(
    ("terms", "cut"), [({"goal": 200_00}, 1e-21), ({"max_rounds": 60}, 1e-21), ({"max_rounds": 60}, 1e-5)]
)
def test_the_bound_of_error_is_honest(terms: Terms, cut: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same session in fractions and in floats: no figure is off by more than is printed."""
    exact = chain.session(_red(), 100_00, **terms)
    _only_floats(monkeypatch)
    monkeypatch.setattr(floats, "CUT", cut)
    rough = chain.session(_red(), 100_00, **terms)
    assert exact.exact
    assert not rough.exact
    assert 0 < rough.error < (1e-9 if cut < 1e-9 else 1e-2)
    for end, chance in exact.ends.items():
        assert abs(Fraction(rough.ends[end]) - Fraction(chance)) <= Fraction(rough.error)
    assert _apart(exact.results, rough.results) <= rough.error
    assert abs(Fraction(rough.expectation) - Fraction(exact.expectation)) <= Fraction(rough.expectation_error)
    assert abs(Fraction(rough.rounds) - Fraction(exact.rounds)) <= Fraction(rough.rounds_error)
    assert abs(rough.stdev - exact.stdev) <= rough.stdev_error
    assert rough.median == exact.median
    _enclosed(exact, rough)


@pytest.mark.parametrize("name", chain.BUILT_IN)
def test_every_plan_has_bounds_of_its_drawdown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never less than what the session lost at most on average, never more than the bankroll and what was won."""
    monkeypatch.setattr(drawdown, "MOST_WORK", 2_000_000)
    monkeypatch.setattr(session_game, "MOST_MOVES", 10_000)
    plan = chain.BUILT_IN[name]
    played = chain.compile(house.load(plan.house), plan)
    found = chain.session(played, 300_00, max_rounds=30)
    lost = sum(max(0, -net) * float(chance) for net, chance in found.results)
    assert lost <= found.drawdown_high
    assert 0 < found.drawdown_low <= found.drawdown_high < 3_000_00
    assert sum(map(float, found.ends.values())) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("nodes", [0, 150])
def test_a_session_that_cannot_end(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wager that is never decided, and no last round."""
    monkeypatch.setattr(session_game, "MOST_NODES", nodes)
    made = _made_up(0)
    stuck = Chain(made.house, made.plan, ((Step(1, 0, 0, 100, 0),),), (False,), (100,))
    with pytest.raises(NeverEnds, match="for ever"):
        chain.session(stuck, 600, goal=1000)


def _apart(exact: Rows, rough: Rows) -> Fraction:
    """The sum of what every chance is off."""
    missed = {value: Fraction(chance) for value, chance in exact}
    for value, chance in rough:
        missed[value] = missed.get(value, Fraction(0)) - Fraction(chance)
    return sum(map(abs, missed.values()), Fraction(0))


def test_a_session_without_an_end_is_given_one_and_says_so() -> None:
    found = chain.session(_red(), 50_00)
    assert found.max_rounds == 200
    assert found.notes[0] == "Nothing but ruin would end this session: it is stopped after 200 rounds."


def test_a_plan_that_stops_ends_the_session() -> None:
    class Once:
        name = "once"
        wagers = frozenset({"red"})

        def begin(self) -> bool:
            return False

        def moves(self, view: chain.View, memory: object) -> tuple[tuple[Place, ...], bool]:
            return (() if memory else (Place("red", 10_00),)), True

    found = chain.session(chain.compile(house.load("colorado-double-zero"), Once()), 10_00, goal=1000_00)
    assert found.ends["stopped"] == WIN
    assert found.ends["ruin"] == LOSE
    assert found.rounds == 1


@pytest.mark.parametrize(
    ("bankroll", "terms", "says"),
    [
        (0, {}, "above zero"),
        (5_00, {}, r"does not cover the \$10"),
        (50_00, {"goal": 50_00}, "not above the bankroll"),
        (50_00, {"loss_limit": 60_00}, "at most the bankroll"),
        (50_00, {"max_rounds": 0}, "at least one round"),
    ],
)
def test_terms_under_which_nothing_can_be_played(bankroll: int, terms: dict[str, int], says: str) -> None:
    with pytest.raises(chain.NoSession, match=says):
        chain.session(_red(), bankroll, **terms)


def test_kelly_stakes() -> None:
    def price(*rows: tuple[int, Fraction]) -> chain.Price:
        return chain.Price(tuple((Fraction(net), chance) for net, chance in rows), Fraction(1))

    third = Fraction(1, 3)
    assert chain.kelly(price((-1, third), (0, third), (2, third))) == Fraction(1, 4)
    assert chain.kelly(price((-1, Fraction(1, 2)), (1, Fraction(1, 2)))) is None
    assert chain.kelly(chain.worth(house.load("colorado-craps"), "pass")) is None
    found = chain.kelly(price((-1, Fraction(1, 2)), (1, Fraction(1, 4)), (2, Fraction(1, 4))))
    assert found is not None
    # (1-f)(1+2f)/4 + (1-f)(1+f)/2 = (1+f)(1+2f)/2, which is 8f² + 5f - 1 = 0
    assert abs(float(found) - (-5 + 57**0.5) / 16) < 1e-11


def test_kelly_stakes_of_plans() -> None:
    """One wager, several decided together, and several that are not."""
    made = _made_up(0)
    row = (Step(3, 0, 200, 200, 2), Step(2, 0, -200, 200, 2))
    both = chain.session(Chain(made.house, made.plan, (row,), (False,), (200,)), 600, max_rounds=2)
    assert (both.kelly, both.kelly_says) == (Fraction(1, 5), "of wealth")
    apart = chain.session(made, 600, max_rounds=2)
    assert apart.kelly is None
    assert "not defined" in apart.kelly_says
    assert chain.session(_red(), 100_00, max_rounds=2).kelly_says == "none: the wager has no advantage"


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command("pass-odds-place-6-8", bankroll="60", goal="90", max_rounds=5, json=True)
    row = json.loads(capsys.readouterr().out)
    assert row["exact"]
    assert row["house"]
    assert sum(Fraction(each["chance"]) for each in row["results"]) == 1
    assert sum(map(Fraction, row["ends"].values())) == 1
    assert row["drawdown"] == row["drawdown_low"] == row["drawdown_high"]
    assert row["standing_at_end"] == "face"
    assert row["percentiles"]["50%"] == row["median"]
    mean = float(Fraction(row["expectation"]))
    square = sum(Fraction(each["chance"]) * each["net"] ** 2 for each in row["results"])
    assert row["stdev"] ** 2 == pytest.approx(float(square) - mean**2)
    command("pass-odds-place-6-8", bankroll="60", max_rounds=5)
    out = capsys.readouterr().out
    assert "ruin" in out
    assert "Exact" in out


def test_the_command_with_bounds(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawdown, "MOST_WORK", 1)
    command("iron-cross", bankroll="100", max_rounds=60)
    out = capsys.readouterr().out
    assert "Drawdown: proved bounds, not exact." in out
    assert "off by at most" in out
    command("iron-cross", bankroll="100", max_rounds=60, json=True)
    row: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert row["drawdown"] is row["drawdowns"] is None
    assert row["drawdown_low"] < row["drawdown_high"]
    assert all(each["low"] <= each["high"] for each in row["drawdown_bounds"])


def test_a_plan_nobody_knows(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        command("pass-odds-place-68", bankroll="200")
    assert left.value.code == 2
    said = capsys.readouterr()
    assert not said.out
    assert "'pass-odds-place-6-8'" in said.err


@pytest.mark.parametrize("terms", [{"bankroll": "ten"}, {"bankroll": "5"}, {"bankroll": "200", "goal": "100"}])
def test_terms_that_cannot_be_read(terms: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        command("pass-odds-place-6-8", **terms)  # type: ignore[arg-type]
    assert left.value.code == 2
    assert not capsys.readouterr().out
