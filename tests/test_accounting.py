"""The accounting identities of a shift: what wagers won for the table is what inventory and drop box say."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier import store
from croupier.host import demo, stream_of
from croupier.table import begin, events, evolve, postings
from croupier.table.events_table import CashDropped, ClaimSettled, CreditSent, FillReceived, TableClosed, TableOpened

#: Postings that move chips without anybody winning or losing.
MOVED = ("opening", "closing", "chips", "fill", "credit")


@pytest.mark.parametrize("table", demo.TABLES)
def test_win_by_wagers_is_win_by_drop(table: str) -> None:
    """To the cent: drop, credits and the closing inventory, less the opening inventory and the fills."""
    with store.open("memory:") as kept:
        demo.play(kept, 40, 3, [table])
        state, counted, won = begin(table), Counter[type](), 0
        for envelope in kept.read(stream_of(table)):
            event = events.read(envelope.body)
            bank = [each for each in postings(event, state) if each.account == "bank" and each.why not in MOVED]
            won += sum(each.amount for each in bank)
            match event:
                case TableOpened():
                    counted[TableOpened] += event.bank
                case TableClosed():
                    counted[TableClosed] += event.counted
                case ClaimSettled(how="cash") if event.amount < 0:
                    counted[CashDropped] -= event.amount
                case FillReceived() | CreditSent() | CashDropped():
                    counted[type(event)] += event.amount
            state = evolve(state, event)
    drop, sent, closing = counted[CashDropped], counted[CreditSent], counted[TableClosed]
    assert drop > 0
    assert won == drop + sent + closing - counted[TableOpened] - counted[FillReceived]
