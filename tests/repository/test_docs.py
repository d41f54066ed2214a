"""Undocumented means failing: the reference pages match the source, and the README runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import croupier
from croupier.cli import app
from croupier.documents.reference import pages
from tests.support import named_tests

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", pages.PAGES)
def test_the_reference_page_is_current(name: str) -> None:
    path = ROOT / "docs" / "reference" / f"{name}.md"
    assert path.read_text(encoding="utf-8") == pages.page(name), "run `make docs`"


@pytest.mark.parametrize("name", pages.PICTURES)
def test_the_picture_is_current(name: str) -> None:
    path = ROOT / "docs" / "pictures" / f"{name}.svg"
    assert path.read_text(encoding="utf-8") == pages.PICTURES[name]() + "\n", "run `make docs`"


def test_every_command_is_on_the_page_of_commands() -> None:
    """All commands in the order of the program; subcommands follow their command."""
    named = [name for name in app if not name.startswith("-")]
    assert [command for command in pages.COMMANDS if command and " " not in command] == named


def test_every_refusal_says_when() -> None:
    assert "| `not-seated` | nobody" in pages.refusals()


def test_the_readme_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert tried >= 5
    assert failed == 0


MODULES = [
    info.name for info in pkgutil.walk_packages(croupier.__path__, "croupier.") if info.name != "croupier.__main__"
]


@pytest.mark.parametrize("name", ["croupier", *MODULES])
def test_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


#: Pages that name tests. docs/fidelity.md has a check of its own, and docs/appendix/ names those of its time.
NAMING = [
    path for found in ("*.md", "docs/*.md", "docs/decisions/*.md", "src/**/*.toml") for path in ROOT.glob(found)
]


def test_a_test_that_a_page_names_exists() -> None:
    wrong = {
        str(page.relative_to(ROOT)): named_tests.missing(page.read_text(encoding="utf-8"))
        for page in NAMING
        if page.name != "fidelity.md"
    }
    assert {page: names for page, names in wrong.items() if names} == {}
    assert named_tests.missing("`tests/games/test_craps.py::test_gone`, tests/nowhere/test_x.py") == [
        "tests/games/test_craps.py::test_gone",
        "tests/nowhere/test_x.py",
    ]


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"])
def test_a_file_that_every_repository_needs_is_there(name: str) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8")) > 400
