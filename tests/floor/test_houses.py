"""The houses of a floor: files that the operator names, and odds that are uniform in the casino."""

from __future__ import annotations

import asyncio
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import store as stores
from croupier.core.printed_odds import Odds
from croupier.core.refusal import Code
from croupier.device.client import Client
from croupier.floor import demonstration
from croupier.floor.crew.paced import Pace
from croupier.floor.floor import Floor
from croupier.floor.guest_commands import COMMANDS
from croupier.floor.houses import written
from croupier.floor.no_terminals import no_terminals
from croupier.floor.uniform_odds import CannotChangeOdds
from croupier.floor.vault import Vault
from croupier.host.audit import audit
from croupier.house import House, Unsound, load
from croupier.house.uniform import not_uniform
from croupier.store import Store
from croupier.table import HouseText, events, stream_of
from croupier.table.acts.table import HouseChanged, TableOpened
from tests.support.table.play import Table, by
from tests.support.table.play import written as changed

FOLDER = Path(__file__).parents[2] / "examples" / "variation"
FAST = Pace(window=0.05, spin=0.02)


def _floor(store: Store, folder: Path, houses: dict[str, HouseText], pace: Pace = FAST) -> Floor:
    vault = Vault(folder / "secrets")
    device = Client.of(vault.device_folder())  # started only if a table asks it
    return Floor(store, vault, houses, device=device, address="http://127.0.0.1:1", pace=pace)


async def _failed(floor: Floor) -> str | None:
    await floor.start()
    await floor.close()
    return floor.failed


def test_a_house_file_with_a_variation_plays_at_a_demonstration_table(tmp_path: Path) -> None:
    """The operator names the file; rounds are settled there, its code's digest is in the log, and an audit agrees."""
    shutil.copytree(FOLDER, tmp_path / "own", ignore=shutil.ignore_patterns("__pycache__"))
    houses = demonstration.houses([tmp_path / "own" / "house.toml"])
    assert {*houses} - {*demonstration.TABLES} == {"house"}

    async def shift(store: Store) -> None:
        floor = _floor(store, tmp_path, {"house": houses["house"]})
        await floor.start()
        assert floor.failed is None
        assert "echo" in floor.tables["house"].state.house.offered
        await floor.close()

    with stores.open(f"sqlite:///{tmp_path}/it.db") as store:
        asyncio.run(shift(store))
        made = [events.read(each.body) for each in store.read(stream_of("house"))]
        (opened,) = [each for each in made if isinstance(each, TableOpened)]
        assert opened.code is not None
        found = audit(store)
        assert (found.fault, found.otherwise) == (None, 0)


def test_a_table_is_not_continued_under_another_version_of_its_file(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "own", ignore=shutil.ignore_patterns("__pycache__"))
    file = tmp_path / "own" / "house.toml"
    with stores.open(f"sqlite:///{tmp_path}/it.db") as store:
        first = demonstration.houses([file])["house"]
        assert asyncio.run(_failed(_floor(store, tmp_path, {"house": first}))) is None
    with stores.open(f"sqlite:///{tmp_path}/it.db") as store:
        file.write_text(file.read_text(encoding="utf-8").replace("max = 100", "max = 200"), encoding="utf-8")
        other = demonstration.houses([file])["house"]
        failed = asyncio.run(_failed(_floor(store, tmp_path, {"house": other})))
    assert failed is not None
    assert "is open under another version" in failed


def test_a_file_named_like_a_table_is_refused(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "house.toml", tmp_path / "C1.toml")
    with pytest.raises(demonstration.AnotherHouse, match="there is a table C1 already"):
        demonstration.houses([tmp_path / "C1.toml"])


# Terminals (D1) ---------------------------------------------------------------------------------------------
#: What a guest may say in the fields that a command needs.
SAID: dict[str, Any] = {"wager": "red", "amount": 5_00, "on": True, "choice": "half-back"}
APPROVED = {"approvals": {"electronic-device": demonstration.DEVICE["approvals__electronic-device"]}}


@pytest.mark.cites("47.1-2310")
def test_terminals_at_craps_need_an_approval() -> None:
    with pytest.raises(Unsound, match=r"needs the approval 'electronic-device' \[47\.1-2310\]"):
        load("colorado-craps", change={"device": {"terminals": True}})
    approved = {"device": {"terminals": True}, **APPROVED}
    assert no_terminals(load("colorado-craps", change=approved)) is None
    no = no_terminals(load("colorado-craps"))
    assert no is not None
    assert (no.code, str(no.cite)) == (Code.NO_TERMINALS, "47.1-2310")


def test_players_at_an_electronic_table_wager_at_terminals_and_an_older_printing_is_cited() -> None:
    electronic = {
        "device.electronic": True,
        "approvals.electronic-device": APPROVED["approvals"]["electronic-device"],
    }
    assert no_terminals(load("colorado-double-zero", change=electronic)) is None
    no = no_terminals(load("colorado-double-zero", on=date(2016, 1, 1)))
    assert no is not None
    assert str(no.cite) == "47.1-2203(1)"


@pytest.mark.parametrize("preset", ["colorado-craps", "colorado-double-zero"])
def test_a_table_without_terminals_takes_nothing_from_one(tmp_path: Path, preset: str) -> None:
    """Whatever a guest may say there, also taking a seat."""
    said = []
    for word, kind in COMMANDS.items():
        needs = {each.name for each in msgspec.structs.fields(kind) if each.required}
        said.append({"do": word, "id": word, **{name: SAID[name] for name in needs & SAID.keys()}})
    answers: list[Any] = []

    async def shift(store: Store) -> None:
        floor = _floor(store, tmp_path, {"A": written(preset)})
        await floor.start()
        for each in said:
            floor.tables["A"].guest_asks(msgspec.json.encode(each), "g", "on", answers.append)
        await floor.close()

    with stores.open("memory:") as store:
        asyncio.run(shift(store))
    paragraph = "47.1-2310" if preset == "colorado-craps" else "30-2203(1)"
    assert len(answers) == len(COMMANDS)
    assert {(each.refusal.code, str(each.refusal.cite)) for each in answers} == {(Code.NO_TERMINALS, paragraph)}


# Uniform odds (M5) ------------------------------------------------------------------------------------------
FIELD = {"pays__field": {"win on 2": "3 to 1"}}


@pytest.mark.cites("47.1-2306(1)")
def test_craps_tables_whose_odds_differ_are_not_opened_together(tmp_path: Path) -> None:
    houses = {"A": written("colorado-craps"), "B": written("colorado-craps", **FIELD)}
    with stores.open("memory:") as store:
        failed = asyncio.run(_failed(_floor(store, tmp_path, houses)))
    assert failed is not None
    assert failed.startswith("tables A and B: The odds on field differ from another craps table")
    assert failed.endswith("[47.1-2306(1)]")
    with stores.open("memory:") as store:
        both = {"A": written("colorado-craps", **FIELD), "B": written("colorado-craps", **FIELD)}
        assert asyncio.run(_failed(_floor(store, tmp_path, both))) is None


@pytest.mark.cites("47.1-2306(1)")
def test_the_odds_of_one_craps_table_alone_do_not_change() -> None:
    table = Table().opened("colorado-craps")
    refusal = table.no("change-house", by("key-manager"), house=changed("colorado-craps", **FIELD))
    assert (refusal.code, str(refusal.cite)) == (Code.HOUSE_UNSOUND, "47.1-2306(1)")


@pytest.mark.cites("47.1-2306(1)")
def test_odds_change_at_every_craps_table_in_one_act_or_at_none(tmp_path: Path) -> None:
    slow = Pace(window=600)
    houses = {"A": written("colorado-craps"), "B": written("colorado-craps"), "R": written("colorado-single-zero")}
    better = {table: written("colorado-craps", **FIELD) for table in ("A", "B")}
    manager = by("key-manager")

    async def shift(store: Store) -> None:
        floor = _floor(store, tmp_path, houses, slow)
        await floor.start()
        assert floor.failed is None
        tables = floor.tables
        for wrong, says in (
            ({"A": better["A"]}, "name the house of every table of one game: A, B"),
            ({**better, "B": houses["B"]}, "The odds on field differ"),
            ({"R": houses["R"]}, "do not ask for uniform odds at roulette"),
        ):
            with pytest.raises(CannotChangeOdds, match=says):
                await floor.change_odds(wrong, manager)
        with pytest.raises(CannotChangeOdds, match="Change-house is not for the dealer"):
            await floor.change_odds(better, by("dealer"))
        assert [_field(tables[each].state.house) for each in "AB"] == [2, 2]
        answers = await floor.change_odds(better, manager)
        assert [answer.refusal for answer in answers] == [None, None]
        assert [_field(tables[each].state.house) for each in "AB"] == [3, 3]
        await floor.close()

    with stores.open(f"sqlite:///{tmp_path}/it.db") as store:
        asyncio.run(shift(store))
        for table in ("A", "B"):
            made = [events.read(each.body) for each in store.read(stream_of(table))]
            assert [each.tables for each in made if isinstance(each, HouseChanged)] == [("A", "B")]
        found = audit(store)
        assert (found.fault, found.otherwise) == (None, 0)


def _field(house: House) -> int:
    odds = house.pays_by_wager["field"]["win on 2"]
    assert isinstance(odds, Odds)
    return int(odds.winnings())


def test_what_is_compared_are_the_odds_among_their_own_kind() -> None:
    craps, free = load("colorado-craps"), load("colorado-craps-free")
    limits = load("colorado-craps", change={"limits.default": {"min": 1, "max": 50}})
    assert not_uniform(craps, free) is None
    assert not_uniform(craps, limits) is None
    field = {"pays.field": {"win on 2": "3 to 1"}}
    assert not_uniform(craps, load("colorado-craps-free", change=field)) is None  # another variant
    assert not_uniform(free, load("colorado-craps-free", change=field)) is not None
    schedule = {"side_bets.fire-bet.pay_table": "FB-2"}
    assert craps.pay_tables["fire-bet"] != "FB-2"
    assert not_uniform(craps, load("colorado-craps", change=schedule)) is not None
    single, better = (
        load("colorado-single-zero"),
        load("colorado-single-zero", change={"pays.red": {"win": "2 to 1"}}),
    )
    assert not_uniform(single, better) is None  # Rule 22 says nothing about it
