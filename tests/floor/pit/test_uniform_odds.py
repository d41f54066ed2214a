"""Better craps odds at tables of a pit: they change at all the tables that two people named, or at none."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.core.printed_odds import Odds
from croupier.core.refusal import Code
from croupier.device.keeper import Keeper
from croupier.floor.crew.paced import Pace
from croupier.floor.demo.pit import DemonstrationPit
from croupier.floor.floor import Floor
from croupier.floor.guests import command
from croupier.floor.pit import Pit
from croupier.floor.table import Table
from croupier.floor.vault import Vault
from croupier.host import Answer
from croupier.host.audit import audit
from croupier.store import Store
from croupier.table import HouseText, stream_of
from croupier.table.acts.table import ChangeHouse
from tests.support.pit.streams import NOON
from tests.support.run_table import Told
from tests.support.table.play import by, written

OLD = {table: written("colorado-craps") for table in ("C1", "C2")}
NEW = {table: written("colorado-craps", pays__field={"win on 2": "3 to 1"}) for table in ("C1", "C2")}


def _odds(table: Table) -> int:
    """What the field pays on 2 at a table, as its writer has it."""
    odds = table.host.state.house.pays_by_wager["field"]["win on 2"]
    assert isinstance(odds, Odds)
    return int(odds.winnings())


def _handed_over(floor: Floor, vault: Vault, texts: dict[str, HouseText]) -> None:
    """Two people put houses into force, and their tables are told."""
    with closing(Pit(floor.store, vault, lambda: NOON)) as pit:
        for table in floor.tables.values():
            pit.hosts.lend(stream_of(table.id), table.host)
        made = DemonstrationPit(pit)
        made.put_in_force(texts)
        for each in texts:
            made.do("hand-over-house", {"table": each})


@pytest.mark.cites("47.1-2306(1)")
def test_odds_of_tables_with_kits_change_at_all_of_them_or_at_none(tmp_path: Path) -> None:
    """A client that names fewer tables, or others, changes nothing; the floor changes all of them in one act."""
    clock, vault = Told(), Vault(tmp_path / "secrets")
    clock.at = NOON

    async def shift(store: Store) -> None:
        device = Keeper(vault.device_folder())
        slow = Pace(window=1000.0)
        floor = Floor(store, vault, OLD, device=device, address="http://x", pace=slow, clock=clock)
        await floor.start()
        tables = floor.tables
        try:
            assert floor.failed is None
            assert all(each.state.kit is not None for each in tables.values())
            _handed_over(floor, vault, NEW)

            async def alone(*named: str) -> Answer:
                said = command(ChangeHouse, by("key-manager"), clock, house=NEW["C1"], tables=named)
                return await tables["C1"].submit(said)

            for named in ((), ("C1",), ("C2",), ("C1", "C3"), ("C1", "C2", "C3")):
                refusal = (await alone(*named)).refusal
                assert refusal is not None
                assert (refusal.word, refusal.variant) == (Code.HOUSE_UNSOUND.word, "not-everywhere")
                assert str(refusal.cite) == "47.1-2306(1)"
            assert [_odds(tables[each]) for each in ("C1", "C2")] == [2, 2]
            answers = await floor.change_odds(NEW, by("key-manager"))
            assert [answer.refusal for answer in answers] == [None, None]
            assert [_odds(tables[each]) for each in ("C1", "C2")] == [3, 3]
        finally:
            await floor.close()
            device.close()

    with stores.open(f"sqlite:///{tmp_path}/d.db") as store:
        with closing(Pit(store, vault, lambda: NOON)) as pit:
            made = DemonstrationPit(pit)
            made.begin(passwords=False)
            made.prepare(OLD)
        asyncio.run(shift(store))
        found = audit(store)
        assert (found.fault, found.otherwise) == (None, 0)
