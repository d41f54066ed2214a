"""A shooter's hand: rolls, points made and sevens, compared with closed forms and with a separate count."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import pytest

from croupier import house
from croupier.chain.hand import COUNTS, HandLength, hand
from tests.support.command import croupier

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
#: variant -> the totals that set a point; every other total but 7 changes nothing for points and sevens.
POINTS = {"craps": (4, 5, 6, 8, 9, 10), "craps-free": (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)}


def _hand(variant: str, most: int = 40) -> HandLength:
    return hand(house.load(f"colorado-{variant}"), most)


def _made(variant: str) -> Fraction:
    """The chance that a point, once set, is made."""
    sets = sum(WAYS[point] for point in POINTS[variant])
    return sum((Fraction(WAYS[at], sets) * Fraction(WAYS[at], WAYS[at] + 6) for at in POINTS[variant]), Fraction(0))


@pytest.mark.parametrize("variant", POINTS)
def test_points_made_are_geometric(variant: str) -> None:
    """Every point is made or ends the hand, so k points are made with the chance r^k (1 - r)."""
    found, made = _hand(variant), _made(variant)
    assert found.points == tuple(made**many * (1 - made) for many in range(41))
    assert found.points_beyond == made**41
    assert found.mean_points == made / (1 - made)


@pytest.mark.parametrize("variant", POINTS)
def test_sevens_thrown_are_geometric_from_one(variant: str) -> None:
    """A come-out roll throws a seven before a point with the chance a; after a point made there is another one.

    So another seven comes before the seven-out with the chance a / (1 - r (1 - a)); the seven-out is one more.
    """
    found, made = _hand(variant), _made(variant)
    seven = Fraction(6, 6 + sum(WAYS[point] for point in POINTS[variant]))
    on = seven / (1 - made * (1 - seven))
    assert found.sevens == (0, *(on**many * (1 - on) for many in range(40)))
    assert found.sevens_beyond == on**40
    assert found.mean_sevens == 1 + on / (1 - on)


@pytest.mark.parametrize("variant", POINTS)
def test_rolls_by_counting_every_sequence_of_rolls(variant: str) -> None:
    """All 36^n sequences of n rolls, by totals: the share that sevens out on the last roll."""
    found = _hand(variant)
    for many in range(1, 5):
        ended = Fraction(0)
        for totals in product(WAYS, repeat=many):
            ended += _weight(totals) * (_sevens_out_at(totals, POINTS[variant]) == many)
        assert found.rolls[many] == ended


def _weight(totals: tuple[int, ...]) -> Fraction:
    weight = Fraction(1)
    for total in totals:
        weight *= Fraction(WAYS[total], 36)
    return weight


def _sevens_out_at(totals: tuple[int, ...], points: tuple[int, ...]) -> int | None:
    on = None
    for at, total in enumerate(totals, start=1):
        if on is None:
            on = total if total in points else None
        elif total == 7:
            return at
        elif total == on:
            on = None
    return None


@pytest.mark.parametrize("variant", POINTS)
def test_each_distribution_sums_to_one_and_has_its_mean(variant: str) -> None:
    found = _hand(variant, 400)
    listed = {"rolls": found.rolls, "points": found.points, "sevens": found.sevens}
    means = {"rolls": found.mean_rolls, "points": found.mean_points, "sevens": found.mean_sevens}
    assert set(listed) == set(COUNTS)
    for name in COUNTS:
        assert found.at_least(0, name) == 1
        mean = sum(float(at * chance) for at, chance in enumerate(listed[name]))
        assert mean == pytest.approx(float(means[name]), abs=1e-12)
    assert found.mean_sevens == found.mean_rolls / 6  # every roll is a seven one time in six


def test_the_chance_beyond_the_list_is_given() -> None:
    found = _hand("craps", 10)
    assert found.at_least(11) == found.beyond
    with pytest.raises(ValueError, match="the sevens of this hand are listed up to 10: 12 is beyond"):
        found.at_least(12, "sevens")


@pytest.mark.parametrize("variant", POINTS)
def test_the_command_prints_all_three_distributions(variant: str) -> None:
    row = json.loads(croupier("hand", variant, "--rolls", "20", "--json").stdout)
    found = _hand(variant, 20)
    for name, chances in (("rolls", found.rolls), ("points", found.points), ("sevens", found.sevens)):
        printed = {each[name]: Fraction(each["chance"]) for each in row[name]}
        assert printed == {at: chance for at, chance in enumerate(chances) if chance}
        assert Fraction(row[f"mean_{name}"]) == getattr(found, f"mean_{name}")
    beyond = [Fraction(row[key]) for key in ("beyond", "points_beyond", "sevens_beyond")]
    assert beyond == [found.beyond, found.points_beyond, found.sevens_beyond]


def test_the_terminal_shows_all_three_within_eighty_columns() -> None:
    lines = croupier("hand").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "every total of 7: on come-out rolls, and the seven-out" in lines[3]
    (two,) = (line.split() for line in lines if line.startswith("   2") and "%" in line)
    assert two == ["2", "11.1111%", "100.0000%", "9.7932%", "16.4885%", "20.8478%", "29.6230%"]
    (record,) = (line.split() for line in lines if line.startswith(" 154"))
    assert record[1] == "5,590,264,071.83"


def test_too_few_rolls_are_refused() -> None:
    done = croupier("hand", "--rolls", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--rolls: must be at least 1, not 0" in done.stderr
