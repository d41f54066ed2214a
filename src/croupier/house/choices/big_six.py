"""What a Big Six house chooses: themed symbols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.core.citation import Approval
from croupier.games import game as game_named
from croupier.house.sheet import Sheet


def read(sheet: Sheet, approvals: Mapping[str, Approval]) -> dict[str, Any]:
    """Themed symbols in place of the dollar figures, only with the Division's prior approval."""
    table = sheet.table("symbols")
    sheet.known(("symbols",), table, game_named("big-six").wagers)
    symbols = {key: text for key, value in table.items() if (text := sheet.text(("symbols", key), value)) is not None}
    if symbols and "themed-symbols" not in approvals:
        sheet.fault(("symbols",), "themed symbols need the approval 'themed-symbols'", "30-2702(3)")
    return {"symbols": symbols}
