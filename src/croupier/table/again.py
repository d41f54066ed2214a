"""The command that made some events, rebuilt from what they recorded: an audit decides it again.

Commands themselves are not kept, but their events say everything that was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.table.acts import ACTS
from croupier.table.registry import Act


def _made_by() -> dict[type[Event], tuple[Act, ...]]:
    """By kind of event the acts that make it: first those whose own event it is, then those that make it besides."""
    found: dict[type[Event], tuple[Act, ...]] = {}
    for own in (True, False):
        for act in ACTS:
            for kind in act.makes[:1] if own else act.makes[1:]:
                found[kind] = (*found.get(kind, ()), act)
    return found


#: What happens to the bank may follow from any act, and has no row.
MADE_BY = _made_by()


class _Taken(NamedTuple):
    """Fields that are read from one of the events: its number, the names of the fields, and how they are read."""

    number: int
    names: list[str]
    recorded: Callable[[Event], tuple[Any, ...]]


class Way(NamedTuple):
    """How a command is rebuilt from events."""

    kind: type[Command]
    taken: list[_Taken]
    recalled: Callable[[Any], dict[str, Any]] | None  # fields that the first event records under another name

    def command(self, events: tuple[Event, ...]) -> Command | None:
        """The command that makes these events; none where nobody could have given it."""
        kind, taken, recalled = self
        fields: dict[str, Any] = {}
        for number, names, recorded in taken:
            fields.update(zip(names, recorded(events[number]), strict=True))
        if recalled is not None:
            fields |= recalled(events[0])
        try:
            return msgspec.convert(fields, kind)  # which checks every field
        except msgspec.ValidationError:
            return None


def ways(events: tuple[Event, ...]) -> list[Way]:
    """How the command may be rebuilt that made these events, the likeliest first."""
    return _ways(tuple(map(type, events)))


@lru_cache(maxsize=1024)
def _ways(events: tuple[type[Event], ...]) -> list[Way]:
    """How commands are rebuilt from events of these kinds: each field from the first event that has it."""
    acts = MADE_BY.get(events[0], ())
    if events.count(events[0]) > 1:
        acts = acts[::-1]  # what makes several of a kind is named last
    likely = sorted(acts, key=lambda act: not set(events) <= set(act.makes))
    return [way for act in likely if (way := _way(act, events)) is not None]


def _way(act: Act, events: tuple[type[Event], ...]) -> Way | None:
    """How the command of an act is rebuilt, if the events have all that it must have."""
    recalled = act.recalled.get(events[0])
    taken = list(_taken(act.command, events))
    needed = {field.name for field in msgspec.structs.fields(act.command) if field.required}
    if recalled is None and not needed <= {name for each in taken for name in each.names}:
        return None
    return Way(act.command, taken, recalled)


def _taken(kind: type[Command], events: tuple[type[Event], ...]) -> Iterator[_Taken]:
    """All fields that the events record, by event: its id, person and time are three, so each has several."""
    left = {name: "command" if name == "id" else name for name in kind.__struct_fields__}
    for number, event in enumerate(events):
        here = {name: recorded for name, recorded in left.items() if recorded in event.__struct_fields__}
        if here:
            yield _Taken(number, list(here), _all_of(list(here.values())))
        left = {name: recorded for name, recorded in left.items() if name not in here}


def _all_of(names: list[str]) -> Callable[[Event], tuple[Any, ...]]:
    """Reads these attributes, also where it is one."""
    read = attrgetter(*names)
    return read if len(names) > 1 else lambda event: (read(event),)
