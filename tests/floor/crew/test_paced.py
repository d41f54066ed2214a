"""Crews on a floor, with time between their acts: people in some roles, and a close by somebody else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.floor.crew import paced
from croupier.floor.crew.act import Waiting
from croupier.floor.crew.paced import ALL_READY, DEMONSTRATION, ROLLS, UNWAGERED, Pace
from croupier.floor.readiness import Ready
from croupier.floor.table import Table, now_ms
from croupier.games.craps.facts import CrapsTable
from croupier.store import Store
from croupier.table.acts.dice.throwing import PushDice
from croupier.table.acts.dice.turns import AcceptDice, OfferDice
from croupier.table.acts.round.closing import CallNoMoreBets
from croupier.table.acts.round.settling import OpenBetting, Settle
from croupier.table.acts.round.spinning import Spin
from croupier.table.acts.seats import Sit
from tests.support.crew import LONG, do, on_a_floor, played, sits, until, wagers, waits_for


@pytest.mark.parametrize("table_id", ["R0", "C1", "B6"])
def test_the_crew_waits_for_its_dealer_and_goes_on(table_id: str, tmp_path: Path) -> None:
    """The machine does everything else; the table waits at settling and at opening until the dealer acts."""

    async def work(store: Store) -> None:
        crew = DEMONSTRATION.without("dealer")
        async with on_a_floor(store, tmp_path, table_id, crew) as table:
            await sits(table, "ann")
            for _ in range(2):
                if table_id == "C1":
                    await wagers(table, "ann", "pass")
                for kind in (Settle, OpenBetting):
                    turn = await waits_for(table, crew, kind)
                    assert turn.role == "dealer"
                    await do(table, kind, "dealer")
            assert table.state.round == 3

    played(work)


def test_a_dealer_may_close_the_betting_before_the_crew_does(tmp_path: Path) -> None:
    """The device finds the close in the log, no matter who made it, and its proof is valid."""

    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, "R0", DEMONSTRATION, LONG) as table:
            await until(lambda: table.state.seal and table.closes)
            await do(table, Spin, "dealer")
            await do(table, CallNoMoreBets, "dealer")
            assert table.closes is None, "terminals count down no longer"
            await until(lambda: table.state.round == 2)
            assert len(table.state.rounds) == 1

    played(work)


def test_a_guest_who_does_not_answer_gets_the_dice_when_the_offer_is_over(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        pace = Pace(window=60.0, spin=0.05, rest=0.02, show=0.02, offer=0.6)
        async with on_a_floor(store, tmp_path, "C1", DEMONSTRATION, pace) as table:
            await sits(table, "ann")
            assert table.closes is None, "the clock stands still while nobody is on the line"
            table.guests.visits.came("ann")
            await wagers(table, "ann", "pass")
            await until(lambda: table.state.dice.asked == "ann")
            offered = asyncio.get_running_loop().time()
            assert table.closes is not None
            await until(lambda: CrapsTable.of(table.state.felt).shooter == "ann")
            assert asyncio.get_running_loop().time() - offered > 0.5
            assert table.state.phase == "open"

    played(work)


def test_without_a_stickperson_the_guest_must_take_the_dice(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        crew = DEMONSTRATION.without("stickperson")
        async with on_a_floor(store, tmp_path, "C1", crew) as table:
            await sits(table, "ann")
            await wagers(table, "ann", "pass")
            await do(table, OfferDice, "stickperson", player="ann", dice=6)
            await asyncio.sleep(0.4)
            assert table.state.dice.asked == "ann"
            await do(table, AcceptDice, "player", "ann", player="ann")
            await do(table, PushDice, "stickperson")
            await until(lambda: table.state.round == 2)

    played(work)


def test_a_table_without_its_seed_goes_out_of_service(tmp_path: Path) -> None:
    """While the seed of the round is missing, nothing may be drawn."""

    def lose_the_seeds() -> None:
        for seed in tmp_path.glob("device/*.seed"):
            seed.unlink()

    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, "R0", DEMONSTRATION, LONG) as table:
            await until(lambda: table.state.seal)
            await do(table, Sit, "player", "ann", player="ann", place=1)
        lose_the_seeds()
        async with on_a_floor(store, tmp_path, "R0", DEMONSTRATION, LONG) as table:
            await until(lambda: table.fault)
            assert "is gone. Run: croupier recover" in str(table.fault)

    played(work)


def test_the_crew_waits_for_an_inspection_without_asking_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the clock, since a gaming day may end while nothing happens; terminals count down no longer."""
    asked: list[int] = []
    waits: list[Waiting] = [Waiting("pit-supervisor", None, "inspection")]

    def inspection_due(state: object, at: int) -> Waiting | None:
        asked.append(at)
        return waits[0] if waits else None

    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, "R0", DEMONSTRATION) as table:
            await until(lambda: table.state.seal and asked)
            version = table.version
            await asyncio.sleep(1.5)
            assert (table.version, table.closes, table.state.phase) == (version, None, "open")
            assert len(asked) < 10, "it does not ask without end"
            assert all(abs(at - table.clock.now()) < 60_000_000 for at in asked)
            waits.clear()
            table.moved.set()
            await until(lambda: table.state.round == 2)

    monkeypatch.setattr(paced, "inspection_due", inspection_due)
    played(work)


async def _two_come(table: Table) -> None:
    for player in ("ann", "bob"):
        await sits(table, player)
        table.guests.visits.came(player)


def _says(table: Table, player: str, ready: bool = True) -> None:
    table.says_ready(player, Ready(table.state.round, ready))


def _left(table: Table) -> float:
    """Seconds until betting closes."""
    assert table.closes is not None
    return (table.closes - now_ms()) / 1000


@pytest.mark.parametrize("table_id", ["R0", "C1", "B6"])
def test_betting_closes_early_when_everybody_here_is_ready(table_id: str, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, table_id, DEMONSTRATION, LONG) as table:
            await _two_come(table)
            if table_id == "C1":
                await wagers(table, "ann", "pass")
            await until(lambda: table.closes)
            _says(table, "bob")
            await asyncio.sleep(0.3)
            assert _left(table) > 30, "ann is not ready"
            _says(table, "ann")
            await until(lambda: _left(table) <= ALL_READY)
            await until(lambda: table.state.round == 2)
            assert not table.ready.of(2), "everybody thinks again"

    played(work)


def test_a_player_who_is_away_or_has_left_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paced, "AWAY", 0.3)

    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, "B6", DEMONSTRATION, LONG) as table:
            await _two_come(table)
            await until(lambda: table.closes)
            _says(table, "ann")
            await asyncio.sleep(0.2)
            assert _left(table) > 30, "bob is here"
            table.guests.visits.went("bob")
            await asyncio.sleep(0.4)
            table.moved.set()
            await until(lambda: table.state.round == 2)

    played(work)


def test_who_takes_it_back_is_waited_for_again(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, "B6", DEMONSTRATION, LONG) as table:
            await _two_come(table)
            await until(lambda: table.closes)
            _says(table, "ann")
            _says(table, "ann", ready=False)
            _says(table, "bob")
            table.says_ready("ann", Ready(table.state.round + 1))
            table.says_ready("eve", Ready(table.state.round))
            await asyncio.sleep(0.2)
            assert table.ready.of(table.state.round) == {"bob"}
            assert _left(table) > 30

    played(work)


def test_the_shooter_rolls_and_the_others_have_a_few_seconds(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with on_a_floor(store, tmp_path, "C1", DEMONSTRATION, LONG) as table:
            await _two_come(table)
            await wagers(table, "ann", "pass")
            await until(lambda: CrapsTable.of(table.state.felt).shooter == "ann")
            _says(table, "ann")
            await until(lambda: _left(table) <= ROLLS)
            assert _left(table) > ROLLS - 1
            _says(table, "bob")
            await until(lambda: _left(table) <= ALL_READY)
            await until(lambda: table.state.round == 2)

    played(work)


def test_whoever_comes_to_an_empty_table_can_bet_soon(tmp_path: Path) -> None:
    """Without wagers nobody waits for the outcome; with one it is shown as long as always."""

    async def work(store: Store) -> None:
        pace = Pace(window=0.2, spin=0.1, rest=30.0, show=30.0)
        async with on_a_floor(store, tmp_path, "R0", DEMONSTRATION, pace) as table:
            await until(lambda: table.state.phase == "no-more-bets")
            table.guests.visits.expect("ann")
            assert await table.guests.seated("ann")
            table.guests.visits.came("ann")
            await until(lambda: table.state.round == 2)
            await wagers(table, "ann", "red")
            await until(lambda: table.state.phase == "no-more-bets")
            await asyncio.sleep(1.5 * UNWAGERED)
            assert table.state.phase == "no-more-bets"

    played(work)
