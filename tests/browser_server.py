"""The demonstration for tests in a browser: its betting closes when a test says so, on the outcome that it names.

Nothing is left out: the seed is sealed before the betting, the outcome is drawn from it and from the log, and every
proof holds. The robot only tries ids for the command that closes the betting until the log that this makes draws what
was asked for. Run as a program with what to serve as JSON; each line of its input is a table and an outcome.
"""

from __future__ import annotations

import asyncio
import json
import sys
from threading import Thread
from typing import Any

from croupier.conduct.by import Role
from croupier.core.refusal import Refusal
from croupier.host import Answer
from croupier.store import Envelope
from croupier.table import Command, conduct, events, outcomes, stream_of
from croupier.table import commands_play as play
from croupier.table.decide_device import chance_of
from croupier.web import pit
from croupier.web.demonstration import houses
from croupier.web.guests import clock
from croupier.web.robot import Pace, Robot, staff
from croupier.web.serve import serve

CLOSES = (play.CallNoMoreBets, play.ThrowDice)
TRIES = 2_000  # each has one chance in 54 or better
_robots: dict[str, Patient] = {}


class Patient(Robot):
    """A robot whose time passes when it is told to."""

    ahead = 0.0
    wish: str | None = None

    async def run(self) -> None:
        """Run the rounds, where a test can reach them."""
        self.loop = asyncio.get_running_loop()
        _robots[self.room.id] = self
        await super().run()

    def now(self) -> float:
        """The clock, moved on by all that it did not wait for."""
        return super().now() + self.ahead

    def hurry(self, outcome: str) -> None:
        """The time for wagers is over, and this comes."""
        self.wish = outcome
        self.room.moved.set()

    async def moved(self, most: float) -> None:
        """Wait for something to happen; where an outcome is asked for, the time is over at once."""
        if self.wish is None:
            await super().moved(most)
        else:
            self.ahead += most
            await asyncio.sleep(0.001)

    async def ask(self, kind: type[Command], role: Role, **fields: Any) -> Answer:
        """Give a command; the one that closes the betting with an id that brings what was asked for."""
        if kind not in CLOSES or self.wish is None:
            return await super().ask(kind, role, **fields)
        while self.room.version < self.room.host.version:  # decided, and not stored so far
            await asyncio.sleep(0.001)
        lucky, self.wish = self._lucky(kind, role, self.wish, fields), None
        return await self.room.submit(lucky)

    def _lucky(self, kind: type[Command], role: Role, outcome: str, fields: dict[str, Any]) -> Command:
        """The first command after which the device draws an outcome."""
        stream, version, at = stream_of(self.room.id), self.room.host.version, clock()
        (last,) = self.room.store.read(stream, version - 1)
        for number in range(TRIES):
            tried = kind(id=f"{staff(role).person}/{at}/{number}", by=staff(role), at=at, **fields)
            decided = conduct(tried, self.state)
            if isinstance(decided, Refusal):
                return tried
            made, after = decided
            digest = last.digest
            for place, event in enumerate(made, version + 1):
                tag, body = str(event.__struct_config__.tag), events.write(event)
                digest = Envelope.sealed(stream, place, tag, body, tried.id, after.at, digest).digest
            seal = self._device().seal
            if outcomes.draw(seal, digest.hex(), 1, outcomes.OUTCOME, chance_of(after, "outcome")).outcome == outcome:
                return tried
        raise AssertionError(f"{outcome!r} does not come in {TRIES} tries: is it an outcome of this game?")


def _listen() -> None:
    for line in sys.stdin:
        table, outcome = line.split()
        robot = _robots[table]
        robot.loop.call_soon_threadsafe(robot.hurry, outcome)


def main(asked: dict[str, Any]) -> None:
    """Serve until interrupted."""
    vars(pit)["Robot"] = Patient
    Thread(target=_listen, daemon=True).start()
    chosen = {table: house for table, house in houses().items() if table in asked["tables"]}
    pace = Pace(**asked["pace"])
    serve(asked["db"], asked["port"], pace=pace, houses=chosen, ready=lambda address: print(address, flush=True))


if __name__ == "__main__":
    try:
        main(json.loads(sys.argv[1]))
    except KeyboardInterrupt:
        sys.exit(0)
