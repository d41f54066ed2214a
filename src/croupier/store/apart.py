"""Rows in a process of their own, for a program that has much else to do.

Threads of Python share one interpreter: one that asks a database waits for its turn after every statement, and holds
up the others between two of them. Here a whole group of commands is one question and one answer. The other process
ends when this one closes the line or dies; if it is the first to die, that ends the store.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from subprocess import PIPE, Popen, TimeoutExpired
from typing import Any, BinaryIO, Concatenate, ParamSpec, TypeVar

from croupier.store.base import Appended, Envelope, Fault, Head, Key, Snapshot, Tip
from croupier.store.errors import CannotOpen, StoreError
from croupier.store.group import Asked
from croupier.store.rows import Rows

P = ParamSpec("P")
T = TypeVar("T")
_END = 30  # seconds for the other process to end


class Apart(Rows):
    """The rows at a URL, asked for over a line."""

    def __init__(self, url: str, *, reading: bool = False) -> None:
        try:
            words = [sys.executable, "-P", "-m", __name__]
            self._process = Popen(words, stdin=PIPE, stdout=PIPE, start_new_session=True)
        except OSError as error:
            raise CannotOpen(f"no process for the database can be started: {error.strerror}") from error
        try:
            self._exchange("open", (url,), {"reading": reading})
        except OSError as error:
            self._end()
            raise CannotOpen(f"{error} while it was opened: see what it has said") from error
        except BaseException:
            self._end()
            raise

    def _ask(self, method: Callable[Concatenate[Rows, P], T], *given: P.args, **named: P.kwargs) -> T:
        """What a method of the rows there returns; what it raises is raised here."""
        found: T = self._exchange(method.__name__, given, named)
        return found

    def _exchange(self, *question: Any) -> Any:
        assert self._process.stdout is not None
        try:
            self._say(*question)
            done, found = pickle.load(self._process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            raise OSError("the process of the database has ended") from error
        if done:
            return found
        raise found

    def _say(self, *question: Any) -> None:
        assert self._process.stdin is not None
        pickle.dump(question, self._process.stdin, pickle.HIGHEST_PROTOCOL)
        self._process.stdin.flush()

    def _end(self) -> None:
        """Close the line, on which the other process waits for questions; one that does not end is killed."""
        with self._process as process:
            try:
                process.communicate(timeout=_END)
            except TimeoutExpired:
                process.kill()

    def close(self, *, failed: bool) -> None:
        """Let the rows be closed, and their process end; a second time nothing is left to do."""
        assert self._process.stdin is not None
        if self._process.stdin.closed:
            return
        try:
            with suppress(OSError):  # it has ended before: what was acknowledged is durable all the same
                self._say("close", (), {"failed": failed})
        finally:
            self._end()

    def carry_out(
        self, group: Sequence[tuple[Asked, bytes]], owned: Mapping[str, int]
    ) -> list[Appended | StoreError]:
        """As one question, without what the client sent: its digest is there."""
        group = [(asked._replace(request=None), content) for asked, content in group]
        met = {asked.stream for asked, _ in group}
        return self._ask(Rows.carry_out, group, {each: owned[each] for each in met if each in owned})

    def next_owner(self, stream: str) -> int:
        """Raise the number of the owner."""
        return self._ask(Rows.next_owner, stream)

    def lock(self, stream: str) -> bool:
        """Keep other processes from owning the stream."""
        return self._ask(Rows.lock, stream)

    def unlock(self, stream: str) -> None:
        """Let others own it."""
        self._ask(Rows.unlock, stream)

    def tip(self, stream: str) -> Tip:
        """Where the stream ends."""
        return self._ask(Rows.tip, stream)

    def page(self, stream: str, after: int, most: int) -> list[Envelope]:
        """Up to so many envelopes after a version."""
        return self._ask(Rows.page, stream, after, most)

    def commands(self, asked: Collection[Key]) -> dict[Key, Appended]:
        """What came of these commands, of those that are known."""
        return self._ask(Rows.commands, asked)

    def commands_after(self, last: Key, most: int) -> list[Appended]:
        """Up to so many commands in the order of their streams and ids."""
        return self._ask(Rows.commands_after, last, most)

    def ids_after(self, stream: str, command: str, most: int) -> list[str]:
        """Up to so many ids of a stream's commands, in order."""
        return self._ask(Rows.ids_after, stream, command, most)

    def streams(self) -> list[str]:
        """The streams that have envelopes, in order."""
        return self._ask(Rows.streams)

    def faults(self) -> list[Fault]:
        """What is wrong outside the streams."""
        return self._ask(Rows.faults)

    def save_heads(self, heads: Sequence[Head]) -> None:
        """Keep heads, all or none."""
        self._ask(Rows.save_heads, heads)

    def heads(self, stream: str) -> list[Head]:
        """All heads of a stream, oldest first."""
        return self._ask(Rows.heads, stream)

    def last_head(self, stream: str, key: bytes) -> Head | None:
        """The last head that names a key."""
        return self._ask(Rows.last_head, stream, key)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in the place of an older one."""
        self._ask(Rows.save_snapshot, snapshot)

    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest."""
        return self._ask(Rows.snapshot, stream)


# The other process ------------------------------------------------------------------------------------------
def main() -> None:
    """Open the rows at a URL, and answer one question after the other until nobody asks any more; then close them.

    Only that ends it: a signal to all of a group is for the process that asks.
    """
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed is no answer
    with suppress(EOFError, OSError, pickle.UnpicklingError):  # who asked is gone
        _serve(questions, answers)


def _serve(questions: BinaryIO, answers: BinaryIO) -> None:
    from croupier.store import rows_at

    rows, failed = None, False
    try:
        while True:
            what, given, named = pickle.load(questions)
            if what == "close":
                failed = failed or named["failed"]
                return
            try:
                if rows is None:
                    rows, found = rows_at(*given, **named), None
                else:
                    found = getattr(rows, what)(*given, **named)
                answer: tuple[bool, Any] = True, found
            except StoreError as error:
                answer = False, error
            except Exception as error:
                failed = True
                answer = False, OSError(str(error) or type(error).__name__)
            pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()
    finally:
        if rows is not None:
            rows.close(failed=failed)


if __name__ == "__main__":
    main()
