"""The store: appends in groups, acknowledged once durable; reads that check what they read; death on any error."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
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
    Snapshot,
    check_bytes,
    check_name,
    check_number,
)
from croupier.store.errors import Damaged, Owned, StoreError, StoreFailed, damage
from croupier.store.group import Asked, More
from croupier.store.lease import Lease
from croupier.store.rows import Rows

MOST_QUEUED = 4096  # commands; who brings one more waits
MOST_IN_A_GROUP = 1024  # commands of one transaction
MOST_BYTES_IN_A_GROUP = 2 * MOST_BYTES  # after which no more is taken
PAGE = 256  # envelopes read at a time
MANY = 1_000  # ids read at a time
_CLOSED = "the store is closed"
_WAIT = 0.05  # seconds between two tries to own a stream
Told = Callable[[Appended | StoreError], None]
_Queued = tuple[Asked, bytes, Told]  # with the digest of what was asked


class Store:
    """Append-only streams of envelopes. All methods block, and may be called by many threads."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._io = Lock()  # whoever speaks to the database
        self._queue: deque[_Queued] = deque()
        self._turn = Lock()
        self._work, self._room = Condition(self._turn), Condition(self._turn)
        self._ended: str | None = None  # why nothing is taken any more
        self._owned: dict[str, int] = {}
        self._writer: Thread | None = None  # begins with the first that is written

    def append(
        self, stream: str, after: int, command: str, events: Sequence[tuple[str, bytes]], **more: Unpack[More]
    ) -> Appended:
        """Append events, all or none, to a stream that is at version `after`, and return when they are durable.

        The same command again gives the first result. It is the same if stream and `request` (what the client sent)
        are; without a request, if stream, events and answer are. A command may have an answer and no events. Who
        brings a command from another store gives the `content` that it was recorded with there.
        """
        return self.submit(stream, after, command, events, **more).result()

    def submit(
        self, stream: str, after: int, command: str, events: Sequence[tuple[str, bytes]], **more: Unpack[More]
    ) -> Future[Appended]:
        """Like `append`, but go on at once; commands are taken in the order in which they were submitted."""
        answer, request, content = more.get("answer", b""), more.get("request"), more.get("content")
        asked = Asked(stream, after, command, tuple(events), more["at"], answer, request, content)
        return submitted(lambda then: self.tell(asked, then))

    def tell(self, asked: Asked, then: Told) -> None:
        """Like `submit`, but call back with what came of it, in the thread that writes: that must not wait.

        Where writing waits for nothing that is the caller's, before this returns.
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

    def answer(self, stream: str, command: str) -> Appended | None:
        """What came of a command, if it came before."""
        return self.answers(stream, [command]).get(command)

    def answers(self, stream: str, commands: Collection[str]) -> dict[str, Appended]:
        """What came of these commands to a stream, of those that came before."""
        for command in commands:
            check_name("name", command)
        found = self.records(stream, commands)
        for row in found.values():
            if not row.whole():
                raise damage(row)
        return found

    def records(self, stream: str, commands: Collection[str]) -> dict[str, Appended]:
        """The same for ids that the store itself named, but nobody has looked whether the records were changed."""
        with self._using(stream) as rows:
            return rows.records(stream, commands)

    def commands(self) -> Iterator[Appended]:
        """What came of every command, in the order of their streams and ids."""
        last = ("", "")
        while True:
            with self._using() as rows:
                found = rows.commands_after(last, PAGE)
            for row in found:
                if not row.whole():
                    raise damage(row)
                if (row.stream, row.command) <= last:  # in a damaged file one could go around for ever
                    raise Damaged(Fault(row.stream, row.first, f"command {row.command!r} is out of its order"))
                last = (row.stream, row.command)
                yield row
            if not found:
                return

    def ids(self, stream: str) -> Iterator[str]:
        """The ids of the commands of a stream that have come so far, in order, and nothing else of them."""
        last = ""
        while True:
            with self._using(stream) as rows:
                found = rows.ids_after(stream, last, MANY)
            for command in found:
                if command <= last:  # in a damaged file one could go around for ever
                    raise Damaged(Fault(stream, 0, f"command {command!r} is out of its order"))
                last = command
                yield command
            if len(found) < MANY:
                return

    def version(self, stream: str) -> int:
        """The version of the last envelope; 0 where there is none."""
        with self._using(stream) as rows:
            return rows.tip(stream).version

    def streams(self) -> list[str]:
        """The streams that something was asked of, in order; one where all was refused has no envelopes."""
        with self._using() as rows:
            return rows.streams()

    def faults(self) -> list[Fault]:
        """What the database finds wrong outside the streams; those are for `read` to check."""
        with self._using() as rows:
            return rows.faults()

    def read(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        """The envelopes after a version, up to the last one there is now, each checked against the one before."""
        check_number("the version to read after", after)
        with self._using(stream) as rows:
            tip = rows.tip(stream)
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
                    raise Damaged(Fault(stream, after + 1, _fault(envelope, after + 1)))
                after, previous = envelope.version, envelope.digest
                yield envelope
        if previous != tip.digest:
            raise Damaged(Fault(stream, after, "is not the end that was written"))
        self._check_end(stream, after)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep the signed snapshot of an envelope that is there; an older one is replaced."""
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
        """The latest snapshot, checked against the envelope that it stands after."""
        with self._using(stream) as rows:
            found = rows.snapshot(stream)
            chain = _digest(rows, stream, found.version) if found else None
        if found and (chain is None or found.check != found.computed(chain)):
            raise Damaged(Fault(stream, found.version, "the snapshot was changed, or is of no such version"))
        return found

    def save_head(self, *heads: Head) -> None:
        """Keep signed heads, one or many at once, of envelopes that are there."""
        for head in heads:
            check_number("its version", head.version)
        with self._using(*(head.stream for head in heads)) as rows:
            wrong = [head for head in heads if _digest(rows, head.stream, head.version) != head.digest]
            if not wrong:
                rows.save_heads(heads)
        for head in wrong:
            raise ValueError(f"the head of stream {head.stream!r} is not of its version {head.version}")

    def last_head(self, stream: str, key: bytes) -> Head | None:
        """The last head of a stream that names this public key; its signature is for `genuine` to check."""
        with self._using(stream) as rows:
            return rows.last_head(stream, key)

    def heads(self, stream: str) -> list[Head]:
        """All heads of a stream, oldest first; their signatures are for `verify` to check."""
        with self._using(stream) as rows:
            return rows.heads(stream)

    def own(self, stream: str, *, wait: float = 0) -> Lease:
        """Become the only one who may append to a stream; wait so many seconds for who owns it now."""
        until = time.monotonic() + wait
        while True:
            with self._using(stream) as rows:
                if stream not in self._owned and rows.lock(stream):
                    number = self._owned[stream] = rows.next_owner(stream)
                    return Lease(self, stream, number)
            if time.monotonic() >= until:
                raise Owned(f"stream {stream!r} has an owner: wait until it is released or its process ends")
            time.sleep(_WAIT)

    def disown(self, lease: Lease) -> None:
        """Give up a lease; one that was given up before is of no matter."""
        if self.failed:
            return
        with self._using() as rows:
            if self._owned.get(lease.stream) == lease.number:
                del self._owned[lease.stream]
                rows.unlock(lease.stream)

    def close(self) -> None:
        """Write what is queued, then let go of everything."""
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
        """Whether the store is dead or closed."""
        return self._ended is not None

    def _check(self) -> None:
        if self._ended is not None:
            raise StoreFailed(self._ended)

    def _check_end(self, stream: str, version: int) -> None:
        """Nothing stands behind the end: what is there now is at or before the end as it is a moment later."""
        with self._using() as rows:
            more = rows.page(stream, version, 1)
            tip = rows.tip(stream)
        if more and more[0].version > tip.version:
            raise Damaged(Fault(stream, more[0].version, f"was added behind the end, which is version {tip.version}"))

    @contextmanager
    def _using(self, *names: str) -> Iterator[Rows]:
        """The rows, for one thread at a time; what goes wrong in it ends the store, so names are checked before."""
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
        """Take what is queued and carry it out; again and again."""
        while group := self._take():
            self._carry_out(group)

    def _carry_out(self, group: list[_Queued]) -> None:
        """Write a group in one transaction, then acknowledge it."""
        with self._io:
            try:
                assert self._ended in (None, _CLOSED), "it failed while this group was taken"
                results = self._rows.carry_out([queued[:2] for queued in group], self._owned)
            except BaseException as error:
                failed = self._fail(error)
                results = [StoreFailed(*failed.args) for _ in group]
        for (_, _, then), result in zip(group, results, strict=True):
            try:
                then(result)
            except BaseException as error:  # who was told could not go on: nothing more is written
                self._fail(error)

    def _take(self) -> list[_Queued]:
        """The next group, as much as waits; nothing once the store has ended."""
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
    """The digest of the envelope of a version, if it is there."""
    found = rows.page(stream, version - 1, 1)
    return found[0].digest if found and found[0].version == version else None


def _fault(envelope: Envelope, version: int) -> str:
    """Why an envelope is not the one that must come next."""
    if envelope.version != version:
        return f"is missing: version {envelope.version} comes next"
    if envelope.computed() != envelope.digest:
        return "was changed: it does not have its digest"
    return "does not follow the version before it"
