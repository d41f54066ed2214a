"""Corrections of a wrongly entered roll: the hand, and wagers that should stand or were returned."""

from __future__ import annotations

from croupier.games.craps.facts import CrapsTable
from tests.support.table.corrections import correct
from tests.support.table.play import Table, by

DEALER, BOX = by("dealer"), by("boxperson")
ANN = by("player", "ann")


def _ann_shoots() -> Table:
    """Ann shoots with $10 on pass, and bob sits beside her."""
    table = Table().opened("colorado-craps")
    table.sits("ann", 1, 500_00)
    table.sits("bob", 2, 500_00)
    table.shoots("ann")
    table.places("ann", "pass", 10_00)
    return table


def _craps() -> Table:
    """Ann shoots: $10 on pass with $50 odds on a point of 6; bob has $12 on place 8. The seven was a hard six."""
    table = _ann_shoots()
    table.plays("4-2")
    table.places("ann", "pass-odds", 50_00)
    table.places("bob", "place-8", 12_00)
    table.closes()
    table.calls("3-4")
    table.settles()
    assert (table.rack("ann"), table.rack("bob")) == (440_00, 488_00)
    return table


def test_craps_after_payment_the_hand_continues_with_the_right_roll() -> None:
    table = _craps()
    event = correct(table, "3-3", number=2, who=BOX)
    assert event.stage == "after-payment"
    assert (table.rack("ann"), table.rack("bob")) == (570_00, 488_00)
    assert [(each.wager, each.stake) for each in table.state.felt.standing] == [("place-8", 12_00)]
    shot = CrapsTable.of(table.state.felt)
    assert (shot.shooter, shot.point, shot.hand.passes) == ("ann", None, 1)
    table.do("open-betting", DEALER)
    table.places("ann", "pass", 10_00)
    table.plays("5-6")


def test_craps_after_the_dice_passed_wagers_that_should_stand_are_paid_back() -> None:
    table = _craps()
    table.do("open-betting", DEALER)
    table.shoots("bob")
    table.places("bob", "pass", 10_00)
    event = correct(table, "3-3", number=2, who=BOX)
    assert event.stage == "later"
    assert [(move.player, move.rack, move.layout) for move in event.moves] == [
        ("ann", 130_00, 0),
        ("bob", 12_00, 12_00),
    ]
    assert (table.rack("ann"), table.rack("bob")) == (570_00, 490_00)
    assert CrapsTable.of(table.state.felt).shooter == "bob"
    assert [(each.wager, each.stake) for each in table.state.felt.standing] == [("pass", 10_00)]


def test_craps_wagers_returned_since_the_roll_are_not_put_back() -> None:
    table = _ann_shoots()
    table.places("bob", "fire-bet", 5_00)
    table.closes()
    table.calls("4-2")
    table.settles()
    table.do("pass-dice", ANN, player="ann")
    table.do("direct-hand", BOX, way="return")
    event = correct(table, "6-1", who=BOX)
    assert event.stage == "later"
    moves = [(move.player, move.rack, move.layout) for move in event.moves]
    assert moves == [("ann", 10_00, -10_00)]  # her pass wager wins $10 and stays up as her own
    assert [(each.wager, each.stake) for each in table.state.felt.standing] == [("pass", 10_00)]
