"""When the house wants to be alerted; what it does not state has its usual limit."""

from __future__ import annotations

from croupier.core.sheet import Sheet
from croupier.house.alerts import BOUNDS, UNITS, AlertLimits


def limits(sheet: Sheet) -> AlertLimits:
    """The limits of alerts."""
    stated = sheet.table("alerts")
    sheet.known(("alerts",), stated, UNITS)
    found = {}
    for name, value in stated.items():
        path = ("alerts", name)
        if name not in UNITS:
            continue
        read = sheet.money(path, value) if UNITS[name] == "money" else sheet.whole(path, value, *BOUNDS[name])
        if read is not None:
            found[name] = read
    return AlertLimits(**found)
