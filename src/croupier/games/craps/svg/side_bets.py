"""The side bets of a craps table: their marked areas, and the lammers that follow the shooter's hand.

The game keeps the count of every hand, so the lammers lie there with or without wagers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.games.craps.facts import CrapsTable, Hand
from croupier.games.craps.layout import Plan
from croupier.games.craps.panels import EDGE, Panels
from croupier.games.svg import (
    GOLD,
    MARKED,
    PANEL,
    PANEL_NAME,
    ROW,
    ROW_GAP,
    ROW_TOP,
    SIDE_BETS,
    Area,
    Spot,
    Terms,
    Tracker,
    lammer,
    marked_area,
    panel,
    panel_of,
    rows_height,
    rows_of,
)

POINTS, SEVENS_AND_ELEVENS = 10, 11
_ROWS = (("fire-bet", "sharp-shooter"), ("super-front-line-winner",))
#: The side bets with a count: the boxes of their tracker, its words and their width.
_COUNTED = {
    "sharp-shooter": (POINTS, "POINTS MADE", 150),
    "super-front-line-winner": (SEVENS_AND_ELEVENS, "SEVENS & ELEVENS", 190),
}
_LEFT = 44
_FLAME = "#f0903a"


@dataclass(frozen=True, slots=True)
class Foot:
    """The strip along the lower edge of a felt, with the side bets.

    On an upright felt, trackers have lines of their own.
    """

    width: int
    top: int  # the height of the felt without side bets
    upright: bool = False

    @property
    def margin(self) -> int:
        """The margin at both sides."""
        return EDGE if self.upright else _LEFT

    def rows(self, side_bets: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """The rows of side bets."""
        found = rows_of(frozenset(side_bets), _ROWS, (self.width - 2 * self.margin + ROW_GAP) // (PANEL + ROW_GAP))
        return tuple((wager,) for row in found for wager in row) if self.upright else found

    def height(self, side_bets: Iterable[str]) -> int:
        """The additional length of a felt with these side bets."""
        rows = self.rows(side_bets)
        if not self.upright:
            return rows_height(len(rows))
        lines = len(rows) + sum(row[0] in _COUNTED for row in rows)
        return PANEL_NAME + lines * (ROW + ROW_GAP) if rows else 0

    @implements("47.1-2317.01(12)", "47.1-2317.02(9)")
    def areas(self, side_bets: Collection[str], terms: Terms, table: CrapsTable | None) -> Iterable[Spot | str]:
        """For every side bet: its spot, its printed text, and the lammer of its tracker."""
        hand = None if table is None else table.hand
        top = self.top - self.margin
        line = Area(self.margin, top + (PANEL_NAME if self.upright else ROW_TOP), self.width - 2 * self.margin, ROW)
        if self.upright and side_bets:
            yield panel_of(SIDE_BETS, line._replace(y=top, height=self.height(side_bets)))
        for row in self.rows(side_bets):
            x, right = line.x, line.foot[0]
            for wager in row:
                if wager not in _COUNTED:
                    yield from panel(wager, Area(x, line.y, right - x if self.upright else PANEL, ROW), terms)
                elif self.upright:
                    yield from panel(wager, line, terms)
                    line = line._replace(y=line.y + ROW + ROW_GAP)
                    yield from _tracked(wager, line, terms, hand)
                else:
                    yield from marked_area(wager, Area(x, line.y, MARKED, ROW), terms)
                    x += MARKED + ROW_GAP
                    yield from _tracked(wager, Area(x, line.y, right - x, ROW), terms, hand)
                x += PANEL + ROW_GAP
            line = line._replace(y=line.y + ROW + ROW_GAP)


def _tracked(wager: str, boxes: Area, terms: Terms, hand: Hand | None) -> Iterable[str]:
    """The boxes along which the lammer of a side bet moves."""
    counted, words, label = _COUNTED[wager]
    tracker = Tracker(wager, boxes, counted, words, label if boxes.width > 700 else 96)
    pays = terms.figures(wager)
    yield from tracker.printed(("pays" if pays else "", pays, GOLD))
    if hand is not None:
        yield (sharp_shooter_lammer if wager == "sharp-shooter" else super_front_line_lammer)(tracker, hand)


@implements("47.1-2317.01(6)")
def fire_bet_lammers(plan: Plan | Panels, hand: Hand, puck: object) -> str:
    """A lammer above each point made, at the puck's place; beside the puck if it is on that number again."""
    return "".join(
        lammer(
            "fire-bet",
            str(number),
            *plan.fire(number, puck),
            "FIRE",
            _FLAME,
            radius=23,
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
