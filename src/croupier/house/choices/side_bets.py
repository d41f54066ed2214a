"""The side bets of a house: their pay tables and further choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from croupier.core.citation import implements
from croupier.core.machine import Pays
from croupier.core.sheet import Sheet
from croupier.core.topic import Topic
from croupier.games import choices
from croupier.games import game as game_named
from croupier.house import check as law
from croupier.house.house import MeterPolicy
from croupier.rulebook import PayTable, Permitted, Rulebook


@dataclass
class SideBets:
    """The chosen wagers, the pays of their rows, and fields of the house."""

    game_name: str
    chip: int  # the lowest denomination at the table
    offered: frozenset[str] = frozenset()
    pays: dict[str, dict[str, Pays]] = field(default_factory=dict)
    pay_tables: dict[str, str] = field(default_factory=dict)
    aggregates: dict[str, int] = field(default_factory=dict)
    meters: dict[str, MeterPolicy] = field(default_factory=dict)


@implements("47.1-2317.01", "47.1-2317.02", "47.1-2317.04")
def read(
    sheet: Sheet, permitted: Mapping[str, Permitted], rulebook: Rulebook, game_name: str, chip: int, *, lenient: bool
) -> SideBets:
    """Read all side bets. A side bet that is not permitted yet is a fault, or left out if lenient."""
    found = SideBets(game_name, chip)
    for name, value in sheet.table("side_bets").items():
        path = ("side_bets", name)
        bet = permitted.get(name) or rulebook.later(game_name, name)
        if bet is not None and bet.withdrawn:
            sheet.fault(path, f"{name} is not offered at {sheet.data.get('game')}", bet.cite)
        elif bet is None or not bet.side_bet:
            sheet.text(path, name, [row.id for row in permitted.values() if row.side_bet])
        elif law.not_yet(bet, rulebook.on):
            if not lenient:
                sheet.fault(path, f"{name} exists from {bet.begins} on, not on {rulebook.on}", bet.cite)
        elif not isinstance(value, Mapping):
            sheet.fault(path, "must be a table")
        else:
            sheet.known(path, value, bet.choices)
            _choose(sheet, path, value, bet, found)
    return found


def _choose(
    sheet: Sheet, path: tuple[str, ...], value: Mapping[str, object], bet: Permitted, found: SideBets
) -> None:
    own = choices(found.game_name)
    found.offered |= {bet.id}
    table = _pay_table(sheet, path, value.get("pay_table"), bet) if bet.pay_tables else None
    if table is not None:
        found.pay_tables[bet.id] = table.id
    found.pays[bet.id] = dict(own.side_bet(sheet, bet, table) or (bet.odds if table is None else table.rows))
    most = value.get("aggregate") if "aggregate" in bet.choices else None
    if most is not None and (cents := sheet.money((*path, "aggregate"), most)) is not None:
        found.aggregates[bet.id] = cents
    if "contribution_percent" in bet.choices:
        _meter(sheet, path, value, bet, found)
    own.fits(sheet, bet)


def _pay_table(sheet: Sheet, path: tuple[str, ...], name: object, bet: Permitted) -> PayTable | None:
    chosen = sheet.text((*path, "pay_table"), name, bet.pay_tables)
    return None if chosen is None else bet.pay_tables[chosen]


def _meter(sheet: Sheet, path: tuple[str, ...], value: Mapping[str, object], bet: Permitted, found: SideBets) -> None:
    """The house sets the unit, seed, reseed and contribution of a progressive (reading R17)."""
    cite = game_named(found.game_name).cites.get(Topic.PROGRESSIVE)
    missing = [key for key in bet.choices if key not in value]
    for key in missing:
        sheet.fault((*path, key), "must be set for a progressive", cite)
    if missing:
        return
    unit, seed, reseed = (sheet.money((*path, key), value[key]) for key in ("unit", "seed", "reseed"))
    percent = sheet.whole((*path, "contribution_percent"), value["contribution_percent"])
    if unit and unit % found.chip:
        sheet.fault((*path, "unit"), "is no whole number of the lowest chip", cite)
    if percent is not None and percent > 100:
        sheet.fault((*path, "contribution_percent"), "cannot exceed 100")
    if unit and seed and reseed and percent is not None:
        dollars = Fraction(unit, 100)  # seed and reseed are for a $1 unit, like the printed awards
        policy = MeterPolicy(unit, int(seed * dollars), int(reseed * dollars), percent)
        found.meters[bet.id] = policy
