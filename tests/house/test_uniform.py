"""Odds that are uniform in the casino (47.1-2306(1), reading M5): every pair of some houses, against the oracle."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from croupier.house import House, load
from croupier.house.uniform import not_uniform
from tests.oracle.live.uniform import uniform

#: Odds above the printed ones: in the words of a house, and as figures.
ABOVE: tuple[tuple[dict[str, Any], dict[str, int]], ...] = (
    ({}, {}),
    ({"pays.field": {"win on 2": "3 to 1"}}, {"field on 2": 3}),
    ({"pays.field": {"win on 12": "3 to 1"}}, {"field on 12": 3}),
    ({"pays.field": {"win on 2": "6 to 2"}}, {"field on 2": 3}),
    ({"pays.any-seven": {"win": "5 to 1"}}, {"any seven": 5}),
)
SCHEDULES = ("FB-1", "FB-2", "FB-4")


def _houses() -> list[tuple[House, dict[str, Any]]]:
    """Houses with what the oracle is told about them."""
    found = []
    for preset, (change, above), schedule in product(
        ("colorado-craps", "colorado-craps-free"), ABOVE, (None, *SCHEDULES)
    ):
        free = preset == "colorado-craps-free"
        if free and schedule:  # it has no side bets
            continue
        side_bets = {"side_bets.fire-bet.pay_table": schedule} if schedule else {}
        schedules = {"fire-bet": schedule} if schedule else {} if free else {"fire-bet": "FB-1"}
        told = {"game": "craps", "free": free, "above": above, "schedules": schedules}
        found.append((load(preset, change={**change, **side_bets}), told))
    for preset, change in (("colorado-single-zero", {}), ("colorado-single-zero", {"pays.red": {"win": "2 to 1"}})):
        told = {"game": "roulette", "free": False, "above": change, "schedules": {}}
        found.append((load(preset, change=change), told))
    return found


@pytest.mark.cites("47.1-2306(1)")
def test_every_pair_of_houses_as_the_oracle_compares_it() -> None:
    houses = _houses()
    answers = set()
    for (one, told), (other, also) in product(houses, repeat=2):
        expected = uniform(told, also)
        assert (not_uniform(one, other) is None) == expected, (told, also)
        answers.add(expected)
    assert answers == {True, False}
