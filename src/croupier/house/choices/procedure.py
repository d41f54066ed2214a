"""A house that adopts the house procedure takes its limits and its pay table, and nothing beside them."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.sheet import Sheet
from croupier.core.topic import Topic
from croupier.house.alone import alone
from croupier.house.house import House, Limit
from croupier.rulebook import house_pay_table, procedure_limits
from croupier.text.money import dollars


def check(sheet: Sheet, house: House) -> None:
    """Fault every choice that departs from the procedure. A house that wants its own lists its wagers instead."""
    if house.by_procedure:
        _limits(sheet, house)
        _pay_table(sheet, house)
        _tips(sheet, house)


@implements("H-wagers(1)", "H-wagers(2)")
def _limits(sheet: Sheet, house: House) -> None:
    """Inside wagers have the range of the procedure, outside wagers its one amount."""
    printed = procedure_limits(house.game_name)
    for name in house_pay_table(house.game_name):
        wager = house.game.wagers[name]
        limit, (least, most, cite) = house.limit(wager), printed[wager.group]
        if limit != Limit(least, most):
            key = next((each for each in (wager.id, wager.group) if each in house.limits), "default")
            range_ = dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"
            sheet.fault(("limits", key), f"by the house procedure {wager.group} wagers are {range_}", cite)


@implements("H-pay-table")
def _pay_table(sheet: Sheet, house: House) -> None:
    """Its wagers at its odds: no better ones, no choice on zero, no wager beside them (reading A11)."""
    listed, cite = house_pay_table(house.game_name), house.game.cites.get(Topic.PROCEDURE_WAGERS)
    for name, rows in listed.items():
        pays = house.pays_by_wager[name]
        if any(pays[row] != odds for row, odds in rows.items()):
            sheet.fault(("pays", name), f"the house procedure pays {name} {rows['win']}", cite)
        if not house.game.wagers[name].spots(house):
            message = f"the house procedure lists {name}, and this layout has no place for it"
            sheet.fault(("wagers", "offered"), message, cite)
        elif name in house.offered and (choices := alone(house, name).choices):
            message = f"the house procedure does not ask the player of {name} to choose {' or '.join(choices)}"
            sheet.fault(("options",), message, cite)
    for name in sorted(house.offered - listed.keys()):
        path = ("variations",) if name in house.variations else ("side_bets", name)
        sheet.fault(path, f"the house procedure does not list {name}", cite)


@implements("H-wagers(8)")
def _tips(sheet: Sheet, house: House) -> None:
    """The dealer taps every tip when it is received. A wager for the dealers would reach the tip box untapped."""
    if house.tip_wagers:
        message = "by the house procedure the dealer taps each tip, and no tip wagers are taken"
        sheet.fault(("tips", "wagers"), message, house.game.cites.get(Topic.PROCEDURE_TIPS))
