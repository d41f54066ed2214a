"""Much cash of one player in a gaming day, at all tables together.

It counts what goes into drop boxes and bill validators: cash, tickets, purchase tickets and receipts of mobile ATMs.
A coupon is no money, and value chips that a player brings were bought somewhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from croupier.books.alerts.detector import Detector, End, Finding, day_of, key_of
from croupier.books.walk import Told
from croupier.table.acts.money.buy_in import CashDropped
from croupier.text.facts import Fact, Money, Person


@dataclass
class _Bought:
    """What a player bought in for, in one gaming day; the lowest limit of the tables counts."""

    amount: int = 0
    limit: int = 10**15
    tables: set[str] = field(default_factory=set)


class CashIn(Detector):
    """A player bought in for more than the limit of a gaming day."""

    kind, about, of_house = "cash-in", "money", True

    def __init__(self) -> None:
        self._bought: dict[tuple[str, str], _Bought] = {}

    def see(self, told: Told) -> Iterable[Finding]:
        """Add up what each player hands over."""
        event, house = told.event, told.after.house if told.after.play is not None else None
        if isinstance(event, CashDropped) and event.instrument != "coupon" and house is not None:
            each = self._bought.setdefault((day_of(house, event.at), event.player), _Bought())
            each.amount += event.amount
            each.limit = min(each.limit, house.alerts.cash_in)
            each.tables.add(told.after.table_id)
        return ()

    def ends(self, end: End) -> Iterable[Finding]:
        """Compare the sums; twice the limit is seen twice."""
        for (day, player), each in self._bought.items():
            if times := each.amount // each.limit:
                facts: dict[str, Fact] = {"player": Person(player), "tables": ", ".join(sorted(each.tables))}
                facts["amount"] = Money(each.limit * times)
                yield self.found(None, day, key_of(player), facts, times)


DETECTOR = CashIn
