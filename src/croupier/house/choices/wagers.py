"""Which wagers a house offers, and what it pays for them."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.core.machine import Pays
from croupier.core.printed_odds import Odds
from croupier.core.sheet import Sheet
from croupier.games import NAMES
from croupier.games import game as game_named
from croupier.house import check as law
from croupier.rulebook import Permitted, Rulebook, house_pay_table


def offered(
    sheet: Sheet,
    permitted: Mapping[str, Permitted],
    game_name: str,
    variant: str,
    rulebook: Rulebook,
    *,
    lenient: bool,
) -> frozenset[str]:
    """The wagers offered: "all", those of the house procedure, or a list of ids that are permitted and in force."""
    sheet.known(("wagers",), sheet.table("wagers"), ("offered", "except"))
    path = ("wagers", "offered")
    wanted = sheet.table("wagers").get("offered", "all")
    everything = [row.id for row in permitted.values() if not row.withdrawn and not row.side_bet]
    if wanted == "all":
        names, lenient = everything, True
    elif wanted == "house-procedure" and (listed := house_pay_table(game_name)):
        names = list(listed)
    elif isinstance(wanted, list) and all(isinstance(name, str) for name in wanted):
        names = wanted
    else:
        having = " and ".join(each for each in NAMES if house_pay_table(each))
        sheet.fault(path, f'is "all", at {having} "house-procedure", or a list of wager ids')
        names = []
    left_out = sheet.table("wagers").get("except", [])
    if not isinstance(left_out, list):
        sheet.fault(("wagers", "except"), "is a list of wager ids")
        left_out = []
    for key, each in (("offered", names), ("except", left_out)):
        for name in each:
            _permitted_here(sheet, ("wagers", key), name, permitted, game_name, variant)
    for name in names:
        if name in everything and law.not_yet(permitted[name], rulebook.on) and not lenient:
            row = permitted[name]
            sheet.fault(path, f"{name} exists from {row.begins} on, not on {rulebook.on}", row.cite)
    return frozenset(
        name
        for name in names
        if name in everything and name not in left_out and not law.not_yet(permitted[name], rulebook.on)
    )


def _permitted_here(
    sheet: Sheet,
    path: tuple[str, ...],
    name: object,
    permitted: Mapping[str, Permitted],
    game_name: str,
    variant: str,
) -> None:
    """Fault a wager that the rules do not permit in this game, or that another section chooses."""
    wagers = game_named(game_name).wagers
    if not isinstance(name, str) or name not in wagers:
        sheet.text(path, name, wagers)
    elif name not in permitted or permitted[name].withdrawn:
        cite = permitted[name].cite if name in permitted else wagers[name].cite
        sheet.fault(path, f"{name} is no permitted wager of {variant}", cite)
    elif permitted[name].side_bet:
        sheet.fault(path, f"{name} is a side bet: choose it under [side_bets]", permitted[name].cite)


def pays(sheet: Sheet, permitted: Mapping[str, Permitted], game_name: str) -> dict[str, dict[str, Pays]]:
    """The rulebook's minimum odds, or the better odds of the house."""
    pays: dict[str, dict[str, Pays]] = {row.id: dict(row.odds) for row in permitted.values()}
    if sheet.table("wagers").get("offered") == "house-procedure":
        for wager, listed in house_pay_table(game_name).items():
            pays[wager] |= listed
    for wager, rows in sheet.table("pays").items():
        if wager not in permitted:
            sheet.text(("pays", wager), wager, permitted)
            continue
        if permitted[wager].side_bet:
            sheet.fault(("pays", wager), "is a side bet: its pay table says what it pays", permitted[wager].odds_cite)
            continue
        if not isinstance(rows, Mapping):
            sheet.fault(("pays", wager), 'must be a table of rows, for example { win = "2 to 1" }')
            continue
        for row, text in rows.items():
            odds = _better(sheet, permitted[wager], row, text)
            if odds is not None:
                pays[wager][row] = odds
    if sheet.table("readings").get("R5") == "pays-even-money":
        for wager in pays:
            if "released" in pays[wager]:
                pays[wager]["released"] = Odds(1)
    return pays


def _better(sheet: Sheet, permitted: Permitted, row: str, text: object) -> Odds | None:
    path = ("pays", permitted.id)
    least = permitted.odds.get(row)
    if not isinstance(least, Odds):
        rows = [name for name, pays in permitted.odds.items() if isinstance(pays, Odds)]
        sheet.fault(path, f"{permitted.id} has no row {row!r}; its rows are {', '.join(rows) or 'none'}")
        return None
    odds = _read(text)
    if odds is None:
        sheet.fault(path, f"{text!r} are no odds; write for example '3 to 2'")
        return None
    if law.below(odds, least):
        sheet.fault(path, f"{odds} is below the least odds of {least}", permitted.odds_cite)
    return odds


def _read(text: object) -> Odds | None:
    try:
        return Odds.read(text) if isinstance(text, str) else None
    except ValueError:
        return None
