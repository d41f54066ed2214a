"""Runs one stream as its owner. Commands are decided one by one, each on the state after the one before.

A decided command changes the state in memory at once, and its events go to the store. It is answered when they are
durable, so that many commands share one commit. If the store fails, nothing more is decided and the process must end;
the next owner of the stream finds everything that was acknowledged.

Every command goes one way: its id is looked up, it is decided, the answer is recorded under its id. So a repeated
command gets its first answer, from this host while the command is in flight, later from the store. `ask` goes the
whole way and blocks while the store is asked. A caller that must not block takes the steps itself: `at_once`, which
is enough for nearly every command, or else `look_up` in a thread and then `decide`.
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

from croupier.conduct import Command, Conducted, Event, aggregate_of, powers
from croupier.conduct.slip import COURIER, PREFIX, Note, carried_refusal, issued_refusal
from croupier.core.futures import submitted
from croupier.core.refusal import Code, Refusal, refuse
from croupier.host import answer, opening
from croupier.host.answer import Answer, refused
from croupier.host.opening import End
from croupier.host.seen_ids import SeenIds
from croupier.host.slips import log
from croupier.store import (
    Appended,
    AppendRequest,
    CommandReused,
    Head,
    NotOwner,
    Signer,
    Store,
    StoreError,
    StoreFailed,
    content_of,
)

SNAPSHOT_EVERY = 2_000  # events between two snapshots; a snapshot waits for the next signed head
REUSED = "id-used/"  # prefix of the ids under which the reuse of a command id is recorded
Publish = Callable[[int, tuple[Event, ...], Any], None]  # a version, its events, and the state after them
Callback = Callable[[Answer | StoreError], None]
First = Callable[[Command], Refusal | None]


class Asked(msgspec.Struct, frozen=True, gc=False):
    """A command on its way to its answer."""

    command: Command
    request: bytes  # what a repeat must have in common with it
    then: Callback  # must not block
    first: First | None = None  # called before the command is decided, and so only once; it may refuse the command
    note: Note | None = None  # what it does with a slip
    instead: Refusal | None = None  # the answer if it is new: it is not decided, not recorded, and may be sent again


def load(store: Store, stream: str) -> tuple[Any, int]:
    """Replay all events of a stream; return its state and its version."""
    end, _ = opening.opened(store, stream, aggregate_of(stream), None)
    return end.state, end.version


class Host:
    """Runs one stream as its only owner. With a signer, it signs a head after every round and stores snapshots."""

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
            end, self._snapshot_version = opening.opened(store, stream, self.kind, signer)
            _, _, _, records, record = store.end(stream)
            self._durable, self._signed_records = end._replace(commands=records, record=record), records
            self._seen = SeenIds(self._durable.version)
            for command in store.ids(self.stream):
                self._seen.add(command)
            self._head = None if signer is None else store.last_head(stream, signer.public)  # the next one names it
        except BaseException:
            self.lease.release()
            raise
        self.state: Any
        self.state, self.version = self._durable[:2]
        self._issued = partial(log.issued, store)
        self._refused = partial(log.refused, store)
        self._turn = RLock()  # reentrant: a callback may submit the next command
        self._in_flight: dict[str, tuple[bytes, list[Callback]]] = {}  # not durable yet: request and callbacks
        self._recording = set[str]()  # ids of reuses that are being put on record
        self._lists = Lock()  # guards the lists of callbacks
        self._failure: BaseException | None = None  # why this host must stop: memory and store differ
        self._unsigned: deque[End] = deque()  # settled rounds without a signed head
        self._sealer = ThreadPoolExecutor(1, "sealer")  # signs durable rounds in the background

    def handle(self, command: Command, request: bytes | None = None, first: First | None = None) -> Answer:
        """Decide a command; return the answer once it is durable."""
        return self.submit(command, request, first).result()

    def submit(self, command: Command, request: bytes | None = None, first: First | None = None) -> Future[Answer]:
        """Decide a command at once; return a future with the answer, which is set once the command is durable."""
        return submitted(lambda then: self.ask(command, then, request, first))

    def ask(self, command: Command, then: Callback, request: bytes | None = None, first: First | None = None) -> None:
        """Like `submit`, but call `then` with the answer or an error. The callback must not block.

        A repeat must have the same `request`; if that is not given, the whole command must be the same. `first` may
        refuse a new command before it is decided, and its refusal is recorded like any other.
        """
        note = None if self.kind.slips is None else self.kind.slips.carried(command)
        if note is not None and not command.id.startswith(PREFIX):  # it uses up no id of a slip, so it is recorded
            note, first = None, partial(self._no_courier, first)
        request = log.request_of(note) if note is not None else request or msgspec.json.encode(command)
        asked = Asked(command, request, then, first, note)
        if self.at_once(asked):
            return
        found = self.look_up(asked)
        if found is None:
            with self._turn:
                if self._joined(asked):
                    return
                found = self.look_up(asked)  # again: another thread may have asked the same meanwhile
                if found is None:
                    self.decide(asked)
                    return
        then(found)

    def _no_courier(self, first: First | None, command: Command) -> Refusal | None:
        """Refuse a command that carries a slip under an id of its own, as a person would give it."""
        no = None if first is None else first(command)
        if no is None and command.by.role != COURIER.role:
            no = powers.denied(self.kind.prefix.rstrip("/"), command)
        return no or refuse(Code.SLIP_MISUSED, "other-id", command=command.id)

    def at_once(self, asked: Asked) -> bool:
        """Decide a command with a new id, or let it wait for the same command in flight.

        Return False if neither is so: the id may have been used before. Then it must be looked up.
        """
        command = asked.command
        no = carried_refusal(self.stream, command, asked.note, self._issued, self._refused)
        if no is not None:  # not recorded, since the id belongs to a slip
            asked.then(refused(command.id, self.version, no))
            return True
        with self._turn:
            if not self._seen.add(command.id):
                self._decide(asked)
                return True
        return self._joined(asked)

    def look_up(self, asked: Asked) -> Answer | StoreError | None:
        """The answer to a repeated command, from the store; None if its id is new. It blocks.

        If it is new, nobody else may ask about it until it is decided.
        """
        with self._lists:  # first: what is not in flight now is in the store, or was never decided
            other = self._in_flight.get(asked.command.id, (asked.request,))[0] != asked.request
        first = self._store.answer(self.stream, asked.command.id)
        return self._again(asked, first) if other or first is not None else None

    def decide(self, asked: Asked) -> None:
        """Decide a command whose id is new: it was looked up, or made a moment ago."""
        with self._turn:
            self._seen.add(asked.command.id)
            self._decide(asked)

    def _joined(self, asked: Asked) -> bool:
        """If the same command is in flight, wait for its answer too; return whether it is."""
        with self._lists:
            before, waiting = self._in_flight.get(asked.command.id, (b"", []))
            if before == asked.request:
                waiting.append(asked.then)
            return before == asked.request

    def _again(self, asked: Asked, first: Appended | None) -> Answer | StoreError:
        """Answer a repeated id: the first answer if the request is the same; otherwise record and return an error."""
        content, name = content_of(self.stream, asked.request), asked.command.id
        if first is not None and first.content == content:
            return self._recorded(first)
        if asked.instead is None:
            refusal = refuse(Code.ID_USED, "on-record", id=name)
            self._put_on_record(f"{REUSED}{content.hex()}", refusal, asked.command.at)
        return CommandReused(f"command {name!r} was used before for something else: make a new id")

    def _put_on_record(self, record: str, refusal: Refusal, at: int) -> None:
        """Store a refusal under an id of its own, once, no matter how often the command is repeated."""
        with self._lists:
            if record in self._in_flight or record in self._recording:
                return
            self._recording.add(record)
        try:
            if self._failure is None and self._store.answer(self.stream, record) is None:
                with self._turn:
                    reply = refused(record, self.version, refusal)
                    row = AppendRequest(self.stream, self.version, record, (), at, reply.write())
                    self._submit(row, reply, (), self.state, [])  # no callback waits, but `close` does
        finally:
            self._recording.discard(record)

    def _recorded(self, first: Appended) -> Answer:
        """Restore the first answer to a command from the store."""
        envelopes = islice(self._store.read(first.stream, first.first - 1), first.last - first.first + 1)
        return answer.of_record(first, [envelope.body for envelope in envelopes])

    def _decide(self, asked: Asked) -> None:
        if self._failure is not None:
            raise StoreFailed(f"the stream must be opened anew: {self._failure}")
        command, note = asked.command, asked.note
        if asked.instead is not None:
            asked.then(refused(command.id, self.version, asked.instead))
            return
        decided = self._conduct(asked)
        if isinstance(decided, Refusal) and note is not None and note.does == "takes-back":
            asked.then(refused(command.id, self.version, decided))  # not recorded: a later attempt may succeed
            return
        new, after = ((), self.state) if isinstance(decided, Refusal) else (decided.events, decided.state)
        events = self.kind.events
        entries = [(events.words[type(event)], events.write(event)) for event in new]
        version = self.version + len(new)
        reply = (
            refused(command.id, version, decided)
            if isinstance(decided, Refusal)
            else Answer(command.id, version, tuple([msgspec.Raw(body) for _, body in entries]))
        )
        at, refused_with = (after.at, b"") if new else (command.at, reply.write())
        row = AppendRequest(self.stream, self.version, command.id, entries, at, refused_with, asked.request)
        self._submit(row, reply, new, after, [asked.then])

    def _submit(
        self, row: AppendRequest, reply: Answer, new: tuple[Event, ...], after: Any, waiting: list[Callback]
    ) -> None:
        """Send a decided command to the store."""
        before = self.state, self.version
        self._in_flight[row.command] = row.request or b"", waiting
        self.state, self.version = after, reply.version  # before a callback is called, which may submit the next one
        try:
            self._store.submit_then(row, lambda done: self._acknowledge(done, reply, new, after))
        except BaseException:
            del self._in_flight[row.command]
            self.state, self.version = before
            raise

    def _conduct(self, asked: Asked) -> Conducted[Any, Event] | Refusal:
        """Decide a command. If an invariant is broken, this host stops before anything is written."""
        command = asked.command
        try:
            if asked.first is not None and (no := asked.first(command)) is not None:
                return no
            decided = self.kind.conduct(command, self.state)
            if self.kind.slips is None or isinstance(decided, Refusal):
                return decided
            notes = [each for event in decided.events for each in self.kind.slips.notes(event)]
            if not notes and asked.note is None:
                return decided  # as for nearly every command
            return issued_refusal(self.stream, command, asked.note, notes, log.takes_slips) or decided
        except Exception as error:
            self._failure = error
            raise

    def _acknowledge(self, done: Appended | StoreError, reply: Answer, new: tuple[Event, ...], after: Any) -> None:
        """Handle the store's result for one command: it is durable, or failed. Results come in order."""
        found: Answer | StoreError = reply
        if isinstance(done, StoreError):
            found = done
            self._failure = self._failure or done
        elif (done.first, done.last) != (reply.version - len(new) + 1, reply.version):
            found = self._recorded(done)
            self._failure = self._failure or NotOwner(f"another owner carried out command {reply.command!r}")
        elif not new:
            self._durable = self._durable._replace(digest=done.digest, commands=done.number, record=done.check)
        else:
            self._durable = End(after, reply.version, done.digest, done.number, done.check)
            if self._signer is not None and any(type(event) in self.kind.sealed_by for event in new):
                self._unsigned.append(self._durable)
                self._sealer.submit(self._seal, self._signer, SNAPSHOT_EVERY)
        with self._lists:
            _, waiting = self._in_flight.pop(reply.command)
        for then in waiting:
            then(found)
        if new and self._failure is None and self._publish is not None:
            self._publish(reply.version, new, after)

    def _seal(self, signer: Signer, least: int) -> None:
        """Sign heads of all settled rounds, and a snapshot if the last one is at least `least` events old."""
        ends = [self._unsigned.popleft() for _ in range(len(self._unsigned))]
        if not ends:
            return
        heads: list[Head] = []
        for end in ends:
            at, after = end.state.at, self._head
            self._head = signer.seal(self.stream, end.version, end.digest, at, after, end.commands, end.record)
            heads.append(self._head)
        self._store.save_head(*heads)
        self._signed_records = ends[-1].commands
        if ends[-1].version - self._snapshot_version >= least:
            opening.save(self._store, self.stream, self.kind, signer, ends[-1])
            self._snapshot_version = ends[-1].version

    @property
    def _unsealed(self) -> bool:
        """Whether something was carried out that no head covers, or the snapshot is not of the end."""
        end = self._durable
        return end.version > 0 and (end.commands > self._signed_records or end.version > self._snapshot_version)

    @property
    def failed(self) -> bool:
        """Whether the store has failed, or differs from what was decided here. Then this process must end."""
        return self._failure is not None or self._store.failed

    def close(self) -> None:
        """Answer all commands, sign all rounds, save a snapshot of the end, and release the stream."""
        with self._turn, self._lists:
            last: list[Future[Answer]] = [submitted(waiting.append) for _, waiting in self._in_flight.values()]
        wait(last)
        self._sealer.shutdown()
        try:
            if self._signer is not None and not self.failed and self._unsealed:
                self._unsigned.append(self._durable)
                self._seal(self._signer, 1)
        finally:
            self.lease.release()
