"""A round is corrected after one of its players has left: their wagers are not restored but become a claim."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.craps.facts import CrapsTable
from croupier.table import digest
from croupier.table.acts.corrections import OutcomeCorrected
from tests.support.table.play import Table, by

DEALER, STICK, SUPERVISOR, MANAGER = by("dealer"), by("stickperson"), by("pit-supervisor"), by("key-manager")


def _goes(table: Table, player: str) -> None:
    if rack := table.rack(player):
        table.do("cash-out", by("player", player), player=player, amount=rack)
    table.do("leave", by("player", player), player=player)


def _correct(table: Table, outcome: str) -> OutcomeCorrected:
    fields: dict[str, Any] = {"round": table.state.round, "reason": "misread", "dealer": "dee"}
    (event, *_) = table.do("correct-outcome", SUPERVISOR, outcome=outcome, **fields)
    assert isinstance(event, OutcomeCorrected)
    assert digest(table.replayed()) == digest(table.state)
    return event


def _craps() -> Table:
    """Ann shoots with a point of 8; both have line wagers, Bob also place 6. A seven is called and paid."""
    table = Table().opened("colorado-craps")
    for place, player in enumerate(("ann", "bob"), start=1):
        table.sits(player, place, 200_00)
        table.places(player, "pass", 10_00)
    table.shoots("ann")
    table.plays("4-4")
    table.places("bob", "place-6", 30_00)
    table.closes()
    table.calls("3-4")
    table.settles()
    return table


def test_wagers_of_a_player_who_has_left_are_not_put_up_again() -> None:
    table = _craps()
    _goes(table, "bob")
    event = _correct(table, "4-2")  # $35 on the 6, which stays up with the line wagers
    assert event.stage == "later"
    moves = [(move.player, move.rack, move.claim) for move in event.moves]
    assert moves == [("ann", 10_00, 0), ("bob", 0, 75_00)]
    assert table.state.felt.standing == ()
    table.do("open-betting", DEALER)
    table.shoots("ann")
    table.places("ann", "pass", 10_00)
    table.plays("5-6")
    table.do("settle-claim", SUPERVISOR, person="bob", how="cash")


def test_a_shooter_who_has_left_does_not_get_the_dice_back() -> None:
    table = _craps()
    _goes(table, "ann")
    assert _correct(table, "4-2").stage == "later"
    assert CrapsTable.of(table.state.felt).shooter is None
    table.do("open-betting", DEALER)
    table.shoots("bob")
    table.places("bob", "pass", 10_00)
    table.plays("5-6")


def test_a_shooter_without_a_wager_who_has_left_does_not_get_the_dice_back() -> None:
    table = Table().opened("colorado-craps")
    for place, player in enumerate(("ann", "bob"), start=1):
        table.sits(player, place, 200_00)
    table.shoots("ann")
    table.places("ann", "pass", 10_00)
    table.plays("4-4")
    table.places("bob", "come", 10_00)
    table.plays("3-2")
    table.plays("4-4")  # ann's point is made; bob's come wager on 5 is left, and nobody wants to shoot
    table.do("pass-dice", STICK, player="ann")
    table.do("offer-dice", STICK, player="bob", dice=5)
    table.do("decline-dice", STICK, player="bob")
    table.shoots("ann")
    table.closes()
    table.calls("3-4")
    table.settles()
    assert all(each.seat == "bob" for each in table.state.rounds[-1].before.standing)
    _goes(table, "ann")
    assert _correct(table, "5-5").stage == "later"
    assert CrapsTable.of(table.state.felt).shooter is None


def test_a_player_who_has_left_goes_to_no_prison() -> None:
    table = Table().opened("colorado-single-zero")
    table.sits("ann", 1, 10_00)
    table.sits("bob", 2, 100_00)
    table.places("ann", "red", 10_00)
    table.closes()
    table.calls("2")
    table.settles()
    _goes(table, "ann")
    event = _correct(table, "0")
    assert [(move.player, move.rack, move.claim) for move in event.moves] == [("ann", 0, 10_00)]
    assert table.state.felt.pending == ()
    table.do("open-betting", DEALER)
    table.places("bob", "red", 10_00)
    table.closes()
    table.do("void-round", MANAGER, reason="smoke")
    table.do("sit", by("player", "eve"), player="eve", place=4)


def test_a_player_who_came_back_to_another_place_has_the_wagers_again() -> None:
    table = _craps()
    table.sits("eve", 3)
    _goes(table, "ann")
    table.sits("ann", 9)
    assert _correct(table, "4-2").stage == "after-payment"
    standing = [(each.seat, each.wager) for each in table.state.felt.standing]
    assert standing == [("bob", "pass"), ("bob", "place-6"), ("ann", "pass")]  # in the order of the places
    table.do("void-round", MANAGER, reason="smoke")
    assert (table.rack("ann"), table.state.claims) == (10_00, ())


@pytest.mark.parametrize("outcome", ["4-4", "2-1"])
def test_while_everybody_is_there_the_round_is_settled_again(outcome: str) -> None:
    table = _craps()
    table.sits("eve", 3)  # who had no part in it, and leaves
    _goes(table, "eve")
    assert _correct(table, outcome).stage == "after-payment"
