"""A floor with one table and a crew, for tests in which people give the commands of some roles."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

from croupier import store as stores
from croupier.conduct.by import Role
from croupier.core.clock import Clock
from croupier.device.keeper import Keeper
from croupier.floor.crew.act import Waiting
from croupier.floor.crew.due import Crew, due
from croupier.floor.crew.paced import Pace
from croupier.floor.demonstration import TABLES, houses
from croupier.floor.floor import Floor
from croupier.floor.guests import command
from croupier.floor.houses import written
from croupier.floor.table import Table
from croupier.floor.vault import Vault
from croupier.host.audit import audit
from croupier.store import Store
from croupier.table import Command, HouseText
from croupier.table.acts.duty import RelieveDealer
from croupier.table.acts.wagers.placing import Place
from tests.support.table.play import by

QUICK = Pace(window=0.1, spin=0.05, rest=0.02, show=0.02, offer=0.05)
LONG = Pace(window=60.0, spin=0.05, rest=0.02, show=0.02, offer=0.05)
PATIENCE = 20.0
#: People perform every role.
PEOPLE = Crew(frozenset())


def physical(table: str) -> HouseText:
    """The house of a demonstration table, with dice or a wheel instead of the electronic device."""
    return written(TABLES[table])


@asynccontextmanager
async def on_a_floor(
    store: Store, folder: Path, table: str, crew: Crew, pace: Pace = QUICK, house: HouseText | None = None,
    clock: Clock | None = None,
) -> AsyncIterator[Table]:  # fmt: skip
    """Run one table with a crew; without `house`, the table of that name in the demonstration."""
    chosen = {table: house or houses(delay=0)[table]}
    address = f"http://{token_hex(4)}"  # unique to this server while its store is open
    vault = Vault(folder)
    device = Keeper(vault.device_folder())
    floor = Floor(store, vault, chosen, device=device, address=address, crews={table: crew}, pace=pace, clock=clock)
    await floor.start()
    try:
        opened = floor.tables[table].version
        await until(lambda: floor.tables[table].version > opened)  # the table is resumed
        yield floor.tables[table]
        assert floor.failed is None
    finally:
        await floor.close()
        device.close()


async def until(holds: Callable[[], Any]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


async def do(table: Table, kind: type[Command], role: Role, person: str | None = None, **fields: Any) -> str:
    """Give a command, which must be accepted; return its id. A dealer first relieves the one in charge."""
    who = by(role, person)
    if role == "dealer" and table.state.dealer not in (None, who.person):
        relieved = await table.submit(command(RelieveDealer, who, table.clock))
        assert relieved.refusal is None, relieved.refusal
    answer = await table.submit(command(kind, who, table.clock, **fields))
    assert answer.refusal is None, answer.refusal
    return answer.command


async def sits(table: Table, player: str) -> None:
    """Seat a guest, and wait until the guest has chips."""
    table.guests.visits.expect(player)
    assert await table.guests.seated(player)
    await until(lambda: table.state.felt.rack(player))


async def wagers(table: Table, player: str, wager: str) -> None:
    """Wait for open betting, then make a wager unless there is one on the layout."""
    electronic = table.state.house.electronic_device
    await until(lambda: table.state.phase == "open" and (not electronic or _sealed(table)))
    if not table.state.felt.standing:
        await do(table, Place, "player", player, player=player, wager=wager, amount=10_00)


def _sealed(table: Table) -> bool:
    return table.state.seal is not None and not table.state.revealed


async def waits_for(table: Table, crew: Crew, kind: type[Command]) -> Waiting:
    """Wait until the table waits for a command; check that nothing happens until it is given."""

    def turn() -> Waiting | None:
        found = due(table.state, crew)
        assert table.fault is None, table.fault
        return found if isinstance(found, Waiting) and found.act and found.act.command is kind else None

    await until(turn)
    version, found = table.version, turn()
    await asyncio.sleep(0.2)
    assert (table.version, turn()) == (version, found), "nothing happens before that person acts"
    assert found is not None
    return found


def played(work: Callable[[Store], Any]) -> None:
    """Run a test with a store in memory; afterwards an audit must find no fault."""
    with stores.open("memory:") as store:
        asyncio.run(work(store))
        assert audit(store).fault is None
