"""The kinds of equipment, and how the fields of a piece are read from JSON and written again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, replace
from datetime import date
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from croupier.core.equipment import SHARED, Day, Equipment
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games import NAMES, game

#: Bounds of what a field may have: characters of a text, a whole number, entries of a list.
MOST_TEXT, MOST_NUMBER, MOST_ENTRIES = 200, 10**12, 400


@cache
def kinds() -> Mapping[str, type[Equipment]]:
    """Every kind by its name: those that all games share, then those of each game."""
    found = dict(SHARED)
    for own in (game(name).equipment.kinds for name in NAMES):
        assert not own.keys() & found.keys(), "two kinds have the same name"
        found |= own
    return found


def name_of(what: Equipment) -> str:
    """The name of the kind of a piece."""
    return next(name for name, each in kinds().items() if each is type(what))


@cache
def hints(name: str) -> Mapping[str, Any]:
    """The fields of a kind with their types."""
    kind = kinds()[name]
    types = get_type_hints(kind, include_extras=True)
    return {each.name: types[each.name] for each in fields(kind)}


def forms(name: str) -> tuple[str, ...]:
    """The fields of a kind as they are written, in brackets where one may be left out.

    >>> forms("tip-box")
    ('[serial=TEXT]', 'attached=true|false', '[place=left-of-dealer|right-of-dealer|elsewhere]')
    """
    said = ((field, f"{field}={_form(hint)}") for field, hint in hints(name).items())
    return tuple(text if field in _required(name) else f"[{text}]" for field, text in said)


def _form(hint: Any) -> str:
    """What a field of this type may be, as short as possible."""
    inside = get_args(hint)
    if get_origin(hint) is Literal:
        return "|".join(inside)
    if hint in (bool, int, str):
        return {bool: "true|false", int: "NUMBER", str: "TEXT"}[hint]
    if get_origin(hint) is Annotated:
        return "DAY"
    pair = get_origin(inside[0]) is tuple
    return "[[…,…],…]" if pair else f"{_form(inside[0])},…"


@cache
def _required(name: str) -> frozenset[str]:
    kind = kinds()[name]
    always = frozenset(each.name for each in fields(kind) if each.default is MISSING)
    return always | {"serial"} if kind.by_serial else always


# Reading, as a command gives it -----------------------------------------------------------------------------
def read(name: str, given: Mapping[str, Any]) -> Equipment | Refusal:
    """A piece of a kind with these fields; a refusal names the first wrong one and what is possible."""
    if name not in kinds():
        return refuse(Code.KIND_UNKNOWN, kind=name, kinds=tuple(kinds()))
    lacking = next((each for each in hints(name) if each in _required(name) - given.keys()), None)
    if lacking is not None:
        return refuse(Code.FIELD_WRONG, "missing", kind=name, field=lacking)
    return _wrong(name, given) or _ranged(made(name, given))


def changed(what: Equipment, given: Mapping[str, Any]) -> Equipment | Refusal:
    """The same piece with some other fields; a refusal names the first wrong one and what is possible."""
    return _wrong(name_of(what), given) or _ranged(but(what, given))


def _ranged(what: Equipment) -> Equipment | Refusal:
    """The piece, or a refusal of a range that ends before it begins."""
    wrong = next((each for each in what.ranges if getattr(what, each[0]) > getattr(what, each[1])), None)
    if wrong is None:
        return what
    return refuse(Code.FIELD_WRONG, "range", kind=name_of(what), field=wrong[0], other=wrong[1])


def _wrong(name: str, given: Mapping[str, Any]) -> Refusal | None:
    """The refusal of the first field that the kind does not have, or whose value it cannot have."""
    types = hints(name)
    for field, value in given.items():
        if field not in types:
            return refuse(Code.FIELD_WRONG, "unknown", kind=name, field=field, known=tuple(types))
        if not _fits(value, types[field], empty=field not in _required(name)):
            return _possible(name, field, types[field])
    return None


def _possible(kind: str, field: str, hint: Any) -> Refusal:
    """The refusal of a value, with what a field of this type may be."""
    if get_origin(hint) is Literal:
        return refuse(Code.FIELD_WRONG, "choice", kind=kind, field=field, choices=get_args(hint))
    if hint is bool:
        return refuse(Code.FIELD_WRONG, "flag", kind=kind, field=field)
    if hint is int:
        return refuse(Code.FIELD_WRONG, "number", kind=kind, field=field, most=MOST_NUMBER)
    if hint is str:
        return refuse(Code.FIELD_WRONG, "text", kind=kind, field=field, most=MOST_TEXT)
    if get_origin(hint) is Annotated:
        return refuse(Code.FIELD_WRONG, "day", kind=kind, field=field)
    inside = get_args(hint)[0]
    if get_origin(inside) is Literal:
        return refuse(Code.FIELD_WRONG, "choices", kind=kind, field=field, choices=get_args(inside))
    if get_origin(inside) is tuple:
        of = tuple({int: "number", str: "text"}[each] for each in get_args(inside))
        return refuse(Code.FIELD_WRONG, "pairs", kind=kind, field=field, most=MOST_ENTRIES, of=of)
    return refuse(Code.FIELD_WRONG, "list", kind=kind, field=field, most=MOST_ENTRIES)


def _fits(value: object, hint: Any, *, empty: bool) -> bool:
    """Whether a JSON value is one of a type. Only a field that may be left out may be an empty text."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return isinstance(value, str) and value in inside
    if hint is bool:
        return isinstance(value, bool)
    if hint is int:
        return type(value) is int and 0 <= value <= MOST_NUMBER
    if hint is str:
        fits = isinstance(value, str) and value.isprintable() and value.strip() == value and len(value) <= MOST_TEXT
        return fits and (empty or value != "")
    if hint == Day:
        return isinstance(value, str) and _is_day(value)
    assert origin in (tuple, frozenset), f"no field is of type {hint}"
    if not isinstance(value, list | tuple):
        return False
    if origin is tuple and inside[-1] is not Ellipsis:
        both = zip(value, inside, strict=False)
        return len(value) == len(inside) and all(_fits(each, of, empty=False) for each, of in both)
    fit = len(value) <= MOST_ENTRIES and all(_fits(each, inside[0], empty=False) for each in value)
    return fit and (origin is tuple or len(set(value)) == len(value))


def _is_day(text: str) -> bool:
    with suppress(ValueError):
        return date.fromisoformat(text).isoformat() == text
    return False


# As an event has it -----------------------------------------------------------------------------------------
def made(name: str, given: Mapping[str, Any]) -> Equipment:
    """A piece of a kind with these fields, which are not judged again."""
    return kinds()[name](**_values(name, given))


def but(what: Equipment, given: Mapping[str, Any]) -> Equipment:
    """The same piece with these fields, which are not judged again."""
    return replace(what, **_values(name_of(what), given))


def _values(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    types = hints(name)
    return {field: _value(value, types[field]) for field, value in given.items()}


def _value(plain: Any, hint: Any) -> Any:
    """A value as a piece of equipment has it: tuples and sets instead of lists."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is frozenset:
        return frozenset(plain)
    if origin is not tuple:
        return plain
    if inside[-1] is Ellipsis:
        return tuple([_value(each, inside[0]) for each in plain])
    return tuple(plain)


def plain(what: Equipment) -> dict[str, Any]:
    """The fields of a piece as JSON, without those that have their default."""
    said = {each.name: (getattr(what, each.name), each.default) for each in fields(what)}
    return {name: _plain(value) for name, (value, default) in said.items() if value != default}


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
