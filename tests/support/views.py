"""Random lives of a table, seen by every audience: full views, and the patches between them."""

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
#: Houses to which a table may change: those with which it may open, and some with other titles, limits and wagers.
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
    """A table that keeps every state, with the event that led to it."""

    states: list[tuple[State, Event]] = field(default_factory=list)

    def happen(self, event: Event) -> None:
        """Apply one event, and keep the state."""
        super().happen(event)
        if self.state.play is not None:
            self.states.append((self.state, event))


def life(game: str, seed: str, moves: int) -> Seen:
    """Play a random life of a table."""
    data, table = Random(f"{game} {seed}"), Seen()
    living = Life(game, data, table)
    for _ in range(moves // 10):
        living.lives(data, 10)
        if table.state.play is not None:
            living.try_it("change-house", by("key-manager"), house=data.choice(CHANGES[living.game]))
    return table


def json(value: Any) -> Any:
    """Convert a value to JSON and back, as if it were sent."""
    return msgspec.json.decode(msgspec.json.encode(value))


@dataclass
class Layer:
    """One layer of a view as a terminal has it: its first value, and every patch since."""

    first: Any
    patches: list[Any] = field(default_factory=list)
    now: Any = None

    def __post_init__(self) -> None:
        self.first = self.now = json(self.first)

    def hear(self, patch: Any) -> None:
        """Apply a patch."""
        self.patches.append(json(patch))
        self.now = merged(self.now, self.patches[-1])

    def again(self, after: int) -> Any:
        """The layer of a terminal that lost its connection after some patches and received the rest later."""
        kept = json(reduce(merged, self.patches[:after], self.first))
        return reduce(merged, json(self.patches[after:]), kept)


class Watcher:
    """Makes the views and patches of a table for every audience, as a room does, and checks them."""

    def __init__(self, table: Seen) -> None:
        self.table, self.version = table, 0
        self.last: tuple[LastShown, ...] = ()  # computed from every event, independently of the view
        self.view: View | None = None
        self.layers: dict[str, Shown] = {}
        self.sent: dict[str, Layer] = {}
        self.ended: list[Layer] = []  # layers of players who left, or were not seated yet
        self.restarts = 0

    def look(self, count: int, data: Random) -> State:
        """Apply the next events, send the patches, and check that they give the same view as a new one."""
        happened = self.table.states[self.version : self.version + count]
        state, made = happened[-1][0], [event for _, event in happened]
        for each, event in happened:
            self.last = last_after(self.last, event, each.game)
        closes, fault = data.choice((None, 1, 2)), data.choice(FAULTS)
        if self.view is None:
            self.view = View()
            self.view.look(state, made)
            self.sent["table"] = Layer(self.view.shown)
        else:
            if data.randrange(40) == 0:
                self.restart()
            self.sent["table"].hear(self.view.look(state, made))
        self.version += len(happened)
        self.sent["table"].hear(self.view.aside(closes, fault))
        fresh = View(self.last)
        fresh.look(state)
        fresh.aside(closes, fault)
        self.same("table", fresh.shown)
        self._beyond(state)
        return state

    def restart(self) -> None:
        """Restart the server: it makes a new view, and the terminals keep what they have."""
        assert self.view is not None
        self.restarts += 1
        self.view = View(self.view.last)
        self.view.look(self.table.states[self.version - 1][0])
        self.sent["table"].hear({"closes": None, "fault": None})  # as the room sends it to every new terminal

    def _beyond(self, state: State) -> None:
        """Update the layers that only some audiences see."""
        found = beyond("auditor", state, self.version)
        for player in PLAYERS:
            found |= {f"you {player}": you for you in beyond("player", state, self.version, player).values()}
        for name in self.sent.keys() - found.keys() - {"table"}:
            self.ended.append(self.sent.pop(name))
            del self.layers[name]
        for name, layer in found.items():
            if name in self.sent:
                self.sent[name].hear(changes(self.layers[name], layer))
            else:
                self.sent[name] = Layer(layer)
            self.layers[name] = layer
            self.same(name, layer)

    def same(self, name: str, fresh: Shown) -> None:
        """Check that a patched layer equals the one made new, and that it can be read as its type."""
        assert self.sent[name].now == json(fresh), f"{name} at event {self.version}"
        assert msgspec.convert(self.sent[name].now, type(fresh), strict=False) == fresh


def watch(table: Seen, data: Random) -> Watcher:
    """Watch the whole life of a table, a few events at a time."""
    watcher = Watcher(table)
    while watcher.version < len(table.states):
        watcher.look(data.choice((1, 1, 1, 2, 5)), data)
    return watcher


def happened(table: Seen) -> Counter[str]:
    """How often each kind of event happened."""
    return Counter(str(type(events.read(body)).__struct_config__.tag).partition("/")[0] for body in table.log)


def changed(table: Seen) -> Counter[str]:
    """How often a change of house changed the name, the limits and the wagers."""
    houses = [state.house for state, _ in table.states]
    found = Counter[str]()
    for before, after in pairwise(houses):
        if before is not after:
            found["name"] += before.name != after.name
            found["limits"] += before.limits != after.limits
            found["wagers"] += before.offered != after.offered
    return found
