"""Converts a state to bytes and back, so that replay can start from a stored state.

Equal states give equal bytes. They contain only values of the classes in the stream's `Shapes`; reading creates no
others. The first line has a digest of the names and fields of all these classes. If it differs, nothing is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec

from croupier.conduct.digest import encode
from croupier.conduct.shapes import Shapes

S = TypeVar("S")
VERSION = "croupier state 2"
_Part = None | bool | int | str | tuple[int]  # a plain value, or the number of an earlier line
_decoder = msgspec.json.Decoder(list[list[_Part]])


class UnreadableState(ValueError):
    """The bytes are not a valid state, or they were written with other classes or fields."""


def shape(fields_of: Mapping[str, tuple[str, ...]]) -> str:
    """A digest of the names of all classes and of their fields in order."""
    return sha256(repr(sorted(fields_of.items())).encode()).hexdigest()[:16]


class Snapshots(Generic[S]):
    """Writes and reads the states of one kind of stream."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes

    @cached_property
    def first_line(self) -> bytes:
        """The first line of the bytes: the version of the format, and a digest of all classes and fields."""
        shapes = {name: tuple(kind.hints) for name, kind in self._shapes.kinds.items()}
        return f"{VERSION} {shape(shapes)}\n".encode()

    def write(self, state: S) -> bytes:
        """Write a state as lines of JSON, each a class name and its parts. Equal values share one line."""
        lines: list[bytes] = []
        by_line: dict[bytes, int] = {}
        by_identity: dict[int, int] = {}  # ids stay valid: the state keeps all values alive

        def part(value: Any) -> _Part:
            if value is None or type(value) in (bool, int, str):
                return value  # type: ignore[no-any-return]
            number = by_identity.get(id(value))
            if number is None:
                line = msgspec.json.encode([*self._line(value, part)])
                number = by_line.setdefault(line, len(lines))
                if number == len(lines):
                    lines.append(line)
                by_identity[id(value)] = number
            return (number,)

        part(state)
        return self.first_line + b"[" + b",\n".join(lines) + b"]\n"

    def _line(self, value: Any, part: Any) -> list[_Part]:
        """The class name of a value and its parts."""
        kind = type(value)
        if kind is tuple:
            return ["tuple", *map(part, value)]
        if kind is frozenset:
            return ["set", *map(part, sorted(value, key=encode))]
        if (codec := self._shapes.codec(kind)) is not None:
            return [codec.of[0].__name__, *codec.write(value)]
        return [kind.__name__, *(part(getattr(value, name)) for name in self._shapes.of(value).hints)]

    def read(self, body: bytes) -> S:
        """Read a state that `write` wrote; otherwise raise `UnreadableState`."""
        first = self.first_line
        if not body.startswith(first):
            said = f"it begins with {body[: len(first)]!r}, not with {first!r}"
            raise UnreadableState(f"no state of this shape: {said}")
        values: list[Any] = []
        try:
            for name, *parts in _decoder.decode(body[len(first) :]):
                values.append(self._create(name, [_value(part, values) for part in parts]))
        except (ValueError, TypeError, RecursionError) as error:  # msgspec's errors are ValueErrors
            raise UnreadableState(f"no state: at line {len(values) + 1} {error}") from error
        if not values or type(values[-1]) is not self._shapes.root:
            raise UnreadableState("no state: the last line is not a state")
        return values[-1]  # type: ignore[no-any-return]

    def _create(self, name: _Part, values: list[Any]) -> Any:
        if name == "tuple":
            return tuple(values)
        if name == "set":
            if len(found := frozenset(values)) < len(values):
                raise ValueError("a set has a part twice")
            return found
        if (codec := self._shapes.codecs.get(str(name))) is not None:
            return codec.read(values)
        known = self._shapes.kinds.get(str(name))
        if known is not None and len(values) != len(known.hints):
            raise ValueError(f"a {name} has {len(known.hints)} parts, not {len(values)}")
        return self._shapes.make(name, dict(zip(known.hints if known else (), values, strict=False)))


def _value(part: _Part, values: list[Any]) -> Any:
    if not isinstance(part, tuple):
        return part
    (number,) = part
    if not 0 <= number < len(values):
        raise ValueError(f"there is no earlier line {number}")
    return values[number]
