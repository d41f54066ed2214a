"""The figures of the last rounds: shares beside exact chances, for any number of rounds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier import house
from croupier.floor import luck
from croupier.house import presets
from croupier.web.statistics.figures import Shares, statistics
from tests.support.web import Server


def _last(*outcomes: str) -> list[tuple[int, str]]:
    """Rounds with their outcomes, the latest first."""
    return [(len(outcomes) - place, outcome) for place, outcome in enumerate(outcomes)]


def _percents(shares: Shares) -> dict[str, str]:
    return {each.name: each.percent for each in shares.groups}


@pytest.mark.parametrize("preset", presets())
def test_every_outcome_is_in_one_group_of_each_split(preset: str) -> None:
    rules = house.load(preset)
    for split in rules.game.show.pages.splits:
        assert {split.of(outcome) for outcome in luck.chances(rules)} == split.groups.keys()


def test_the_shares_of_roulette_are_those_of_its_numbers() -> None:
    found = statistics(house.load("colorado-double-zero"), _last("17", "00", "36", "1", "18"))
    colors, parity, dozens, columns = found.shares
    assert _percents(colors) == {"Red": "60%", "Black": "20%", "Zero": "20%"}
    assert _percents(parity) == {"Odd": "40%", "Even": "40%", "Zero": "20%"}
    assert _percents(dozens) == {"1st 12": "20%", "2nd 12": "40%", "3rd 12": "20%", "Zero": "20%"}
    assert _percents(columns) == {"Col 1": "20%", "Col 2": "20%", "Col 3": "40%", "Zero": "20%"}
    assert [each.expected for each in colors.groups] == ["47% expected", "47% expected", "5% expected"]
    assert [each.text for each in found.last] == ["17", "00", "36", "1", "18"]


def test_rolls_are_counted_by_their_total() -> None:
    (totals,) = statistics(house.load("colorado-craps"), _last("4-3", "6-1", "1-1", "6-6")).shares
    assert totals.columns
    assert {each.name: each.count for each in totals.groups if each.count} == {"2": 1, "7": 2, "12": 1}
    seven = totals.groups[5]
    assert (seven.percent, seven.expected, seven.tall) == ("50%", "17% expected", 100)
    assert seven.expected_tall == round(100 * 4 * Fraction(1, 6) / 2)


@pytest.mark.parametrize("preset", ["colorado-double-zero", "colorado-craps", "colorado-big-six"])
@pytest.mark.parametrize("rounds", [0, 1, 2, 35, 36, 100, 250])
def test_the_figures_make_sense_after_any_number_of_rounds(preset: str, rounds: int) -> None:
    rules = house.load(preset)
    known = {"colorado-craps": ["4-3", "2-2", "6-5"], "colorado-big-six": ["one", "flag", "five"]}
    came = known.get(preset, ["17", "0", "32"])
    found = statistics(rules, _last(*(came[each % 3] for each in range(rounds))))
    assert found.rounds == len(found.last) == min(rounds, 100)
    for split in found.shares:
        assert sum(each.count for each in split.groups) == found.rounds
        assert all(
            0 <= value <= 100 for each in split.groups for value in (each.tall, each.expected_tall, each.share)
        )
        assert max(max(each.tall, each.expected_tall) for each in split.groups) == 100
        if not rounds:
            assert {each.percent for each in split.groups} == {"–"}
    assert bool(found.hot and found.cold) == (rounds >= luck.LEAST)
    assert (f"{luck.LEAST - rounds} to go" in found.too_few) == (rounds < luck.LEAST)
    assert "say nothing about the next one" in found.honest


def test_the_page_has_the_figures_of_its_table(slow: Server) -> None:
    for table, name in (("R00", "Red and black"), ("C1", "Dice totals")):
        page = slow.get(f"/tables/{table}/statistics", accept="text/html").text
        assert name in page
        assert "No rounds yet" in page
        assert "say nothing about the next one" in page
    assert slow.get("/tables/R9/statistics").status_code == 404
