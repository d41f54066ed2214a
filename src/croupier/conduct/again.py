"""Rebuilds a command from the events it made, so that an audit can decide it again.

The store keeps events, not commands; the events record everything that the command said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

import msgspec

from croupier.conduct.command import Command
from croupier.conduct.event import Event


class Act(Protocol):
    """A command with the events that it may lead to."""

    @property
    def command(self) -> type[Command]:
        """The command."""

    @property
    def makes(self) -> tuple[type[Event], ...]:
        """The kinds of event it may lead to; its main event first."""

    @property
    def recalled(self) -> Mapping[type[Event], Callable[[Any], dict[str, Any]]]:
        """By kind of event: fields of the command that the event records under another name."""


#: How many sequences of events are remembered with their ways.
_MOST_WAYS = 1024


class _Taken(NamedTuple):
    """Fields of the command that one event records: the event's number, the field names, and how to read them."""

    number: int
    names: list[str]
    recorded: Callable[[Event], tuple[Any, ...]]


class Way(NamedTuple):
    """One way to rebuild a command from events."""

    kind: type[Command]
    taken: list[_Taken]
    recalled: Callable[[Any], dict[str, Any]] | None  # fields that the first event records under another name

    def command(self, events: tuple[Event, ...]) -> Command | None:
        """The command that made these events; None where the fields are not valid for it."""
        kind, taken, recalled = self
        if len(taken) == 1:  # as for nearly every command
            ((number, names, recorded),) = taken
            fields = dict(zip(names, recorded(events[number]), strict=True))
        else:
            fields = {}
            for number, names, recorded in taken:
                fields.update(zip(names, recorded(events[number]), strict=True))
        if recalled is not None:
            fields |= recalled(events[0])
        try:
            return msgspec.convert(fields, kind)  # this also checks every field
        except msgspec.ValidationError:
            return None


class Again:
    """Rebuilds the commands of one kind of stream."""

    def __init__(self, acts: Iterable[Act]) -> None:
        #: By kind of event, the acts that make it: first those whose main event it is, then the others.
        self.made_by: dict[type[Event], tuple[Act, ...]] = {}
        self._ways: dict[tuple[type[Event], ...], list[Way]] = {}
        declared = tuple(acts)
        for own in (True, False):
            for act in declared:
                for kind in act.makes[:1] if own else act.makes[1:]:
                    self.made_by[kind] = (*self.made_by.get(kind, ()), act)

    def ways(self, events: tuple[Event, ...]) -> list[Way]:
        """The ways to rebuild the command that made these events, the likeliest first."""
        kinds = tuple(map(type, events))
        found = self._ways.get(kinds)
        if found is None:
            if len(self._ways) >= _MOST_WAYS:
                self._ways.clear()
            found = self._ways[kinds] = self._found(kinds)
        return found

    def _found(self, events: tuple[type[Event], ...]) -> list[Way]:
        """The ways for events of these kinds; a field is read from the first event that has it."""
        acts = self.made_by.get(events[0], ())
        if events.count(events[0]) > 1:
            acts = acts[::-1]  # acts that make several events of a kind come last in the list
        likely = sorted(acts, key=lambda act: not set(events) <= set(act.makes))
        return [way for act in likely if (way := _way(act, events)) is not None]


def _way(act: Act, events: tuple[type[Event], ...]) -> Way | None:
    """The way to rebuild the command of an act; None if the events lack a required field."""
    recalled = act.recalled.get(events[0])
    taken = list(_taken(act.command, events))
    needed = {field.name for field in msgspec.structs.fields(act.command) if field.required}
    if recalled is None and not needed <= {name for each in taken for name in each.names}:
        return None
    return Way(act.command, taken, recalled)


def _taken(kind: type[Command], events: tuple[type[Event], ...]) -> Iterator[_Taken]:
    """The command's fields that the events record, by event. Every event has at least id, person and time."""
    left = {name: "command" if name == "id" else name for name in kind.__struct_fields__}
    for number, event in enumerate(events):
        here = {name: recorded for name, recorded in left.items() if recorded in event.__struct_fields__}
        if here:
            yield _Taken(number, list(here), _all_of(list(here.values())))
        left = {name: recorded for name, recorded in left.items() if name not in here}


def _all_of(names: list[str]) -> Callable[[Event], tuple[Any, ...]]:
    """Like `attrgetter`, but always returns a tuple."""
    read = attrgetter(*names)
    return read if len(names) > 1 else lambda event: (read(event),)
