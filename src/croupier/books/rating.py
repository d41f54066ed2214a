"""The rating of players: what each wagered in a gaming day, at all tables together, and what that was worth.

Theoretical win is the exact expectation of the wagers, as in `expected.py`. Wagers for the dealers belong to nobody,
and disputes and claims are no wagers. A gaming day is that of the event, so an evening at one table can count in two.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from croupier.books.expected import Fold as ExpectedFold
from croupier.books.expected import Since
from croupier.books.figures import RETURNED
from croupier.books.shift import Parts, parts
from croupier.books.walk import Told
from croupier.house import House
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.money.buy_in import CashDropped
from croupier.table.acts.round.settling import Settled
from croupier.table.acts.seats import Left, Seated
from croupier.table.rows import Row

#: Microseconds in a minute: gaming days begin on whole ones.
MINUTE = 60_000_000


@dataclass(frozen=True, slots=True)
class Rating:
    """One person in one gaming day. Amounts are cents; wins are the table's."""

    person: str
    day: date
    tables: tuple[str, ...]
    rounds: int  # settled with a wager of the person on the layout
    handle: int
    won: int
    theoretical: Fraction
    time: int  # at the tables, in microseconds
    cash_in: Parts  # by instrument
    award: int  # the largest amount won on one wager

    @property
    def average_bet(self) -> Fraction:
        """The amount wagered for each round played."""
        return Fraction(self.handle, self.rounds) if self.rounds else Fraction(0)

    @property
    def bought_in(self) -> int:
        """Cash-in with all instruments."""
        return sum(amount for _, amount in self.cash_in)


def one_name(person: str) -> tuple[str, ...]:
    """What names of the same person have in common; `conduct.by.same_person` compares the same."""
    return tuple(person.casefold().split())


def together(ratings: Iterable[Rating]) -> tuple[Rating, ...]:
    """One rating for each person and day, from those of single tables; the highest theoretical win of a day first."""
    found: dict[tuple[date, tuple[str, ...]], Rating] = {}
    for each in ratings:
        key = each.day, one_name(each.person)
        found[key] = _added(found[key], each) if key in found else each
    return tuple(sorted(found.values(), key=lambda each: (each.day, -each.theoretical, each.person)))


def _added(one: Rating, other: Rating) -> Rating:
    cash_in = Counter(dict(one.cash_in))
    cash_in.update(dict(other.cash_in))
    return replace(
        one,
        tables=tuple(sorted({*one.tables, *other.tables})),
        rounds=one.rounds + other.rounds,
        handle=one.handle + other.handle,
        won=one.won + other.won,
        theoretical=one.theoretical + other.theoretical,
        time=one.time + other.time,
        cash_in=parts(cash_in),
        award=max(one.award, other.award),
    )


class Fold:
    """Reads a table's log event by event; `expected` reads the same events before this."""

    def __init__(self, table: str, expected: ExpectedFold) -> None:
        self.table, self._expected = table, expected
        self._since = Since(expected)
        self._days: defaultdict[date, _Day] = defaultdict(_Day)
        self._seated: dict[str, int] = {}  # since when
        self._house: House | None = None
        self._day: date | None = None
        self._minute = -1
        self._at = 0

    def see(self, told: Told) -> None:
        """Count an event. Call it before `expected` has read the event."""
        event, self._at = told.event, told.event.at
        if told.after.play is not None:
            self._house = told.after.house
        if self._house is None:
            return
        if event.at // MINUTE != self._minute:
            self._minute = event.at // MINUTE
            self._begin(self._house.gaming_date(event.at))
        day = self._today
        match event:
            case Seated():
                self._seated[event.player] = event.at
            case Left():
                self._leaves(event.player, event.at)
            case CashDropped():
                day.cash_in[event.player, event.instrument] += event.amount
            case Settled(stage="round"):
                assert told.before.play is not None, "a settled table has been opened"
                for player in {each.seat for each in told.before.play.standing if not each.tip}:
                    day.rounds[player] += 1
        if rows := getattr(event, "rows", ()):
            day.awarded(rows, 1)
        if isinstance(event, OutcomeCorrected):
            day.awarded(event.reversed, -1)

    def ratings(self) -> tuple[Rating, ...]:
        """Everybody who has played; who is still seated has played until the last event."""
        for player in list(self._seated):
            since = self._seated[player]
            self._leaves(player, self._at)
            self._seated[player] = max(since, self._at)
        self._end_day()
        return tuple(rating for day in sorted(self._days) for rating in self._days[day].ratings(self.table, day))

    @property
    def _today(self) -> _Day:
        assert self._day is not None, "an event has a gaming day"
        return self._days[self._day]

    def _begin(self, day: date) -> None:
        if day != self._day:
            self._end_day()
            self._day = day

    def _end_day(self) -> None:
        if self._day is None:
            return
        for player, figures in self._since.by_player().items():
            self._today.play(player, figures)
        self._since = Since(self._expected)

    def _leaves(self, player: str, at: int) -> None:
        """Count the time at the table, in each of the gaming days over which it went."""
        assert self._house is not None, "nobody sits at a table that was never opened"
        for day, begins, ends in _days(self._house, self._seated.pop(player, at), at):
            self._days[day].time[player] += ends - begins


class _Day:
    """What players did at one table in one gaming day."""

    def __init__(self) -> None:
        self.rounds, self.time = Counter[str](), Counter[str]()
        self.handle, self.won = Counter[str](), Counter[str]()
        self.theoretical: dict[str, Fraction] = {}
        self.cash_in = Counter[tuple[str, str]]()
        self.awards: dict[str, Counter[int]] = {}

    def play(self, player: str, figures: tuple[int, int, Fraction]) -> None:
        """Add what a player wagered, and what the table won and expected to win."""
        handle, won, theoretical = figures
        self.handle[player] += handle
        self.won[player] += won
        self.theoretical[player] = self.theoretical.get(player, Fraction(0)) + theoretical

    def awarded(self, rows: Iterable[Row], sign: int) -> None:
        """Note what was won on single wagers, or that a correction took it back."""
        for row in rows:
            if row.winnings > 0 and not row.tip and row.grade != RETURNED:
                self.awards.setdefault(row.player, Counter())[row.winnings + row.rounding] += sign

    def ratings(self, table: str, day: date) -> Iterator[Rating]:
        """Everybody who was here."""
        bought = [player for player, _ in self.cash_in]
        for player in sorted({*self.rounds, *self.time, *self.handle, *self.theoretical, *bought, *self.awards}):
            awards = self.awards.get(player, Counter())
            yield Rating(
                person=player,
                day=day,
                tables=(table,),
                rounds=self.rounds[player],
                handle=self.handle[player],
                won=self.won[player],
                theoretical=self.theoretical.get(player, Fraction(0)),
                time=self.time[player],
                cash_in=parts({of: amount for (who, of), amount in self.cash_in.items() if who == player}),
                award=max((amount for amount, often in awards.items() if often > 0), default=0),
            )


def _days(house: House, begins: int, ends: int) -> Iterator[tuple[date, int, int]]:
    """Cut a time into gaming days, to the minute at which one begins."""
    while begins < ends:
        day, last = house.gaming_date(begins), ends
        if house.gaming_date(ends - 1) != day:
            low, high = begins // MINUTE, (ends - 1) // MINUTE  # of `low` it is this day, of `high` a later one
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if house.gaming_date(middle * MINUTE) == day else (low, middle)
            last = high * MINUTE
        yield day, begins, last
        begins = last
