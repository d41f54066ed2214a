"""Figures solved beside the server: in a process of their own, at a lower priority, each asked for once.

The event loop never waits for a computation, and no more than a few wait for their turn. The process reads questions
and writes answers through its pipes; it ends when there is nobody left to ask.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from subprocess import PIPE, Popen
from threading import Thread
from typing import Any, BinaryIO, TypeVar

T = TypeVar("T")
_Told = Callable[[bool, Any], None]
_Job = tuple[Callable[..., Any], tuple[Any, ...], _Told]

#: Answers that are kept, and questions that may wait.
KEPT, MOST_WAITING = 256, 12
NICE = 10


class Busy(Exception):
    """Too many wait already."""


class Solver:
    """One process that solves one thing after the other; it is started when it is first needed."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Any, ...], asyncio.Future[Any]] = OrderedDict()
        self._waiting = 0
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._process: Popen[bytes] | None = None

    async def ask(self, solve: Callable[..., T], *about: Any) -> T:
        """What `solve` says about these values, which are hashable; an error is raised here."""
        loop = asyncio.get_running_loop()
        key = (loop, solve, *about)
        if key not in self._known:
            if self._waiting >= MOST_WAITING:
                raise Busy
            self._known[key] = self._start(loop, solve, about)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        answer: T = await asyncio.shield(self._known[key])
        return answer

    def _start(
        self, loop: asyncio.AbstractEventLoop, solve: Callable[..., Any], about: tuple[Any, ...]
    ) -> asyncio.Future[Any]:
        answer: asyncio.Future[Any] = loop.create_future()
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # somebody may have left
        self._waiting += 1

        def finish(good: bool, value: Any) -> None:
            self._waiting -= 1
            if not answer.done():
                (answer.set_result if good else answer.set_exception)(value)

        def tell(good: bool, value: Any) -> None:
            with suppress(RuntimeError):  # the loop has ended: nobody asks any more
                loop.call_soon_threadsafe(finish, good, value)

        self._jobs.put((solve, about, tell))
        if self._thread is None:
            self._thread = Thread(target=self._work, name="solver", daemon=True)
            self._thread.start()
        return answer

    def _work(self) -> None:
        """Hand one question after the other to the process; one that ended is started anew."""
        while (job := self._jobs.get()) is not None:
            solve, about, tell = job
            try:
                tell(*self._solved(solve, about))
            except (OSError, EOFError, pickle.PickleError) as error:
                self._end()
                tell(False, RuntimeError(f"nothing was solved: {error!r}"))

    def _solved(self, solve: Callable[..., Any], about: tuple[Any, ...]) -> tuple[bool, Any]:
        if self._process is None:
            self._process = Popen([sys.executable, "-m", __name__], stdin=PIPE, stdout=PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump((solve, about), self._process.stdin)
        self._process.stdin.flush()
        good, value = pickle.load(self._process.stdout)
        return bool(good), value

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            with self._process:
                pass
            self._process = None

    def close(self) -> None:
        """End the process; the next question starts another."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None
        self._end()


def answer_all(asked: BinaryIO, answered: BinaryIO) -> None:
    """Solve what is asked until nobody asks any more."""
    while True:
        try:
            solve, about = pickle.load(asked)
        except EOFError:
            return
        try:
            said = True, solve(*about)
        except Exception as error:  # it is raised where it was asked
            said = False, error
        pickle.dump(said, answered)
        answered.flush()


def main() -> None:
    """The process: it lets the tables go first, and an interrupt is for the server to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    answered = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed is no answer
    with suppress(BrokenPipeError):
        answer_all(sys.stdin.buffer, answered)


if __name__ == "__main__":
    main()
