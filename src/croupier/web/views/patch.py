"""Parts of views, and what changed between two of them as a JSON merge patch (RFC 7396).

A merge patch cannot set a member to null, since null removes one. So no view has a null: a member that has no value
is left out, in Python as `UNSET`. Pages read a missing member as "none".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NewType, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

#: A merge patch of an object: null for a member that is gone, a patch for an object that changed, else the new value.
#: What is in one depends on what changed, so this is the one open type on the wire.
Patch = NewType("Patch", dict[str, Any])
_T = TypeVar("_T")


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """An object of a view, as it is sent. Its members are never null."""


def given(value: _T | None) -> _T | UnsetType:
    """A value, or `UNSET` where there is none."""
    return UNSET if value is None else value


def changes(before: Shown | Mapping[str, Any], after: Shown | Mapping[str, Any]) -> Patch:
    """The merge patch that turns `before` into `after`; empty if they are equal.

    Members that are the same Python object are not looked into: views share what has not changed.

    >>> changes({"phase": "open", "chips": {"a": 1, "b": 2}}, {"phase": "open", "chips": {"b": 3}, "last": [7]})
    {'chips': {'b': 3, 'a': None}, 'last': [7]}
    """
    patch = Patch({})
    if isinstance(after, Shown) and type(before) is type(after):
        for name in after.__struct_fields__:
            old, new = getattr(before, name), getattr(after, name)
            if old is not new:
                _add(patch, name, old, new)
        return patch
    known, now, added = _members(before), _members(after), 0
    for name, new in now.items():
        old = known.get(name, UNSET)
        if old is not new:
            added += old is UNSET
            _add(patch, name, old, new)
    if len(known) + added != len(now):
        patch |= dict.fromkeys(known.keys() - now.keys())
    return patch


def _add(patch: Patch, name: str, old: Any, new: Any) -> None:
    """Add the change of one member to the patch."""
    if new is UNSET:
        patch[name] = None
    elif isinstance(old, Shown | dict) and isinstance(new, Shown | dict):
        if inner := changes(old, new):
            patch[name] = inner
    elif not _same(old, new):
        patch[name] = new


def _members(value: Shown | Mapping[str, Any]) -> Mapping[str, Any]:
    """The members of an object that are set."""
    if not isinstance(value, Shown):
        return value
    found = {name: getattr(value, name) for name in value.__struct_fields__}
    return {name: each for name, each in found.items() if each is not UNSET}


def _same(old: Any, new: Any) -> bool:
    """Whether two values are equal in JSON, where 1 is not true."""
    if isinstance(new, list | tuple):
        return isinstance(old, list | tuple) and len(old) == len(new) and all(map(_same, old, new))
    if isinstance(new, Shown | dict):
        return isinstance(old, Shown | dict) and not changes(old, new)
    return type(old) is type(new) and bool(old == new)
