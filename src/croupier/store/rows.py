"""What a store asks of the place where its rows are: a database, memory, or a file that is only read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import NoReturn

from croupier.store.base import Appended, Envelope, Fault, Head, Key, Snapshot, Tip
from croupier.store.errors import StoreError
from croupier.store.group import Asked, Group


class Rows(ABC):
    """A place of rows. Never used by two threads at once; any exception of it ends the store.

    To write, a place has `begin`, which locks the streams and says what stands, then `write` and `rollback`; one that
    is read only leaves them out.
    """

    instant = False  # whether writing waits for nothing, so that no thread is needed that does

    def lock(self, stream: str) -> bool:
        """Keep other processes, if there may be any, from owning the stream, until unlocked or this one dies."""
        return True

    def unlock(self, stream: str) -> None:  # noqa: B027
        """Let others own it."""

    @abstractmethod
    def close(self, *, failed: bool) -> None:
        """Let go of everything; after a failure nothing is written any more."""

    def carry_out(
        self, group: Sequence[tuple[Asked, bytes]], owned: Mapping[str, int]
    ) -> list[Appended | StoreError]:
        """Carry out commands, each with the digest of its contents, in one transaction; durable when this returns."""
        decided = Group(*self.begin([(asked.stream, asked.command) for asked, _ in group]), owned)
        results = [decided.decide(asked, content) for asked, content in group]
        if decided.commands:
            self.write(decided.tips, decided.envelopes, decided.commands)
        else:
            self.rollback()
        return results

    def next_owner(self, stream: str) -> int:
        """Raise the number of the owner, so that whoever had it before can append no more."""
        tip = self.begin([(stream, "")])[0][stream]  # no command has an empty id
        self.write({stream: tip._replace(owner=tip.owner + 1)}, [], {})
        return tip.owner + 1

    def begin(self, asked: Collection[Key]) -> tuple[Mapping[str, Tip], Mapping[Key, Appended]]:
        """Begin a transaction: the ends of the streams, at least, and those of the commands that came before."""
        only_read()

    def write(self, tips: Mapping[str, Tip], envelopes: Sequence[Envelope], commands: Mapping[Key, Appended]) -> None:
        """Write all, to streams that `begin` has locked, and commit durably."""
        only_read()

    def rollback(self) -> None:
        """End the transaction without a change."""
        only_read()

    @abstractmethod
    def tip(self, stream: str) -> Tip:
        """Where the stream ends."""

    @abstractmethod
    def page(self, stream: str, after: int, most: int) -> list[Envelope]:
        """Up to so many envelopes after a version."""

    @abstractmethod
    def commands(self, asked: Collection[Key]) -> dict[Key, Appended]:
        """What came of these commands, of those that are known."""

    def records(self, stream: str, commands: Collection[str]) -> dict[str, Appended]:
        """The same for commands of one stream, by their ids."""
        found = self.commands([(stream, command) for command in commands])
        return {command: row for (_, command), row in found.items()}

    @abstractmethod
    def commands_after(self, last: Key, most: int) -> list[Appended]:
        """Up to so many commands in the order of their streams and ids."""

    @abstractmethod
    def ids_after(self, stream: str, command: str, most: int) -> list[str]:
        """Up to so many ids of a stream's commands, in order."""

    @abstractmethod
    def streams(self) -> list[str]:
        """The streams that something was asked of, in order; one where all was refused has no envelopes."""

    @abstractmethod
    def faults(self) -> list[Fault]:
        """What is wrong outside the streams: names under which something is kept though no such stream has an end."""

    def save_heads(self, heads: Sequence[Head]) -> None:
        """Keep heads, all or none; one that is there under the same version and key stays."""
        only_read()

    @abstractmethod
    def heads(self, stream: str) -> list[Head]:
        """All heads of a stream, oldest first."""

    def last_head(self, stream: str, key: bytes) -> Head | None:
        """The last head that names a key."""
        return next((head for head in reversed(self.heads(stream)) if head.key == key), None)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in the place of an older one."""
        only_read()

    @abstractmethod
    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest."""


def only_read() -> NoReturn:
    """What a place that is only read says to whoever writes."""
    raise AssertionError("it is only read")
