"""An event of any kind with made-up values, by the types of its fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from croupier.conduct import Event

E = TypeVar("E", bound=Event)
#: Texts of which one has the form that a field asks for; and texts by the names of fields.
EXAMPLES = ("Ann", "ab" * 32, "ab" * 64, "ab" * 16, "2026-01-01", "R" + "ab" * 32)
TEXTS = {"body": '{"do":"close-day","day":"2026-01-01"}', "zone": "America/Denver"}


def made(kind: type[E], *, full: bool) -> E:
    """An event of this kind, with all of its fields or with those alone that it needs."""
    return msgspec.convert(_fields(inspect.type_info(kind), full), kind)


def _fields(info: Any, full: bool) -> dict[str, Any]:
    found = {info.tag_field: info.tag} if getattr(info, "tag_field", None) else {}
    for each in info.fields:
        if full or each.required:
            found[each.encode_name] = TEXTS.get(each.name) or _value(each.type, full)
    return found


def _value(info: Any, full: bool) -> Any:
    match info:
        case inspect.IntType():
            return max(info.ge or 0, min(500 if full else 0, info.le or 500))
        case inspect.StrType():
            fit = (each for each in EXAMPLES if re.search(info.pattern or "", each))
            return next((each for each in fit if len(each) <= (info.max_length or len(each))), "Ann")
        case inspect.BoolType():
            return full
        case inspect.LiteralType():
            return info.values[0]
        case inspect.StructType() | inspect.DataclassType():
            return _fields(info, full)
        case inspect.VarTupleType() | inspect.ListType():
            return [_value(info.item_type, full)] if full or info.min_length else []
        case inspect.TupleType():
            return [_value(each, full) for each in info.item_types]
        case inspect.UnionType():
            several = [each for each in info.types if not isinstance(each, inspect.NoneType)]
            return _value(several[0], full) if full else None
        case inspect.AnyType() | inspect.DictType():
            return {"name": "value"}
        case inspect.Metadata():
            return _value(info.type, full)
    raise AssertionError(f"no sample of {info}")


def fields_of(kind: type[Event]) -> Mapping[str, Any]:
    """The fields of a kind of event, by name."""
    return {each.name: each for each in msgspec.structs.fields(kind)}
