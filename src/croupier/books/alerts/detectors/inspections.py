"""An open table that was not inspected in this gaming day, when the hour of the alert has come."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books.alerts.detector import Detector, End, Finding
from croupier.core.refusal import Refusal
from croupier.core.topic import Topic
from croupier.pit import inspected
from croupier.table.houses import house_of
from croupier.text.facts import Fact


class InspectionDue(Detector):
    """An inspection is due."""

    kind, about, topic, of_house = "inspection-due", "equipment", Topic.INSPECTED, True

    def ends(self, end: End) -> Iterable[Finding]:
        """Ask the register about every table."""
        for table in end.register.tables():
            house = house_of(end.register.versions(table)[-1].house)
            if isinstance(house, Refusal):
                continue
            due = inspected.due(end.register, table, house, end.at)
            if due is not None and due.alert and house.inspection_alert is not None:
                said: dict[str, Fact] = {"hour": house.inspection_alert, "paragraph": due.cite}
                yield self.found(table, due.day, "inspection", said)


DETECTOR = InspectionDue
