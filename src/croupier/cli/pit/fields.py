"""The fields of an act as people write them: NAME=VALUE, in the types that the command declares."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from croupier.cli import CannotRead
from croupier.cli.arguments import nearest
from croupier.text.visible import written

if TYPE_CHECKING:
    from croupier.conduct import Command

#: What the desk fills in.
_FILLED = ("id", "by", "at")
#: Fields that are written in a form of their own, because a list or an object is tedious to type.
_FORMS = {"results": "passed=A,B failed=C", "changes": "TABLE=HOUSE", "fields": "fields.NAME=VALUE"}
#: What may be left out although the command needs it: some kinds of equipment have no fields, the key of a terminal
#: may be on this machine, and the figures of a gaming day come from the logs.
_LEFT_OUT = {"register-item": "fields", "enrol-terminal": "key", "close-day": "figures"}


def names(kind: type[Command]) -> tuple[str, ...]:
    """The fields that whoever gives an act writes."""
    return tuple(name for name in kind.__struct_fields__ if name not in _FILLED)


def form(act: str, kind: type[Command]) -> str:
    """How an act is written with its fields; what may be left out is in brackets."""
    needed = _needed(act, kind)
    said = ((name, _FORMS.get(name, f"{name}={name.upper()}")) for name in names(kind))
    return " ".join([act, *(text if name in needed else f"[{text}]" for name, text in said)])


def _needed(act: str, kind: type[Command]) -> list[str]:
    required = [field.name for field in msgspec.structs.fields(kind) if field.required]
    return [name for name in required if name not in _FILLED and name != _LEFT_OUT.get(act)]


def read(act: str, kind: type[Command], words: Iterable[str]) -> dict[str, Any]:
    """The fields of an act. A house is named by its preset or its file."""
    hints, known = get_type_hints(kind, include_extras=True), names(kind)
    said: dict[str, Any] = {}
    for name, value in map(_pair, words):
        first, _, rest = name.partition(".")
        if "results" in known and name in ("passed", "failed"):
            said.setdefault("results", []).extend(
                {"check": each, "passed": name == "passed"} for each in value.split(",") if each
            )
        elif "fields" in known and first == "fields" and rest:
            said.setdefault("fields", {})[rest] = value
        elif name in known and name not in _FORMS:
            said[name] = _value(name, value, hints[name])
        elif "changes" in known and name not in _FORMS:
            said.setdefault("changes", []).append({"table": name, "house": _house(value)})
        else:
            raise CannotRead(f"{name}: {act} has no such field{nearest(name, known)}. Write {form(act, kind)}")
    if missing := next((name for name in _needed(act, kind) if name not in said), None):
        raise CannotRead(f"{act} needs {_FORMS.get(missing, missing + '=…')}. Write {form(act, kind)}")
    if "fields" in known:
        given = said.get("fields", {})
        said["fields"] = {name: _of_equipment(said.get("kind"), name, value) for name, value in given.items()}
    for name in _FORMS.keys() & said.keys():
        _value(name, said[name], hints[name])
    return said


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or not name:
        raise CannotRead(f"{word}: write a field as NAME=VALUE")
    return name, value


# Values ---------------------------------------------------------------------------------------------------------
def _value(name: str, value: Any, hint: Any) -> Any:
    """A value in the type of its field: a text as it is, a list as a,b,c or JSON, nothing as an empty text."""
    for each in _tries(value, hint):
        try:
            return msgspec.to_builtins(msgspec.convert(each, hint, strict=False))
        except msgspec.ValidationError:
            continue
    if name in _FORMS:
        raise CannotRead(f"write short words in {_FORMS[name]}")
    raise CannotRead(f"{name}: {written(value, 60)} is not possible{_possible(value, hint)}")


def _tries(value: Any, hint: Any) -> Iterable[Any]:
    if not isinstance(value, str):
        return (value,)
    if value == "" and NoneType in get_args(hint):
        return (None,)
    listed = [each for each in value.split(",") if each]
    return (_json(value), value, listed) if value.startswith(("[", "{", '"')) else (value, listed)


def _possible(value: str, hint: Any) -> str:
    """The end of a message about a value: what the type of the field allows."""
    inside = get_args(hint)
    if get_origin(hint) is Annotated:
        pattern = next((each.pattern for each in inside[1:] if isinstance(each, msgspec.Meta) and each.pattern), "")
        return "; write a day such as 2027-12-31" if r"\d{4}-" in pattern else _possible(value, inside[0])
    if get_origin(hint) in (Union, UnionType):
        return _possible(value, next(each for each in inside if each is not NoneType))
    if get_origin(hint) is Literal:
        return nearest(value, inside)
    if get_origin(hint) is tuple:
        return f"{_possible(value, inside[0])}; write commas between several"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return f"; write a JSON array of objects with {', '.join(hint.__struct_fields__)}"
    said = {bool: "true or false", int: "a whole number"}.get(hint, "a short text in one line")
    return f"; write {said}"


def _json(value: str) -> Any:
    """JSON, or else the text itself."""
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _of_equipment(kind: str | None, name: str, value: str) -> Any:
    """A field of a piece of equipment: a text if the kind has a text there, a list as a,b,c or JSON, otherwise JSON.

    Where the kind is not named, because the piece is on the register, all kinds with such a field are meant.
    """
    from croupier.pit.kinds import hints, kinds

    named = [kind] if kind in kinds() else list(kinds())
    types = [hints(each)[name] for each in named if name in hints(each)]
    if types and all(_is_text(each) for each in types):
        return value
    if types and all(_is_text(*get_args(each)[:1]) for each in types) and not value.startswith("["):
        return [each for each in value.split(",") if each]
    return _json(value)


def _is_text(hint: Any = None, /) -> bool:
    return hint is str or get_origin(hint) in (Literal, Annotated)


def _house(name: str) -> dict[str, Any]:
    """The text of a house, by a preset's name or a file; no code beside it runs."""
    from croupier.core.refusal import Refusal
    from croupier.core.sheet import read_file
    from croupier.floor.houses import written as preset
    from croupier.house import presets
    from croupier.table.houses import HouseText, house_of

    if name in presets():
        text = preset(name)
    else:
        if not Path(name).is_file():
            raise CannotRead(f"{name}: no preset and no house file{nearest(name, presets())}")
        try:
            text = HouseText(str(Path(name).resolve()), read_file(Path(name)))
        except (OSError, ValueError) as error:
            raise CannotRead(f"{name} cannot be read: {error}") from None
    if isinstance(no := house_of(text), Refusal):
        raise CannotRead(no.message)
    found: dict[str, Any] = msgspec.to_builtins(text)
    return found
