"""Solves figures in a second process with lower priority; equal questions are solved once.

The event loop never waits for a computation, and no more than a few wait for their turn. A thread asks the worker
process and hands each answer to the loop, where a future of asyncio waits for it.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from croupier.core.futures import awaited
from croupier.core.worker import Ended, Worker
from croupier.text.language import Language, current, speaking

T = TypeVar("T")
_Told = Callable[[Any], None]  # called with the result or an error
_Job = tuple[Language, Callable[..., Any], tuple[Any, ...], _Told]

#: How many answers are cached, and how many questions may wait.
KEPT, MOST_WAITING = 256, 12
NICE = 10


class Busy(Exception):
    """Too many questions are waiting."""


class Solver:
    """One process that solves one question after the other; started on first use."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Any, ...], asyncio.Future[Any]] = OrderedDict()
        self._waiting = 0
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._worker: Worker | None = None

    async def ask(self, solve: Callable[..., T], *about: Any) -> T:
        """The result of `solve` for these hashable values; errors are raised here."""
        loop = asyncio.get_running_loop()
        key = (loop, current(), solve, *about)
        if key not in self._known:
            if self._waiting >= MOST_WAITING:
                raise Busy
            answer = self._known[key] = self._start(loop, solve, about)
            answer.add_done_callback(lambda done: self._settled(key, done))
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        found: T = await asyncio.shield(self._known[key])
        return found

    def _settled(self, key: tuple[Any, ...], answer: asyncio.Future[Any]) -> None:
        """Deliver an answer; the caller may have gone. A failure of the process is not cached."""
        if not answer.cancelled() and isinstance(answer.exception(), OSError):
            self._known.pop(key, None)

    def _start(
        self, loop: asyncio.AbstractEventLoop, solve: Callable[..., Any], about: tuple[Any, ...]
    ) -> asyncio.Future[Any]:
        def queue(then: _Told) -> None:
            def finish(found: Any) -> None:
                self._waiting -= 1
                then(found)

            def tell(found: Any) -> None:
                with suppress(RuntimeError):  # the event loop has ended
                    loop.call_soon_threadsafe(finish, found)

            self._jobs.put((language, solve, about, tell))

        self._waiting += 1
        language = current()
        answer: asyncio.Future[Any] = awaited(queue)
        if self._thread is None:
            self._thread = Thread(target=self._work, name="solver", daemon=True)
            self._thread.start()
        return answer

    def _work(self) -> None:
        """Pass questions to the process one by one; restart it if it ended."""
        while (job := self._jobs.get()) is not None:
            language, solve, about, tell = job
            try:
                if self._worker is None:
                    self._worker = Worker(solving, "the process that solves")
                found = self._worker.ask(_in_language, (language, solve, about))
            except Exception as error:
                if isinstance(error, Ended):
                    self._end()
                found = error
            tell(found)

    def _end(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker = None

    def close(self) -> None:
        """End the process; the next question starts another."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None
        self._end()


@contextmanager
def solving() -> Iterator[Callable[..., Any]]:
    """The main function of the process: solves questions at low priority."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    yield lambda solve, about: solve(*about)


def _in_language(language: Language, solve: Callable[..., T], about: tuple[Any, ...]) -> T:
    """The context of the asker does not reach the process: the language goes with the question."""
    with speaking(language):
        return solve(*about)
