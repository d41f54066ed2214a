"""Crews on a floor, with time between their acts: people in some roles, and a close that somebody else gives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from croupier import store as stores
from croupier.conduct.by import Role
from croupier.floor.crew.act import Waiting
from croupier.floor.crew.due import Crew, due
from croupier.floor.crew.paced import DEMONSTRATION, Pace
from croupier.floor.demonstration import houses
from croupier.floor.floor import Floor
from croupier.floor.guests import command
from croupier.floor.table import Table
from croupier.floor.vault import Vault
from croupier.host.audit import audit
from croupier.store import Store
from croupier.table import Command
from croupier.table import commands_play as play
from croupier.table import commands_table as seats
from tests.table_play import by

QUICK = Pace(window=0.1, spin=0.05, rest=0.02, show=0.02, offer=0.05)
LONG = Pace(window=60.0, spin=0.05, rest=0.02, show=0.02, offer=0.05)
PATIENCE = 20.0


@asynccontextmanager
async def _floor(store: Store, folder: Path, table: str, crew: Crew, pace: Pace = QUICK) -> AsyncIterator[Table]:
    """One table of the demonstration with a crew."""
    chosen, address = (
        {table: houses()[table]},
        f"http://{token_hex(4)}",
    )  # a server's own, as long as its store is open
    floor = Floor(store, Vault(folder), chosen, address=address, crews={table: crew}, pace=pace)
    await floor.start()
    try:
        yield floor.tables[table]
        assert floor.failed is None
    finally:
        await floor.close()


async def _until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


async def _do(table: Table, kind: type[Command], role: Role, person: str | None = None, **fields: Any) -> None:
    """Somebody gives a command, and it is taken."""
    answer = await table.submit(command(kind, by(role, person), **fields))
    assert answer.refusal is None, answer.refusal


async def _sits(table: Table, player: str) -> None:
    table.guests.expected.add(player)
    assert await table.guests.seated(player)
    await _until(lambda: table.state.felt.rack(player))


async def _on_the_line(table: Table, player: str) -> None:
    """A line wager, as soon as wagers are taken, where none stands."""
    await _until(lambda: table.state.phase == "open" and table.state.seal and not table.state.revealed)
    if not table.state.felt.standing:
        await _do(table, play.Place, "player", player, player=player, wager="pass", amount=10_00)


async def _waits_for(table: Table, crew: Crew, role: Role) -> Waiting:
    """What the table waits for, once it is somebody's turn in a role."""
    while not (isinstance(turn := due(table.state, crew), Waiting) and turn.role == role):
        await asyncio.sleep(0.005)
    return turn


def _run(work: Callable[[Store], Any]) -> None:
    with stores.open("memory:") as store:
        asyncio.run(work(store))
        assert audit(store).fault is None


@pytest.mark.parametrize("table_id", ["R0", "C1", "B6"])
def test_the_crew_waits_for_its_dealer_and_goes_on(table_id: str, tmp_path: Path) -> None:
    """Everything else is done; the table stands still at settling and at opening until the dealer acts."""

    async def work(store: Store) -> None:
        crew = DEMONSTRATION.without("dealer")
        async with _floor(store, tmp_path, table_id, crew) as table:
            await _sits(table, "ann")
            for _ in range(2):
                if table_id == "C1":
                    await _on_the_line(table, "ann")
                for kind in (play.Settle, play.OpenBetting):
                    turn = await _waits_for(table, crew, "dealer")
                    assert turn.act is not None
                    assert turn.act.command is kind
                    version = table.version
                    await asyncio.sleep(0.3)
                    assert table.version == version, "nothing happens before the dealer acts"
                    await _do(table, kind, "dealer")
            assert table.state.round == 3

    _run(work)


def test_a_dealer_may_close_the_betting_before_the_crew_does(tmp_path: Path) -> None:
    """The device finds the close in the log, whoever gave it, and its proof holds."""

    async def work(store: Store) -> None:
        async with _floor(store, tmp_path, "R0", DEMONSTRATION, LONG) as table:
            await _until(lambda: table.state.seal)
            await _do(table, play.Spin, "dealer")
            await _do(table, play.CallNoMoreBets, "dealer", revolutions=4)
            await _until(lambda: table.state.round == 2)
            assert len(table.state.rounds) == 1

    _run(work)


def test_a_guest_who_does_not_answer_gets_the_dice_when_the_offer_is_over(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        pace = Pace(window=60.0, spin=0.05, rest=0.02, show=0.02, offer=0.6)
        async with _floor(store, tmp_path, "C1", DEMONSTRATION, pace) as table:
            await _sits(table, "ann")
            assert table.closes is None, "the clock stands still while nobody is on the line"
            table.guests.came("ann")
            await _on_the_line(table, "ann")
            await _until(lambda: table.state.dice.asked == "ann")
            offered = asyncio.get_running_loop().time()
            assert table.closes is not None
            await _until(lambda: table.state.felt.table.shooter == "ann")
            assert asyncio.get_running_loop().time() - offered > 0.5
            assert table.state.phase == "open"

    _run(work)


def test_without_a_stickperson_the_guest_takes_the_dice_himself(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        crew = DEMONSTRATION.without("stickperson")
        async with _floor(store, tmp_path, "C1", crew) as table:
            await _sits(table, "ann")
            await _on_the_line(table, "ann")
            await _do(table, play.OfferDice, "stickperson", player="ann", dice=6)
            await asyncio.sleep(0.4)
            assert table.state.dice.asked == "ann"
            await _do(table, play.AcceptDice, "player", "ann", player="ann")
            await _do(table, play.PushDice, "stickperson")
            await _until(lambda: table.state.round == 2)

    _run(work)


def test_a_table_without_its_seed_goes_out_of_service(tmp_path: Path) -> None:
    """As long as the seed of the round is gone nothing may be drawn."""

    async def work(store: Store) -> None:
        async with _floor(store, tmp_path, "R0", DEMONSTRATION, LONG) as table:
            await _until(lambda: table.state.seal)
            await _do(table, seats.Sit, "player", "ann", player="ann", place=1)
        for seed in tmp_path.glob("*.seed"):
            seed.unlink()
        async with _floor(store, tmp_path, "R0", DEMONSTRATION, LONG) as table:
            await _until(lambda: table.fault)
            assert "does not open the seal" in str(table.fault)

    _run(work)
