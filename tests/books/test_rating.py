"""Ratings: what a person played at all tables in a gaming day, also over its end and over changes of the clock."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest

from croupier import store as stores
from croupier.books.expected import Fold as ExpectedFold
from croupier.books.expected import Since
from croupier.books.figures import figures
from croupier.books.rating import Fold, Rating, one_name, together
from croupier.books.walk import Told, told
from croupier.conduct.by import same_person
from croupier.floor import demo
from croupier.floor.houses import charge
from tests.support.table.logged import Logged
from tests.support.table.play import PEOPLE, by, written

DENVER, HOUR = ZoneInfo("America/Denver"), 3_600_000_000


def _ratings(log: list[Told], table: str = "T1") -> tuple[Rating, ...]:
    expected = ExpectedFold()
    fold = Fold(table, expected)
    for each in log:
        fold.see(each)
        expected.see(each)
    return fold.ratings()


def _time(year: int, month: int, day: int, hour: int, minute: int = 0) -> int:
    local = datetime(year, month, day, hour, minute, tzinfo=DENVER)
    return int(local.astimezone(UTC).timestamp()) * 1_000_000


class Evening(Logged):
    """A table of roulette whose events have times of the clock in Denver."""

    def __init__(self, opens: int) -> None:
        super().__init__()
        self.table._at = lambda at: self.now  # type: ignore[method-assign]
        self.now = opens
        text = written("colorado-double-zero")
        self.table.do("open-table", by("pit-supervisor"), house=text, bank=10**7, **charge(text, PEOPLE["dealer"]))

    def red(self, player: str, at: int, number: str = "17") -> None:
        """A player wagers $20 on red, and the ball comes to rest."""
        self.now = at
        self.table.places(player, "red", 20_00)
        self.table.plays(number)


def test_a_player_is_rated_by_the_exact_edge() -> None:
    evening = Evening(_time(2026, 1, 1, 18))
    evening.table.sits("Ann Lee", 1, 500_00)
    for minutes in range(3):
        evening.red("Ann Lee", _time(2026, 1, 1, 19, minutes), "18" if minutes else "17")
    evening.now = _time(2026, 1, 1, 20)
    evening.table.places("Ann Lee", "straight", 1_00, "17")
    evening.table.plays("17")
    evening.table.do("cash-out", by("dealer"), player="Ann Lee", amount=evening.table.rack("Ann Lee"))
    evening.table.do("leave", by("player", "Ann Lee"), player="Ann Lee")
    (found,) = _ratings(evening.told())
    assert (found.person, found.day, found.rounds, found.handle) == ("Ann Lee", date(2026, 1, 1), 4, 61_00)
    assert found.won == 20_00 - 2 * 20_00 - 35_00
    assert found.theoretical == Fraction(61_00, 19)
    assert found.average_bet == Fraction(61_00, 4)
    assert found.time == 2 * HOUR
    assert (found.cash_in, found.bought_in, found.award) == ((("cash", 500_00),), 500_00, 35_00)


def test_names_of_one_person_are_one_rating() -> None:
    one, other = (Evening(_time(2026, 1, 1, 18)) for _ in range(2))
    one.table.sits("Ann Lee", 1, 500_00)
    other.table.sits("ann  lee", 1, 300_00)
    one.red("Ann Lee", _time(2026, 1, 1, 19))
    other.red("ann  lee", _time(2026, 1, 1, 21))
    (found,) = together([*_ratings(one.told(), "R1"), *_ratings(other.told(), "R2")])
    assert (found.tables, found.rounds, found.handle, found.bought_in) == (("R1", "R2"), 2, 40_00, 800_00)
    assert found.time == 4 * HOUR
    for names in (("Ann Lee", "ann  lee"), ("Ann Lee", "Ann Le"), ("Straße", "STRASSE")):
        assert (one_name(names[0]) == one_name(names[1])) == same_person(*names)


@pytest.mark.parametrize(
    ("opens", "rolls_over", "days"),
    [
        (_time(2026, 1, 1, 22), _time(2026, 1, 2, 6), ((2026, 1, 1, 8), (2026, 1, 2, 2))),
        (_time(2026, 10, 31, 22), _time(2026, 11, 1, 6), ((2026, 10, 31, 9), (2026, 11, 1, 2))),
        (_time(2027, 3, 13, 22), _time(2027, 3, 14, 6), ((2027, 3, 13, 7), (2027, 3, 14, 2))),
    ],
    ids=["a usual night", "an hour is shown twice", "an hour is skipped"],
)
def test_a_night_is_cut_where_the_gaming_day_ends(
    opens: int, rolls_over: int, days: tuple[tuple[int, int, int, int], ...]
) -> None:
    """The shift belongs to the day in which it began; the hours of a player belong to both days."""
    evening = Evening(opens)
    evening.table.sits("ann", 1, 500_00)
    evening.red("ann", rolls_over - 60_000_000)
    evening.red("ann", rolls_over)
    evening.now = rolls_over + 2 * HOUR
    evening.table.do("cash-out", by("dealer"), player="ann", amount=evening.table.rack("ann"))
    evening.table.do("leave", by("player", "ann"), player="ann")
    evening.table.do("close-table", by("pit-supervisor"), counted=evening.table.state.balance("bank"))
    found = _ratings(evening.told())
    assert [(each.day, each.time, each.handle) for each in found] == [
        (date(*day), hours * HOUR, 20_00) for *day, hours in days
    ]
    (shift,) = figures(evening.told(), "T1")
    assert shift.day == found[0].day
    assert shift.ended is not None
    assert shift.ended - shift.began == sum(hours for *_, hours in days) * HOUR


def test_two_shifts_on_both_sides_of_a_change_of_the_clock() -> None:
    """One ends at 05:59 after the hour that is shown twice, the next one begins at 06:00: another gaming day."""
    evening = Evening(_time(2026, 10, 31, 23))
    evening.now = _time(2026, 11, 1, 5, 59)
    evening.table.do("close-table", by("pit-supervisor"), counted=10**7)
    evening.now = _time(2026, 11, 1, 6)
    evening.table.opened("colorado-double-zero", bank=10**7)
    found = list(figures(evening.told(), "T1"))
    assert [(each.day, each.number) for each in found] == [(date(2026, 10, 31), 1), (date(2026, 11, 1), 1)]
    assert found[0].ended is not None
    assert found[0].ended - found[0].began == 8 * HOUR - 60_000_000


@pytest.mark.parametrize("table", demo.TABLES)
def test_ratings_add_up_to_the_table(table: str) -> None:
    """What players wagered, won and were expected to lose is that of the table, apart from wagers for the dealers."""
    with stores.open("memory:") as kept:
        demo.play(kept, 30, 5, [table])
        log = list(told(kept, table))
    expected = ExpectedFold()
    since = Since(expected)
    for each in log:
        expected.see(each)
    tips = [row for each in log for row in getattr(each.event, "rows", ()) if row.tip and row.grade != "returned"]
    tips_back = [row for each in log for row in getattr(each.event, "reversed", ()) if row.tip]
    whole, found = since.expected(), _ratings(log, table)
    assert tips
    tipped = sum(row.stake for row in tips) - sum(row.stake for row in tips_back if row.grade != "returned")
    assert sum(each.handle for each in found) == sum(each.handle for each in whole.wagers) - tipped
    assert sum(each.bought_in for each in found) == next(figures(log, table)).drop
    assert all(each.time > 0 for each in found)
    assert 0 < sum(each.theoretical for each in found) < whole.expected
