"""Rows in a process of their own, for a program that has much else to do.

Threads of Python share one interpreter: one that asks a database waits for its turn after every statement, and holds
up the others between two of them. Here a whole group of commands is one question and one answer. The other process
ends when this one closes the line or dies; if it is the first to die, that ends the store.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from croupier.core.worker import Worker
from croupier.store.base import Appended, Envelope, Fault, Head, Key, Snapshot, Tip
from croupier.store.errors import CannotOpen, StoreError
from croupier.store.group import Asked
from croupier.store.rows import Rows

P = ParamSpec("P")
T = TypeVar("T")


class Apart(Rows):
    """The rows at a URL, asked for over a line."""

    def __init__(self, url: str, *, reading: bool = False) -> None:
        try:
            self._worker = Worker(database, "the process of the database")
        except OSError as error:
            raise CannotOpen(f"no process for the database can be started: {error.strerror}") from error
        try:
            self._worker.ask("open", (url,), {"reading": reading})
        except OSError as error:
            self._worker.end()
            raise CannotOpen(f"{error} while it was opened: see what it has said") from error
        except BaseException:
            self._worker.end()
            raise

    def _ask(self, method: Callable[Concatenate[Rows, P], T], *given: P.args, **named: P.kwargs) -> T:
        """What a method of the rows there returns; what it raises is raised here."""
        return cast(T, self._worker.ask(method.__name__, given, named))

    def close(self, *, failed: bool) -> None:
        """Let the rows be closed, and their process end; a second time nothing is left to do."""
        if self._worker.closed:
            return
        try:
            with suppress(OSError):  # it has ended before: what was acknowledged is durable all the same
                self._worker.tell("close", (), {"failed": failed})
        finally:
            self._worker.end()

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
        """The streams that something was asked of, in order; one where all was refused has no envelopes."""
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


# In the other process ---------------------------------------------------------------------------------------
@contextmanager
def database() -> Iterator[Callable[..., Any]]:
    """The work of that process: rows that are opened by the first question, and closed when nobody asks any more."""
    served = _Served()
    try:
        yield served.answer
    finally:
        if served.rows is not None:
            served.rows.close(failed=served.failed)


class _Served:
    """The rows, and whether anything has gone wrong with them."""

    def __init__(self) -> None:
        self.rows: Rows | None = None
        self.failed = False

    def answer(self, what: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Do to the rows what is asked; an error that is not the store's own is told by its words alone."""
        try:
            if what == "close":
                self.failed = self.failed or named["failed"]
                return None
            if self.rows is None:
                from croupier.store import rows_at

                self.rows = rows_at(*given, **named)
                return None
            return getattr(self.rows, what)(*given, **named)
        except StoreError:
            raise
        except Exception as error:
            self.failed = True
            raise OSError(str(error) or type(error).__name__) from None
