"""One table of the floor: run by this process, or followed in the store while another process runs it.

Everything here runs in the event loop. The store's thread reports which events are durable. The state after a command
was saved when the command was decided, so nothing is computed twice.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from croupier.core.futures import awaited
from croupier.core.refusal import Code, Refusal, refuse
from croupier.floor.guest_commands import read
from croupier.floor.guests import Guests
from croupier.floor.history import History
from croupier.floor.no_terminals import no_terminals
from croupier.floor.sound import Sound, unheard
from croupier.host import Answer, Host
from croupier.host.answer import refused
from croupier.store import CommandReused, Store, StoreError
from croupier.table import Command, Event, State, evolve
from croupier.table.acts.seats import Leave
from croupier.table.acts.wagers.changing import WagerRaised, WagerReduced, WagerTakenDown
from croupier.table.acts.wagers.placing import WagerPlaced
from croupier.table.judge import CLOSES

#: Events about wagers: they come in large numbers, and the crew does not wait for them.
CROWDED = (WagerPlaced, WagerRaised, WagerReduced, WagerTakenDown)

Post = Callable[[Callable[[], None]], None]  # runs a job in the event loop; may be called from any thread


class Watcher(Protocol):
    """Shows a table to people. Its methods are called in the event loop, after the table's state has changed."""

    def happened(self, events: Sequence[Event]) -> None:
        """These events of this process are durable."""

    def followed(self, events: Sequence[Event]) -> None:
        """Another process changed the table with these events."""

    def timed(self) -> None:
        """Something changed without an event: the time of the close or spin, or a fault."""

    def released(self) -> None:
        """Another process runs the table from now on, or it is back in service: its terminals reconnect."""


def now_ms() -> int:
    """The clock of the floor, in milliseconds."""
    return time.time_ns() // 1_000_000


class Table:
    """A table with its host, its guests and its history; `watchers` are notified of changes."""

    def __init__(
        self, store: Store, state: State, version: int, history: History, places: int | None, post: Post,
        failed: Callable[[str], None], *, may_mute: bool = False,
    ) -> None:  # fmt: skip
        """`post` runs a job in the event loop; `failed` is called when the store has failed.

        `may_mute`: players may turn off the announcements of their terminals, as in a demonstration.
        """
        self.id, self.store, self.history = state.table_id, store, history
        self.state, self.version = state, version  # the durable state
        self.may_mute = may_mute
        self.watchers: list[Watcher] = []
        self.closes: int | None = None  # when betting closes, by the clock of the floor
        self.spins: int | None = None
        self.moved = asyncio.Event()  # set when something becomes durable; the crew clears it
        self.closing: tuple[int, str] = 0, ""  # the round whose betting closed last, and the command that closed it
        self.fault: str | None = None  # why the table is out of service
        self._host: Host | None = None
        self._post, self._failed = post, failed
        self._decided: deque[tuple[int, State]] = deque()
        self.guests = Guests(self, places)

    # Who runs it --------------------------------------------------------------------------------------------
    @property
    def here(self) -> bool:
        """Whether this process runs the table."""
        return self._host is not None

    @property
    def host(self) -> Host:
        """The host of the table, if this process runs it."""
        assert self._host is not None, f"table {self.id} is run by another process"
        return self._host

    def run(self, host: Host) -> None:
        """Run the table in this process from now on, with the state in the store."""
        self._host = host
        self.state, self.version = host.state, host.version
        self._tell_followed(())
        if self.fault is not None:
            self.restore()

    @property
    def resting(self) -> bool:
        """Whether no round is running: wagers are taken, or the last ones are paid."""
        return self.state.phase in ("open", "settled")

    def release(self) -> Host:
        """Let another process run the table, once the host is closed."""
        host, self._host = self.host, None
        self.fault = None  # another process may not have the same problem
        self.clock(None)
        for watcher in self.watchers:
            watcher.released()
        return host

    def follow(self, version: int, events: Iterable[Event]) -> None:
        """Apply what another process did at the table."""
        known = list(events)
        for event in known:
            self.state = evolve(self.state, event)
        self.version = version
        self._tell_followed(known)

    def _tell_followed(self, events: Sequence[Event]) -> None:
        for watcher in self.watchers:
            watcher.followed(events)

    def fail(self, why: str) -> None:
        """Put the table out of service: nobody plays on."""
        self.clock(None)
        self.fault = why
        for watcher in self.watchers:
            watcher.timed()

    def restore(self) -> None:
        """Put the table back into service: its terminals reconnect."""
        self.fault = None
        for watcher in self.watchers:
            watcher.released()

    # Commands -----------------------------------------------------------------------------------------------
    def submit(self, command: Command) -> asyncio.Future[Answer]:
        """Decide a command now; the answer arrives when it is durable. A repeated command gets the first answer."""
        return awaited(lambda then: self.ask(command, then))

    def ask(self, command: Command, then: Callable[[Answer | StoreError], None]) -> None:
        """Like `submit`, but call back in the loop."""
        before = self.host.version
        try:
            same = msgspec.json.encode(msgspec.structs.replace(command, at=0))  # a repeated command has another time
            self.host.ask(command, lambda found: self._post(lambda: self._answer(command.id, found, then)), same)
        except StoreError as error:
            self._failed(str(error))
            raise
        if self.host.version != before:
            self._decided.append((self.host.version, self.host.state))

    def guest_asks(
        self, said: bytes, name: str, sound: Sound | None, then: Callable[[Answer | StoreError], None]
    ) -> None:
        """Like `ask`, for what a guest says at a terminal: the floor may refuse it before the table sees it."""
        command = read(said, name, self.id)
        if (no := self._refuses(command, sound)) is not None:
            then(refused(command.id, self.version, no))
            return
        if isinstance(command, Leave):
            self.guests.leaves(command.player)
        self.ask(command, then)

    def _refuses(self, command: Command, sound: Sound | None) -> Refusal | None:
        """Why the floor refuses a command itself."""
        if self.fault is not None:
            return refuse(Code.TABLE_FAILED, fault=self.fault)
        if (no := no_terminals(self.state.house)) is not None:
            return no
        if sound != "on" and (no := unheard(command, self.state.house, sound, may_mute=self.may_mute)) is not None:
            return no
        return self.guests.refuses(command)

    def _answer(self, command: str, found: Answer | StoreError, then: Callable[[Answer | StoreError], None]) -> None:
        if isinstance(found, CommandReused):
            no = refuse(Code.ID_USED, "here")
            found = refused(command, self.version, no)
        elif isinstance(found, StoreError):
            self._failed(str(found))
        then(found)

    # What happens -------------------------------------------------------------------------------------------
    def published(self, version: int, events: tuple[Event, ...]) -> None:
        """Called by the store's thread when events are durable."""
        self._post(lambda: self._durable(version, events))

    def _durable(self, version: int, events: tuple[Event, ...]) -> None:
        while self._decided and self._decided[0][0] <= version:
            self.version, self.state = self._decided.popleft()
        assert self.version == version, f"version {version} was not decided here"
        for event in events:
            if isinstance(event, CLOSES):
                self.closing = event.round, event.command
        line = self.state.course.line if self.state.play is not None else ()
        if any(not isinstance(event, CROWDED) or event.wager in line for event in events):
            self.moved.set()  # a line wager lets the crew offer the dice
        for watcher in self.watchers:
            watcher.happened(events)
        if any(isinstance(event, CLOSES) for event in events):
            self.clock(None)

    def clock(self, closes: int | None, spins: int | None = None) -> None:
        """Set when betting closes and when the ball is spun, in milliseconds of the floor's clock."""
        if (closes, spins) == (self.closes, self.spins):
            return
        self.closes, self.spins = closes, spins
        for watcher in self.watchers:
            watcher.timed()
