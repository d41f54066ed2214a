"""Times as files and people read them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

_EPOCH = datetime.fromtimestamp(0, UTC)


def utc(at: int) -> datetime:
    """A time, in microseconds since 1970, as a datetime."""
    return _EPOCH + timedelta(microseconds=at)


def iso(at: int) -> str:
    """A time as ISO 8601 in UTC, always with six decimals.

    >>> iso(1_767_290_400_000_000)
    '2026-01-01T18:00:00.000000Z'
    """
    return iso_of(utc(at))


def iso_of(moment: datetime) -> str:
    """The same of a datetime in UTC."""
    return f"{moment:%Y-%m-%dT%H:%M:%S.%f}Z"


def local(at: int, zone: str) -> datetime:
    """A time on the clocks of a zone."""
    return utc(at).astimezone(ZoneInfo(zone))
