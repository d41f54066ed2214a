"""A temporary copy of the repository in which a test follows a recipe of CONTRIBUTING.md."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from filecmp import dircmp
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: The parts that are copied: everything that the recipes and the tests in a copy need.
PARTS = ("src", "tests", "docs", "benchmarks", "pyproject.toml", "CONTRIBUTING.md")
_CACHES = shutil.ignore_patterns("__pycache__")


class Copy:
    """A copy of the repository that a test changes and uses."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for part in PARTS:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, root / part, ignore=_CACHES)
            else:
                shutil.copy(ROOT / part, root / part)

    def write(self, path: str, text: str) -> None:
        """Write a new file."""
        assert not (self.root / path).exists(), f"{path} already exists"
        (self.root / path).write_text(text, encoding="utf-8")

    def append(self, path: str, text: str) -> None:
        """A text at the end of a file."""
        with (self.root / path).open("a", encoding="utf-8") as file:
            file.write(text)

    def insert(self, path: str, text: str, *, before: str = "", after: str = "") -> None:
        """Insert a text before or after another text, which must occur once in the file."""
        file, beside = self.root / path, before or after
        old = file.read_text(encoding="utf-8")
        assert old.count(beside) == 1, f"{path} has {beside!r} {old.count(beside)} times"
        file.write_text(old.replace(beside, text + beside if before else beside + text), encoding="utf-8")

    def run(self, *words: str, typed: str = "") -> str:
        """Run Python in the copy; return its output."""
        environment = {**os.environ, "PYTHONPATH": str(self.root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, *words]
        done = subprocess.run(
            command, input=typed, capture_output=True, text=True, check=False, cwd=self.root, env=environment
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout

    def tests(self, *paths: str) -> None:
        """Run tests of the copy, which must pass."""
        self.run("-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *paths)

    def touched(self) -> set[str]:
        """The paths of all new and changed files."""
        return {path for part in PARTS if (ROOT / part).is_dir() for path in _different(part, self.root)}


def _different(part: str, root: Path) -> set[str]:
    found: set[str] = set()

    def compare(these: dircmp[str], folder: str) -> None:
        assert not these.left_only, f"{folder} lost {these.left_only}"
        found.update(f"{folder}/{name}" for name in (*these.diff_files, *these.right_only))
        for name, below in these.subdirs.items():
            compare(below, f"{folder}/{name}")

    compare(dircmp(ROOT / part, root / part, ignore=["__pycache__", ".hypothesis"]), part)
    return found


def recipe(title: str) -> str:
    """Find the text of a recipe in CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(rf"^\*\*{re.escape(title)}\.\*\*.*?(?=^\*\*|^## )", text, re.MULTILINE | re.DOTALL)
    assert found, f"CONTRIBUTING.md has no recipe {title!r}"
    return found[0]


def follows(title: str, touched: set[str]) -> None:
    """Check that a recipe touched at most three files, and names each of them or its folder."""
    text = recipe(title)
    assert len(touched) <= 3, sorted(touched)
    for path in touched:
        shown = path.removeprefix("src/croupier/")
        names = (shown, *(f"{folder}/" for folder in Path(shown).parents if str(folder) != "."))
        assert any(f"`{start}{name}" in text for name in names for start in ("", "src/croupier/")), (
            f"{title!r} does not name {shown}"
        )
