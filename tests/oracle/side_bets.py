"""The side bets, settled naively: what each makes of the numbers spun or of the hand thrown.

Sources: 30-2299.01 to .04, 47.1-2317.01, .02, .04, readings R9 to R16, R20, C9 to C12.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from . import roulette
from .side_tables import (
    FIRE,
    FRONT_LINE,
    FRONT_LINE_PUSHES_ON_THREE,
    SHARP,
    SPINNER,
    STRAIGHTS,
    UP_BONUS,
    UP_PROGRESSIVE,
    winnings,
)

Settlement = tuple[str, int]  # grade and net cents

UP: tuple[str, ...] = ("roulette-up", "roulette-up-progressive")
ROULETTE: tuple[str, ...] = ("back2back", "straights-and-8s", "spinner-winner", *UP)
HAND_LONG: tuple[str, ...] = ("fire-bet", "sharp-shooter", "super-front-line-winner")
ALL: tuple[str, ...] = (*ROULETTE, *HAND_LONG)

# Reading R19: the order of the pockets round the wheel.
_SINGLE = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
_DOUBLE = "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
RINGS: dict[str, tuple[str, ...]] = {"single-zero": tuple(_SINGLE.split()), "double-zero": tuple(_DOUBLE.split())}
ZEROS = ("0", "00", "000")
EIGHTS = ("8", "18", "28")


# Straights and 8's


def straights_pair(first: str, second: str) -> str | None:
    """The row of the first two numbers, None where they lose (30-2299.02(5), (7), readings R10, R12)."""
    if first in ZEROS or second in ZEROS:
        return None
    if first in EIGHTS and second in EIGHTS:
        return "eights"
    return {1: "sequential", 2: "gap"}.get(abs(int(first) - int(second)))


def straights(track: Sequence[str]) -> str | None:
    """The row of a number track, "lose", or None while the sequence runs (30-2299.02(5)-(7), reading R11)."""
    if track[0] in ZEROS:
        return "lose"
    if len(track) == 1:
        return None
    pair = straights_pair(track[0], track[1])
    if pair is None:
        return "lose"
    if len(track) == 2:
        return None
    assert len(track) == 3
    if track[2] in ZEROS:
        return pair
    if pair == "eights":
        if track[2] not in EIGHTS:
            return "eights"
        return "8-18-28" if len(set(track)) == 3 else "three-eights"
    low, middle, high = sorted(int(number) for number in track)
    return "three-sequential" if low + 1 == middle == high - 1 else pair


def settle_straights(stake_cents: int, track: Sequence[str]) -> Settlement | None:
    """Grade and net once the sequence has ended."""
    row = straights(track)
    if row is None:
        return None
    return (row, -stake_cents if row == "lose" else stake_cents * STRAIGHTS[row])


# Spinner Winner


def color(pocket: str) -> str:
    """Red, black or green; 0 and 00 share the color green (reading R14)."""
    if pocket in ZEROS:
        return "green"
    return "red" if pocket in roulette.RED else "black"


def adjacent(one: str, other: str, wheel: str) -> bool:
    """Neighbouring pockets of the wheel ring (reading R14)."""
    ring = RINGS[wheel]
    apart = abs(ring.index(one) - ring.index(other))
    return apart in (1, len(ring) - 1)


def ball_count(pay_table: str) -> int:
    """The two-ball or the three-ball version (30-2299.03(4))."""
    return {"SW2": 2, "SW3": 3}[pay_table[:3]]


def balls_rest(balls: Sequence[str], pay_table: str) -> bool:
    """Whether the balls can end so: as many as the version has; three in three pockets (30-2299.03(4)(a))."""
    wheel = SPINNER[pay_table][0]
    if len(balls) != ball_count(pay_table) or any(ball not in RINGS[wheel] for ball in balls):
        return False
    return len(balls) == 2 or len(set(balls)) == 3


def spinner_row(balls: Sequence[str], main: str, wheel: str) -> str:
    """The highest row the bonus balls meet (30-2299.03(5), reading R14)."""
    same_color = len({color(ball) for ball in balls}) == 1
    if len(balls) == 2:
        one, other = balls
        if one == other:
            return "both-on-main" if one == main else "same-number"
        if adjacent(one, other, wheel):
            return "adjacent"
        return "same-color" if same_color else "other"
    one, two, three = balls
    touching = [adjacent(one, two, wheel), adjacent(two, three, wheel), adjacent(one, three, wheel)]
    if sum(touching) == 2:  # a row of three has two neighbourly pairs
        return "three-adjacent-with-main" if main in balls else "three-adjacent"
    if any(touching):
        return "two-adjacent"
    return "same-color" if same_color else "other"


def settle_spinner(stake_cents: int, balls: Sequence[str], main: str, pay_table: str) -> Settlement:
    """Grade and net of a Spinner Winner wager whose number came again."""
    wheel, pays = SPINNER[pay_table]
    row = spinner_row(balls, main, wheel)
    return (row, stake_cents * pays[row])


# Roulette Up


def rank(pocket: str) -> int:
    """0 below 00 below 1 (30-2299.04/streak(1)); 000 has no rank (reading R16)."""
    return ("0", "00", *roulette.NUMBERS).index(pocket)


def streak_after(length: int, last: str | None, pocket: str, longest: int, r15: str) -> tuple[int, bool]:
    """Length of the Up Streak after a spin, and whether it has ended (30-2299.04/start(8), streak(1), (3)).

    Reading R15: a greater number counts, also a 36 or the last box of the table, and then ends it; its
    alternative doesn't count a 36 that ends it. A first 36 ends the streak at length 1 in both.
    """
    if last is None:
        return (1, pocket == "36")
    if rank(pocket) <= rank(last):
        return (length, True)
    if pocket == "36":
        return (length if r15 == "36-does-not-count" else length + 1, True)
    return (length + 1, length + 1 == longest)


def longest(wager: str, pay_table: str) -> int:
    """The longest streak on a table (30-2299.04/streak(3)(c))."""
    return max(UP_BONUS[pay_table] if wager == "roulette-up" else UP_PROGRESSIVE[pay_table])


def settle_up_bonus(stake_cents: int, length: int, pay_table: str) -> Settlement:
    """Grade and net of a bonus wager once the streak has ended (30-2299.04/end(1))."""
    table = UP_BONUS[pay_table]
    row = min(length, max(table))
    pays = table.get(row)
    if pays is None:
        return ("lose", -stake_cents)
    if isinstance(pays, str):
        assert pays == "push"
        return ("push", 0)
    return (str(row), stake_cents * pays)


def progressive_row(length: int, pay_table: str) -> tuple[str, int | str | None]:
    """The row of a progressive wager and what it says: dollars for a $1 unit, the meter, or None (a loss)."""
    table = UP_PROGRESSIVE[pay_table]
    row = min(length, max(table))
    return (str(row), table.get(row))


def shared(total: int, parts: int, step: int = 1) -> list[int]:
    """`total` in equal shares of whole `step`s, the odd ones to the first (reading R17)."""
    each, odd = divmod(total // step, parts)
    return [(each + (1 if place < odd else 0)) * step for place in range(parts)]


def capped(wins: Sequence[int], aggregate: int, chip: int) -> list[int]:
    """Winnings under a posted aggregate limit (30-2299.04/start(6)), in the order of the seats."""
    if sum(wins) <= aggregate:
        return list(wins)
    paid = [aggregate * win // sum(wins) // chip * chip for win in wins]
    left = (aggregate - sum(paid)) // chip
    for place, win in enumerate(wins):
        if left > 0 and win > 0:
            paid[place] += chip
            left -= 1
    return paid


# the shooter's hand


@dataclass
class Hand:
    """The lammers of one shooter's hand: points made, passes, sevens and elevens."""

    rolled: bool = False
    had_point: bool = False
    points: set[int] = field(default_factory=set)
    passes: int = 0
    sevens: int = 0


def settle_hand_long(wager: str, stake_cents: int, pay_table: str, hand: Hand) -> Settlement:
    """Grade and net of a hand-long wager by what the hand has reached (47.1-2317.01(7), .02(6), .04(9))."""
    if wager == "fire-bet":
        row, prices = len(hand.points), FIRE[pay_table]
    elif wager == "sharp-shooter":
        row, prices = min(hand.passes, 10), SHARP[pay_table]
    else:
        assert wager == "super-front-line-winner"
        row, prices = min(hand.sevens, 11), FRONT_LINE[pay_table]  # 47.1-2317.04(11)
        if row == 3 and pay_table in FRONT_LINE_PUSHES_ON_THREE:  # 47.1-2317.04(10)(a), reading C12
            return ("push", 0)
    if row not in prices:
        return ("lose", -stake_cents)
    return (str(row), winnings(stake_cents, prices[row]))
