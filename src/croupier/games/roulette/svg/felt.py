"""The roulette layout as a picture, with every spot where 30-2203(6) permits a chip."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

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
    GOLD,
    INK,
    RED,
    ROW_TOP,
    Pays,
    Spot,
    Terms,
    circle,
    element,
    fit,
    hit_areas,
    outlined,
    picture,
    posted,
    rows_height,
    small,
    text,
    title_of,
)

UNIT = 48
EDGE = 64
#: Half the thickness of the area to click on a line or a corner.
HALF = 20
#: The same at the zeros, where the trios of 0 and 00 are only one unit apart.
CROWDED = 12
DOZEN_HEIGHT = 88
OUTSIDE_HEIGHT = 88
COURTESY = "courtesy"

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
) -> str:
    """The layout with its chips and markers. `pays` are the house's odds; without them the rulebook's minimum odds.

    `offered` are the wagers that the table takes, None for all. `side_bets` are the side bets with an area of their
    own, `wagers` all wagers of the house by id, `pay_tables` the printed names of their pay tables; `table` and
    `meter_cents` are shown by their trackers. `most_won` are the most cents that all players together win on a side
    bet from one outcome.
    """
    board = _Board(layout, _least() if pays is None else pays)
    pockets = tuple(pocket for pocket in (*ZEROS, *NUMBERS) if pocket in layout.spots["straight"])
    terms = Terms(wagers, board.pays, pay_tables or {})
    foot = svg_side_bets.Foot(
        EDGE, board.bottom + ROW_TOP, board.x(26) - EDGE, pockets, terms, table, meter_cents, most_won or {}
    )
    parts = tuple(foot.areas(side_bets))
    own = tuple(part for part in parts if isinstance(part, Spot))
    spots = (*board.spots(), *own)
    open_spots = spots if offered is None else [spot for spot in spots if spot in own or spot.wager in offered]
    title = f"Roulette layout, {layout.wheel.replace('-', ' ')}"
    return picture(
        board.x(26) + EDGE,
        board.bottom + EDGE + rows_height(len(foot.rows(side_bets))),
        f"{title}, used as a single zero wheel" if layout.converted else title,
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
    """One layout with its measures in the picture: lengths, spots and printed text."""

    layout: Layout
    pays: Pays
    boxes: dict[str, Box] = field(init=False)
    left: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "boxes", self.layout.boxes)
        object.__setattr__(self, "left", min(box.x0 for box in self.boxes.values()))

    def x(self, units: int) -> int:
        """The x coordinate of a grid position."""
        return EDGE + (units - self.left) * UNIT

    def y(self, units: int) -> int:
        """The y coordinate of a grid position."""
        return EDGE + units * UNIT

    @property
    def bottom(self) -> int:
        """The lower edge of the outside boxes."""
        return self.y(HEIGHT) + DOZEN_HEIGHT + OUTSIDE_HEIGHT

    # spots

    @implements("30-2210(2)(e)(i)", "47.1-2210(2)(d)(i)")
    def spots(self) -> Iterable[Spot]:
        """Every legal spot, and the courtesy spot if the layout has one."""
        where: dict[str, Callable[[str, frozenset[str]], tuple[int, int, int, int]]] = {
            "straight": self._common,
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
                yield self._spot(wager, spot, where[wager](spot, covers))
        if "00" in self.layout.spots["straight"]:
            yield self._spot("first-five", "", self._node(0, HEIGHT))
        if self.layout.has_courtesy_spot:
            middle = self.y(HEIGHT) + HALF + (DOZEN_HEIGHT - HALF) // 2
            yield self._spot("split", "0-00", (self.x(16) - HALF, middle - 20, 2 * HALF, 40), at=COURTESY)
        for i, (wager, _) in enumerate(_OUTSIDE):
            top = self.y(HEIGHT) + DOZEN_HEIGHT
            yield self._spot(wager, "", (self.x(4 * i) + 6, top + 6, 4 * UNIT - 12, OUTSIDE_HEIGHT - 12))

    def _spot(self, wager: str, spot: str, area: tuple[int, int, int, int], at: str = "") -> Spot:
        words = _WORDS.get(wager) or f"{wager} {spot.replace('-', ', ')}".strip()
        return Spot(wager, spot, *area, title=title_of(words, posted(self.pays, wager)), at=at)

    def _common(self, spot: str, covers: frozenset[str]) -> tuple[int, int, int, int]:
        """The part that all boxes share: the box itself, a line between two, or a corner."""
        boxes = [self.boxes[pocket] for pocket in covers]
        x0, x1 = max(box.x0 for box in boxes), min(box.x1 for box in boxes)
        y0, y1 = max(box.y0 for box in boxes), min(box.y1 for box in boxes)
        if x0 > x1 or y0 > y1:  # the customary 0-1-2-3 (reading R2) has the place of First Five
            return self._node(0, HEIGHT)
        if x0 == x1 and y0 == y1:
            return self._node(x0, y0)
        left, right = (self.x(x0) - HALF, self.x(x0) + HALF) if x0 == x1 else (self.x(x0) + HALF, self.x(x1) - HALF)
        if y0 == y1:
            return left, self.y(y0) - HALF, right - left, 2 * HALF
        line = x0 == x1
        top = self.y(y0) + (self._half(x0, y0) if line else HALF)
        bottom = self.y(y1) - (self._half(x0, y1) if line else HALF)
        return left, top, right - left, bottom - top

    def _half(self, x: int, y: int) -> int:
        """Half the height of the area to click on a corner: less at 0 and 00, where three are close together."""
        crowded = x == 0 and 0 < y < HEIGHT and self.layout.wheel != "single-zero"
        return CROWDED if crowded else HALF

    def _node(self, x: int, y: int) -> tuple[int, int, int, int]:
        half = self._half(x, y)
        return self.x(x) - HALF, self.y(y) - half, 2 * HALF, 2 * half

    def _outer_line(self, spot: str, covers: frozenset[str]) -> tuple[int, int, int, int]:
        """The outer edge below a row, or the outer corner between two rows."""
        right = max(self.boxes[pocket].x1 for pocket in covers)
        if len(covers) == 6:
            return self._node(right - SIDE, HEIGHT)
        left = self.x(right - SIDE) + HALF
        return left, self.y(HEIGHT) - HALF, SIDE * UNIT - 2 * HALF, 2 * HALF

    def _column(self, spot: str, covers: frozenset[str]) -> tuple[int, int, int, int]:
        top = self.boxes[spot].y0
        return self.x(24) + 6, self.y(top) + 6, SIDE * UNIT - 12, SIDE * UNIT - 12

    def _dozen(self, spot: str, covers: frozenset[str]) -> tuple[int, int, int, int]:
        left = self.x(8 * (int(spot) - 1)) + HALF
        return left, self.y(HEIGHT) + HALF, 8 * UNIT - 2 * HALF, DOZEN_HEIGHT - HALF - 6

    # printing

    def printed(self) -> Iterable[str]:
        """The felt without chips."""
        for pocket in (*NUMBERS, *(zero for zero in ZEROS if zero in self.boxes)):
            yield self._box(pocket)
        for column in (1, 2, 3):
            top = self.y(self.boxes[str(column)].y0)
            yield outlined(self.x(24), top, SIDE * UNIT, SIDE * UNIT)
            middle = self.x(25), top + UNIT
            yield text(*middle, posted(self.pays, "column"), 25)
        for i, words in enumerate(_DOZENS):
            yield outlined(self.x(8 * i), self.y(HEIGHT), 8 * UNIT, DOZEN_HEIGHT)
            yield text(self.x(8 * i + 4), self.y(HEIGHT) + DOZEN_HEIGHT // 2 + 6, words, 36)
        for i, (wager, words) in enumerate(_OUTSIDE):
            yield self._outside(wager, words, self.x(4 * i), self.y(HEIGHT) + DOZEN_HEIGHT)
        if self.layout.has_courtesy_spot:
            yield self._courtesy()

    def _box(self, pocket: str) -> str:
        box = self.boxes[pocket]
        middle = (self.x(box.x0) + self.x(box.x1)) // 2, (self.y(box.y0) + self.y(box.y1)) // 2
        return element("path", d=self.outline(box), fill=_COLORS[color(pocket)], stroke=CREAM, stroke_width=3) + text(
            *middle, pocket, fit(pocket, SIDE * UNIT - 24, 44 if pocket in ZEROS else 40, SERIF)
        )

    def outline(self, box: Box) -> str:
        """The outline of a box; the outer corners of the zeros are round."""
        x0, y0, x1, y1 = self.x(box.x0), self.y(box.y0), self.x(box.x1), self.y(box.y1)
        top = UNIT if box.x0 == self.left and box.y0 == 0 else 0
        foot = UNIT if box.x0 == self.left and box.y1 == HEIGHT else 0
        return (
            f"M{x1} {y0}H{x0 + top}A{top} {top} 0 0 0 {x0} {y0 + top}"
            f"V{y1 - foot}A{foot} {foot} 0 0 0 {x0 + foot} {y1}H{x1}Z"
        )

    def _outside(self, wager: str, words: str, x: int, y: int) -> str:
        box = outlined(x, y, 4 * UNIT, OUTSIDE_HEIGHT)
        middle = x + 2 * UNIT, y + OUTSIDE_HEIGHT // 2
        if wager not in ("red", "black"):
            return box + text(*middle, words, 32)
        diamond = f"M{x + 10} {middle[1]}L{middle[0]} {y + 7}L{x + 4 * UNIT - 10} {middle[1]}"
        diamond += f"L{middle[0]} {y + OUTSIDE_HEIGHT - 7}Z"
        shape = element("path", d=diamond, fill=_COLORS[wager], stroke=CREAM, stroke_width=2)
        return box + shape + text(*middle, words, 21, spacing=1)

    def _courtesy(self) -> str:
        """The line between '2nd 12' and '3rd 12', marked for the split of 0 and 00."""
        x, y = self.x(16), self.y(HEIGHT) + HALF + (DOZEN_HEIGHT - HALF) // 2
        mark = element("rect", x=x - 14, y=y - 18, width=28, height=36, rx=6, fill=FELT, stroke=GOLD, stroke_width=2)
        return mark + small(x, y - 8, "0", 13, fill=GOLD) + small(x, y + 8, "00", 13, fill=GOLD)


@implements("30-2210(2)(d)(i)", "47.1-2210(2)(c)(i)")
def cover(board: _Board, pocket: str) -> str:
    """The cover over a box that a converted wheel does not use. It hides the number."""
    box = board.boxes[pocket]
    x0, y0, x1, y1 = board.x(box.x0), board.y(box.y0), board.x(box.x1), board.y(box.y1)
    middle = (x0 + x1) // 2, (y0 + y1) // 2
    turned = f"rotate(-90 {middle[0]} {middle[1]})"
    plate = element("path", d=board.outline(box), fill="#4b4f52", stroke="#22262a", stroke_width=5)
    words = text(middle[0], middle[1] - 12, pocket, 20, fill="#d5d8da", transform=turned)
    words += small(middle[0], middle[1] + 13, "NOT AVAILABLE", 13, fill="#d5d8da", transform=turned)
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
