"""The trackers of the reader board: what a table follows, and what its side bets follow.

Each is a part with a name. A game says which parts its board has, a side bet which one is its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from croupier.core.machine import Wager
from croupier.felt import Felt
from croupier.games.craps.dice import POINTS
from croupier.games.craps.facts import CrapsTable
from croupier.games.roulette.facts import RouletteTable
from croupier.house import House
from croupier.table import State
from croupier.table.acts.dice.throwing import come_only
from croupier.web.shared import naming
from croupier.web.shared.messages import words
from croupier.web.views.members import direction


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a tracker: its number, whether it is lit, and what it pays."""

    text: str
    lit: bool = False
    pays: str = ""
    color: str = ""


@dataclass(frozen=True, slots=True)
class Tracker:
    """A tracker of a table or of a side bet."""

    name: str
    says: str
    boxes: tuple[Box, ...] = ()


def trackers(state: State) -> tuple[Tracker, ...]:
    """All trackers of a table and its side bets, in their present state."""
    house, order = state.house, state.house.game.show.pages.board
    found = {part: [TABLE_PARTS[part](state)] if part in TABLE_PARTS else [] for part in order}
    for wager in house.game.wagers.values():
        if wager.id in house.offered and wager.show is not None and (part := wager.show.tracker) is not None:
            found.setdefault(part, []).append(_of_side_bet(part, wager, state))
    return tuple(tracker for each in found.values() for tracker in each)


# Of the table -----------------------------------------------------------------------------------------------
def _point(state: State) -> Tracker:
    said, table = words()["board"], CrapsTable.of(state.felt)
    shooter = naming.person(table.shooter, state.seats) if table.shooter else said["nobody"]
    point = said["point_off"] if table.point is None else str(table.point)
    says = f"{said['shooter']}: {shooter}"
    if come_only(state):
        says += said["separator"] + said["come_only"]
    return Tracker(said["point"], says, (Box(point, table.point is not None),))


#: How a wheel is spun next; the first time either way.
ARROWS = {"clockwise": "↻", "counterclockwise": "↺", "either_way": "↻ ↺"}


def _direction(state: State) -> Tracker:
    said = words()["board"]
    way = direction(state) or "either_way"
    return Tracker(said["direction"], said[way], (Box(ARROWS[way], lit=True),))


TABLE_PARTS: dict[str, Callable[[State], Tracker]] = {"point": _point, "direction": _direction}

# Of side bets: what is said, and the boxes ------------------------------------------------------------------
Part = Callable[[Felt, str], tuple[str, tuple[Box, ...]]]


def _of_side_bet(part: str, wager: Wager, state: State) -> Tracker:
    felt = state.felt.but(table=state.shown)
    return Tracker(naming.wager(wager.id, state.house), *SIDE_BET_PARTS[part](felt, wager.id))


def _streak(felt: Felt, wager: str) -> tuple[str, tuple[Box, ...]]:
    said, up = words()["board"], RouletteTable.of(felt).up
    says = said["streak_none"] if up is None or not up.length else said["streak_at"].format(last=up.last)
    return says, _boxes(felt.house, wager, 0 if up is None else up.length)


def _number_track(felt: Felt, wager: str) -> tuple[str, tuple[Box, ...]]:
    track = RouletteTable.of(felt).track
    numbers = () if track is None else track.numbers
    return words()["board"]["number_track"], tuple(_pocket(each, felt.house) for each in numbers)


def _previous_number(felt: Felt, wager: str) -> tuple[str, tuple[Box, ...]]:
    previous = RouletteTable.of(felt).previous
    before = () if previous is None else (_pocket(previous, felt.house),)
    return words()["board"]["previous"], before


def _points_made(felt: Felt, wager: str) -> tuple[str, tuple[Box, ...]]:
    said, house, hand = words()["board"], felt.house, CrapsTable.of(felt).hand
    rows = sorted(house.pays_by_wager[wager].items(), key=lambda row: int(row[0]))
    pays = said["separator"].join(f"{naming.row(wager, row, house)} {naming.short(each)}" for row, each in rows)
    made = tuple(Box(str(each), each in hand.points_made) for each in POINTS)
    return f"{said['points_made']}: {pays}", made


def _passes(felt: Felt, wager: str) -> tuple[str, tuple[Box, ...]]:
    return words()["board"]["passes"], _boxes(felt.house, wager, CrapsTable.of(felt).hand.passes)


def _sevens_and_elevens(felt: Felt, wager: str) -> tuple[str, tuple[Box, ...]]:
    return words()["board"]["sevens"], _boxes(felt.house, wager, CrapsTable.of(felt).hand.sevens_and_elevens)


def _pocket(pocket: str, house: House) -> Box:
    return Box(pocket, lit=True, color=house.game.show.color(pocket))


def _boxes(house: House, wager: str, count: int) -> tuple[Box, ...]:
    """Boxes up to the highest number that pays; the first `count` are lit."""
    rows = {int(row): pays for row, pays in house.pays_by_wager[wager].items()}
    said = {each: naming.short(pays) for each, pays in rows.items()}
    return tuple(Box(str(each), each <= count, said.get(each, "")) for each in range(1, max(rows) + 1))


SIDE_BET_PARTS: dict[str, Part] = {
    "streak": _streak,
    "number-track": _number_track,
    "previous-number": _previous_number,
    "points-made": _points_made,
    "passes": _passes,
    "sevens-and-elevens": _sevens_and_elevens,
}
