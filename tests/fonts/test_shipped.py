"""The shipped fonts: licences, coverage, widths of words, and pictures that need no font."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-untyped]

import croupier
from croupier.documents.par_sheet import plots
from croupier.documents.reference import pages
from croupier.fonts import FILES, SANS, SERIF, glyphs, width
from croupier.fonts.outlines import outlined
from croupier.games.big_six import svg as big_six
from croupier.games.roulette.layout import layout
from croupier.games.roulette.wheel import WHEELS, ring
from croupier.games.svg import fit, text
from croupier.web.lobby import emblems
from tests.support.felts import FELTS, SVG

ROOT = Path(__file__).parents[2]
SOURCE = Path(croupier.__file__).parent
FONTS = sorted(FILES.glob("*.woff2"))
#: The sources of texts that pages show; solver and simulation only compute.
SPEAKING = "core rulebook games house felt table host web".split()


def test_fonts_are_small_and_open_and_keep_no_reserved_name() -> None:
    """Each has its licence beside it; Inter's is for the symbols."""
    assert [each.stem for each in FONTS] == ["domine", "roboto"]
    assert sum(each.stat().st_size for each in FONTS) < 60_000
    for stem in ("domine", "roboto", "inter"):
        licence = (FILES / f"{stem}-OFL.txt").read_text(encoding="utf-8")
        assert "SIL Open Font License, Version 1.1" in licence
        assert "with Reserved Font Name" not in licence
    for path in FONTS:
        names = TTFont(path)["name"]
        assert names.getDebugName(1) == path.stem.capitalize()
        assert "Open Font License" in names.getDebugName(13)
        assert "Copyright" in names.getDebugName(0)


def _strings(path: Path) -> Iterator[str]:
    """The strings of a module, without docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    plain = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in plain:
            yield each.value


def _values(found: Any) -> Iterator[str]:
    match found:
        case dict():
            for each in found.values():
                yield from _values(each)
        case list():
            for each in found:
                yield from _values(each)
        case str():
            yield found


def _said() -> Iterator[tuple[Path, str]]:
    """Every string that a page or a felt can show, with its source."""
    for folder in SPEAKING:
        for path in (SOURCE / folder).rglob("*"):
            if path.suffix == ".py":
                yield from ((path, each) for each in _strings(path))
            elif path.suffix == ".toml":
                yield from ((path, each) for each in _values(tomllib.loads(path.read_text(encoding="utf-8"))))
            elif path.suffix in (".html", ".js", ".css", ".txt"):
                yield path, path.read_text(encoding="utf-8")


def test_every_character_that_a_page_can_show_is_in_the_text_face() -> None:
    """The other font falls back to it for missing characters."""
    (known,) = ({*map(chr, TTFont(path).getBestCmap())} for path in FONTS if path.stem == "roboto")
    said = list(_said())
    assert {path.suffix for path, _ in said} == {".py", ".toml", ".html", ".js", ".css", ".txt"}
    missing = {
        (each, path.name) for path, words in said for each in words if each not in known and each.isprintable()
    }
    assert not missing


@pytest.mark.parametrize("name", FELTS)
def test_every_character_on_a_felt_has_an_outline_in_its_own_face(name: str) -> None:
    for each in ElementTree.fromstring(FELTS[name]()).iter(f"{SVG}text"):
        family, bold = each.attrib["font-family"], each.attrib["font-weight"] == "bold"
        assert family in (SANS, SERIF)
        assert glyphs(family, bold).keys() >= set(each.text or "")


@pytest.mark.parametrize(
    ("stem", "weight", "family"), [("domine", 700, SERIF), ("roboto", 400, SANS), ("roboto", 700, SANS)]
)
def test_widths_are_those_of_the_fonts(stem: str, weight: int, family: str) -> None:
    """Also, all digits of the text font have the same width, so that amounts align in columns."""
    font = TTFont(FILES / f"{stem}.woff2")
    if "fvar" in font:
        font = instantiateVariableFont(font, {"wght": weight})
    names, measures, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    known = glyphs(family, weight == 700)
    for character, (wide, _) in known.items():
        assert wide == pytest.approx(measures[names[ord(character)]][0] * 1000 / em, abs=1), character
    if family == SANS:
        assert len({known[figure][0] for figure in "0123456789"}) == 1


def test_words_on_a_felt_keep_their_width_in_any_font() -> None:
    drawn = ElementTree.fromstring(text(0, 0, "SEVEN", 30))
    assert drawn.attrib["textLength"] == str(width("SEVEN", 30, SERIF))
    assert drawn.attrib["lengthAdjust"] == "spacingAndGlyphs"
    apart = ElementTree.fromstring(text(0, 0, "SEVEN", 30, spacing=2))
    assert apart.attrib["textLength"] == str(width("SEVEN", 30, SERIF) + 4 * 2)
    assert apart.attrib["lengthAdjust"] == "spacing"
    assert text(0, 0, "", 30) == ""


def test_words_of_another_script_get_room_and_are_not_stretched() -> None:
    """A house may name its symbols in any script: their width is unknown, at most an em each."""
    drawn = ElementTree.fromstring(text(0, 0, "王冠", 30))
    assert "textLength" not in drawn.attrib
    assert fit("王冠", 40, 30, SERIF) == 20
    assert fit("IX", 40, 30, SERIF) == 30


# Pictures without fonts ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", FELTS)
def test_a_picture_of_outlines_needs_no_font(name: str) -> None:
    """Every letter is defined once in the picture itself, and words keep their width."""
    live, drawn = FELTS[name](), outlined(FELTS[name]())
    root = ElementTree.fromstring(drawn)
    assert not list(root.iter(f"{SVG}text"))
    assert "font-" not in drawn
    defined = [each.attrib["id"] for each in root.iter(f"{SVG}path") if "id" in each.attrib]
    assert len(defined) == len(set(defined))
    assert {each.attrib["href"] for each in root.iter(f"{SVG}use")} == {f"#{each}" for each in defined}
    letters = sum(len((each.text or "").replace(" ", "")) for each in ElementTree.fromstring(live).iter(f"{SVG}text"))
    assert len(list(root.iter(f"{SVG}use"))) == letters
    assert root.findtext(f"{SVG}title") == root.get("aria-label")


def test_text_without_an_outline_stays_a_text() -> None:
    drawn = ElementTree.fromstring(outlined(big_six.draw(symbols={"joker": "王冠"})))
    assert {each.text for each in drawn.iter(f"{SVG}text")} == {"王冠"}


def test_pictures_outside_of_pages_have_no_text() -> None:
    """In a notebook, in the README, and images in a page, which cannot use the fonts of the page."""
    made = [layout("double-zero")._repr_svg_(), *(draw() for draw in pages.PICTURES.values())]
    made += [emblems.rim(), *(emblems.wheel(ring(wheel)) for wheel in WHEELS)]
    for each in made:
        assert "<text" not in each
        assert "<use" in each
        ElementTree.fromstring(each)


def test_plots_contain_no_text() -> None:
    """Matplotlib draws letters as outlines of its own font."""
    drawn = plots.payouts(((Fraction(-1), Fraction(1, 2)), (Fraction(1), Fraction(1, 2))))
    assert "<text" not in drawn
    assert "font-family" not in drawn


# What is shipped ----------------------------------------------------------------------------------------------
def test_the_css_names_what_is_there_and_what_felts_use() -> None:
    """Every font in the stacks is defined, and every file that it loads exists."""
    css = (FILES / "fonts.css").read_text(encoding="utf-8")
    defined = set(re.findall(r'font-family: "([^"]+)"', css))
    for stack in (SANS, SERIF):
        named = set(stack.split(", "))
        assert named - {"serif", "sans-serif"} <= defined
    assert {Path(each).name for each in re.findall(r'url\("([^"]+)"\)', css)} == {each.name for each in FONTS}
    assert css.count("font-display: swap") == len(FONTS)
    assert css.count("size-adjust") == css.count("src: local(")
    page = (SOURCE / "web" / "shared" / "base.css").read_text(encoding="utf-8")
    for name, stack in (("serif", SERIF), ("sans", SANS)):
        first = re.search(rf"--{name}: ([^;]+);", page)
        assert first is not None
        assert stack.startswith(first[1].replace('"', "").split(", var(")[0].removesuffix(", sans-serif"))


def test_no_page_sets_another_font() -> None:
    """Styles and scripts use the two variables, or inherit the font."""
    for path in (each for each in (SOURCE / "web").rglob("*") if each.suffix in (".css", ".js", ".svg")):
        for found in re.findall(r"font(?:-family)?:([^;{}]*)", path.read_text(encoding="utf-8")):
            assert re.search(r"var\(--(sans|serif)\)|inherit", found), (path.name, found)


def test_the_package_contains_the_fonts_and_every_file_of_the_pages(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(ZipFile(wheel).namelist())
    assert {Path(each).name for each in packed if each.startswith("croupier/fonts/files/")} == {
        each.name for each in FILES.iterdir()
    }
    web = {each for each in (SOURCE / "web").rglob("*.*") if "__pycache__" not in each.parts}
    assert {each.suffix for each in web} == {".py", ".toml", ".html", ".css", ".js", ".ts", ".svg"}
    assert {str(Path("croupier") / each.relative_to(SOURCE)) for each in web} <= packed
