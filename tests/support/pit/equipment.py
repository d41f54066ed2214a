"""A table with a complete set of equipment, in which a test breaks some pieces."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from croupier.core.equipment import Equipment
from croupier.core.refusal import Refusal
from croupier.floor.demo.equipment import approvals, complete
from croupier.house import House
from croupier.pit import kinds
from croupier.pit.equipped import lacking
from croupier.pit.state import Approval, Item, State

TABLE = "T1"
#: By the name of a piece: the fields that are different, or None if it is not there.
Broken = Mapping[str, Mapping[str, Any] | None]


def made(kind: str, fields: Mapping[str, Any]) -> Equipment:
    """A piece of equipment whose fields are in order."""
    what = kinds.read(kind, fields)
    assert not isinstance(what, Refusal), str(what)
    return what


def pit_of(
    house: House,
    broken: Broken | None = None,
    more: Mapping[str, tuple[str, Mapping[str, Any]]] | None = None,
    approved: Collection[tuple[str, str]] | None = None,
) -> State:
    """A pit with all that a table of this house needs, but for what is broken.

    `more` has further pieces: by id, the kind and the fields. `approved` replaces the approvals on record.
    """
    wrong = dict(broken or {})
    found = []
    for name, kind, fields in complete(house, TABLE):
        changed = wrong.pop(name.removeprefix(f"{TABLE}-"), {})
        if changed is not None:
            found.append(Item(name, kind, made(kind, {**fields, **changed}), TABLE))
    assert not wrong, f"there is no {', '.join(wrong)}"
    found += [Item(name, kind, made(kind, fields), TABLE) for name, (kind, fields) in (more or {}).items()]
    on_record = tuple(Approval(**each) for each in approvals(house, TABLE))
    if approved is not None:
        on_record = tuple(Approval(reference, subject, house.day, "") for reference, subject in approved)
    return State("main", items=tuple(found), approvals=on_record)


def cites(house: House, state: State) -> tuple[str, ...]:
    """The paragraphs of what the table lacks."""
    return tuple(each.cite for each in lacking(state, TABLE, house))


def without(state: State, name: str) -> State:
    """The same pit without one piece of equipment."""
    return replace(state, items=tuple(each for each in state.items if each.id != f"{TABLE}-{name}"))
