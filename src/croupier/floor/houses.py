"""The houses that tables open under: presets with changed choices, and files that the operator names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from croupier import house
from croupier.core.refusal import Refusal
from croupier.house.uniform import not_uniform
from croupier.table import HouseText, State
from croupier.table.houses import house_of


def written(name: str, **change: Any) -> HouseText:
    """The text of a preset with changed choices, by dotted key (write `__` for a dot)."""
    changed = {key.replace("__", "."): value for key, value in change.items()}
    text = house.find(name).read_text(encoding="utf-8")
    return HouseText(name, text, None, msgspec.json.encode(changed).decode())


def charge(text: HouseText, dealer: str) -> dict[str, str]:
    """The dealer who is put in charge when a table opens under this house; nothing where the game names none."""
    found = house_of(text)
    one = not isinstance(found, Refusal) and found.game.course.one_dealer
    return {"dealer": dealer} if one else {}


class CannotOpenTable(Exception):
    """A table cannot be opened under its house beside the others."""


def fits(table_id: str, text: HouseText, state: State, others: Iterable[State]) -> None:
    """Check a table before it runs: its house is sound, the one it was opened under, and uniform with the others."""
    found = house_of(text)
    if isinstance(found, Refusal):
        raise CannotOpenTable(f"table {table_id}: {found.message}")
    opened = state.play is not None and state.phase != "closed"
    if opened and text.name not in house.presets() and state.house.version != found.version:
        fix = "restore the file, or name another store with --db"
        raise CannotOpenTable(f"table {table_id} is open under another version of {text.name}: {fix}")
    for other in others:
        refusal = not_uniform(state.house if opened else found, other.house)
        if refusal is not None:
            raise CannotOpenTable(f"tables {other.table_id} and {table_id}: {refusal.message} [{refusal.cite}]")
