"""Tables with electronic betting terminals: players make their own wagers there."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.core.refusal import Code
from croupier.house import Unsound, load
from tests.support.table.coupons import issued
from tests.support.table.play import Table, by, written
from tests.support.table.roulette import with_two_players

DEALER, SUPERVISOR = by("dealer"), by("pit-supervisor")
#: What a dealer might key for a player.
KEYED: dict[str, dict[str, Any]] = {
    "place": {"wager": "red", "amount": 5_00},
    "raise": {"wager": "red", "amount": 5_00},
    "reduce": {"wager": "red", "amount": 5_00},
    "take-down": {"wager": "red"},
    "clear": {},
    "repeat": {},
    "place-coupon": {"wager": "red", "amount": 10_00, "coupon": "K-1"},
}
APPROVED = {"reference": "D-1", "date": "2022-01-01"}


def _only_at_terminals(table: Table, cite: str) -> None:
    """A dealer keys nothing for a player, who does it all."""
    ann = by("player", "ann")
    table.do("place", ann, player="ann", wager="red", amount=20_00)
    before = table.state
    for word, fields in KEYED.items():
        no = table.no(word, DEALER, player="ann", **fields)
        assert (no.code, no.variant, str(no.cite)) == (Code.NOT_YOUR_ROLE, "at-terminals", cite), word
        assert "at their terminals" in no.message
    assert table.state == before
    table.do("raise", ann, player="ann", wager="red", amount=5_00)
    table.do("reduce", ann, player="ann", wager="red", amount=5_00)
    table.do("take-down", ann, player="ann", wager="red")
    table.do("place", ann, player="ann", wager="straight", spot="17", amount=5_00)
    table.do("clear", ann, player="ann")


@pytest.mark.cites("30-2203(1)")
def test_at_a_table_with_terminals_all_wagers_are_made_there() -> None:
    _only_at_terminals(with_two_players(device__terminals=True, coupons=[issued("K-1", face=10)]), "30-2203(1)")


@pytest.mark.cites("47.1-2203(1)")
def test_all_wagers_are_made_at_terminals_in_the_printing_of_2015() -> None:
    house = msgspec.structs.replace(written("colorado-double-zero", device__terminals=True), on="2016-01-01")
    table = Table()
    table.do("open-table", SUPERVISOR, house=house, bank=10_000_00)
    table.sits("ann", 1, 200_00, "orange", 1_00)
    _only_at_terminals(table, "47.1-2203(1)")


@pytest.mark.cites("30-2203(1)")
def test_at_a_felt_table_a_dealer_keys_wagers() -> None:
    """The rule is for tables with terminals only."""
    table = with_two_players(coupons=[issued("K-1", face=10)])
    for word in ("place", "raise", "reduce", "take-down", "place-coupon"):
        table.do(word, DEALER, player="ann", **KEYED[word])


def test_terminals_have_electronic_chips() -> None:
    """Physical chips and terminals are a fault; at games whose rules have no terminals they need an approval (D1)."""
    with pytest.raises(Unsound, match=r"30-2203\(1\)"):
        load("colorado-double-zero", change={"device.terminals": True, "chips.physical": True})
    for name, cite in (("colorado-craps", r"47\.1-2310"), ("colorado-big-six", r"30-2703\(2\)")):
        with pytest.raises(Unsound, match=cite):
            load(name, change={"device.terminals": True})
        assert load(name, change={"device.terminals": True, "approvals.electronic-device": APPROVED}).terminals


def test_a_dealer_still_keys_wagers_at_craps_terminals() -> None:
    """Rules 23 and 27 do not mention terminals: nothing there keeps a dealer from keying a wager."""
    change: dict[str, Any] = {"device__terminals": True, "approvals__electronic-device": APPROVED}
    table = Table().opened("colorado-craps", **change)
    table.sits("ann", 1, 200_00)
    table.do("place", DEALER, player="ann", wager="pass", amount=5_00)
