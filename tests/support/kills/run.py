"""Kills servers, devices and databases in any order under load. It runs as a process of its own.

    python -m tests.support.kills.run FOLDER PLACE MANNER SEED KILLS

PLACE is sqlite or postgresql; MANNER is server (the demonstration's web server, with the database in its own process
and a device that it starts) or floor (the same tables without the web, which start faster). A life is one store with
its processes. It takes up to `LIFE` kills; then everything is checked, and another life begins. Prints what happened
as JSON; an assertion fails at the first error, and the files are left.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import cast as typed

from tests.support.command import croupier
from tests.support.kills.cast import Cast, Manner, Nursery, Postgres, Role, database, kill
from tests.support.kills.check import check
from tests.support.kills.nursery import DRAWING, SETTLING
from tests.support.kills.players import Player, Unix, Web

TABLES = ["R00", "C1", "B6"]
PLAYERS = 2  # at each table
LIFE = 60  # kills of one store, at most
#: Which processes are killed at the same moment, and how often.
VICTIMS: dict[tuple[Role, ...], int] = {
    ("server",): 32,
    ("device",): 15,
    ("database",): 23,
    ("server", "device"): 10,
    ("server", "database"): 8,
    ("device", "database"): 6,
    ("server", "device", "database"): 6,
}
#: When they are killed: at any moment, while they start, while the device is asked for a draw, during a settlement.
MOMENTS = {"any": 35, "starting": 25, "drawing": 20, "settling": 20}
STARTING = 0.6  # seconds within which processes that were just started are killed again
AIM = 1.0  # seconds to wait for a draw or a settlement
ANSWERED = 60.0  # seconds until somebody is answered again


@dataclass
class Killer:
    """Kills the processes of one store and starts them again."""

    cast: Cast
    players: list[Player]
    data: Random
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def acks(self) -> int:
        """How many commands were acknowledged so far."""
        return sum(len(player.acks) for player in self.players)

    async def run(self, kills: int) -> None:
        """Kill this many processes."""
        self.cast.start()
        while (left := kills - self.counts["kills"]) > 0:
            (moment,) = self.data.choices([*MOMENTS], [*MOMENTS.values()])
            if moment == "starting":
                await asyncio.sleep(self.data.random() * STARTING)
            else:
                await self._answered()
                await self._aim(moment)
            self._kill(moment, left)
            await asyncio.sleep(self.data.choice((0, 0, 0.05)))
            self.cast.start()
        await self._answered()

    async def _answered(self) -> None:
        """Wait until somebody at every table is answered; start again whatever ended by itself."""
        before = [len(player.acks) for player in self.players]
        until = time.monotonic() + ANSWERED
        while True:
            moved = {each.table for each, was in zip(self.players, before, strict=True) if len(each.acks) > was}
            if moved == set(self.cast.tables):
                return
            assert time.monotonic() < until, f"nobody is answered at {set(self.cast.tables) - moved}"
            self.cast.start()
            await asyncio.sleep(0.01)

    async def _aim(self, moment: str) -> None:
        if moment == "any":
            await asyncio.sleep(self.data.random() * 0.2)
            return
        place, until = DRAWING if moment == "drawing" else SETTLING, time.monotonic() + AIM
        while not self.cast.nursery.marks[place] and time.monotonic() < until:
            await asyncio.sleep(0)  # the players go on

    def _kill(self, moment: str, most: int) -> None:
        (roles,) = self.data.choices([*VICTIMS], [*VICTIMS.values()])
        whole = self.data.random() < 0.5
        found = {role: self.cast.of(role, whole=whole) for role in roles[:most]}
        marks = bytes(self.cast.nursery.marks[:])
        killed = kill([pid for pids in found.values() for pid in pids])
        hit = [role for role, pids in found.items() if pids]
        if not killed:
            return
        self.counts.update({"kills": len(hit), moment: len(hit), **{f"of {role}": 1 for role in hit}})
        self.counts["in a draw"] += marks[DRAWING] * len(hit)
        self.counts["in a settlement"] += marks[SETTLING] * len(hit)
        self.counts["at once"] += len(hit) > 1


async def _life(cast: Cast, data: Random, kills: int) -> Counter[str]:
    """One store, from its first process to the last kill; return the counts."""

    def door(number: int) -> Web | Unix:
        return Web(cast.port) if cast.manner == "server" else Unix(cast.door, f"guest-{number:032x}")

    players = [
        Player(table, door(number), Random(data.random()))
        for number, table in enumerate(TABLES * PLAYERS)
    ]  # fmt: skip
    killer = Killer(cast, players, data)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.play()) for player in players]
        try:
            await killer.run(kills)
        finally:
            for task in tasks:
                task.cancel()
            cast.close()
    if cast.postgres is not None:
        cast.postgres.wait()
    counts = killer.counts + check(cast, players)
    counts.update(lives=1, starts=cast.starts, again=sum(player.again for player in players))
    return counts


def run(folder: Path, place: str, manner: Manner, seed: str, kills: int) -> dict[str, object]:
    """Kill as often as asked."""
    data, counts, started = Random(seed), Counter[str](), time.monotonic()
    nursery = Nursery(folder)
    try:
        with database(place, folder) as server:
            while counts["kills"] < kills:
                life = folder / f"life-{counts['lives']}"
                life.mkdir()
                counts += _one(nursery, server, life, manner, data, min(LIFE, kills - counts["kills"]))
                shutil.rmtree(life)
    except BaseException as error:
        error.add_note(f"seed {seed!r}, after {counts['kills']} kills; the files are in {folder}")
        for output in folder.glob("life-*/output"):
            error.add_note(output.read_text(encoding="utf-8", errors="replace")[-2_000:])
        raise
    finally:
        nursery.close()
    return {**counts, "seconds": round(time.monotonic() - started, 1)}


def _one(
    nursery: Nursery, server: Postgres | None, life: Path, manner: Manner, data: Random, kills: int
) -> Counter[str]:
    """One life; then `croupier audit` looks at it too."""
    name = life.name.replace("-", "_")
    db = f"sqlite:///{life / 'store.db'}" if server is None else server.url(name)
    cast = Cast(nursery, life, db, manner, TABLES, server)
    try:
        counts = asyncio.run(_life(cast, data, kills))
    finally:
        cast.close()
    audited = croupier("audit", "--db", db, "--device", cast.device_folder)
    assert audited.returncode == 0, audited.stdout + audited.stderr
    return counts


if __name__ == "__main__":
    _, _folder, _place, _manner, _seed, _kills = sys.argv
    print(json.dumps(run(Path(_folder), _place, typed(Manner, _manner), _seed, int(_kills))))
