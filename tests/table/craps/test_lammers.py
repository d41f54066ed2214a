"""Lammers and announcements: moved and said by the stickperson with the call of the roll, not with the settlement."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.table.acts.round.calling import OutcomeCalled
from croupier.table.acts.round.settling import Settled
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by

CLOSED = "Super Front Line Winner is closed until this shooter sevens out."
SFLW = "super-front-line-winner"
NATURAL = ("6-5", "5-2")


def _rolls(table: Table, *rolls: str) -> list[OutcomeCalled]:
    """Roll with a pass wager that is put up again when it was decided; return the calls."""
    found: list[Any] = []
    for roll in rolls:
        if table.state.felt.find("ann", "pass", None) is None:
            table.places("ann", "pass", 10_00)
        table.closes()
        found += table.do("call-outcome", by("stickperson"), outcome=roll)
        assert table.settles().announced == ()
        table.crew.step()
    return found


def _of(called: list[OutcomeCalled], wager: str) -> list[str]:
    return [spot for each in called for name, spot in each.lammers if name == wager]


@pytest.mark.cites("47.1-2317.04(6)(a)")
def test_the_stickperson_announces_the_close_with_the_call() -> None:
    called = _rolls(with_three_players(), "2-2", "6-5", "6-5", "3-1", "5-2")
    assert [each.announced for each in called] == [(), (CLOSED,), (), (), ()]
    assert {(each.by.role, each.by.person) for each in called} == {("stickperson", "stan")}


@pytest.mark.cites("47.1-2317.04(14)")
def test_one_lammer_counts_for_every_new_shooter_without_wagers_on_it() -> None:
    table = with_three_players()
    assert _of(_rolls(table, "6-5", "2-2", "6-5", "5-2"), SFLW) == ["1", "2", "3"]
    table.shoots("bob")
    table.places("bob", "pass", 10_00)
    called = _rolls(table, "6-5")
    assert (_of(called, SFLW), called[0].announced, called[0].by.role) == (["1"], (CLOSED,), "stickperson")


def _moves_to(count: int) -> None:
    """The stickperson places the lammer on the spot of this count when the roll is called, a seven or an eleven."""
    for last in NATURAL:
        *_, called = _rolls(with_three_players(), *("6-5",) * (count - 1), last)
        assert (called.lammers, called.by.role) == (((SFLW, str(count)),), "stickperson")


@pytest.mark.cites("47.1-2317.04(18)", "47.1-2317.04(19)")
def test_the_lammer_moves_to_the_first_with_the_close_and_to_the_second() -> None:
    _moves_to(1)
    _moves_to(2)
    first, second = _rolls(with_three_players(), "6-5", "6-5")
    assert (first.announced, second.announced) == ((CLOSED,), ())


@pytest.mark.cites("47.1-2317.04(20)", "47.1-2317.04(21)")
def test_the_lammer_moves_to_the_third_and_the_fourth() -> None:
    _moves_to(3)
    _moves_to(4)


@pytest.mark.cites("47.1-2317.04(22)", "47.1-2317.04(23)")
def test_the_lammer_moves_to_the_fifth_and_the_sixth() -> None:
    _moves_to(5)
    _moves_to(6)


@pytest.mark.cites("47.1-2317.04(24)", "47.1-2317.04(25)")
def test_the_lammer_moves_to_the_seventh_and_the_eighth() -> None:
    _moves_to(7)
    _moves_to(8)


@pytest.mark.cites("47.1-2317.04(26)", "47.1-2317.04(27)")
def test_the_lammer_moves_to_the_ninth_and_the_tenth() -> None:
    _moves_to(9)
    _moves_to(10)


@pytest.mark.cites("47.1-2317.04(28)")
def test_the_lammer_moves_to_the_eleventh_and_stays_until_the_seven_out() -> None:
    _moves_to(11)
    called = _rolls(with_three_players(), *("6-5",) * 13, "2-2", "6-5", "5-2")
    assert _of(called, SFLW) == [str(count) for count in range(1, 12)]


@pytest.mark.cites("47.1-2317.01(6)", "47.1-2317.02(5)")
def test_the_lammers_of_fire_bet_and_sharp_shooter_move_with_the_call() -> None:
    called = _rolls(with_three_players(), "2-2", "3-1", "3-1", "2-2", "3-3", "4-2", "6-5")
    assert _of(called, "fire-bet") == ["4", "6"]
    assert _of(called, "sharp-shooter") == ["1", "2", "3"]
    assert [len(each.lammers) for each in called] == [0, 2, 0, 1, 0, 2, 1]


def test_a_table_without_these_side_bets_moves_and_announces_nothing() -> None:
    table = Table().opened("colorado-craps-free")
    table.sits("ann", 1, 500_00)
    table.shoots("ann")
    called = _rolls(table, "6-5", "6-5")
    assert [(each.lammers, each.announced) for each in called] == [((), ())] * 2


def test_a_corrected_roll_moves_the_lammer_that_it_calls_for() -> None:
    table = with_three_players()
    table.closes()
    table.calls("2-2")
    fields = {"round": 1, "outcome": "6-5", "reason": "misread", "dealer": "dee"}
    (corrected,) = table.do("correct-outcome", by("boxperson"), **fields)
    assert (corrected.announced, corrected.lammers) == ((CLOSED,), ((SFLW, "1"),))  # type: ignore[attr-defined]
    assert isinstance(settled := table.settles(), Settled)
    assert settled.announced == ()


def test_at_a_device_table_the_call_of_the_device_carries_them() -> None:
    table = Table().opened("colorado-craps", device__electronic=True)
    table.sits("ann", 1, 500_00)
    table.seals()
    table.shoots("ann")
    table.places("ann", "pass", 10_00)
    table.closes()
    (called,) = table.do("call-outcome", by("device"), outcome="6-5")
    assert (called.announced, called.lammers) == ((CLOSED,), ((SFLW, "1"),))  # type: ignore[attr-defined]
