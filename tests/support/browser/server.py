"""The demonstration for browser tests: betting closes when a test says so, with the outcome that it names.

The rounds are complete: the seed is sealed before betting, the outcome is drawn from the seed and the log, and every
proof is valid. The driver tries different ids for the command that closes the betting, until the resulting log draws
the wanted outcome. Run as a program, its argument is JSON; each line of its input is a table and an outcome, or
`broken` to make the device run out of random bytes.
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
from croupier.device.keeper import Keeper
from croupier.floor import floor
from croupier.floor.crew.act import Act
from croupier.floor.crew.paced import Pace, PacedDriver
from croupier.floor.crew.performer import staff
from croupier.floor.demonstration import houses, secrets_of
from croupier.floor.vault import Vault
from croupier.host import Answer
from croupier.store import Envelope
from croupier.table import Command, conduct, events, outcomes, stream_of
from croupier.table.acts.device import chance_of
from croupier.table.outcomes import SEED_BYTES
from croupier.web.server.serve import serve

BROKEN = "broken"  # instead of an outcome
#: The error of a broken device when it needs the next seed.
DRY = "The operating system gives no random bytes: the source of randomness is dry"
TRIES = 2_000  # each succeeds with a chance of at least 1 in 54
_drivers: dict[str, Patient] = {}


class Patient(PacedDriver):
    """A driver whose clock a test can advance."""

    device: Keeper  # in this process, so that the seeds are known
    ahead = 0.0
    wish: str | None = None

    async def run(self) -> None:
        """Run the rounds, and register the driver for `_listen`."""
        self.loop = asyncio.get_running_loop()
        _drivers[self.table.id] = self
        await super().run()

    def now(self) -> float:
        """The time, including the waits that were skipped."""
        return super().now() + self.ahead

    def hurry(self, outcome: str) -> None:
        """End the betting, with this outcome."""
        self.wish = outcome
        self.table.moved.set()

    def breaks(self) -> None:
        """Let the random source fail after one more seed, so that later rounds cannot be sealed."""
        given = iter([urandom(SEED_BYTES)])

        def source(size: int) -> bytes:
            if (seed := next(given, None)) is None:
                raise OSError("the source of randomness is dry")
            return seed

        self.device.generator = outcomes.Generator(source)

    async def moved(self, most: float) -> None:
        """Wait for an event at the table. If a test has named an outcome, skip the wait."""
        if self.wish is None:
            await super().moved(most)
        else:
            self.ahead += most
            await asyncio.sleep(0.001)

    async def ask(self, act: Act, role: Role, fields: Mapping[str, Any]) -> Answer:
        """Give a command. The one that closes the betting gets an id that leads to the wanted outcome."""
        if not act.closes or self.wish is None:
            return await super().ask(act, role, fields)
        while self.table.version < self.table.host.version:  # until all decided commands are stored
            await asyncio.sleep(0.001)
        lucky, self.wish = self._lucky(act, role, self.wish, fields), None
        return await self.table.submit(lucky)

    def _lucky(self, act: Act, role: Role, outcome: str, fields: Mapping[str, Any]) -> Command:
        """Find a command after which the device draws the outcome."""
        stream, version, at = stream_of(self.table.id), self.table.host.version, self.table.clock.now()
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
            seal = self.device.rounds[self.electronic.commitment].seal
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
    chosen = {table: house for table, house in houses(delay=0).items() if table in asked["tables"]}
    pace, may_mute = Pace(**asked["pace"]), asked["may_mute"]
    ready = lambda address: print(address, flush=True)  # noqa: E731
    Patient.device = Keeper(Vault(secrets_of(asked["db"])).device_folder())
    serve(
        asked["db"], asked["port"], origins=asked["origins"], pace=pace, houses=chosen, may_mute=may_mute,
        device=Patient.device, ready=ready,
    )  # fmt: skip


if __name__ == "__main__":
    try:
        main(json.loads(sys.argv[1]))
    except KeyboardInterrupt:
        sys.exit(0)
