"""Rolls only to decide come wagers, and the words of Craps Free Craps."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Code
from croupier.games.craps.facts import CrapsTable
from croupier.table.acts.dice.throwing import come_only
from croupier.web.terminal.boot import boot
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by

STICK = by("stickperson")
ANN, EVE = by("player", "ann"), by("player", "eve")


@pytest.mark.cites("47.1-2313(2)")
def test_the_marker_lies_off_before_the_shooter_until_a_line_wager_or_no_come_wager_is_left() -> None:
    table = with_three_players()
    table.plays("4-2")
    table.places("bob", "come", 5_00)
    table.plays("5-3")
    table.plays("5-1")  # the point is made; bob's come wager is on 8
    assert not come_only(table.state)  # the others come first
    table.do("pass-dice", ANN, player="ann")
    for player in ("bob", "eve"):
        table.do("offer-dice", STICK, player=player, dice=5)
        table.do("decline-dice", STICK, player=player)
    assert not come_only(table.state)  # nobody has the dice
    table.shoots("ann")
    assert come_only(table.state)
    (pushed,) = table.do("push-dice", STICK)
    assert (pushed.shooter, pushed.come_only) == ("ann", True)  # type: ignore[attr-defined]
    table.plays("2-3")
    assert come_only(table.state)  # and so on, until the come wager is decided
    assert CrapsTable.of(table.state.felt).point is None
    table.places("eve", "dont-pass", 5_00)
    assert not come_only(table.state)  # somebody is on the line
    table.do("take-down", EVE, player="eve", wager="dont-pass")
    assert come_only(table.state)
    table.plays("4-4")
    assert not come_only(table.state)


@pytest.mark.cites("47.1-2317.03/wagers(2)")
def test_no_sentence_of_craps_free_craps_offers_a_dont_wager() -> None:
    table = Table().opened("colorado-craps-free")
    for place, player in ((1, "ann"), (2, "bob")):
        table.sits(player, place, 100_00)
    table.shoots("ann")
    refusals = [
        table.no("push-dice", STICK),
        table.no("place", ANN, player="ann", wager="field", amount=5_00, coins=True),
    ]
    assert [each.code for each in refusals] == [Code.NO_SHOOTER, Code.COINS_NOT_TAKEN]
    said = [each.message for each in refusals] + [boot("C2", table.state.house)["waits"]]
    said += list(boot("C2", table.state.house)["names"].values())
    assert not [each for each in said if "don't" in each.lower()]
