"""A house in a command or in the log: its full source text, so that a log replays without any other file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from croupier.core import json_once
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.sheet import read_file
from croupier.house import House, Unreadable
from croupier.house.code import Code as VariationCode
from croupier.house.code import beside
from croupier.house.house import UnreadHouse
from croupier.house.reader import data_of, read_text


class HouseText(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a house file. `on` selects the rulebook of another date; `change` (JSON) overrides choices."""

    name: str
    text: str
    on: str | None = None
    change: str = "{}"


class HouseUnsound(Exception):
    """This version cannot load a house that the log contains."""


def text_of(house: House) -> HouseText:
    """The text that a house was read from."""
    if isinstance(kept := house.__dict__.get("text"), HouseText):  # a house of a log keeps its exact text
        return kept
    source = house.source
    on = None if source.on is None else source.on.isoformat()
    return HouseText(str(source.path), source.text, on, json.dumps(dict(source.change)))


def same_play(one: House, other: House) -> bool:
    """Whether both have the same device and the same variant of the game, so that no outcome is new to either."""
    return (one.variant, one.options.device()) == (other.variant, other.options.device())


#: The code of variations that may run in this process, by the name of the house file that the operator gave.
_OPERATORS: dict[str, VariationCode] = {}


def named_by_operator(path: Path, change: Mapping[str, object] | None = None) -> HouseText:
    """A house file that the operator of this process names: only then may the code of its variations run here."""
    try:
        text = read_file(path)
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path.name} cannot be read: {error}") from error
    name = str(path.resolve())
    _OPERATORS[name] = beside(data_of(path, text, change), path.resolve().parent)
    house_of.cache_clear()
    return HouseText(name, text, None, json.dumps(dict(change or {})))


@lru_cache(maxsize=64)
def house_of(written: HouseText) -> House | Refusal:
    """Load the house; its faults become a refusal."""
    try:
        change = json_once.load(written.change, dict)
        path = Path(written.name)
        code = _OPERATORS.get(written.name, VariationCode(path.parent))
        if code.lacks(data_of(path, written.text, change)):
            return refuse(Code.HOUSE_UNSOUND, "variations", house=written.name)
        on = None if written.on is None else date.fromisoformat(written.on)
        house, faults = read_text(path, written.text, on, change, code)
    except (Unreadable, ValueError, RecursionError) as error:
        return refuse(Code.HOUSE_UNSOUND, "unreadable", house=written.name, error=str(error))
    if house is None:
        return refuse(Code.HOUSE_UNSOUND, "faults", house=written.name, faults=tuple(map(str, faults)))
    return house


@lru_cache(maxsize=256)
def named(written: HouseText, version: str) -> House:
    """A house of the log, loaded on first use; raises `HouseUnsound` then if this version cannot load it."""

    def read() -> House:
        found = house_of(written)
        if not isinstance(found, Refusal) and found.variations and found.version != version:
            found = refuse(Code.HOUSE_UNSOUND, "other-code", house=written.name)
        if isinstance(found, Refusal):
            raise HouseUnsound(str(found))
        return found

    return UnreadHouse(version, written, read)
