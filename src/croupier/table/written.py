"""The state of a table as bytes and back, so that replay need not begin at the first event.

Bytes are the same for the same state. They name only the kinds of value that a state may hold, which are those that
the annotations of `State` lead to and what the games declare; reading makes these and nothing else. A house is there
by its own text. The first line names the shape of every kind: bytes of another shape are not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from croupier.core.refusal import Refusal
from croupier.games import NAMES, game
from croupier.house import House
from croupier.table.digest import encode
from croupier.table.houses import HouseText, house_of, text_of
from croupier.table.state import State

VERSION = "croupier state 1"
_Part = None | bool | int | str | tuple[int]  # a plain value, or the number of a line before
_decoder = msgspec.json.Decoder(list[list[_Part]])


class Unreadable(ValueError):
    """Bytes that are no state, or of a state that had another shape."""


class _Kind(NamedTuple):
    """A class of which a state is made, and what its fields may hold."""

    of: type[Any]
    hints: dict[str, Any]


# What a state may hold --------------------------------------------------------------------------------------
@cache
def kinds() -> dict[str, _Kind]:
    """Every kind of value by its name: what `State` leads to, the tables of the games and the states of wagers."""
    found: dict[str, _Kind] = {}
    _collect(State, found)
    for each in map(game, NAMES):
        _collect(get_type_hints(each.begin)["return"], found)
        for wager in each.wagers.values():
            _collect(get_type_hints(wager.step)["state"], found)
    return found


def _collect(hint: Any, found: dict[str, _Kind]) -> None:
    for inside in get_args(hint):
        _collect(inside, found)
    if not isinstance(hint, type) or hint is House:
        return
    if is_dataclass(hint):
        names = [field.name for field in fields(hint)]
    elif issubclass(hint, msgspec.Struct):
        names = list(hint.__struct_fields__)
    elif issubclass(hint, tuple) and hasattr(hint, "_fields"):
        names = list(hint._fields)
    else:
        return
    known = found.get(hint.__name__)
    assert known is None or known.of is hint, f"two kinds are called {hint.__name__}"
    if known is None:
        hints = get_type_hints(hint, include_extras=True)
        found[hint.__name__] = _Kind(hint, {name: hints[name] for name in names})
        for each in found[hint.__name__].hints.values():
            _collect(each, found)


@cache
def first_line() -> bytes:
    """What the bytes begin with: the version of their form, and a digest of the shape of every kind."""
    return f"{VERSION} {shape({name: tuple(kind.hints) for name, kind in kinds().items()})}\n".encode()


def shape(fields_of: Mapping[str, tuple[str, ...]]) -> str:
    """A digest of the names of all kinds and of their fields in order."""
    return sha256(repr(sorted(fields_of.items())).encode()).hexdigest()[:16]


# Writing ----------------------------------------------------------------------------------------------------
def write(state: State) -> bytes:
    """A state as bytes: lines of JSON, each a kind and its parts; what is there twice is written once."""
    lines: list[bytes] = []
    by_line: dict[bytes, int] = {}
    by_identity: dict[int, int] = {}  # nothing dies meanwhile: the state holds it all

    def part(value: Any) -> _Part:
        if value is None or type(value) in (bool, int, str):
            return value  # type: ignore[no-any-return]
        number = by_identity.get(id(value))
        if number is None:
            line = msgspec.json.encode([*_named(value, part)])
            number = by_line.setdefault(line, len(lines))
            if number == len(lines):
                lines.append(line)
            by_identity[id(value)] = number
        return (number,)

    part(state)
    return first_line() + b"[" + b",\n".join(lines) + b"]\n"


def _named(value: Any, part: Any) -> list[_Part]:
    """The kind of a value and its parts."""
    kind = type(value)
    if kind is tuple:
        return ["tuple", *map(part, value)]
    if kind is frozenset:
        return ["set", *map(part, sorted(value, key=encode))]
    if kind is House:
        return ["house", *msgspec.structs.astuple(text_of(value))]
    known = kinds().get(kind.__name__)
    assert known is not None, f"a state does not hold a {kind.__name__}"
    assert known.of is kind, f"a state does not hold a {kind.__name__} of {kind.__module__}"
    return [kind.__name__, *(part(getattr(value, name)) for name in known.hints)]


# Reading ----------------------------------------------------------------------------------------------------
def read(body: bytes) -> State:
    """The state that was written; `Unreadable` where it is none, or had another shape."""
    first = first_line()
    if not body.startswith(first):
        raise Unreadable(f"no state of this shape: it begins with {body[: len(first)]!r}, not with {first!r}")
    made: list[Any] = []
    try:
        for name, *parts in _decoder.decode(body[len(first) :]):
            made.append(_made(name, [_value(part, made) for part in parts]))
    except (ValueError, TypeError, RecursionError) as error:  # msgspec's errors are ValueErrors
        raise Unreadable(f"no state: at line {len(made) + 1} {error}") from error
    if not made or type(made[-1]) is not State:
        raise Unreadable("no state: the last line is none")
    return made[-1]


def _value(part: _Part, made: list[Any]) -> Any:
    if not isinstance(part, tuple):
        return part
    (number,) = part
    if not 0 <= number < len(made):
        raise ValueError(f"{number} is no line before it")
    return made[number]


def _made(name: _Part, values: list[Any]) -> Any:
    if name == "tuple":
        return tuple(values)
    if name == "set":
        if len(found := frozenset(values)) < len(values):
            raise ValueError("a set has a part twice")
        return found
    if name == "house":
        return _house(values)
    known = kinds().get(str(name))
    if known is None:
        raise ValueError(f"{name!r} is no kind of value that a state holds")
    if len(values) != len(known.hints):
        raise ValueError(f"a {name} has {len(known.hints)} parts, not {len(values)}")
    for value, (field, hint) in zip(values, known.hints.items(), strict=True):
        if not _fits(value, hint):
            raise ValueError(f"{field} of {name} cannot be {value!r}")
    return known.of(**dict(zip(known.hints, values, strict=True)))


def _house(values: list[Any]) -> House:
    names = HouseText.__struct_fields__
    if len(values) != len(names):
        raise ValueError(f"a house has {len(names)} parts, not {len(values)}")
    found = house_of(msgspec.convert(dict(zip(names, values, strict=True)), HouseText))
    if isinstance(found, Refusal):
        raise ValueError(str(found))
    return found


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value is what an annotation says."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin is Annotated:
        return _fits(value, inside[0])
    if origin in (Union, UnionType):
        return any(_fits(value, each) for each in inside)
    if origin is Literal:
        return type(value) is str and value in inside
    if origin is frozenset:
        return type(value) is frozenset and all(_fits(each, inside[0]) for each in value)
    if origin is tuple:
        if type(value) is not tuple:
            return False
        if inside[-1] is Ellipsis:
            return all(_fits(each, inside[0]) for each in value)
        return len(value) == len(inside) and all(map(_fits, value, inside))
    return type(value) is (NoneType if hint is None else hint)
