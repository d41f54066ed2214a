"""The interface of a storage backend: a database, memory, or a file that is only read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, NoReturn

from croupier.store.base import Appended, Envelope, Fault, Head, Key, Snapshot, Tip
from croupier.store.errors import StoreError
from croupier.store.group import AppendRequest, Group, misfits


class Part(NamedTuple):
    """A part of a stream, as another store holds it: what comes after a version, and the end of the stream then."""

    stream: str
    after: int
    end: Tip
    envelopes: Sequence[Envelope] = ()
    commands: Sequence[Appended] = ()
    heads: Sequence[Head] = ()
    snapshots: Sequence[Snapshot] = ()

    def end_after(self, tip: Tip, owned: Mapping[str, int]) -> Tip:
        """The end of the stream with this part; raise if the stream has another end or another owner now."""
        misfit = misfits(self.stream, tip, self.after, owned)
        if misfit is not None:
            raise misfit
        return self.end._replace(owner=tip.owner)


class Rows(ABC):
    """A storage backend. Only one thread uses it at a time. If it raises any exception, the store has failed.

    A backend that can write implements `begin`, which locks the streams and returns their ends, then `write` and
    `rollback`. A read-only backend does not implement these.
    """

    instant = False  # whether writing never waits, so that no writer thread is needed
    chained = True  # whether the records of commands are in a chain; not so in schema 1 and in exports of format 1

    def lock(self, stream: str) -> bool:
        """Try to lock the stream for this process, until `unlock` or until the process dies."""
        return True

    def unlock(self, stream: str) -> None:  # noqa: B027
        """Release the lock of the stream."""

    def beat(self) -> None:  # noqa: B027
        """Show that this process is alive, and check that the storage is. Servers call it about every second."""

    def back_after(self, error: Exception) -> bool:
        """If this error means that the database restarts, wait for it; return whether it is back as it was."""
        return False

    @abstractmethod
    def close(self, *, failed: bool) -> None:
        """Release everything. After a failure, write nothing more."""

    def carry_out(
        self, group: Sequence[tuple[AppendRequest, bytes]], owned: Mapping[str, int]
    ) -> list[Appended | StoreError]:
        """Carry out commands (each with the digest of its contents) in one transaction. It is durable on return."""
        decided = Group(*self.begin([(asked.stream, asked.command) for asked, _ in group]), owned)
        results = [decided.decide(asked, content) for asked, content in group]
        if decided.commands:
            self.write(decided.tips, decided.envelopes, decided.commands)
        else:
            self.rollback()
        return results

    def next_owner(self, stream: str) -> int:
        """Increase the stream's owner number, so that the previous owner can no longer append."""
        tip = self.begin([(stream, "")])[0][stream]  # no command has an empty id
        self.write({stream: tip._replace(owner=tip.owner + 1)}, [], {})
        return tip.owner + 1

    def begin(self, asked: Collection[Key]) -> tuple[Mapping[str, Tip], Mapping[Key, Appended]]:
        """Begin a transaction. Return the ends of (at least) these streams, and the results of known commands."""
        only_read()

    def write(self, tips: Mapping[str, Tip], envelopes: Sequence[Envelope], commands: Mapping[Key, Appended]) -> None:
        """Write everything to the streams that `begin` has locked, and commit durably."""
        only_read()

    def rollback(self) -> None:
        """End the transaction without changes."""
        only_read()

    def take(self, parts: Iterable[Part], owned: Mapping[str, int]) -> None:
        """Write parts of streams unchanged, all in one transaction. Rows that are there already stay."""
        only_read()

    @abstractmethod
    def tip(self, stream: str) -> Tip:
        """Return the end of the stream."""

    @abstractmethod
    def page(self, stream: str, after: int, most: int) -> list[Envelope]:
        """Return up to `most` envelopes after a version."""

    @abstractmethod
    def commands(self, asked: Collection[Key]) -> dict[Key, Appended]:
        """Return the results of those of these commands that were carried out."""

    def commands_of(self, stream: str, commands: Collection[str]) -> dict[str, Appended]:
        """Like `commands`, for the commands of one stream, by id."""
        found = self.commands([(stream, command) for command in commands])
        return {command: row for (_, command), row in found.items()}

    def commands_up_to(self, stream: str, version: int) -> tuple[int, int]:
        """Count the commands of a stream that have events: those that end at a version or before, and the others."""
        here, later, last = 0, 0, (stream, "")
        while page := [row for row in self.commands_after(last, 256) if row.stream == stream]:
            with_events = [row for row in page if row.last >= row.first]
            ended = sum(row.last <= version for row in with_events)
            here, later, last = here + ended, later + len(with_events) - ended, (stream, page[-1].command)
        return here, later

    def refused_after(self, stream: str, command: str, most: int) -> list[Appended]:
        """Return at most `most` records of a stream's commands without events after `command`, ordered by id."""
        found: list[Appended] = []
        last = (stream, command)
        while len(found) < most and (page := self.commands_after(last, 256)) and page[0].stream == stream:
            found += [row for row in page if row.stream == stream and row.last < row.first]
            last = (page[-1].stream, page[-1].command)
        return found[:most]

    @abstractmethod
    def commands_after(self, last: Key, most: int) -> list[Appended]:
        """Return the results of up to `most` commands after `last`, ordered by stream and id."""

    @abstractmethod
    def ids_after(self, stream: str, command: str, most: int) -> list[str]:
        """Return up to `most` ids of a stream's commands after `command`, in order."""

    @abstractmethod
    def streams(self) -> list[str]:
        """Return the names of all streams with commands, in order, even if all their commands were refused."""

    @abstractmethod
    def faults(self) -> list[Fault]:
        """Return the faults that belong to no stream: entries under a name that no stream has."""

    def schema_faults(self) -> Sequence[str]:
        """Say what in the database Croupier did not make: triggers, views, other tables, changed columns."""
        return ()

    def save_heads(self, heads: Sequence[Head]) -> None:
        """Store heads, all or none. A head of a key that exists for the same version and record stays."""
        only_read()

    @abstractmethod
    def heads(self, stream: str) -> list[Head]:
        """Return all heads of a stream, oldest first."""

    def last_head(self, stream: str, key: bytes) -> Head | None:
        """Return the last head of a stream that was signed with a key."""
        return next((head for head in reversed(self.heads(stream)) if head.key == key), None)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Store a snapshot; it replaces an older one."""
        only_read()

    @abstractmethod
    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the snapshot of a stream, if there is one."""


def only_read() -> NoReturn:
    """Fail, because a read-only backend cannot write."""
    raise AssertionError("this storage backend is read-only")
