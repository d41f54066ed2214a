"""Drawing functions that all felts use: elements, text, spots, and side bets.

Lengths are whole numbers and nothing depends on a random order: the same felt is always the same bytes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import NamedTuple, TypeAlias

from croupier.core.machine import MeterShare, Return, Wager
from croupier.core.show import WagerShow
from croupier.fonts import SANS, SERIF, knows, width

#: What a house pays, as in `House.pays_by_wager`: wager id -> row -> odds.
Pays: TypeAlias = Mapping[str, Mapping[str, object]]

FELT, DEEP, WOOD, GOLD, CREAM = "#0c5a3a", "#08432b", "#3a1f10", "#e3c26c", "#f6f1e1"
RED, BLACK, INK = "#b3122a", "#141414", "#1b1b1b"


class Area(NamedTuple):
    """A rectangle on the felt."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        """Its middle."""
        return self.x + self.width // 2, self.y + self.height // 2

    @property
    def foot(self) -> tuple[int, int]:
        """Its lower right corner."""
        return self.x + self.width, self.y + self.height

    def inset(self, by: int = 2) -> Area:
        """The same, a little smaller on every side."""
        return Area(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class Style:
    """Which felt of a table is drawn: the full or the simple one, along the table or upright for a narrow screen."""

    simple: bool = False
    upright: bool = False


FULL = Style()
STYLES = tuple(Style(simple, upright) for simple in (False, True) for upright in (False, True))


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a chip lies: the wager, its spot, and its hit area.

    No two boxes overlap. A spot between boxes lies over them: on the line or the corner that they share.
    """

    wager: str
    spot: str
    x: int
    y: int
    width: int
    height: int
    title: str
    at: str = ""  # a name for a second place of the same wager
    between: bool = False

    @property
    def center(self) -> tuple[int, int]:
        """The middle of the spot, where a chip is centered."""
        return self.x + self.width // 2, self.y + self.height // 2


def element(name: str, *children: str, **attributes: str | int) -> str:
    """One element. `data_wager` becomes data-wager and `class_` becomes class. Children are markup already."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def rect(x: int, y: int, width: int, height: int, **attributes: str | int) -> str:
    """A rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: int, y: int, radius: int, **attributes: str | int) -> str:
    """A circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def text(x: int, y: int, words: str, size: int, *, spacing: int = 0, **attributes: str | int) -> str:
    """Text centered at a point, `spacing` between letters. It keeps its width if the browser uses another font."""
    if not words:
        return ""
    style: dict[str, str | int] = {
        "font_family": SERIF,
        "font_size": size,
        "font_weight": "bold",
        "fill": CREAM,
        "text_anchor": "middle",
    }
    style |= attributes
    family, bold = str(style["font_family"]), style["font_weight"] == "bold"
    if knows(words, family):
        style["textLength"] = width(words, size, family, bold=bold, spacing=spacing)
        style["lengthAdjust"] = "spacing" if spacing else "spacingAndGlyphs"
    return element("text", escape(words), x=x, y=y + size * 35 // 100, **style)


def small(x: int, y: int, words: str, size: int, *, spacing: int = 0, **attributes: str | int) -> str:
    """Small text centered at a point."""
    style: dict[str, str | int] = {"font_family": SANS, "font_weight": "normal", "fill": CREAM}
    return text(x, y, words, size, spacing=spacing, **(style | attributes))


def spread(x: int, y: int, words: str, size: int, step: int, fill: str = CREAM) -> str:
    """A word with its letters far apart, so that a chip in the middle covers none of them."""
    first = x - step * (len(words) - 1) // 2
    letters = (text(first + i * step, y, letter, size, fill=fill) for i, letter in enumerate(words))
    return element("g", *letters, role="img", aria_label=words)


def outlined(x: int, y: int, width: int, height: int, **attributes: str | int) -> str:
    """An outlined box, as printed on felt."""
    style: dict[str, str | int] = {"fill": "none", "stroke": CREAM, "stroke_width": 3}
    return rect(x, y, width, height, **(style | attributes))


#: What comes before the odds of a spot in its title, and before its pay table.
PAYS, PAY_TABLE = ", pays ", ", pay table "


def title_of(words: str, odds: str = "") -> str:
    """The title of a spot: 'corner 8, 9, 11, 12, pays 8 to 1'."""
    return f"{words}{PAYS}{odds}" if odds else words


def posted(pays: Pays, wager: str, row: str = "win") -> str:
    """The odds of a row as text, or '' if it has none."""
    return worth(pays.get(wager, {}).get(row, ""))


def worth(pays: object) -> str:
    """What a row pays, as text: '25 for 1', 'push', or '100%' for a share of a meter."""
    match pays:
        case MeterShare(percent):
            return f"{percent}%"
        case Return(share):
            return "push" if share == 1 else f"{share} back"
    return str(pays)


def hit_areas(spots: Iterable[Spot]) -> str:
    """Every spot as one element that a person can point at, those between boxes above the boxes."""
    return element("g", *(_hit_area(spot) for spot in sorted(spots, key=lambda spot: spot.between)), class_="spots")


def _hit_area(spot: Spot) -> str:
    attributes: dict[str, str | int] = {"class_": "spot", "data_wager": spot.wager, "data_spot": spot.spot}
    if spot.at:
        attributes["data_at"] = spot.at
    if spot.between:
        attributes["data_between"] = ""
    return element(
        "rect",
        element("title", escape(spot.title)),
        **attributes,
        x=spot.x,
        y=spot.y,
        width=spot.width,
        height=spot.height,
        aria_label=spot.title,
        fill="#ffffff",
        fill_opacity=0,
    )


def panel_of(name: str, area: Area) -> str:
    """A part of an upright felt with its name at the top. A narrow screen offers the parts by name."""
    under = rect(*area, rx=16, fill=DEEP, fill_opacity="0.55")
    words = text(area.middle[0], area.y + PANEL_NAME // 2, name.upper(), 22, fill=GOLD, spacing=3)
    return element("g", under, words, class_="panel", data_panel=name)


def picture(width: int, height: int, title: str, *parts: str, game: str, alike: bool = False) -> str:
    """The whole picture: the rail, the felt and everything on it. It scales to any size.

    `alike` says that the simple and the full felt are this same picture.
    """
    marks = {"data_alike": "yes"} if alike else {}
    return element(
        "svg",
        element("title", escape(title)),
        rect(0, 0, width, height, rx=44, fill=WOOD),
        rect(6, 6, width - 12, height - 12, rx=38, fill="none", stroke="#6b4022", stroke_width=4),
        rect(18, 18, width - 36, height - 36, rx=28, fill=FELT, stroke=DEEP, stroke_width=6),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_label=title,
        class_=f"felt {game}",
        **marks,
    )


# Side bets: rows of marked areas along the lower edge of a felt, some with trackers

#: The height of a row of side bets, the gap between two rows, and the gap above the first row.
ROW, ROW_GAP, ROW_TOP = 104, 14, 28
#: The height of the name of a panel.
PANEL_NAME = 40
#: What the panel with the side bets is called.
SIDE_BETS = "Side bets"
#: The width of a marked area, and of one with its pay table beside it.
MARKED, PANEL = 190, 420


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table posts about its side bets: the wagers, what they pay, the printed names of their pay tables."""

    wagers: Mapping[str, Wager]
    pays: Pays
    pay_tables: Mapping[str, str]

    def of(self, wager: str) -> WagerShow:
        """How a side bet is printed. One that declares nothing is printed with its id as its name."""
        known = self.wagers.get(wager)
        if known is not None and known.show is not None:
            return known.show
        first, *others = wrap(wager.replace("-", " ").upper(), 18)
        return WagerShow(name=wager, printed=(first, " ".join(others)))

    def figures(self, wager: str) -> dict[str, str]:
        """What each row pays, by its name in the pay table."""
        return {row: worth(pays) for row, pays in self.pays.get(wager, {}).items()}

    def rows(self, wager: str) -> tuple[tuple[str, str], ...]:
        """The posted rows in words: ('6 points', '1,000 for 1')."""
        bet = self.of(wager)
        return tuple(
            (bet.rows.get(row) or f"{row.replace('-', ' ')} {bet.counts}".strip(), pays)
            for row, pays in self.figures(wager).items()
        )

    def title(self, wager: str) -> str:
        """The name of a side bet with everything it pays."""
        name = wager.replace("-", " ")
        if wager in self.pay_tables:
            name += f"{PAY_TABLE}{self.pay_tables[wager]}"
        return title_of(name, ", ".join(f"{pays} on {words}" for words, pays in self.rows(wager)))


def rows_of(side_bets: Collection[str], known: Iterable[Sequence[str]], across: int) -> tuple[tuple[str, ...], ...]:
    """The side bets of a table in rows: known ones at their usual places, then those from outside the package."""
    rows = [tuple(wager for wager in row if wager in side_bets) for row in known]
    others = sorted(set(side_bets).difference(*rows))
    rows += [tuple(others[start : start + across]) for start in range(0, len(others), across)]
    return tuple(row for row in rows if row)


def rows_height(rows: int) -> int:
    """The additional length of a felt with this many rows of side bets."""
    return rows * ROW + (rows - 1) * ROW_GAP + ROW_TOP if rows else 0


def marked_area(wager: str, area: Area, terms: Terms) -> Iterable[Spot | str]:
    """The marked area of a side bet: a circle for the chip, between its name and the name of its pay table."""
    bet = terms.of(wager)
    above, under = bet.printed
    color = GOLD if bet.highlighted else CREAM
    x, y = area.middle
    name = terms.pay_tables.get(wager, "")
    below = " · ".join(filter(None, (under, f"table {name}" if name.isdecimal() else name)))
    yield Spot(wager, "", *area.inset(), title=terms.title(wager))
    yield outlined(*area, rx=12, stroke=GOLD, stroke_width=2, fill=DEEP)
    yield circle(x, y, 23, fill=FELT, stroke=color, stroke_width=2)
    yield text(x, area.y + 15, above, fit(above, area.width - 16, 17, SERIF), fill=color)
    if below:
        at, size = area.y + area.height - 14, fit(below, area.width - 16, 17)
        if name:  # pages hide its code until somebody asks for it
            yield small(x, at, below, size, fill=GOLD, data_beside_code=under)
        else:
            yield small(x, at, below, size, fill=GOLD)


def panel(wager: str, area: Area, terms: Terms) -> Iterable[Spot | str]:
    """A marked area with its pay table beside it."""
    yield from marked_area(wager, Area(area.x, area.y, MARKED, area.height), terms)
    if not terms.rows(wager):
        return
    beside = Area(area.x + MARKED + ROW_GAP, area.y, area.width - MARKED - ROW_GAP, area.height)
    yield outlined(*beside, rx=12, stroke=GOLD, stroke_width=2, fill=DEEP)
    yield from pay_lines(beside.inset(16), terms.rows(wager))


def pay_lines(area: Area, rows: Sequence[tuple[str, str]]) -> Iterable[str]:
    """A pay table, row by row. Rows that do not fit are only in the title of the spot."""
    shown = rows[:5]
    step = min(26, area.height // max(len(shown) - 1, 1))
    y = area.middle[1] - step * (len(shown) - 1) // 2
    size = min((fit(words + pays, area.width - 16, 17) for words, pays in shown), default=0)
    for words, pays in shown:
        yield small(area.x, y, words, size, text_anchor="start")
        yield small(area.x + area.width, y, pays, size, text_anchor="end", fill=GOLD)
        y += step


def fit(words: str, room: int, size: int, family: str = SANS, *, bold: bool = False) -> int:
    """The largest font size, at most `size`, at which the words fit."""
    return min(size, room * size // max(width(words, size, family, bold=bold), 1))


@dataclass(frozen=True, slots=True)
class Tracker:
    """Numbered boxes in which a lammer shows how far a count has come."""

    wager: str
    area: Area
    boxes: int
    counts: str
    label: int = 150  # the width of the words before the first box

    def box(self, number: int) -> Area:
        """One box, from 1 on."""
        x, y, width, height = self.area
        start, end = ((width - self.label) * edge // self.boxes for edge in (number - 1, number))
        return Area(x + self.label + start, y, end - start, height)

    def printed(self, *feet: tuple[str, Mapping[str, str], str]) -> Iterable[str]:
        """The boxes with their numbers, and below them in lines (words, pays, color) what each count pays."""
        x, y, _, height = self.area
        lines = [y + height - 15 - 20 * place for place in reversed(range(len(feet)))]
        room, size = self.box(1).width - 6, 17
        if any(fit(pays, room, size) < size for _, row, _ in feet for pays in row.values()):
            feet = tuple(_shortened(*foot) for foot in feet)
        yield outlined(*self.area, rx=12, stroke=GOLD, stroke_width=2, fill=DEEP)
        counts = [self.counts] if fit(self.counts, self.label - 12, 17, SERIF) > 14 else wrap(self.counts, 10)
        for i, words in enumerate(counts):
            yield text(x + self.label // 2, y + 17 + 18 * i, words, fit(words, self.label - 12, 17, SERIF))
        for (words, _, color), line in zip(feet, lines, strict=True):
            yield small(x + self.label // 2, line, words, fit(words, self.label - 6, size), fill=color)
        for number in range(1, self.boxes + 1):
            box = self.box(number)
            yield element("path", d=f"M{box.x} {y}V{y + height}", stroke=GOLD, stroke_width=1)
            yield text(box.middle[0], y + 17, str(number), 20)
            yield circle(box.middle[0], y + 46, 15, fill="none", stroke=CREAM, stroke_opacity="0.35", stroke_width=1)
            for (_, pays, color), line in zip(feet, lines, strict=True):
                shown = pays.get(str(number), "")
                yield small(box.middle[0], line, shown, fit(shown, room, size), fill=color)

    def lammer(self, number: int) -> str:
        """The lammer in one box."""
        return lammer(self.wager, str(number), self.box(number).middle[0], self.area.y + 46)


def _shortened(words: str, pays: Mapping[str, str], color: str) -> tuple[str, Mapping[str, str], str]:
    """A line of pays without their common ending, which its words have instead: 'bonus to 1' and '30'."""
    ending = next(
        (ending for ending in (" to 1", " for 1") if any(each.endswith(ending) for each in pays.values())), ""
    )
    return words + ending, {row: each.removesuffix(ending) for row, each in pays.items()}, color


def lammer(wager: str, at: str, x: int, y: int, words: str = "", color: str = CREAM, radius: int = 14) -> str:
    """A lammer: a marker without value on a count or a number."""
    return element(
        "g",
        element("title", escape(f"{wager.replace('-', ' ')} lammer on {at}")),
        circle(x, y + 2, radius, fill="#000000", fill_opacity="0.35"),
        circle(x, y, radius, fill=color, stroke=INK, stroke_width=1),
        circle(x, y, radius - 3, fill="none", stroke=INK, stroke_opacity="0.5", stroke_width=1),
        small(x, y, words, fit(words, 2 * radius - 10, 17, bold=True), fill=INK, font_weight="bold") if words else "",
        class_="lammer",
        data_lammer=wager,
        data_at=at,
        pointer_events="none",
    )
