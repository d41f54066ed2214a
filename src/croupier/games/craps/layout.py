"""The craps layout: one end of the table and the propositions in its center, as areas on a plane.

The rules print no drawing; they name the lines and areas (47.1-2303, 47.1-2304) and custom places them: the pass
line along the rail with odds behind it, don't pass inside it, the field, come, and six number boxes toward the
dealer, each with its places for a wager that waits there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from croupier.games.craps import craps_free, dice
from croupier.games.craps.rules import Variant
from croupier.games.craps.wagers import one_roll
from croupier.games.svg import Area

WIDTH, HEIGHT = 1738, 858
#: The bounds of the number boxes, and of the propositions in the center.
LEFT, RIGHT, TOP = 172, 1222, 96
CENTER, CENTER_RIGHT = 1254, 1694
#: The height of the puck above its number, and its place while it is off, near the end of the line.
PUCK_Y, PUCK_REST_X = 62, 100
#: Where it lies in front of the shooter, at the end of the table that the layout shows.
PUCK_SHOOTER_X = 760
GAP = 2

#: Wagers whose spot is a number. For the others the number is part of the id.
_BY_SPOT = ("come", "come-odds", "dont-come", "dont-come-odds", "put-odds")
#: Craps Free Craps takes these on 2, 3, 11 and 12 too (reading C8).
BEYOND_POINTS = ("come", "place", "buy")

PROPOSITIONS = (("any-seven",), ("hard-6", "hard-10"), ("hard-8", "hard-4"))
ONE_ROLL = (
    ("craps-3", "craps-2", "craps-12", "eleven"),
    ("any-craps",),
    ("c-and-e", "horn", "whirl", "six-seven-eight"),
    ("horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12"),
)
HOPS_TOP, HOP_HEIGHT, HOPS_ACROSS = 592, 74, 6


Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """How the felt of one variant is divided."""

    numbers: tuple[int, ...]
    left: int  # the left edge of the number boxes
    #: The rows of a number box, top down: kinds of wager, height. The row without kinds shows the number.
    rows: tuple[tuple[tuple[str, ...], int], ...]
    come: Area
    field: Area
    line: Area
    odds: Area
    dont_pass: Area | None = None
    dont_come: Area | None = None

    width = WIDTH
    height = HEIGHT

    @property
    def has_dont_pass(self) -> bool:
        """Whether the layout has a don't pass line."""
        return self.dont_pass is not None

    @property
    def column(self) -> int:
        """The width of a number box."""
        return (RIGHT - self.left) // len(self.numbers)

    def box(self, number: int) -> Area:
        """The whole box of a number."""
        x = self.left + self.numbers.index(number) * self.column
        return Area(x, TOP, self.column, sum(height for _, height in self.rows))

    def numeral(self, number: int) -> Area:
        """Where the number itself is printed."""
        y = TOP
        for kinds, height in self.rows:
            if not kinds:
                return Area(self.box(number).x, y, self.column, height)
            y += height
        raise AssertionError("a number box has its numeral")

    def on(self, number: int) -> tuple[int, int]:
        """Where the puck lies on a number."""
        return self.box(number).middle[0], PUCK_Y

    def fire(self, number: int, puck: object) -> tuple[int, int]:
        """Where the lammer of the Fire Bet lies on a number: beside the puck if it is there too."""
        return self.box(number).middle[0] + (50 if number == puck else 0), PUCK_Y

    @property
    def off(self) -> tuple[int, int]:
        """Where the puck lies while it is off."""
        return PUCK_REST_X, PUCK_Y

    @property
    def shooter(self) -> tuple[int, int]:
        """Where the puck lies in front of the shooter."""
        return PUCK_SHOOTER_X, (self.dont_pass or self.odds).middle[1]


_WIDE = RIGHT - LEFT
_BIG = 156  # the width of Big 6 and Big 8 together
PLANS: dict[Variant, Plan] = {
    "craps": Plan(
        numbers=dice.POINTS,
        left=LEFT + 150,
        rows=(
            (("dont-come", "dont-come-odds"), 46),
            (("lay", "place-to-lose"), 46),
            ((), 66),
            (("come", "come-odds"), 46),
            (("place", "buy"), 50),
            (("put", "put-odds"), 46),
        ),
        come=Area(LEFT, 406, _WIDE, 96),
        field=Area(LEFT + _BIG, 512, _WIDE - _BIG, 116),
        dont_pass=Area(LEFT, 640, _WIDE, 58),
        dont_come=Area(LEFT, TOP, 150, 300),
        line=Area(LEFT, 698, _WIDE, 68),
        odds=Area(LEFT, 768, _WIDE, 48),
    ),
    "craps-free": Plan(
        numbers=craps_free.POINTS,
        left=LEFT,
        rows=(((), 72), *(((kind,), 45) for kind in ("come", "come-odds", "place", "buy", "put", "put-odds"))),
        come=Area(LEFT, 448, _WIDE, 86),
        field=Area(LEFT + _BIG, 544, _WIDE - _BIG, 100),
        line=Area(LEFT, 654, _WIDE, 92),
        odds=Area(LEFT, 752, _WIDE, 62),
    ),
}


@cache
def areas(variant: Variant) -> dict[Key, Area]:
    """The area of every place on the felt of a variant, by wager and spot ('' for a wager without spots)."""
    plan = PLANS[variant]
    return dict([*_line(plan), *_numbers(plan), *_center(), *_hops()])


def places_of(variant: Variant) -> frozenset[str]:
    """The wagers that have a place on the felt of a variant."""
    return frozenset(wager for wager, _ in areas(variant))


def _line(plan: Plan) -> Iterable[tuple[Key, Area]]:
    """The lines, come, field, Big 6 and Big 8."""
    yield ("pass", ""), plan.line
    yield ("pass-odds", ""), plan.odds
    yield ("come", ""), plan.come
    yield ("field", ""), plan.field
    for i, wager in enumerate(("big-6", "big-8")):
        yield (wager, ""), Area(LEFT + i * _BIG // 2, plan.field.y, _BIG // 2, plan.field.height)
    if plan.dont_pass and plan.dont_come:
        x, y, width, height = plan.dont_pass
        yield ("dont-pass", ""), Area(x + 24, y, width - 224, height)
        yield ("dont-pass-odds", ""), Area(x + width - 200, y, 200, height)
        yield ("dont-come", ""), plan.dont_come


def _numbers(plan: Plan) -> Iterable[tuple[Key, Area]]:
    """The places in each number's box."""
    for number in plan.numbers:
        x, y, width, _ = plan.box(number)
        for kinds, height in plan.rows:
            here = [kind for kind in kinds if number in dice.POINTS or kind in BEYOND_POINTS]
            for i, kind in enumerate(here):
                start, end = width * i // len(here), width * (i + 1) // len(here)
                yield key_of(kind, number), Area(x + start, y, end - start, height)
            y += height


def key_of(kind: str, number: int) -> Key:
    """The wager and the spot of a kind of wager on a number."""
    return (kind, str(number)) if kind in _BY_SPOT else (f"{kind}-{number}", "")


def _center() -> Iterable[tuple[Key, Area]]:
    """The propositions: above, wagers that may stand for several rolls; below, wagers on one roll."""
    y = TOP
    heights = (54, 76, 76, 84, 54, 62, 62)
    for row, height in zip((*PROPOSITIONS, *ONE_ROLL), heights, strict=True):
        width = (CENTER_RIGHT - CENTER) // len(row)
        for i, wager in enumerate(row):
            yield (wager, ""), Area(CENTER + i * width, y, width, height)
        y += height


def _hops() -> Iterable[tuple[Key, Area]]:
    """The places of the hops."""
    for i, hop in enumerate(hops()):
        row, place = divmod(i, HOPS_ACROSS)
        start, end = (440 * edge // HOPS_ACROSS for edge in (place, place + 1))
        yield (hop, ""), Area(CENTER + start, HOPS_TOP + row * HOP_HEIGHT, end - start, HOP_HEIGHT)


def hops() -> list[str]:
    """The seventeen hops, by total."""
    return sorted((w.id for w in one_roll.WAGERS if w.group == "hops"), key=lambda hop: (sum(faces(hop)), faces(hop)))


def faces(hop: str) -> tuple[int, int]:
    """The two faces that a hop wager names."""
    _, low, high = hop.split("-")
    return int(low), int(high)
