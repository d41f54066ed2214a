"""Houses as tables open under them: a preset with choices made otherwise."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier import house
from croupier.table import HouseText


def written(name: str, **change: Any) -> HouseText:
    """A preset as it travels, with choices made otherwise by dotted key (dots as __)."""
    changed = {key.replace("__", "."): value for key, value in change.items()}
    text = house.find(name).read_text(encoding="utf-8")
    return HouseText(name, text, None, msgspec.json.encode(changed).decode())
