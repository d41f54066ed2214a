"""The oracle against the rule text: edges by brute force in exact fractions, spots and sections counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from . import big_six, craps, roulette

BIG = 27_720_00  # cents, a stake that every printed price divides


def roulette_edge(wager: str, covered: roulette.Pockets, wheel: str) -> Fraction:
    """House edge of one spot over every pocket."""
    nets = []
    for pocket in roulette.pockets(wheel):
        done = roulette.settle(wager, covered, BIG, pocket)
        assert done is not None
        nets.append(done[1])
    return -Fraction(sum(nets), len(nets) * BIG)


def until_decided(wager: str, spot: str | None, point: int | None, **options: Any) -> Fraction:
    """Expected net per cent staked, given that the state stays until a roll decides the wager."""
    nets = []
    for dice in craps.ALL_DICE:
        done = craps.settle(wager, spot, BIG, point, dice, **options)
        if done is not None:
            nets.append(done[1])
    return Fraction(sum(nets), len(nets) * BIG)


def line_value(wager: str, free: bool = False) -> Fraction:
    """Expected net of a pass- or come-type wager from its first roll, per roll of 36."""
    value = Fraction(0)
    for dice in craps.ALL_DICE:
        done = craps.settle(wager, None, BIG, None, dice, free=free)
        total = sum(dice)
        if done is None:  # a line wager whose point is now set
            value += until_decided(wager, None, total, free=free)
        elif done[0] == "moves":
            assert done[3] == str(total)
            value += until_decided(wager, done[3], None, free=free)
        else:
            value += Fraction(done[1], BIG)
    return value / 36


# roulette
@pytest.mark.parametrize(
    ("wheel", "edge"), [("single-zero", (1, 37)), ("double-zero", (1, 19)), ("triple-zero", (1, 13))]
)
def test_every_roulette_wager_has_the_edge_of_its_wheel(wheel: str, edge: tuple[int, int]) -> None:
    for wager in roulette.WAGERS:
        for covered in roulette.legal_spots(wager, wheel):
            expected = Fraction(*edge)
            if wager == "first-five":
                expected = Fraction(3, 38) if wheel == "double-zero" else Fraction(4, 39)
            assert roulette_edge(wager, covered, wheel) == expected, (wager, covered)


SPOT_COUNTS = {
    # wheel, converted: straight split street trio corner first-five line; 57 splits among 1 to 36
    ("single-zero", False): (37, 60, 12, 1, 22, 0, 11),
    ("double-zero", False): (38, 62, 12, 3, 22, 1, 11),
    ("triple-zero", False): (39, 64, 12, 4, 22, 1, 11),
    ("double-zero", True): (37, 59, 12, 1, 22, 0, 11),
    ("triple-zero", True): (37, 59, 12, 1, 22, 0, 11),
}


@pytest.mark.parametrize(("layout", "counts"), SPOT_COUNTS.items())
def test_number_of_legal_inside_spots(layout: tuple[str, bool], counts: tuple[int, ...]) -> None:
    names = ("straight", "split", "street", "trio", "corner", "first-five", "line")
    sizes = (1, 2, 3, 3, 4, 5, 6)
    for name, count, size in zip(names, counts, sizes, strict=True):
        spots = roulette.legal_spots(name, *layout)
        assert len(spots) == count, name
        assert all(len(spot) == size for spot in spots)
        assert len(roulette.spot_names(name, *layout)) == count


def test_zero_splits_are_those_of_reading_r8() -> None:
    def zero_splits(wheel: str, converted: bool = False) -> set[str]:
        names = roulette.spot_names("split", wheel, converted)
        return {name for name in names if name and name.startswith("0")}

    assert zero_splits("single-zero") == {"0-1", "0-2", "0-3"}
    assert zero_splits("double-zero") == {"0-1", "0-2", "0-00", "00-2", "00-3"}
    assert zero_splits("triple-zero") == {"0-1", "0-2", "0-00", "00-2", "00-3", "0-000", "00-000"}
    assert zero_splits("double-zero", True) == zero_splits("triple-zero", True) == {"0-1", "0-2"}


def test_printed_trios_meet_in_a_corner() -> None:
    for wheel in roulette.ZEROS:
        layout = roulette.boxes(wheel)
        for trio in roulette.legal_spots("trio", wheel):
            assert roulette.share_a_point([layout[name] for name in trio])


def test_colors_alternate_round_the_wheels_of_reading_r19() -> None:
    single = "32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
    halves = (
        "28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1",
        "27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2",
    )
    for ring in (single, *halves):
        colors = [pocket in roulette.RED for pocket in ring.split()]
        assert all(one != other for one, other in pairwise(colors))
    assert len(roulette.RED) == len(roulette.BLACK) == 18


def test_in_prison_values() -> None:
    red = roulette.OUTSIDE_POCKETS["red"]

    def value(answer: str, r5: str = "released") -> Fraction:
        total = Fraction(0)
        for pocket in roulette.pockets("single-zero"):
            done = roulette.settle("red", red, 1000, pocket, in_prison=True)
            assert done is not None
            if done[0] != "asks":
                total += Fraction(done[1], 1000)
                continue
            assert pocket == "0"
            chosen = roulette.choose(1000, answer)
            if chosen is not None:
                total += Fraction(chosen[1], 1000)
                continue
            for after in roulette.pockets("single-zero"):
                later = roulette.settle("red", red, 1000, after, in_prison=True, imprisoned=True, r5=r5)
                assert later is not None
                total += Fraction(later[1], 1000) / 37
        return total / 37

    assert value("half-back") == Fraction(-1, 74)
    assert value("imprison") == Fraction(-19, 1369)
    assert value("imprison", "pays-even-money") == Fraction(-1, 1369)
    assert [roulette.half_back(cents) for cents in (100, 200, 500)] == [100, 100, 300]
    assert roulette.settle("red", red, 100, "00", in_prison=True) == ("lose", -100)
    assert roulette.settle("dozen", roulette.DOZENS["1"], 100, "0", in_prison=True) == ("lose", -100)
    assert roulette.settle("red", red, 100, "0", in_prison=True, converted=True) == ("lose", -100)


# Big Six
def test_big_six_wheel_as_printed() -> None:
    assert len(big_six.SECTIONS) == 54
    counts = Counter(big_six.SECTIONS)
    assert [counts[w] for w in big_six.WAGERS] == [23, 15, 8, 4, 2, 1, 1]
    assert big_six.SECTIONS.index("joker") == 0
    assert big_six.SECTIONS.index("flag") == 27


@pytest.mark.parametrize(
    ("wager", "edge"),
    [("one", (8, 54)), ("two", (9, 54)), ("five", (6, 54)), ("ten", (10, 54)), ("twenty", (12, 54)),
     ("flag", (8, 54)), ("joker", (8, 54))],
)  # fmt: skip
def test_big_six_edges(wager: str, edge: tuple[int, int]) -> None:
    nets = [big_six.settle(wager, 100, section)[1] for section in big_six.SECTIONS]
    assert -Fraction(sum(nets), 5400) == Fraction(*edge)


# craps
@pytest.mark.parametrize(
    ("wager", "edge"),
    [("pass", (7, 495)), ("come", (7, 495)), ("dont-pass", (3, 220)), ("dont-come", (3, 220))],
)
def test_line_edges(wager: str, edge: tuple[int, int]) -> None:
    assert line_value(wager) == -Fraction(*edge)


@pytest.mark.parametrize("wager", ["pass", "come"])
def test_craps_free_line_edge(wager: str) -> None:
    assert line_value(wager, free=True) == -Fraction(373, 6930)


NUMBER_EDGES = {
    "place-4": (1, 15), "place-5": (1, 25), "place-6": (1, 66), "place-8": (1, 66), "place-9": (1, 25),
    "place-10": (1, 15), "place-2": (1, 14), "place-12": (1, 14), "place-3": (1, 16), "place-11": (1, 16),
    "place-to-lose-4": (1, 33), "place-to-lose-5": (1, 40), "place-to-lose-6": (1, 55),
    "hard-4": (1, 9), "hard-6": (1, 11), "hard-8": (1, 11), "hard-10": (1, 9),
    "big-6": (1, 11), "big-8": (1, 11),
    "put-4": (1, 3), "put-5": (1, 5), "put-6": (1, 11),
}  # fmt: skip


@pytest.mark.parametrize(("wager", "edge"), NUMBER_EDGES.items())
def test_edges_of_wagers_on_a_number(wager: str, edge: tuple[int, int]) -> None:
    assert until_decided(wager, None, None) == -Fraction(*edge)


ONE_ROLL_EDGES = {
    "field": (1, 18), "any-seven": (1, 6), "any-craps": (1, 9), "craps-2": (5, 36), "craps-3": (1, 9),
    "craps-12": (5, 36), "eleven": (1, 9), "c-and-e": (1, 9), "horn": (1, 8), "horn-high-2": (23, 180),
    "horn-high-3": (11, 90), "horn-high-11": (11, 90), "horn-high-12": (23, 180), "whirl": (2, 15),
    "hop-2-2": (5, 36), "hop-5-5": (5, 36), "hop-1-3": (1, 9), "hop-4-6": (1, 9),
    "six-seven-eight": (1, 18),
}  # fmt: skip


@pytest.mark.parametrize(("wager", "edge"), ONE_ROLL_EDGES.items())
def test_edges_of_one_roll_wagers(wager: str, edge: tuple[int, int]) -> None:
    assert until_decided(wager, None, None) == -Fraction(*edge)


def test_odds_and_commission_free_buy_and_lay_are_fair() -> None:
    for n in craps.POINTS:
        assert until_decided("pass-odds", None, n) == until_decided("dont-pass-odds", None, n) == 0
        for wager in ("come-odds", "dont-come-odds", "put-odds"):
            assert until_decided(wager, str(n), None) == 0
        assert until_decided(f"lay-{n}", None, None, commission=("on-win", 0)) == 0
    for n in craps.FREE_BUY:
        assert until_decided(f"buy-{n}", None, None, commission=("on-win", 0)) == 0
        assert until_decided(f"buy-{n}", None, None, commission=("up-front", 5)) == -Fraction(1, 20)


def test_forty_two_numbered_wagers_and_the_rest() -> None:
    names = craps.wagers()
    assert len(names) == len(set(names)) == 2 + 2 + 5 + 6 * 5 + 4 + 7 + 7 + 17 + 3
    assert len(craps.HOPS) == 17
    free = craps.wagers(free=True)
    assert not [w for w in free if w.startswith(("dont-", "lay-", "place-to-lose-"))]
    assert {"place-2", "place-12", "buy-3", "buy-11"} <= set(free)


def test_amounts_of_reading_c4() -> None:
    def good(wager: str, c4: str = "true-odds") -> list[int]:
        return [d for d in range(1, 13) if craps.payable(wager, d * 100, c4=c4)]

    assert good("place-6") == [5, 6, 10, 11, 12]
    assert good("place-5") == [2, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    assert good("place-4") == list(range(1, 13))
    assert good("place-6", "exact-only") == [6, 12]
    assert good("place-6", "accept-all") == list(range(1, 13))
    assert good("buy-5") == [2, 4, 6, 8, 10, 12]
    assert good("lay-6") == [6, 12]
    assert good("horn") == [4, 8, 12]
    assert good("whirl") == [5, 10]
    assert good("c-and-e") == [2, 4, 6, 8, 10, 12]


def test_commission_of_reading_c6() -> None:
    assert [craps.commission_cents("buy-4", d * 100) for d in (19, 20, 39, 40)] == [0, 100, 100, 200]
    assert craps.commission_cents("lay-4", 4000) == 100
    assert craps.commission_cents("lay-4", 3800) == 0
    assert craps.commission_cents("lay-4", 4000, c6="of-the-stake") == 200
    assert craps.commission_cents("place-4", 4000) == 0


def test_odds_that_are_off_are_returned() -> None:
    assert craps.settle("come-odds", "6", 500, None, (3, 4), working=False) == ("returned", 0, False, "6")
    assert craps.settle("come-odds", "6", 500, None, (3, 3), working=False) == ("returned", 0, False, "6")
    assert craps.settle("come-odds", "6", 500, None, (1, 1), working=False) is None
    assert craps.settle("put-odds", "6", 500, 4, (3, 4), parent_working=False, working=False) is None
