"""When a shooter has to give up the dice, and what is settled before the next one throws."""

from __future__ import annotations

import pytest

from croupier.conduct.command import UnreadableCommand
from croupier.core.refusal import Code
from croupier.games.craps.facts import CrapsTable
from tests.support.table.craps import with_three_players
from tests.support.table.play import by

STICK, BOX, DEALER = by("stickperson"), by("boxperson"), by("dealer")


@pytest.mark.cites("47.1-2313(1)(a)")
def test_the_shooter_passes_the_dice_upon_a_loser_seven_and_upon_no_other() -> None:
    table = with_three_players()
    table.plays("3-4")  # a winner: she keeps the dice
    assert CrapsTable.of(table.state.felt).shooter == "ann"
    table.places("ann", "pass", 5_00)
    table.plays("4-2")
    table.plays("3-4")
    assert CrapsTable.of(table.state.felt).shooter is None
    table.places("ann", "pass", 5_00)
    assert table.no("push-dice", STICK).code is Code.DICE_NOT_OFFERED
    assert table.no("offer-dice", STICK, player="ann", dice=5).code is Code.OUT_OF_TURN
    table.shoots("bob")
    assert CrapsTable.of(table.state.felt).shooter == "bob"


@pytest.mark.cites("47.1-2313(1)(b)")
@pytest.mark.parametrize("reason", ["delay", "invalid-rolls", "violation"])
def test_the_boxperson_alone_orders_the_pass_for_a_printed_reason(reason: str) -> None:
    table = with_three_players()
    for who in (STICK, DEALER, by("pit-supervisor"), by("player", "bob")):
        assert table.no("order-pass", who, reason=reason).code is Code.NOT_YOUR_ROLE
    with pytest.raises(UnreadableCommand, match="reason"):
        table.ask("order-pass", BOX, reason="bad-luck")
    (passed,) = table.do("order-pass", BOX, reason=reason)
    assert (passed.player, passed.reason, passed.by.role) == ("ann", reason, "boxperson")  # type: ignore[attr-defined]
    assert CrapsTable.of(table.state.felt).shooter is None
    table.shoots("bob")


@pytest.mark.cites("47.1-2317.04(29)")
def test_super_front_line_winner_is_settled_before_the_new_shooter_throws() -> None:
    for numbers, step in ((("3-4", "5-6", "5-6"), "pay"), ((), "collect")):
        table = with_three_players()
        table.places("ann", "super-front-line-winner", 5_00)
        for number in numbers:
            table.plays(number)
            table.places("ann", "pass", 5_00)
        table.plays("2-2")
        table.closes()
        table.calls("3-4")
        for word in ("offer-dice", "push-dice"):
            more = {"player": "bob", "dice": 5} if word == "offer-dice" else {}
            assert table.no(word, STICK, **more).code is Code.NOT_IN_THIS_PHASE
        rows = {row.wager: row.step for row in table.settles().rows}
        assert rows["super-front-line-winner"] == step
        assert not [each for each in table.state.felt.standing if each.wager == "super-front-line-winner"]
