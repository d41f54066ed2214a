"""The accounting identities of a shift: the win by wagers equals the win by inventory and drop box."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier import store
from croupier.conduct import Posting
from croupier.floor import demo
from croupier.table import State, begin, events, evolve, postings, stream_of
from croupier.table.acts.money.buy_in import CashDropped
from croupier.table.acts.money.cage import CreditSent, FillReceived
from croupier.table.acts.money.claims import ClaimSettled
from croupier.table.acts.table import TableClosed, TableOpened
from croupier.table.ledger import check_wager
from tests.support.table.play import Table, by

#: Postings that move chips without anybody winning or losing.
MOVED = ("opening", "closing", "chips", "fill", "credit")


@pytest.mark.parametrize("table", demo.TABLES)
def test_win_by_wagers_is_win_by_drop(table: str) -> None:
    """A shift of robots, with corrections, claims, coupons and meters."""
    with store.open("memory:") as kept:
        demo.play(kept, 40, 3, [table])
        counted = _agrees(table, [envelope.body for envelope in kept.read(stream_of(table))])
    assert counted[CashDropped] > 0


def test_fills_and_credits_are_no_win() -> None:
    table = Table().opened("colorado-double-zero", bank=10_000_00)
    table.sits("ann", 1, 500_00)
    table.do("receive-fill", by("pit-supervisor"), amount=2_000_00, slip="F1", witness="sue")
    table.places("ann", "straight", 5_00, "17")
    table.places("ann", "red", 20_00)
    table.plays("17")
    table.do("send-credit", by("pit-supervisor"), amount=700_00, slip="C1", witness="sue")
    table.do("cash-out", by("dealer"), player="ann", amount=table.rack("ann"))
    table.do("leave", by("player", "ann"), player="ann")
    table.do("close-table", by("pit-supervisor"), counted=10_000_00 + 2_000_00 - 500_00 - 175_00 + 20_00 - 700_00)
    counted = _agrees("T1", table.log)
    assert [counted[kind] for kind in (CashDropped, FillReceived, CreditSent)] == [500_00, 2_000_00, 700_00]


def _agrees(table: str, log: list[bytes]) -> Counter[type]:
    """To the cent: drop, credits and closing inventory, minus opening inventory and fills, as counted."""
    state, counted, won = begin(table), Counter[type](), 0
    for body in log:
        event = events.read(body)
        bank = [each for each in postings(event, state) if each.account == "bank" and each.why not in MOVED]
        won += sum(each.amount for each in bank)
        match event:
            case TableOpened():
                counted[TableOpened] += event.bank
            case TableClosed():
                assert event.counted == event.expected, "the accounts expect another inventory than was counted"
                counted[TableClosed] += event.counted
            case ClaimSettled(how="cash") if event.amount < 0:
                counted[CashDropped] -= event.amount
            case FillReceived() | CreditSent() | CashDropped():
                counted[type(event)] += event.amount
        state = evolve(state, event)
    drop, sent, closing = counted[CashDropped], counted[CreditSent], counted[TableClosed]
    assert won == drop + sent + closing - counted[TableOpened] - counted[FillReceived]
    return counted


def _wagered() -> tuple[State, State, tuple[Posting, ...]]:
    table = Table().opened("colorado-double-zero", bank=10_000_00)
    table.sits("ann", 1, 500_00)
    table.sits("bob", 2, 500_00)
    before = table.state
    table.places("ann", "straight", 5_00, "17")
    return before, table.state, postings(events.read(table.log[-1]), before)


def test_a_wager_is_where_the_accounts_say() -> None:
    before, after, entries = _wagered()
    check_wager(before, after, "ann", entries)
    felt, accounts = after.felt, dict(after.balances)
    wrong = {
        "the racks of": after.but(play=felt.with_rack("bob", 1)),
        "ann's account": after.but(play=felt.with_rack("ann", 1)),
        "ann's account is": after.but(balances=tuple((accounts | {"rack:ann": 496_00}).items())),
        "the layout's account": after.but(play=felt.but(standing=(felt.standing[0].but(stake=6_00),))),
        "the layout's account is": after.but(balances=tuple((accounts | {"layout": 4_00}).items())),
        "no meter": after.but(play=felt.but(meters=(*felt.meters, *felt.meters[:1]))),
        "no claim": after.but(claims=(("ann", 1),)),
    }
    for said, state in wrong.items():
        with pytest.raises(AssertionError, match=said.removesuffix(" is")):
            check_wager(before, state, "ann", entries)
    with pytest.raises(AssertionError, match="was posted to tips"):
        check_wager(before, after, "ann", (*entries, Posting("tips", 1, ""), Posting("bank", -1, "")))
