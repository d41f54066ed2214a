"""The thresholds of a house for its books: from which amounts on somebody must look. All of them are optional."""

from __future__ import annotations

from croupier.core.sheet import Sheet
from croupier.house.house import Thresholds

KEYS = ("cash_in", "award", "difference", "hold_band")
#: The widest band: nothing is ever outside a wider one.
WIDEST = 10


def thresholds(sheet: Sheet) -> Thresholds:
    """What the house has set; None for a threshold that it has not."""
    table = sheet.table("thresholds")
    sheet.known(("thresholds",), table, KEYS)
    cash_in, award, difference = (
        sheet.money(("thresholds", key), table[key]) if key in table else None
        for key in ("cash_in", "award", "difference")
    )
    path = ("thresholds", "hold_band")
    band = sheet.whole(path, table["hold_band"], 1, WIDEST) if "hold_band" in table else None
    return Thresholds(cash_in, award, difference, band)
