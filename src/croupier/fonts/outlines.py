"""Replaces the texts of a picture by outlines, so that it looks the same everywhere, even without the fonts."""

from __future__ import annotations

import re
from html import unescape

from croupier.fonts import SERIF, Glyph, glyphs, knows, width

_TEXT = re.compile(r"<text([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')
#: The attributes of a text that its replacement keeps.
_KEPT = ("fill", "fill-opacity", "class")


def outlined(picture: str) -> str:
    """Replace the texts in the picture of a felt by outlines. Each character is defined once, at the start.

    A text with a character that the fonts lack stays a text.
    """
    used: dict[str, str] = {}
    drawn = _TEXT.sub(lambda found: _words(found, used), picture)
    start = drawn.index(">") + 1
    defined = "".join(f'<path id="{name}" d="{outline}"/>' for name, outline in sorted(used.items()))
    return f"{drawn[:start]}<defs>{defined}</defs>{drawn[start:]}"


def _words(found: re.Match[str], used: dict[str, str]) -> str:
    of, words = dict(_ATTRIBUTE.findall(found[1])), unescape(found[2])
    family, bold = unescape(of["font-family"]), of["font-weight"] == "bold"
    if not knows(words, family):
        return found[0]
    size, wide = int(of["font-size"]), width(words, 1000, family, bold=bold)
    spacing = 0
    if of.get("lengthAdjust") == "spacing":
        spacing = (int(of["textLength"]) * 1000 // size - wide) // max(len(words) - 1, 1)
        wide += spacing * (len(words) - 1)
    start = {"start": 0, "middle": -wide // 2, "end": -wide}[of["text-anchor"]]
    kept = "".join(f' {name}="{of[name]}"' for name in _KEPT if name in of)
    place = f"{of.get('transform', '')} translate({of['x']} {of['y']}) scale({size // 1000}.{size % 1000:03d})"
    face = "serif" if family == SERIF else "bold" if bold else "sans"
    letters = _letters(words, start, spacing, face, glyphs(family, bold), used)
    return f'<g{kept} transform="{place.lstrip()}">{letters}</g>'


def _letters(words: str, x: int, spacing: int, face: str, known: dict[str, Glyph], used: dict[str, str]) -> str:
    """Place letters side by side, starting at `x`. Distances are in thousandths of the font size."""
    drawn = []
    for each in words:
        wide, outline = known[each]
        if outline:
            name = f"{face}-{ord(each):x}"
            used[name] = outline
            drawn.append(f'<use href="#{name}" x="{x}"/>')
        x += wide + spacing
    return "".join(drawn)
