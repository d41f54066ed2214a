"""A table bank that went short: it owes more than it has, and the table cannot close before a fill."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books.alerts.detector import Daily, Finding
from croupier.books.walk import Told
from croupier.table.acts.money.bank import BankWentShort
from croupier.text.facts import Money


class Short(Daily):
    """The bank went short."""

    kind, about = "bank-short", "money"

    def see(self, told: Told) -> Iterable[Finding]:
        """Count the times of a gaming day."""
        if isinstance(told.event, BankWentShort):
            yield self.again(told, "bank", short=Money(told.event.short), round=told.after.round)


DETECTOR = Short
