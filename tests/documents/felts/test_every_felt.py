"""Every felt as a picture: its hit areas do not overlap, its print can be read, and it is self-contained."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest

from croupier.games.big_six import svg as big_six
from tests.support.felts import FELTS, SVG, hits


@pytest.mark.parametrize("name", FELTS)
def test_hit_areas_overlap_only_where_a_spot_lies_between_boxes(name: str) -> None:
    """A spot on a line or a corner lies above the boxes that share it, and is drawn after them."""
    areas = hits(FELTS[name]())
    for one, other in combinations(areas, 2):
        assert not one.overlaps(other) or (not one.between and other.between), (one, other)


@pytest.mark.parametrize("name", FELTS)
def test_hit_areas_are_large_enough_and_on_the_felt(name: str) -> None:
    picture = FELTS[name]()
    _, _, width, height = map(int, ElementTree.fromstring(picture).attrib["viewBox"].split())
    for area in hits(picture):
        assert min(area.width, area.height) >= 24, area
        assert area.x > 18, area
        assert area.y > 18, area
        assert area.x + area.width < width - 18, area
        assert area.y + area.height < height - 18, area


def _light(color: str) -> float:
    """The relative luminance of a color, as WCAG defines it."""
    parts = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_light(one), _light(other)))
    return (light + 0.05) / (dark + 0.05)


#: Bold letters of 18.66 pixels where a layout is drawn at 0.58 of its size.
LARGE = 33


def _reach(each: ElementTree.Element) -> tuple[float, float, float, float] | None:
    """The box of a shape: left, top, right, bottom."""
    of = {key: float(each.get(key, 0)) for key in ("x", "y", "width", "height", "cx", "cy", "r")}
    match each.tag.removeprefix(SVG):
        case "rect":
            return of["x"], of["y"], of["x"] + of["width"], of["y"] + of["height"]
        case "circle":
            return of["cx"] - of["r"], of["cy"] - of["r"], of["cx"] + of["r"], of["cy"] + of["r"]
        case "path":
            x = y = 0.0
            ends = []
            for word, figures in re.findall(r"([MLHVQCA])([^A-Z]*)", each.attrib["d"]):
                found = [float(figure) for figure in re.findall(r"-?[\d.]+", figures)]
                x, y = {"H": (found[-1], y), "V": (x, found[-1])}.get(word, tuple(found[-2:]))
                ends.append((x, y))
            across, down = zip(*ends, strict=True)
            return min(across), min(down), max(across), max(down)
    return None


def _printed(
    each: ElementTree.Element, below: list[tuple[tuple[float, ...], str]]
) -> Iterator[tuple[str, str, str, int]]:
    """Texts with their color, the color under their middle, and their size; rotated texts are left out."""
    if each.get("transform") and not each.tag.endswith("text"):
        return
    paint, reach = each.get("fill", "none"), _reach(each)
    if reach and paint.startswith("#") and float(each.get("fill-opacity", 1)) > 0.9:
        below.append((reach, paint))
    if each.tag == f"{SVG}text":
        size = int(each.attrib["font-size"])
        x, y = float(each.attrib["x"]), float(each.attrib["y"]) - size * 0.35
        under = [paint for (left, top, right, foot), paint in below if left <= x <= right and top <= y <= foot]
        yield each.text or "", each.attrib["fill"], under[-1], size
    for child in each:
        yield from _printed(child, below)


@pytest.mark.parametrize("name", FELTS)
def test_what_is_printed_stands_out_from_what_is_under_it(name: str) -> None:
    """A contrast of 4.5 to 1, and 3 to 1 for large letters (WCAG 2.2, 1.4.3)."""
    found = list(_printed(ElementTree.fromstring(FELTS[name]()), []))
    assert len(found) > 7
    for words, ink, under, size in found:
        assert _contrast(ink, under) >= (3 if size >= LARGE else 4.5), (words, ink, under)


def test_what_is_on_the_big_six_wheel_stands_out() -> None:
    for paint, ink in big_six.PAINT.values():
        assert _contrast(ink, paint) >= 4.5, (ink, paint)


@pytest.mark.parametrize("name", FELTS)
def test_a_felt_is_one_self_contained_picture_with_a_title(name: str) -> None:
    picture = FELTS[name]()
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == root.get("aria-label") != ""
    assert "width" not in root.attrib
    for foreign in ("href", "url(", "<image", "<script", "<style", "@import"):
        assert foreign not in picture


def test_the_same_felt_is_the_same_bytes_in_every_process() -> None:
    program = """
from croupier.games.big_six import svg as b
from croupier.games.craps.svg import felt as c
from croupier.games.roulette.svg import felt as r
from croupier.games.roulette.layout import CUSTOMARY, Layout
from croupier.documents.felts import draw as opened
from croupier.house import load, presets
felts = [b.draw(), c.draw("craps"), c.draw("craps-free"), r.draw(Layout("triple-zero"))]
felts += [opened(load(name)) for name in presets()]
print("".join(felts) + r.draw(Layout("single-zero", customary=frozenset(CUSTOMARY))))
"""
    made = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(made) == 1
