"""The demonstration for tests in a browser: its betting closes when a test says so, on the outcome that it names.

Nothing is left out: the seed is sealed before the betting, the outcome is drawn from it and from the log, and every
proof holds. The driver only tries ids for the command that closes the betting until the log that this makes draws
what was asked for. Run as a program with what to serve as JSON; each line of its input is a table and an outcome, or
`broken` for a device that gets no more random bytes.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from os import urandom
from threading import Thread
from typing import Any

from croupier.conduct.by import Role
from croupier.core.refusal import Refusal
from croupier.floor import floor
from croupier.floor.crew.act import Act
from croupier.floor.crew.paced import Pace, PacedDriver
from croupier.floor.crew.performer import staff
from croupier.floor.demonstration import houses
from croupier.floor.guests import clock
from croupier.host import Answer
from croupier.store import Envelope
from croupier.table import Command, conduct, events, outcomes, stream_of
from croupier.table.acts.device import chance_of
from croupier.table.outcomes import SEED_BYTES
from croupier.web.server.serve import serve

BROKEN = "broken"  # instead of an outcome
#: What a device says then, once it needs the next seed.
DRY = "The operating system gives no random bytes: the source of randomness is dry"
TRIES = 2_000  # each has one chance in 54 or better
_drivers: dict[str, Patient] = {}


class Patient(PacedDriver):
    """A driver whose time passes when it is told to."""

    ahead = 0.0
    wish: str | None = None

    async def run(self) -> None:
        """Run the rounds, where a test can reach them."""
        self.loop = asyncio.get_running_loop()
        _drivers[self.table.id] = self
        await super().run()

    def now(self) -> float:
        """The clock, moved on by all that it did not wait for."""
        return super().now() + self.ahead

    def hurry(self, outcome: str) -> None:
        """The time for wagers is over, and this comes."""
        self.wish = outcome
        self.table.moved.set()

    def breaks(self) -> None:
        """From here on the operating system gives no random bytes: no further round can be sealed."""
        given = iter([urandom(SEED_BYTES)])

        def source(size: int) -> bytes:
            if (seed := next(given, None)) is None:
                raise OSError("the source of randomness is dry")
            return seed

        self.electronic.generator = outcomes.Generator(source)

    async def moved(self, most: float) -> None:
        """Wait for something to happen; where an outcome is asked for, the time is over at once."""
        if self.wish is None:
            await super().moved(most)
        else:
            self.ahead += most
            await asyncio.sleep(0.001)

    async def ask(self, act: Act, role: Role, fields: Mapping[str, Any]) -> Answer:
        """Give a command; the one that closes the betting with an id that brings what was asked for."""
        if not act.closes or self.wish is None:
            return await super().ask(act, role, fields)
        while self.table.version < self.table.host.version:  # decided, and not stored so far
            await asyncio.sleep(0.001)
        lucky, self.wish = self._lucky(act, role, self.wish, fields), None
        return await self.table.submit(lucky)

    def _lucky(self, act: Act, role: Role, outcome: str, fields: Mapping[str, Any]) -> Command:
        """The first command after which the device draws an outcome."""
        stream, version, at = stream_of(self.table.id), self.table.host.version, clock()
        (last,) = self.table.store.read(stream, version - 1)
        for number in range(TRIES):
            tried = act.command(id=f"{staff(role).person}/{at}/{number}", by=staff(role), at=at, **fields)
            decided = conduct(tried, self.state)
            if isinstance(decided, Refusal):
                return tried
            made, after = decided.events, decided.state
            digest = last.digest
            for place, event in enumerate(made, version + 1):
                tag, body = str(event.__struct_config__.tag), events.write(event)
                digest = Envelope.sealed(stream, place, tag, body, tried.id, after.at, digest).digest
            seal = self.electronic.device.seal
            if outcomes.draw(seal, digest.hex(), 1, outcomes.OUTCOME, chance_of(after, "outcome")).outcome == outcome:
                return tried
        raise AssertionError(f"{outcome!r} does not come in {TRIES} tries: is it an outcome of this game?")


def _listen() -> None:
    for line in sys.stdin:
        table, outcome = line.split()
        driver = _drivers[table]
        if outcome == BROKEN:
            driver.loop.call_soon_threadsafe(driver.breaks)
        else:
            driver.loop.call_soon_threadsafe(driver.hurry, outcome)


def main(asked: dict[str, Any]) -> None:
    """Serve until interrupted."""
    vars(floor)["PacedDriver"] = Patient
    Thread(target=_listen, daemon=True).start()
    chosen = {table: house for table, house in houses().items() if table in asked["tables"]}
    pace = Pace(**asked["pace"])
    serve(asked["db"], asked["port"], pace=pace, houses=chosen, ready=lambda address: print(address, flush=True))


if __name__ == "__main__":
    try:
        main(json.loads(sys.argv[1]))
    except KeyboardInterrupt:
        sys.exit(0)
