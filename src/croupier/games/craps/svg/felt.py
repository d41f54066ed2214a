"""The craps layout as a picture: for craps, and for Craps Free Craps, which has no don't wagers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Literal

from croupier import rulebook
from croupier.core.citation import implements
from croupier.core.machine import Wager
from croupier.games.chips import Chip, stacks
from croupier.games.craps import GAME
from croupier.games.craps.facts import CrapsTable
from croupier.games.craps.layout import PLANS, Key, Plan, areas, faces
from croupier.games.craps.panels import Panels, panels
from croupier.games.craps.rules import Variant
from croupier.games.craps.svg import panels as svg_panels
from croupier.games.craps.svg import side_bets as svg_side_bets
from croupier.games.craps.svg import table as svg_table
from croupier.games.svg import (
    FULL,
    Area,
    Pays,
    Spot,
    Style,
    Terms,
    circle,
    element,
    hit_areas,
    picture,
    posted,
    small,
    title_of,
)

Puck = int | Literal["off", "come-only"] | None


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
    style: Style = FULL,
) -> str:
    """The felt with its chips and markers. `puck` is the point, 'off', 'come-only' or None for no puck.

    `offered` are the wagers that the table takes, None for all. `side_bets` are the side bets with an area and a
    tracker of their own, `wagers` all wagers of the house by id, `pay_tables` the printed names of their pay tables.
    The lammers show the state of `table`. The simple felt has no side bets.
    """
    if variant not in PLANS:
        raise ValueError(f"no craps felt {variant!r}: choose one of {', '.join(PLANS)}")
    kind: Variant = variant
    odds = _least(kind) if pays is None else pays
    shown = () if style.simple else tuple(side_bets)
    plan, places, drawn = _layout(kind, odds, style)
    foot = svg_side_bets.Foot(plan.width, plan.height, style.upright)
    parts = tuple(foot.areas(shown, Terms(wagers, odds, pay_tables or {}), table))
    own = tuple(part for part in parts if isinstance(part, Spot))
    spots = (*(_spot(key, area, odds) for key, area in places.items()), *own)
    open_spots = spots if offered is None else [spot for spot in spots if spot in own or spot.wager in offered]
    return picture(
        plan.width,
        plan.height + foot.height(shown),
        {"craps": "Craps layout", "craps-free": "Craps Free Craps layout"}[kind],
        *drawn,
        *(part for part in parts if isinstance(part, str)),
        hit_areas(open_spots),
        stacks(chips, spots),
        "" if puck is None else disk(plan, puck),
        svg_side_bets.fire_bet_lammers(plan, table.hand, puck) if table and "fire-bet" in shown else "",
        game=kind,
    )


def _layout(variant: Variant, pays: Pays, style: Style) -> tuple[Plan | Panels, Mapping[Key, Area], Iterable[str]]:
    """How a felt is divided, the area of every place, and what is printed."""
    if style == FULL:
        return PLANS[variant], areas(variant), svg_table.printed(PLANS[variant], variant, pays)
    found = panels(variant, style)
    return found, found.areas, svg_panels.printed(found, variant, pays)


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
def disk(plan: Plan | Panels, puck: int | Literal["off", "come-only"]) -> str:
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
def _marker(plan: Plan | Panels, puck: int | Literal["off", "come-only"]) -> tuple[int, int, str]:
    """Where the puck lies, and what that means; for come wagers alone in front of the shooter (reading C17)."""
    if puck == "off":
        return *plan.off, "puck off: a come-out roll"
    if isinstance(puck, int):
        return *plan.on(puck), f"puck on {puck}"
    where = "on the Don't Pass line, " if plan.has_dont_pass else ""
    return *plan.shooter, f"puck off {where}in front of the shooter: this roll decides Come bets only"
