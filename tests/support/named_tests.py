"""The tests that a text names by their file, or by file and function."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
_NAMED = re.compile(r"\btests/[\w/]+/test_\w+\.py(?:::\w+)?")


def missing(text: str) -> list[str]:
    """The tests that a text names and that do not exist."""
    return sorted({name for name in _NAMED.findall(text) if not _exists(*name.partition("::")[::2])})


@cache
def _exists(file: str, function: str) -> bool:
    path = ROOT / file
    return path.is_file() and (not function or f"def {function}(" in path.read_text(encoding="utf-8"))
