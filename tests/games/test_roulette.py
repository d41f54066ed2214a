"""What Rule 22 defines and a script cannot show: wheels, colors, layouts, conversions, calls."""

from __future__ import annotations

from datetime import date

import pytest

from croupier import felt, house
from croupier.core.machine import Void
from croupier.core.refusal import Refusal
from croupier.felt import Felt, script
from croupier.felt.acts import Place, Raise, Reduce
from croupier.games import NAMES, game
from croupier.games.roulette import layout
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.wheel import WHEELS, WheelName, color, ring

OLD = date(2016, 1, 1)
NUMBERS = {str(number) for number in range(1, 37)}
TRIED = [*NUMBERS, "0", "00", "000", "0000", "37", "38", "-1", "01"]
RED = {"1", "3", "5", "7", "9", "12", "14", "16", "18", "19", "21", "23", "25", "27", "30", "32", "34", "36"}


def taken(name: str, on: date | None = None) -> set[str]:
    """Every outcome that a table of the house accepts."""
    table = felt.open(house.load(name, on=on))
    return {pocket for pocket in TRIED if not isinstance(table.outcome(pocket), Refusal)}


def seated(name: str, on: date | None = None) -> Felt:
    """A table with ann and $1,000."""
    table = felt.open(house.load(name, on=on)).sit("ann", 100_000)
    assert isinstance(table, Felt)
    return table


def winning(name: str, wager: str, on: date | None = None) -> set[str]:
    """The compartments on which a wager wins."""
    table = seated(name, on).act("ann", Place(wager, 100))
    assert isinstance(table, Felt)
    found = set()
    for pocket in taken(name, on):
        played = table.outcome(pocket)
        assert not isinstance(played, Refusal)
        found |= {pocket for row in played.resolutions if row.net > 0}
    return found


def cites_at(key: str, unsound: house.Unsound) -> list[str]:
    """The paragraphs of the faults at one key."""
    return [str(fault.cite) for fault in unsound.faults if fault.key == key]


def alternates(kind: WheelName) -> bool:
    """Whether red and black alternate between the zeros of the rim."""
    compartments = ring(kind)
    neighbors = zip(compartments, compartments[1:] + compartments[:1], strict=True)
    return all(
        color(one) != color(next_one) for one, next_one in neighbors if "green" not in (color(one), color(next_one))
    )


# Kinds of wheel -------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2201(1)")
def test_an_american_wheel_has_38_or_39_compartments() -> None:
    assert taken("colorado-double-zero") == NUMBERS | {"0", "00"}
    assert taken("colorado-triple-zero") == NUMBERS | {"0", "00", "000"}


@pytest.mark.cites("47.1-2201(1)")
def test_an_american_wheel_of_the_older_printing_has_38_compartments_only() -> None:
    assert taken("colorado-double-zero", OLD) == NUMBERS | {"0", "00"}
    with pytest.raises(house.Unsound):
        house.load("colorado-triple-zero", on=OLD)


@pytest.mark.cites("30-2201(5)", "47.1-2201(5)")
def test_a_european_wheel_has_37_compartments() -> None:
    for on in (None, OLD):
        assert taken("colorado-single-zero", on) == NUMBERS | {"0"}
    assert len(ring("single-zero")) == 37


@pytest.mark.cites("30-2209(1)", "47.1-2209(1)")
def test_a_licensee_may_offer_two_zeros() -> None:
    for on in (None, OLD):
        assert taken("colorado-double-zero", on) - NUMBERS == {"0", "00"}
    assert len(ring("double-zero")) == 38


@pytest.mark.cites("30-2209(2)", "47.1-2209(2)")
def test_a_licensee_may_offer_one_zero() -> None:
    for on in (None, OLD):
        assert taken("colorado-single-zero", on) - NUMBERS == {"0"}


@pytest.mark.cites("30-2209(3)")
def test_a_licensee_may_offer_three_zeros_from_2021_08_14_on() -> None:
    first = date(2021, 8, 14)
    assert taken("colorado-triple-zero", first) - NUMBERS == {"0", "00", "000"}
    for too_early in (date(2021, 8, 13), date(2020, 1, 1)):
        with pytest.raises(house.Unsound, match="2021-08-14") as refused:
            house.load("colorado-triple-zero", on=too_early)
        (fault,) = refused.value.faults
        assert (fault.key, str(fault.cite)) == ("wheel.kind", "30-2209(3)")


def test_before_the_renumbering_a_triple_zero_wheel_is_a_fault_that_names_its_date() -> None:
    with pytest.raises(house.Unsound, match="2021-08-14"):
        house.load("colorado-triple-zero", on=OLD)


# Colors and order of the compartments ---------------------------------------------------------------------
@pytest.mark.cites("30-2201(2)")
def test_numbers_are_red_or_black_and_the_three_zeros_are_green() -> None:
    assert winning("colorado-triple-zero", "red") == RED
    assert winning("colorado-triple-zero", "black") == NUMBERS - RED
    assert {pocket for pocket in ring("triple-zero") if color(pocket) == "green"} == {"0", "00", "000"}
    for kind in WHEELS:
        assert set(ring(kind)) - {"0", "00", "000"} == NUMBERS
        assert alternates(kind)


@pytest.mark.cites("47.1-2201(2)")
def test_numbers_are_red_or_black_and_the_two_zeros_are_green() -> None:
    assert winning("colorado-double-zero", "red", OLD) == RED
    assert winning("colorado-double-zero", "black", OLD) == NUMBERS - RED
    for name, kind, zeros in OLDER_WHEELS:
        assert {pocket for pocket in taken(name, OLD) if color(pocket) == "green"} == zeros
        assert set(ring(kind)) == NUMBERS | zeros
        assert alternates(kind)


#: The wheels of the older printing: the preset, the kind and its zeros.
OLDER_WHEELS: tuple[tuple[str, WheelName, set[str]], ...] = (
    ("colorado-single-zero", "single-zero", {"0"}),
    ("colorado-double-zero", "double-zero", {"0", "00"}),
)


@pytest.mark.cites("30-2210(2)(a)", "47.1-2210(2)(a)")
def test_a_single_zero_rim() -> None:
    printed = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
    assert ring("single-zero") == tuple(printed.split())
    assert set(ring("single-zero")) == NUMBERS | {"0"}
    assert color("0") == "green"
    assert alternates("single-zero")


@pytest.mark.cites("30-2210(2)(b)", "47.1-2210(2)(b)")
def test_a_double_zero_rim() -> None:
    printed = (
        "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
    )
    assert ring("double-zero") == tuple(printed.split())
    assert set(ring("double-zero")) == NUMBERS | {"0", "00"}
    assert color("00") == "green"
    assert alternates("double-zero")


@pytest.mark.cites("30-2210(2)(c)")
def test_a_triple_zero_rim() -> None:
    rim = ring("triple-zero")
    assert len(rim) == 39
    assert set(rim) == NUMBERS | {"0", "00", "000"}
    assert color("000") == "green"
    assert alternates("triple-zero")
    at = rim.index("000")
    assert (rim + rim)[at : at + 3] == ("000", "0", "00")
    numbers = tuple(pocket for pocket in (rim + rim)[at : at + 39] if pocket in NUMBERS)
    assert numbers == ring("single-zero")[1:]


# Converted wheels -----------------------------------------------------------------------------------------
@pytest.mark.cites("30-2210(2)(d)")
def test_a_wheel_is_converted_to_single_zero_and_to_nothing_else() -> None:
    assert RouletteOptions.of(house.load("colorado-triple-zero", change={"wheel.used_as": "single-zero"})).converted
    for name, used_as in (
        ("colorado-triple-zero", "double-zero"),
        ("colorado-single-zero", "double-zero"),
        ("colorado-double-zero", "triple-zero"),
    ):
        with pytest.raises(house.Unsound) as refused:
            house.load(name, change={"wheel.used_as": used_as})
        assert cites_at("wheel.used_as", refused.value) == ["30-2210(2)(d)"]


@pytest.mark.cites("47.1-2210(2)(c)")
def test_in_the_older_printing_a_double_zero_wheel_is_converted_to_single_zero() -> None:
    assert RouletteOptions.of(house.load("colorado-converted-wheel", on=OLD)).converted
    with pytest.raises(house.Unsound) as refused:
        house.load("colorado-single-zero", on=OLD, change={"wheel.used_as": "double-zero"})
    assert cites_at("wheel.used_as", refused.value) == ["47.1-2210(2)(c)"]


@pytest.mark.cites("30-2210(2)(d)(ii)(C)")
def test_a_converted_wheel_does_not_offer_in_prison() -> None:
    with pytest.raises(house.Unsound) as refused:
        house.load("colorado-converted-wheel", change={"options.in_prison": True})
    assert [str(fault.cite) for fault in refused.value.faults] == ["30-2210(2)(d)(ii)(C)"]


@pytest.mark.cites("47.1-2210(2)(c)(ii)(C)")
def test_in_prison_on_a_converted_wheel_is_a_fault_in_the_older_printing() -> None:
    with pytest.raises(house.Unsound) as refused:
        house.load("colorado-converted-wheel", on=OLD, change={"options.in_prison": True})
    assert [str(fault.cite) for fault in refused.value.faults] == ["47.1-2210(2)(c)(ii)(C)"]


@pytest.mark.cites("30-2210(2)(d)(ii)(B)")
def test_the_void_spin_of_a_converted_wheel_is_cited() -> None:
    played = seated("colorado-converted-wheel").outcome("00")
    assert not isinstance(played, Refusal)
    assert isinstance(played.fact, Void)
    assert str(played.fact.cite) == "30-2210(2)(d)(ii)(B)"


# The list of wagers ---------------------------------------------------------------------------------------
LISTED = "straight split street trio corner first-five line column dozen red black odd even low high".split()


def closed_list(on: date | None, paragraph: str, variations: str) -> None:
    """A table takes the printed wagers and its variations' own; every other wager of any game is refused."""
    table = house.load("colorado-double-zero", on=on)
    others = {wager for name in NAMES for wager in game(name).wagers} | {"neighbors", "odds", "0-00"}
    taken = {wager for wager in others | set(LISTED) if not isinstance(table.wager(wager), Refusal)}
    side_bets = {wager for wager in taken if str(table.permitted[wager].cite).startswith(variations)}
    assert taken - side_bets == set(LISTED)
    for wager in LISTED:
        assert table.wager(wager) is game("roulette").wagers[wager]
        assert str(table.permitted[wager].cite).startswith(f"{paragraph}(")


@pytest.mark.cites("30-2203(6)")
def test_the_list_of_wagers_is_closed() -> None:
    closed_list(None, "30-2203(6)", "30-2299.")


@pytest.mark.cites("47.1-2203(6)")
def test_the_list_of_wagers_is_closed_in_the_older_printing() -> None:
    closed_list(OLD, "47.1-2203(6)", "47.1-2215.01(")


# Spots ----------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2203(6)(b)", "47.1-2203(6)(b)")
def test_the_courtesy_spot_exists_where_the_two_zeros_are_open() -> None:
    assert layout("double-zero").has_courtesy_spot
    assert layout("triple-zero").has_courtesy_spot
    assert not layout("single-zero").has_courtesy_spot
    assert not layout("double-zero", converted=True).has_courtesy_spot


def test_the_number_of_spots_on_every_layout() -> None:
    # 24 splits across and 33 along the rows, then those of the zeros (reading R8).
    splits = {"single-zero": 60, "double-zero": 62, "triple-zero": 64}
    trios = {"single-zero": 1, "double-zero": 3, "triple-zero": 4}
    straights = {"single-zero": 37, "double-zero": 38, "triple-zero": 39}
    kinds: tuple[WheelName, ...] = ("single-zero", "double-zero", "triple-zero")
    for kind in kinds:
        found = {wager: len(spots) for wager, spots in layout(kind).spots.items()}
        assert found == {
            "straight": straights[kind],
            "split": splits[kind],
            "street": 12,
            "trio": trios[kind],
            "corner": 22,
            "line": 11,
            "column": 3,
            "dozen": 3,
        }
    converted: tuple[WheelName, ...] = ("double-zero", "triple-zero")
    for kind in converted:
        spots = layout(kind, converted=True).spots
        assert (len(spots["straight"]), len(spots["split"]), len(spots["trio"])) == (37, 59, 1)


def test_every_spot_covers_as_many_numbers_as_its_name_says() -> None:
    sizes = {"straight": 1, "split": 2, "street": 3, "trio": 3, "corner": 4, "line": 6, "column": 12, "dozen": 12}
    for wager, spots in layout("triple-zero").spots.items():
        assert {len(covered) for covered in spots.values()} == {sizes[wager]}


# Calls ----------------------------------------------------------------------------------------------------
def test_every_no_spin_rests_on_its_own_paragraph() -> None:
    paragraphs = {
        "same-direction": "30-2206(1)",
        "revolutions": "30-2206(2)",
        "foreign-object": "30-2206(3)",
        "ball-out": "30-2206(4)",
        "other": "30-2206(5)",
    }
    table = seated("colorado-double-zero")
    for reason, paragraph in paragraphs.items():
        played = table.void("no-spin", reason)
        assert not isinstance(played, Refusal)
        assert isinstance(played.fact, Void)
        assert str(played.fact.cite) == paragraph
        assert played.felt == table


@pytest.mark.cites("30-2205(1)")
def test_a_device_may_spin_the_ball_from_2017_12_15_on() -> None:
    approval = {"reference": "TEST", "date": date(2017, 12, 15)}
    electronic = {"device.electronic": True, "approvals.electronic-device": approval}
    for on in (date(2017, 12, 15), date(2022, 9, 1)):
        assert house.load("colorado-double-zero", on=on, change=electronic).electronic_device


@pytest.mark.cites("47.1-2205(1)")
def test_before_that_the_dealer_alone_spins() -> None:
    approval = {"reference": "TEST", "date": date(2017, 12, 1)}
    change = {"device.electronic": True, "approvals.electronic-device": approval}
    with pytest.raises(house.Unsound, match="2017-12-15") as refused:
        house.load("colorado-double-zero", on=date(2017, 12, 14), change=change)
    assert [str(fault.cite) for fault in refused.value.faults] == ["47.1-2205(1)"]


# The house procedure --------------------------------------------------------------------------------------
@pytest.mark.cites("H-after(3)")
def test_a_win_is_paid_on_the_maximum_even_if_more_was_tried() -> None:
    """At a terminal the excess is refused when it is placed (reading R18), so the win is on the maximum."""
    table: Felt = seated("ten-dollar-roulette")
    for _ in range(4):
        done = table.act("ann", Place("straight", 500, "17"))
        table = done if isinstance(done, Felt) else table
    played = table.outcome("17")
    assert not isinstance(played, Refusal)
    assert [(row.stake, row.net) for row in played.resolutions] == [(1_000, 35_000)]


@pytest.mark.cites("H-pay-table")
def test_the_house_offers_its_pay_table_and_nothing_else() -> None:
    table = {
        "straight": "35 to 1",
        "split": "17 to 1",
        "street": "11 to 1",
        "corner": "8 to 1",
        "first-five": "6 to 1",
        "line": "5 to 1",
        "dozen": "2 to 1",
        "column": "2 to 1",
        "red": "1 to 1",
        "black": "1 to 1",
        "low": "1 to 1",
        "high": "1 to 1",
    }
    ten = house.load("ten-dollar-roulette")
    assert {wager: str(ten.pays(wager, "win")) for wager in ten.offered} == table


# Bad input ------------------------------------------------------------------------------------------------
def test_an_unknown_wager_names_the_nearest() -> None:
    refusal = seated("colorado-double-zero").act("ann", Place("strait", 100, "17"))
    assert isinstance(refusal, Refusal)
    assert "'straight'" in refusal.message


def test_a_refused_act_changes_nothing() -> None:
    for line in ("wager ann 501 red", "wager ann 5 split 3-4", "outcome 000", "no-spin sneezing", "choose ann red x"):
        told = list(script.play(house.load("colorado-double-zero"), f"seat ann 1000\nwager ann 5 red\n{line}"))
        assert told[2].refusal is not None
        assert told[2].felt == told[1].felt


@pytest.mark.parametrize(
    "line",
    [
        "wager ann nan red",
        "wager ann NaN red",
        "wager ann inf red",
        "wager ann 1e3 red",
        "wager ann true red",
        "wager ann five red",
        "wager ann 1,000 red",
        "wager ann red",
        "wager ann",
        "outcome",
        "no-spin",
        "choose ann red",
        "spin 17",
        "seat ann",
    ],
)
def test_a_line_that_is_not_an_act_is_an_error(line: str) -> None:
    with pytest.raises(script.ScriptError, match="line 2"):
        list(script.play(house.load("colorado-double-zero"), f"seat ann 1000\n{line}"))


@pytest.mark.parametrize("amount", [True, 5.0, float("nan"), "5", None])
def test_money_is_whole_cents_and_nothing_else(amount: object) -> None:
    for act in (Place, Raise, Reduce):
        with pytest.raises(TypeError):
            act("red", amount)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        felt.open(house.load("colorado-double-zero")).sit("ann", amount)  # type: ignore[arg-type]
