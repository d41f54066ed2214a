"""Whatever a roulette dealer receives for chips goes through the same steps."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Code
from tests.support.table.coupons import issued
from tests.support.table.play import by
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


@pytest.mark.cites("30-2202", "47.1-2202")
@pytest.mark.parametrize("instrument", RECEIVED)
def test_whatever_is_received_for_chips_goes_into_the_drop_box(instrument: str) -> None:
    table = with_two_players(coupons=[issued("K", face=30)])
    before = table.state.balance("drop")
    table.buys_in("ann", 30_00, instrument, "K" if instrument == "coupon" else None)
    assert table.state.balance("drop") == before + 30_00
