"""One table of the floor: run by this process, or followed in the store while another process runs it.

Everything here runs in the event loop. The store's thread reports which events are durable, and the state after them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol

import msgspec

from croupier.core.clock import Clock, Step
from croupier.core.futures import awaited
from croupier.core.refusal import Code, Refusal, refuse
from croupier.floor.clock_steps import report, since_the_last_event
from croupier.floor.guest_commands import own_id, read
from croupier.floor.guests import Guests
from croupier.floor.history import History
from croupier.floor.in_turn import InTurn, Moved
from croupier.floor.limits import LIMITS, Limits
from croupier.floor.no_terminals import no_terminals
from croupier.floor.nonces import Nonces
from croupier.floor.readiness import Readiness, Ready
from croupier.floor.sound import Sound, unheard
from croupier.host import Answer, Asked, Host
from croupier.host.answer import refused
from croupier.store import CommandReused, Store, StoreError
from croupier.table import Command, Event, State, evolve
from croupier.table.acts.clock import AcknowledgeClock
from croupier.table.acts.seats import Leave
from croupier.table.acts.wagers.changing import WagerRaised, WagerReduced, WagerTakenDown
from croupier.table.acts.wagers.placing import WagerPlaced
from croupier.table.judge import CLOSES

#: Events about wagers: they come in large numbers, and the crew does not wait for them.
CROWDED = (WagerPlaced, WagerRaised, WagerReduced, WagerTakenDown)

Post = Callable[[Callable[[], None]], None]  # runs a job in the event loop; may be called from any thread
Then = Callable[[Answer | StoreError], None]
OwnLimit = Callable[[Command, State], Refusal | None]


class Watcher(Protocol):
    """Shows a table to people. Its methods are called in the event loop, after the table's state has changed."""

    def happened(self, events: Sequence[Event]) -> None:
        """These events of this process are durable."""

    def followed(self, events: Sequence[Event]) -> None:
        """Another process changed the table with these events."""

    def timed(self) -> None:
        """Something changed without an event: when betting closes, who is ready, the device's key, or a fault."""

    def released(self) -> None:
        """Another process runs the table from now on, or it is back in service: its terminals reconnect."""


def now_ms() -> int:
    """Milliseconds since this server started, by a clock that nobody can set: rounds run by it."""
    return (time.monotonic_ns() - _BEGUN) // 1_000_000


_BEGUN = time.monotonic_ns()


class Table:
    """A table with its host, its guests and its history; `watchers` are notified of changes."""

    def __init__(
        self, store: Store, state: State, version: int, history: History, places: int | None, post: Post,
        failed: Callable[[str], None], *, clock: Clock, may_mute: bool = False, limits: Limits = LIMITS,
        own_limit: OwnLimit = lambda command, state: None,
    ) -> None:  # fmt: skip
        """`post` runs a job in the event loop; `failed` is called when the store has failed.

        `may_mute`: players may turn off the announcements of their terminals, as in a demonstration. `own_limit`
        says why a player's own limits refuse a command, given the state on which it would be decided.
        """
        self.id, self.store, self.history = state.table_id, store, history
        self.state, self.version = state, version  # the durable state
        self.clock, self.may_mute, self._own_limit = clock, may_mute, own_limit
        self.watchers: list[Watcher] = []
        self.closes: int | None = None  # when betting closes: see `now_ms`
        self.spins: int | None = None
        self.moved = asyncio.Event()  # set when something becomes durable; the crew clears it
        self.closing: tuple[int, str] = 0, ""  # the round whose betting closed last, and the command that closed it
        self.fault: str | None = None  # why the table is out of service
        self._in_turn: InTurn | None = None  # with the host, while this process runs the table
        self.key: str | None = None  # the public key of the electronic device, which signs closings
        self.nonces = Nonces()
        self.ready = Readiness()
        self._post, self._failed = post, failed
        self._steps = 0  # the steps of the clock that are in the log
        self.guests = Guests(self, places, limits)

    # Who runs it --------------------------------------------------------------------------------------------
    @property
    def here(self) -> bool:
        """Whether this process runs the table."""
        return self._in_turn is not None

    @property
    def host(self) -> Host:
        """The host of the table, if this process runs it."""
        return self._running.host

    @property
    def _running(self) -> InTurn:
        assert self._in_turn is not None, f"table {self.id} is run by another process"
        return self._in_turn

    def run(self, host: Host) -> None:
        """Run the table in this process from now on, with the state in the store."""
        self._in_turn = InTurn(host, self._post, self.clock)
        self.state, self.version = host.state, host.version
        self._tell_followed(())
        if self.fault is not None:
            self.restore()
        self._steps = self.clock.steps - (self.clock.step is not None)
        if self.paused is None and (step := since_the_last_event(host.state, self.clock)) is not None:
            self._report(step)
        self.mind_the_clock()

    @property
    def resting(self) -> bool:
        """Whether no round is running: wagers are taken, or the last ones are paid."""
        return self.state.phase in ("open", "settled")

    def release(self) -> Host:
        """Let another process run the table, once the host is closed."""
        host = self.stop()
        self._in_turn = None
        self.fault = None  # another process may not have the same problem
        self.count_down(None)
        for watcher in self.watchers:
            watcher.released()
        return host

    def stop(self) -> Host:
        """Decide no more commands of guests; return the host, to be closed."""
        self._running.end()
        return self.host

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
        self.count_down(None)
        self.fault = why
        for watcher in self.watchers:
            watcher.timed()

    def restore(self) -> None:
        """Put the table back into service: its terminals reconnect."""
        self.fault = None
        for watcher in self.watchers:
            watcher.released()

    def identify(self, key: str | None) -> None:
        """The device has told its public key, which everybody is shown before betting opens."""
        if key == self.key:
            return
        self.key = key
        for watcher in self.watchers:
            watcher.timed()

    # Commands -----------------------------------------------------------------------------------------------
    def submit(self, command: Command) -> asyncio.Future[Answer]:
        """Decide a command of the floor itself now: its id is new. The answer arrives when it is durable."""
        return awaited(lambda then: self._decide(self._asked(command, then)))

    def _decide(self, asked: Asked) -> None:
        self.mind_the_clock()
        before, acknowledges = self.host.version, type(asked.command) is AcknowledgeClock
        if acknowledges and self.clock.step is not None:
            command = msgspec.structs.replace(asked.command, at=self.clock.machine())
            asked = msgspec.structs.replace(asked, command=command)
        try:
            self.host.decide(asked)
        except StoreError as error:
            self._failed(str(error))
            raise
        if acknowledges and self.host.version != before:
            self.clock.set_right()

    # The clock ----------------------------------------------------------------------------------------------
    @property
    def paused(self) -> tuple[int, int] | None:
        """The step of the clock that stops new wagers, if there is one: the times before and after it."""
        step: tuple[int, int] | None = self.host.state.step
        return step

    def mind_the_clock(self) -> None:
        """Record a step of the clock before anything else is decided."""
        if self._steps == self.clock.steps:
            return
        self._steps, step = self.clock.steps, self.clock.last
        if step is not None and self.paused is None:
            self._report(step)

    def _report(self, step: Step) -> None:
        self._decide(self._asked(report(step, self.clock), lambda _: None))

    # Guests -------------------------------------------------------------------------------------------------
    def guest_asks(self, said: bytes, name: str, sound: Sound | None, then: Then, why: Refusal | None = None) -> None:
        """Answer what a guest says at a terminal, in the loop: look up its id, decide it, record it.

        The floor decides first, and may refuse what the table would take. `why` says why this terminal may not play.
        """
        command, number = read(said, name, self.id, self.clock.now())
        self.mind_the_clock()
        spent = self.guests.spent(name)
        told = then if spent is not None else self.guests.counting(name, then)
        asked = self._asked(command, told, partial(self._first, sound, why, number))
        self._running.ask(name, asked if spent is None else msgspec.structs.replace(asked, instead=spent))

    def says_ready(self, name: str, said: Ready) -> None:
        """A player is ready for the outcome of a round, or is not after all: everybody is shown it."""
        state = self.state
        if state.seat(name) is None or said.round != state.round or state.phase not in state.course.betting:
            return
        if self.ready.say(name, said):
            self.moved.set()
            for watcher in self.watchers:
                watcher.timed()

    def _asked(self, command: Command, then: Then, first: Callable[[Command], Refusal | None] | None = None) -> Asked:
        same = msgspec.json.encode(msgspec.structs.replace(command, at=0))  # a repeated command has another time
        return Asked(command, same, lambda found: self._post(lambda: self._answer(command.id, found, then)), first)

    def _first(
        self, sound: Sound | None, why: Refusal | None, number: int | None, command: Command
    ) -> Refusal | None:
        """Why the floor refuses a command; before a player leaves, the chips are cashed out.

        What a bad line has held back must not bet in a later round than its player meant.
        """
        no = why or self._late(number) or self._refuses(command, sound)
        if no is None and isinstance(command, Leave):
            self.guests.leaves(command, own_id(command.id))
        return no

    def _late(self, number: int | None) -> Refusal | None:
        now: int = self.host.state.round
        return None if number is None or number == now else refuse(Code.ROUND_OVER, round=number, now=now)

    def _refuses(self, command: Command, sound: Sound | None) -> Refusal | None:
        if self.fault is not None:
            return refuse(Code.TABLE_FAILED, fault=self.fault)
        if (no := no_terminals(self.state.house)) is not None:
            return no
        if sound != "on" and (no := unheard(command, self.state.house, sound, may_mute=self.may_mute)) is not None:
            return no
        return self.guests.refuses(command) or self._own_limit(command, self.host.state)

    def _answer(self, command: str, found: Answer | StoreError, then: Then) -> None:
        if isinstance(found, CommandReused):
            no = refuse(Code.ID_USED, "here")
            found = refused(command, self.version, no)
        elif isinstance(found, StoreError) and not isinstance(found, Moved):
            self._failed(str(found))
        then(found)

    # What happens -------------------------------------------------------------------------------------------
    def published(self, version: int, events: tuple[Event, ...], state: State) -> None:
        """Called by the store's thread when events are durable."""
        self._post(lambda: self._durable(version, events, state))

    def _durable(self, version: int, events: tuple[Event, ...], state: State) -> None:
        assert self.version + len(events) == version, f"the events before version {version} were not published"
        self.version, self.state = version, state
        for event in events:
            if isinstance(event, CLOSES):
                self.closing = event.round, event.command
                if self.state.house.delay:
                    self.nonces.begin(event.round)
        line = self.state.course.line if self.state.play is not None else ()
        if any(not isinstance(event, CROWDED) or event.wager in line for event in events):
            self.moved.set()  # a line wager lets the crew offer the dice
        for watcher in self.watchers:
            watcher.happened(events)
        if any(isinstance(event, CLOSES) for event in events):
            self.count_down(None)

    def count_down(self, closes: int | None, spins: int | None = None) -> None:
        """Set when betting closes and when the ball is spun, as `now_ms` counts."""
        if (closes, spins) == (self.closes, self.spins):
            return
        self.closes, self.spins = closes, spins
        for watcher in self.watchers:
            watcher.timed()
