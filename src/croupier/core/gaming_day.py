"""The gaming day: it begins at an hour of the house's own clock, so a night belongs to the day before.

>>> GamingDay("America/Denver", 6).of(1_667_113_200_000_000).isoformat()  # 2022-10-30 01:00 in Denver
'2022-10-29'
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

#: Microseconds in a second.
SECOND = 1_000_000
#: The latest time of which a day is asked, in microseconds: no date is printed after the year 9999.
_LATEST = 253_000_000_000_000_000


@dataclass(frozen=True, slots=True)
class GamingDay:
    """When a gaming day begins: a time zone, and the hour and minute on its clocks."""

    zone: str
    hour: int
    minute: int = 0

    def of(self, at: int) -> date:
        """The gaming day of a time, in microseconds since 1970."""
        local = _local(at, self.zone)
        begun = (local.hour, local.minute) >= (self.hour, self.minute)
        return local.date() if begun else local.date() - timedelta(days=1)

    def begins(self, day: date) -> int:
        """The time at which a gaming day begins, in microseconds since 1970."""
        return self.at(day, self.hour) + self.minute * 60 * SECOND

    def at(self, day: date, hour: int) -> int:
        """The time of a full hour on the clocks of a calendar day, in microseconds since 1970.

        An hour that the clocks skip begins when they skip it; of an hour that they show twice, it is the first.
        """
        local = datetime.combine(day, time(hour), _zone(self.zone))
        return int(local.timestamp()) * SECOND


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _local(at: int, zone: str) -> datetime:
    return datetime.fromtimestamp(min(at, _LATEST) // SECOND, UTC).astimezone(_zone(zone))


#: Of a house that has not chosen another one.
DENVER = GamingDay("America/Denver", 6)
