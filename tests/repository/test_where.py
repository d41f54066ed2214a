"""ARCHITECTURE.md names files and what they define: each file exists and defines it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.support.where import HOPS, PLACES, SHAPES, SOURCE, TEXT


def _defines(path: Path, name: str) -> bool:
    """Whether a module has a function, a class or a constant of this name, or another file has the text."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        return (
            re.search(rf"^(?:export )?(?:class|function|const) {re.escape(name)}\b", text, re.MULTILINE) is not None
        )
    if path.suffix != ".py":
        return f"\n{name}\n" in f"\n{text}\n"
    found: set[str] = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return name in found


@pytest.mark.parametrize("thing", PLACES)
def test_a_thing_is_where_the_page_says(thing: str) -> None:
    file, name = PLACES[thing]
    assert _defines(SOURCE / file, name), f"{file} does not define {name}"


def test_twenty_things_can_be_looked_up() -> None:
    assert len(PLACES) >= 20
    for thing in (
        "In Prison",
        "Fire Bet",
        "the reader board",
        "a refusal's sentence",
        "the lobby's cards",
        "the drop box",
    ):
        assert thing in PLACES


@pytest.mark.parametrize("number", HOPS)
def test_a_hop_of_a_wager_is_where_the_page_says(number: str) -> None:
    file, name = HOPS[number]
    assert _defines(SOURCE / file, name), f"{file} does not define {name}"


def test_shapes_and_hops_of_a_wager_are_counted() -> None:
    assert f"{len(SHAPES)} shapes, {len(HOPS)} hops" in TEXT
    assert list(HOPS) == [str(number) for number in range(1, len(HOPS) + 1)]
