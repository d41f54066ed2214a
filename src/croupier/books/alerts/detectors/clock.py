"""A clock that stepped: the times in the log from before and after do not fit together."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books.alerts.detector import Daily, Finding
from croupier.books.walk import Told
from croupier.table.acts.clock import ClockStepped


class Stepped(Daily):
    """The clock of a table stepped."""

    kind, about = "clock-stepped", "servers"

    def see(self, told: Told) -> Iterable[Finding]:
        """Count the steps of a gaming day; a table that was never opened has no gaming day, and no play."""
        event = told.event
        if isinstance(event, ClockStepped) and told.after.play is not None:
            size = event.after - event.before
            way = "forward" if size > 0 else "back"
            yield self.again(told, "clock", milliseconds=abs(size) // 1_000, way=way)


DETECTOR = Stepped
