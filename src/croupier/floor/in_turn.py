"""Commands of guests: each guest's in the order in which they came, without blocking the event loop.

Guests choose the ids of their commands. An id that may have been used before is looked up in the store, by a thread:
the database may be slow, or hang. The next commands of the same guest wait for that, those of others do not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import msgspec

from croupier.core.clock import Clock
from croupier.host import Answer, Asked, Host
from croupier.store import StoreError


class Moved(StoreError):
    """The table went to another process before a command was decided. Send it again, with the same id."""


class InTurn:
    """The commands of the guests of one table, while this process runs it."""

    def __init__(self, host: Host, post: Callable[[Callable[[], None]], None], clock: Clock) -> None:
        """`post` runs a job in the event loop."""
        self.host, self._post, self._clock = host, post, clock
        self._thread = ThreadPoolExecutor(1, "look-up")
        self._waiting: dict[str, deque[Asked]] = {}  # by guest; the first command of each is being looked up

    def ask(self, guest: str, asked: Asked) -> None:
        """Answer a command: look up its id, decide it, record it."""
        if (waiting := self._waiting.get(guest)) is not None:
            waiting.append(asked)
        elif not self._at_once(asked):
            self._waiting[guest] = deque((asked,))
            self._look_up(guest, asked)

    def end(self) -> None:
        """Decide nothing more here."""
        self._thread.shutdown(wait=False)
        left = [asked for waiting in self._waiting.values() for asked in waiting]
        self._waiting.clear()
        for asked in left:
            asked.then(Moved("another process runs the table from now on"))

    def _at_once(self, asked: Asked) -> bool:
        try:
            return self.host.at_once(asked)
        except StoreError as error:
            asked.then(error)
            return True

    def _look_up(self, guest: str, asked: Asked) -> None:
        def found(done: Future[Answer | StoreError | None]) -> None:
            if self._waiting:  # otherwise it has ended, perhaps together with the loop
                self._post(lambda: self._looked_up(guest, done))

        self._thread.submit(self.host.look_up, asked).add_done_callback(found)

    def _looked_up(self, guest: str, done: Future[Answer | StoreError | None]) -> None:
        """Answer or decide the first command of a guest, then those that waited for it."""
        if (waiting := self._waiting.get(guest)) is None:
            return  # it has ended
        asked = waiting.popleft()
        try:
            if (answer := done.result()) is None:
                self.host.decide(self._now(asked))
            else:
                asked.then(answer)
        except StoreError as error:
            asked.then(error)
        while waiting:
            if not self._at_once(self._now(waiting[0])):
                self._look_up(guest, waiting[0])
                return
            waiting.popleft()
        del self._waiting[guest]

    def _now(self, asked: Asked) -> Asked:
        """The same with the current time: a command that waited would look as if the clock had gone back."""
        command = msgspec.structs.replace(asked.command, at=self._clock.now())
        return msgspec.structs.replace(asked, command=command)
