"""The terminals of one table, and the frames sent to them. Everything here runs in the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from croupier.floor.sound import Sound
from croupier.floor.table import CROWDED, Table, now_ms
from croupier.table import Event, State
from croupier.table.acts.device import ClosingPublished
from croupier.text.language import ENGLISH, Language, speaking
from croupier.web.server.frames import ClockFrame, NonceFrame
from croupier.web.server.listeners import Listeners, Terminal
from croupier.web.views.everybody import View
from croupier.web.views.patch import Patch

#: Changes of wagers are collected before they are sent: this many seconds for each terminal, and the maximum. Other
#: changes are sent at once.
GATHER, MOST_GATHER = 0.02, 0.4


class Room:
    """A table of the floor with its terminals.

    Frames are made once for each language that some terminal reads. The English view always exists: the lobby and the
    API show it.
    """

    def __init__(self, table: Table, view: View, looked: Callable[[Room], None]) -> None:
        """`looked` is called after every change of the view."""
        self.table, self.view = table, view
        self._looked = looked
        self._untold: list[Event] = []
        self._told_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        with speaking(ENGLISH):
            view.look(self.state)
        self._english = Listeners(ENGLISH, view, self.version)
        self._listeners: dict[Language, Listeners] = {ENGLISH: self._english}
        table.watchers.append(self)

    @property
    def told(self) -> int:
        """The version that was sent last."""
        return self._english.told

    @property
    def terminals(self) -> set[Terminal]:
        """All open terminals."""
        return set().union(*(each.terminals for each in self._listeners.values()))

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
        count = sum(len(each.terminals) for each in self._listeners.values())
        wait = self._told_at + min(MOST_GATHER, GATHER * count) - loop.time()
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
        for listeners in self._listeners.values():
            listeners.told = self.version
            with speaking(listeners.language):
                listeners.view.look(self.state, events)
        self._looked(self)

    def tell(self) -> None:
        """Send the changes, in each language that some terminal reads."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._told_at = asyncio.get_running_loop().time()
        events, self._untold = self._untold, []
        if not events:
            return
        for listeners in self._listeners.values():
            listeners.tell(self.state, self.version, events)
        self._looked(self)

    def timed(self) -> None:
        """Send changes without an event: when betting closes, who is ready, the device's key, or a fault."""
        table, number = self.table, self.state.round
        ready = number, tuple(sorted(table.ready.of(number)))
        for listeners in self._listeners.values():
            with speaking(listeners.language):
                made = self._clock(listeners.view.aside(table.closes, table.fault, table.key, ready))
            for terminal in list(listeners.terminals):
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
        self._in(terminal.language).join(terminal, self.state, now_ms(), after)
        terminal.push(self._clock(Patch({"closes": self.table.closes, "fault": self.table.fault})))
        self.table.nonces.connected.add(terminal)
        if terminal.player is not None:
            self.table.guests.visits.came(terminal.player, terminal.address)

    def _in(self, language: Language) -> Listeners:
        """The terminals of a language; the first one gets a view of its own."""
        if (known := self._listeners.get(language)) is None:
            with speaking(language):
                view = self.view.copy(self.state)
            known = self._listeners[language] = Listeners(language, view, self.told)
        return known

    def sound_of(self, player: str) -> Sound | None:
        """The sound of a player's terminals: on if one of them is."""
        said = {each.sound for each in self.terminals if each.player == player}
        return "on" if "on" in said else "muted" if "muted" in said else None

    def leave(self, terminal: Terminal) -> None:
        """Remove a terminal; a language that nobody reads any more costs nothing."""
        listeners = self._listeners[terminal.language]
        listeners.leave(terminal)
        if listeners is not self._english and not listeners.terminals:
            del self._listeners[listeners.language]
        self.table.nonces.leave(terminal)
        if terminal.player is not None:
            self.table.guests.visits.went(terminal.player)
