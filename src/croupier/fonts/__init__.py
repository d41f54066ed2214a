"""The two fonts that Croupier ships, how wide words are in them, and pictures that need no font at all.

The files are made by `make fonts` (tools/fonts.py), which also says where the fonts come from.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TypeAlias

#: The fonts, their licences, and the CSS that loads them.
FILES = Path(__file__).parent / "files"
#: What a text is set in: the font, those that replace it scaled to its width, and whatever there is.
SERIF = "Domine, Domine as Times, Domine as DejaVu, serif"
SANS = "Roboto, Roboto as Arial, Roboto as DejaVu, sans-serif"
#: A character: its width in thousandths of the size, and its outline.
Glyph: TypeAlias = tuple[int, str]
#: The width of a character without an outline: in most scripts none is wider.
UNKNOWN = 1000


@cache
def glyphs(family: str, bold: bool) -> dict[str, Glyph]:
    """Every character that felts print in one font and weight; `family` is SERIF, which is always bold, or SANS."""
    face = "Domine 700" if family == SERIF else "Roboto 700" if bold else "Roboto 400"
    return {each: (width, outline) for each, (width, outline) in _read()[face].items()}


@cache
def _read() -> dict[str, dict[str, Glyph]]:
    found: dict[str, dict[str, Glyph]] = json.loads((FILES / "glyphs.json").read_text(encoding="utf-8"))
    return found


def width(words: str, size: int, family: str, *, bold: bool = True, spacing: int = 0) -> int:
    """How wide words are, with `spacing` between the letters; a character without an outline counts as a wide one.

    >>> width("NINE", 50, SERIF), width("NINE", 50, SANS, bold=False)
    (136, 113)
    """
    known = glyphs(family, bold)
    ems = sum(known[each][0] if each in known else UNKNOWN for each in words)
    return (ems * size + 500) // 1000 + spacing * (len(words) - 1)


def knows(words: str, family: str) -> bool:
    """Whether every character of these words has an outline."""
    return glyphs(family, True).keys() >= set(words)
