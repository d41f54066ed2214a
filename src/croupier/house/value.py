"""The exact value of a wager at one stake in this house. It decides which amounts are payable, and gives warnings.

The wager's own machine (alone.py) is solved in exact fractions.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm

from croupier.core.absorbing import endings
from croupier.core.machine import Pays, Return, Wager
from croupier.core.money import round_up
from croupier.core.printed_odds import Odds
from croupier.house.alone import Alone, alone, opening
from croupier.house.commission import commission
from croupier.house.house import House
from croupier.house.reachable import many

Row = str


def value(house: House, wager_id: str, stake: int) -> Fraction:
    """The player's exact expectation in cents, with the best choices; positive favors the player."""
    wager = house.game.wagers[wager_id]
    if wager.parts:
        return sum((value(house, part, stake // len(wager.parts)) for part in wager.parts), Fraction(0))
    return max(
        sum((chance * _net(house, wager, row, stake) for row, chance in rows.items()), Fraction(0))
        for rows in policies(house, wager_id).values()
    )


def _net(house: House, wager: Wager, row: str, stake: int) -> int:
    """The net of a row without commission (reading A2: amounts are checked before commission)."""
    pays = house.pays(wager.id, row)
    if pays is None:
        return -stake
    if isinstance(pays, Return):
        share = pays.share
        return round_up(stake * share.numerator, share.denominator, house.lowest_chip) - stake
    assert isinstance(pays, Odds)
    return round_up(*pays.won(stake), house.lowest_chip)


@lru_cache(maxsize=4096)
def policies(house: House, wager_id: str) -> Mapping[str | None, Mapping[Row, Fraction]]:
    """The exact chance of each row for each answer to the wager's choice (None: it has none), if it is always on.

    It is the same in all houses with the same mechanism, and solved once for them.
    """
    key = (wager_id, opening(house, wager_id), house.mechanism(wager_id))
    if key not in _SOLVED:
        first = alone(house, wager_id)  # it takes the first choice
        solved: dict[str | None, Alone] = {(*first.choices, None)[0]: first}
        solved |= {choice: alone(house, wager_id, choice=choice) for choice in first.choices[1:]}
        _SOLVED[key] = {choice: _rows(each) for choice, each in solved.items()}
    return _SOLVED[key]


_SOLVED: dict[Hashable, Mapping[str | None, Mapping[Row, Fraction]]] = {}


def _rows(solved: Alone) -> dict[Row, Fraction]:
    found: dict[Row, Fraction] = {}
    for decision, chance in endings(solved.machine).items():
        found[decision.row] = found.get(decision.row, Fraction(0)) + chance
    return found


@lru_cache(maxsize=100_000)
def can_be_paid(house: House, wager_id: str, stake: int) -> bool:
    """Whether the amount can be paid at the permitted odds; rounding may not exceed true odds (C4)."""
    reading = house.reading("C4")
    parts = house.game.wagers[wager_id].parts
    if parts:
        return all(can_be_paid(house, part, stake // len(parts)) for part in parts)
    pays = [each for each in house.pays_by_wager[wager_id].values() if isinstance(each, Odds)]
    if reading == "accept-all" or all(_exact(each, stake, house.lowest_chip) for each in pays):
        return True
    return reading == "true-odds" and value(house, wager_id, stake) <= 0


def _exact(pays: Odds, stake: int, chip: int) -> bool:
    won, unit = pays.won(stake)
    return won % (unit * chip) == 0


def favorable(house: House) -> dict[str, list[int]]:
    """By wager, every stake within limits whose value after rounding and commission favors the player."""
    found: dict[str, list[int]] = {}
    for wager_id in sorted(house.offered):
        wager = house.game.wagers[wager_id]
        if wager_id in house.meters or not wager.spots(house):
            continue  # the value of a progressive depends on its meter; or the layout has no place for it
        if wager_id in house.variations and many(house, wager_id):
            continue  # priced state by state, not stake by stake
        stakes = _better_than_true(house, wager) if wager.parent else _favorable_stakes(house, wager)
        if stakes:
            found[wager_id] = stakes
    return found


def _favorable_stakes(house: House, wager: Wager) -> list[int]:
    limit, step = house.limit(wager), house.lowest_chip * max(1, len(wager.parts))
    most = min(limit.most, _last_that_could(house, wager))
    stakes = range(-(-limit.least // step) * step, most + 1, step)
    if stakes and not _rounds(house, wager):
        stakes = range(stakes[0], limit.most + 1, step)
        return list(stakes) if _favors(house, wager, stakes[0]) else []  # no rounding: all stakes behave alike
    return [stake for stake in stakes if can_be_paid(house, wager.id, stake) and _favors(house, wager, stake)]


def _last_that_could(house: House, wager: Wager) -> int:
    """The largest stake that rounding could make favorable: rounding adds less than two chips."""
    exact = house.lowest_chip * 100 * lcm(*(pay.unit for pay in _odds_of(house, wager)))
    cost = _expected_commission(house, wager, exact) - value(house, wager.id, exact)
    return int(2 * house.lowest_chip * exact / cost) if cost > 0 else house.limit(wager).most


def _odds_of(house: House, wager: Wager) -> list[Odds]:
    ids = wager.parts or (wager.id,)
    return [pay for each in ids for pay in house.pays_by_wager[each].values() if isinstance(pay, Odds)]


def _rounds(house: House, wager: Wager) -> bool:
    """Whether payments are not proportional to the stake, because of rounding, commission or half back."""
    asks = any(None not in policies(house, each) for each in wager.parts or (wager.id,))
    return asks or wager.commission is not None or any(pay.unit > 1 for pay in _odds_of(house, wager))


def _favors(house: House, wager: Wager, stake: int) -> bool:
    return value(house, wager.id, stake) > _expected_commission(house, wager, stake)


def _better_than_true(house: House, odds: Wager) -> list[int]:
    """The units of odds that this house pays better than true odds."""
    least, mine = house.permitted[odds.id].odds, house.pays_by_wager[odds.id]
    units = house.options.odds_policy(odds.side).units
    better = [point for point, pays in mine.items() if _winnings(pays) > _winnings(least[point])]
    return [units[int(point)] for point in better]


def _winnings(pays: Pays) -> Fraction:
    assert isinstance(pays, Odds)
    return pays.winnings()


def _expected_commission(house: House, wager: Wager, stake: int) -> Fraction:
    if wager.commission is None:
        return Fraction(0)
    charge = Fraction(commission(house, wager, stake))
    up_front = house.options.commission_on(wager.group).when == "up-front"
    return charge * (1 if up_front else policies(house, wager.id)[None]["win"])
