"""The exact prices of wagers on a live layout, in the states that they have there."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import lru_cache

from croupier.chain import position as positions
from croupier.chain.position import Position
from croupier.core.absorbing import NeverEnds
from croupier.core.machine import Standing
from croupier.core.table import Table
from croupier.felt import Felt
from croupier.felt.changes import parent_of
from croupier.felt.payout import over_the_maximum
from croupier.house import House
from croupier.house.alone import Place
from croupier.table.settle import coupon_on
from croupier.table.state import Coupon


class Priced:
    """Finds the position of each wager on the layouts of one table. Most wagers are placed again and again."""

    def __init__(self) -> None:
        self.unpriced: set[str] = set()  # wagers that no chain can price
        self._positions: dict[Hashable, Position | None] = {}
        self._houses: dict[int, House] = {}  # by identity: they stay in memory, so that no other one gets it
        self._chances: dict[str, tuple[int, ...]] = {}  # of outcomes, by the version of the house
        self._tables: list[Table] = []  # what wagers watch of a table, by number
        self._numbers: dict[Table, int] = {}
        self._table: Table | None = None  # the last table, and what was found of it by wager
        self._forgotten: dict[str, int] = {}

    def weights(self, house: House) -> tuple[int, ...]:
        """The weights of the outcomes."""
        if house.version not in self._chances:
            self._chances[house.version] = positions.weights(house)
        return self._chances[house.version]

    def value(self, felt: Felt, each: Standing, coupons: tuple[Coupon, ...]) -> Fraction:
        """What a wager is worth to its player; a choice that is due counts as its first answer."""
        at = self.position(felt, each, coupons)
        if at is None:
            return Fraction(0)
        return at.chosen(each.choices[0]) if each.choices else at.value

    def position(self, felt: Felt, each: Standing, coupons: tuple[Coupon, ...]) -> Position | None:
        """The wager as it stands; None for one that has no price. Cached: most wagers are placed again and again."""
        if felt.table is not self._table:
            self._table, self._forgotten = felt.table, {}
        face = 0
        if coupons and not each.tip and (coupon := coupon_on(coupons, each.seat, each.wager, each.spot)):
            face = coupon.amount
        parent = parent_of(felt, each) if each.rules.game.wagers[each.wager].parent else None
        meter, sharing = _meter(felt, each.wager) if felt.meters else (0, 1)
        by = each if parent is None else parent
        table = self._forgotten.get(by.wager)
        if table is None:
            table = self._forgotten[by.wager] = self._known_table(felt, by)
        key = (
            *(id(each.rules), each.wager, by.wager, by.state, table, each.draw),
            *(each.stake, each.collected, face, meter, sharing),
        )
        if key not in self._positions:
            house = self._houses[id(each.rules)] = House.of(each)
            stake = each.collected or each.stake - over_the_maximum(each)
            place = Place(by.state, self._tables[table], each.draw)
            odds = "" if parent is None else each.wager
            at = Position(alike(house), by.wager, place, stake, face, odds, meter, sharing)
            self._positions[key] = self._priced(at)
        return self._positions[key]

    def _known_table(self, felt: Felt, each: Standing) -> int:
        """The number of what a wager watches of the table; its hash would be computed again and again."""
        game = House.of(each).game
        kept = game.forget(felt.table, game.wagers[each.wager].watches)
        if kept not in self._numbers:
            self._numbers[kept] = len(self._tables)
            self._tables.append(kept)
        return self._numbers[kept]

    def _priced(self, at: Position) -> Position | None:
        """The position, if a chain can price it."""
        try:
            at = _known(at)
            _ = at.value
        except NeverEnds:
            self.unpriced.add(at.odds or at.wager)
            return None
        return at


#: The fields of a house on which prices depend.
_PRICES = "game_name variant rulebook denominations pays_by_wager options readings meters variations".split()
_DIFFERENT: list[House] = []


@lru_cache(maxsize=1_000)
def alike(house: House) -> House:
    """The first house that was seen with the same prices: versions often differ in limits or coupons alone."""
    for other in _DIFFERENT:
        if all(getattr(other, name) == getattr(house, name) for name in _PRICES):
            return other
    _DIFFERENT.append(house)
    return house


@lru_cache(maxsize=50_000)
def _known(at: Position) -> Position:
    """The same position for all tables under one version of a house: it keeps what it has computed."""
    return at


def _meter(felt: Felt, wager: str) -> tuple[int, int]:
    """What the meter of a progressive shows, and how many wagers share it if they win."""
    for meter in felt.meters:
        if meter.wager == wager:
            return meter.cents, sum(each.wager == wager for each in felt.standing) or 1
    return 0, 1
