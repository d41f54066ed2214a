"""JSON Schema for the TOML files people write: the pieces that house files and plan files share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "str | int | bool | Sequence[Json] | Mapping[str, Json] | None"
Schema: TypeAlias = Mapping[str, Json]

# TOML has dates and times; JSON has text.
DATE: Schema = {"type": "string", "format": "date"}
TEXT: Schema = {"type": "string", "minLength": 1}
FLAG: Schema = {"type": "boolean"}
MONEY: Schema = {
    "description": 'dollars: a whole number, or text such as "0.50"',
    "oneOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": r"^[0-9]+(\.[0-9]{1,2})?$"}],
}


def table(required: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """A table with these keys and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
