"""The state of a game between rounds and the facts of outcomes, in the form that is sent.

Their types are made from the dataclasses of the games: a member that is None there is left out here, and a set is a
list in order. A view has the same members for every game; those of another game are left out. Facts are told apart by
their kind, the name that the game gives them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache, reduce
from operator import or_
from types import GenericAlias, UnionType
from typing import TYPE_CHECKING, Any, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from croupier.core.machine import Fact
from croupier.core.table import Table
from croupier.games import NAMES, game
from croupier.web.views.patch import Shown

#: Name, type, and default if there is one, of each member.
_Members = list[tuple[str, Any] | tuple[str, Any, Any]]


# Types ------------------------------------------------------------------------------------------------------
def _struct(name: str, members: _Members, says: str | None, **more: str) -> type[msgspec.Struct]:
    told = {"__doc__": says}
    strict: dict[str, Any] = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True, **more}
    return msgspec.defstruct(f"{name}Shown", members, bases=(Shown,), namespace=told, module=__name__, **strict)


def _members(kind: type) -> _Members:
    hints = get_type_hints(kind)
    return [_member(each.name, hints[each.name]) for each in fields(kind)]


def _member(name: str, hint: Any) -> tuple[str, Any] | tuple[str, Any, Any]:
    sent = _sent(hint)
    return (name, sent, UNSET) if UnsetType in get_args(sent) else (name, sent)


def _sent(hint: Any) -> Any:
    """The type of a member as it is sent."""
    if isinstance(hint, UnionType):
        return reduce(or_, (UnsetType if each is type(None) else _sent(each) for each in get_args(hint)))
    if get_origin(hint) is frozenset:
        return GenericAlias(tuple, (*get_args(hint), ...))
    return _nested(hint) if isinstance(hint, type) and is_dataclass(hint) else hint


@cache
def _nested(kind: type) -> type[msgspec.Struct]:
    return _struct(kind.__name__, _members(kind), kind.__doc__)


def _optional(kinds: Iterable[type]) -> _Members:
    """The members of several types, each of which may be left out."""
    found: dict[str, Any] = {}
    for kind in kinds:
        for name, sent, *_ in _members(kind):
            found[name] = sent | found.get(name, UnsetType)
    return [(name, sent, UNSET) for name, sent in found.items()]


if TYPE_CHECKING:
    TrackersShown: TypeAlias = Shown
    FactShown: TypeAlias = Shown
else:
    _GAMES = tuple(map(game, NAMES))
    TrackersShown = _struct(
        "Trackers",
        _optional(each.table for each in _GAMES),
        "The state of a game: the last number, the point and the hand, the direction of a wheel.",
    )
    FactShown = reduce(
        or_,
        (
            _struct(kind.__name__, _members(kind), kind.__doc__, tag_field="kind", tag=kind.__name__)
            for each in _GAMES
            for kind in each.facts
        ),
    )


# Values -----------------------------------------------------------------------------------------------------
def trackers(table: Table) -> TrackersShown:
    """The state of a game in the form that is sent."""
    return msgspec.convert(_plain(table), TrackersShown)


def fact_shown(fact: Fact) -> FactShown:
    """The fact of an outcome in the form that is sent."""
    return msgspec.convert({"kind": type(fact).__name__, **_plain(fact)}, FactShown)


def _plain(value: object) -> Any:
    """A value as JSON, without members that are None."""
    if is_dataclass(value):
        found = {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
        return {name: each for name, each in found.items() if each is not None}
    if isinstance(value, frozenset):
        return sorted(map(_plain, value))
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
