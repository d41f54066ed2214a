"""What a Big Six house may choose, read from its file: themed symbols."""

from __future__ import annotations

from croupier.core.schema import TEXT, table
from croupier.core.sheet import Sheet
from croupier.games.big_six.options import BigSixOptions
from croupier.games.big_six.wagers import WAGERS
from croupier.games.choices import Choices, Chosen, Section

_IDS = tuple(wager.id for wager in WAGERS)


def _read(sheet: Sheet, chosen: Chosen) -> BigSixOptions:
    """Themed symbols in place of the dollar figures, only with the Division's prior approval."""
    given = sheet.table("symbols")
    sheet.known(("symbols",), given, _IDS)
    symbols = {key: text for key, value in given.items() if (text := sheet.text(("symbols", key), value)) is not None}
    if symbols and "themed-symbols" not in chosen.approvals:
        sheet.fault(("symbols",), "themed symbols need the approval 'themed-symbols'", "30-2702(3)")
    return BigSixOptions(symbols=symbols)


CHOICES = Choices(
    read=_read,
    sections=(Section("symbols", table((), **dict.fromkeys(_IDS, TEXT))),),
    approvals=("electronic-device", "themed-symbols"),
)
