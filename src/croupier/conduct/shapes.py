"""The classes of which the states of a stream are made, and how their values are converted to plain JSON and back.

The classes are found by following type annotations, from the state's own class and from further ones that the stream
names. Reading creates values of these classes and of no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec


class Kind(NamedTuple):
    """A class of which states are made: the annotations of its fields, and the fields that have defaults."""

    of: type[Any]
    hints: dict[str, Any]
    defaults: frozenset[str]


class Codec(NamedTuple):
    """How values of some classes are written as plain values instead of field by field, and read back.

    The name of the first class is written with them.
    """

    of: tuple[type[Any], ...]
    write: Callable[[Any], list[str | None]]
    read: Callable[[list[Any]], Any]


class Shapes:
    """All classes of which the states of one kind of stream are made, by name."""

    def __init__(
        self, root: type[Any], besides: Callable[[], Iterable[Any]] = tuple, codecs: tuple[Codec, ...] = ()
    ) -> None:
        """`besides` returns further annotations; it is called once. Classes with a codec are not searched."""
        self.root, self._besides = root, besides
        self.codecs = {codec.of[0].__name__: codec for codec in codecs}
        self._by_class = {kind: codec for codec in codecs for kind in codec.of}

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The classes by name. Two classes with the same name are a bug."""
        found: dict[str, Kind] = {}
        for hint in (self.root, *self._besides()):
            self._collect(hint, found)
        return found

    def _collect(self, hint: Any, found: dict[str, Kind]) -> None:
        for inside in get_args(hint):
            self._collect(inside, found)
        if not isinstance(hint, type) or hint in self._by_class:
            return
        names = _names(hint)
        if names is None:
            return
        known = found.get(hint.__name__)
        assert known is None or known.of is hint, f"two kinds are called {hint.__name__}"
        if known is None:
            hints = get_type_hints(hint, include_extras=True)
            kind = found[hint.__name__] = Kind(hint, {name: hints[name] for name in names}, _defaults(hint))
            for each in kind.hints.values():
                self._collect(each, found)

    def codec(self, kind: type[Any]) -> Codec | None:
        """The codec of a class, if it has one."""
        return self._by_class.get(kind)

    def of(self, value: Any) -> Kind:
        """The kind of a value; AssertionError if states have no such values."""
        name = type(value).__name__
        known = self.kinds.get(name)
        assert known is not None, f"a state does not hold a {name}"
        assert known.of is type(value), f"a state does not hold a {name} of {type(value).__module__}"
        return known

    def make(self, name: object, values: Mapping[str, Any]) -> Any:
        """Create a value from its class name and its fields; ValueError if they do not match the annotations."""
        known = self.kinds.get(str(name))
        if known is None:
            raise ValueError(f"{name!r} is not a kind of value in a state")
        wrong = (values.keys() - known.hints.keys()) | (known.hints.keys() - values.keys() - known.defaults)
        if wrong:
            raise ValueError(f"a {name} has other parts: {', '.join(sorted(wrong))}")
        for field, value in values.items():
            if not fits(value, known.hints[field]):
                raise ValueError(f"{field} of {name} cannot be {value!r}")
        return known.of(**values)

    # Plain JSON, by field ------------------------------------------------------------------------------------
    def plain(self, value: Any) -> Any:
        """Convert a value to plain JSON.

        A tuple becomes a list, a set a sorted list, and any other value an object with the name of its class. A field
        with `later` in its metadata is left out if it has its default: what was written before stays the same.
        """
        if value is None or type(value) in (bool, int, str):
            return value
        if type(value) is tuple:
            return [self.plain(each) for each in value]
        if type(value) is frozenset:
            return {"set": [self.plain(each) for each in sorted(value)]}
        names = self.of(value).hints
        written = {name: getattr(value, name) for name in names}
        for field in fields(value) if is_dataclass(value) else ():
            if field.metadata.get("later") and written[field.name] == field.default:
                del written[field.name]
        return {"is": type(value).__name__, **{name: self.plain(each) for name, each in written.items()}}

    def value(self, plain: Any) -> Any:
        """Convert the result of `plain` back to the value; ValueError if it is not valid."""
        if plain is None or type(plain) in (bool, int, str):
            return plain
        if type(plain) is list:
            return tuple([self.value(each) for each in plain])
        if type(plain) is not dict:
            raise ValueError(f"{plain!r} is not a value in a state")
        if plain.keys() == {"set"} and type(plain["set"]) is list:
            return frozenset([self.value(each) for each in plain["set"]])
        return self.make(plain.get("is"), {name: self.value(each) for name, each in plain.items() if name != "is"})


def _names(hint: type[Any]) -> list[str] | None:
    """The field names of a dataclass, a Struct or a NamedTuple; None for other classes."""
    if is_dataclass(hint):
        return [field.name for field in fields(hint)]
    if issubclass(hint, msgspec.Struct):
        return list(hint.__struct_fields__)
    if issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return list(hint._fields)
    return None


def _defaults(hint: type[Any]) -> frozenset[str]:
    """The fields that have defaults."""
    if is_dataclass(hint):
        return frozenset(
            field.name
            for field in fields(hint)
            if field.default is not MISSING or field.default_factory is not MISSING
        )
    if issubclass(hint, msgspec.Struct):
        return frozenset(field.name for field in msgspec.structs.fields(hint) if not field.required)
    return frozenset(hint._field_defaults)


def fits(value: Any, hint: Any) -> bool:
    """Whether a value matches an annotation."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin is Annotated:
        return fits(value, inside[0])
    if origin in (Union, UnionType):
        return any(fits(value, each) for each in inside)
    if origin is Literal:
        return type(value) is str and value in inside
    if origin is frozenset:
        return type(value) is frozenset and all(fits(each, inside[0]) for each in value)
    if origin is tuple:
        if type(value) is not tuple:
            return False
        if inside[-1] is Ellipsis:
            return all(fits(each, inside[0]) for each in value)
        return len(value) == len(inside) and all(map(fits, value, inside))
    kind = NoneType if hint is None else hint
    return type(value) is kind or (kind not in (int, str) and isinstance(value, kind))
