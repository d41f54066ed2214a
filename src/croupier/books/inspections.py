"""The rows of inspections: what was inspected, adjusted and replaced, item by item and part by part."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from croupier.books.tables import InspectionRow
from croupier.books.times import utc
from croupier.books.walk import Step
from croupier.conduct.two_people import Approved
from croupier.pit.acts.adjustments import DirectorInspected, Worked
from croupier.pit.acts.adjustments import log as signed
from croupier.pit.acts.inspections import TableInspected
from croupier.pit.acts.movement import LevelInspected, MovementReported

#: What nobody inspected, adjusted or attended has not.
_NOTHING: dict[str, Any] = dict.fromkeys(
    "equipment item passed external movable place witness witness_licence witness_credential".split()
)


class Inspections:
    """Reads the events of a pit in order. Whoever approved an adjustment was present as its witness."""

    def __init__(self) -> None:
        self._approved: Step[Any] | None = None

    def of(self, step: Step[Any], day: date) -> Iterator[InspectionRow]:
        """The rows of one event; `day` is its gaming day, if the event names none."""
        event = step.event
        if isinstance(event, Approved):
            self._approved = step
            return
        for line, fields in enumerate(self._fields(step), 1):
            yield InspectionRow(
                **_NOTHING
                | {
                    "event": step.envelope.version,
                    "line": line,
                    "at": utc(event.at),
                    "gaming_day": date.fromisoformat(named) if (named := getattr(event, "day", None)) else day,
                    "number": event.number,  # type: ignore[attr-defined]
                    "table": getattr(event, "table", None),
                    "person": event.by.person,
                    "role": event.by.role,
                    "licence": event.by.licence or None,
                    "credential": event.by.credential or None,
                    "remark": event.remark or None,  # type: ignore[attr-defined]
                }
                | fields
            )

    def _fields(self, step: Step[Any]) -> Iterator[dict[str, Any]]:
        """What differs from row to row, and from kind to kind."""
        match step.event:
            case TableInspected(items=items, results=results):
                for each in results:
                    yield {"kind": "opening", **_passed(each), "equipment": "; ".join(items) or None}
            case LevelInspected(wheels=wheels, results=results):
                for each in results:
                    yield {"kind": "level", **_passed(each), "equipment": "; ".join(wheels) or None}
            case MovementReported(wheels=wheels):
                yield {"kind": "movement", "equipment": "; ".join(wheels) or None}
            case DirectorInspected(wheel=wheel, passed=passed):
                yield {"kind": "director", "equipment": wheel, "passed": passed}
            case Worked() as event:
                yield from self._worked(event)

    def _worked(self, event: Worked) -> Iterator[dict[str, Any]]:
        before = () if self._approved is None else (self._approved.event,)
        (row,) = signed((*before, event))
        for part in event.parts:
            yield {
                "kind": row.work,
                "equipment": event.wheel,
                "item": part.name,
                "external": part.external,
                "movable": part.movable,
                "place": row.place,
                "witness": row.witness or None,
                "witness_licence": row.witness_licence or None,
                "witness_credential": row.witness_signature or None,
            }


def _passed(result: Any) -> dict[str, Any]:
    return {"item": result.check, "passed": result.passed}
