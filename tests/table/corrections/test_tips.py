"""Corrections of tip wagers whose money went into the tip tube: it comes from there, then from the tip box."""

from __future__ import annotations

import pytest

from tests.support.table.corrections import correct
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by
from tests.support.table.roulette import SUPERVISOR

DEALER = by("dealer")


def tip_on_6(ends: str = "first-decision") -> Table:
    """A craps table with a point of 4, and a tip wager of $6 on 6."""
    table = with_three_players(tips__ends=ends, tips__then="tube", tips__tube=True)
    table.plays("2-2")
    table.places("bob", "place-6", 6_00, tip=True)
    return table


def called(table: Table, outcome: str) -> None:
    """Call and settle an outcome, and stop there."""
    table.closes()
    table.calls(outcome)
    table.settles()


def dealers(table: Table) -> tuple[int, int, int]:
    """What is in the tube, in the tip box, and the claim with the dealers."""
    return table.state.balance("tube"), table.state.balance("tips"), table.state.claim(":tips")


def up(table: Table) -> bool:
    """Whether the tip wager stands."""
    return table.state.felt.find("bob", "place-6", None, tip=True) is not None


@pytest.mark.cites("47.1-2318")
@pytest.mark.parametrize(("ends", "won"), [("first-decision", 13_00), ("until-lost", 7_00)])
def test_at_once_a_tip_goes_back_from_the_tube_to_the_layout_and_into_the_tube_again(ends: str, won: int) -> None:
    table = tip_on_6(ends)
    called(table, "5-1")
    assert (dealers(table), up(table)) == ((won, 0, 0), ends == "until-lost")
    correct(table, "5-3", number=2)  # undecided
    assert (dealers(table), up(table)) == ((0, 0, 0), True)
    correct(table, "3-4", number=2)  # lost
    assert (dealers(table), up(table)) == ((0, 0, 0), False)
    correct(table, "2-4", number=2)
    assert (dealers(table), up(table)) == ((won, 0, 0), ends == "until-lost")
    assert table.rack("bob") == 494_00


@pytest.mark.cites("47.1-2318")
def test_later_a_tip_that_was_lost_by_mistake_goes_into_the_tube() -> None:
    table = tip_on_6()
    table.plays("3-4")
    event = correct(table, "5-1", number=2)
    assert (event.stage, dealers(table), table.rack("bob")) == ("later", (13_00, 0, 0), 494_00)
    assert (":tube", 13_00, 0, 0) in [(move.player, move.rack, move.claim, move.layout) for move in event.moves]
    correct(table, "5-3", number=2)  # undecided: its stake stays with the dealers
    assert dealers(table) == (6_00, 0, 0)
    correct(table, "3-4", number=2)
    assert dealers(table) == (0, 0, 0)


@pytest.mark.cites("47.1-2318")
def test_an_amount_that_left_the_tube_comes_from_the_tip_box() -> None:
    table = tip_on_6()
    table.do("tip", by("player", "ann"), player="ann", amount=50_00)
    called(table, "5-1")
    table.do("empty-tube", DEALER)
    table.do("tip", by("player", "ann"), player="ann", amount=3_00, tube=True)
    assert dealers(table) == (3_00, 63_00, 0)
    event = correct(table, "3-4", number=2)
    assert [(move.player, move.rack, move.claim) for move in event.moves if move.player[0] == ":"] == [
        (":tips", -10_00, 0),
        (":tube", -3_00, 0),
    ]
    assert dealers(table) == (0, 53_00, 0)
    correct(table, "5-1", number=2)
    assert dealers(table) == (13_00, 53_00, 0)


@pytest.mark.cites("47.1-2318")
def test_an_amount_that_left_tube_and_box_is_a_claim_with_the_dealers() -> None:
    table = tip_on_6()
    called(table, "5-1")
    table.do("empty-tube", DEALER)
    table.do("remove-box", by("count-team"), box="tips")
    table.do("tip", by("player", "ann"), player="ann", amount=4_00)
    correct(table, "3-4", number=2)
    assert (dealers(table), table.state.balance("claims")) == ((0, 0, -9_00), -9_00)
    table.do("settle-claim", SUPERVISOR, person=":tips", how="waived")
    assert (dealers(table), table.state.claims) == ((0, 0, 0), ())
