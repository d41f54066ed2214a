"""The two fonts that Croupier ships, the widths of words in them, and pictures that need no font.

`make fonts` (tools/fonts.py) makes the files; it also says where the fonts come from.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TypeAlias

#: The fonts, their licences, and the CSS that loads them.
FILES = Path(__file__).parent / "files"
#: CSS font families: our font, its replacements scaled to the same width, then any font.
SERIF = "Domine, Domine as Times, Domine as DejaVu, serif"
SANS = "Roboto, Roboto as Arial, Roboto as DejaVu, sans-serif"
#: A character: its width in thousandths of the font size, and its outline as an SVG path.
Glyph: TypeAlias = tuple[int, str]
#: The width assumed for a character without an outline: in most scripts no character is wider.
UNKNOWN = 1000


@cache
def glyphs(family: str, bold: bool) -> dict[str, Glyph]:
    """The characters that felts print, in one font and weight. `family` is SANS, or SERIF, which is always bold."""
    face = "Domine 700" if family == SERIF else "Roboto 700" if bold else "Roboto 400"
    return {each: (width, outline) for each, (width, outline) in _read()[face].items()}


@cache
def _read() -> dict[str, dict[str, Glyph]]:
    found: dict[str, dict[str, Glyph]] = json.loads((FILES / "glyphs.json").read_text(encoding="utf-8"))
    return found


def width(words: str, size: int, family: str, *, bold: bool = True, spacing: int = 0) -> int:
    """The width of words, with `spacing` between letters. A character without an outline counts as a wide one.

    >>> width("NINE", 50, SERIF), width("NINE", 50, SANS, bold=False)
    (136, 113)
    """
    known = glyphs(family, bold)
    ems = sum(known[each][0] if each in known else UNKNOWN for each in words)
    return (ems * size + 500) // 1000 + spacing * (len(words) - 1)


def knows(words: str, family: str) -> bool:
    """Whether all characters of these words have outlines."""
    return glyphs(family, True).keys() >= set(words)
