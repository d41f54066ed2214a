"""The pit of a demonstration: it prepares every table once, goes on after a stop, and inspects day by day."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec import structs

from croupier import store as stores
from croupier.conduct import keys
from croupier.device.keeper import Keeper
from croupier.floor import demonstration
from croupier.floor.crew.paced import Pace
from croupier.floor.demo.equipment import complete
from croupier.floor.demo.inspector import inspecting
from croupier.floor.demo.pit import FIRST, DemonstrationPit
from croupier.floor.demo.preparing import PAT, STAFF, Altered
from croupier.floor.floor import Floor
from croupier.floor.pit import Pit
from croupier.floor.vault import Vault
from croupier.host import load
from croupier.host.audit import audit
from croupier.house import House, presets
from croupier.people.stream import STREAM as PEOPLE
from croupier.pit import equipped, inspected
from croupier.pit.stream import STREAM as PIT
from croupier.store import Store
from croupier.table import stream_of
from croupier.table.houses import house_of
from tests.support.crew import until
from tests.support.pit.streams import NOON
from tests.support.run_table import Told
from tests.support.stores import url
from tests.support.table.hosted import Hosted
from tests.support.table.play import written

DAY = 24 * 60 * 60 * 1_000_000
HOUSES = demonstration.houses(delay=0)
#: At one table an alert is due at seven.
HOUSES["R0"] = structs.replace(
    HOUSES["R0"], change=json.dumps({**json.loads(HOUSES["R0"].change), "inspection_alert": "07:00:00"})
)
SLOW = Pace(window=1000.0)


@contextmanager
def _pit(store: Store, folder: Path, at: int = NOON) -> Iterator[Pit]:
    with closing(Pit(store, Vault(folder / "secrets"), lambda: at)) as pit:
        yield pit


def _prepared(store: Store, folder: Path, at: int = NOON) -> tuple[str, ...]:
    with _pit(store, folder, at) as pit:
        made = DemonstrationPit(pit)
        made.begin(passwords=False)
        return made.prepare(HOUSES)


@pytest.mark.parametrize("place", ["memory", "sqlite", "postgresql"])
def test_every_table_gets_a_kit_once(place: str, tmp_path: Path) -> None:
    with stores.open(url(place, tmp_path)) as store:
        assert _prepared(store, tmp_path) == tuple(HOUSES)
        before = [store.version(stream) for stream in (PIT, *map(stream_of, HOUSES))]
        for table in HOUSES:
            kit = load(store, stream_of(table))[0].kit
            assert kit is not None
            assert kit.inspected == ("2022-10-30" if table.startswith("R") else None)
        assert _prepared(store, tmp_path) == ()
        assert [store.version(stream) for stream in (PIT, *map(stream_of, HOUSES))] == before
        found = audit(store)
        assert (found.fault, found.slips, found.under_way) == (None, len(HOUSES), 0)


def test_everybody_signs_in_with_the_password(tmp_path: Path) -> None:
    """Nobody keeps the first secret, which somebody else chose."""
    with stores.open(f"sqlite:///{tmp_path}/d.db") as store, _pit(store, tmp_path) as pit:
        made = DemonstrationPit(pit)
        made.begin()
        for name, role in STAFF:
            assert made._sign_in(name, role, "for demonstrations only")
            credential = pit.people.credential_of(name)
            assert credential is not None
            assert credential.until is None
        version = store.version(PEOPLE)
        with pytest.raises(Altered, match="is wrong"):
            made._sign_in(*STAFF[4], FIRST)
        made.begin()
        assert store.version(PEOPLE) == version + 1, "only the failure was recorded"


class Stopped(Exception):
    """The process ends here."""


def _made(pit: Pit) -> None:
    made = DemonstrationPit(pit)
    made.begin()
    made.prepare(HOUSES)


def test_a_stop_between_two_steps_is_made_up_for(tmp_path: Path) -> None:
    """After some of the first 150 commands of the pit: the next process makes the rest, and nothing twice."""
    for most in (0, 3, 17, 44, 90, 140):
        place = tmp_path / str(most)
        place.mkdir()
        with stores.open(f"sqlite:///{place}/d.db") as store:
            with _pit(store, place) as pit:
                given, give = 0, pit.give

                def stops(*what: object, most: int = most, give: object = give) -> object:
                    nonlocal given
                    given += 1
                    if given > most:
                        raise Stopped
                    return give(*what)  # type: ignore[operator]

                pit.give = stops  # type: ignore[method-assign,assignment]
                with pytest.raises(Stopped):
                    _made(pit)
            _prepared(store, place)
            assert all(load(store, stream_of(table))[0].kit is not None for table in HOUSES), most
            found = audit(store)
            assert (found.fault, found.slips, found.under_way) == (None, len(HOUSES), 0)


@pytest.mark.parametrize("name", presets())
def test_every_preset_can_be_prepared(name: str, tmp_path: Path) -> None:
    house = house_of(written(name))
    assert isinstance(house, House)
    with stores.open("memory:") as store, _pit(store, tmp_path) as pit:
        made = DemonstrationPit(pit)
        made.begin(passwords=False)
        assert made.prepare({"T1": written(name)}) == ("T1",)
        assert equipped.lacking(pit.register, "T1", house) == ()
        assert inspected.lacking(pit.register, "T1", house, NOON) == ()


def test_equipment_of_an_earlier_version_gets_the_fields_of_this_one(tmp_path: Path) -> None:
    """The drop box of an earlier demonstration has no word on permanent markings; it does not stop a table."""
    new = {"number_permanent", "markings_permanent"}
    house = house_of(written("colorado-single-zero"))
    assert isinstance(house, House)
    with stores.open("memory:") as store, _pit(store, tmp_path) as pit:
        made = DemonstrationPit(pit)
        made.begin(passwords=False)
        for name, kind, fields in complete(house, "T1"):
            if kind == "drop-box":
                old = {field: value for field, value in fields.items() if field not in new}
                made.do("register-item", {"item": name, "kind": kind, "fields": old})
        assert made.prepare({"T1": written("colorado-single-zero")}) == ("T1",)
        assert equipped.lacking(pit.register, "T1", house) == ()


def test_a_table_that_was_open_before_there_was_a_pit_stays_as_it_is(tmp_path: Path) -> None:
    with stores.open("memory:") as store, _pit(store, tmp_path) as pit:
        Hosted(host=pit.hosts[stream_of("R0")]).opened("colorado-single-zero")
        made = DemonstrationPit(pit)
        made.begin(passwords=False)
        assert made.prepare(HOUSES) == tuple(table for table in HOUSES if table != "R0")
        assert pit.hosts[stream_of("R0")].state.of_pit is None


@pytest.mark.cites("30-2212(1)")
def test_a_server_inspects_its_tables_in_every_gaming_day(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """30-2212(1): two days later, spins would stop; the inspection of the new day reaches the open table.

    The hour of the house's alert has come by then.
    """
    clock = Told()
    clock.at = NOON

    async def days(store: Store) -> None:
        vault, tables = Vault(tmp_path / "secrets"), {"R0": HOUSES["R0"], "C1": HOUSES["C1"]}
        device = Keeper(vault.device_folder())
        floor = Floor(store, vault, tables, device=device, address="http://x", pace=SLOW, clock=clock)
        await floor.start()
        task = asyncio.create_task(inspecting(floor, every=0.01))
        try:
            table = floor.tables["R0"]
            assert table.state.kit is not None
            assert table.state.kit.inspected == "2022-10-30"
            clock.at += 2 * DAY
            await until(lambda: table.state.kit is not None and table.state.kit.inspected == "2022-11-01")
            assert floor.failed is None
        finally:
            task.cancel()
            await floor.close()
            device.close()

    with stores.open(f"sqlite:///{tmp_path}/d.db") as store:
        assert set(_prepared(store, tmp_path)) == set(HOUSES)
        asyncio.run(days(store))
        alerts = [each.getMessage() for each in caplog.records if "was not inspected" in each.getMessage()]
        assert alerts == ["table R0 was not inspected in the gaming day of 2022-11-01 [30-2212(1)]"]
        found = audit(store)
        assert (found.fault, found.under_way) == (None, 0)


def test_what_the_pit_issued_elsewhere_reaches_a_table_that_runs(tmp_path: Path) -> None:
    """Another process inspects, and ends before it delivers the word: the server finds it in the log."""
    clock = Told()
    clock.at = NOON

    async def played(store: Store) -> None:
        vault = Vault(tmp_path / "secrets")
        device = Keeper(vault.device_folder())
        floor = Floor(store, vault, {"R0": HOUSES["R0"]}, device=device, address="http://x", pace=SLOW, clock=clock)
        await floor.start()
        table = floor.tables["R0"]
        with _pit(store, tmp_path, NOON + DAY) as pit:
            made = DemonstrationPit(pit)
            house = house_of(HOUSES["R0"])
            assert isinstance(house, House)
            assert house.game.inspection is not None
            results = [{"check": each.id, "passed": True} for each in house.game.inspection.checks(house)]
            fields = {"table": "R0", "results": results, "remark": "fine"}
            answer = pit.desk.give(made._token(*PAT), PIT, "inspect-table", fields)
            assert answer.refusal is None
        task = asyncio.create_task(inspecting(floor, every=0.01))
        try:
            await until(lambda: table.state.kit is not None and table.state.kit.inspected == "2022-10-31")
        finally:
            task.cancel()
            await floor.close()
            device.close()

    with stores.open(f"sqlite:///{tmp_path}/d.db") as store:
        _prepared(store, tmp_path)
        asyncio.run(played(store))
        keys.check(store, Vault(tmp_path / "secrets").signer(store))
        assert audit(store).fault is None
