"""What Rule 27 defines and a script cannot show: the rim, the direction of the spins, themed symbols."""

from __future__ import annotations

from collections import Counter
from datetime import date
from fractions import Fraction

import pytest

from croupier import felt, house
from croupier.core.machine import Void
from croupier.core.refusal import Refusal
from croupier.felt import Felt
from croupier.games.big_six.facts import BigSixTable
from croupier.games.big_six.options import BigSixOptions
from croupier.games.big_six.wheel import chance, sections
from croupier.house.show import show

# 30-2702(2), clockwise from the joker, as it is printed.
PRINTED = """
joker $1 $2 $1 $5 $2 $1 $10 $1 $5 $1 $2 $1 $20 $1 $2 $1 $5 $2 $1 $10 $1 $2 $5 $1 $2 $1 flag
$2 $5 $2 $1 $2 $1 $10 $1 $5 $1 $2 $1 $20 $1 $2 $1 $5 $2 $1 $10 $1 $2 $5 $1 $2 $1
""".split()
NAMES = {"$1": "one", "$2": "two", "$5": "five", "$10": "ten", "$20": "twenty", "joker": "joker", "flag": "flag"}
COUNTS = {"one": 23, "two": 15, "five": 8, "ten": 4, "twenty": 2, "flag": 1, "joker": 1}


def spun(table: Felt, outcome: str) -> Felt:
    """The table after an outcome or a void call."""
    played = table.outcome(outcome) if outcome in COUNTS else table.void("void", outcome)
    assert not isinstance(played, Refusal)
    return played.felt


@pytest.mark.cites("30-2702(1)")
def test_54_sections_by_symbol() -> None:
    assert Counter(sections()) == COUNTS
    assert sum(COUNTS.values()) == len(sections()) == 54
    wheel = chance()
    assert wheel.total == 54
    assert {symbol: Fraction(weight, wheel.total) for symbol, weight in wheel.weights} == {
        symbol: Fraction(count, 54) for symbol, count in COUNTS.items()
    }


@pytest.mark.cites("30-2702(2)")
def test_the_sections_lie_in_the_printed_order() -> None:
    assert list(sections()) == [NAMES[symbol] for symbol in PRINTED]


@pytest.mark.cites("30-2703(2)")
def test_the_direction_alternates_every_spin_and_every_re_spin() -> None:
    table = felt.open(house.load("colorado-big-six"))
    first = BigSixTable.of(table).clockwise
    seen = []
    for outcome in ("one", "joker", "revolutions", "ten", "between-sections", "revolutions", "two"):
        table = spun(table, outcome)
        seen.append(BigSixTable.of(table).clockwise)
    assert seen == [not first, first, not first, first, not first, first, not first]


def test_a_broken_clapper_turns_the_direction_and_a_repair_does_not() -> None:
    table = felt.open(house.load("colorado-big-six"))
    first = BigSixTable.of(table).clockwise
    table = spun(table, "clapper-broken")
    repaired = table.repaired()
    assert isinstance(repaired, Felt)
    assert BigSixTable.of(repaired).clockwise == BigSixTable.of(table).clockwise != first


def test_a_refused_spin_does_not_turn_the_wheel() -> None:
    table = felt.open(house.load("colorado-big-six"))
    assert isinstance(table.outcome("fifty"), Refusal)
    assert isinstance(table.void("void", "tired"), Refusal)
    assert table == felt.open(house.load("colorado-big-six"))


def test_every_void_rests_on_its_own_paragraph() -> None:
    table = felt.open(house.load("colorado-big-six"))
    paragraphs = {"revolutions": "30-2703(2)", "between-sections": "30-2703(5)", "clapper-broken": "30-2703(5)"}
    for reason, paragraph in paragraphs.items():
        played = table.void("void", reason)
        assert not isinstance(played, Refusal)
        assert isinstance(played.fact, Void)
        assert str(played.fact.cite) == paragraph


@pytest.mark.cites("30-2702(3)")
def test_themed_symbols_need_an_approval() -> None:
    cherry = {"symbols.one": "cherry"}
    with pytest.raises(house.Unsound, match="themed-symbols") as refused:
        house.load("colorado-big-six", change=cherry)
    assert [str(fault.cite) for fault in refused.value.faults] == ["30-2702(3)"]
    approval = {"approvals.themed-symbols": {"reference": "X", "date": date(2022, 1, 1)}}
    assert BigSixOptions.of(house.load("colorado-big-six", change={**cherry, **approval})).symbols == {
        "one": "cherry"
    }


@pytest.mark.cites("30-2702(1)")
def test_flag_and_joker_may_be_any_unique_symbol() -> None:
    own = {"symbols.flag": "Our House", "symbols.joker": "Star"}
    assert BigSixOptions.of(house.load("colorado-big-six", change=own)).symbols == {
        "flag": "Our House",
        "joker": "Star",
    }
    for alike in ({"symbols.flag": "Star", "symbols.joker": "star"}, {"symbols.joker": "flag"}):
        with pytest.raises(house.Unsound, match="alike") as refused:
            house.load("colorado-big-six", change=alike)
        assert [str(fault.cite) for fault in refused.value.faults] == ["30-2702(1)"]


@pytest.mark.cites("30-2702(1)")
@pytest.mark.parametrize("change", [{"options.wheel_inches": 59}, {"options.glass": False}])
def test_the_wheel_has_five_feet_and_its_sections_are_under_glass(change: dict[str, object]) -> None:
    assert "Wheel: 60 inches in diameter, sections under glass" in show(house.load("colorado-big-six"))
    with pytest.raises(house.Unsound) as refused:
        house.load("colorado-big-six", change=change)
    assert [(fault.key, str(fault.cite)) for fault in refused.value.faults] == [(*change, "30-2702(1)")]


def test_there_is_no_big_six_before_2021_11_14() -> None:
    assert house.load("colorado-big-six", on=date(2021, 11, 14)).rulebook.on == date(2021, 11, 14)
    with pytest.raises(house.Unsound, match="2021-11-14"):
        house.load("colorado-big-six", on=date(2021, 11, 13))


@pytest.mark.cites("30-2704")
def test_no_wager_is_paid_below_the_printed_odds() -> None:
    least = {"one": 1, "two": 2, "five": 5, "ten": 10, "twenty": 20, "flag": 45, "joker": 45}
    six = house.load("colorado-big-six")
    assert {wager: str(six.pays(wager, "win")) for wager in six.offered} == {
        wager: f"{figure} to 1" for wager, figure in least.items()
    }
    for wager, figure in least.items():
        with pytest.raises(house.Unsound) as refused:
            house.load("colorado-big-six", change={f"pays.{wager}": {"win": f"{figure} for 1"}})
        assert [str(fault.cite) for fault in refused.value.faults] == ["30-2704"]
