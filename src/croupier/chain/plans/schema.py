"""The JSON Schema of plan files, for editors; made from the fields of the kinds of plan."""

from __future__ import annotations

from typing import Literal, get_args, get_origin

from croupier.chain.plan import BuiltIn, Cents, Count, Wager
from croupier.chain.plans.file import MOST_COUNT
from croupier.chain.plans.kinds import HEAD, KINDS, parameters
from croupier.core.schema import MONEY, TEXT, Schema, table
from croupier.house.schema import wager_ids


def schema() -> Schema:
    """The schema of a whole plan file."""
    head = dict.fromkeys(HEAD, TEXT)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A Croupier plan: what a player does before every round",
        "oneOf": [_kind(kind, head) for kind in KINDS],
        "$defs": {kind: _kind(kind, {}) for kind in KINDS} | {"wager": {"enum": wager_ids()}},
    }


def _kind(kind: str, head: dict[str, Schema]) -> Schema:
    known = parameters(kind)
    keys = {each.key: _value(each.type) for each in known}
    needed = (*head, "kind", *(each.key for each in known if each.needed))
    says = (KINDS[kind].__doc__ or "").partition("\n")[0]
    return {"description": says, **table(needed, **head, kind={"const": kind}, **keys)}


def _value(wanted: object) -> Schema:
    """The schema of a type; `file.py` reads the same types."""
    plain: dict[object, Schema] = {
        Cents: MONEY,
        Wager: {"$ref": "#/$defs/wager"},
        Count: {"type": "integer", "minimum": 1, "maximum": MOST_COUNT},
        int: {"type": "integer", "minimum": 0, "maximum": MOST_COUNT},
        BuiltIn: {"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in KINDS]},
    }
    if wanted in plain:
        return plain[wanted]
    inside = get_args(wanted)
    if get_origin(wanted) is Literal:
        return {"enum": list(inside)}
    if get_origin(inside[0]) is tuple:
        *words, last = get_args(inside[0])
        return {"type": "object", "propertyNames": _words(words), "additionalProperties": _value(last)}
    return {"type": "array", "items": _value(inside[0])}


def _words(wanted: list[object]) -> Schema:
    """The keys of a table: numbers, wagers, or wagers with a spot after a blank."""
    if get_origin(wanted[0]) is Literal:
        return {"enum": list(map(str, get_args(wanted[0])))}
    if len(wanted) == 1:
        return _value(wanted[0])
    return {"pattern": f"^({'|'.join(wager_ids())})( .+)?$"}
