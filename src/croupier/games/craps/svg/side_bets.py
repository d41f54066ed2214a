"""The side bets of a craps table: their marked areas, and the lammers that follow the shooter's hand.

The game keeps the count of every hand, so the lammers lie there with or without wagers.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.core.citation import implements
from croupier.games.craps.facts import CrapsTable, Hand
from croupier.games.craps.layout import CENTER_RIGHT, HEIGHT, PUCK_Y, Plan
from croupier.games.svg import (
    GOLD,
    MARKED,
    PANEL,
    ROW,
    ROW_GAP,
    ROW_TOP,
    Area,
    Spot,
    Terms,
    Tracker,
    lammer,
    marked_area,
    panel,
    rows_of,
)

POINTS, SEVENS_AND_ELEVENS = 10, 11
_ROWS = (("fire-bet", "sharp-shooter"), ("super-front-line-winner",))
_LEFT, _ACROSS = 44, CENTER_RIGHT - 44
_FLAME = "#f0903a"


def rows(side_bets: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The rows of side bets along the lower edge of the felt."""
    return rows_of(frozenset(side_bets), _ROWS, _ACROSS // (PANEL + ROW_GAP))


@implements("47.1-2317.01(12)", "47.1-2317.02(9)")
def areas(side_bets: Iterable[str], terms: Terms, table: CrapsTable | None) -> Iterable[Spot | str]:
    """For every side bet: its spot, its printed text, and the lammer of its tracker."""
    hand = None if table is None else table.hand
    top = HEIGHT - 44 + ROW_TOP
    for row in rows(side_bets):
        x = _LEFT
        for wager in row:
            if wager in ("sharp-shooter", "super-front-line-winner"):
                yield from _counted(wager, Area(x, top, _LEFT + _ACROSS - x, ROW), terms, hand)
            else:
                yield from panel(wager, Area(x, top, PANEL, ROW), terms)
            x += PANEL + ROW_GAP
        top += ROW + ROW_GAP


def _counted(wager: str, area: Area, terms: Terms, hand: Hand | None) -> Iterable[Spot | str]:
    """A marked area, and the boxes along which its lammer moves."""
    x, y, width, height = area
    yield from marked_area(wager, Area(x, y, MARKED, height), terms)
    boxes = Area(x + MARKED + ROW_GAP, y, width - MARKED - ROW_GAP, height)
    if wager == "sharp-shooter":
        tracker = Tracker(wager, boxes, POINTS, "POINTS MADE")
    else:
        tracker = Tracker(wager, boxes, SEVENS_AND_ELEVENS, "SEVENS & ELEVENS", 190)
    pays = terms.figures(wager)
    yield from tracker.printed(("pays" if pays else "", pays, GOLD))
    if hand is not None:
        yield (sharp_shooter_lammer if wager == "sharp-shooter" else super_front_line_lammer)(tracker, hand)


@implements("47.1-2317.01(6)")
def fire_bet_lammers(plan: Plan, hand: Hand, puck: object) -> str:
    """A lammer above each point made, at the puck's place; beside the puck if it is on that number again."""
    return "".join(
        lammer(
            "fire-bet",
            str(number),
            plan.box(number).middle[0] + (50 if number == puck else 0),
            PUCK_Y,
            "FIRE",
            _FLAME,
            radius=20,
        )
        for number in sorted(hand.points_made)
    )


@implements("47.1-2317.02(5)")
def sharp_shooter_lammer(tracker: Tracker, hand: Hand) -> str:
    """A lammer on the number of passes; no lammer before the first pass."""
    return tracker.lammer(hand.passes) if hand.passes else ""


@implements("47.1-2317.04(14)", "47.1-2317.04(16)")
def super_front_line_lammer(tracker: Tracker, hand: Hand) -> str:
    """One lammer for every hand; no lammer before the first seven or eleven."""
    return designated_spot(tracker, hand.sevens_and_elevens) if hand.sevens_and_elevens else ""


@implements(*(f"47.1-2317.04({move})" for move in range(18, 29)))
def designated_spot(tracker: Tracker, count: int) -> str:
    """The lammer on the box of the latest seven or eleven, first to eleventh. It stays until the seven-out."""
    return tracker.lammer(count)
