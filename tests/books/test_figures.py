"""The figures of shifts: the two wins agree to the cent, and with a recount that reads nothing but the events."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction

import pytest

from croupier import store as stores
from croupier.books.figures import Fold, boundary, figures
from croupier.books.rounds import won_by
from croupier.books.shift import Shift, by_instrument
from croupier.books.walk import told
from croupier.floor import demo
from croupier.store import Store
from croupier.table.acts.table import TableClosed
from tests.support.naive.money import Recount
from tests.support.table.logged import Logged
from tests.support.table.play import by

ROUNDS = 8
#: Shifts of robots: in `make test`, and in `make proof`.
SHIFTS, ALL_SHIFTS = 200, 10_000


def _check(kept: Store, table: str) -> list[Shift]:
    """Compare the figures after every event and for every shift; return the shifts."""
    fold, naive, found = Fold(table), Recount(), list[Shift]()
    recounts: list[tuple[int, ...]] = []
    for each in told(kept, table):
        found += fold.see(each)
        naive.see(each.envelope.body)
        shown = {meter.wager: meter.cents for meter in each.after.play.meters} if each.after.play else {}
        assert fold.liability == naive.shown() == shown
        if fold.running is not None:
            assert fold.running.win == naive.won, each.event
        if isinstance(each.event, TableClosed):
            assert fold.running is not None
            seeds = sum(meter.seeds for meter in fold.running.shift().meters)
            recounts.append((naive.win_by_drop(seeds), naive.drop, naive.handle, naive.decided, naive.rounds))
    found += fold.rest()
    assert recounts == [(each.win_by_drop, each.drop, each.handle, each.wagers, each.rounds) for each in found]
    return found


@pytest.mark.parametrize("table", demo.TABLES)
def test_both_wins_agree_in_every_shift(table: str, proof: bool, share: Callable[[str], None]) -> None:
    """Shifts of robots, with corrections, claims, coupons, disputes, voids and meters."""
    count = -(-(ALL_SHIFTS if proof else SHIFTS) // len(demo.TABLES))
    for seed in range(1000, 1000 + count):
        with stores.open("memory:") as kept:
            demo.play(kept, ROUNDS, seed, [table])
            (shift,) = _check(kept, table)
        assert shift.win == shift.win_by_drop
        assert (shift.difference, shift.counted) == (0, shift.expected)
        assert shift.handle > 0
    share(f"books: {count:,} of {ALL_SHIFTS:,} simulated shifts at {table}, the two wins equal to the cent in each")


def test_shifts_of_one_table_follow_each_other() -> None:
    """Numbers begin again in each gaming day; meters go on from one shift to the next."""
    with stores.open("memory:") as kept:
        for seed in (1, 2):
            demo.play(kept, 20, seed, ["R00"])
        one, two = figures(told(kept, "R00"), "R00")
    assert [(each.day, each.number) for each in (one, two)] == [(date(2026, 1, 1), 1), (date(2026, 1, 1), 2)]
    assert one.ended is not None
    assert one.ended < two.began
    assert sum(meter.seeds for meter in one.meters) == 10_000_00
    assert [(meter.wager, meter.opening, meter.seeds) for meter in two.meters] == [
        (meter.wager, meter.closing, 0) for meter in one.meters
    ]


def test_a_short_count_is_the_difference() -> None:
    log = Logged()
    table = log.table.opened("colorado-double-zero", bank=10_000_00)
    table.sits("ann", 1, 500_00)
    table.places("ann", "red", 20_00)
    table.plays("17")
    table.do("cash-out", by("dealer"), player="ann", amount=table.rack("ann"))
    table.do("leave", by("player", "ann"), player="ann")
    table.do("close-table", by("pit-supervisor"), counted=9_520_00 - 35_00)
    (shift,) = figures(log.told(), "T1")
    assert (shift.win, shift.win_by_drop, shift.difference) == (20_00, -15_00, -35_00)
    assert (shift.opening, shift.drop, shift.handle, shift.wagers, shift.rounds) == (10_000_00, 500_00, 20_00, 1, 1)
    assert (shift.brought, shift.cashed_out, shift.buy_ins) == (0, 480_00, 1)


def test_fills_and_credits_are_no_win() -> None:
    log = Logged()
    table = log.table.opened("colorado-double-zero", bank=10_000_00)
    table.do("receive-fill", by("pit-supervisor"), amount=2_000_00, slip="F1", witness="sue")
    table.sits("ann", 1, 500_00)
    table.places("ann", "red", 20_00)
    table.places("ann", "straight", 5_00, "17")
    table.plays("17")
    table.do("send-credit", by("pit-supervisor"), amount=700_00, slip="C1", witness="sue")
    (shift,) = figures(log.told(), "T1")
    assert (shift.fills, shift.credits, shift.win, shift.win_by_drop) == (2_000_00, 700_00, -155_00, -155_00)
    assert (shift.ended, shift.counted, shift.closing) == (None, None, 10_645_00)
    assert shift.hold == Fraction(-155, 500)
    assert dict(shift.win_parts) == {"lost": 20_00, "winnings": -175_00}


def test_a_claim_that_is_paid_in_cash_is_drop_and_no_second_loss() -> None:
    """A dispute takes $25 from a player without chips: it is won then, and goes into the box later."""
    log = Logged()
    table = log.table.opened("colorado-double-zero", bank=10_000_00)
    table.sits("ann", 1, 100_00)
    table.do("cash-out", by("dealer"), player="ann", amount=100_00)
    table.do("raise-dispute", by("dealer"), player="ann", about="a payout", against="dee")
    table.do("decide-dispute", by("pit-supervisor"), number=1, decision="as recorded", amount=-25_00)
    table.do("observe-action", by("pit-supervisor"), number=1, action="done")
    table.do("settle-claim", by("pit-supervisor"), person="ann", how="cash")
    (shift,) = figures(log.told(), "T1")
    assert (shift.win, shift.win_by_drop, shift.drop) == (25_00, 25_00, 125_00)
    assert dict(by_instrument([shift])) == {"cash": 100_00, "claim": 25_00}
    assert (shift.disputes, shift.claims) == (1, (("cash", -25_00),))
    assert sum(map(won_by, log.told())) == shift.win, "the log of rounds tells the same win"


def test_wagers_that_go_back_are_no_handle() -> None:
    """A voided round is counted with what the device had shown."""
    log = Logged()
    table = log.table.opened("colorado-double-zero", bank=10_000_00)
    table.sits("ann", 1, 500_00)
    table.places("ann", "red", 20_00)
    table.closes()
    table.calls("17")
    table.do("void-round", by("key-manager"), reason="fire")
    (shift,) = figures(log.told(), "T1")
    assert (shift.handle, shift.wagers, shift.rounds, shift.win) == (0, 0, 0, 0)
    assert [(each.call, each.reason, each.result, each.count) for each in shift.voids] == [("round", "fire", "17", 1)]


def test_only_inventories_are_boundaries() -> None:
    log = Logged()
    log.table.opened("colorado-double-zero", bank=10_000_00)
    log.table.sits("ann", 1, 500_00)
    edges = [edge for each in log.told() if (edge := boundary(each)) is not None]
    assert [(edge.begins, edge.ends) for edge in edges] == [(10_000_00, None)]
