"""One stream run by its owner. Commands are decided one after the other, each on the state that the last one left.

A command's events are in memory as soon as they are decided and on their way to the store; its answer is given when
they are durable, so a crowd shares one commit. If the store fails, nothing more is decided: the process has to end,
and whoever opens the stream next finds what was acknowledged. A command that comes again gets its first answer: while
it is on its way that of this host, later that of the store.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from itertools import islice
from threading import Lock, RLock
from typing import Any

import msgspec

from croupier.conduct import Command, Conducted, Event, aggregate_of
from croupier.conduct.slip import Note, issued_by, misused
from croupier.core.futures import submitted
from croupier.core.refusal import Code, Refusal, refuse
from croupier.host import answer, opening
from croupier.host.answer import Answer, refused
from croupier.host.met import Met
from croupier.host.opening import End
from croupier.host.slips import records
from croupier.store import (
    Appended,
    Asked,
    CommandReused,
    Head,
    NotOwner,
    Signer,
    Store,
    StoreError,
    StoreFailed,
    content_of,
)

EVERY = 2_000  # events from one snapshot to the next, and on to the next signed head
REUSED = "id-used/"  # how the ids begin under which it is kept that one was used again
Publish = Callable[[int, tuple[Event, ...]], None]
Then = Callable[[Answer | StoreError], None]


def load(store: Store, stream: str) -> tuple[Any, int]:
    """The state that a stream says, every event replayed, and the version it is at."""
    end, _ = opening.opened(store, stream, aggregate_of(stream), None)
    return end.state, end.version


class Host:
    """Decides for one stream, as its only owner. With a signer it seals every round, and keeps snapshots."""

    def __init__(
        self,
        store: Store,
        stream: str,
        *,
        signer: Signer | None = None,
        publish: Publish | None = None,
        patience: float = 0,
    ) -> None:
        self.stream, self.kind = stream, aggregate_of(stream)
        self.lease = store.own(self.stream, wait=patience)
        self._store, self._signer, self._publish = store, signer, publish
        try:
            self._durable, self._kept = opening.opened(store, stream, self.kind, signer)
            self._met = Met(self._durable.version)
            for command in store.ids(self.stream):
                self._met.meet(command)
        except BaseException:
            self.lease.release()
            raise
        self.state: Any
        self.state, self.version, _ = self._durable
        self._issued = partial(records.issued, store)
        self._refused = partial(records.refused, store)
        self._turn = RLock()  # an answer may lead to the next command at once
        self._flying: dict[str, tuple[bytes, list[Then]]] = {}  # commands that are not durable yet, and who waits
        self._lists = Lock()  # for who joins those that wait, and who calls them
        self._lost: BaseException | None = None  # why what was decided is not what is stored
        self._settled: deque[End] = deque()  # rounds that wait for their heads
        self._head: Head | None = None  # the last that was signed here: the next one names it
        self._sealer = ThreadPoolExecutor(1, "sealer")  # signs what is durable; nobody waits for it

    def handle(self, command: Command, request: bytes | None = None) -> Answer:
        """Decide a command, and answer when that is durable."""
        return self.submit(command, request).result()

    def submit(self, command: Command, request: bytes | None = None) -> Future[Answer]:
        """Decide a command at once; the answer follows when it is durable."""
        return submitted(lambda then: self.ask(command, then, request))

    def ask(self, command: Command, then: Then, request: bytes | None = None) -> None:
        """Like `submit`, but call back with the answer, or with why there is none; who is called must not wait.

        `request` is what makes it the same command when it comes again, where that is not all of it.
        """
        note = None if self.kind.slips is None else self.kind.slips.carried(command)
        no = misused(self.stream, command, note, self._issued, self._refused)
        if no is not None:  # not recorded: the id is that of a slip
            then(refused(command.id, self.version, no))
            return
        request = records.same(note) if note is not None else request or msgspec.json.encode(command)
        with self._turn:
            if not self._met.meet(command.id):
                self._decide(command, note, request, then)
                return
        if self._joined(command.id, request, then):  # it may have come before; who repeats holds up nobody's turn
            return
        first = self._before(command.id)
        if first is None:
            with self._turn:
                if self._joined(command.id, request, then):
                    return
                first = self._before(command.id)
                if first is None and command.id not in self._flying:
                    self._decide(command, note, request, then)
                    return
        then(self._again(command, request, first))

    def _joined(self, command: str, request: bytes, then: Then) -> bool:
        """Whether the same command is on its way: then this one gets its answer."""
        with self._lists:
            before, waiting = self._flying.get(command, (b"", []))
            if before == request:
                waiting.append(then)
            return before == request

    def _before(self, command: str) -> Appended | None:
        """What came of a command, if it is durable."""
        return self._store.answer(self.stream, command)

    def _again(self, command: Command, request: bytes, first: Appended | None) -> Answer | StoreError:
        """The first answer; none for an id that comes with another body, which is put on record."""
        content = content_of(self.stream, request)
        if first is not None and first.content == content:
            return self._recorded(first)
        self._put_on_record(command, f"{REUSED}{content.hex()}", refuse(Code.ID_USED, "on-record", id=command.id))
        return CommandReused(f"command {command.id!r} was used before for something else: make a new id")

    def _put_on_record(self, command: Command, record: str, refusal: Refusal) -> None:
        """Keep that something was refused under an id of its own; once, however often it comes."""
        with self._turn:
            if self._lost is not None or record in self._flying or self._before(record) is not None:
                return
            reply, after = refused(record, self.version, refusal), self.state
            self._flying[record] = b"", []  # nobody asks for it, but a host is not closed before it is kept
            asked = Asked(self.stream, self.version, record, (), command.at, reply.write())
            self._store.tell(asked, lambda done: self._acknowledge(done, reply, (), after))

    def _recorded(self, first: Appended) -> Answer:
        """The first answer, from what the store keeps of the command."""
        made = islice(self._store.read(first.stream, first.first - 1), first.last - first.first + 1)
        return answer.of_record(first, [envelope.body for envelope in made])

    def _decide(self, command: Command, note: Note | None, request: bytes, then: Then) -> None:
        if self._lost is not None:
            raise StoreFailed(f"the stream must be opened anew: {self._lost}")
        decided = self._conduct(command, note)
        if isinstance(decided, Refusal) and note is not None and note.does == "takes-back":
            then(refused(command.id, self.version, decided))  # not recorded: what comes back is taken some day
            return
        made, after = ((), self.state) if isinstance(decided, Refusal) else (decided.events, decided.state)
        events = self.kind.events
        written = [(events.words[type(event)], events.write(event)) for event in made]
        version = self.version + len(made)
        reply = (
            refused(command.id, version, decided)
            if isinstance(decided, Refusal)
            else Answer(command.id, version, tuple([msgspec.Raw(body) for _, body in written]))
        )
        at, refused_with = (after.at, b"") if made else (command.at, reply.write())
        asked = Asked(self.stream, self.version, command.id, written, at, refused_with, request)
        before = self.state, self.version
        self._flying[command.id] = request, [then]
        self.state, self.version = after, version  # before the answer, which may lead to the next command
        try:
            self._store.tell(asked, lambda done: self._acknowledge(done, reply, made, after))
        except BaseException:
            del self._flying[command.id]
            self.state, self.version = before
            raise

    def _conduct(self, command: Command, note: Note | None) -> Conducted[Any, Event] | Refusal:
        """What comes of a command; a broken invariant ends the stream's life here, before anything is written."""
        try:
            decided = self.kind.conduct(command, self.state)
            if self.kind.slips is None or isinstance(decided, Refusal):
                return decided
            notes = [each for event in decided.events for each in self.kind.slips.notes(event)]
            return issued_by(self.stream, command, note, notes, records.takes_slips) or decided
        except Exception as error:
            self._lost = error
            raise

    def _acknowledge(self, done: Appended | StoreError, reply: Answer, made: tuple[Event, ...], after: Any) -> None:
        """A command is durable, or lost; called for one after the other."""
        found: Answer | StoreError = reply
        if isinstance(done, StoreError):
            found = done
            self._lost = self._lost or done
        elif (done.first, done.last) != (reply.version - len(made) + 1, reply.version):
            found = self._recorded(done)
            self._lost = self._lost or NotOwner(f"another owner carried out command {reply.command!r}")
        elif made:
            self._durable = End(after, reply.version, done.digest)
            if self._signer is not None and any(type(event) in self.kind.sealed_by for event in made):
                self._settled.append(self._durable)
                self._sealer.submit(self._seal, self._signer, EVERY)
        with self._lists:
            _, waiting = self._flying.pop(reply.command)
        for then in waiting:
            then(found)
        if made and self._lost is None and self._publish is not None:
            self._publish(reply.version, made)

    def _seal(self, signer: Signer, least: int) -> None:
        """Sign the heads of all rounds settled by now; and a snapshot, if so many events came since the last one."""
        ends = [self._settled.popleft() for _ in range(len(self._settled))]
        if not ends:
            return
        heads: list[Head] = []
        for end in ends:
            self._head = signer.seal(self.stream, end.version, end.digest, end.state.at, self._head)
            heads.append(self._head)
        self._store.save_head(*heads)
        if ends[-1].version - self._kept >= least:
            opening.save(self._store, self.stream, self.kind, signer, ends[-1])
            self._kept = ends[-1].version

    @property
    def failed(self) -> bool:
        """Whether the store has failed, or holds other than was decided: then this process must end."""
        return self._lost is not None or self._store.failed

    def close(self) -> None:
        """Give the stream up, once every command has its answer, every round its head, the end its snapshot."""
        with self._turn, self._lists:
            last: list[Future[Answer]] = [submitted(waiting.append) for _, waiting in self._flying.values()]
        wait(last)
        self._sealer.shutdown()
        try:
            if self._signer is not None and not self.failed and self._durable.version > self._kept:
                self._settled.append(self._durable)
                self._seal(self._signer, 1)
        finally:
            self.lease.release()
