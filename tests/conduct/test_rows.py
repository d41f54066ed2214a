"""Every row of the internal controls in `controls.toml` has a test of what is allowed and one of what is refused."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from croupier.core.citation import Citation
from tests.support.named_tests import missing

_FILE = Path(__file__).with_name("controls.toml")
ROWS: list[dict[str, Any]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))["row"]
#: The tests of every paragraph, as `make matrix` has written them.
MARKED: dict[str, list[str]] = json.loads(files("croupier.rulebook").joinpath("matrix.json").read_text())["tests"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["says"])
def test_a_row_names_tests_that_exist_and_one_is_marked_with_its_paragraph(row: dict[str, Any]) -> None:
    assert row.keys() <= {"cites", "says", "allowed", "refused"}
    assert row["allowed"], "what is allowed"
    assert row["refused"], "what is refused"
    named = {*row["allowed"], *row["refused"]}
    assert all("::" in each for each in named)
    assert missing(" ".join(named)) == []
    for cite in row.get("cites", ()):
        Citation(cite)
        marked = {
            test.partition("[")[0]
            for of, tests in MARKED.items()
            if of == cite or of.startswith(f"{cite}(")
            for test in tests
        }
        assert marked & named, f"none of these tests is marked with {cite}: run `make matrix` after marking one"


def test_no_row_is_there_twice() -> None:
    assert len({row["says"] for row in ROWS}) == len(ROWS)
