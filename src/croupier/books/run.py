"""The books of all tables of a store: each log is read once, for figures, expected win and ratings together."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from croupier.books.expected import Expected, Since
from croupier.books.expected import Fold as ExpectedFold
from croupier.books.figures import Fold
from croupier.books.rating import Fold as RatingFold
from croupier.books.rating import Rating, together
from croupier.books.shift import Shift
from croupier.books.walk import Told, tables_of, told
from croupier.conduct.event import UnreadableEvent
from croupier.core.child import workers_start
from croupier.host import export
from croupier.store import Store
from croupier.table import stream_of
from croupier.table.houses import HouseUnsound

#: With fewer events, starting other processes takes longer than reading the logs.
PARALLEL_FROM = 20_000
#: Called with how many events were read, of how many.
Report = Callable[[int, int], None]


class CannotBook(Exception):
    """A log cannot be read to its end; the message says where, and what to do."""


@dataclass(frozen=True, slots=True)
class Booked:
    """A shift with its expected win, and whether it balances."""

    shift: Shift
    expected: Expected

    @property
    def balances(self) -> bool:
        """Whether the win by drop is the win by wagers and the difference of the count."""
        return self.shift.win_by_drop - self.shift.difference == self.shift.win


@dataclass(frozen=True, slots=True)
class TableBooks:
    """The books of one table."""

    table: str
    shifts: tuple[Booked, ...]
    ratings: tuple[Rating, ...]
    events: int
    meters_agree: bool  # whether the meters by the postings are those of the table


@dataclass(frozen=True, slots=True)
class Books:
    """The books of a store."""

    tables: tuple[TableBooks, ...]

    @property
    def shifts(self) -> tuple[Booked, ...]:
        """All shifts, by gaming day and table."""
        found = [booked for table in self.tables for booked in table.shifts]
        return tuple(sorted(found, key=lambda each: (each.shift.day, each.shift.table, each.shift.number)))

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """One rating for each person and gaming day."""
        return together(rating for table in self.tables for rating in table.ratings)

    @property
    def faults(self) -> tuple[str, ...]:
        """What does not balance, as sentences; never any, unless a log was changed or this program has a fault."""
        off = [
            f"{each.shift.table}, {each.shift.day}: the two wins differ" for each in self.shifts if not each.balances
        ]
        return (*off, *(f"{each.table}: the meters differ" for each in self.tables if not each.meters_agree))


def books(place: str, tables: Iterable[str] | None = None, report: Report | None = None) -> Books:
    """The books of an existing store or an export, by URL or file name; of all tables, or of these."""
    tell = report or (lambda done, of: None)
    with export.open(place, reading=True) as store:
        named = sorted(tables_of(store) if tables is None else tables)
        sizes = {table: store.version(stream_of(table)) for table in named}
        if place == "memory:" or sum(sizes.values()) < PARALLEL_FROM or len(named) < 2:
            return _collected(map(partial(of_table, store), named), sizes, tell)
    named.sort(key=lambda table: -sizes[table])  # the longest logs first, so that no core waits for one at the end
    workers = min(os.cpu_count() or 1, len(named))
    with ProcessPoolExecutor(workers, workers_start(), _open_store, (place,)) as pool:
        return _collected(pool.map(_of_table, named), sizes, tell)


def of_table(store: Store, table: str) -> TableBooks:
    """The books of one table."""
    figures, expected = Fold(table), ExpectedFold()
    ratings, reading = RatingFold(table, expected), _Shifts(expected)
    version, last = 0, None
    try:
        for last in told(store, table):
            version = last.envelope.version
            ratings.see(last)
            done = figures.see(last)
            reading.finish(done, figures)
            expected.see(last)
            reading.note(last, figures)
    except HouseUnsound as error:
        raise CannotBook(f"table {table}: {error}; name its house file with --house") from None
    except (UnreadableEvent, AssertionError) as error:
        raise CannotBook(f"table {table}: event {version + 1} cannot be read: {error}; run croupier audit") from None
    reading.finish(figures.rest(), figures)
    return TableBooks(table, tuple(reading.booked), ratings.ratings(), version, _agree(figures, last))


class _Shifts:
    """The expected win of each shift, beside its figures."""

    def __init__(self, expected: ExpectedFold) -> None:
        self.booked: list[Booked] = []
        self._expected = expected
        self._since = Since(expected)
        self._result: Expected | None = None

    def finish(self, done: Iterable[Shift], figures: Fold) -> None:
        """Book the shift that is finished; the next one begins."""
        for shift in done:
            self.booked.append(Booked(shift, self._result or self._since.expected()))
            self._since, self._result = Since(self._expected), None

    def note(self, told: Told, figures: Fold) -> None:
        """At the inventory that ends a shift: what was decided until then is all that belongs to it."""
        running = figures.running
        if running is not None and running.ended == told.event.at and running.counted is not None:
            self._result = self._since.expected()


def _agree(figures: Fold, last: Told | None) -> bool:
    play = None if last is None else last.after.play
    shown = {} if play is None else {meter.wager: meter.cents for meter in play.meters if meter.cents}
    return figures.liability == shown


def _collected(found: Iterable[TableBooks], sizes: dict[str, int], tell: Report) -> Books:
    return Books(tuple(sorted(_told(found, sum(sizes.values()), tell), key=lambda each: each.table)))


def _told(found: Iterable[TableBooks], of: int, tell: Report) -> Iterator[TableBooks]:
    done = 0
    for each in found:
        done += each.events
        tell(done, of)
        yield each


_store: Store | None = None  # in a worker process: the store whose tables it reads


def _open_store(place: str) -> None:
    global _store
    gc.freeze()  # objects of the parent process need no visit by every collection
    _store = export.open(place, reading=True)


def _of_table(table: str) -> TableBooks:
    assert _store is not None, "a worker opens the store first"
    return of_table(_store, table)
