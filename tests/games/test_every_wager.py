"""Exhaustive: every wager, every outcome, every reachable table state, against the naive settlement.

The engine plays; the oracle (tests/oracle, which imports nothing from croupier) says what should have happened.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from croupier import felt, house
from croupier.core.machine import At, Standing
from croupier.core.refusal import Refusal
from croupier.felt import Felt, Place, Played
from croupier.games.craps.dice import POINTS, ROLLS
from croupier.games.craps.facts import CrapsTable
from croupier.games.roulette.layout import layout_of
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.wheel import pockets
from croupier.house import House
from tests.oracle import big_six as naive_big_six
from tests.oracle import craps as naive_craps
from tests.oracle import roulette as naive_roulette

STAKE = 60_00  # paid exactly at every printed odds except place to lose, which rounds: both are wanted
ROULETTE = (
    "colorado-single-zero",
    "colorado-double-zero",
    "colorado-triple-zero",
    "colorado-converted-wheel",
    "ten-dollar-roulette",
)


def _stands(table: Felt, wager: Standing) -> Felt:
    """The felt with this wager on it, as if it had been placed at an allowed moment."""
    return table.with_standing([*table.standing, wager])


def _played(table: Felt, outcome: str) -> Played:
    done = table.outcome(outcome)
    assert not isinstance(done, Refusal), str(done)
    return done


def _craps_states(wager: str, table: House, point: int | None) -> list[tuple[str | None, int | None]]:
    """The spots and states a wager can be in at a table with this point."""
    numbers = POINTS if table.variant == "craps" else (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
    if wager in ("pass", "dont-pass"):
        return [(None, point)]
    if wager in ("come", "dont-come"):
        waiting: list[tuple[str | None, int | None]] = [] if point is None else [(None, None)]
        return waiting + [(str(number), number) for number in numbers]
    return [(None, None)]


@pytest.mark.parametrize("name", ["colorado-craps", "colorado-craps-free"])
@pytest.mark.parametrize("working", [True, False], ids=["on", "off"])
def test_every_craps_wager_on_every_roll_with_every_point(
    name: str, working: bool, share: Callable[[str], None]
) -> None:
    rules = house.load(name)
    free = rules.variant == "craps-free"
    opened = felt.open(rules).sit("ann", 10_000_00)
    assert isinstance(opened, Felt)
    points = (None, *(POINTS if not free else (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)))
    compared = 0
    for wager_id, point in product(sorted(rules.offered), points):
        wager = rules.game.wagers[wager_id]
        if wager.parent is not None or wager.group == "side-bets":
            continue  # odds have their own test below, side bets their own file
        callable_ = wager.may("off", None, At(CrapsTable(point), rules)) is None
        if not working and not callable_:
            continue
        for spot, state in _craps_states(wager_id, rules, point):
            opening = state if state is not None else wager.open(spot, CrapsTable(point), rules)
            standing = Standing("ann", wager_id, spot, STAKE, opening, rules, call=working if callable_ else None)
            for roll in ROLLS:
                table = _stands(Felt(rules, CrapsTable(point), opened.racks), standing)
                played = _played(table, f"{roll[0]}-{roll[1]}")
                expected = naive_craps.settle(
                    wager_id, spot, STAKE, point, roll, free=free, working=working, commission=("on-win", 5)
                )
                _same(played, standing, expected)
                compared += 1
    share(f"{compared} wager-state-roll triples of {name}, called {'on' if working else 'off'}")
    assert compared > 3000


def _same(played: Played, before: Standing, expected: tuple[str, int, bool, str | None] | None) -> None:
    """Check that the engine did to the wager what the oracle says."""
    after = [wager for wager in played.felt.standing if wager.wager == before.wager]
    if expected is None or expected[0] == "moves":
        assert not played.resolutions
        assert [wager.spot for wager in after] == [before.spot if expected is None else expected[3]]
        return
    (resolution,) = played.resolutions
    grade, net, stays, _ = expected
    assert (resolution.grade, resolution.net, bool(after)) == (grade, net, stays)


@pytest.mark.parametrize("name", ["colorado-craps", "colorado-craps-free"])
def test_all_odds_on_every_roll_with_every_point(name: str, share: Callable[[str], None]) -> None:
    rules = house.load(name)
    free = rules.variant == "craps-free"
    compared = 0
    riders = [wager for wager in rules.game.wagers.values() if wager.parent and wager.id in rules.offered]
    for rider, number, point, called, roll in product(riders, POINTS, (None, *POINTS), (None, True, False), ROLLS):
        line = rider.parent in ("pass", "dont-pass")
        if line and point != number:
            continue
        spot = None if line else str(number)
        parent_id, parent_spot = rider.parent_of(spot)
        parent = Standing("ann", parent_id, parent_spot, 10_00, number, rules)
        odds = Standing("ann", rider.id, spot, STAKE, None, rules, call=called)
        table = Felt(rules, CrapsTable(point), (("ann", 0),))
        played = _played(table.with_standing([parent, odds]), f"{roll[0]}-{roll[1]}")
        expected = naive_craps.settle(
            rider.id,
            spot,
            STAKE,
            point,
            roll,
            free=free,
            working=table.with_standing([parent, odds]).working(odds),
            parent_working=True,
        )
        mine = [each for each in played.resolutions if each.wager == rider.id]
        if expected is None:
            assert not mine
        else:
            assert [(each.grade, each.net) for each in mine] == [expected[:2]]
        compared += 1
    share(f"{compared} odds-state-roll triples of {name}")
    assert compared > 3000


@pytest.mark.parametrize("name", ROULETTE)
def test_every_roulette_spot_on_every_pocket(name: str, share: Callable[[str], None]) -> None:
    rules = house.load(name)
    own = RouletteOptions.of(rules)
    spots = layout_of(own).spots
    stake = rules.limit(rules.game.wagers["red"]).least
    compared = 0
    for wager_id in sorted(rules.offered - rules.pay_tables.keys() - {"back2back", "straights-and-8s"}):
        legal = naive_roulette.legal_spots(wager_id, own.wheel, own.converted)
        if wager_id in spots:
            assert set(spots[wager_id].values()) == set(map(frozenset, legal)), wager_id
        for spot in spots.get(wager_id, {None: frozenset()}):
            opened = felt.open(rules).sit("ann", 1_000_00)
            assert isinstance(opened, Felt)
            placed = opened.act("ann", Place(wager_id, stake, spot))
            if isinstance(placed, Refusal):
                assert wager_id == "first-five"
                assert not legal
                continue
            found = naive_roulette.read_spot(wager_id, spot, own.wheel, own.converted)
            assert found is not None, f"the oracle knows no {wager_id} {spot}"
            for pocket in pockets(own.wheel):
                played = _played(placed, pocket)
                expected = naive_roulette.settle(
                    wager_id, found[1], stake, pocket, converted=own.converted, in_prison=own.in_prison
                )
                got = [(each.grade, each.net) for each in played.resolutions]
                if expected is None:
                    assert played.felt.standing == placed.standing
                    assert not got
                elif expected[0] == "asks":
                    assert played.felt.pending
                    assert not got
                else:
                    assert got == [expected], (wager_id, spot, pocket)
                compared += 1
    share(f"{compared} spot-pocket pairs of {name}")
    assert compared > 2000


@pytest.mark.parametrize("answer", ["half-back", "imprison"])
def test_in_prison_every_wager_every_next_pocket(answer: str) -> None:
    rules = house.load("colorado-single-zero")
    compared = 0
    for wager_id, dollars, pocket in product(
        ("red", "black", "odd", "even", "low", "high"), (1, 5, 10), pockets("single-zero")
    ):
        opened = felt.open(rules).sit("ann", 100_00)
        assert isinstance(opened, Felt)
        placed = opened.act("ann", Place(wager_id, dollars * 100))
        assert isinstance(placed, Felt)
        chosen = _played(placed, "0").felt.choose("ann", wager_id, answer)
        assert isinstance(chosen, Played)
        if answer == "half-back":
            (row,) = chosen.resolutions
            kept = naive_roulette.half_back(dollars * 100, 100)
            assert (row.grade, row.net) == ("half-back", kept - dollars * 100)
        else:
            (row,) = _played(chosen.felt, pocket).resolutions
            named = naive_roulette.read_spot(wager_id, None, "single-zero")
            assert named is not None
            expected = naive_roulette.settle(
                wager_id, named[1], dollars * 100, pocket, in_prison=True, imprisoned=True
            )
            assert expected is not None
            assert (row.grade, row.net) == expected
        compared += 1
    assert compared == 6 * 3 * 37


def test_every_big_six_wager_on_every_section() -> None:
    rules = house.load("colorado-big-six")
    for wager_id, symbol in product(sorted(rules.offered), set(naive_big_six.SECTIONS)):
        opened = felt.open(rules).sit("ann", 100_00)
        assert isinstance(opened, Felt)
        placed = opened.act("ann", Place(wager_id, 7_00))
        assert isinstance(placed, Felt)
        (row,) = _played(placed, symbol).resolutions
        assert (row.grade, row.net) == naive_big_six.settle(wager_id, 7_00, symbol)
