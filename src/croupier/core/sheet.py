"""A parsed house file: its values by key, all faults found in it, and the line of each key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from fractions import Fraction

from croupier.core.citation import Authority, Citation
from croupier.text.money import read_dollars

Path = tuple[str, ...]
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


_HEADER = re.compile(r"\s*\[\[?\s*(.+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def lines_of(text: str) -> dict[Path, int]:
    """The line number of each table and key of a TOML text."""
    found: dict[Path, int] = {}
    table: Path = ()
    for number, line in enumerate(text.splitlines(), start=1):
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
        below = [line for each, line in self.lines.items() if each[: len(path)] == path]
        at = path
        while at and at not in self.lines:
            at = at[:-1]
        cited = Citation(cite) if isinstance(cite, str) else cite
        line = self.lines.get(path) or min(below, default=None) or self.lines.get(at)
        found = Fault(line, ".".join(path), message, cited)
        if found not in self.faults:
            self.faults.append(found)

    def known(self, path: Path, table: Mapping[str, object], keys: Iterable[str]) -> None:
        """Add a fault for every unknown key, with the nearest known one."""
        allowed = list(keys)
        for key in table:
            if key not in allowed:
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
            self.fault(path, f"is missing: say {wanted}" if value is None else f"must be {wanted}, not {value!r}")
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
            self.fault(path, f"must be true or false, not {value!r}")
        return value is True

    def whole(self, path: Path, value: object, least: int = 0) -> int | None:
        """A whole number; a boolean or a float is a fault."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(path, f"must be a whole number, not {value!r}")
            return None
        if value < least:
            self.fault(path, f"must be at least {least}, not {value}")
            return None
        return value

    def money(self, path: Path, value: object) -> int | None:
        """An amount in dollars, a whole number or text such as "0.50"; returns cents."""
        if isinstance(value, str):
            try:
                amount = read_dollars(value)
            except ValueError:
                self.fault(path, f"is no dollar amount: {value!r}")
                return None
        elif isinstance(value, bool) or not isinstance(value, int):
            self.fault(path, f'money is a whole number of dollars, or text such as "0.50", not {value!r}')
            return None
        else:
            amount = Fraction(value * 100)
        if amount <= 0 or amount.denominator != 1:
            self.fault(path, f"must be a positive number of whole cents, not {value!r}")
            return None
        return int(amount)

    def day(self, path: Path, value: object) -> date | None:
        """A date, bare as TOML writes it or in quotes as JSON does."""
        if type(value) is date:
            return value
        if isinstance(value, str):
            with suppress(ValueError):
                return date.fromisoformat(value)
        self.fault(path, f"must be a date such as 2022-09-01, not {value!r}")
        return None
