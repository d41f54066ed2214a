"""A stream of people or of the pit for tests: commands by name, each event judged again as an audit does."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import msgspec

from croupier.conduct import Aggregate, Event, aggregate_of, digest
from croupier.conduct.by import By
from croupier.conduct.two_people import digest_of
from croupier.core.refusal import Refusal

#: 2022-10-30 12:00 in Denver, in microseconds.
NOON = 1_667_152_800_000_000
MINUTE = 60_000_000


@dataclass
class Stream:
    """The state of one stream, which commands change."""

    name: str
    at: int = NOON
    state: Any = None
    events: list[Event] = field(default_factory=list)
    count: int = 0

    def __post_init__(self) -> None:
        self.kind: Aggregate[Any, Any, Any] = aggregate_of(self.name)
        self.state = self.kind.fresh(self.name)
        self._judge = self.kind.judge({})

    def do(self, word: str, by: By, /, **said: Any) -> tuple[Event, ...] | Refusal:
        """Give a command; a refusal changes nothing."""
        self.count += 1
        body = {"do": word, "id": f"c{self.count}", "by": msgspec.to_builtins(by), "at": self.at}
        body |= msgspec.to_builtins(said)
        command = self.kind.commands.read(json.dumps(body).encode())
        before = digest(self.state)
        done = self.kind.conduct(command, self.state)
        if isinstance(done, Refusal):
            assert digest(self.state) == before
            return done
        judged = self._judge.see(self.state, done.events, b"")
        assert judged.same == done, judged.otherwise
        for event in done.events:
            assert self.kind.events.read(self.kind.events.write(event)) == event
        self.state = self.kind.snapshots.read(self.kind.snapshots.write(done.state))
        assert self.state == done.state
        self.events += done.events
        return done.events

    def done(self, word: str, by: By, /, **said: Any) -> tuple[Event, ...]:
        """Give a command that is accepted."""
        found = self.do(word, by, **said)
        assert not isinstance(found, Refusal), str(found)
        return found

    def refused(self, word: str, by: By, /, **said: Any) -> Refusal:
        """Give a command that is refused."""
        found = self.do(word, by, **said)
        assert isinstance(found, Refusal), found
        return found

    def both(self, word: str, one: By, other: By, /, **said: Any) -> tuple[Event, ...] | Refusal:
        """One person proposes a command, another approves it."""
        body = json.dumps({"do": word, **msgspec.to_builtins(said)})
        proposed = self.do("propose", one, body=body)
        if isinstance(proposed, Refusal):
            return proposed
        return self.do("approve", other, number=self.state.proposals.count, digest=digest_of(body))
