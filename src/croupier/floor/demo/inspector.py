"""Goes on with the pit of a demonstration while a server runs: inspections of every day, and slips from elsewhere."""

from __future__ import annotations

import asyncio
import logging
from contextlib import closing

from croupier.floor.demo.pit import DemonstrationPit
from croupier.floor.floor import Floor
from croupier.floor.pit import Pit
from croupier.floor.table import Table
from croupier.pit.stream import STREAM as PIT
from croupier.store import Owned
from croupier.table import stream_of

#: Seconds between two looks at the pit.
EVERY = 60.0
_log = logging.getLogger(__name__)


async def inspecting(floor: Floor, every: float = EVERY) -> None:
    """Until it is cancelled, look after the pit of the tables that run here.

    If another process has the pit, it is for the next time: a table may be played for a day without an inspection.
    """
    seen = -1
    while True:
        await asyncio.sleep(every)
        here = [table for table in floor.tables.values() if table.here and table.state.kit is not None]
        version = await asyncio.to_thread(floor.store.version, PIT)
        if version == seen and not any(_due(table, floor.clock.now()) for table in here):
            continue
        try:
            seen = await asyncio.to_thread(_look, floor, here)
        except Owned:
            _log.info("another process has the pit: its tables are looked after later")


def _due(table: Table, at: int) -> bool:
    """Whether the gaming day of the last inspection is over."""
    kit = table.state.kit
    return kit is not None and kit.inspected is not None and kit.gaming_day.of(at).isoformat() > kit.inspected


def _look(floor: Floor, tables: list[Table]) -> int:
    """Deliver what the pit has issued to these tables, and inspect those that are due; return the pit's version."""
    with closing(Pit(floor.store, floor.vault, floor.clock.now)) as pit:
        for table in tables:
            pit.hosts.lend(stream_of(table.id), table.host)
        pit.slips.deliver_from(PIT, pit.now())
        DemonstrationPit(pit).inspect_again(table.id for table in tables if _due(table, pit.now()))
        return pit.hosts[PIT].version
