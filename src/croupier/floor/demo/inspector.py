"""Looks after the pit of a demonstration while a server runs: inspections of every day, and what came from elsewhere.

That is what `croupier pit` has handed over to a table that runs here, and who may not play in the house.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import closing

from croupier.core.refusal import Refusal
from croupier.floor.demo.pit import DemonstrationPit
from croupier.floor.demonstration import AnotherHouse
from croupier.floor.floor import Floor
from croupier.floor.pit import Pit
from croupier.floor.pit.exclusions import spread
from croupier.floor.table import Table
from croupier.people.stream import STREAM as PEOPLE
from croupier.pit import inspected
from croupier.pit.stream import STREAM as PIT
from croupier.store import Owned
from croupier.table import stream_of
from croupier.table.houses import house_of

#: Seconds between two looks at the pit.
EVERY = 60.0
_log = logging.getLogger(__name__)


async def inspecting(floor: Floor, every: float = EVERY) -> None:
    """Until it is cancelled, look after the pit of the tables that run here.

    If another process has the pit, it is for the next time: a table may be played for a day without an inspection.
    """
    seen: tuple[int, ...] = ()
    while True:
        await asyncio.sleep(every)
        here = [table for table in floor.tables.values() if table.here and table.state.kit is not None]
        if await asyncio.to_thread(_versions, floor) == seen and not any(
            _due(table, floor.clock.now()) for table in here
        ):
            continue
        try:
            seen = await asyncio.to_thread(_look, floor, here)
        except Owned:
            _log.info("another process has the pit: its tables are looked after later")
        except AnotherHouse as error:
            _log.error("nobody inspects the tables any more: %s", error)
            return


def _versions(floor: Floor) -> tuple[int, ...]:
    return tuple(floor.store.version(stream) for stream in (PEOPLE, PIT))


def _due(table: Table, at: int) -> bool:
    """Whether the gaming day of the last inspection is over."""
    kit = table.state.kit
    return kit is not None and kit.inspected is not None and kit.gaming_day.of(at).isoformat() > kit.inspected


def _alert(pit: Pit, tables: list[Table]) -> None:
    """Log which of these tables still need an inspection although the hour of the alert has come."""
    for table in tables:
        house = house_of(pit.register.versions(table.id)[-1].house)
        due = None if isinstance(house, Refusal) else inspected.due(pit.register, table.id, house, pit.now())
        if due is not None and due.alert:
            _log.warning("table %s was not inspected in the gaming day of %s [%s]", due.table, due.day, due.cite)


def _look(floor: Floor, tables: list[Table]) -> tuple[int, ...]:
    """Bring these tables up to date, and inspect those that are due; return the versions of people and pit.

    If a table did not take what the house has decided, it is tried again.
    """
    with closing(Pit(floor.store, floor.vault, floor.clock.now)) as pit:
        for table in tables:
            pit.hosts.lend(stream_of(table.id), table.host)
        pit.slips.deliver_from(PIT, pit.now())
        _alert(pit, tables)
        taken = spread(pit, [table.id for table in tables])
        DemonstrationPit(pit).inspect_again(table.id for table in tables if _due(table, pit.now()))
        if not taken:
            return ()
        return pit.hosts[PEOPLE].version, pit.hosts[PIT].version
