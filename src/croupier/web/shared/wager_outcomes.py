"""Which outcomes win and lose a wager, found by playing every outcome. Side bets bring their own text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from croupier.core.machine import LOSE, Closed, Paid, Standing, Stands, Step
from croupier.games.craps.facts import COME, CrapsTable, observe
from croupier.house import House
from croupier.web.shared import naming
from croupier.web.shared.messages import words

Dice = tuple[int, int]
SIDE_BETS, PUSH, POINT = "side-bets", "push", "point"


def covers(house: House, wager_id: str, spot: str) -> str:
    """How a wager is decided, in a sentence; a side bet may bring its own."""
    wager = house.game.wagers[wager_id]
    if wager.group == SIDE_BETS:
        return "" if wager.show is None else naming.said(wager.show.says, house)
    return PARTS[house.game.show.pages.covers](house, wager_id, spot)


# Sections of a wheel ----------------------------------------------------------------------------------------
def _of_sections(house: House, wager_id: str, spot: str) -> str:
    chance = house.game.chance(house)
    return words()["covers"]["sections"].format(count=dict(chance.weights)[wager_id], total=chance.total)


# Numbers of a layout ----------------------------------------------------------------------------------------
def _of_numbers(house: House, wager_id: str, spot: str) -> str:
    found = numbers(house)[f"{wager_id}|{spot}"]
    return words()["covers"]["numbers"].format(count=len(found), total=len(pockets(house)))


@lru_cache(maxsize=64)
def numbers(house: House) -> dict[str, list[str]]:
    """The numbers on which each wager at roulette wins, by wager and spot; none for side bets."""
    from croupier.games.roulette.facts import Landed, RouletteTable

    found: dict[str, list[str]] = {}
    table = RouletteTable()
    for wager_id in sorted(house.offered):
        wager = house.game.wagers[wager_id]
        if wager.group == SIDE_BETS:
            continue
        for spot in wager.spots(house):
            state = wager.open(spot, table, house)
            wins = (pocket for pocket in pockets(house) if wager.step(state, Landed(pocket)) == Closed("win"))
            found[f"{wager_id}|{spot or ''}"] = list(wins)
    return found


def pockets(house: House) -> tuple[str, ...]:
    """The numbers of a layout."""
    from croupier.games.roulette.layout import layout_of
    from croupier.games.roulette.options import RouletteOptions

    return tuple(layout_of(RouletteOptions.of(house)).spots["straight"])


# Two dice ---------------------------------------------------------------------------------------------------
def _of_dice(house: House, wager_id: str, spot: str) -> str:
    said = words()["covers"]
    rests = said["rests"] if _rests(house, wager_id, spot) else ""
    return _decided(house, wager_id, spot) + rests


def _decided(house: House, wager_id: str, spot: str) -> str:
    wager, said = house.game.wagers[wager_id], words()["covers"]
    if wager.parent is not None:
        parent, _ = wager.parent_of(spot or None)
        return said["behind"].format(wager=naming.wager(parent, house))
    if wager.parts:
        return _in_parts(house, Counter(wager.parts))
    rows = _rows(house, wager_id, spot)
    wins = [roll for roll, row in rows.items() if _wins(row)]
    loses = [roll for roll, row in rows.items() if row == LOSE]
    push = [roll for roll, row in rows.items() if row == PUSH]
    if len(wins) + len(loses) == len(rows):
        return said["next"].format(wins=rolls(wins, "or"))
    on = {"wins": rolls(wins), "loses": rolls(loses), "push": rolls(push)}
    decided = ", ".join(said[name].format(rolls=each) for name, each in on.items() if each)
    if POINT not in rows.values():
        return decided[0].upper() + decided[1:]
    return f"{said['first']} {decided}. {said['then_seven' if _seven_wins(house, wager_id) else 'then_point']}"


def _in_parts(house: House, parts: Counter[str]) -> str:
    """A combination wins if one of its parts wins."""
    said = words()["covers"]
    won = {part: {roll for roll, row in _rows(house, part, "").items() if _wins(row)} for part in parts}
    twice = [roll for part, count in parts.items() if count > 1 for roll in won[part]]
    on = said["next"].format(wins=rolls(set().union(*won.values()), "or"))
    return on + (said["twice"].format(rolls=rolls(twice)) if twice else "")


def _rests(house: House, wager_id: str, spot: str) -> bool:
    """Whether it is off on a come-out roll unless called on."""
    wager, table = house.game.wagers[wager_id], house.game.begin(house)
    state = None if wager.parts else wager.open(spot or None, table, house)
    return not wager.works(Standing("", wager_id, spot or None, house.lowest_chip, state, house), table)


def _wins(row: str | None) -> bool:
    return row is not None and row.startswith("win")


def _rows(house: House, wager_id: str, spot: str) -> Mapping[Dice, str | None]:
    """What each roll does to a new wager, or to one on its number: a row, a point, or nothing."""
    wager, table = house.game.wagers[wager_id], CrapsTable()
    state = int(spot) if wager_id in COME and spot else wager.open(spot or None, table, house)
    found: dict[Dice, str | None] = {}
    for low in range(1, 7):
        for high in range(low, 7):
            found[low, high] = _row(wager.step(state, observe(table, (low, high), house).fact), state)
    return found


def _row(step: Step, before: object) -> str | None:
    if isinstance(step, Closed | Paid):
        return step.row
    return POINT if step.state != before else None


def _seven_wins(house: House, wager_id: str) -> bool:
    """Whether a wager with its point wins on seven."""
    wager, table = house.game.wagers[wager_id], CrapsTable()
    set_point = observe(table, (2, 4), house)
    waits = wager.step(wager.open(None, table, house), set_point.fact)
    assert isinstance(waits, Stands)
    return wager.step(waits.state, observe(set_point.table, (3, 4), house).fact) == Closed("win")


def rolls(found: Iterable[Dice], joint: str = "and") -> str:
    """Rolls in words: a total if all its combinations are included, else the dice.

    >>> rolls([(1, 1), (1, 2)]), rolls([(2, 2)]), rolls([(1, 6), (2, 5), (3, 4), (1, 3)])
    ('2 and 3', '2-2', '7 and 1-3')
    """
    among = set(found)
    names: list[str] = []
    for total in range(2, 13):
        ways = {(low, total - low) for low in range(1, 7) if low <= total - low <= 6}
        if ways <= among:
            names.append(str(total))
            among -= ways
    names += [f"{low}-{high}" for low, high in sorted(among)]
    *first, last = names or [""]
    return words()["covers"][joint].format(first=", ".join(first), last=last) if first else last


#: Functions that describe how a wager is decided, by the part name that games declare.
PARTS: dict[str, Callable[[House, str, str], str]] = {
    "numbers": _of_numbers,
    "sections": _of_sections,
    "rolls": _of_dice,
}
