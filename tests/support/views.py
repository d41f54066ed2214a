"""Random lives of a table as every audience sees them: each state with what led to it, and the patches between."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from croupier.table import Event, State, events
from croupier.web.views.audiences import beyond
from croupier.web.views.everybody import LastShown, View, last_after
from croupier.web.views.patch import Shown, changes
from tests.support.table.fields import HOUSES, PLAYERS
from tests.support.table.life import Life
from tests.support.table.play import by, written
from tests.support.table.watch import Watched
from tests.support.web import merged

GAMES = ("roulette", "craps", "big-six")
FAULTS = (None, None, "no seed", "no log")
_LIMITS = {"default": {"min": 2, "max": 80}, "player": {"max": 900}}
_BETTER = {"default": {"min": 1, "max": 90}, "side-bets": {"min": 1, "max": 50}}
#: Houses that a table may change to: those it may be opened with, and some of other titles, limits and wagers.
CHANGES = {
    "roulette": (
        *HOUSES["roulette"],
        written(
            "colorado-double-zero",
            title="Red and black",
            limits=_LIMITS,
            wagers__offered=["red", "black", "straight"],
        ),
        written("colorado-double-zero", title="Plain", limits=_BETTER, side_bets={}),
    ),
    "craps": (
        *HOUSES["craps"],
        written("colorado-craps", title="The line", limits=_LIMITS, wagers__offered=["pass", "pass-odds", "field"]),
        written("colorado-craps", title="Plain", limits=_BETTER, side_bets={}),
    ),
    "big-six": (
        *HOUSES["big-six"],
        written("colorado-big-six", title="Small change", limits=_LIMITS, wagers__offered=["one", "two"]),
    ),
}


@dataclass
class Seen(Watched):
    """A table whose every state is kept, with the event that led to it."""

    states: list[tuple[State, Event]] = field(default_factory=list)

    def happen(self, event: Event) -> None:
        """One event."""
        super().happen(event)
        if self.state.play is not None:
            self.states.append((self.state, event))


def life(game: str, seed: str, moves: int) -> Seen:
    """A random life of a table, all of it."""
    data, table = Random(f"{game} {seed}"), Seen()
    living = Life(game, data, table)
    for _ in range(moves // 10):
        living.lives(data, 10)
        if table.state.play is not None:
            living.try_it("change-house", by("key-manager"), house=data.choice(CHANGES[living.game]))
    return table


def json(value: Any) -> Any:
    """A value as it is on the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


@dataclass
class Told:
    """One layer as a terminal has it: what it heard first, and every patch since."""

    first: Any
    patches: list[Any] = field(default_factory=list)
    now: Any = None

    def __post_init__(self) -> None:
        self.first = self.now = json(self.first)

    def hear(self, patch: Any) -> None:
        """A patch comes."""
        self.patches.append(json(patch))
        self.now = merged(self.now, self.patches[-1])

    def again(self, after: int) -> Any:
        """What a terminal has whose line was cut after so many patches, and that is told the rest as text."""
        kept = json(reduce(merged, self.patches[:after], self.first))
        return reduce(merged, json(self.patches[after:]), kept)


class Watcher:
    """Watches a table for every audience, as a room does."""

    def __init__(self, table: Seen) -> None:
        self.table, self.version = table, 0
        self.last: tuple[LastShown, ...] = ()  # folded from every event, whatever the view does
        self.view: View | None = None
        self.layers: dict[str, Shown] = {}
        self.told: dict[str, Told] = {}
        self.ended: list[Told] = []  # of players who left, or were not seated yet
        self.restarts = 0

    def look(self, count: int, data: Random) -> State:
        """Take so many events in, tell everybody what changed, and check that it makes the whole view."""
        happened = self.table.states[self.version : self.version + count]
        state, made = happened[-1][0], [event for _, event in happened]
        for each, event in happened:
            self.last = last_after(self.last, event, each.game)
        closes, fault = data.choice((None, 1, 2)), data.choice(FAULTS)
        if self.view is None:
            self.view = View()
            self.view.look(state, made)
            self.told["table"] = Told(self.view.shown)
        else:
            if data.randrange(40) == 0:
                self.restart()
            self.told["table"].hear(self.view.look(state, made))
        self.version += len(happened)
        self.told["table"].hear(self.view.aside(closes, fault))
        fresh = View(self.last)
        fresh.look(state)
        fresh.aside(closes, fault)
        self.same("table", fresh.shown)
        self._beyond(state)
        return state

    def restart(self) -> None:
        """A new server finds the table as it is, and terminals come back with what they have."""
        assert self.view is not None
        self.restarts += 1
        self.view = View(self.view.last)
        self.view.look(self.table.states[self.version - 1][0])
        self.told["table"].hear({"closes": None, "fault": None})  # as the room tells whoever comes

    def _beyond(self, state: State) -> None:
        """The layers beside everybody's."""
        found = beyond("auditor", state, self.version)
        for player in PLAYERS:
            found |= {f"you {player}": you for you in beyond("player", state, self.version, player).values()}
        for name in self.told.keys() - found.keys() - {"table"}:
            self.ended.append(self.told.pop(name))
            del self.layers[name]
        for name, layer in found.items():
            if name in self.told:
                self.told[name].hear(changes(self.layers[name], layer))
            else:
                self.told[name] = Told(layer)
            self.layers[name] = layer
            self.same(name, layer)

    def same(self, name: str, whole: Shown) -> None:
        """What the patches have made is the whole, made fresh; and it can be read as its type."""
        assert self.told[name].now == json(whole), f"{name} at event {self.version}"
        assert msgspec.convert(self.told[name].now, type(whole), strict=False) == whole


def watch(table: Seen, data: Random) -> Watcher:
    """Watch a whole life, a few events at a time."""
    watcher = Watcher(table)
    while watcher.version < len(table.states):
        watcher.look(data.choice((1, 1, 1, 2, 5)), data)
    return watcher


def happened(table: Seen) -> Counter[str]:
    """The events of a life by their word."""
    return Counter(str(type(events.read(body)).__struct_config__.tag).partition("/")[0] for body in table.log)


def changed(table: Seen) -> Counter[str]:
    """How often another house had another name, other limits and other wagers."""
    houses = [state.house for state, _ in table.states]
    found = Counter[str]()
    for before, after in pairwise(houses):
        if before is not after:
            found["name"] += before.name != after.name
            found["limits"] += before.limits != after.limits
            found["wagers"] += before.offered != after.offered
    return found
