"""The roulette layout as a picture, with every spot where 30-2203(6) permits a chip."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from croupier import rulebook
from croupier.core.citation import implements
from croupier.core.machine import Wager
from croupier.fonts import SERIF
from croupier.games.chips import Chip, stacks
from croupier.games.roulette import GAME
from croupier.games.roulette.facts import RouletteTable
from croupier.games.roulette.layout import FIRST_FIVE, HEIGHT, SIDE, Box, Layout
from croupier.games.roulette.svg import side_bets as svg_side_bets
from croupier.games.roulette.wheel import NUMBERS, ZEROS, color
from croupier.games.svg import (
    BLACK,
    CREAM,
    FELT,
    FULL,
    GOLD,
    INK,
    PANEL_NAME,
    RED,
    Area,
    Pays,
    Spot,
    Style,
    Terms,
    circle,
    element,
    fit,
    hit_areas,
    outlined,
    panel_of,
    picture,
    posted,
    small,
    text,
    title_of,
)

#: Half the thickness of the area to click on a line or a corner.
HALF = 20
#: The same at the zeros, where the trios of 0 and 00 are only one unit apart.
CROWDED = 12
COURTESY = "courtesy"


@dataclass(frozen=True, slots=True)
class Measures:
    """The lengths of a picture: a unit along the rows and across them, the dozens, the outside boxes, the margin."""

    along: int
    across: int
    dozen: int
    outside: int
    edge: int


_ALONG_THE_TABLE = Measures(along=48, across=48, dozen=96, outside=96, edge=36)
_LONGEST = replace(_ALONG_THE_TABLE, edge=25)  # three zeros: a phone in landscape has no width to spare
_UPRIGHT = Measures(along=42, across=67, dozen=96, outside=98, edge=22)

_COLORS = {"red": RED, "black": BLACK, "green": FELT}
_DOZENS = ("1st 12", "2nd 12", "3rd 12")
#: The outside boxes from left to right: the wager and its printed text.
_OUTSIDE = (
    ("low", "1 to 18"),
    ("even", "EVEN"),
    ("red", "RED"),
    ("black", "BLACK"),
    ("odd", "ODD"),
    ("high", "19 to 36"),
)
_WORDS = {"low": "1 to 18", "high": "19 to 36", "first-five": f"First Five {', '.join(FIRST_FIVE)}"}


def draw(
    layout: Layout,
    chips: Sequence[Chip] = (),
    dolly: str | None = None,
    pays: Pays | None = None,
    *,
    offered: Collection[str] | None = None,
    side_bets: Collection[str] = (),
    wagers: Mapping[str, Wager] = GAME.wagers,
    pay_tables: Mapping[str, str] | None = None,
    table: RouletteTable | None = None,
    meter_cents: int | None = None,
    most_won: Mapping[str, int] | None = None,
    style: Style = FULL,
) -> str:
    """The layout with its chips and markers. `pays` are the house's odds; without them the rulebook's minimum odds.

    `offered` are the wagers that the table takes, None for all. `side_bets` are the side bets with an area of their
    own, `wagers` all wagers of the house by id, `pay_tables` the printed names of their pay tables; `table` and
    `meter_cents` are shown by their trackers. `most_won` are the most cents that all players together win on a side
    bet from one outcome. The simple felt has no side bets.
    """
    board = _Board(layout, _least() if pays is None else pays, style.upright)
    shown = () if style.simple else side_bets
    pockets = tuple(pocket for pocket in (*ZEROS, *NUMBERS) if pocket in layout.spots["straight"])
    terms = Terms(wagers, board.pays, pay_tables or {})
    across, bottom = board.area((0, board.length), (0, board.width)).foot
    edge = board.measures.edge
    foot = svg_side_bets.Foot(
        edge, bottom, across - edge, pockets, terms, table, meter_cents, most_won or {}, style.upright
    )
    parts = tuple(foot.areas(shown))
    own = tuple(part for part in parts if isinstance(part, Spot))
    spots = (*board.spots(), *own)
    open_spots = spots if offered is None else [spot for spot in spots if spot in own or spot.wager in offered]
    title = f"Roulette layout, {layout.wheel.replace('-', ' ')}"
    return picture(
        across + edge,
        bottom + edge + foot.height(shown),
        f"{title}, used as a single zero wheel" if layout.converted else title,
        *((panel_of("Numbers", board.corner),) if style.upright and shown else ()),
        *board.printed(),
        *(cover(board, pocket) for pocket in ZEROS if pocket in layout.covered),
        *(part for part in parts if isinstance(part, str)),
        hit_areas(open_spots),
        stacks(chips, spots),
        "" if dolly is None else crown(spots, dolly),
        game="roulette",
    )


def _least() -> Pays:
    """The minimum odds in the newest edition of the rules."""
    return {wager: row.odds for wager, row in rulebook.colorado(on=date.max).permitted("roulette").items()}


@dataclass(frozen=True)
class _Board:
    """One layout with its measures in the picture: lengths, spots and printed text.

    Lengths along the rows begin at the first zero, lengths across them at column 3. The upright layout is turned:
    its rows go down, column 1 is on the left, and the outside boxes are left of it.
    """

    layout: Layout
    pays: Pays
    upright: bool = False

    @property
    def measures(self) -> Measures:
        """The lengths of this picture."""
        if self.upright:
            return _UPRIGHT
        return _LONGEST if "000" in self.layout.boxes else _ALONG_THE_TABLE

    @cached_property
    def left(self) -> int:
        """Where the zeros begin."""
        return min(box.x0 for box in self.layout.boxes.values())

    def along(self, units: int) -> int:
        """The length along the rows to a grid position."""
        return (units - self.left) * self.measures.along

    def across(self, units: int) -> int:
        """The length across the rows to a grid position."""
        return units * self.measures.across

    @property
    def length(self) -> int:
        """The length of the layout along its rows."""
        return self.along(26)

    @property
    def dozens(self) -> tuple[int, int]:
        """Where the dozens begin and end, across the rows."""
        return self.across(HEIGHT), self.across(HEIGHT) + self.measures.dozen

    @property
    def width(self) -> int:
        """The length of the layout across its rows."""
        return self.dozens[1] + self.measures.outside

    def area(self, along: tuple[int, int], across: tuple[int, int]) -> Area:
        """The part of the picture between two lengths along the rows and two across them."""
        edge, long, wide = self.measures.edge, along[1] - along[0], across[1] - across[0]
        if self.upright:
            return Area(edge + self.width - across[1], edge + along[0], wide, long)
        return Area(edge + along[0], edge + across[0], long, wide)

    @property
    def corner(self) -> Area:
        """The empty corner beside the zeros of an upright layout."""
        return self.area((0, PANEL_NAME), (self.dozens[0] + 10, self.width))

    def box(self, box: Box) -> Area:
        """The printed box of a number."""
        return self.area((self.along(box.x0), self.along(box.x1)), (self.across(box.y0), self.across(box.y1)))

    # spots

    @implements("30-2210(2)(e)(i)", "47.1-2210(2)(d)(i)")
    def spots(self) -> Iterable[Spot]:
        """Every legal spot, and the courtesy spot if the layout has one."""
        where: dict[str, Callable[[str, frozenset[str]], Area]] = {
            "straight": self._straight,
            "split": self._common,
            "trio": self._common,
            "corner": self._common,
            "street": self._outer_line,
            "line": self._outer_line,
            "column": self._column,
            "dozen": self._dozen,
        }
        for wager, found in self.layout.spots.items():
            for spot, covers in found.items():
                inside = wager not in ("straight", "column", "dozen")
                yield self._spot(wager, spot, where[wager](spot, covers), between=inside)
        if "00" in self.layout.spots["straight"]:
            yield self._spot("first-five", "", self._node(0, HEIGHT), between=True)
        if self.layout.has_courtesy_spot:
            yield self._spot("split", "0-00", self._courtesy_area(), at=COURTESY, between=True)
        for i, (wager, _) in enumerate(_OUTSIDE):
            yield self._spot(wager, "", self._outside_area(i).inset(1))

    def _spot(self, wager: str, spot: str, area: Area, at: str = "", *, between: bool = False) -> Spot:
        words = _WORDS.get(wager) or f"{wager} {spot.replace('-', ', ')}".strip()
        return Spot(wager, spot, *area, title=title_of(words, posted(self.pays, wager)), at=at, between=between)

    def _straight(self, spot: str, covers: frozenset[str]) -> Area:
        return self.box(self.layout.boxes[spot]).inset(1)

    def _common(self, spot: str, covers: frozenset[str]) -> Area:
        """The part that all boxes share: a line between two, or a corner."""
        boxes = [self.layout.boxes[pocket] for pocket in covers]
        x0, x1 = max(box.x0 for box in boxes), min(box.x1 for box in boxes)
        y0, y1 = max(box.y0 for box in boxes), min(box.y1 for box in boxes)
        if x0 > x1 or y0 > y1:  # the customary 0-1-2-3 (reading R2) has the place of First Five
            return self._node(0, HEIGHT)
        if x0 == x1 and y0 == y1:
            return self._node(x0, y0)
        if y0 == y1:
            return self.area((self.along(x0) + HALF, self.along(x1) - HALF), _around(self.across(y0)))
        ends = self.across(y0) + self._half(x0, y0), self.across(y1) - self._half(x0, y1)
        return self.area(_around(self.along(x0)), ends)

    def _half(self, x: int, y: int) -> int:
        """Half the height of the area to click on a corner: less at 0 and 00, where three are close together."""
        crowded = x == 0 and 0 < y < HEIGHT and self.layout.wheel != "single-zero"
        return CROWDED if crowded else HALF

    def _node(self, x: int, y: int) -> Area:
        return self.area(_around(self.along(x)), _around(self.across(y), self._half(x, y)))

    def _outer_line(self, spot: str, covers: frozenset[str]) -> Area:
        """The outer edge below a row, or the outer corner between two rows."""
        right = max(self.layout.boxes[pocket].x1 for pocket in covers)
        if len(covers) == 6:
            return self._node(right - SIDE, HEIGHT)
        return self.area((self.along(right - SIDE) + HALF, self.along(right) - HALF), _around(self.across(HEIGHT)))

    def _column_area(self, column: int) -> Area:
        top = self.layout.boxes[str(column)].y0
        return self.area((self.along(24), self.along(26)), (self.across(top), self.across(top + SIDE)))

    def _column(self, spot: str, covers: frozenset[str]) -> Area:
        return self._column_area(int(spot)).inset(1)

    def _dozen_area(self, i: int) -> Area:
        return self.area((self.along(8 * i), self.along(8 * i + 8)), self.dozens)

    def _dozen(self, spot: str, covers: frozenset[str]) -> Area:
        return self._dozen_area(int(spot) - 1).inset(1)

    def _outside_area(self, i: int) -> Area:
        return self.area((self.along(4 * i), self.along(4 * i + 4)), (self.dozens[1], self.width))

    def _courtesy_area(self) -> Area:
        start, end = self.dozens
        return self.area(_around(self.along(16)), _around(start + HALF + (end - start - HALF) // 2))

    # printing

    def printed(self) -> Iterable[str]:
        """The felt without chips."""
        for pocket in (*NUMBERS, *(zero for zero in ZEROS if zero in self.layout.boxes)):
            yield self._box(pocket)
        for column in (1, 2, 3):
            yield outlined(*(area := self._column_area(column)))
            yield text(*area.middle, posted(self.pays, "column"), 25)
        for i, words in enumerate(_DOZENS):
            yield outlined(*(area := self._dozen_area(i)))
            x, y = area.middle
            yield self._turned(x - 6 * self.upright, y + 6 * (not self.upright), words, 36)
        for i, (wager, words) in enumerate(_OUTSIDE):
            yield self._outside(wager, words, self._outside_area(i))
        if self.layout.has_courtesy_spot:
            yield self._courtesy()

    def _turned(self, x: int, y: int, words: str, size: int, *, spacing: int = 0) -> str:
        """Words along the rows of the layout."""
        printed = text(x, y, words, size, spacing=spacing)
        return element("g", printed, transform=f"rotate(-90 {x} {y})") if self.upright else printed

    def _box(self, pocket: str) -> str:
        area = self.box(self.layout.boxes[pocket])
        size = fit(pocket, min(area.width, area.height) - 14, 44, SERIF)
        shape = self.outline(self.layout.boxes[pocket])
        paint: dict[str, str | int] = {"fill": _COLORS[color(pocket)], "stroke": CREAM, "stroke_width": 3}
        return element("path", d=shape, **paint, data_cell=pocket) + text(*area.middle, pocket, size)

    def outline(self, box: Box) -> str:
        """The outline of a box; the outer corners of the zeros are round."""
        x0, y0, wide, high = self.box(box)
        x1, y1 = x0 + wide, y0 + high
        first = self.measures.along if box.x0 == self.left and box.y0 == 0 else 0
        last = self.measures.along if box.x0 == self.left and box.y1 == HEIGHT else 0
        if self.upright:
            return (
                f"M{x0} {y1}V{y0 + last}A{last} {last} 0 0 1 {x0 + last} {y0}"
                f"H{x1 - first}A{first} {first} 0 0 1 {x1} {y0 + first}V{y1}Z"
            )
        return (
            f"M{x1} {y0}H{x0 + first}A{first} {first} 0 0 0 {x0} {y0 + first}"
            f"V{y1 - last}A{last} {last} 0 0 0 {x0 + last} {y1}H{x1}Z"
        )

    def _outside(self, wager: str, words: str, area: Area) -> str:
        box, (x, y) = outlined(*area), area.middle
        if wager not in ("red", "black"):
            return box + self._turned(x, y, words, 32)
        wide, high = (area.width // 2 - 8, area.height // 2 - 8)
        diamond = f"M{x - wide} {y}L{x} {y - high}L{x + wide} {y}L{x} {y + high}Z"
        shape = element("path", d=diamond, fill=_COLORS[wager], stroke=CREAM, stroke_width=2)
        return box + shape + self._turned(x, y, words, 21, spacing=1)

    def _courtesy(self) -> str:
        """The line between '2nd 12' and '3rd 12', marked for the split of 0 and 00."""
        x, y = self._courtesy_area().middle
        mark = element("rect", x=x - 17, y=y - 22, width=34, height=44, rx=6, fill=FELT, stroke=GOLD, stroke_width=2)
        return mark + small(x, y - 10, "0", 18, fill=GOLD) + small(x, y + 10, "00", 18, fill=GOLD)


def _around(middle: int, half: int = HALF) -> tuple[int, int]:
    return middle - half, middle + half


@implements("30-2210(2)(d)(i)", "47.1-2210(2)(c)(i)")
def cover(board: _Board, pocket: str) -> str:
    """The cover over a box that a converted wheel does not use. It hides the number."""
    box = board.layout.boxes[pocket]
    area = board.box(box)
    middle = area.middle
    plate = element("path", d=board.outline(box), fill="#4b4f52", stroke="#22262a", stroke_width=5)
    words = text(middle[0], middle[1] - 16, pocket, 20, fill="#d5d8da")
    words += small(middle[0], middle[1] + 16, "NOT AVAILABLE", 17, fill="#d5d8da")
    if area.width < area.height:
        words = element("g", words, transform=f"rotate(-90 {middle[0]} {middle[1]})")
    return element("g", plate, words, class_="cover", data_covers=pocket)


@implements("30-2201(3)", "47.1-2201(3)")
def crown(spots: Iterable[Spot], pocket: str) -> str:
    """The crown or dolly: the dealer's marker on the number where the ball rests."""
    boxes = {spot.spot: spot.center for spot in spots if spot.wager == "straight"}
    if pocket not in boxes:
        raise ValueError(f"no open box {pocket!r} on this layout for the dolly")
    x, y = boxes[pocket]
    points = ((-13, -2), (-15, -19), (-6, -12), (0, -23), (6, -12), (15, -19), (13, -2))
    peaks = f"M{'L'.join(f'{x + across} {y + down}' for across, down in points)}Z"
    return element(
        "g",
        element("title", f"dolly on {pocket}"),
        circle(x, y + 3, 33, fill="#000000", fill_opacity="0.35"),
        circle(x, y, 32, fill="#eef4f6", fill_opacity="0.92", stroke=CREAM, stroke_width=3),
        circle(x, y, 28, fill="none", stroke=GOLD, stroke_width=3),
        element("path", d=peaks, fill=GOLD, stroke=INK, stroke_width=2, stroke_linejoin="round"),
        text(x, y + 12, pocket, 20, fill=INK),
        class_="dolly",
        data_number=pocket,
        pointer_events="none",
    )
