"""The compliance matrix: for every paragraph, what implements it, which tests show it, and what is missing."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Literal, TypeAlias, get_args

import croupier
from croupier import rulebook
from croupier.core.citation import IMPLEMENTERS, PARAGRAPHS
from croupier.games import NAMES, game
from croupier.rulebook.reader import editions, in_force

MATRIX = Path(rulebook.__file__).with_name("matrix.json")

#: A heading whose text ends with its title has no duty of its own: it is counted apart.
Status: TypeAlias = Literal["met", "partly", "planned", "deleted", "by-its-children"]
STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class Row:
    """One paragraph of the matrix."""

    id: str
    title: str
    kind: str | None
    heading: str | None
    edition: str
    effective: str | None
    implemented_by: list[str]
    tests: list[str]
    status: Status
    missing: str | None

    def to_json(self) -> dict[str, Any]:
        """The row as the command prints it in JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Report:
    """Which tests cite which paragraph, and the commit and date of that list."""

    commit: str
    date: str
    tests: dict[str, list[str]]


@cache
def report() -> Report:
    """The list of citing tests in the package, which `make matrix` writes and a test compares with the suite."""
    data = json.loads(MATRIX.read_text(encoding="utf-8"))
    return Report(data["commit"], data["date"], data["tests"])


@cache
def implementers() -> dict[str, tuple[str, ...]]:
    """The implementers of each paragraph: functions, declared wagers, declared exceptions of a variant."""
    for module in walk_packages(croupier.__path__, "croupier."):
        if ".cli" not in module.name and not module.name.endswith("__main__"):
            import_module(module.name)
    found = {paragraph: list(names) for paragraph, names in IMPLEMENTERS.items()}
    for name in NAMES:
        for wager in game(name).wagers.values():
            for cite in dict.fromkeys((*wager.cites, *wager.cites_by_row)):
                found.setdefault(cite, []).append(f"{name}: {wager.id}")
    for edition in editions():
        for row in edition.data.get("exception", ()):
            found.setdefault(row["cite"], []).append(f"{row['variant']}: {row['id']}")
    return {paragraph: tuple(names) for paragraph, names in found.items()}


def rows(on: date | None = None) -> list[Row]:
    """The matrix of all editions, or of the rules in force on one date."""
    proven = report().tests
    law = [each for each in rulebook.paragraphs().values() if on is None or in_force(each, on)]
    return [
        Row(
            each.id,
            each.title,
            each.kind,
            each.heading,
            each.edition,
            None if each.effective is None else each.effective.isoformat(),
            list(implementers().get(each.id, ())),
            list(proven.get(each.id, ())),
            status(each, code=each.id in implementers(), tested=each.id in proven),
            each.partly or each.planned,
        )
        for each in law
    ]


def status(paragraph: rulebook.Paragraph, *, code: bool, tested: bool) -> Status:
    """The status of a paragraph's own text: what is printed under a heading changes nothing about it."""
    if paragraph.deleted:
        return "deleted"
    if paragraph.heading == "title":
        return "by-its-children"
    if not (code and tested) or paragraph.planned:
        return "planned"
    return "partly" if paragraph.partly else "met"


@cache
def children(paragraph: str) -> tuple[str, ...]:
    """The paragraphs printed under a heading, at any depth."""
    return tuple(each for each in PARAGRAPHS if each.startswith((f"{paragraph}(", f"{paragraph}/")))
