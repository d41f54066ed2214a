"""Rounds that follow each other too fast, and spins or throws whose outcome comes too late."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books.alerts.detector import Daily, Finding
from croupier.books.walk import Told
from croupier.core.gaming_day import SECOND
from croupier.table.acts.clock import ClockAcknowledged, ClockStepped
from croupier.table.acts.irregularities.stops import Resumed
from croupier.table.acts.round.calling import OutcomeCalled
from croupier.table.acts.table import TableOpened

#: After these, earlier times say nothing about the pace.
_ANEW = (TableOpened, Resumed, ClockStepped, ClockAcknowledged)


class Pace(Daily):
    """The pace of a table is not within the limits of the house."""

    kind, about = "pace", "play"

    def __init__(self) -> None:
        super().__init__()
        self._called: int | None = None  # when the last outcome was called
        self._begun: int | None = None  # when the ball, wheel or dice began to move

    def see(self, told: Told) -> Iterable[Finding]:
        """Compare the times of spins and outcomes."""
        event, before, after = told.event, told.before, told.after
        if isinstance(event, _ANEW):
            self._called = self._begun = None
            return
        if after.play is None:
            return
        runs = after.course.runs
        if after.phase in runs and before.phase not in runs:
            self._begun = event.at
        if not isinstance(event, OutcomeCalled):
            return
        limits = after.house.alerts
        if self._called is not None and (took := event.at - self._called) < limits.shortest_round * SECOND:
            yield self.again(told, "fast", **_said(took, limits.shortest_round, event.round, "to the next outcome"))
        if self._begun is not None and (took := event.at - self._begun) > limits.longest_spin * SECOND:
            yield self.again(told, "slow", **_said(took, limits.longest_spin, event.round, "from spin to outcome"))
        self._called, self._begun = event.at, None


def _said(took: int, limit: int, number: int, what: str) -> dict[str, int | str]:
    return {"seconds": took // SECOND, "limit": limit, "round": number, "what": what}


DETECTOR = Pace
