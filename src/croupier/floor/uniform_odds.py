"""Odds that are uniform in the casino change at all its tables in one act (reading M5)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import combinations

from croupier.conduct.by import By
from croupier.core.refusal import Refusal
from croupier.core.topic import Topic
from croupier.floor.guests import command
from croupier.floor.houses import CannotOpenTable
from croupier.floor.table import Table
from croupier.host import Answer
from croupier.house import House
from croupier.house.uniform import not_uniform
from croupier.table import HouseText, decide
from croupier.table.acts.table import ChangeHouse
from croupier.table.houses import house_of


class CannotChangeOdds(CannotOpenTable):
    """The odds cannot change at every table now, so they change at none."""


def change_everywhere(
    tables: Mapping[str, Table], houses: Mapping[str, HouseText], by: By
) -> list[asyncio.Future[Answer]]:
    """Change the houses of all tables of a game whose odds are uniform; at every one of them, or at none.

    `houses` has the new house of each of these tables. All commands are decided before another one can come.
    """
    new = {table: _sound(table, text) for table, text in houses.items()}
    games = {house.game_name for house in new.values()}
    all_of_them = {table for table, each in tables.items() if each.state.game in games}
    if not houses or len(games) > 1 or all_of_them != houses.keys():
        raise CannotChangeOdds(f"name the house of every table of one game: {', '.join(sorted(all_of_them))}")
    for (one, its), (other, theirs) in combinations(new.items(), 2):
        if (refusal := not_uniform(its, theirs)) is not None:
            raise CannotChangeOdds(f"tables {one} and {other}: {refusal.message} [{refusal.cite}]")
    together = tuple(sorted(houses))
    given = {
        table: command(ChangeHouse, by, tables[table].clock, house=houses[table], tables=together)
        for table in together
    }
    for table, each in given.items():
        if not tables[table].here:
            raise CannotChangeOdds(f"another server runs table {table}")
        if isinstance(decided := decide(each, tables[table].host.state), Refusal):
            raise CannotChangeOdds(f"table {table}: {decided.message}")
    return [tables[table].submit(each) for table, each in given.items()]


def _sound(table: str, text: HouseText) -> House:
    found = house_of(text)
    if isinstance(found, Refusal):
        raise CannotChangeOdds(f"table {table}: {found.message}")
    if Topic.UNIFORM_ODDS not in found.game.cites:
        raise CannotChangeOdds(f"table {table}: the rules do not ask for uniform odds at {found.game_name}")
    return found
