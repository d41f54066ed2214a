"""One table: who watches it, what they have been told, and the commands that come in.

Everything here runs in the event loop. The store's thread tells it what is durable; the state after a command was
noted when the command was decided, so nothing is computed twice. A table that another process runs is followed in the
store until this one may run it.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from croupier.core.refusal import Code, refuse
from croupier.games.craps.facts import LINE
from croupier.host import Answer, Host
from croupier.host.answer import refused
from croupier.store import CommandReused, Store, StoreError
from croupier.table import Command, Event, State, evolve
from croupier.table import events_play as play
from croupier.web.ring import Ring
from croupier.web.shown import OwnShown
from croupier.web.view import Own, View, told
from croupier.web.wire import frame

#: Seconds for which changes of wagers are gathered before all are told, for each terminal, and at most; anything else
#: is told at once.
GATHER, MOST_GATHER = 0.02, 0.4
_GATHERED = (play.WagerPlaced, play.WagerRaised, play.WagerReduced, play.WagerTakenDown)

Post = Callable[[Callable[[], None]], None]  # from any thread: do this in the loop


class Terminal(Protocol):
    """Somebody who is told what happens."""

    player: str | None

    def push(self, frame: bytes) -> None:
        """Send a frame."""

    def shut(self) -> None:
        """Send it away: it is to come again."""


def now_ms() -> int:
    """The clock of the pit, in milliseconds."""
    return time.time_ns() // 1_000_000


class Room:
    """A table with its host, its terminals and what they were told."""

    def __init__(
        self, store: Store, state: State, version: int, view: View, post: Post, failed: Callable[[str], None],
        looked: Callable[[Room], None],
    ) -> None:  # fmt: skip
        """`looked` is called whenever the view has moved on."""
        self.id, self.store, self.view = state.table_id, store, view
        self.terminals: set[Terminal] = set()
        self.state, self.version = state, version  # as they are durable
        self.closes: int | None = None
        self.spins: int | None = None
        self.moved = asyncio.Event()  # set whenever something is durable; the robot clears it
        self.seen: dict[str, float] = {}  # players by the time they were last here
        self._host: Host | None = None
        self._post, self._failed, self._looked = post, failed, looked
        self._decided: deque[tuple[int, State]] = deque()
        self._untold: list[Event] = []
        self._told_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._own: dict[str, OwnShown | None] = {}
        self._mine: Own | None = None  # of the state that was told last
        self._ring = Ring()
        self.told = self.version
        view.look(self.state, (), None)

    # Who runs it --------------------------------------------------------------------------------------------
    @property
    def here(self) -> bool:
        """Whether this process runs the table."""
        return self._host is not None

    @property
    def host(self) -> Host:
        """What decides for the table, where this process runs it."""
        assert self._host is not None, f"table {self.id} is run by another process"
        return self._host

    def run(self, host: Host) -> None:
        """From here on this process runs the table, as it is in the store."""
        self._host = host
        self.state, self.version = host.state, host.version
        self.view.look(self.state, (), None)
        self.told = self.version
        self._looked(self)

    @property
    def resting(self) -> bool:
        """Whether no round runs: wagers are taken, or the last ones are paid."""
        return self.state.phase in ("open", "settled")

    def release(self) -> Host:
        """From here on another process may run the table, once the host is closed."""
        host, self._host = self.host, None
        self.clock(None)
        for terminal in list(self.terminals):
            terminal.shut()
        return host

    def follow(self, version: int, events: Iterable[Event]) -> None:
        """What another process has done at the table."""
        known = list(events)
        for event in known:
            self.state = evolve(self.state, event)
        self.version = self.told = version
        self.view.look(self.state, known, None)
        self._looked(self)

    # Commands -----------------------------------------------------------------------------------------------
    def submit(self, command: Command) -> asyncio.Future[Answer]:
        """Decide a command now; the answer comes when it is durable. Asked again it is the first answer."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def then(found: Answer | StoreError) -> None:
            if isinstance(found, Answer) and not answer.cancelled():
                answer.set_result(found)
            elif isinstance(found, StoreError) and not answer.cancelled():
                answer.set_exception(found)

        self.ask(command, then)
        return answer

    def ask(self, command: Command, then: Callable[[Answer | StoreError], None]) -> None:
        """Like `submit`, but call back in the loop."""
        before = self.host.version
        try:
            same = msgspec.json.encode(msgspec.structs.replace(command, at=0))  # sent again it has another time
            self.host.ask(command, lambda found: self._post(lambda: self._answer(command.id, found, then)), same)
        except StoreError as error:
            self._failed(str(error))
            raise
        if self.host.version != before:
            self._decided.append((self.host.version, self.host.state))

    def _answer(self, command: str, found: Answer | StoreError, then: Callable[[Answer | StoreError], None]) -> None:
        if isinstance(found, CommandReused):
            no = refuse(Code.ID_USED, "here")
            found = refused(command, self.version, no)
        elif isinstance(found, StoreError):
            self._failed(str(found))
        then(found)

    # What is told -------------------------------------------------------------------------------------------
    def published(self, version: int, events: tuple[Event, ...]) -> None:
        """Called by the store's thread when events are durable."""
        self._post(lambda: self._durable(version, events))

    def _durable(self, version: int, events: tuple[Event, ...]) -> None:
        while self._decided and self._decided[0][0] <= version:
            self.version, self.state = self._decided.popleft()
        assert self.version == version, f"version {version} was not decided here"
        self._untold += events
        gathered = all(isinstance(event, _GATHERED) for event in events)
        if not gathered or any(event.wager in LINE for event in events if isinstance(event, _GATHERED)):
            self.moved.set()  # a wager on the line brings the dice
        loop = asyncio.get_running_loop()
        wait = self._told_at + min(MOST_GATHER, GATHER * len(self.terminals)) - loop.time()
        if wait <= 0 or not gathered:
            self.tell()
        elif self._timer is None:
            self._timer = loop.call_later(wait, self.tell)

    def tell(self) -> None:
        """Tell everybody what changed: one frame, the same for all; and each player his own."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._told_at = asyncio.get_running_loop().time()
        events, self._untold = self._untold, []
        if not events:
            return
        patch = self.view.look(self.state, events, self.closes)
        happened = [each for each in map(told, events) if each is not None]
        made = frame("delta", seq=self.version, patch=patch, happened=happened)
        self._ring.add(self.told, self.version, made)
        self.told = self.version
        news = self._news({each.player for each in self.terminals if each.player is not None})
        for terminal in list(self.terminals):
            terminal.push(made + news[terminal.player] if terminal.player in news else made)
        self._looked(self)

    def _news(self, players: Iterable[str]) -> dict[str | None, bytes]:
        """A frame for each player for whom something of his own has changed."""
        self._mine, found = Own(self.state, self._mine), dict[str | None, bytes]()
        for player in players:
            if self._own.get(player) != (you := self._mine.of(player)):
                self._own[player] = you
                found[player] = frame("you", seq=self.version, you=you)
        return found

    def clock(self, closes: int | None, spins: int | None = None) -> None:
        """When betting closes and the ball is spun, by the clock of the pit."""
        if (closes, spins) == (self.closes, self.spins):
            return
        self.closes, self.spins = closes, spins
        self.view.shown["closes"] = closes
        made = self._clock()
        for terminal in list(self.terminals):
            terminal.push(made)

    def _clock(self) -> bytes:
        return frame("clock", now=now_ms(), closes=self.closes, spins=self.spins)

    # Terminals ----------------------------------------------------------------------------------------------
    def join(self, terminal: Terminal, after: int | None = None) -> None:
        """A terminal comes, or comes back: what it missed if that is still here, else the whole table."""
        self.tell()
        you = None if terminal.player is None else Own(self.state).of(terminal.player)
        missed = self._ring.missed(after, self.told)
        if missed is None:
            terminal.push(frame("table", seq=self.told, now=now_ms(), table=self.view.shown, you=you))
        else:
            for made in missed:
                terminal.push(made)
            if you is not None:
                terminal.push(frame("you", seq=self.told, you=you))
        terminal.push(self._clock())
        self.terminals.add(terminal)
        if terminal.player is not None:
            self._own[terminal.player] = you
            self.came(terminal.player)

    def leave(self, terminal: Terminal) -> None:
        """A terminal is gone."""
        self.terminals.discard(terminal)
        if terminal.player is not None:
            self.came(terminal.player)

    def came(self, player: str) -> None:
        """A player was seen."""
        self.seen[player] = time.monotonic()

    def absent(self, player: str) -> float:
        """The seconds for which nobody has seen a player; 0 while a terminal of his is open."""
        if any(each.player == player for each in self.terminals):
            return 0.0
        return time.monotonic() - self.seen.setdefault(player, time.monotonic())
