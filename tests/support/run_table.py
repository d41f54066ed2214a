"""A table of the floor that a test runs itself, without a crew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from croupier.core.clock import Clock
from croupier.core.futures import awaited
from croupier.floor.table import Table
from croupier.host import Answer, Host
from croupier.store import Store
from croupier.table import Event, State, stream_of
from tests.support.table.play import by, written
from tests.support.web import past_of


class Told(Clock):
    """A clock that a test sets."""

    at = 0

    def now(self) -> int:
        """The time that it was set to."""
        return self.at


class Line:
    """A connection that keeps all sent frames."""

    hear = True

    def __init__(self) -> None:
        self.pushed: list[bytes] = []

    def push(self, made: bytes) -> None:
        """A frame that would be sent."""
        self.pushed.append(made)


def prepared(store: Store) -> None:
    """Open table R00, with terminals, at which Ann has chips."""
    ann, host = by("player", "ann"), Host(store, stream_of("R00"))
    house = written("colorado-double-zero", device__terminals=True)
    opens = {"house": house, "bank": 100_000_00, "dealer": "dee"}
    for number, (word, who, fields) in enumerate(
        (
            ("open-table", by("pit-supervisor"), opens),
            ("sit", ann, {"player": "ann", "place": 1}),
            ("bring-chips", ann, {"player": "ann", "amount": 100_00}),
        )
    ):
        raw = {"do": word, "id": f"c{number}", "by": who, "at": number, **fields}
        assert host.handle(host.kind.commands.read(msgspec.json.encode(raw))).refusal is None, word
    host.close()


def run_table(
    store: Store, name: str, post: Callable[[Callable[[], None]], Any], failed: Callable[[str], None] = pytest.fail,
    clock: Clock | None = None,
) -> Table:  # fmt: skip
    """Run a table here, as a server does; `post` runs a job in the event loop."""
    tables: list[Table] = []

    def publish(version: int, events: tuple[Event, ...], state: State) -> None:
        tables[0].published(version, events, state)

    host, past = Host(store, stream_of(name), publish=publish), past_of(store, name)
    table = Table(store, host.state, host.version, past, 8, post, failed, clock=clock or Clock(), may_mute=True)
    tables.append(table)
    table.run(host)
    return table


def says(table: Table, said: dict[str, Any], guest: str = "ann") -> asyncio.Future[Answer]:
    """A guest says something at a terminal."""
    return awaited(lambda then: table.guest_asks(msgspec.json.encode(said), guest, "on", then))
