"""A count that differs from the record: the bank of a table at its closing, an inventory, or a box."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books.alerts.detector import Daily, End, Finding, key_of
from croupier.books.walk import Told
from croupier.table.acts.table import TableClosed
from croupier.text.facts import Fact, Money


class Difference(Daily):
    """What was counted differs from the record by more than the house allows."""

    kind, about, of_house = "count-difference", "money", True

    def see(self, told: Told) -> Iterable[Finding]:
        """Compare the count of a closing with the record."""
        event, table = told.event, told.after.table_id
        if not isinstance(event, TableClosed):
            return
        if abs(event.counted - event.expected) > told.after.house.alerts.difference:
            key = f"{table}/bank"
            yield self.again(told, key_of(key), **_said("the bank at the closing", event.counted, event.expected))

    def ends(self, end: End) -> Iterable[Finding]:
        """Compare the counts of boxes and inventories."""
        for each in end.counts:
            if abs(each.counted - each.recorded) > each.most:
                said = _said(each.what, each.counted, each.recorded)
                yield self.found(each.table, each.day, key_of(each.what), said)


def _said(what: str, counted: int, recorded: int) -> dict[str, Fact]:
    amounts = {"counted": Money(counted), "recorded": Money(recorded), "difference": Money(abs(counted - recorded))}
    return {"what": what, **amounts, "way": "more" if counted > recorded else "less"}


DETECTOR = Difference
