"""The side bets of a roulette table: their marked areas, the Up Streak, the number track, the previous number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.fonts import SERIF
from croupier.games.roulette.facts import RouletteTable
from croupier.games.roulette.sequences import EIGHTS, TRACK_WAGER, UP_WAGERS, Track, UpStreak
from croupier.games.roulette.wheel import color
from croupier.games.svg import (
    BLACK,
    CREAM,
    DEEP,
    FELT,
    GOLD,
    INK,
    MARKED,
    PANEL,
    PANEL_NAME,
    RED,
    ROW,
    ROW_GAP,
    ROW_TOP,
    SIDE_BETS,
    Area,
    Spot,
    Terms,
    Tracker,
    circle,
    element,
    fit,
    lammer,
    marked_area,
    outlined,
    panel,
    panel_of,
    pay_lines,
    rect,
    rows_of,
    small,
    text,
)

BONUS, PROGRESSIVE = UP_WAGERS
_BACK2BACK, _SPINNER = "back2back", "spinner-winner"
#: The boxes of the Up Streak tracker: as many as the longest streak of any pay table.
UP_BOXES = 9
_ROWS = (UP_WAGERS, (TRACK_WAGER,), (_BACK2BACK, _SPINNER))
_BOARD, _PREVIOUS = 168, 164
#: The lines of the number track on an upright layout, and their height.
_TRACK_LINES, _TRACK_LINE = 3, 62
_COLORS = {"red": RED, "black": BLACK, "green": FELT}
_EIGHT = "#f0d78f"  # a gold that is readable on red too


@dataclass(frozen=True, slots=True)
class Foot:
    """The strip along the lower edge of a layout, with the side bets.

    On an upright layout, trackers have lines of their own.
    """

    left: int
    top: int  # the lower edge of the layout
    width: int
    pockets: tuple[str, ...]  # the pockets in play
    terms: Terms
    table: RouletteTable | None
    meter_cents: int | None
    most_won: Mapping[str, int]  # cents that all players together win on a side bet from one outcome
    upright: bool = False

    def rows(self, side_bets: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """The rows of side bets on the strip."""
        return rows_of(frozenset(side_bets), _ROWS, max(1, self.width // (PANEL + ROW_GAP)))

    def height(self, side_bets: Iterable[str]) -> int:
        """The additional length of a felt with these side bets."""
        lines = [height + ROW_GAP for row in self.rows(side_bets) for height in self._heights(row)]
        return sum(lines) - ROW_GAP + self._above if lines else 0

    @property
    def _above(self) -> int:
        """What is between the layout and the first line: a gap, or the name of the panel."""
        return ROW_TOP + PANEL_NAME if self.upright else ROW_TOP

    def _heights(self, row: Sequence[str]) -> tuple[int, ...]:
        """The heights of the lines of one row."""
        if not self.upright:
            return (ROW,)
        if row[0] == TRACK_WAGER:
            return ROW, _TRACK_LINES * _TRACK_LINE + 12
        if row[0] in (_BACK2BACK, _SPINNER):
            return (ROW,) * (len(row) + 1)
        return (ROW, ROW) if row[0] in UP_WAGERS else (ROW,)

    def areas(self, side_bets: Collection[str]) -> Iterable[Spot | str]:
        """For every side bet: its spot, its printed text, and its tracker."""
        y = self.top + self._above
        if self.upright and side_bets:
            named = Area(self.left, y - PANEL_NAME, self.width, self.height(side_bets) - ROW_TOP)
            yield panel_of(SIDE_BETS, named)
        for row in self.rows(side_bets):
            lines = []
            for height in self._heights(row):
                lines.append(Area(self.left, y, self.width, height))
                y += height + ROW_GAP
            if row[0] in UP_WAGERS:
                yield from self._up(row, lines)
            elif row[0] == TRACK_WAGER:
                yield from self._straights_and_8s(lines)
            elif row[0] in (_BACK2BACK, _SPINNER):
                yield from self._repeats(row, lines)
            else:
                x, top, width, height = lines[0]
                step = width // len(row) if self.upright else PANEL + ROW_GAP
                for i, wager in enumerate(row):
                    yield from panel(wager, Area(x + i * step, top, step - ROW_GAP, height), self.terms)

    def _up(self, offered: Sequence[str], lines: Sequence[Area]) -> Iterable[Spot | str]:
        """The bonus and the progressive wager, the tracker of the streak they share, and the meter."""
        x, y, width, height = lines[0]
        right = x + width
        for wager in offered:
            yield from marked_area(wager, Area(x, y, MARKED, height), self.terms)
            x += MARKED + ROW_GAP
        if PROGRESSIVE in offered:
            left = x if self.upright else right - _BOARD
            yield meter_board(Area(left, y, right - left, height), self.meter_cents)
            right = left - ROW_GAP
        where = lines[-1] if self.upright else Area(x, y, right - x, height)
        tracker = Tracker("up-streak", where, UP_BOXES, "UP STREAK", 136)
        words = {BONUS: ("bonus", CREAM), PROGRESSIVE: ("progressive", GOLD)}
        feet = []
        for wager in offered:
            pays = self.terms.figures(wager)
            feet.append((words[wager][0] if pays else "", pays, words[wager][1]))
        yield from tracker.printed(*feet)
        for line, said in enumerate(self._aggregate(offered)):
            yield small(
                where.x + tracker.label // 2, where.y + 36 + 16 * line, said, fit(said, tracker.label - 8, 15)
            )
        if self.table is not None and self.table.up is not None:
            yield up_streak_lammer(tracker, self.table.up)

    @implements("30-2299.04/start(6)")
    def _aggregate(self, offered: Sequence[str]) -> Iterable[str]:
        """The aggregate limit, if the house has one, in lines."""
        for cents in (self.most_won[wager] for wager in offered if wager in self.most_won):
            yield "all players"
            yield f"${cents // 100:,} at most"

    def _straights_and_8s(self, lines: Sequence[Area]) -> Iterable[Spot | str]:
        """The marked area, the number track, and the pay table: below the track, or beside the marked area."""
        x, y, width, height = lines[0]
        yield from marked_area(TRACK_WAGER, Area(x, y, MARKED, height), self.terms)
        beside = Area(x + MARKED + ROW_GAP, y, width - MARKED - ROW_GAP, height)
        yield outlined(*beside, rx=12, stroke=GOLD, stroke_width=2, fill=DEEP)
        if self.upright:
            yield outlined(*lines[1], rx=12, stroke=GOLD, stroke_width=2, fill=DEEP)
            yield from pay_lines(beside.inset(16), self.terms.rows(TRACK_WAGER))
            track = NumberTrack(lines[1], self.pockets, _TRACK_LINES)
        else:
            yield from self._pays_below(beside)
            track = NumberTrack(beside._replace(height=72), self.pockets)
        yield from track.printed()
        if self.table is not None and self.table.track is not None:
            yield number_track_markers(track, self.table.track)

    def _pays_below(self, whole: Area) -> Iterable[str]:
        lines = [f"{words} {pays}" for words, pays in self.terms.rows(TRACK_WAGER)]
        size = min((fit(line, whole.width // len(lines) - 12, 16) for line in lines), default=0)
        for i, line in enumerate(lines):
            middle = whole.x + whole.width * (2 * i + 1) // (2 * len(lines))
            yield small(middle, whole.foot[1] - 16, line, size, fill=GOLD)

    def _repeats(self, offered: Sequence[str], lines: Sequence[Area]) -> Iterable[Spot | str]:
        """The wagers on a repeated number, with the previous number between or below them."""
        x, y, width, height = lines[0]
        wide = (width - _PREVIOUS - 2 * ROW_GAP) // 2
        for i, wager in enumerate(offered):
            here = lines[i] if self.upright else Area(x + i * (wide + _PREVIOUS + 2 * ROW_GAP), y, wide, height)
            yield from self._back2back(here) if wager == _BACK2BACK else panel(wager, here, self.terms)
        previous = None if self.table is None else self.table.previous
        yield previous_number(lines[-1] if self.upright else Area(x + wide + ROW_GAP, y, _PREVIOUS, height), previous)

    def _back2back(self, area: Area) -> Iterable[Spot | str]:
        """The marked area, and the awards of the house from which one is drawn."""
        x, y, width, height = area
        yield from marked_area(_BACK2BACK, Area(x, y, MARKED, height), self.terms)
        beside = Area(x + MARKED + ROW_GAP, y, width - MARKED - ROW_GAP, height)
        yield outlined(*beside, rx=12, stroke=GOLD, stroke_width=2, fill=DEEP)
        awards = [f"{int(row):,}" for row in self.terms.figures(_BACK2BACK)] or ["10", "1,000"]
        pays = (
            f"{' · '.join(awards)} to 1" if 2 < len(awards) < 10 else f"{awards[0]} to {awards[-1]} times the wager"
        )
        middle = beside.middle[0]
        yield small(middle, y + 24, "the previous number again pays", 15)
        yield small(middle, y + 52, pays, fit(pays, beside.width - 24, 18, bold=True), fill=GOLD, font_weight="bold")
        yield small(middle, y + 80, "as drawn and shown on the reader board", 15)


@implements("30-2299.04/start(8)")
def up_streak_lammer(tracker: Tracker, up: UpStreak) -> str:
    """The lammer of the Up Streak: in box 1 after the first spin, then one box further for each spin that goes up."""
    return tracker.lammer(up.length) if up.active else ""


@dataclass(frozen=True, slots=True)
class NumberTrack:
    """The number track of Straights and 8's: one cell for each pocket in play."""

    area: Area
    pockets: tuple[str, ...]
    lines: int = 1

    def cell(self, pocket: str) -> Area:
        """The cell of one pocket."""
        x, y, width, height = self.area.inset(6)
        most = -(-len(self.pockets) // self.lines)
        line, place = divmod(self.pockets.index(pocket), most)
        shares = [_share(each) for each in self.pockets[line * most :][:most]]
        whole = sum(shares) + _share("") * (most - len(shares))
        start, end = (width * sum(shares[:edge]) // whole for edge in (place, place + 1))
        return Area(x + start, y + line * height // self.lines, end - start, height // self.lines)

    def printed(self) -> Iterable[str]:
        """The printed cells; 8, 18 and 28 are gold."""
        for pocket in self.pockets:
            cell = self.cell(pocket)
            paint = _EIGHT if pocket in EIGHTS else CREAM
            yield rect(*cell, fill=_COLORS[color(pocket)], stroke=CREAM, stroke_width=1)
            yield text(cell.middle[0], cell.y + 15, pocket, fit(pocket, cell.width - 6, 16, SERIF), fill=paint)
            yield circle(cell.middle[0], cell.y + 42, 13, fill="none", stroke=paint, stroke_opacity="0.45")


def _share(pocket: str) -> int:
    """How wide a cell is, compared with the others: 000 needs more room than two digits."""
    return max(3, len(pocket) + 1)


@implements("30-2299.02(4)")
def number_track_markers(track: NumberTrack, marked: Track) -> str:
    """A marker on the first and the second number of the running sequence. Both stay until the sequence ends."""
    drawn = []
    for order, pocket in enumerate(marked.numbers):
        cell = track.cell(pocket)
        again = 6 * marked.numbers[:order].count(pocket)
        drawn.append(lammer(TRACK_WAGER, pocket, cell.middle[0], cell.y + 42 - again, str(order + 1)))
    return "".join(drawn)


def previous_number(area: Area, pocket: str | None) -> str:
    """The previous number: Back2Back and Spinner Winner pay if it repeats. A dash at a table that was just opened."""
    x, y = area.middle[0], area.y + 63
    return element(
        "g",
        outlined(*area, rx=12, stroke=GOLD, stroke_width=2, fill=INK),
        small(x, area.y + 16, "PREVIOUS NUMBER", 15, font_weight="bold"),
        circle(x, y, 30, fill=INK if pocket is None else _COLORS[color(pocket)], stroke=CREAM, stroke_width=2),
        text(x, y, "–" if pocket is None else pocket, 28),
        class_="previous",
        data_previous=pocket or "",
    )


def meter_board(area: Area, cents: int | None) -> str:
    """The progressive meter in dollars."""
    x, y = area.middle
    dollars = "–" if cents is None else f"${cents // 100:,}.{cents % 100:02d}"
    return element(
        "g",
        outlined(*area, rx=12, stroke=GOLD, stroke_width=2, fill=INK),
        small(x, area.y + 18, "PROGRESSIVE METER", 15, font_weight="bold"),
        small(x, y + 8, dollars, fit(dollars, area.width - 20, 28, bold=True), fill="#ffc24a", font_weight="bold"),
        class_="meter",
        data_cents="" if cents is None else cents,
    )
