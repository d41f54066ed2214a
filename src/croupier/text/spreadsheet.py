"""Text in a CSV file: spreadsheets take a cell for a formula if it begins with certain characters."""

from __future__ import annotations

from typing import TypeVar

#: A formula begins with one of these; the wide ones count too.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
T = TypeVar("T")


def cell(value: T) -> T | str:
    """A cell without a formula: text that a spreadsheet would compute begins with an apostrophe.

    >>> cell("=1+1"), cell("Ann"), cell(-500)
    ("'=1+1", 'Ann', -500)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
