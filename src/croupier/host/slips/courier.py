"""Delivers slips between streams, and compares both streams for an audit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from croupier.conduct import Command, aggregate_of
from croupier.conduct.slip import Note, Slip
from croupier.host.answer import Answer
from croupier.host.slips.log import issued, stuck
from croupier.store import Fault, Store


class Decider(Protocol):
    """Decides commands for a stream: its host, or a connection to the process that runs it."""

    def handle(self, command: Command) -> Answer:
        """Decide a command; return the answer once it is durable."""


Deciders = Callable[[str], Decider]  # by the name of the stream


@dataclass
class Slips:
    """All slips that were found in the streams read so far, by id."""

    issued: int = 0
    _issued: dict[str, Slip] = field(default_factory=dict)
    _ended: dict[str, Note] = field(default_factory=dict)

    def see(self, stream: str, note: Note) -> str | None:
        """Note what an event of a stream does with a slip; return a sentence if it is impossible."""
        slip, known = note.slip, self._issued if note.does == "issues" else self._ended
        where = slip.to if note.does == "receives" else slip.source
        if stream != where:
            return f"{slip} is not for {stream!r}, which {note.does} it, but for {where!r}"
        if slip.id in known:
            return f"{slip} was used twice" if known is self._ended else f"{slip} is issued twice"
        if note.does == "issues":
            self._issued[slip.id] = slip
            self.issued += 1
        else:
            self._ended[slip.id] = note
        return None

    @property
    def under_way(self) -> list[Slip]:
        """The slips in transit: issued, but neither received nor taken back."""
        return [slip for name, slip in self._issued.items() if name not in self._ended]

    def fault(self, store: Store) -> Fault | None:
        """The first slip that ended but was not issued, or was issued with other contents.

        A slip may have been issued after its stream was read, so the store is asked too.
        """
        for name, note in self._ended.items():
            if self._issued.get(name) != note.slip and not issued(store, note.slip):
                stream = note.slip.to if note.does == "receives" else note.slip.source
                return Fault(stream, 0, f"{note.slip} was not issued like this")
        return None

    def stuck(self, store: Store) -> Fault | None:
        """The first slip in transit that can never end."""
        for slip in self.under_way:
            if (says := stuck(store, slip)) is not None:
                return Fault(slip.source, 0, says)
        return None


def slips_of(store: Store, streams: list[str]) -> Slips:
    """Read the slips of some streams from the store."""
    found = Slips()
    for stream in streams:
        kind = aggregate_of(stream)
        if kind.slips is None:
            continue
        for envelope in store.read(stream):
            for note in kind.slips.notes(kind.events.read(envelope.body)):
                says = found.see(stream, note)
                assert says is None, says
    return found


def deliver(slip: Slip, deciders: Deciders, at: int) -> Answer:
    """Deliver a slip: the other stream receives it, or the stream that issued it takes it back.

    Delivering it again gives the same result. The answer comes from the stream in which the slip ended. It is a
    refusal if both streams refuse; then the slip is still in transit and must be delivered again later.
    """
    receive, take_back = aggregate_of(slip.to).slips, aggregate_of(slip.source).slips
    assert receive is not None, f"{slip.to!r} takes no slips"
    assert take_back is not None, f"{slip.source!r} takes no slips"
    answer = deciders(slip.to).handle(receive.receive(slip, at))
    return answer if answer.refusal is None else deciders(slip.source).handle(take_back.take_back(slip, at))
