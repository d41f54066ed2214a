"""What ARCHITECTURE.md says: where things are, and the shapes and hops of a wager."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "croupier"
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def _rows(title: str) -> list[list[str]]:
    """The cells of all tables of a section, without their heads."""
    section = TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]
    tables = re.findall(r"^\|.*\n\|---.*\n((?:\|.*\n)+)", section, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split("|")] for table in tables for row in table.splitlines()]


def _named(cell: str) -> str:
    found = re.fullmatch(r"`(.*)`", cell)
    assert found, f"{cell} is no name"
    return found[1]


PATH = "The path of a wager"
PLACES = {thing: (_named(file), _named(name)) for thing, file, name in _rows("Where is…")}
HOPS = {number: (_named(file), _named(name)) for number, name, file, _ in (x for x in _rows(PATH) if len(x) == 4)}
SHAPES = [shape for _, shape, _ in (x for x in _rows(PATH) if len(x) == 3)]
