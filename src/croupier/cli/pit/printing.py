"""How `croupier pit` prints: columns that fit a terminal, paragraphs, or JSON."""

from __future__ import annotations

import json as jsonlib
import textwrap
from collections.abc import Iterable
from typing import Any

from croupier.text.values import in_words

#: Columns of a terminal; the last column of a table is wrapped to fit.
WIDE = 100
#: The least width of a last column.
LEAST = 30

Row = dict[str, Any]


def show(rows: Iterable[Row], *, json: bool, nothing: str, short: bool = False) -> None:
    """Print rows: one JSON array, or columns below their names.

    The last column takes what is left of the width, in several lines, or cut to one where that is `short`.
    """
    found = list(rows)
    if json:
        print(jsonlib.dumps(found, ensure_ascii=False))
        return
    if not found:
        print(nothing)
        return
    names = list(found[0])
    cells = [[name.replace("_", " ") for name in names], *([in_words(row[name]) for name in names] for row in found)]
    wide = [max(len(line[place]) for line in cells) for place in range(len(names) - 1)]
    before = sum(wide) + 2 * len(wide)
    for *line, last in cells:
        begins = "".join(f"{cell:<{width}}  " for cell, width in zip(line, wide, strict=True))
        left = max(LEAST, WIDE - before)
        parts = textwrap.wrap(last, left, break_on_hyphens=False) or [""]
        if short and len(parts) > 1:
            parts = [f"{last[: left - 1].rstrip()}…"]
        print((begins + parts[0]).rstrip())
        for part in parts[1:]:
            print(" " * before + part)


def paragraphs(*texts: str) -> str:
    """Texts below a heading, each on lines of its own, indented."""
    return "\n".join(textwrap.fill(text, WIDE, initial_indent="    ", subsequent_indent="    ") for text in texts)


def either(names: Iterable[str]) -> str:
    """Names as alternatives: security, maintenance or dealer."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
