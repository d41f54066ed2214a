"""A table under test whose commands go through a host and its store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from croupier.host import Host
from croupier.table import By, Command, Event, commands
from tests.support.table.play import Table


@dataclass
class Hosted(Table):
    """A table under test whose commands go through a host and its store."""

    host: Host | None = None

    def command(self, word: str, who: By, **fields: Any) -> Command:
        """A new command, as if it came from a client."""
        self.number += 1
        raw = {"do": word, "id": f"c{self.number}", "by": who, "at": self.number * 1000, **fields}
        return commands.read(msgspec.json.encode(raw))

    def _do(self, word: str, who: By, /, **fields: Any) -> tuple[Event, ...]:
        assert self.host is not None
        answer = self.host.handle(self.command(word, who, **fields))
        assert answer.refusal is None, answer.refusal
        self.state = self.host.state
        return ()

    def refuses(self, word: str, who: By, /, **fields: Any) -> None:
        """Give a command, which must be refused; its answer is stored too."""
        assert self.host is not None
        assert self.host.handle(self.command(word, who, **fields)).refusal is not None, word
