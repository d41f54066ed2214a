"""Every kind of plan by its name, with the parameters that its dataclass declares."""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, fields
from typing import get_type_hints

from croupier.chain.plan import BuiltIn
from croupier.chain.plans import flat, line, numbers, progressions, wrapping

KINDS: dict[str, type[BuiltIn]] = {
    each.kind: each
    for family in (flat, line, numbers, progressions, wrapping)
    for each in vars(family).values()
    if isinstance(each, type) and issubclass(each, BuiltIn) and "kind" in vars(each)
}
#: The keys that every plan file has besides the kind; a wrapped plan takes these from the plan around it.
HEAD = tuple(each.name for each in fields(BuiltIn))


@dataclass(frozen=True, slots=True)
class Parameter:
    """A field that a kind adds: its key in a file, its type, and whether it may be left out."""

    key: str
    type: object
    needed: bool


def parameters(kind: str) -> tuple[Parameter, ...]:
    """The parameters of a kind, in the order they are declared."""
    types = get_type_hints(KINDS[kind], include_extras=True)
    added = (each for each in fields(KINDS[kind]) if each.name not in HEAD)
    return tuple(Parameter(each.name, types[each.name], _needed(each)) for each in added)


def _needed(each: Field[object]) -> bool:
    return each.default is MISSING and each.default_factory is MISSING
