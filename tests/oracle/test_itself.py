"""The oracle against the rule text: edges by brute force in exact fractions, spots and sections counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb
from typing import Any

import pytest

from . import big_six, craps, roulette, side_bets, side_tables
from .dice_table import CrapsTable
from .play import BACK2BACK, SETUPS, open_table, step

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


# side bets: roulette


def test_back2back_weights_of_the_presets() -> None:
    weights = BACK2BACK["weights"]
    assert sum(weights.values()) == 1000
    assert min(weights) == 10
    assert max(weights) == 1000
    assert Fraction(sum(award * weight for award, weight in weights.items()), 1000) == Fraction(304, 10)


@pytest.mark.parametrize(
    ("track", "row", "pays"),
    [
        ("5 3 4", "three-sequential", 50),  # 30-2299.02(8)(a)
        ("12 13 10", "sequential", 7),  # (b)
        ("5 3 2", "gap", 4),  # (c)
        ("5 3 6", "gap", 4),
        ("18 28 29", "eights", 4),  # (d)
        ("5 7 8", "gap", 4),  # (e)
        ("5 7 6", "three-sequential", 50),
        ("5 3 0", "gap", 4),
        ("8 8 0", "eights", 4),
        ("8 8 18", "three-eights", 50),
        ("28 8 18", "8-18-28", 299),
        ("17 18 28", "sequential", 7),
    ],
)
def test_straights_and_8s_examples(track: str, row: str, pays: int) -> None:
    numbers = track.split()
    assert side_bets.settle_straights(100, numbers[:1]) is None
    assert side_bets.settle_straights(100, numbers[:2]) is None
    assert side_bets.settle_straights(100, numbers) == (row, 100 * pays)


@pytest.mark.parametrize("track", ["0", "00", "000", "5 0", "5 00", "5 000", "5 5", "36 1", "1 36", "5 8", "8 0"])
def test_straights_and_8s_losses(track: str) -> None:
    assert side_bets.settle_straights(100, track.split()) == ("lose", -100)


@pytest.mark.parametrize("wheel", roulette.ZEROS)
def test_straights_and_8s_rows_counted(wheel: str) -> None:
    pockets = roulette.pockets(wheel)
    rows: Counter[str] = Counter()
    for three in product(pockets, repeat=3):
        short = next(
            row for n in (1, 2, 3) if (row := side_bets.straights(three[:n])) is not None
        )  # it ends where it ends
        rows[short] += 1
    n = len(pockets)
    assert rows["three-sequential"] == 34 * 6
    assert rows["8-18-28"] == 6
    assert rows["three-eights"] == 27 - 6
    assert rows["eights"] == 9 * (n - 3)
    assert rows["sequential"] == 35 * 2 * n - 34 * 4
    assert rows["gap"] == 34 * 2 * n - 34 * 2
    assert rows["lose"] == n**3 - (9 + 70 + 68) * n


@pytest.mark.parametrize("wheel", ["single-zero", "double-zero"])
@pytest.mark.parametrize("main", ["0", "17", "36"])
def test_spinner_winner_two_balls_counted(wheel: str, main: str) -> None:
    pockets = roulette.pockets(wheel)
    assert sorted(side_bets.RINGS[wheel]) == sorted(pockets)
    n = len(pockets)
    rows = Counter(side_bets.spinner_row(two, main, wheel) for two in product(pockets, repeat=2))
    zeros = n - 36
    # neighbours always differ in color, so no pair is taken from the row of the colors
    same_color = 2 * 18 * 17 + zeros * (zeros - 1)
    expected = {"both-on-main": 1, "same-number": n - 1, "adjacent": 2 * n, "same-color": same_color}
    expected["other"] = n * n - sum(expected.values())
    assert rows == expected


@pytest.mark.parametrize("wheel", ["single-zero", "double-zero"])
@pytest.mark.parametrize("main", ["0", "17", "36"])
def test_spinner_winner_three_balls_counted(wheel: str, main: str) -> None:
    pockets = roulette.pockets(wheel)
    n = len(pockets)
    rows = Counter(side_bets.spinner_row(three, main, wheel) for three in combinations(pockets, 3))
    apart = n * comb(n - 3, 3) // (n - 3)  # three of a ring of n, no two of them neighbours
    same_color = 2 * comb(18, 3)
    assert rows == {
        "three-adjacent-with-main": 3,
        "three-adjacent": n - 3,
        "two-adjacent": comb(n, 3) - n - apart,
        "same-color": same_color,
        "other": apart - same_color,
    }


def test_spinner_winner_balls_that_cannot_rest_so() -> None:
    assert side_bets.balls_rest(["17", "17"], "SW2-U03")
    assert side_bets.balls_rest(["00", "17"], "SW2-U03")
    assert not side_bets.balls_rest(["00", "17"], "SW2-U01")
    assert not side_bets.balls_rest(["17"], "SW2-U03")
    assert not side_bets.balls_rest(["17", "4", "5"], "SW2-U03")
    assert side_bets.balls_rest(["4", "21", "2"], "SW3-U01")
    assert not side_bets.balls_rest(["4", "4", "2"], "SW3-U01")


def streak_lengths(wheel: str, longest: int, r15: str) -> dict[int, Fraction]:
    """How likely each final length of the Up Streak is, by every spin from every state."""
    pockets = roulette.pockets(wheel)
    states: dict[tuple[int, str | None], Fraction] = {(0, None): Fraction(1)}
    ended: dict[int, Fraction] = defaultdict(Fraction)
    while states:
        later: dict[tuple[int, str | None], Fraction] = defaultdict(Fraction)
        for (length, last), chance in states.items():
            for pocket in pockets:
                now, over = side_bets.streak_after(length, last, pocket, longest, r15)
                if over:
                    ended[now] += chance / len(pockets)
                else:
                    later[now, pocket] += chance / len(pockets)
        states = later
    assert sum(ended.values()) == 1
    return ended


@pytest.mark.parametrize("wheel", ["single-zero", "double-zero"])
@pytest.mark.parametrize("longest", [8, 9])
def test_up_streak_chances(wheel: str, longest: int) -> None:
    n = len(roulette.pockets(wheel))
    ended = streak_lengths(wheel, longest, "36-counts")
    assert max(ended) == longest
    for k in range(1, longest + 1):
        assert sum(chance for length, chance in ended.items() if length >= k) == Fraction(comb(n, k), n**k)


def test_up_streak_where_a_36_does_not_count() -> None:
    ended = streak_lengths("double-zero", 8, "36-does-not-count")
    for k in range(2, 9):  # every number of the streak is below 36, the longest too
        at_least = sum(chance for length, chance in ended.items() if length >= k)
        assert at_least == Fraction(comb(37, k), 38**k)


def test_roulette_up_rows() -> None:
    assert side_bets.settle_up_bonus(100, 2, "PT-FLT-RU-01") == ("lose", -100)
    assert side_bets.settle_up_bonus(100, 2, "PT-FLT-RU-02") == ("push", 0)
    assert side_bets.settle_up_bonus(100, 3, "PT-FLT-RU-04") == ("lose", -100)
    assert side_bets.settle_up_bonus(100, 9, "PT-FLT-RU-01") == ("8", 40000)
    assert side_bets.progressive_row(4, "PT-BJS-RU-01") == ("4", None)
    assert side_bets.progressive_row(9, "PT-BJS-RU-03") == ("9", side_tables.METER)
    assert side_bets.progressive_row(8, "PT-BJS-RU-07") == ("8", side_tables.METER)
    assert side_bets.shared(1_000_001, 3) == [333334, 333334, 333333]
    assert side_bets.capped([100, 200], 300, 100) == [100, 200]
    assert side_bets.capped([40000, 20000, 20000], 50000, 100) == [25000, 12500, 12500]
    assert side_bets.capped([40000, 40000, 40000], 50000, 100) == [16700, 16700, 16600]
    assert side_bets.capped([40000, 0, 40000], 50100, 100) == [25100, 0, 25000]


def test_every_pay_table_falls_and_has_its_columns() -> None:
    sizes = {"SPINNER": 8, "UP_BONUS": 5, "UP_PROGRESSIVE": 7, "FIRE": 4, "SHARP": 6, "FRONT_LINE": 10}
    for name, size in sizes.items():
        assert len(getattr(side_tables, name)) == size
    for prices in (*side_tables.FIRE.values(), *side_tables.SHARP.values(), *side_tables.FRONT_LINE.values()):
        wins = [side_tables.winnings(1, prices[row]) for row in sorted(prices)]
        assert all(low < high for low, high in pairwise(wins))
    for up in (*side_tables.UP_BONUS.values(), *side_tables.UP_PROGRESSIVE.values()):
        figures = [up[row] for row in sorted(up) if isinstance(up[row], int)]
        assert all(low < high for low, high in pairwise(figures))  # type: ignore[operator]
        assert sorted(up) == list(range(min(up), max(up) + 1))
    # 47.1-2317.01(12): for 1 and to 1 are the same table twice (reading C10)
    for one, other in (("FB-1", "FB-2"), ("FB-3", "FB-4")):
        for row, price in side_tables.FIRE[one].items():
            assert side_tables.winnings(100, price) == side_tables.winnings(100, side_tables.FIRE[other][row])


# side bets: craps


def hand_at(points: frozenset[int], passes: int, sevens: int, point: int | None, wager: str) -> CrapsTable:
    """A table in mid-hand with one hand-long wager up."""
    table = open_table(SETUPS["colorado-craps"])
    for line in ("seat ann 100", "wager ann 1 pass", f"wager ann 1 {wager}"):
        table, no = step(table, line.split())
        assert no is None
    assert isinstance(table, CrapsTable)
    table.hand = side_bets.Hand(True, True, set(points), passes, sevens)
    table.point = point
    return table


def throws(table: CrapsTable) -> list[tuple[int, CrapsTable, list[dict[str, Any]]]]:
    """Each total's ways, the table after it, and what the hand-long wager made of it."""
    out = []
    for total, ways in craps.WAYS.items():
        high = min(total - 1, 6)
        after, no = step(table, ["outcome", f"{high}-{total - high}"])
        assert no is None
        assert isinstance(after, CrapsTable)
        rows = [row for row in after.resolved if row["wager"] in side_bets.HAND_LONG]
        out.append((ways, after, rows))
    return out


def test_fire_bet_distribution() -> None:
    """How many different points a hand makes: every throw from every state of the tracker."""
    solved: dict[frozenset[int], list[Fraction]] = {}
    for size in range(6, -1, -1):
        for made in combinations(craps.POINTS, size):
            points = frozenset(made)
            if size == 6:  # the sixth point pays at once
                solved[points] = [Fraction(0)] * 6 + [Fraction(1)]
                continue
            ends = [Fraction(0)] * 7
            loops = Fraction(0)
            for ways, set_up, rows in throws(hand_at(points, size, 0, None, "fire-bet")):
                assert rows == []
                if set_up.point is None:
                    loops += Fraction(ways, 36)
                    continue
                chance = Fraction(ways, 36)
                decided = []
                for w, after, told in throws(hand_at(points, size, 0, set_up.point, "fire-bet")):
                    if after.point is None:
                        grown = frozenset(after.hand.points)
                        decided.append((w, grown, told))
                total = sum(w for w, _, _ in decided)
                for w, grown, told in decided:
                    share = chance * w / total
                    if told and told[0]["grade"] != "6":  # the seven-out
                        assert grown == frozenset()
                        assert told[0]["grade"] == (str(size) if size >= 4 else "lose")
                        ends[size] += share
                    elif grown == points:
                        loops += share
                    else:
                        assert bool(told) == (len(grown) == 6)
                        ends = [a + share * b for a, b in zip(ends, solved[grown], strict=True)]
            solved[points] = [end / (1 - loops) for end in ends]
    chances = solved[frozenset()]
    assert sum(chances) == 1
    assert [f"{float(c):.12f}" for c in chances[:5]] == [
        "0.593939393939", "0.260750492004", "0.101275355549", "0.033434212179", "0.008798178440",
    ]  # fmt: skip


def test_sharp_shooter_and_front_line_rows() -> None:
    for passes in range(10):
        table = hand_at(frozenset(), passes, 0, 6, "sharp-shooter")
        out, _ = step(table, ["outcome", "3-4"])
        (row,) = [row for row in out.resolved if row["wager"] == "sharp-shooter"]
        price = side_tables.SHARP["SS-01"].get(passes)
        assert (row["grade"], row["net_cents"]) == (
            ("lose", -100) if price is None else (str(passes), (price[0] - 1) * 100)
        )
        made, _ = step(table, ["outcome", "3-3"])
        grades = [row["grade"] for row in made.resolved if row["wager"] == "sharp-shooter"]
        assert grades == (["10"] if passes == 9 else [])
    for name, prices in side_tables.FRONT_LINE.items():
        for sevens in range(14):
            hand = side_bets.Hand(sevens=sevens)
            grade, net = side_bets.settle_hand_long("super-front-line-winner", 100, name, hand)
            if sevens == 3 and name in ("7", "10"):
                assert (grade, net) == ("push", 0)
            elif sevens < 4:
                assert (grade, net) == ("lose", -100)
            else:
                assert (grade, net) == (str(min(sevens, 11)), prices[min(sevens, 11)][0] * 100)


def test_the_seven_of_the_seven_out_counts() -> None:
    for sevens, grade in ((2, "lose"), (3, "4"), (10, "11"), (12, "11")):
        out, _ = step(hand_at(frozenset(), 0, sevens, 6, "super-front-line-winner"), ["outcome", "3-4"])
        assert [r["grade"] for r in out.resolved if r["wager"] == "super-front-line-winner"] == [grade]
