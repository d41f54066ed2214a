"""The side bets a house offers: which pay table, and what each needs besides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from croupier.core.citation import implements
from croupier.core.machine import Pays
from croupier.core.odds import Odds
from croupier.games.roulette.wheel import WHEELS
from croupier.house import check as law
from croupier.house.house import MeterPolicy
from croupier.house.sheet import Sheet
from croupier.rulebook import Permitted, Rulebook

LEAST_AWARD, MOST_AWARD = 10, 1000


@dataclass
class SideBets:
    """What was chosen: the wagers, what their rows pay, and the fields of the house."""

    chip: int  # the lowest at the table
    offered: frozenset[str] = frozenset()
    pays: dict[str, dict[str, Pays]] = field(default_factory=dict)
    choices: dict[str, Any] = field(default_factory=dict)


def read(
    sheet: Sheet, permitted: Mapping[str, Permitted], rulebook: Rulebook, chip: int, *, lenient: bool
) -> SideBets:
    """Every side bet of the file, with its faults noted; one before its date is a fault or, leniently, left out."""
    found = SideBets(chip, choices={"pay_tables": {}, "aggregates": {}, "meters": {}})
    for name, value in sheet.table("side_bets").items():
        path = ("side_bets", name)
        bet = permitted.get(name) or rulebook.later(_game(sheet), name)
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


def _game(sheet: Sheet) -> str:
    return str(sheet.data.get("game", "")).removesuffix("-free")


def _choose(sheet: Sheet, path: tuple[str, ...], value: Mapping[str, Any], bet: Permitted, found: SideBets) -> None:
    found.offered |= {bet.id}
    found.pays[bet.id] = dict(bet.odds)
    if bet.pay_tables:
        _pay_table(sheet, path, value.get("pay_table"), bet, found)
    if "weights" in bet.choices:
        weights = _weights(sheet, (*path, "weights"), value.get("weights"))
        found.choices["award_weights"] = weights
        found.pays[bet.id] = {str(award): Odds(award) for award in weights}
    if bet.id == "roulette-up":
        found.choices["primary_required"] = sheet.flag(
            (*path, "primary_required"), value.get("primary_required", False)
        )
        if "aggregate" in value and (most := sheet.money((*path, "aggregate"), value["aggregate"])) is not None:
            found.choices["aggregates"][bet.id] = most
    if "contribution_percent" in bet.choices:
        _meter(sheet, path, value, bet, found)
    _of_the_wheel(sheet, path, bet)


def _pay_table(sheet: Sheet, path: tuple[str, ...], name: Any, bet: Permitted, found: SideBets) -> None:
    chosen = sheet.text((*path, "pay_table"), name, bet.pay_tables)
    if chosen is None:
        return
    table = bet.pay_tables[chosen]
    wheel = sheet.table("wheel").get("kind")
    if table.wheel is not None and wheel in WHEELS and table.wheel != wheel:
        message = f"{chosen} is printed for a {table.wheel} wheel, not for {wheel}"
        sheet.fault((*path, "pay_table"), message, bet.odds_cite)
    found.pays[bet.id] = dict(table.rows)
    found.choices["pay_tables"][bet.id] = chosen
    if table.balls:
        found.choices["bonus_balls"] = table.balls


@implements("30-2299.01(5)", "47.1-2215.01(5)")
def _weights(sheet: Sheet, path: tuple[str, ...], value: Any) -> dict[int, int]:
    """The distribution of the awards is the house's: whole weights over 10 to 1000 times (reading R9)."""
    if not isinstance(value, Mapping) or not value:
        message = "the awards and their weights must be set, for example { 10 = 400, 1000 = 2 }"
        sheet.fault(path, message, "30-2299.01(5)")
        return {}
    found = {}
    for key, each in value.items():
        weight = sheet.whole(path, each, least=1)
        if not key.isdecimal() or str(int(key)) != key or not LEAST_AWARD <= int(key) <= MOST_AWARD:
            message = f"an award is a whole number from {LEAST_AWARD} to {MOST_AWARD}, not {key!r}"
            sheet.fault(path, message, "30-2299.01(5)")
        elif weight is not None:
            found[int(key)] = weight
    return dict(sorted(found.items()))


def _meter(sheet: Sheet, path: tuple[str, ...], value: Mapping[str, Any], bet: Permitted, found: SideBets) -> None:
    """Unit, seed, reseed and contribution of a progressive are the house's (reading R17)."""
    missing = [key for key in bet.choices if key not in value]
    for key in missing:
        sheet.fault((*path, key), "must be set for a progressive", "30-2299.04/start(6)")
    if missing:
        return
    unit, seed, reseed = (sheet.money((*path, key), value[key]) for key in ("unit", "seed", "reseed"))
    percent = sheet.whole((*path, "contribution_percent"), value["contribution_percent"])
    if unit and unit % found.chip:
        sheet.fault((*path, "unit"), "is no whole number of the lowest chip", "30-2299.04/start(6)")
    if percent is not None and percent > 100:
        sheet.fault((*path, "contribution_percent"), "cannot exceed 100")
    if unit and seed and reseed and percent is not None:
        dollars = Fraction(unit, 100)  # seed and reseed are for a $1 unit, like the printed awards
        policy = MeterPolicy(unit, int(seed * dollars), int(reseed * dollars), percent)
        found.choices["meters"][bet.id] = policy


def _of_the_wheel(sheet: Sheet, path: tuple[str, ...], bet: Permitted) -> None:
    """No rank for 000 is printed, and no bonus table for 39 pockets or a converted wheel (readings R16, R20)."""
    wheel = sheet.table("wheel")
    if bet.id.startswith("roulette-up") and wheel.get("kind") == "triple-zero":
        sheet.fault(path, "the rank of 000 is not printed: not on a triple-zero wheel", "30-2299.04/streak(1)")
    if bet.id == "spinner-winner" and wheel.get("used_as", wheel.get("kind")) != wheel.get("kind"):
        sheet.fault(path, "there is no pay table for a converted wheel", "30-2299.03(5)")
