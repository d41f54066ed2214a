"""What a detector is: it reads what happened, in order, and says what trouble it sees. It changes nothing.

A module in `detectors/` has one class and names it as `DETECTOR`. The same logs always give the same findings, so
that finding them again raises no second alert.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib import import_module
from pkgutil import iter_modules
from typing import ClassVar, NamedTuple, Protocol

from croupier.books.walk import Told
from croupier.core.topic import Topic
from croupier.host.answer import Refused
from croupier.house import House
from croupier.pit.acts.alerts import About
from croupier.pit.state import State as Register
from croupier.store import Store
from croupier.text.facts import Fact, Facts

_KEY = re.compile(r"[A-Za-z0-9]+(?:[-./:][A-Za-z0-9]+)*")


class Finding(NamedTuple):
    """Trouble of one kind, with everything that an alert says about it."""

    kind: str
    about: About
    table: str | None
    day: str
    key: str
    times: int  # how often it was seen
    facts: Facts

    @property
    def trouble(self) -> tuple[str, str | None, str, str]:
        """Which trouble it is: findings that differ only in times and facts are one alert."""
        return (self.kind, self.table, self.day, self.key)


class OfTable(Protocol):
    """Figures of one table in a gaming day."""

    @property
    def table(self) -> str:
        """The table."""

    @property
    def day(self) -> str:
        """The gaming day."""


class ShiftFigures(OfTable, Protocol):
    """What the books know of the wagers of one shift at one table; amounts are in cents."""

    @property
    def shift(self) -> int:
        """The number of the shift in this gaming day."""

    @property
    def win(self) -> int:
        """What the table won from wagers."""

    @property
    def expected(self) -> Fraction:
        """What it wins from these wagers on average."""

    @property
    def variance(self) -> Fraction:
        """The variance of what it wins, in square cents: the square of sigma."""

    @property
    def sigmas(self) -> int:
        """How many standard deviations the house allows (`AlertLimits.hold_sigmas`)."""


class Counted(OfTable, Protocol):
    """Something that was counted, and what the record said: a box, or the chips of a table."""

    @property
    def what(self) -> str:
        """What was counted, such as the drop box with its number."""

    @property
    def counted(self) -> int:
        """The amount that was counted, in cents."""

    @property
    def recorded(self) -> int:
        """The amount by the record."""

    @property
    def most(self) -> int:
        """The difference from which on the house wants an alert (`AlertLimits.difference`)."""


class End(NamedTuple):
    """What is known when all logs are read."""

    at: int
    register: Register
    store: Store
    shifts: tuple[ShiftFigures, ...] = ()
    counts: tuple[Counted, ...] = ()


class Detector:
    """Finds one kind of trouble. `of_house`: one detector reads all tables; otherwise each table has its own."""

    kind: ClassVar[str]
    about: ClassVar[About]
    topic: ClassVar[Topic | None] = None  # the matter of the rules, if it is one
    of_house: ClassVar[bool] = False

    def see(self, told: Told) -> Iterable[Finding]:
        """Read one event of a table."""
        return ()

    def see_refused(self, told: Told, refused: Refused) -> Iterable[Finding]:
        """Read a command that the table refused after this event."""
        return ()

    def ends(self, end: End) -> Iterable[Finding]:
        """All logs are read."""
        return ()

    def found(self, table: str | None, day: str, key: str, facts: Mapping[str, Fact], times: int = 1) -> Finding:
        """A finding of this kind."""
        return Finding(self.kind, self.about, table, day, key, times, tuple(facts.items()))


class Daily(Detector):
    """A detector that counts how often something happens at a table in a gaming day."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}

    def again(self, told: Told, key: str, **facts: Fact) -> Finding:
        """One more time."""
        day = day_of(told.after.house, told.event.at)
        self._counts[day, key] = times = self._counts.get((day, key), 0) + 1
        return self.found(told.after.table_id, day, key, facts, times)


def day_of(house: House, at: int) -> str:
    """The gaming day of a time at a table of this house."""
    return house.gaming_date(at).isoformat()


def key_of(*parts: str) -> str:
    """A key from texts that may have any characters.

    >>> key_of("W-R0", "17"), len(key_of("Ann Diaz"))
    ('W-R0/17', 32)
    """
    text = "/".join(parts)
    return text if _KEY.fullmatch(text) and len(text) <= 64 else sha256(text.encode()).hexdigest()[:32]


def tenths(value: Fraction) -> str:
    """A number with one decimal, for a sentence.

    >>> tenths(Fraction(263, 10)), tenths(Fraction(1, 3))
    ('26.3', '0.3')
    """
    whole, part = divmod(round(value * 10), 10)
    return f"{whole:,}.{part}"


@cache
def detectors() -> tuple[type[Detector], ...]:
    """All detectors, found by their folder, in the order of their kinds."""
    package = import_module("croupier.books.alerts.detectors")
    modules = (import_module(f"{package.__name__}.{each.name}") for each in iter_modules(package.__path__))
    found: list[type[Detector]] = sorted((each.DETECTOR for each in modules), key=lambda each: each.kind)
    assert len({each.kind for each in found}) == len(found), "two detectors have the same kind"
    return tuple(found)


def fresh(*, of_house: bool) -> Iterator[Detector]:
    """New detectors of the house, or of one table."""
    return (each() for each in detectors() if each.of_house is of_house)
