"""The set of dice that a craps house names."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code
from croupier.house import Unsound, load
from croupier.house.show import show
from croupier.table.acts.dice.turns import DiceOffered
from tests.support.table.kits import Kitted
from tests.support.table.play import Table, by, written

STICK = by("stickperson")


@pytest.mark.cites("47.1-2309(1)")
def test_the_set_of_dice_is_named_and_conforms() -> None:
    stated: tuple[dict[str, Any], ...] = ({"set": "D-7"}, {"set": "D-7", "conforms": False}, {"conforms": True})
    for dice in stated:
        with pytest.raises(Unsound, match=r"options\.dice\.(conforms|set)"):
            load("colorado-craps", change={"options.dice": dice})
    with pytest.raises(Unsound, match=r"options\.dice"):
        load("colorado-craps", change={"options.dice": {"set": "D-7", "conforms": True, "inches": 1}})
    refusal = Table().no("open-table", by("pit-supervisor"), house=written("colorado-craps", options={}), bank=1_00)
    assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.HOUSE_UNSOUND, "lacks", "47.1-2309(1)")
    named = {"set": "D-7", "conforms": True}
    assert "Dice: set D-7, which conforms to 47.1-1280" in show(
        load("colorado-craps", change={"options.dice": named})
    )
    table = Table().opened("colorado-craps", options__dice=named)
    table.sits("ann", 1, 100_00)
    (offered,) = table.do("offer-dice", STICK, player="ann", dice=5)
    assert isinstance(offered, DiceOffered)
    assert (offered.set, offered.by.role) == ("D-7", "stickperson")
    unnamed = written("colorado-craps", options={})
    assert str(table.no("change-house", by("key-manager"), house=unnamed).cite) == "47.1-2309(1)"
    table.do("change-house", by("key-manager"), house=written("colorado-craps", options__dice=named | {"set": "D-8"}))
    (offered,) = table.do("offer-dice", STICK, player="ann", dice=5)
    assert offered.set == "D-8"  # type: ignore[attr-defined]


@pytest.mark.cites("47.1-2309(1)")
def test_an_offer_names_the_set_of_the_kit() -> None:
    """At a table of a pit: the id on the register, of the first set or of the one that the stickperson names."""
    items = (("craps-table", "C1-table"), ("dice", "C1-dice-1"), ("dice", "C1-dice-2"))
    table = Kitted().opens("colorado-craps", items=items)
    table.sits("ann", 1, 500_00)
    for named, item in (({}, "C1-dice-1"), ({"item": "C1-dice-2"}, "C1-dice-2")):
        (offered,) = table.do("offer-dice", STICK, player="ann", dice=5, **named)
        assert isinstance(offered, DiceOffered)
        assert offered.item == item
    refusal = table.no("offer-dice", STICK, player="ann", dice=5, item="C1-table")
    assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.ITEM_MISPLACED, "not-in-kit", "47.1-2309(1)")


def test_a_table_without_a_kit_names_no_set_of_the_register() -> None:
    table = Table().opened("colorado-craps")
    table.sits("ann", 1, 500_00)
    assert table.no("offer-dice", STICK, player="ann", dice=5, item="C1-dice-1").variant == "not-in-kit"
    (offered,) = table.do("offer-dice", STICK, player="ann", dice=5)
    assert isinstance(offered, DiceOffered)
    assert offered.item == ""
