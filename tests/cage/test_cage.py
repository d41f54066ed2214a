"""The cage: what it holds, fills by two people, counts by one and by three, and the close of a gaming day."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.cage.acts.counts import BoxCounted, CreditCounted
from croupier.cage.acts.fills import FillIssued
from croupier.conduct.by import By, Role
from croupier.conduct.slip import COURIER, Slip
from croupier.core.refusal import Code, Refusal
from croupier.table.cage_slips import BOX, CREDIT, FILL, INVENTORY, BoxSent, Credit, Fill, Inventory, amount_of, read
from croupier.table.cage_slips import written as said
from tests.support.pit.streams import Stream


def _staff(name: str, role: Role) -> By:
    return By(name, role, f"L-{name}", name * 8)


CAM, KIM, PAT = _staff("cam", "cage"), _staff("kim", "key-manager"), _staff("pat", "pit-supervisor")
ACE = _staff("ace", "accounting")
LEE, LOU, LIN = (_staff(name, "count-team") for name in ("lee", "lou", "lin"))
CHIPS = ((100_00, 5), (25_00, 4))
DAY = 86_400_000_000


class Cage(Stream):
    """The cage of a house with $10,000 in it."""

    def __init__(self) -> None:
        super().__init__("cage/main")
        self.two("found-cage", CAM, KIM, amount=10_000_00, zone="America/Denver", hour=6)

    def two(self, word: str, one: By, other: By, **fields: Any) -> tuple[Any, ...]:
        """A command that one person proposes and another approves."""
        done = self.both(word, one, other, **fields)
        assert not isinstance(done, Refusal), str(done)
        return done[1:]

    def comes(self, what: str, document: Any, table: str = "R0") -> tuple[Any, ...]:
        """Something comes from a table."""
        slip = Slip(f"table/{table}", f"t{self.count}", self.name, what, amount_of(document), said(document))
        return self.done("receive-slip", COURIER, slip=slip)

    def accounts(self) -> dict[str, int]:
        """The balances."""
        assert sum(amount for _, amount in self.state.balances) == 0
        return dict(self.state.balances)


def test_the_cage_begins_once_by_two_people() -> None:
    cage = Stream("cage/main")
    stocked = cage.both("stock-cage", CAM, KIM, amount=1, reason="r")
    for done in (stocked, cage.do("close-day", ACE, day="2022-10-29", figures=[])):
        assert isinstance(done, Refusal)
        assert done.key == "cage-missing.not-founded"
    fields = {"amount": 1_00, "zone": "America/Denver", "hour": 6}
    assert cage.refused("found-cage", CAM, **fields).code is Code.TWO_NEEDED
    wrong = cage.both("found-cage", CAM, KIM, **{**fields, "zone": "America/Nowhere"})
    assert isinstance(wrong, Refusal)
    assert wrong.key == "cage-missing.zone"
    cage.both("found-cage", CAM, KIM, **fields)
    again = cage.both("found-cage", CAM, KIM, **fields)
    assert isinstance(again, Refusal)
    assert again.key == "cage-missing.founded"


def test_what_is_put_in_and_taken_out() -> None:
    cage = Cage()
    cage.two("stock-cage", CAM, KIM, amount=500_00, reason="from the bank")
    cage.two("draw-from-cage", CAM, KIM, amount=200_00, reason="to the bank")
    assert cage.accounts() == {"licensee": -10_300_00, "vault": 10_300_00}
    done = cage.both("draw-from-cage", CAM, KIM, amount=10_300_01, reason="to the bank")
    assert isinstance(done, Refusal)
    assert done.key == "cage-too-low.vault"


# Fills ------------------------------------------------------------------------------------------------------
def test_a_supervisor_asks_for_a_fill_and_the_cage_issues_it() -> None:
    cage = Cage()
    assert cage.refused("issue-fill", PAT, table="R0", chips=CHIPS).code is Code.TWO_NEEDED
    assert cage.refused("issue-fill", CAM, table="R0", chips=CHIPS).code is Code.NOT_YOUR_ROLE
    (issued,) = cage.two("issue-fill", PAT, CAM, table="R0", chips=CHIPS)
    assert isinstance(issued, FillIssued)
    assert (issued.number, issued.slip.to, issued.slip.amount) == (1, "table/R0", 600_00)
    assert read(issued.slip, Fill) == Fill(1, CHIPS)
    assert cage.accounts() == {"licensee": -10_000_00, "tables": 600_00, "vault": 9_400_00}


@pytest.mark.parametrize(
    ("chips", "key"),
    [
        ((), "count-differs.order"),
        (((25_00, 1), (100_00, 1)), "count-differs.order"),
        (((100_00, 101),), "cage-too-low.vault"),
    ],
)
def test_the_cage_issues_chips_that_it_has(chips: Any, key: str) -> None:
    done = Cage().both("issue-fill", PAT, CAM, table="R0", chips=chips)
    assert isinstance(done, Refusal)
    assert done.key == key


def test_a_fill_that_its_table_refuses_is_in_the_cage_again() -> None:
    cage = Cage()
    (issued,) = cage.two("issue-fill", PAT, CAM, table="R0", chips=CHIPS)
    cage.done("take-back-slip", COURIER, slip=issued.slip)
    assert cage.accounts() == {"licensee": -10_000_00, "vault": 10_000_00}


# What tables send -------------------------------------------------------------------------------------------
def test_a_credit_is_counted_and_a_difference_gets_a_number() -> None:
    cage = Cage()
    cage.two("issue-fill", PAT, CAM, table="R0", chips=CHIPS)
    cage.comes(CREDIT, Credit("C-1", CHIPS))
    assert cage.accounts()["tables"] == 600_00, "nothing is counted yet"
    assert cage.refused("count-credit", CAM, number=2, chips=CHIPS).key == "nothing-to-count.credit"
    assert cage.refused("count-box", LEE, number=1, counted=[["cash", 1]]).key == "nothing-to-count.box"
    (counted,) = cage.done("count-credit", CAM, number=1, chips=CHIPS[:1])
    assert isinstance(counted, CreditCounted)
    accounts = {"licensee": -10_000_00, "over-short": 100_00, "vault": 9_900_00}
    assert cage.accounts() == accounts
    (found,) = cage.state.differences
    assert (found.number, found.table, found.what, found.amount, found.explain) == (1, "R0", "credit", -100_00, True)
    assert cage.refused("count-credit", CAM, number=1, chips=CHIPS).key == "nothing-to-count.credit"


@pytest.mark.cites("30-2202")
def test_three_people_count_a_box() -> None:
    cage = Cage()
    cage.comes(BOX, BoxSent("drop", (("cash", 300_00), ("ticket", 20_00)), 0))
    counted = [["cash", 300_00], ["ticket", 20_00]]
    assert cage.refused("sign-count", LOU, number=1, counted=counted).key == "nothing-to-count.nobody"
    cage.done("count-box", LEE, number=1, counted=counted)
    assert cage.refused("sign-count", LEE, number=1, counted=counted).code is Code.SIGNED_ALREADY
    assert cage.refused("sign-count", LOU, number=1, counted=counted[:1]).key == "count-differs.box"
    cage.done("sign-count", LOU, number=1, counted=counted)
    assert cage.state.waiting[0].signed == ("lee", "lou")
    _, box = cage.done("sign-count", LIN, number=1, counted=counted)
    assert isinstance(box, BoxCounted)
    assert box.signed == ("lee", "lou", "lin")
    assert cage.state.waiting == ()
    assert cage.state.differences == ()
    assert cage.accounts() == {"licensee": -10_000_00, "tables": -320_00, "vault": 10_320_00}


def test_a_new_first_count_voids_the_signatures() -> None:
    cage = Cage()
    cage.comes(BOX, BoxSent("validator", (("cash", 5_00),), 0))
    cage.done("count-box", LEE, number=1, counted=[["cash", 5_00]])
    cage.done("sign-count", LOU, number=1, counted=[["cash", 5_00]])
    cage.done("count-box", LIN, number=1, counted=[["cash", 4_00]])
    assert cage.state.waiting[0].signed == ("lin",)
    assert cage.refused("sign-count", LOU, number=1, counted=[["cash", 5_00]]).key == "count-differs.box"


@pytest.mark.parametrize("counted", [[["ticket", 1], ["cash", 1]], [["cash", 1], ["cash", 1]], [["cash", 0]]])
def test_instruments_are_named_once_and_in_order(counted: Any) -> None:
    cage = Cage()
    cage.comes(BOX, BoxSent("drop", (("cash", 2),), 0))
    assert cage.refused("count-box", LEE, number=1, counted=counted).key == "count-differs.instruments"


def test_tips_are_the_dealers() -> None:
    cage = Cage()
    cage.comes(BOX, BoxSent("tips", (("chips", 30_00),), 0))
    for who, word in ((LEE, "count-box"), (LOU, "sign-count"), (LIN, "sign-count")):
        cage.done(word, who, number=1, counted=[["chips", 30_00]])
    assert cage.accounts() == {"dealers": 30_00, "licensee": -10_000_00, "tables": -30_00, "vault": 10_000_00}
    assert cage.refused("pay-tips", CAM, amount=31_00).key == "cage-too-low.tips"
    cage.done("pay-tips", CAM, amount=30_00)
    assert cage.accounts()["outside"] == 30_00


@pytest.mark.parametrize(("above", "explain"), [(0, True), (99, True), (1_00, False), (2_00, False)])
def test_a_difference_is_explained_above_the_amount_of_the_house(above: int, explain: bool) -> None:
    cage = Cage()
    cage.comes(INVENTORY, Inventory(1_000_00, 1_001_00, open=True, explain_above=above))
    assert [(each.amount, each.explain) for each in cage.state.differences] == [(-1_00, explain)]
    assert cage.state.stocks[0].amount == 1_000_00


@pytest.mark.parametrize("what", ["kit", FILL])
def test_a_slip_that_the_cage_has_no_use_for(what: str) -> None:
    cage = Cage()
    slip = Slip("table/R0", "t1", cage.name, what)
    assert cage.refused("receive-slip", COURIER, slip=slip).key == "slip-unfit.no-use-in-the-cage"
    other = msgspec.structs.replace(slip, source="pit/main")
    assert cage.refused("receive-slip", COURIER, slip=other).key == "slip-unfit.not-to-the-cage"
    for each in (CREDIT, BOX, INVENTORY):
        bad = msgspec.structs.replace(slip, what=each, said="{}")
        assert cage.refused("receive-slip", COURIER, slip=bad).key == "slip-unfit.unreadable"


# The close of a day -----------------------------------------------------------------------------------------
def test_a_day_is_closed_once_everything_is_counted_and_explained() -> None:
    cage = Cage()
    cage.comes(BOX, BoxSent("drop", (("cash", 2_00),), 0))
    cage.comes(INVENTORY, Inventory(1_000_00, 1_001_00, open=False, explain_above=0))
    closes = {"day": "2022-10-30", "figures": []}
    assert cage.refused("close-day", ACE, **closes).key == "day-not-over.runs"
    cage.at += DAY
    assert cage.refused("close-day", ACE, **{**closes, "day": "2022-02-30"}).key == "day-not-over.no-day"
    assert cage.refused("close-day", ACE, **closes).key == "count-due.in-the-cage"
    for who, word in ((LEE, "count-box"), (LOU, "sign-count"), (LIN, "sign-count")):
        cage.done(word, who, number=1, counted=[["cash", 2_00]])
    assert cage.refused("close-day", ACE, **closes).code is Code.DIFFERENCE_OPEN
    assert cage.refused("explain-difference", ACE, number=2, reason="r").key == "nothing-to-count.difference"
    cage.done("explain-difference", ACE, number=1, reason="a chip was found under the table")
    cage.done("close-day", ACE, **closes)
    cage.at += 3 * DAY
    assert cage.refused("close-day", ACE, **closes).key == "day-not-over.closed"
    cage.done("close-day", ACE, day="2022-11-01", figures=[])


def test_what_need_not_be_explained_does_not_keep_a_day_open() -> None:
    cage = Cage()
    cage.comes(INVENTORY, Inventory(1_000_00, 1_001_00, open=False, explain_above=5_00))
    cage.at += DAY
    cage.done("close-day", ACE, day="2022-10-30", figures=[])
    assert cage.state.differences == ()
