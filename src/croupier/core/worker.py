"""A worker process that answers questions one by one, over pipes on its standard input and output.

The database of a server and the figures of the odds explorer each have one, because threads of Python share one
interpreter. A question is the arguments of a function; the answer is what it returns or raises. Both are pickled.

The worker ends when its input ends: when the pipe is closed, or when the process that started it dies. That process
handles signals, so a worker runs in a session of its own and ignores them.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from importlib import import_module
from math import inf
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Event, Thread
from time import monotonic

from croupier.core.child import python

#: Seconds that a worker has to exit by itself.
PATIENCE = 30
_WATCH = 1  # seconds between two looks at the clock

#: Context manager that runs in the worker and yields the function that answers questions.
Work = Callable[[], AbstractContextManager[Callable[..., object]]]


class Ended(OSError):
    """The worker has ended, or its answer could not be read; it cannot be used any more."""


class Worker:
    """A process that does one kind of work; `name` names it in messages. Only one thread may use it at a time.

    A worker that does not answer within `limit` seconds is killed.
    """

    def __init__(self, work: Work, name: str, limit: float | None = None) -> None:
        self._name, self._waiting = name, False
        self._limit, self._until = limit, inf
        self._late = False
        self._over = Event()
        words = python("-m", __name__, f"{work.__module__}:{work.__qualname__}")
        self.process = Popen(words, stdin=PIPE, stdout=PIPE, start_new_session=True)  # noqa: S603 (this program)
        if limit is not None:
            Thread(target=self._watch, name=f"limit of {name}", daemon=True).start()

    def ask(self, *question: object) -> object:
        """Ask the worker; exceptions in the worker are raised here.

        A caller that was interrupted while waiting must not ask again: the next read would return the old answer.
        """
        assert self.process.stdout is not None
        if self._waiting:
            raise Ended(f"{self._name} still has an answer that nobody read")
        asked = _pickled(question)
        self._waiting = True
        if self._limit is not None:
            self._until = monotonic() + self._limit
        self._send(asked)
        try:
            good, answer = pickle.load(self.process.stdout)  # noqa: S301 (of a process that we started)
        except Exception as error:  # end of the pipe, or bytes that are not an answer
            raise self._ended() from error
        self._waiting, self._until = False, inf
        if good:
            return answer
        raise answer

    def tell(self, *question: object) -> None:
        """Send a last question without waiting for the answer; then there is only `end`."""
        self._waiting = True
        self._send(_pickled(question))

    def _send(self, asked: bytes) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(asked)
            self.process.stdin.flush()
        except (OSError, ValueError) as error:  # it has ended, or the pipe was closed here
            raise self._ended() from error

    def _watch(self) -> None:
        """Kill the worker if an answer is overdue. Then whoever waits for it at the pipe goes on."""
        while not self._over.wait(_WATCH):
            if monotonic() > self._until:
                self._late = True
                self.process.kill()
                return

    def _ended(self) -> Ended:
        why = f"did not answer within {self._limit:g} seconds" if self._late else "has ended"
        return Ended(f"{self._name} {why}")

    @property
    def closed(self) -> bool:
        """Whether this process ended it."""
        assert self.process.stdin is not None
        return self.process.stdin.closed

    def end(self) -> None:
        """Close the pipe and wait until the worker has exited; kill it if it does not."""
        self._over.set()
        with self.process as process:
            try:
                process.communicate(timeout=PATIENCE)
            except TimeoutExpired:
                process.kill()

    def kill(self) -> None:
        """End it at once, in the middle of its work."""
        self.process.kill()
        self.end()


def _pickled(value: object) -> bytes:
    """Pickle a message completely before writing, so that a failure leaves the pipe intact."""
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


# In the worker ----------------------------------------------------------------------------------------------
def main() -> None:
    """The main function of the worker: answer questions until the pipe is closed."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # printed text must not mix with answers
    module, _, name = sys.argv[1].partition(":")
    work: Work = getattr(import_module(module), name)
    with work() as answer, suppress(EOFError, OSError, pickle.UnpicklingError):  # the parent process has gone
        while True:
            question = pickle.load(questions)  # noqa: S301 (of the process that started this one)
            answers.write(_answered(answer, question))
            answers.flush()


def _answered(answer: Callable[..., object], question: tuple[object, ...]) -> bytes:
    try:
        said = True, answer(*question)
    except Exception as error:  # raised again in the parent process
        said = False, error
    try:
        return _pickled(said)
    except Exception as error:
        return _pickled((False, TypeError(f"the answer cannot be pickled: {error}")))


if __name__ == "__main__":
    main()
