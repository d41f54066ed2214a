"""A table that has its chips from a cage: fills, credits, boxes, and chips that two people count."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code
from croupier.house.alerts import AlertLimits
from croupier.table.acts.money.cage import CreditSent, FillReturned
from croupier.table.acts.money.drop_box import BoxRemoved
from croupier.table.acts.money.inventory import InventoryConfirmed
from croupier.table.cage_slips import BoxSent, Credit, Fill, Inventory, read
from tests.support.table.caged import CAL, CHIPS, DEALER, KIM, PAT, SOME, SYSTEM, Caged, fill, opening
from tests.support.table.play import Table, by

BALANCES = {"bank", "float", "fills", "drop", "tips", "over-short"}


def _held(table: Table) -> dict[str, int]:
    return {name: amount for name, amount in table.state.balances if name in BALANCES}


# Fills ------------------------------------------------------------------------------------------------------
def test_a_fill_lies_at_the_table_until_somebody_accepts_it() -> None:
    table = Caged()
    table.do("receive-slip", SYSTEM, slip=fill())
    assert _held(table) == {"fills": 1_000_00}
    table.accepts(1, CHIPS)
    assert _held(table) == {"float": 1_000_00}
    again = table.no("receive-fill", PAT, amount=1_000_00, slip="1", witness="sue", chips=CHIPS)
    assert again.code is Code.FILL_UNKNOWN


@pytest.mark.parametrize(
    "other",
    [
        {"chips": SOME},
        {"amount": 999_00},
        {"amount": 300_00, "chips": SOME},
        {"chips": ((100_00, 4), (25_00, 20), (5_00, 20))},
    ],
)
def test_a_fill_is_accepted_only_as_it_was_issued(other: dict[str, Any]) -> None:
    table = Caged()
    table.do("receive-slip", SYSTEM, slip=fill())
    fields = {"amount": 1_000_00, "slip": "1", "witness": "sue", "chips": CHIPS} | other
    assert table.no("receive-fill", PAT, **fields).key == "count-differs.fill"


def test_a_fill_that_is_not_accepted_goes_back_to_the_cage() -> None:
    table = Caged()
    table.do("receive-slip", SYSTEM, slip=fill())
    assert table.no("return-fill", PAT, fill=1, reason="a chip is missing", witness="pat").code is Code.SAME_PERSON
    assert table.no("return-fill", PAT, fill=2, reason="a chip is missing", witness="sue").code is Code.FILL_UNKNOWN
    (back,) = table.do("return-fill", PAT, fill=1, reason="a chip is missing", witness="sue")
    assert isinstance(back, FillReturned)
    assert read(back.slip, Credit) == Credit("fill 1", CHIPS, 1)
    assert _held(table) == {}


def test_chips_come_only_from_one_cage_and_by_slip() -> None:
    table = Caged()
    table.filled()
    other = fill(2, source="cage/other")
    assert table.no("receive-slip", SYSTEM, slip=other).key == "slip-unfit.another-cage"
    assert table.no("receive-slip", SYSTEM, slip=fill(3, what="kit")).key == "slip-unfit.no-use"
    assert table.no("receive-slip", SYSTEM, slip=fill(4, said="{}")).key == "slip-unfit.unreadable"
    assert table.no("receive-slip", SYSTEM, slip=fill(5, amount=1)).key == "slip-unfit.unreadable"


def test_a_table_that_plays_without_a_cage_gets_none_in_the_middle() -> None:
    table = Table().opened("colorado-double-zero")
    assert table.no("receive-slip", SYSTEM, slip=fill()).key == "slip-unfit.not-without-a-cage"
    for word in ("receive-fill", "send-credit"):
        refusal = table.no(word, PAT, amount=300_00, slip="1", witness="sue", chips=SOME)
        assert refusal.key == "cage-missing.chips", word
    assert table.no("remove-box", CAL, box="validator").key == "cage-missing.validator"
    assert table.no("count-inventory", DEALER, chips=CHIPS).key == "cage-missing.to-count"


def test_a_closed_table_without_a_cage_takes_neither_fill_nor_credit() -> None:
    table = Table()
    for word in ("receive-fill", "send-credit"):
        assert table.no(word, PAT, amount=300_00, slip="1", witness="sue").code is Code.TABLE_CLOSED, word


# Inventories ------------------------------------------------------------------------------------------------
def test_a_table_opens_with_the_chips_that_two_people_have_counted() -> None:
    table = Caged()
    table.filled()
    assert table.no("open-table", PAT, **opening()).key == "not-counted.by-two"
    table.do("count-inventory", DEALER, chips=CHIPS)
    assert table.no("open-table", PAT, **opening()).key == "not-counted.by-two"
    (confirmed,) = table.do("confirm-inventory", PAT, chips=CHIPS)
    assert isinstance(confirmed, InventoryConfirmed)
    assert read(confirmed.slip, Inventory) == Inventory(1_000_00, 1_000_00, False, 0)
    assert table.no("open-table", PAT, **opening(bank=1_001_00)).key == "count-differs.stated"
    table.do("open-table", PAT, **opening())
    assert _held(table) == {"bank": 1_000_00}


def test_the_second_count_is_by_somebody_else_and_finds_the_same() -> None:
    table = Caged()
    table.filled()
    assert table.no("confirm-inventory", PAT, chips=CHIPS).key == "not-counted.nobody"
    table.do("count-inventory", PAT, chips=CHIPS)
    assert table.no("confirm-inventory", PAT, chips=CHIPS).key == "same-person.own-count"
    assert table.no("confirm-inventory", KIM, chips=SOME).key == "count-differs.inventory"
    table.do("confirm-inventory", KIM, chips=CHIPS)
    assert table.no("confirm-inventory", KIM, chips=CHIPS).key == "not-counted.nobody"


def test_chips_that_moved_since_are_counted_again() -> None:
    table = Caged()
    table.filled()
    table.counts()
    table.filled(SOME, 2)
    assert table.no("open-table", PAT, **opening()).key == "not-counted.since"
    table.do("receive-slip", SYSTEM, slip=fill(3))
    assert table.no("open-table", PAT, **opening()).key == "count-due.fill"


@pytest.mark.parametrize(
    ("chips", "key"),
    [(((5_00, 1), (25_00, 1)), "count-differs.order"), (((25_00, 1), (25_00, 1)), "count-differs.order")],
)
def test_chips_are_listed_by_value(chips: Any, key: str) -> None:
    table = Caged()
    table.filled()
    assert table.no("count-inventory", DEALER, chips=chips).key == key


def test_only_chips_of_the_house_are_counted() -> None:
    table = Caged().opens()
    assert table.no("count-inventory", DEALER, chips=((7_00, 1),)).code is Code.UNIT_UNKNOWN


def test_nothing_is_counted_while_the_ball_runs_or_the_bank_is_short() -> None:
    table = Caged().opens()
    table.sits("ann", 1, 100_00)
    table.places("ann", "red", 5_00)
    table.do("spin", DEALER, clockwise=True)
    assert table.no("count-inventory", DEALER, chips=CHIPS).key == "not-in-this-phase.counting"


def test_what_a_count_differs_from_the_record_by_is_posted() -> None:
    table = Caged().opens()
    short = ((100_00, 4), (25_00, 20))
    (confirmed,) = table.counts(short)
    assert isinstance(confirmed, InventoryConfirmed)
    assert (confirmed.expected, confirmed.amount) == (1_000_00, 900_00)
    assert _held(table) == {"bank": 900_00, "over-short": 100_00}


def test_a_table_closes_with_a_count_of_its_own_and_keeps_its_chips() -> None:
    table = Caged().opens()
    close = {"counted": 1_000_00}
    assert table.no("close-table", PAT, **close).key == "not-counted.by-two"  # that of the opening does not count
    table.counts()
    table.do("receive-slip", SYSTEM, slip=fill(2, SOME))
    assert table.no("close-table", PAT, **close).key == "count-due.fill"
    table.do("return-fill", PAT, fill=2, reason="the table closes", witness="sue")
    assert table.no("close-table", PAT, counted=1).key == "count-differs.stated"
    table.do("close-table", PAT, **close)
    assert _held(table) == {"float": 1_000_00}
    assert table.no("open-table", PAT, **opening()).key == "not-counted.by-two"
    table.counts()
    table.do("open-table", PAT, **opening())
    assert _held(table) == {"bank": 1_000_00}


# Credits and boxes ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("closed", [False, True])
def test_a_credit_says_which_chips_go_to_the_cage(closed: bool) -> None:
    table = Caged().opens()
    if closed:
        table.counts()
        table.do("close-table", PAT, counted=1_000_00)
    said = {"slip": "C-7", "witness": "sue"}
    assert table.no("send-credit", PAT, amount=400_00, chips=SOME, **said).key == "count-differs.credit"
    assert table.no("send-credit", PAT, amount=300_00, **said).key == "count-differs.credit"
    many = ((100_00, 20),)
    assert table.no("send-credit", PAT, amount=2_000_00, chips=many, **said).code is Code.BANK_TOO_LOW
    (sent,) = table.do("send-credit", PAT, amount=300_00, chips=SOME, **said)
    assert isinstance(sent, CreditSent)
    assert sent.by_slip is not None
    assert read(sent.by_slip, Credit) == Credit("C-7", SOME)
    assert _held(table) == {"float" if closed else "bank": 700_00}


@pytest.mark.cites("30-2202", "30-2215(4)")
def test_every_deposit_is_in_its_box_by_instrument() -> None:
    table = Caged().opens()
    table.do("sit", by("player", "ann"), player="ann", place=1)
    table.do("take-color", by("player", "ann"), player="ann", color="orange", unit=1_00)
    deposits = [
        ("cash", "drop-box", 100_00, None),
        ("cash", "drop-box", 20_00, None),
        ("ticket", "bill-validator", 50_00, "T1"),
        ("cash", "bill-validator", 5_00, None),
        ("mobile-atm-receipt", "drop-box", 40_00, None),
    ]
    for instrument, into, amount, serial in deposits:
        table.do("spread-cash", DEALER, player="ann", instrument=instrument, amount=amount, serial=serial)
        table.do("state-amount", DEALER, player="ann", amount=amount)
        table.do("give-chips", DEALER, player="ann")
        table.do("drop-cash", DEALER, player="ann", into=into)
    table.do("tip", by("player", "ann"), player="ann", amount=3_00)
    found = {}
    for box in ("drop", "validator", "tips"):
        (removed,) = table.do("remove-box", CAL, box=box)
        assert isinstance(removed, BoxRemoved)
        assert removed.slip is not None
        assert read(removed.slip, BoxSent) == BoxSent(box, removed.contents, AlertLimits().difference)
        found[box] = dict(removed.contents)
    assert found == {
        "drop": {"cash": 120_00, "mobile-atm-receipt": 40_00},
        "validator": {"cash": 5_00, "ticket": 50_00},
        "tips": {"chips": 3_00},
    }
    assert _held(table) == {"bank": 785_00}
    (again,) = table.do("remove-box", CAL, box="drop")
    assert isinstance(again, BoxRemoved)
    assert (again.amount, again.contents) == (0, ())


def test_a_document_of_a_slip_is_read_strictly() -> None:
    twice = '{"number":1,"number":1,"chips":[]}'
    for text in ("{}", '{"number":1,"chips":[[5,0]]}', twice, "[" * 9_000, '{"number":-1}'):
        assert not isinstance(read(fill(said=text), Fill), Fill), text
