"""Every figure of `croupier odds` and of every built-in plan, computed again with `tests/oracle/`.

Each row that the command prints is played at the naive tables with every outcome of every round and exact chances. A
wager that one outcome decides must agree to the last digit; a longer one within the share that the walk left
undecided. The rows come from the command itself, so a new row that is not played fails here.
"""

from __future__ import annotations

import json
import math
import random
import secrets
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from croupier import chain, house
from tests.oracle import side_bets
from tests.support.command import croupier
from tests.support.naive.plans import PLANS
from tests.support.naive.rows import Played, played
from tests.support.naive.tours import Tour, throw
from tests.support.naive.walks import ENOUGH

Row = dict[str, Any]
Group = tuple[str, str | None, str]  # variant, wheel, and the side bet or "ordinary"

_WHEEL_SIDES = ("back2back", "straights-and-8s", "spinner-winner", "roulette-up", "roulette-up-progressive")
GROUPS: tuple[Group, ...] = (
    *(("roulette", wheel, kind) for wheel in ("37", "38") for kind in ("ordinary", *_WHEEL_SIDES)),
    *(("roulette", "39", kind) for kind in ("ordinary", "back2back", "straights-and-8s")),
    *(("craps", None, kind) for kind in ("ordinary", "fire-bet", "sharp-shooter", "super-front-line-winner")),
    ("craps-free", None, "ordinary"),
    ("big-six", None, "ordinary"),
)
#: Far more rounds than any wager lasts from any state of it, on average.
ROUNDS_LEFT = 1000
#: Plans that are also played with random rounds, and how many.
THROWN = ("pass-odds-place-6-8", "three-point-molly", "iron-cross", "martingale", "james-bond")
SHARE, WHOLE = 20_000, 200_000


@cache
def _rows() -> list[Row]:
    done = croupier("odds", "--json")
    assert done.returncode == 0, done.stderr
    rows: list[Row] = json.loads(done.stdout)
    return rows


def _group(row: Row) -> Group:
    return row["variant"], row["wheel"], row["wager"] if row["wager"] in side_bets.ALL else "ordinary"


def _agrees(row: Row, found: Played) -> None:
    """Compare every figure of a row with a walk: equal, or within the share that the walk left undecided."""
    walked, nets = found.walked, found.walked.nets(found.unit)
    printed = {Fraction(each["net"]): Fraction(each["chance"]) for each in row["distribution"]}
    where = f"{_group(row)} {row['wager']} {row['pay_table']} {row['options']}"
    assert walked.left < ENOUGH, where
    assert set(printed) == set(nets), where
    for net, chance in printed.items():
        assert 0 <= chance - nets[net] <= walked.left, f"{where}: {net}"
    hit = sum((chance for net, chance in nets.items() if net > 0), Fraction(0))
    assert 0 <= Fraction(row["hit"]) - hit <= walked.left, where
    assert 0 <= Fraction(row["rounds"]) - walked.rounds <= walked.left * ROUNDS_LEFT, where
    expected = sum((net * chance for net, chance in nets.items()), Fraction(0))
    most = max(map(abs, nets)) + walked.action(found.unit)
    assert abs(Fraction(row["edge"]) * walked.action(found.unit) + expected) <= walked.left * most * 2, where
    variance = sum((chance * (net - expected) ** 2 for net, chance in nets.items()), Fraction(0))
    assert math.isclose(row["stdev"], math.sqrt(variance), rel_tol=1e-8), where


def test_no_row_is_left_out() -> None:
    """Every row of the command belongs to one of the groups that are played, and every group has rows."""
    assert {_group(row) for row in _rows()} == set(GROUPS)
    told_apart = {json.dumps([_group(row), row["wager"], row["pay_table"], row["options"]]) for row in _rows()}
    assert len(told_apart) == len(_rows()) > 300


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: "-".join(filter(None, group)))
def test_every_row_is_found_again(group: Group, proof: bool, share: Callable[[str], None]) -> None:
    rows = [row for row in _rows() if _group(row) == group]
    ways: dict[str, int] = {}
    for row in rows:
        found = list(played(row, whole=proof))
        assert found, row
        for each in found:
            _agrees(row, each)
        (how,) = {each.how for each in found}
        ways[how] = ways.get(how, 0) + 1
    told = ", ".join(f"{count} by {how}" for how, count in sorted(ways.items()))
    share(f"odds of {' '.join(filter(None, group))}: {len(rows)} rows confirmed, {told}")


# plans ---------------------------------------------------------------------------------------------------------
def _gain(name: str) -> chain.Gain:
    plan = chain.BUILT_IN[name]
    return chain.gain(chain.compile(house.load(plan.house), plan))


def test_no_plan_is_left_out() -> None:
    assert set(PLANS) == set(chain.BUILT_IN)
    assert {name: plan.house for name, plan in PLANS.items()} == {
        name: plan.house for name, plan in chain.BUILT_IN.items()
    }


@pytest.mark.parametrize("name", PLANS)
def test_the_long_run_of_a_plan_agrees(name: str) -> None:
    """Both are exact, except for the rest of the naive tour: the means agree to a billionth of a cent."""
    exact, naive = _gain(name), Tour(PLANS[name]).long_run()
    for figure in ("net", "wagered", "decided"):
        assert abs(getattr(exact, figure) - getattr(naive, figure)) < Fraction(1, 10**9), figure
    chances = dict(exact.distribution)
    assert set(chances) == set(naive.distribution)
    for net, chance in chances.items():
        assert abs(Fraction(chance) - naive.distribution[net]) < Fraction(1, 10**12), net
    assert math.isclose(exact.asymptotic_variance, naive.variance, rel_tol=1e-9)


@pytest.mark.parametrize("name", THROWN)
def test_random_rounds_of_a_plan_agree(name: str, proof: bool, share: Callable[[str], None]) -> None:
    """The mean net of random rounds at the naive table is within four standard errors of the exact mean."""
    seed = secrets.token_hex(8) if proof else "croupier"
    thrown = throw(PLANS[name], WHOLE if proof else SHARE, random.Random(f"{seed} {name}"))
    exact = float(_gain(name).net)
    z = (thrown.mean - exact) / thrown.error
    share(
        f"{name}: {thrown.rounds:,} rounds at random, seed {seed!r}: net {thrown.mean:.2f} cents a round, "
        f"exactly {exact:.2f}, {z:+.2f} standard errors"
    )
    assert abs(z) < 4
