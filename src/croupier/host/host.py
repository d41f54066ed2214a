"""One table run by its owner. Commands are decided one after the other, each on the state that the last one left.

A command's events are in memory as soon as they are decided and on their way to the store; its answer is given when
they are durable, so a crowd shares one commit. If the store fails, nothing more is decided: the process has to end,
and whoever opens the table next finds what was acknowledged. A command that comes again gets its first answer.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Lock

import msgspec

from croupier.core.refusal import Refusal
from croupier.host import answer
from croupier.host.answer import Answer, answered
from croupier.store import Appended, Signer, Store
from croupier.table import Command, Event, State, begin, decide, events, evolve
from croupier.table.events_play import Settled

Publish = Callable[[int, tuple[Event, ...]], None]


def stream_of(table_id: str) -> str:
    """The stream of a table."""
    return f"table/{table_id}"


def load(store: Store, table_id: str) -> tuple[State, int]:
    """A table as its stream says, and the version it is at."""
    state, version = begin(table_id), 0
    for envelope in store.read(stream_of(table_id)):
        state, version = evolve(state, events.read(envelope.body)), envelope.version
    return state, version


class Host:
    """Decides for one table, as its only owner."""

    def __init__(
        self,
        store: Store,
        table_id: str,
        *,
        signer: Signer | None = None,
        publish: Publish | None = None,
        patience: float = 0,
    ) -> None:
        self.stream = stream_of(table_id)
        self.lease = store.own(self.stream, wait=patience)
        self.state, self.version = load(store, table_id)
        self._store, self._signer, self._publish = store, signer, publish
        self._turn = Lock()
        self._asked: dict[str, tuple[bytes, Future[Answer]]] = {}
        self._before = {done.command for done in store.commands() if done.stream == self.stream}
        self._sealer = ThreadPoolExecutor(1, "sealer")  # signs what is durable; nobody waits for it

    def handle(self, command: Command) -> Answer:
        """Decide a command, and answer when that is durable."""
        return self.submit(command).result()

    def submit(self, command: Command) -> Future[Answer]:
        """Decide a command at once; the answer follows when it is durable."""
        request = msgspec.json.encode(command)
        with self._turn:
            if command.id in self._asked or command.id in self._before:
                return self._again(command, request)
            decided = decide(command, self.state)
            made: tuple[Event, ...] = () if isinstance(decided, Refusal) else decided
            after = self.state
            for event in made:
                after = evolve(after, event)
            reply = answered(command.id, self.version + len(made), decided)
            written = [(event.__struct_config__.tag, events.write(event)) for event in made]
            durable = self._store.submit(
                *(self.stream, self.version, command.id, [(str(kind), body) for kind, body in written]),
                at=after.at if made else command.at,
                request=request,
                answer=reply.write(),
            )
            self.state, self.version = after, reply.version
            future: Future[Answer] = Future()
            self._asked[command.id] = request, future
        durable.add_done_callback(lambda done: self._acknowledge(done, reply, made, future))
        return future

    def _again(self, command: Command, request: bytes) -> Future[Answer]:
        """The first answer; the store refuses the id with another body."""
        if command.id in self._asked and self._asked[command.id][0] == request:
            return self._asked[command.id][1]
        future: Future[Answer] = Future()
        try:
            done = self._store.append(self.stream, self.version, command.id, [], at=command.at, request=request)
            future.set_result(answer.read(done.answer))
        except Exception as error:  # whatever it was is the caller's to see
            future.set_exception(error)
        return future

    def _acknowledge(
        self, done: Future[Appended], reply: Answer, made: tuple[Event, ...], to: Future[Answer]
    ) -> None:
        if (error := done.exception()) is not None:
            to.set_exception(error)
            return
        if self._signer is not None and any(isinstance(event, Settled) for event in made):
            appended = done.result()
            head = self._signer.seal(self.stream, appended.last, appended.digest, made[-1].at)
            self._sealer.submit(self._store.save_head, head)
        to.set_result(reply)
        if made and self._publish is not None:
            self._publish(reply.version, made)

    @property
    def failed(self) -> bool:
        """Whether the store has failed: then this process must end."""
        return self._store.failed

    def close(self) -> None:
        """Give the table up, once every command has its answer and every round its signed head."""
        with self._turn:
            answers = [answer for _, answer in self._asked.values()]
        wait(answers)
        self._sealer.shutdown()
        self.lease.release()
