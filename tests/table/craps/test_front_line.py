"""Super Front Line Winner at a live table: who may play it, and that it is settled before the next shooter."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Code
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by

STICK, BOB, EVE = by("stickperson"), by("player", "bob"), by("player", "eve")
SFLW = "super-front-line-winner"


def _rolls(table: Table, *rolls: str) -> None:
    for roll in rolls:
        if table.state.felt.find("ann", "pass", None) is None:
            table.places("ann", "pass", 10_00)
        table.plays(roll)


@pytest.mark.cites("47.1-2317.04(5)")
def test_a_line_wager_is_needed_when_it_is_placed_and_may_come_down_later() -> None:
    """Reading C19."""
    table = with_three_players()
    refusal = table.no("place", BOB, player="bob", wager=SFLW, amount=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.NO_PARENT, "47.1-2317.04(5)")
    table.places("bob", "dont-pass", 10_00)
    table.places("bob", SFLW, 5_00)
    _rolls(table, "2-2")
    table.do("take-down", BOB, player="bob", wager="dont-pass")
    rows = [(row.player, row.wager, row.step) for row in table.plays("5-2").rows]
    assert rows == [("ann", "pass", "collect"), ("bob", SFLW, "collect")]


@pytest.mark.cites("47.1-2317.04(29)")
@pytest.mark.parametrize(("naturals", "step"), [(1, "collect"), (3, "pay")])
def test_winners_are_paid_and_losers_collected_before_the_next_shooter_rolls(naturals: int, step: str) -> None:
    table = with_three_players()
    for player in ("bob", "eve"):
        table.places(player, "dont-pass", 10_00)
        table.places(player, SFLW, 5_00)
    _rolls(table, *("6-5",) * naturals, "2-2")
    table.closes()
    table.calls("5-2")
    for word, fields in (("offer-dice", {"player": "bob", "dice": 5}), ("push-dice", {}), ("throw-dice", {})):
        assert table.no(word, STICK, **fields).code is Code.NOT_IN_THIS_PHASE
    rows = [(row.player, row.step) for row in table.settles().rows if row.wager == SFLW]
    assert rows == [("bob", step), ("eve", step)]
    assert all(each.wager != SFLW for each in table.state.felt.standing)
    table.do("open-betting", by("dealer"))
    table.shoots("bob")
