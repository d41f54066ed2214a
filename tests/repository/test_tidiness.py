"""Tidiness: short modules and functions, nothing twice, and a folder for files that belong together."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = sorted((ROOT / "tests").rglob("*.py"))
#: Where Python is.
FOLDERS = ("src", "tests", "benchmarks", "tools", "examples")
MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 60
LINES_OF_A_BLOCK = 6
#: How many files with the same first word are a folder.
A_FAMILY = 3
#: First words that say how much is tested, and not what: files that share one have nothing else in common.
QUANTIFIERS = ("every",)
#: Where a block may stand twice: kernels are unrolled by hand, and a call in the inner loop would cost speed.
UNROLLED = (ROOT / "src" / "croupier" / "sim" / "kernels.py",)


def _python_files(*folders: str) -> list[Path]:
    """Every Python file in these folders, or wherever Python is."""
    return [module for folder in folders or FOLDERS for module in sorted((ROOT / folder).rglob("*.py"))]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_module_is_long(folder: str) -> None:
    for module in _python_files(folder):
        assert len(module.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, f"split {module}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_function_is_long(folder: str) -> None:
    for module in _python_files(folder):
        for each in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (each.end_lineno or 0) - each.lineno + 1
                assert lines <= MOST_LINES_OF_A_FUNCTION, f"split {each.name} of {module}"


def _declarations(tree: ast.Module) -> set[int]:
    """The lines of imports, constants and fields of classes, which are alike in many places."""
    found: set[int] = set()
    bodies = [tree.body, *(node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
    declared = [each for body in bodies for each in body if isinstance(each, ast.Assign | ast.AnnAssign)]
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    for node in (*declared, *imports):
        found.update(range(node.lineno, (node.end_lineno or 0) + 1))
    return found


def _blocks(module: Path) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every six lines in a row, without blank ones, comments and lone punctuation, and where they begin."""
    text = module.read_text(encoding="utf-8")
    declared = _declarations(ast.parse(text))
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if number not in declared]
    said = [(number, line) for number, line in lines if re.search(r"\w", line) and not line.startswith("#")]
    for at in range(len(said) - LINES_OF_A_BLOCK + 1):
        block = said[at : at + LINES_OF_A_BLOCK]
        yield tuple(line for _, line in block), block[0][0]


def test_no_block_of_six_lines_stands_twice() -> None:
    places: dict[tuple[str, ...], str] = {}
    for module in _python_files():
        for block, number in () if module in UNROLLED else _blocks(module):
            place = f"{module.relative_to(ROOT)}:{number}"
            assert places.setdefault(block, place) == place, f"{place} repeats {places[block]}"


def _families(names: Iterable[str]) -> set[str]:
    """Words that tie names together: a name that begins another one, or the first word of three or more."""
    found = {one for one, two in permutations(names, 2) if two.startswith(f"{one}_")}
    first = Counter(name.partition("_")[0] for name in names)
    return found | {word for word, count in first.items() if count >= A_FAMILY and word not in QUANTIFIERS}


def test_files_with_a_common_prefix_are_a_folder() -> None:
    for folder in {module.parent for module in _python_files()}:
        names = {path.stem.removeprefix("test_") for path in folder.glob("[a-z]*.py")}
        folders = {path.name for path in folder.iterdir() if path.is_dir() and path.name.isidentifier()}
        assert _families(sorted(names | folders)) == set(), f"{folder}: a folder for these"
    for module in TESTS:
        name = module.stem.removeprefix("test_")
        assert not name.startswith(f"{module.parent.name}_"), f"{module} repeats the name of its folder"


@pytest.mark.parametrize(
    ("names", "families"),
    [
        ("decide decide_money", {"decide"}),
        ("decide_dice decide_money decide_seats", {"decide"}),
        ("session_game session_floats table", set()),
        ("every_case every_side_bet every_wager", set()),
    ],
)
def test_a_family_of_files_is_found(names: str, families: set[str]) -> None:
    assert _families(names.split()) == families


def test_what_tests_share_is_not_in_a_test() -> None:
    """A module of tests is run, and never imported: what two of them need is in support/."""
    for module in _python_files("tests", "benchmarks", "tools"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            named = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            assert ".test_" not in f".{named}", f"{module} imports from {named}"
