"""The oracle's side bets against the rule text: rows of their pay tables, counted or solved exactly."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb
from typing import Any

import pytest

from . import craps, roulette, side_bets, side_tables
from .dice_table import CrapsTable
from .play import BACK2BACK, SETUPS, open_table, step


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
