"""The built-in plans in simple code for the tables of `tests/oracle/`, each written from its one-line description."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.oracle import craps
from tests.oracle.dice_table import CrapsTable
from tests.oracle.table import Table
from tests.support.naive.walks import PLAYER, Player

Acts = list[str]


@dataclass(frozen=True)
class Naive:
    """A plan: its house, the function that gives the acts before each round, and its first memory."""

    house: str
    player: Player
    memory: Any = None


def _is_up(table: Table, wager: str, spot: str | None = None) -> bool:
    return any((one.wager, one.spot) == (wager, spot) for one in table.up)


def _point(table: Table) -> int | None:
    assert isinstance(table, CrapsTable)
    return table.point


def _fresh_hand(table: Table) -> bool:
    assert isinstance(table, CrapsTable)
    return not table.hand.rolled


def _net(table: Table, wager: str) -> int:
    return sum(row["net_cents"] for row in table.resolved if row["wager"] == wager)


def _missing(table: Table, *wanted: tuple[int, str]) -> Acts:
    """Make those of the wanted wagers that are not on the layout."""
    return [f"wager {PLAYER} {dollars} {wager}" for dollars, wager in wanted if not _is_up(table, *wager.split())]


# the same wagers, always


def _pass(table: Table, dollars: int = 10) -> Acts:
    return _missing(table, (dollars, "pass")) if _point(table) is None else []


def flat(table: Table, memory: Any, shown: str) -> tuple[Acts, Any]:
    """Pass $10, every come-out roll."""
    return _pass(table), memory


def flat_red(table: Table, memory: Any, shown: str) -> tuple[Acts, Any]:
    """Red $10, every spin."""
    return _missing(table, (10, "red")), memory


def pass_odds_place_6_8(table: Table, memory: Any, shown: str) -> tuple[Acts, Any]:
    """Pass $10 with 2x odds; with a point on, place 6 and 8 for $12 each."""
    if _point(table) is None:
        return _pass(table), memory
    return _missing(table, (20, "pass-odds"), (12, "place-6"), (12, "place-8")), memory


def iron_cross(table: Table, memory: Any, shown: str) -> tuple[Acts, Any]:
    """With a point on, the field $10, place 5 $10 and place 6 and 8 $12."""
    if _point(table) is None:
        return [], memory
    return _missing(table, (10, "field"), (10, "place-5"), (12, "place-6"), (12, "place-8")), memory


def james_bond(table: Table, memory: Any, shown: str) -> tuple[Acts, Any]:
    """High $140, the line 13 to 18 $50 and 0 $10; on 0 high goes to prison."""
    asked = [f"choose {PLAYER} high imprison" for one in table.up if one.state == "asked"]
    return asked + _missing(table, (140, "high"), (50, "line 13-14-15-16-17-18"), (10, "straight 0")), memory


# the line with odds


def pass_3_4_5x(table: Table, memory: Any, shown: str) -> tuple[Acts, Any]:
    """Pass $10 with odds of 3, 4 or 5 times behind its point."""
    times = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    point = _point(table)
    return (_pass(table) if point is None else _missing(table, (10 * times[point], "pass-odds"))), memory


def _line_and_comes(table: Table, line: str, come: str, comes: int, odds: int) -> Acts:
    """A line wager on the come-out; with a point on, `comes` come wagers, and odds behind each that has a number."""
    behind = [(odds, f"{come}-odds {one.spot}") for one in table.up if one.wager == come and one.spot is not None]
    if _point(table) is None:
        return _missing(table, (10, line), *behind)
    up = sum(one.wager == come for one in table.up)
    more = [f"wager {PLAYER} 10 {come}"] if up < comes else []
    return [*_missing(table, (odds, f"{line}-odds"), *behind), *more]


def three_point_molly(table: Table, memory: Any, shown: str) -> tuple[Acts, Any]:
    """Pass $10 and two come wagers of $10, each with 2x odds."""
    return _line_and_comes(table, "pass", "come", comes=2, odds=20), memory


def dont_side_lay_odds(table: Table, memory: Any, shown: str) -> tuple[Acts, Any]:
    """Don't pass $10 and one don't come of $10, each with 6x odds laid."""
    return _line_and_comes(table, "dont-pass", "dont-come", comes=1, odds=60), memory


# place wagers, more or less after a win

INSIDE = {"place-5": 5, "place-6": 6, "place-8": 6, "place-9": 5}
ACROSS = {"place-4": 5, **INSIDE, "place-10": 5}


def inside_press(table: Table, memory: Any, shown: str) -> tuple[Acts, Any]:
    """Inside for $22; a number that wins is doubled once, and goes back after the next win."""
    acts = [] if _point(table) is None else _missing(table, *((unit, wager) for wager, unit in INSIDE.items()))
    for one in table.up:
        if _net(table, one.wager) > 0:
            unit = INSIDE[one.wager]
            acts.append(f"{'raise' if one.stake == unit * 100 else 'reduce'} {PLAYER} {unit} {one.wager}")
    return acts, memory


def across_press(table: Table, memory: Any, shown: str) -> tuple[Acts, Any]:
    """Across for $32; 6 and 8 are pressed by $6 after each win, up to $18, and stay there."""
    acts = [] if _point(table) is None else _missing(table, *((unit, wager) for wager, unit in ACROSS.items()))
    for one in table.up:
        if one.wager in ("place-6", "place-8") and _net(table, one.wager) > 0 and one.stake < 18_00:
            acts.append(f"raise {PLAYER} 6 {one.wager}")
    return acts, memory


def regress(units: dict[str, int], large: int, until: int) -> Player:
    """`large` times the units on each number; after `until` wins in a hand, one times the units."""

    def player(table: Table, wins: int, shown: str) -> tuple[Acts, int]:
        wins = 0 if _fresh_hand(table) else min(until, wins + any(_net(table, wager) > 0 for wager in units))
        times = large if wins < until else 1
        acts = []
        if _point(table) is not None:
            acts = _missing(table, *((unit * times, wager) for wager, unit in units.items()))
        for one in table.up:
            over = one.stake // 100 - units[one.wager] * times
            if over > 0:
                acts.append(f"reduce {PLAYER} {over} {one.wager}")
        return acts, wins

    return player


# shooters


def five_count(table: Table, count: int, shown: str) -> tuple[Acts, int]:
    """Place 6 and 8 for $12, only for shooters who have come through the five-count.

    The first and the fifth roll of the count are point numbers, the three between them anything but a seven-out.
    """
    if _fresh_hand(table):
        count = 0
    elif count < 5 and (count not in (0, 4) or sum(map(int, shown.split("-"))) in craps.POINTS):
        count += 1
    if count < 5 or _point(table) is None:
        return [], count
    return _missing(table, (12, "place-6"), (12, "place-8")), count


def limit_per_shooter(table: Table, lost: int, shown: str) -> tuple[Acts, int]:
    """The field $10 every roll, until three are lost with one shooter; then wait for the next shooter."""
    lost = 0 if _fresh_hand(table) else min(3, lost + (_net(table, "field") < 0))
    return (_missing(table, (10, "field")) if lost < 3 else []), lost


def stop_at_win_or_loss(table: Table, ahead: int | None, shown: str) -> tuple[Acts, int | None]:
    """Pass $10 until $30 ahead or $20 behind; then sit out one round (`ahead` is None) and start again."""
    ahead = 0 if ahead is None else ahead + _net(table, "pass")
    return ([], None) if ahead in (30_00, -20_00) else (_pass(table), ahead)


# progressions: units of $5 on one wager


def ladder(wager: str, units: list[int], after: Callable[[int, bool], int]) -> Player:
    """A wager whose units depend on the rung; on rung -1 there is no wager."""

    def player(table: Table, rung: int, shown: str) -> tuple[Acts, int]:
        net = _net(table, wager)
        if rung == -1:
            rung = 0
        elif net != 0:
            rung = after(rung, net > 0)
        may = wager == "red" or _point(table) is None
        return (_missing(table, (5 * units[rung], wager)) if may and rung >= 0 else []), rung

    return player


def labouchere(table: Table, line: tuple[int, ...], shown: str) -> tuple[Acts, tuple[int, ...]]:
    """Red for the first plus the last number of the line 1, 2, 3, in $5; above five numbers or $45 it restarts."""
    net = _net(table, "red")
    if net > 0:
        line = line[1:-1]
    elif net < 0:
        line = (*line, -net // 500)
    if not line or len(line) > 5 or _ends(line) > 9:
        line = (1, 2, 3)
    return _missing(table, (5 * _ends(line), "red")), line


def _ends(line: tuple[int, ...]) -> int:
    return line[0] if len(line) == 1 else line[0] + line[-1]


CRAPS, WHEEL = "colorado-craps", "colorado-double-zero"
PLANS: dict[str, Naive] = {
    "flat": Naive(CRAPS, flat),
    "flat-red": Naive(WHEEL, flat_red),
    "pass-odds-place-6-8": Naive(CRAPS, pass_odds_place_6_8),
    "iron-cross": Naive(CRAPS, iron_cross),
    "james-bond": Naive("colorado-single-zero", james_bond),
    "pass-3-4-5x": Naive(CRAPS, pass_3_4_5x),
    "three-point-molly": Naive(CRAPS, three_point_molly),
    "dont-side-lay-odds": Naive(CRAPS, dont_side_lay_odds),
    "inside-press": Naive(CRAPS, inside_press),
    "across-press": Naive(CRAPS, across_press),
    "inside-regress": Naive(CRAPS, regress(INSIDE, large=3, until=2), 0),
    "across-regress": Naive(CRAPS, regress(ACROSS, large=2, until=1), 0),
    "five-count": Naive(CRAPS, five_count, 0),
    "limit-per-shooter": Naive(CRAPS, limit_per_shooter, 0),
    "stop-at-win-or-loss": Naive(CRAPS, stop_at_win_or_loss, 0),
    # doubled after every loss; restarts after seven losses in a row
    "martingale": Naive(WHEEL, ladder("red", [1, 2, 4, 8, 16, 32, 64], lambda n, won: 0 if won else (n + 1) % 7), 0),
    # doubled plus one after a loss; pauses for a round after the sixth loss
    "grand-martingale": Naive(
        WHEEL, ladder("red", [1, 3, 7, 15, 31, 63], lambda n, won: 0 if won else -1 if n == 5 else n + 1), 0
    ),
    # one more after a loss, one less after a win; stays at ten
    "dalembert": Naive(
        WHEEL, ladder("red", list(range(1, 11)), lambda n, won: max(n - 1, 0) if won else min(n + 1, 9)), 0
    ),
    # up the Fibonacci numbers after a loss, two back after a win; a loss of $170 restarts it
    "fibonacci": Naive(
        CRAPS, ladder("pass", [1, 1, 2, 3, 5, 8, 13, 21, 34], lambda n, won: max(n - 2, 0) if won else (n + 1) % 9), 0
    ),
    "labouchere": Naive(WHEEL, labouchere, (1, 2, 3)),
    # doubled after a win; restarts after three wins in a row, or a loss
    "paroli": Naive(CRAPS, ladder("pass", [1, 2, 4], lambda n, won: (n + 1) % 3 if won else 0), 0),
}
