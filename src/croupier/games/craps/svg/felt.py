"""The craps layout as a picture: for craps, and for Craps Free Craps, which has no don't wagers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Literal

from croupier import rulebook
from croupier.core.citation import implements
from croupier.core.machine import Wager
from croupier.fonts import SANS, SERIF, width
from croupier.games.chips import Chip, stacks
from croupier.games.craps import GAME
from croupier.games.craps.facts import CrapsTable
from croupier.games.craps.layout import (
    CENTER,
    CENTER_RIGHT,
    GAP,
    HEIGHT,
    HOP_HEIGHT,
    HOPS_ACROSS,
    HOPS_TOP,
    LEFT,
    PLANS,
    PUCK_REST_X,
    PUCK_SHOOTER_X,
    PUCK_Y,
    RIGHT,
    TOP,
    WIDTH,
    Key,
    Plan,
    areas,
    faces,
)
from croupier.games.craps.rules import Variant
from croupier.games.craps.svg import side_bets as svg_side_bets
from croupier.games.svg import (
    CREAM,
    DEEP,
    GOLD,
    INK,
    Area,
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
    rect,
    rows_height,
    small,
    spread,
    text,
    title_of,
)

Puck = int | Literal["off", "come-only"] | None

_SCARLET = "#ff7f6a"
_NUMERALS = {6: "SIX", 9: "NINE"}
#: The positions of the pips for each face, in thirds of the die's width.
_PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
}
_SHOWN = {"craps-2": (1, 1), "craps-3": (1, 2), "craps-12": (6, 6), "eleven": (5, 6)}
_SHOWN |= {f"hard-{total}": (total // 2, total // 2) for total in (4, 6, 8, 10)}
#: The text in the places of a number box, by kind of wager.
_PLACES = {
    "dont-come": "DON'T\nCOME",
    "dont-come-odds": "ODDS",
    "lay": "LAY",
    "place-to-lose": "LOSE",
    "come": "COME",
    "come-odds": "ODDS",
    "place": "PLACE",
    "buy": "BUY",
    "put": "PUT",
    "put-odds": "ODDS",
}
#: The places that show their odds beside their name.
_POSTED = ("lay", "place-to-lose", "place", "buy")
_COMBINATIONS = {
    "c-and-e": ("C & E", "craps · eleven"),
    "horn": ("HORN", "2 · 3 · 11 · 12"),
    "whirl": ("WHIRL", "horn · any 7"),
    "six-seven-eight": ("6 · 7 · 8", ""),
}


def draw(
    variant: str = "craps",
    chips: Sequence[Chip] = (),
    puck: Puck = None,
    pays: Pays | None = None,
    *,
    offered: Collection[str] | None = None,
    side_bets: Collection[str] = (),
    wagers: Mapping[str, Wager] = GAME.wagers,
    pay_tables: Mapping[str, str] | None = None,
    table: CrapsTable | None = None,
) -> str:
    """The felt with its chips and markers. `puck` is the point, 'off', 'come-only' or None for no puck.

    `offered` are the wagers that the table takes, None for all. `side_bets` are the side bets with an area and a
    tracker of their own, `wagers` all wagers of the house by id, `pay_tables` the printed names of their pay tables.
    The lammers show the state of `table`.
    """
    if variant not in PLANS:
        raise ValueError(f"no craps felt {variant!r}: choose one of {', '.join(PLANS)}")
    kind: Variant = variant
    odds = _least(kind) if pays is None else pays
    plan = PLANS[kind]
    parts = tuple(svg_side_bets.areas(side_bets, Terms(wagers, odds, pay_tables or {}), table))
    own = tuple(part for part in parts if isinstance(part, Spot))
    spots = (*(_spot(key, area, odds) for key, area in areas(kind).items()), *own)
    open_spots = spots if offered is None else [spot for spot in spots if spot in own or spot.wager in offered]
    return picture(
        WIDTH,
        HEIGHT + rows_height(len(svg_side_bets.rows(side_bets))),
        {"craps": "Craps layout", "craps-free": "Craps Free Craps layout"}[kind],
        *_lines(plan),
        *_field(plan, odds),
        *_number_boxes(plan, kind, odds),
        *_center(kind, odds),
        *(part for part in parts if isinstance(part, str)),
        hit_areas(open_spots),
        stacks(chips, spots),
        "" if puck is None else disk(plan, puck),
        svg_side_bets.fire_bet_lammers(plan, table.hand, puck) if table and "fire-bet" in side_bets else "",
        game=kind,
    )


def _least(variant: Variant) -> Pays:
    """The minimum odds in the newest edition of the rules."""
    return {wager: row.odds for wager, row in rulebook.colorado(on=date.max).permitted("craps", variant).items()}


def _spot(key: Key, area: Area, pays: Pays) -> Spot:
    wager, spot = key
    words = f"hop {'-'.join(map(str, faces(wager)))}" if wager.startswith("hop-") else wager.replace("-", " ")
    words = words.replace("dont", "don't").replace("c and e", "C and E").replace("six seven eight", "6-7-8")
    words = re.sub(r"(place)( to lose)( \d+)", r"\1\3\2", words)
    row = spot if wager.endswith("-odds") else "win"
    return Spot(wager, spot, *area.inset(1), title=title_of(f"{words} {spot}".strip(), posted(pays, wager, row)))


@implements("47.1-2302(6)")
def disk(plan: Plan, puck: int | Literal["off", "come-only"]) -> str:
    """The puck: its white side marks the point, its black side means that there is no point yet."""
    if isinstance(puck, int) and puck not in plan.numbers:
        raise ValueError(f"no number {puck!r} on this layout for the puck")
    off = not isinstance(puck, int)
    face, words = ("#101010", "#fafafa") if off else ("#fafafa", "#101010")
    x, y, title = _marker(plan, puck)
    return element(
        "g",
        element("title", title),
        circle(x, y + 3, 27, fill="#000000", fill_opacity="0.35"),
        circle(x, y, 27, fill=face, stroke="#8a8a8a", stroke_width=2),
        circle(x, y, 22, fill="none", stroke=words, stroke_width=2),
        small(x, y, "OFF" if off else "ON", 16, fill=words, font_weight="bold"),
        class_="puck",
        data_puck=puck,
        pointer_events="none",
    )


@implements("47.1-2313(2)")
def _marker(plan: Plan, puck: int | Literal["off", "come-only"]) -> tuple[int, int, str]:
    """Where the puck lies, and what that means; for come wagers alone in front of the shooter (reading C17)."""
    if puck == "off":
        return PUCK_REST_X, PUCK_Y, "puck off: a come-out roll"
    if isinstance(puck, int):
        return plan.box(puck).middle[0], PUCK_Y, f"puck on {puck}"
    where, line = ("on the Don't Pass line, ", plan.dont_pass) if plan.dont_pass else ("", plan.odds)
    return (
        PUCK_SHOOTER_X,
        line.middle[1],
        f"puck off {where}in front of the shooter: this roll decides Come bets only",
    )


def die(x: int, y: int, size: int, face: int) -> str:
    """A die with its pips, centered at a point."""
    left, top, pip = x - size // 2, y - size // 2, max(2, size // 10)
    body = rect(left, top, size, size, rx=size // 6, fill="#fbf7ea", stroke=INK, stroke_width=1)
    return body + "".join(
        circle(left + size * across // 4, top + size * down // 4, pip, fill=INK) for across, down in _PIPS[face]
    )


def _pair(x: int, y: int, size: int, apart: int, shown: tuple[int, int]) -> str:
    """Two small dice beside the place for the chip."""
    return die(x - apart, y, size, shown[0]) + die(x + apart, y, size, shown[1])


# The lines


def _lines(plan: Plan) -> Iterable[str]:
    """The pass line along the rail, its odds behind it, don't pass inside it, and come."""
    line = plan.line
    y, foot = line.y, line.y + line.height
    inner = 104 if plan.dont_pass else 152
    pass_line = (
        f"M44 {TOP}H{inner}V{y - 50}A50 50 0 0 0 {inner + 50} {y}H{RIGHT}V{foot}H154A110 110 0 0 1 44 {foot - 110}Z"
    )
    yield element("path", d=pass_line, fill="none", stroke=CREAM, stroke_width=3)
    for x in (line.x + line.width // 4, line.x + line.width * 3 // 4):
        yield text(x, line.middle[1], "PASS LINE", 38, spacing=6)
    arm = (44 + inner) // 2, (TOP + y) // 2
    yield text(*arm, "PASS LINE", 34, spacing=10, transform=f"rotate(-90 {arm[0]} {arm[1]})")
    odds = plan.odds.inset(4)
    yield outlined(*odds, rx=10, stroke_width=2, stroke_dasharray="10 8", stroke_opacity="0.6")
    yield small(odds.x + 130, odds.middle[1], "ODDS BEHIND THE LINE", 15, fill_opacity="0.8")
    yield outlined(*plan.come)
    yield spread(*plan.come.middle, "COME", plan.come.height * 4 // 5, 124, fill=_SCARLET)
    if plan.dont_pass and plan.dont_come:
        yield from _dont_pass(plan.dont_pass)
        yield from _dont_come(plan.dont_come)


def _dont_pass(bar: Area) -> Iterable[str]:
    y, foot = bar.y, bar.y + bar.height
    shape = f"M104 {TOP}H156V{y - 44}A44 44 0 0 0 200 {y}H{RIGHT}V{foot}H154A50 50 0 0 1 104 {foot - 50}Z"
    yield element("path", d=shape, fill="none", stroke=CREAM, stroke_width=3)
    middle = bar.middle[1]
    yield text(bar.x + 176, middle, "DON'T PASS BAR", 29, spacing=2)
    yield die(bar.x + 346, middle, 34, 6) + die(bar.x + 386, middle, 34, 6)
    arm = 130, (TOP + y) // 2
    yield text(*arm, "DON'T PASS", 26, spacing=8, transform=f"rotate(-90 {arm[0]} {arm[1]})")
    yield element("path", d=f"M{RIGHT - 200} {y}V{foot}", stroke=CREAM, stroke_width=2, stroke_dasharray="10 8")
    yield small(RIGHT - 160, middle, "LAY", 15, fill_opacity="0.8")
    yield small(RIGHT - 44, middle, "ODDS", 15, fill_opacity="0.8")


def _dont_come(box: Area) -> Iterable[str]:
    x, y = box.middle
    yield outlined(*box)
    yield text(x, y - 98, "DON'T", 32) + text(x, y - 56, "COME", 32)
    yield text(x, y + 46, "BAR", 26)
    yield die(x - 22, y + 94, 36, 6) + die(x + 22, y + 94, 36, 6)


def _field(plan: Plan, pays: Pays) -> Iterable[str]:
    """The field, with the totals that pay more in rings; Big 6 and Big 8 beside it."""
    x, y, width, height = plan.field
    yield outlined(*plan.field)
    totals = (2, 3, 4, 9, 10, 11, 12)
    for i, total in enumerate(totals):
        at = x + width * (2 * i + 1) // (2 * len(totals)), y + height * 26 // 100
        more = posted(pays, "field", f"win on {total}")
        if more:
            yield circle(*at, 26, fill="none", stroke=GOLD, stroke_width=3)
            words = {"2 to 1": "PAYS DOUBLE", "3 to 1": "PAYS TRIPLE"}.get(more, f"PAYS {more.upper()}")
            yield small(at[0], y + height - 24, words, 15, fill=GOLD, font_weight="bold")
        yield text(*at, str(total), 34, fill=GOLD if more else CREAM)
    yield spread(x + width // 2, y + height - 24, "FIELD", 34, 50)
    for i, number in enumerate((6, 8)):
        left = LEFT + i * (x - LEFT) // 2
        middle = left + (x - LEFT) // 4
        yield outlined(left, y, (x - LEFT) // 2, height)
        yield text(middle, y + 20, "BIG", 20) + text(middle, y + height - 34, str(number), 54, fill=_SCARLET)


# The number boxes


def _number_boxes(plan: Plan, variant: Variant, pays: Pays) -> Iterable[str]:
    """Each number, with the places for the wagers on it."""
    for number in plan.numbers:
        box = plan.box(number)
        numeral = plan.numeral(number)
        size = fit("NINE", numeral.width - 24, 50, SERIF)
        yield rect(*numeral, fill=DEEP)
        yield text(*numeral.middle, _NUMERALS.get(number, str(number)), size, fill=GOLD)
        for (wager, spot), area in areas(variant).items():
            if wager.endswith(f"-{number}") and area.x >= box.x and area.y < box.y + box.height and area.x < RIGHT:
                yield _place(wager.removesuffix(f"-{number}"), area, posted(pays, wager))
            elif spot == str(number):
                yield _place(wager, area, "")
        yield outlined(*box)


def _place(kind: str, area: Area, odds: str) -> str:
    """One place: its name, and its odds if it shows them."""
    x, y = area.middle
    box = outlined(*area, stroke_width=1, stroke_opacity="0.7")
    head, _, below = _PLACES[kind].partition("\n")
    if kind in _POSTED:
        below = odds
    if not below:
        return box + small(x, y, head, 13)
    return box + small(x, y - 9, head, 13) + small(x, y + 9, below, 13, fill=GOLD if kind in _POSTED else CREAM)


# The center


@implements("47.1-2303(2)")
def _center(variant: Variant, pays: Pays) -> Iterable[str]:
    """The texts that the rules require, the propositions and the hops."""
    middle = (CENTER + CENTER_RIGHT) // 2
    free = variant == "craps-free"
    yield text(middle, PUCK_Y - 14 * free, "No call bets", 30, fill=GOLD, spacing=2)
    if free:
        yield text(middle, PUCK_Y + 17, "CRAPS FREE CRAPS", 18, spacing=4)
    for (wager, _), area in areas(variant).items():
        if area.x >= CENTER:
            yield outlined(*area, stroke_width=2) + _proposition(wager, area, posted(pays, wager))
    strip = Area(CENTER, HOPS_TOP - 28, CENTER_RIGHT - CENTER, 28)
    yield small(*strip.middle, "HOPS · ONE ROLL", 15, fill=GOLD, font_weight="bold", spacing=3)
    last = Area(CENTER + 440 * (HOPS_ACROSS - 1) // HOPS_ACROSS, HOPS_TOP + 2 * HOP_HEIGHT, 74, HOP_HEIGHT)
    yield text(last.middle[0], last.middle[1], "HOP", 24, fill=GOLD)
    yield outlined(
        CENTER - GAP, TOP - GAP, CENTER_RIGHT - CENTER + 2 * GAP, HOPS_TOP + 3 * HOP_HEIGHT - TOP + 2 * GAP
    )


def _proposition(wager: str, area: Area, odds: str) -> str:
    """The printed text of one place in the center."""
    x, y = area.middle
    foot = small(x, area.y + area.height - 11, odds, 14, fill=GOLD)
    if wager.startswith("hop-"):
        return _pair(x, y - 8, 22, 22, faces(wager)) + foot
    if wager in _SHOWN:
        size = 38 if wager.startswith("hard-") else 28
        return _pair(x, y - 6, size, 46 if size == 38 else 34, _SHOWN[wager]) + foot
    if wager in ("any-seven", "any-craps"):
        return _any(area, wager.removeprefix("any-").upper(), odds)
    head, below = _COMBINATIONS.get(wager, ("HORN HIGH", wager.rpartition("-")[2]))
    line = below or odds
    return text(x, area.y + 12, head, 14) + small(
        x, area.y + area.height - 11, line, 13 if len(line) > 2 else 16, fill=GOLD
    )


def _any(area: Area, words: str, odds: str) -> str:
    """Any seven or any craps: the odds at both ends, the name between them and the chip in the middle."""
    x, y = area.middle
    side, chip = 18 + width(odds, 17, SANS, bold=False), 32
    room = area.width // 2 - side - chip - 16
    apart = chip + room // 2
    size = fit(words, room, 30, SERIF)
    under = rect(area.x + 4, area.y + 4, area.width - 8, area.height - 8, fill=DEEP)  # contrast for the scarlet text
    ends = small(area.x + 18, y, odds, 17, fill=GOLD, text_anchor="start")
    ends += small(area.x + area.width - 18, y, odds, 17, fill=GOLD, text_anchor="end")
    return (
        under + text(x - apart, y, "ANY", size, fill=_SCARLET) + text(x + apart, y, words, size, fill=_SCARLET) + ends
    )
