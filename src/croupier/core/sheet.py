"""A parsed house file: its values by key, all faults found in it, and the line of each key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from fractions import Fraction
from os import PathLike

from croupier.core.citation import Authority, Citation
from croupier.text.money import read_dollars
from croupier.text.visible import visible, written

Path = tuple[str, ...]
#: Limits of a file: its bytes, the dots within one key, the faults that are listed, the characters of a quotation,
#: and the largest number, which is also the largest amount in dollars.
MOST_BYTES, MOST_DOTS, MOST_FAULTS, MOST_TEXT, MOST_NUMBER = 1 << 18, 64, 100, 500, 10**9
FEW = 10  # up to this many choices are listed in a message; of more choices, only the nearest one


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a house file: place, text, and the paragraph it breaks."""

    line: int | None
    key: str
    message: str
    cite: Authority | None

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        behind = f" [{self.cite}]" if self.cite else ""
        return f"{where}{self.key}: {self.message}{behind}"


def read_file(path: str | PathLike[str]) -> str:
    """The text of a file; ValueError if it is too long or not UTF-8. No more of it is read than may be there."""
    with open(path, "rb") as file:
        read = file.read(MOST_BYTES + 1)
    if len(read) > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES >> 10} KiB")
    return read.decode().replace("\r\n", "\n")


def parsed(text: str) -> dict[str, object]:
    """The values of a TOML text; ValueError if it cannot be read, or would take long to read."""
    if len(text) > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES >> 10} KiB")
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") > MOST_DOTS and any(part.count(".") > MOST_DOTS for part in _BETWEEN.split(line)):
            raise ValueError(f"line {number} has more than {MOST_DOTS} dots in a row")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


_BETWEEN = re.compile(r"[,=\[\]{}]")
_HEADER = re.compile(r"\s*\[\[?\s*(.+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def lines_of(text: str) -> dict[Path, int]:
    """The line number of each table and key of a TOML text."""
    found: dict[Path, int] = {}
    table: Path = ()
    for number, whole in enumerate(text.splitlines(), start=1):
        line = whole[:MOST_TEXT]  # a pattern may take long for a longer one
        if header := _HEADER.fullmatch(line):
            table = _parts(header[1])
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault(table + _parts(key[1]), number)
    return found


@dataclass
class Sheet:
    """Reads values from a parsed file one by one and collects faults; it never guesses."""

    data: Mapping[str, object]
    lines: Mapping[Path, int]
    faults: list[Fault] = field(default_factory=list)

    def fault(self, path: Path, message: str, cite: str | Authority | None = None) -> None:
        """Add a fault at the key, or at the nearest table above it that is in the file."""
        if self.full:
            return
        below = [] if path in self.lines else [line for each, line in self.lines.items() if each[: len(path)] == path]
        at = path
        while at and at not in self.lines:
            at = at[:-1]
        cited = Citation(cite) if isinstance(cite, str) else cite
        line = self.lines.get(path) or min(below, default=None) or self.lines.get(at)
        found = Fault(line, visible(".".join(path), MOST_TEXT), visible(message, MOST_TEXT), cited)
        if found not in self.faults:
            self.faults.append(found)

    @property
    def full(self) -> bool:
        """Whether no more faults are listed."""
        return len(self.faults) >= MOST_FAULTS

    def known(self, path: Path, table: Mapping[str, object], keys: Iterable[str]) -> None:
        """Add a fault for every unknown key, with the nearest known one."""
        allowed = list(keys)
        for key in table:
            if key not in allowed and not self.full:
                near = get_close_matches(key, allowed, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(allowed)}"
                self.fault((*path, key), f"nothing is called {key!r} here; {hint}")

    def table(self, *path: str) -> Mapping[str, object]:
        """A table; empty if it is left out."""
        value: object = self.data
        for key in path:
            value = value.get(key, {}) if isinstance(value, Mapping) else {}
        if isinstance(value, Mapping):
            return value
        self.fault(path, "must be a table")
        return {}

    def text(self, path: Path, value: object, choices: Iterable[str] | None = None) -> str | None:
        """A string; one of `choices`, if given."""
        allowed = None if choices is None else list(choices)
        if not isinstance(value, str):
            wanted = "text" if allowed is None else f"one of {', '.join(allowed)}"
            self.fault(
                path, f"is missing: say {wanted}" if value is None else f"must be {wanted}, not {written(value)}"
            )
            return None
        if not value.isprintable():
            self.fault(path, f"has characters that cannot be seen: {written(value)}")
            return None
        if allowed is not None and value not in allowed:
            near = get_close_matches(value, allowed, n=1)
            choose = f"choose one of {', '.join(allowed)}" if allowed else "none is known here"
            hint = f"did you mean {near[0]!r}?" if near else choose
            if near and len(allowed) <= FEW:
                hint = f"{hint} There are {', '.join(allowed)}"
            self.fault(path, f"there is no {value!r}; {hint}")
            return None
        return value

    def flag(self, path: Path, value: object) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.fault(path, f"must be true or false, not {written(value)}")
        return value is True

    def whole(self, path: Path, value: object, least: int = 0, most: int = MOST_NUMBER) -> int | None:
        """A whole number within bounds; a boolean or a float is a fault."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(path, f"must be a whole number, not {written(value)}")
            return None
        if value < least:
            self.fault(path, f"must be at least {least}, not {written(value)}")
            return None
        if value > most:
            self.fault(path, f"must be at most {most:,}, not {written(value)}")
            return None
        return value

    def money(self, path: Path, value: object) -> int | None:
        """An amount in dollars, a whole number or text such as "0.50"; returns cents."""
        if isinstance(value, str):
            try:
                amount = read_dollars(value)
            except ValueError:
                self.fault(path, f"is no dollar amount: {written(value)}")
                return None
        elif isinstance(value, bool) or not isinstance(value, int):
            self.fault(path, f'money is a whole number of dollars, or text such as "0.50", not {written(value)}')
            return None
        else:
            amount = Fraction(value * 100)
        if amount <= 0 or amount.denominator != 1:
            self.fault(path, f"must be a positive number of whole cents, not {written(value)}")
            return None
        if amount > 100 * MOST_NUMBER:
            self.fault(path, f"must be at most ${MOST_NUMBER:,}, not {written(value)}")
            return None
        return int(amount)

    def day(self, path: Path, value: object) -> date | None:
        """A date, bare as TOML writes it or in quotes as JSON does."""
        if type(value) is date:
            return value
        if isinstance(value, str):
            with suppress(ValueError):
                return date.fromisoformat(value)
        self.fault(path, f"must be a date such as 2022-09-01, not {written(value)}")
        return None
