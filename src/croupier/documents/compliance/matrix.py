"""The compliance matrix: for every paragraph, what implements it and which tests prove it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import croupier
from croupier import rulebook
from croupier.core.citation import IMPLEMENTERS, PARAGRAPHS
from croupier.games import NAMES, game
from croupier.rulebook.reader import editions, in_force

MATRIX = Path(rulebook.__file__).with_name("matrix.json")


@dataclass(frozen=True, slots=True)
class Row:
    """One paragraph of the matrix."""

    id: str
    title: str
    kind: str
    edition: str
    effective: str | None
    implemented_by: list[str]
    tests: list[str]
    status: str

    def to_json(self) -> dict[str, Any]:
        """The row as the command prints it in JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Report:
    """The test report of `make test`: which passed tests cite which paragraph, at which commit and date."""

    commit: str | None
    date: str | None
    tests: dict[str, list[str]]


def report() -> Report:
    """The last test report, or an empty one if there is none."""
    if not MATRIX.is_file():
        return Report(None, None, {})
    data = json.loads(MATRIX.read_text(encoding="utf-8"))
    return Report(data["commit"], data["date"], data["tests"])


@cache
def implementers() -> dict[str, tuple[str, ...]]:
    """The implementers of each paragraph: functions, declared wagers, declared exceptions of a variant."""
    for module in walk_packages(croupier.__path__, "croupier."):
        if ".cli" not in module.name:
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
    met = {paragraph for paragraph in PARAGRAPHS if implementers().get(paragraph) and proven.get(paragraph)}
    law = [each for each in rulebook.paragraphs().values() if on is None or in_force(each, on)]
    return [
        Row(
            each.id,
            each.title,
            each.kind,
            each.edition,
            None if each.effective is None else each.effective.isoformat(),
            list(implementers().get(each.id, ())),
            list(proven.get(each.id, ())),
            status(each.id, met),
        )
        for each in law
    ]


def status(paragraph: str, met: set[str]) -> str:
    """A paragraph is met if it has an implementer and a passed test; a heading is met if all its children are."""
    if rulebook.paragraphs()[paragraph].deleted:
        return "deleted"
    below = [each for each in children(paragraph) if not rulebook.paragraphs()[each].deleted]
    if below:
        return "met" if all(status(each, met) == "met" for each in below) else "planned"
    return "met" if paragraph in met else "planned"


@cache
def children(paragraph: str) -> tuple[str, ...]:
    """The paragraphs printed under a heading, at any depth."""
    return tuple(each for each in PARAGRAPHS if each.startswith((f"{paragraph}(", f"{paragraph}/")))
