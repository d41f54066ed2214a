"""The store.

It appends in groups, acknowledges once durable, verifies what it reads, and stops when the database fails.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Condition, Lock, Thread
from typing import Unpack

from croupier.core.futures import submitted
from croupier.store.base import (
    MOST_BYTES,
    START,
    Appended,
    Envelope,
    Fault,
    Head,
    Key,
    Snapshot,
    Tip,
    check_bytes,
    check_name,
    check_number,
)
from croupier.store.errors import Damaged, Owned, StoreError, StoreFailed, check_assertions, damage, misfit
from croupier.store.group import AppendRequest, Options
from croupier.store.lease import Lease
from croupier.store.rows import Part, Rows

MOST_QUEUED = 4096  # commands; at this limit, submitting another one blocks
MOST_IN_A_GROUP = 1024  # commands in one transaction
MOST_BYTES_IN_A_GROUP = 2 * MOST_BYTES  # from this size on, no more commands are added to a group
PAGE = 256  # envelopes read at a time
IDS_AT_A_TIME = 1_000  # ids read at a time
_CLOSED = "the store is closed"
_WAIT = 0.05  # seconds between two tries to own a stream
Callback = Callable[[Appended | StoreError], None]
_Queued = tuple[AppendRequest, bytes, Callback]  # with the digest of the request's contents


class Store:
    """Append-only streams of envelopes. Many threads may share a store. Methods block until they are done."""

    def __init__(self, rows: Rows) -> None:
        check_assertions()
        self._rows = rows
        self._io = Lock()  # held while talking to the database
        self._queue: deque[_Queued] = deque()
        self._turn = Lock()
        self._work, self._room = Condition(self._turn), Condition(self._turn)
        self._ended: str | None = None  # why the store has ended; None while it runs
        self._owned: dict[str, int] = {}
        self._writer: Thread | None = None  # started by the first write

    def append(
        self, stream: str, after: int, command: str, events: Sequence[tuple[str, bytes]], **options: Unpack[Options]
    ) -> Appended:
        """Append events, all or none, to a stream that is at version `after`; return when they are durable.

        Appending the same command again returns the first result. It is the same if the stream and `request` (what
        the client sent) are equal; without a request, if stream, events and answer are equal. A command may have an
        answer and no events. To copy a command from another store, pass the `content` with which it is recorded
        there, and whether it is `older` than the chain of records.
        """
        return self.submit(stream, after, command, events, **options).result()

    def submit(
        self, stream: str, after: int, command: str, events: Sequence[tuple[str, bytes]], **options: Unpack[Options]
    ) -> Future[Appended]:
        """Like `append`, but return a future at once. Commands are carried out in the order of submission."""
        answer, request, content = options.get("answer", b""), options.get("request"), options.get("content")
        older = options.get("older", False)
        asked = AppendRequest(stream, after, command, tuple(events), options["at"], answer, request, content, older)
        return submitted(lambda then: self.submit_then(asked, then))

    def submit_then(self, asked: AppendRequest, then: Callback) -> None:
        """Like `submit`, but call `then` with the result, in the writer thread. The callback must not block.

        With an `instant` backend, it is called in this thread, before this method returns.
        """
        queued = asked, asked.content(), then
        if self._rows.instant:
            self._check()
            self._carry_out([queued])
            return
        with self._turn:
            while len(self._queue) >= MOST_QUEUED and self._ended is None:
                self._room.wait()
            self._check()
            self._queue.append(queued)
            self._work.notify()
            if self._writer is None:
                self._writer = Thread(target=self._write, name="store", daemon=True)
                self._writer.start()

    def take(self, parts: Iterable[Part]) -> None:
        """Add parts of streams of another store, row by row as they are there: all of them or nothing, durably."""
        with self._using() as rows:
            rows.take(parts, self._owned)

    def answer(self, stream: str, command: str) -> Appended | None:
        """Return the result of a command, if it was carried out."""
        return self.answers(stream, [command]).get(command)

    def answers(self, stream: str, commands: Collection[str]) -> dict[str, Appended]:
        """Return the results of those of these commands of a stream that were carried out."""
        for command in commands:
            check_name("name", command)
        found = self.unchecked_answers(stream, commands)
        for row in found.values():
            if not row.intact():
                raise damage(row)
        return found

    def unchecked_answers(self, stream: str, commands: Collection[str]) -> dict[str, Appended]:
        """Like `answers`, but without checking whether the records were changed. The ids must come from the store."""
        with self._using(stream) as rows:
            return rows.commands_of(stream, commands)

    def commands_up_to(self, stream: str, version: int) -> tuple[int, int]:
        """Count the commands of a stream that have events: those that end at a version or before, and the others."""
        with self._using(stream) as rows:
            return rows.commands_up_to(stream, version)

    def commands(self) -> Iterator[Appended]:
        """Return the results of all commands, ordered by stream and id."""
        return self._records(("", ""), lambda rows, last: rows.commands_after(last, PAGE))

    def refusals(self, stream: str) -> Iterator[Appended]:
        """Return the results of all commands of a stream without events, ordered by id."""
        check_name("name", stream)
        return self._records((stream, ""), lambda rows, last: rows.refused_after(*last, PAGE))

    def _records(self, last: Key, page: Callable[[Rows, Key], list[Appended]]) -> Iterator[Appended]:
        while True:
            with self._using() as rows:
                found = page(rows, last)
            for row in found:
                if not row.intact():
                    raise damage(row)
                if (row.stream, row.command) <= last:  # a damaged file could make this loop endless
                    raise Damaged(Fault(row.stream, row.first, f"command {row.command!r} is out of order"))
                last = (row.stream, row.command)
                yield row
            if not found:
                return

    def ids(self, stream: str) -> Iterator[str]:
        """Return the ids of all commands of a stream, in order."""
        last = ""
        while True:
            with self._using(stream) as rows:
                found = rows.ids_after(stream, last, IDS_AT_A_TIME)
            for command in found:
                if command <= last:  # a damaged file could make this loop endless
                    raise Damaged(Fault(stream, 0, f"command {command!r} is out of order"))
                last = command
                yield command
            if len(found) < IDS_AT_A_TIME:
                return

    def version(self, stream: str) -> int:
        """Return the version of the last envelope; 0 if there is none."""
        return self.end(stream).version

    def end(self, stream: str) -> Tip:
        """Return the end of a stream: its last version, and its last record of a command."""
        with self._using(stream) as rows:
            return rows.tip(stream)

    @property
    def chained(self) -> bool:
        """Whether the records of commands are in a chain; not so in schema 1 and in exports of format 1."""
        return self._rows.chained

    def streams(self) -> list[str]:
        """Return the names of all streams with commands, in order, even if all their commands were refused."""
        with self._using() as rows:
            return rows.streams()

    def faults(self, *, schema: bool = False) -> list[Fault]:
        """Return the faults that belong to no stream (`read` checks the streams), or those of the database itself."""
        with self._using() as rows:
            return [Fault("", 0, what) for what in rows.schema_faults()] if schema else rows.faults()

    def read(self, stream: str, after: int = 0, until: Tip | None = None) -> Iterator[Envelope]:
        """Read the envelopes after a version, up to the current end, or up to the `until` that was the end before.

        Each is checked against the one before it.
        """
        check_number("the version to read after", after)
        with self._using(stream) as rows:
            tip = until or rows.tip(stream)
            previous = START if after == 0 else _digest(rows, stream, after)
        if after > max(tip.version, 0):
            raise ValueError(f"stream {stream!r} ends at version {tip.version}: nothing can be read after {after}")
        if previous is None:
            raise Damaged(Fault(stream, after, "is missing"))
        while after < tip.version:
            with self._using() as rows:
                page = rows.page(stream, after, min(PAGE, tip.version - after))
            if not page:
                raise Damaged(Fault(stream, after + 1, f"is missing: the stream went to version {tip.version}"))
            for envelope in page:
                if not envelope.follows(after, previous):
                    raise Damaged(Fault(stream, after + 1, misfit(envelope, after + 1)))
                after, previous = envelope.version, envelope.digest
                yield envelope
        if previous != tip.digest:
            raise Damaged(Fault(stream, after, "is not the end that was written"))
        self._check_end(stream, after)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Store a signed snapshot of an existing version; it replaces an older one."""
        check_bytes("the digest of the state", snapshot.state)
        check_number("its version", snapshot.version)
        with self._using(snapshot.stream) as rows:
            chain = _digest(rows, snapshot.stream, snapshot.version)
            fits = chain is not None and snapshot.check == snapshot.computed(chain)
            if fits:
                rows.save_snapshot(snapshot)
        if not fits:
            raise ValueError(f"the snapshot of stream {snapshot.stream!r} is not of its version {snapshot.version}")

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the snapshot of a stream, checked against the envelope at its version."""
        with self._using(stream) as rows:
            found = rows.snapshot(stream)
            chain = _digest(rows, stream, found.version) if found else None
        if found and (chain is None or found.check != found.computed(chain)):
            raise Damaged(Fault(stream, found.version, "the snapshot was changed, or is of no such version"))
        return found

    def save_head(self, *heads: Head) -> None:
        """Store signed heads of existing versions, one or many at once."""
        for head in heads:
            check_number("its version", head.version)
        with self._using(*(head.stream for head in heads)) as rows:
            ends = {stream: rows.tip(stream) for stream in {head.stream for head in heads}}
            wrong = [head for head in heads if not _fits(rows, head, ends[head.stream])]
            if not wrong:
                rows.save_heads(heads)
        for head in wrong:
            raise ValueError(f"the head of stream {head.stream!r} is not of its version {head.version}")

    def last_head(self, stream: str, key: bytes) -> Head | None:
        """Return the last head of a stream with this public key. Its signature is not checked (see `genuine`)."""
        with self._using(stream) as rows:
            return rows.last_head(stream, key)

    def heads(self, stream: str) -> list[Head]:
        """Return all heads of a stream, oldest first. Their signatures are not checked (see `verify`)."""
        with self._using(stream) as rows:
            return rows.heads(stream)

    def own(self, stream: str, *, wait: float = 0) -> Lease:
        """Become the only one who may append to a stream; wait up to `wait` seconds for another owner to go."""
        until = time.monotonic() + wait
        while True:
            with self._using(stream) as rows:
                if stream not in self._owned and rows.lock(stream):
                    number = self._owned[stream] = rows.next_owner(stream)
                    return Lease(self, stream, number)
            if time.monotonic() >= until:
                raise Owned(f"stream {stream!r} has an owner: wait until it is released or its process ends")
            time.sleep(_WAIT)

    def beat(self) -> None:
        """Show that this process is alive, and check that the database answers.

        After the first call, call it every second: whoever is silent for some seconds may lose its streams.
        """
        with self._using() as rows:
            rows.beat()

    def disown(self, lease: Lease) -> None:
        """Give up a lease. Giving it up twice is harmless."""
        if self.failed:
            return
        with self._using() as rows:
            if self._owned.get(lease.stream) == lease.number:
                del self._owned[lease.stream]
                rows.unlock(lease.stream)

    def close(self) -> None:
        """Write the queued commands, then close the database."""
        with self._turn:
            self._ended = self._ended or _CLOSED
            self._work.notify_all()
            self._room.notify_all()
        if self._writer is not None:
            self._writer.join()
        with self._io:
            self._rows.close(failed=self._ended != _CLOSED)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def failed(self) -> bool:
        """Whether the store has failed or is closed."""
        return self._ended is not None

    def _check(self) -> None:
        if self._ended is not None:
            raise StoreFailed(self._ended)

    def _check_end(self, stream: str, version: int) -> None:
        """Check that no envelope lies beyond the stream's end. The end is read last: others may append meanwhile."""
        with self._using() as rows:
            more = rows.page(stream, version, 1)
            tip = rows.tip(stream)
        if more and more[0].version > tip.version:
            raise Damaged(Fault(stream, more[0].version, f"lies beyond the end, which is version {tip.version}"))

    @contextmanager
    def _using(self, *names: str) -> Iterator[Rows]:
        """Give one thread at a time access to the backend. An error in it ends the store, so check names before."""
        for name in names:
            check_name("name", name)
        with self._io:
            self._check()
            try:
                yield self._rows
            except StoreError:
                raise
            except BaseException as error:
                raise self._fail(error) from error

    def _fail(self, error: BaseException) -> StoreFailed:
        with self._turn:
            if self._ended in (None, _CLOSED):
                said = " ".join(str(error).split()) or type(error).__name__
                self._ended = f"the store has failed and must be opened anew: {said}"
            left = [then for _, _, then in self._queue]
            self._queue.clear()
            self._work.notify_all()
            self._room.notify_all()
        for then in left:
            then(StoreFailed(self._ended))
        return StoreFailed(self._ended)

    def _write(self) -> None:
        """Carry out the queued commands, group by group, until the store ends. This runs in the writer thread."""
        while group := self._take():
            self._carry_out(group)

    def _carry_out(self, group: list[_Queued]) -> None:
        """Write a group in one transaction, then acknowledge it."""
        with self._io:
            try:
                if self._ended not in (None, _CLOSED):  # it failed while this group was taken from the queue
                    raise StoreFailed(self._ended)
                results = self._rows.carry_out([queued[:2] for queued in group], self._owned)
            except BaseException as error:
                failed = self._fail(error)
                results = [StoreFailed(*failed.args) for _ in group]
        for (_, _, then), result in zip(group, results, strict=True):
            try:
                then(result)
            except BaseException as error:  # a callback failed: write nothing more
                self._fail(error)

    def _take(self) -> list[_Queued]:
        """Wait for the next group of queued commands; empty once the store has ended."""
        group: list[_Queued] = []
        size = 0
        with self._turn:
            while not self._queue and self._ended is None:
                self._work.wait()
            while self._queue and len(group) < MOST_IN_A_GROUP and size < MOST_BYTES_IN_A_GROUP:
                queued = self._queue.popleft()
                group.append(queued)
                size += queued[0].size
            self._room.notify_all()
        return group


def _digest(rows: Rows, stream: str, version: int) -> bytes | None:
    """Return the digest of the envelope at a version, if there is one."""
    found = rows.page(stream, version - 1, 1)
    return found[0].digest if found and found[0].version == version else None


def _fits(rows: Rows, head: Head, end: Tip) -> bool:
    """Whether a head is of a version and a number of records that its stream has."""
    if head.commands > end.commands or (head.commands == end.commands != 0 and head.record != end.record):
        return False
    return _digest(rows, head.stream, head.version) == head.digest
