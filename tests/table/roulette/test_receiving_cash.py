"""Whatever a roulette dealer receives for chips goes through the same steps."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Code
from croupier.table import HouseText
from tests.support.table.coupons import issued
from tests.support.table.play import Table, by, written
from tests.support.table.roulette import with_two_players

DEALER = by("dealer")
RECEIVED = ("cash", "ticket", "purchase-ticket", "coupon", "mobile-atm-receipt")


@pytest.mark.cites("30-2215")
def test_a_dealer_who_receives_cash_or_its_like_takes_every_step() -> None:
    for number, instrument in enumerate(RECEIVED):
        table = with_two_players(coupons=[issued("K0", "K1", "K2", "K3", "K4", face=20)])
        serial = None if instrument == "cash" else f"K{number}"
        taken = {"player": "ann", "instrument": instrument, "amount": 20_00, "serial": serial}
        for who in (by("player", "ann"), by("pit-supervisor")):
            assert table.no("spread-cash", who, **taken).code is Code.NOT_YOUR_ROLE
        for step in ("give-chips", "drop-cash"):
            assert table.no(step, DEALER, player="ann").code is Code.CASH_ON_THE_TABLE
        table.do("spread-cash", DEALER, **taken)
        assert table.no("give-chips", DEALER, player="ann").code is Code.CASH_ON_THE_TABLE
        table.do("state-amount", DEALER, player="ann", amount=20_00)
        assert table.no("drop-cash", DEALER, player="ann").code is Code.CASH_ON_THE_TABLE
        table.do("give-chips", DEALER, player="ann")
        (dropped,) = table.do("drop-cash", DEALER, player="ann")
        assert (dropped.by.role, table.rack("ann"), table.state.buying) == ("dealer", 220_00, None)


@pytest.mark.cites("30-2202")
@pytest.mark.parametrize("instrument", RECEIVED)
def test_whatever_is_received_for_chips_goes_into_the_drop_box(instrument: str) -> None:
    table = with_two_players(coupons=[issued("K", face=30)])
    before = table.state.balance("drop")
    table.buys_in("ann", 30_00, instrument, "K" if instrument == "coupon" else None)
    assert table.state.balance("drop") == before + 30_00


@pytest.mark.cites("47.1-2202")
@pytest.mark.parametrize(
    ("on", "taken"), [("2016-01-01", False), ("2017-12-14", False), ("2020-10-14", False), ("2020-10-15", True)]
)
def test_the_drop_box_of_2015_is_for_money_and_receipts_of_mobile_atms(on: str, taken: bool) -> None:
    text = written("colorado-double-zero")
    for instrument in ("cash", "mobile-atm-receipt", "ticket", "purchase-ticket"):
        table = Table()
        opening = {"house": HouseText(text.name, text.text, on), "bank": 1_000_00, "dealer": "dee"}
        table.do("open-table", by("pit-supervisor"), **opening)
        table.sits("ann", 1)
        serial = "T1" if "ticket" in instrument else None
        spread = {"player": "ann", "instrument": instrument, "amount": 20_00, "serial": serial}
        if taken or serial is None:
            table.buys_in("ann", 20_00, instrument, serial)
            assert table.state.balance("drop") == 20_00
        else:
            refusal = table.no("spread-cash", DEALER, **spread)
            cite = "47.1-2202" if on < "2017-12-15" else "30-2202"
            assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.COUPON_NOT_TAKEN, "no-tickets", cite)


@pytest.mark.parametrize("preset", ["colorado-craps", "colorado-big-six"])
def test_games_without_a_rule_about_tickets_take_them(preset: str) -> None:
    table = Table().opened(preset)
    table.sits("ann", 1)
    table.buys_in("ann", 20_00, "ticket", "T1")
    assert table.state.balance("drop") == 20_00
