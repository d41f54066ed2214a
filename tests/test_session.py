"""Sessions against closed forms, enumeration by hand, and floats against fractions."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import pytest

from croupier import chain, house
from croupier.chain import session as _function
from croupier.chain.plans.flat import Flat
from croupier.cli.session import session as command
from croupier.felt import Place

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


@pytest.mark.parametrize(
    ("terms", "cut"), [({"goal": 200_00}, 1e-17), ({"max_rounds": 60}, 1e-17), ({"max_rounds": 60}, 1e-5)]
)
def test_the_bound_of_error_is_honest(terms: dict[str, int], cut: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same session in fractions and in floats: no figure is off by more than is printed."""
    exact = chain.session(_red(), 100_00, **terms)
    names = _function.__globals__
    for name in ("MOST_NODES", "MOST_NODES_FOLLOWED", "MOST_BITS"):
        monkeypatch.setitem(names, name, 0)
    monkeypatch.setitem(names, "CUT", cut)
    rough = chain.session(_red(), 100_00, **terms)
    assert exact.exact
    assert not rough.exact
    assert 0 < rough.error < (1e-9 if cut < 1e-9 else 1e-2)
    for end, chance in exact.ends.items():
        assert abs(Fraction(rough.ends[end]) - Fraction(chance)) <= Fraction(rough.error)
    assert _apart(exact.results, rough.results) <= rough.error
    assert abs(Fraction(rough.expectation) - Fraction(exact.expectation)) <= Fraction(rough.expectation_error)
    assert abs(Fraction(rough.rounds) - Fraction(exact.rounds)) <= Fraction(rough.rounds_error)
    assert rough.median == exact.median
    assert rough.drawdowns is not None
    assert exact.drawdowns is not None
    assert _apart(exact.drawdowns, rough.drawdowns) <= rough.drawdown_error


def _apart(exact: Rows, rough: Rows) -> Fraction:
    """The sum of what every chance is off."""
    missed = {value: Fraction(chance) for value, chance in exact}
    for value, chance in rough:
        missed[value] -= Fraction(chance)
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


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command("pass-odds-place-6-8", bankroll="60", goal="90", max_rounds=5, json=True)
    row = json.loads(capsys.readouterr().out)
    assert row["exact"]
    assert row["house"]
    assert sum(Fraction(each["chance"]) for each in row["results"]) == 1
    assert sum(map(Fraction, row["ends"].values())) == 1
    command("pass-odds-place-6-8", bankroll="60", max_rounds=5)
    out = capsys.readouterr().out
    assert "ruin" in out
    assert "Exact" in out


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
