"""A pit and a table over one store, in one process. Run as a program, it stops where it is told, to be killed there:
`python -m tests.support.pit.kits STORE WHERE`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from croupier import store as stores
from croupier.conduct import Command, aggregate_of
from croupier.conduct.by import By
from croupier.conduct.two_people import digest_of
from croupier.core.refusal import Refusal
from croupier.floor.pit.slips import PitSlips
from croupier.host import Answer, Host
from croupier.pit import equipped, inspected
from croupier.pit.state import State
from croupier.store import Store
from croupier.table import HouseText
from croupier.table.houses import house_of
from tests.support.pit.streams import NOON
from tests.support.stores import SIGNER
from tests.support.table.play import written

PIT, TABLE = "pit/main", "table/R0"
HOUSE = written("colorado-single-zero")
PAT, KIM = By("pat", "pit-supervisor", "L-pat", "c-pat"), By("kim", "key-manager", "L-kim", "c-kim")
#: Where the program stops: after the kit was issued, or after the table has closed.
WHERE = ("issued", "closed")


def nothing_is_missing(put: Callable[[Any, str, Any], None]) -> None:
    """Let tables have all equipment and inspections that they need, and every wager an area; `put` is `setattr`."""
    put(equipped, "lacking", lambda state, table, house: ())
    put(equipped, "areas", lambda state, table: _offered(state, table))
    put(inspected, "lacking", lambda state, table, house, at: ())
    put(inspected, "last_day", lambda state, table, house: None)
    put(inspected, "after_movement", lambda state, table, at: state)


def _offered(state: State, table: str) -> tuple[str, ...]:
    house = house_of(state.versions(table)[-1].house)
    assert not isinstance(house, Refusal)
    return tuple(sorted(house.offered))


class PitAndTable:
    """The hosts of a pit and of a table, with the slips between them."""

    streams: tuple[str, ...] = (PIT, TABLE)
    patience = 0.0

    def __init__(self, kept: Store) -> None:
        self.hosts = {name: Host(kept, name, signer=SIGNER, patience=self.patience) for name in self.streams}
        self.slips = PitSlips(kept, self.hosts)
        self.at = NOON

    @property
    def pit(self) -> Any:
        """The state of the pit."""
        return self.hosts[PIT].state

    @property
    def table(self) -> Any:
        """The state of the table."""
        return self.hosts[TABLE].state

    def command(self, stream: str, word: str, by: By, **said: Any) -> Command:
        """A command with an id of its own."""
        self.at += 1_000
        body = {"do": word, "id": f"{word}/{self.hosts[stream].version}/{self.at}", "by": by, "at": self.at, **said}
        found: Command = aggregate_of(stream).commands.read(msgspec.json.encode(body))
        return found

    def gives(self, stream: str, word: str, by: By, **said: Any) -> Answer:
        """Give a command, and deliver the slip that it issues."""
        return self.slips.give(stream, self.command(stream, word, by, **said))

    def done(self, stream: str, word: str, by: By, **said: Any) -> None:
        """Give a command that is accepted, like its slip."""
        answer = self.gives(stream, word, by, **said)
        assert answer.refusal is None, answer.refusal.said()

    def only_issued(self, stream: str, word: str, by: By, **said: Any) -> Answer:
        """Give a command and leave its slip in transit."""
        answer = self.hosts[stream].handle(self.command(stream, word, by, **said))
        assert answer.refusal is None, answer.refusal.said()
        return answer

    def activates(self, house: HouseText = HOUSE) -> None:
        """Put a house into force at the table."""
        changes = [{"table": "R0", "house": msgspec.to_builtins(house)}]
        body = json.dumps({"do": "activate-house", "changes": changes})
        self.done(PIT, "propose", PAT, body=body)
        self.done(PIT, "approve", KIM, number=self.pit.proposals.count, digest=digest_of(body))

    def opens(self) -> None:
        """Open the table."""
        self.done(TABLE, "open-table", PAT, house=HOUSE, bank=1_000_00, dealer="dee")

    def close(self) -> None:
        """Close both hosts."""
        for host in self.hosts.values():
            host.close()


def run(place: str, where: str) -> None:
    """Leave a slip in transit, say so, and wait to be killed."""
    nothing_is_missing(setattr)
    with stores.open(place) as kept:
        both = PitAndTable(kept)
        both.activates()
        if where == "issued":
            both.only_issued(PIT, "issue-kit", PAT, table="R0")
        else:
            both.done(PIT, "issue-kit", PAT, table="R0")
            both.opens()
            both.only_issued(TABLE, "close-table", PAT, counted=1_000_00)
        print("begun", flush=True)
        time.sleep(600)


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2])
