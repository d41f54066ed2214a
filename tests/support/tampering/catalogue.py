"""All kinds of tampering, and the list of those that an audit cannot show."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from tests.support.tampering import columns, fields, files, moves, older, places, players
from tests.support.tampering.evidence import Evidence, served, shift
from tests.support.tampering.kinds import Kind

ROOT = Path(__file__).parents[3]
BEYOND = ROOT / "tests" / "attacks" / "beyond_the_audit.toml"
PAGE = ROOT / "docs" / "audit.md"
HEADING = "## What an audit cannot show"


class Beyond(msgspec.Struct, frozen=True):
    """A row of the table in docs/audit.md: what is not found, and whether heads kept elsewhere find it."""

    tampering: str  # the first cell of the row
    heads: bool  # whether it is found with heads that were kept elsewhere
    kinds: tuple[str, ...]  # regular expressions for whole names of kinds


@contextmanager
def catalogue(folder: Path) -> Iterator[dict[str, Kind]]:
    """Every kind by its name, with the stores that they change."""
    for name in ("shift", "served", "older"):
        (folder / name).mkdir()
    every, one = Evidence.made(folder / "shift", shift), Evidence.made(folder / "served", served)
    try:
        yield _named(every, one, folder / "older")
    finally:
        every.close()
        one.close()


def _named(every: Evidence, one: Evidence, folder: Path) -> dict[str, Kind]:
    found: dict[str, Kind] = {}
    for family in (
        columns.kinds(one), moves.kinds(one), fields.kinds(every), fields.in_device_log(one), players.kinds(one),
        files.kinds(one), places.kinds(one), older.kinds(folder),
    ):  # fmt: skip
        for kind in family:
            assert kind.name not in found, f"two kinds are called {kind.name}"
            found[kind.name] = kind
    return found


def beyond() -> list[Beyond]:
    """The list of what an audit cannot show."""
    rows = tomllib.loads(BEYOND.read_text(encoding="utf-8"))["beyond"]
    return msgspec.convert(rows, list[Beyond])


def listed(name: str, rows: list[Beyond]) -> Beyond | None:
    """The row of the list that has this kind."""
    found = [row for row in rows if any(re.fullmatch(pattern, name) for pattern in row.kinds)]
    assert len(found) <= 1, f"{name} is listed {len(found)} times"
    return found[0] if found else None


def on_the_page() -> list[str]:
    """The first cells of the table in docs/audit.md."""
    section = PAGE.read_text(encoding="utf-8").partition(f"{HEADING}\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    return [line.split(" | ")[0].removeprefix("| ") for line in rows[1:]]
