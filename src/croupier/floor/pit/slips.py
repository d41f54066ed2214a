"""Carries slips between the pit and its tables, where one process runs them all.

A slip that a stop has left in transit is found in the log and delivered. Delivering it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.conduct import Command, aggregate_of
from croupier.conduct.slip import Slip
from croupier.host import Answer, Host
from croupier.host.slips.courier import deliver, slips_of
from croupier.store import Store


@dataclass(frozen=True)
class PitSlips:
    """The hosts of a pit and its tables by their streams, over one store. Calls block until everything is durable."""

    store: Store
    hosts: Mapping[str, Host]

    def deliver_all(self, at: int) -> tuple[Slip, ...]:
        """Deliver what is in transit, such as after a stop; return those slips. It reads the whole log."""
        found = tuple(slips_of(self.store, list(self.hosts)).under_way)
        for slip in found:
            self._deliver(slip, at)
        return found

    def give(self, stream: str, command: Command) -> Answer:
        """Give a command to one of the streams, and deliver the slip that it issues, if it issues one.

        The answer is the first refusal: of the command, or of its slip by the other stream.
        """
        return self.carry(stream, self.hosts[stream].handle(command), command.at)

    def deliver_from(self, stream: str, at: int) -> None:
        """Deliver what one stream has issued and the other one has not heard of. It reads the log of that stream."""
        handling, events = aggregate_of(stream).slips, aggregate_of(stream).events
        assert handling is not None, f"{stream!r} issues no slips"
        for envelope in self.store.read(stream):
            for does, slip in handling.notes(events.read(envelope.body)):
                if does == "issues" and slip.to in self.hosts and self.store.answer(slip.to, slip.id) is None:
                    self._deliver(slip, at)

    def carry(self, stream: str, answer: Answer, at: int) -> Answer:
        """Deliver the slip that an answer of a stream issues, if it issues one; return as `give` does."""
        if answer.refusal is not None:
            return answer
        found = (self._deliver(slip, at) for slip in _issued(self.hosts[stream], answer))
        return next((each for each in found if each is not None), answer)

    def _deliver(self, slip: Slip, at: int) -> Answer | None:
        """Deliver a slip; return the answer of the stream that refused it, if one did."""
        deliver(slip, self.hosts.__getitem__, at)
        handling = aggregate_of(slip.to).slips
        assert handling is not None, "the host issues slips only to streams that take them"
        answer = self.hosts[slip.to].handle(handling.receive(slip, at))  # the same answer as before
        return None if (found := self.carry(slip.to, answer, at)).refusal is None else found


def _issued(host: Host, answer: Answer) -> tuple[Slip, ...]:
    """The slips that the events of an answer have issued."""
    handling, events = host.kind.slips, host.kind.events
    if handling is None:
        return ()
    notes = (note for body in answer.events for note in handling.notes(events.read(bytes(body))))
    return tuple(note.slip for note in notes if note.does == "issues")
