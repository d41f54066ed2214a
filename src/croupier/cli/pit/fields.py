"""The fields of a command as people write them: NAME=VALUE, in the types that the command declares."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from croupier.cli import CannotRead
from croupier.cli.arguments import nearest

if TYPE_CHECKING:
    from croupier.conduct import Command

#: What the desk fills in.
_FILLED = ("id", "by", "at")


def read(kind: type[Command], words: Iterable[str]) -> dict[str, Any]:
    """The fields of a command. `passed=` and `failed=` list items of a checklist; `fields.NAME=VALUE` is one of many.

    A house is named by its preset or file: TABLE=HOUSE where a command changes the houses of tables.
    """
    hints = {name: hint for name, hint in get_type_hints(kind, include_extras=True).items() if name not in _FILLED}
    names = [name for name in kind.__struct_fields__ if name not in _FILLED]
    said: dict[str, Any] = {}
    for name, value in map(_pair, words):
        first, _, rest = name.partition(".")
        if "results" in names and name in ("passed", "failed"):
            said.setdefault("results", []).extend(
                {"check": each, "passed": name == "passed"} for each in value.split(",") if each
            )
        elif "changes" in names and first not in names:
            said.setdefault("changes", []).append({"table": name, "house": _house(value)})
        elif rest and first == "fields" and "fields" in names:
            said.setdefault("fields", {})[rest] = _plain(value)
        elif name not in names:
            raise CannotRead(f"{name}: this act has no such field{nearest(name, names)}; it has {_listed(names)}")
        else:
            said[name] = _value(name, value, hints[name])
    required = {field.name for field in msgspec.structs.fields(kind) if field.required}
    if missing := [name for name in names if name in required and name not in said]:
        raise CannotRead(f"{missing[0]}: this act needs it, as {missing[0]}=VALUE; it has {_listed(names)}")
    return said


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or not name:
        raise CannotRead(f"{word}: write a field as NAME=VALUE")
    return name, value


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "no fields"


def _plain(value: str) -> Any:
    """JSON, or else a text: 512, true, ["0", "1"], oak."""
    try:
        return json.loads(value)
    except ValueError:
        return value


def _value(name: str, value: str, hint: Any) -> Any:
    """A value in the type of its field: a text as it is, a list as a,b,c or JSON."""
    tries: list[Any] = [value]
    if value.startswith(("[", "{", '"')) or value == "null":
        tries.insert(0, _plain(value))
    tries.append([each for each in value.split(",") if each])
    for each in tries:
        try:
            return msgspec.to_builtins(msgspec.convert(each, hint, strict=False))
        except msgspec.ValidationError as error:
            why = str(error)
    raise CannotRead(f"{name}: {value!r} cannot be read: {why}")


def _house(name: str) -> dict[str, Any]:
    """The text of a house, by a preset's name or a file."""
    from croupier.cli.arguments import house_named
    from croupier.floor.houses import written
    from croupier.house import presets
    from croupier.table.houses import text_of

    if name in presets():
        found: dict[str, Any] = msgspec.to_builtins(written(name))
        return found
    if not Path(name).is_file():
        raise CannotRead(f"{name}: no preset and no house file{nearest(name, presets())}")
    made: dict[str, Any] = msgspec.to_builtins(text_of(house_named(name)))
    return made
