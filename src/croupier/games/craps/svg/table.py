"""The full craps layout along the table: the lines, the number boxes and the propositions in the center."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.core.citation import implements
from croupier.fonts import SANS, SERIF, width
from croupier.games.craps.layout import (
    CENTER,
    CENTER_RIGHT,
    GAP,
    HOP_HEIGHT,
    HOPS_ACROSS,
    HOPS_TOP,
    LEFT,
    PUCK_Y,
    RIGHT,
    TOP,
    Plan,
    areas,
    faces,
)
from croupier.games.craps.rules import Variant
from croupier.games.craps.svg.dice import die, pair
from croupier.games.svg import (
    CREAM,
    DEEP,
    GOLD,
    Area,
    Pays,
    circle,
    element,
    fit,
    outlined,
    posted,
    rect,
    small,
    spread,
    text,
)

SCARLET = "#ff7f6a"
NUMERALS = {6: "SIX", 9: "NINE"}
SHOWN = {"craps-2": (1, 1), "craps-3": (1, 2), "craps-12": (6, 6), "eleven": (5, 6)}
SHOWN |= {f"hard-{total}": (total // 2, total // 2) for total in (4, 6, 8, 10)}
#: The text in the places of a number box, by kind of wager.
PLACES = {
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
POSTED = ("lay", "place-to-lose", "place", "buy")
COMBINATIONS = {
    "c-and-e": ("C & E", "craps · 11"),
    "horn": ("HORN", "2 · 3 · 11 · 12"),
    "whirl": ("WHIRL", "horn · any 7"),
    "six-seven-eight": ("6 · 7 · 8", ""),
}


def printed(plan: Plan, variant: Variant, pays: Pays) -> Iterable[str]:
    """Everything that is printed on the felt, without side bets."""
    yield from _lines(plan)
    yield from field(plan.field, pays)
    yield from _big(plan)
    yield from _number_boxes(plan, variant, pays)
    yield from _center(variant, pays)


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
    yield small(odds.x + 130, odds.middle[1], "ODDS BEHIND THE LINE", 18, fill_opacity="0.8")
    yield outlined(*plan.come)
    yield spread(*plan.come.middle, "COME", plan.come.height * 4 // 5, 124, fill=SCARLET)
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
    yield small(RIGHT - 160, middle, "LAY", 18, fill_opacity="0.8")
    yield small(RIGHT - 44, middle, "ODDS", 18, fill_opacity="0.8")


def _dont_come(box: Area) -> Iterable[str]:
    x, y = box.middle
    yield outlined(*box)
    yield text(x, y - 98, "DON'T", 32) + text(x, y - 56, "COME", 32)
    yield text(x, y + 46, "BAR", 26)
    yield die(x - 22, y + 94, 36, 6) + die(x + 22, y + 94, 36, 6)


def field(area: Area, pays: Pays) -> Iterable[str]:
    """The field, with the totals that pay more in rings."""
    x, y, width, height = area
    yield outlined(*area)
    totals = (2, 3, 4, 9, 10, 11, 12)
    for i, total in enumerate(totals):
        at = x + width * (2 * i + 1) // (2 * len(totals)), y + height * 26 // 100
        more = posted(pays, "field", f"win on {total}")
        if more:
            yield circle(*at, 26, fill="none", stroke=GOLD, stroke_width=3)
            words = {"2 to 1": "DOUBLE", "3 to 1": "TRIPLE"}.get(more, more.upper())
            size = fit(words, width // len(totals) - 6, 20, bold=True)
            yield small(at[0], y + height - 22, words, size, fill=GOLD, font_weight="bold")
        yield text(*at, str(total), 34, fill=GOLD if more else CREAM)
    yield spread(x + width // 2, y + height - 24, "FIELD", 34, 50)


def _big(plan: Plan) -> Iterable[str]:
    """Big 6 and Big 8 beside the field."""
    x, y, _, height = plan.field
    for i, number in enumerate((6, 8)):
        left = LEFT + i * (x - LEFT) // 2
        middle = left + (x - LEFT) // 4
        yield outlined(left, y, (x - LEFT) // 2, height)
        yield text(middle, y + 20, "BIG", 20) + text(middle, y + height - 34, str(number), 54, fill=SCARLET)


# The number boxes


def _number_boxes(plan: Plan, variant: Variant, pays: Pays) -> Iterable[str]:
    """Each number, with the places for the wagers on it."""
    for number in plan.numbers:
        box = plan.box(number)
        numeral = plan.numeral(number)
        size = fit("NINE", numeral.width - 24, 50, SERIF)
        yield rect(*numeral, fill=DEEP)
        yield text(*numeral.middle, NUMERALS.get(number, str(number)), size, fill=GOLD)
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
    head, _, below = PLACES[kind].partition("\n")
    if kind in POSTED:
        below = odds
    if not below:
        return box + small(x, y, head, 17)
    return box + small(x, y - 10, head, 17) + small(x, y + 10, below, 17, fill=GOLD if kind in POSTED else CREAM)


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
    yield small(*strip.middle, "HOPS · ONE ROLL", 18, fill=GOLD, font_weight="bold", spacing=3)
    last = Area(CENTER + 440 * (HOPS_ACROSS - 1) // HOPS_ACROSS, HOPS_TOP + 2 * HOP_HEIGHT, 74, HOP_HEIGHT)
    yield text(last.middle[0], last.middle[1], "HOP", 24, fill=GOLD)
    yield outlined(
        CENTER - GAP, TOP - GAP, CENTER_RIGHT - CENTER + 2 * GAP, HOPS_TOP + 3 * HOP_HEIGHT - TOP + 2 * GAP
    )


def _proposition(wager: str, area: Area, odds: str) -> str:
    """The printed text of one place in the center."""
    x, y = area.middle
    foot = small(x, area.y + area.height - 11, odds, 17, fill=GOLD)
    if wager.startswith("hop-"):
        return pair(x, y - 9, 22, 22, faces(wager)) + foot
    if wager in SHOWN:
        size = 38 if wager.startswith("hard-") else 28
        return pair(x, y - 6, size, 46 if size == 38 else 34, SHOWN[wager]) + foot
    if wager in ("any-seven", "any-craps"):
        return _any(area, wager.removeprefix("any-").upper(), odds)
    head, below = COMBINATIONS.get(wager, ("HORN HIGH", wager.rpartition("-")[2]))
    line = below or odds
    return small(x, area.y + 13, head, 17, font_weight="bold") + small(
        x, area.y + area.height - 11, line, fit(line, area.width - 6, 17), fill=GOLD
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
        under + text(x - apart, y, "ANY", size, fill=SCARLET) + text(x + apart, y, words, size, fill=SCARLET) + ends
    )
