"""Presets with changed choices, for tables to open under."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier import house
from croupier.table import HouseText


def written(name: str, **change: Any) -> HouseText:
    """The text of a preset with changed choices, by dotted key (write `__` for a dot)."""
    changed = {key.replace("__", "."): value for key, value in change.items()}
    text = house.find(name).read_text(encoding="utf-8")
    return HouseText(name, text, None, msgspec.json.encode(changed).decode())
