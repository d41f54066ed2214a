"""The gaming day: nights belong to the day before, and both changes of the clock."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from croupier.core.gaming_day import DENVER, SECOND, GamingDay


def _at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * SECOND


@pytest.mark.parametrize(
    ("utc", "day"),
    [
        ("2022-08-16T11:59:59", date(2022, 8, 15)),  # 05:59:59 in Denver, in summer
        ("2022-08-16T12:00:00", date(2022, 8, 16)),
        ("2022-12-16T12:59:59", date(2022, 12, 15)),  # in winter an hour later
        ("2022-12-16T13:00:00", date(2022, 12, 16)),
        ("2023-03-12T12:00:00", date(2023, 3, 12)),  # the clocks went forward at 02:00: the day has 23 hours
        ("2023-03-12T11:59:59", date(2023, 3, 11)),
        ("2023-11-05T13:00:00", date(2023, 11, 5)),  # back at 02:00: the day before has 25 hours
        ("2023-11-05T12:59:59", date(2023, 11, 4)),
    ],
)
def test_a_gaming_day_begins_at_the_hour_of_the_house(utc: str, day: date) -> None:
    assert DENVER.of(_at(utc)) == day


@pytest.mark.parametrize(("day", "hours"), [(date(2023, 3, 11), 23), (date(2023, 11, 4), 25), (date(2023, 6, 1), 24)])
def test_a_day_is_as_long_as_the_clocks_make_it(day: date, hours: int) -> None:
    after = date.fromordinal(day.toordinal() + 1)
    assert DENVER.begins(after) - DENVER.begins(day) == hours * 3_600 * SECOND
    assert DENVER.of(DENVER.begins(day)) == day
    assert DENVER.of(DENVER.begins(day) - SECOND) == date.fromordinal(day.toordinal() - 1)


def test_midnight_may_begin_a_day_too() -> None:
    midnight = GamingDay("America/Denver", 0)
    assert midnight.of(_at("2022-08-16T06:00:00")) == date(2022, 8, 16)
    assert midnight.of(_at("2022-08-16T05:59:59")) == date(2022, 8, 15)
