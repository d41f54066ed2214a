"""The terminals of one table, and the frames sent to them. Everything here runs in the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from croupier.floor.sound import Sound
from croupier.floor.table import CROWDED, Table, now_ms
from croupier.table import Event, State
from croupier.table.acts.device import ClosingPublished
from croupier.web.server.frames import ClockFrame, DeltaFrame, NonceFrame, TableFrame, YouFrame
from croupier.web.server.recent_frames import RecentFrames
from croupier.web.views.everybody import View
from croupier.web.views.happened import told
from croupier.web.views.patch import Patch, changes
from croupier.web.views.player import Own, OwnShown

#: Changes of wagers are collected before they are sent: this many seconds for each terminal, and the maximum. Other
#: changes are sent at once.
GATHER, MOST_GATHER = 0.02, 0.4


class Terminal(Protocol):
    """An open terminal."""

    player: str | None
    address: str
    sound: Sound | None

    def push(self, frame: bytes) -> None:
        """Send a frame."""

    def shut(self) -> None:
        """Disconnect it; it will reconnect."""


class Room:
    """A table of the floor with its terminals and the last view sent to them."""

    def __init__(self, table: Table, view: View, looked: Callable[[Room], None]) -> None:
        """`looked` is called after every change of the view."""
        self.table, self.view = table, view
        self.terminals: set[Terminal] = set()
        self._looked = looked
        self._untold: list[Event] = []
        self._told_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._own: dict[str, OwnShown | None] = {}
        self._mine: Own | None = None  # for the state that was sent last
        self._recent = RecentFrames()
        self.told = self.version
        view.look(self.state)
        table.watchers.append(self)

    @property
    def state(self) -> State:
        """The durable state of the table."""
        return self.table.state

    @property
    def version(self) -> int:
        """The version of that state."""
        return self.table.version

    # Sending ------------------------------------------------------------------------------------------------
    def happened(self, events: Sequence[Event]) -> None:
        """Send events at once, or collect wagers for a moment."""
        self._untold += events
        loop = asyncio.get_running_loop()
        wait = self._told_at + min(MOST_GATHER, GATHER * len(self.terminals)) - loop.time()
        if wait <= 0 or not all(isinstance(event, CROWDED) for event in events):
            self.tell()
            self._tell_nonces(events)
        elif self._timer is None:
            self._timer = loop.call_later(wait, self.tell)

    def _tell_nonces(self, events: Sequence[Event]) -> None:
        """After a closing, show each terminal that its own nonce is in it, or that it is not."""
        for event in events:
            if isinstance(event, ClosingPublished):
                found = self.table.nonces.paths(event.round, event.closing)
                for terminal in self.terminals & found.keys():
                    terminal.push(NonceFrame(round=event.round, path=found[terminal]).encoded())

    def followed(self, events: Sequence[Event]) -> None:
        """Another process changed the table: update the view for new terminals."""
        self.told = self.version
        self.view.look(self.state, events)
        self._looked(self)

    def tell(self) -> None:
        """Send the changes: one frame for all, and a frame for each player with own changes."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._told_at = asyncio.get_running_loop().time()
        events, self._untold = self._untold, []
        if not events:
            return
        patch = self.view.look(self.state, events)
        happened = tuple(each for event in events if (each := told(event, self.state)) is not None)
        made = DeltaFrame(seq=self.version, patch=patch, happened=happened).encoded()
        self._recent.add(self.told, self.version, made)
        self.told = self.version
        news = self._news({each.player for each in self.terminals if each.player is not None})
        for terminal in list(self.terminals):
            terminal.push(made + news[terminal.player] if terminal.player in news else made)
        self._looked(self)

    def _news(self, players: Iterable[str]) -> dict[str | None, bytes]:
        """Send a frame to each player whose own view changed."""
        self._mine, found = Own(self.state, self._mine), dict[str | None, bytes]()
        for player in players:
            before, you = self._own.get(player), self._mine.of(player)
            if before != you:
                self._own[player] = you
                if before is None or you is None:
                    found[player] = YouFrame(seq=self.version, you=you).encoded()
                else:
                    found[player] = YouFrame(seq=self.version, patch=changes(before, you)).encoded()
        return found

    def timed(self) -> None:
        """Send changes without an event: when betting closes, who is ready, the device's key, or a fault."""
        table, number = self.table, self.state.round
        ready = number, tuple(sorted(table.ready.of(number)))
        made = self._clock(self.view.aside(table.closes, table.fault, table.key, ready))
        for terminal in list(self.terminals):
            terminal.push(made)
        self._looked(self)

    def _clock(self, patch: Patch) -> bytes:
        return ClockFrame(now=now_ms(), closes=self.table.closes, spins=self.table.spins, patch=patch).encoded()

    def released(self) -> None:
        """Another process runs the table from now on: all terminals reconnect."""
        for terminal in list(self.terminals):
            terminal.shut()
        self.timed()

    # Terminals ----------------------------------------------------------------------------------------------
    def join(self, terminal: Terminal, after: int | None = None) -> None:
        """Add a terminal: send what it missed since its last frame if that is still known, else the whole table."""
        self.tell()
        you = None if terminal.player is None else Own(self.state).of(terminal.player)
        missed = self._recent.missed(after, self.told)
        if missed is None:
            terminal.push(TableFrame(seq=self.told, now=now_ms(), table=self.view.shown, you=you).encoded())
        else:
            for made in missed:
                terminal.push(made)
            terminal.push(YouFrame(seq=self.told, you=you).encoded())
        terminal.push(self._clock(Patch({"closes": self.table.closes, "fault": self.table.fault})))
        self.terminals.add(terminal)
        self.table.nonces.connected.add(terminal)
        if terminal.player is not None:
            self._own[terminal.player] = you
            self.table.guests.visits.came(terminal.player, terminal.address)

    def sound_of(self, player: str) -> Sound | None:
        """The sound of a player's terminals: on if one of them is."""
        said = {each.sound for each in self.terminals if each.player == player}
        return "on" if "on" in said else "muted" if "muted" in said else None

    def leave(self, terminal: Terminal) -> None:
        """Remove a terminal."""
        self.terminals.discard(terminal)
        self.table.nonces.leave(terminal)
        if terminal.player is not None:
            self.table.guests.visits.went(terminal.player)
            if all(each.player != terminal.player for each in self.terminals):
                self._own.pop(terminal.player, None)
