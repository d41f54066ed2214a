"""A storage backend in another process, for a busy program such as the web server.

The threads of a Python process share one interpreter. A thread that talks to a database waits for its turn after
every statement and delays the other threads in between. Here a whole group of commands is one request and one reply.
The other process ends when this one closes the connection or dies. If the other process dies first, the store fails.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from croupier.core.worker import Worker
from croupier.store.base import Appended, Envelope, Fault, Head, Key, Snapshot, Tip
from croupier.store.errors import CannotOpen, StoreError
from croupier.store.group import AppendRequest
from croupier.store.rows import Rows

#: Seconds that the database has to answer. This includes the wait for one that restarts.
LIMIT = 60.0
P = ParamSpec("P")
T = TypeVar("T")


class Apart(Rows):
    """Passes every call to the storage backend at a URL, in another process."""

    def __init__(self, url: str, *, reading: bool = False) -> None:
        try:
            self._worker = Worker(database, "the process of the database", LIMIT)
        except OSError as error:
            raise CannotOpen(f"no process for the database can be started: {error.strerror}") from error
        try:
            self.chained = bool(self._worker.ask("open", (url,), {"reading": reading}))
        except OSError as error:
            self._worker.end()
            raise CannotOpen(f"{error} while it was opened: see its output") from error
        except BaseException:
            self._worker.end()
            raise

    def _ask(self, method: Callable[Concatenate[Rows, P], T], *given: P.args, **named: P.kwargs) -> T:
        """Call a method of the backend in the other process; return its result, or raise its exception here."""
        return cast(T, self._worker.ask(method.__name__, given, named))

    def close(self, *, failed: bool) -> None:
        """Close the backend and end its process. Calling this twice is harmless."""
        if self._worker.closed:
            return
        try:
            with suppress(OSError):  # the process has ended already; acknowledged commands are durable
                self._worker.tell("close", (), {"failed": failed})
        finally:
            self._worker.end()

    def carry_out(
        self, group: Sequence[tuple[AppendRequest, bytes]], owned: Mapping[str, int]
    ) -> list[Appended | StoreError]:
        """Send the group as one request, without the clients' own requests: their digests are enough."""
        group = [(asked._replace(request=None), content) for asked, content in group]
        met = {asked.stream for asked, _ in group}
        return self._ask(Rows.carry_out, group, {each: owned[each] for each in met if each in owned})

    def next_owner(self, stream: str) -> int:
        """Increase the stream's owner number."""
        return self._ask(Rows.next_owner, stream)

    def beat(self) -> None:
        """Show that this process is alive, and check that the other process and the database are."""
        self._ask(Rows.beat)

    def lock(self, stream: str) -> bool:
        """Lock the stream for this process."""
        return self._ask(Rows.lock, stream)

    def unlock(self, stream: str) -> None:
        """Release the lock of the stream."""
        self._ask(Rows.unlock, stream)

    def tip(self, stream: str) -> Tip:
        """Return the end of the stream."""
        return self._ask(Rows.tip, stream)

    def page(self, stream: str, after: int, most: int) -> list[Envelope]:
        """Return up to `most` envelopes after a version."""
        return self._ask(Rows.page, stream, after, most)

    def commands(self, asked: Collection[Key]) -> dict[Key, Appended]:
        """Return the results of those of these commands that were carried out."""
        return self._ask(Rows.commands, asked)

    def commands_after(self, last: Key, most: int) -> list[Appended]:
        """Return the results of up to `most` commands, ordered by stream and id."""
        return self._ask(Rows.commands_after, last, most)

    def refused_after(self, stream: str, command: str, most: int) -> list[Appended]:
        """Return at most `most` records of a stream's commands without events, ordered by id."""
        return self._ask(Rows.refused_after, stream, command, most)

    def ids_after(self, stream: str, command: str, most: int) -> list[str]:
        """Return up to `most` ids of a stream's commands, in order."""
        return self._ask(Rows.ids_after, stream, command, most)

    def streams(self) -> list[str]:
        """Return the names of all streams with commands, in order."""
        return self._ask(Rows.streams)

    def faults(self) -> list[Fault]:
        """Return the faults that belong to no stream."""
        return self._ask(Rows.faults)

    def schema_faults(self) -> Sequence[str]:
        """Say what in the database Croupier did not make."""
        return self._ask(Rows.schema_faults)

    def save_heads(self, heads: Sequence[Head]) -> None:
        """Store heads, all or none."""
        self._ask(Rows.save_heads, heads)

    def heads(self, stream: str) -> list[Head]:
        """Return all heads of a stream, oldest first."""
        return self._ask(Rows.heads, stream)

    def last_head(self, stream: str, key: bytes) -> Head | None:
        """Return the last head of a stream that was signed with a key."""
        return self._ask(Rows.last_head, stream, key)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Store a snapshot; it replaces an older one."""
        self._ask(Rows.save_snapshot, snapshot)

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the snapshot of a stream, if there is one."""
        return self._ask(Rows.snapshot, stream)


# In the other process ---------------------------------------------------------------------------------------
@contextmanager
def database() -> Iterator[Callable[..., Any]]:
    """The main function of the other process: the first request opens the backend; it is closed at the end."""
    served = _Served()
    try:
        yield served.answer
    finally:
        if served.rows is not None:
            served.rows.close(failed=served.failed)


class _Served:
    """The backend, and whether it has failed."""

    def __init__(self) -> None:
        self.rows: Rows | None = None
        self.failed = False

    def answer(self, what: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Carry out one request. Exceptions other than StoreError are passed on as an OSError with their message."""
        try:
            if what == "close":
                self.failed = self.failed or named["failed"]
                return None
            if self.rows is None:
                from croupier.store import rows_at

                self.rows = rows_at(*given, **named)
                return self.rows.chained
            return self._carried_out(getattr(self.rows, what), given, named)
        except StoreError:
            raise
        except Exception as error:
            self.failed = True
            raise OSError(str(error) or type(error).__name__) from None

    def _carried_out(self, method: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Call a method of the backend; again, if the database restarts. Every method may be called twice."""
        while True:
            try:
                return method(*given, **named)
            except Exception as error:
                if self.rows is None or not self.rows.back_after(error):
                    raise
