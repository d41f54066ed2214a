"""Every mixture of people and machine on a floor: dice and wheels that people read, and electronic devices."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from croupier.conduct.by import Role
from croupier.floor import guests
from croupier.floor.crew.act import Waiting
from croupier.floor.crew.due import Crew, due
from croupier.floor.crew.paced import DEMONSTRATION
from croupier.floor.crew.spins import valid_close, valid_spin
from croupier.floor.demonstration import houses
from croupier.floor.guests import command
from croupier.floor.table import Table
from croupier.host.device import Device
from croupier.store import Store
from croupier.table import Command, Event, HouseText, events, stream_of
from croupier.table.acts.device import PublishSeal, RevealSeed
from croupier.table.acts.irregularities.voids import CallVoid, InspectBall, ReturnToService
from croupier.table.acts.round.calling import CallOutcome, OutcomeCalled
from croupier.table.acts.round.closing import CallNoMoreBets
from croupier.table.acts.round.settling import Draw
from croupier.table.acts.round.spinning import Spin
from croupier.table.acts.seats import Sit
from croupier.table.acts.table import ChangeHouse
from croupier.table.outcomes import Generator
from tests.support.crew import (
    LONG,
    PATIENCE,
    PEOPLE,
    do,
    on_a_floor,
    physical,
    played,
    sits,
    until,
    wagers,
    waits_for,
)
from tests.support.table.play import by

#: A table of each game: who calls its outcomes, a wager, and its outcomes round by round.
GAMES: Mapping[str, tuple[Role, str, tuple[str, ...]]] = {
    "R00": ("dealer", "red", ("1", "00", "32")),
    "C1": ("stickperson", "pass", ("2-2", "5-5", "1-3")),
    "B6": ("dealer", "one", ("one", "joker", "five")),
}


def _log(store: Store, table: str) -> list[Event]:
    return [events.read(each.body) for each in store.read(stream_of(table))]


def _called(store: Store, table: str) -> list[tuple[str, str]]:
    """The outcomes of a table, and who called them."""
    return [(each.outcome, each.by.person) for each in _log(store, table) if isinstance(each, OutcomeCalled)]


def _people(store: Store, table: str) -> set[str]:
    """Who gave the accepted commands."""
    return {each.by.person for each in _log(store, table)}


# Dice and wheels ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("table_id", GAMES)
def test_an_automatic_crew_waits_for_a_person_to_enter_the_outcome(table_id: str, tmp_path: Path) -> None:
    """The machine does the rest; the table waits at every outcome, stays in service, and continues when told."""
    role, wager, shown = GAMES[table_id]

    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, table_id, DEMONSTRATION, house=physical(table_id)) as table:
            await sits(table, "ann")
            for outcome in shown:
                await wagers(table, "ann", wager)
                turn = await waits_for(table, DEMONSTRATION, CallOutcome)
                assert (turn.role, turn.act and turn.act.missing) == (role, ("outcome", *valid_spin(table.state)))
                await do(table, CallOutcome, role, "eve", outcome=outcome, **valid_spin(table.state))
            await until(lambda: table.state.round == len(shown) + 1)
            assert table.state.phase == "open"
            assert [each.outcome for each in table.state.rounds][-1] == shown[-1]
        assert _called(store, table_id) == [(outcome, "eve") for outcome in shown]
        assert all(name.startswith("robot ") for name in _people(store, table_id) - {"ann", "eve"})

    played(work)


def test_a_draw_is_read_by_a_person_too(tmp_path: Path) -> None:
    """An award of Back2Back is shown by a device that the machine cannot read."""

    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, "R00", DEMONSTRATION, house=physical("R00")) as table:
            await sits(table, "ann")
            for wager in ("red", "back2back"):
                await wagers(table, "ann", wager)
                await waits_for(table, DEMONSTRATION, CallOutcome)
                await do(table, CallOutcome, "dealer", "eve", outcome="17", **valid_spin(table.state))
            turn = await waits_for(table, DEMONSTRATION, Draw)
            assert turn.act is not None
            assert (turn.role, turn.act.fields) == ("dealer", {"of": "award"})
            await do(table, Draw, "dealer", "eve", of="award", result="20")
            await until(lambda: table.state.round == 3)

    played(work)


#: Irregularities at dice and wheels, and what a person must inspect before play continues.
WRONG: Mapping[str, tuple[dict[str, Any], type[Command], dict[str, Any]]] = {
    "R00": ({"call": "no-spin", "reason": "ball-out"}, InspectBall, {"fit": True, "remark": "ok"}),
    "B6": ({"call": "void", "reason": "clapper-broken"}, ReturnToService, {}),
}


@pytest.mark.parametrize("table_id", WRONG)
def test_only_a_person_inspects_a_ball_or_a_broken_wheel(table_id: str, tmp_path: Path) -> None:
    void, looked, seen = WRONG[table_id]

    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, table_id, DEMONSTRATION, house=physical(table_id)) as table:
            await waits_for(table, DEMONSTRATION, CallOutcome)
            await do(table, CallVoid, "dealer", "eve", before_rest=True, **void)
            assert (await waits_for(table, DEMONSTRATION, looked)).role == "pit-supervisor"
            await do(table, looked, "pit-supervisor", "eve", **seen)
            await waits_for(table, DEMONSTRATION, CallOutcome)

    played(work)


def test_dice_that_were_no_roll_are_thrown_again_and_read_again(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, "C1", DEMONSTRATION, house=physical("C1")) as table:
            await sits(table, "ann")
            await wagers(table, "ann", "pass")
            await waits_for(table, DEMONSTRATION, CallOutcome)
            await do(table, CallVoid, "boxperson", "eve", call="no-roll", reason="off-table", before_rest=True)
            await waits_for(table, DEMONSTRATION, CallOutcome)
            await do(table, CallOutcome, "stickperson", "eve", outcome="5-6")
            await until(lambda: table.state.round == 2)

    played(work)


def test_after_a_stop_a_person_still_enters_the_outcome(tmp_path: Path) -> None:
    """The machine, as supervisor, lets the round continue; the ball has landed, and a person has seen where."""

    async def work(store: Store) -> None:
        for _ in range(2):
            async with on_a_floor(store, tmp_path, "R00", DEMONSTRATION, house=physical("R00")) as table:
                await waits_for(table, DEMONSTRATION, CallOutcome)
                assert table.state.round == 1
        async with on_a_floor(store, tmp_path, "R00", DEMONSTRATION, house=physical("R00")) as table:
            await waits_for(table, DEMONSTRATION, CallOutcome)
            await do(table, CallOutcome, "dealer", "eve", outcome="17", **valid_spin(table.state))
            await until(lambda: table.state.round == 2)

    played(work)


@pytest.mark.parametrize("electronic", [False, True])
def test_players_at_dice_and_wheels_keep_their_places_without_a_terminal(
    electronic: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "ABSENT", 0.05)

    async def work(store: Store) -> None:
        house = houses(delay=0)["R00"] if electronic else physical("R00")
        async with on_a_floor(store, tmp_path, "R00", DEMONSTRATION, LONG, house) as table:
            await do(table, Sit, "player", "ann", player="ann", place=1)
            for _ in range(400 if electronic else 10):  # let the driver run
                table.moved.set()
                await asyncio.sleep(0.05)
                if not table.state.seats:
                    break
            assert [seat.player for seat in table.state.seats] == ([] if electronic else ["ann"])

    played(work)


# People in every role -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("table_id", GAMES)
def test_people_in_every_role_play_by_what_is_due(table_id: str, tmp_path: Path) -> None:
    """Nothing happens automatically, except that the floor opens the table."""
    _, wager, shown = GAMES[table_id]

    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, table_id, PEOPLE, house=physical(table_id)) as table:
            await sits(table, "ann")
            async with asyncio.timeout(PATIENCE):
                while (number := table.state.round) <= len(shown):
                    await wagers(table, "ann", wager) if table.state.phase == "open" else None
                    version = table.version
                    await asyncio.sleep(0.03)
                    assert table.version == version
                    await _person_acts(table, PEOPLE, shown[number - 1])
        assert [outcome for outcome, _ in _called(store, table_id)] == list(shown)
        machine = {name for name in _people(store, table_id) if name.startswith("robot ")}
        assert machine == {"robot pit-supervisor", "robot system"}

    played(work)


async def _person_acts(table: Table, crew: Crew, outcome: str) -> None:
    """The person for whom the table waits performs the act that is due."""
    turn = due(table.state, crew)
    assert isinstance(turn, Waiting)
    act = turn.act
    assert act is not None, turn
    told: dict[str, Any] = {}
    if act.command is CallOutcome:
        told = {"outcome": outcome, **valid_spin(table.state)}
    elif act.command is CallNoMoreBets:
        told = valid_close(table.state)
    assert set(act.missing) == set(told)
    await do(table, act.command, act.role, act.fields.get("player"), **act.fields, **told)


# An electronic device -------------------------------------------------------------------------------------------
def test_the_table_waits_for_an_external_device_and_needs_no_seed(tmp_path: Path) -> None:
    """The machine has every role except the device's; after a stop in the middle of a round it needs no seed."""
    crew = DEMONSTRATION.without("device")
    device = Device(Generator().seal("R00", 1))

    async def closes(store: Store) -> None:
        async with on_a_floor(store, tmp_path, "R00", crew) as table:
            assert (await waits_for(table, crew, PublishSeal)).role == "device"
            await do(table, PublishSeal, "device", commitment=device.seal.commitment)
            await waits_for(table, crew, Spin)
            await do(table, Spin, "device")
            device.closed(store, await do(table, CallNoMoreBets, "device"))

    async def calls(store: Store) -> None:
        async with on_a_floor(store, tmp_path, "R00", crew) as table:
            await waits_for(table, crew, CallOutcome)
            await do(table, CallOutcome, "device", outcome=device.draw(table.state))
            await waits_for(table, crew, RevealSeed)
            await do(table, RevealSeed, "device", proof=device.proof(table.state))
            await until(lambda: table.state.round == 2)

    async def work(store: Store) -> None:
        await closes(store)
        await calls(store)

    played(work)


def test_a_table_may_change_between_a_device_and_a_wheel(tmp_path: Path) -> None:
    """The house decides for every round where outcomes come from."""

    async def under(table: Table, house: HouseText) -> None:
        """Change the house as soon as that is allowed."""
        async with asyncio.timeout(PATIENCE):
            while (await table.submit(command(ChangeHouse, by("key-manager"), table.clock, house=house))).refusal:
                await asyncio.sleep(0.01)

    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, "B6", DEMONSTRATION) as table:
            await until(lambda: table.state.round == 2)
            await under(table, physical("B6"))
            await waits_for(table, DEMONSTRATION, CallOutcome)
            await do(table, CallOutcome, "dealer", "eve", outcome="joker", **valid_spin(table.state))
            await under(table, houses(delay=1_000)["B6"])
            before = table.state.round
            await until(lambda: table.state.round == before + 2)
        callers = [who for _, who in _called(store, "B6")]
        assert callers.count("eve") == 1
        assert callers[0] == callers[-1] == "robot device"

    played(work)
