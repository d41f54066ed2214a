"""The command that made some events, rebuilt from what they recorded: an audit decides it again.

Commands themselves are not kept, but their events say everything that was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
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


class _Way(NamedTuple):
    """How a command is rebuilt from events."""

    kind: type[Command]
    taken: list[tuple[str, int, str]]  # the fields, each with the number of an event and the name there
    recalled: Callable[[Any], dict[str, Any]] | None  # fields that the first event records under another name


def commands_for(events: tuple[Event, ...]) -> Iterator[Command]:
    """The commands that these events may come from, the likeliest first; they are of one command."""
    for kind, taken, recalled in _ways(tuple(map(type, events))):
        fields = {name: getattr(events[number], recorded) for name, number, recorded in taken}
        if recalled is not None:
            fields |= recalled(events[0])
        try:
            command = msgspec.convert(fields, kind)  # which checks every field
        except msgspec.ValidationError:
            continue  # nobody could have given such a command
        yield command


@lru_cache(maxsize=1024)
def _ways(events: tuple[type[Event], ...]) -> list[_Way]:
    """How commands are rebuilt from events of these kinds: each field from the first event that has it."""
    acts = MADE_BY.get(events[0], ())
    if events.count(events[0]) > 1:
        acts = acts[::-1]  # what makes several of a kind is named last
    likely = sorted(acts, key=lambda act: not set(events) <= set(act.makes))
    return [way for act in likely if (way := _way(act, events)) is not None]


def _way(act: Act, events: tuple[type[Event], ...]) -> _Way | None:
    """How the command of an act is rebuilt, if the events have all that it must have."""
    recalled = act.recalled.get(events[0])
    taken = list(_taken(act.command, events))
    needed = {field.name for field in msgspec.structs.fields(act.command) if field.required}
    if recalled is None and not needed <= {name for name, _, _ in taken}:
        return None
    return _Way(act.command, taken, recalled)


def _taken(kind: type[Command], events: tuple[type[Event], ...]) -> Iterator[tuple[str, int, str]]:
    for name in kind.__struct_fields__:
        recorded = "command" if name == "id" else name
        number = next((n for n, event in enumerate(events) if recorded in event.__struct_fields__), None)
        if number is not None:
            yield name, number, recorded
