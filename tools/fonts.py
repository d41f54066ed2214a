"""Makes Croupier's two fonts from npm packages: `make fonts`.

Both are free (SIL Open Font License 1.1) and reserve no font name, so a subset may keep the name. The results are in
src/croupier/fonts/files: the two fonts, their licences, the outline of every character, and the CSS for the pages.
The CSS also names system fonts that replace ours if they cannot be loaded, scaled to the same width.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import matplotlib
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
FILES = ROOT / "src" / "croupier" / "fonts" / "files"
#: The characters beyond Latin-1 that pages print: dashes, quotes, arrows, symbols.
SIGNS = "–—‘’“”…−≤≥←↑→↓↺↻▶▼✓✗"
CHARACTERS = (
    "".join(map(chr, (*range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)))) + "\N{NO-BREAK SPACE}" + SIGNS
)
#: The characters that felts print. Only these have outlines: accented letters would double the size of the file.
PRINTED = "".join(map(chr, range(0x20, 0x7F))) + "·×" + SIGNS
LICENCE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
#: Units per em in the outlines.
EM = 1000


@dataclass(frozen=True)
class Source:
    """A font in an npm package: its file, and its licence."""

    family: str
    package: str
    file: str
    licence: str
    sha256: str

    @property
    def stem(self) -> str:
        """The base name of the files we make from it."""
        return self.family.lower()


@dataclass(frozen=True)
class Replacement:
    """A system font that is used if ours cannot be loaded: its names by weight, and the files that are measured."""

    family: str
    names: dict[int, tuple[str, ...]]
    files: dict[int, str]


@dataclass(frozen=True)
class Font:
    """A font that we ship: its weights and its replacements."""

    source: Source
    weights: tuple[int, ...]
    replacements: tuple[Replacement, ...]


ROBOTO = Source(
    "Roboto",
    "@fontsource-variable/roboto@5.3.0",
    "files/roboto-latin-wght-normal.woff2",
    "LICENSE",
    "1404ca348bd75ef836f4dd8b6f2cc719458642d1237c368296b2fc652dca47dc",
)
DOMINE = Source(
    "Domine",
    "@fontsource-variable/domine@5.3.0",
    "files/domine-latin-wght-normal.woff2",
    "LICENSE",
    "d0531fda200ea312e58435464c89a12f50ce52fff1961d8967df2db515f460cf",
)
#: The source of the symbols that the other two lack, such as arrows.
INTER = Source(
    "Inter",
    "inter-ui@4.1.1",
    "variable/InterVariable.woff2",
    "LICENSE.txt",
    "693b77d4f32ee9b8bfc995589b5fad5e99adf2832738661f5402f9978429a8e3",
)
ARIAL = Replacement(
    "Roboto as Arial",
    {400: ("Arial", "Liberation Sans", "Arimo"), 700: ("Arial Bold", "Liberation Sans Bold", "Arimo Bold")},
    {400: "LiberationSans-Regular.ttf", 700: "LiberationSans-Bold.ttf"},
)
DEJAVU = Replacement(
    "Roboto as DejaVu",
    {400: ("DejaVu Sans", "Verdana"), 700: ("DejaVu Sans Bold", "Verdana Bold")},
    {400: "DejaVuSans.ttf", 700: "DejaVuSans-Bold.ttf"},
)
TIMES = Replacement(
    "Domine as Times",
    {700: ("Times New Roman Bold", "Liberation Serif Bold", "Tinos Bold")},
    {700: "LiberationSerif-Bold.ttf"},
)
DEJAVU_SERIF = Replacement("Domine as DejaVu", {700: ("DejaVu Serif Bold",)}, {700: "DejaVuSerif-Bold.ttf"})
#: Roboto is for text, since all its digits have the same width. Domine is for headings and felts, always bold.
FONTS = (Font(ROBOTO, (400, 700), (ARIAL, DEJAVU)), Font(DOMINE, (700,), (TIMES, DEJAVU_SERIF)))


def fetch(source: Source, build: Path) -> Path:
    """Download a font's package, check the font's SHA-256, and copy its licence next to our fonts."""
    build.mkdir(parents=True, exist_ok=True)
    npm = ["npm", "pack", "--silent", source.package]
    done = subprocess.run(npm, cwd=build, check=True, capture_output=True, text=True)  # noqa: S603 (words of this file)
    packed = done.stdout.split()[-1]
    path = build / f"{source.stem}.woff2"
    with tarfile.open(build / packed) as archive:
        for name, to in ((source.file, path), (source.licence, FILES / f"{source.stem}-OFL.txt")):
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            to.write_bytes(member.read())
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != source.sha256:
        sys.exit(f"{source.package}: {source.file} has the SHA-256 {found}, not {source.sha256}")
    return path


def subset(path: Path, axes: dict[str, float | tuple[float, float]], characters: str) -> TTFont:
    """Reduce a font to some characters, and limit its axes."""
    made = TTFont(path, recalcTimestamp=False)
    options = Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 4, 5, 6]  # copyright and names
    options.notdef_outline = True
    cut = Subsetter(options)
    cut.populate(text=characters)
    cut.subset(made)
    instantiateVariableFont(made, axes, inplace=True)
    return made


def add_signs(font: TTFont, signs: TTFont) -> None:
    """Add the symbols that a font lacks, with the same shape at every weight."""
    assert font["head"].unitsPerEm == signs["head"].unitsPerEm
    known, outlines = font.getBestCmap(), signs.getGlyphSet()
    for code, name in signs.getBestCmap().items():
        if code in known:
            continue
        drawn, pen, own = DecomposingRecordingPen(outlines), TTGlyphPen(None), f"sign{code:X}"
        outlines[name].draw(drawn)
        drawn.replay(pen)
        font["glyf"][own] = pen.glyph()
        font["hmtx"][own] = (outlines[name].width, 0)
        if "gvar" in font:
            font["gvar"].variations[own] = []
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code] = own
    if "HVAR" in font:
        del font["HVAR"]  # it lacks the new glyphs, and gvar has the same data


def outlines(font: TTFont) -> dict[str, tuple[int, str]]:
    """The width and outline of every character, in thousandths of an em, with y pointing down."""
    scale = EM / font["head"].unitsPerEm
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    found = {}
    for character in sorted(PRINTED):
        if (name := names.get(ord(character))) is None:
            continue
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        found[character] = (round(glyphs[name].width * scale), pen.getCommands())
    return found


def width(font: TTFont, sample: str) -> float:
    """The width of a text in ems."""
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    return sum(glyphs[names[ord(each)]].width for each in sample if ord(each) in names) / font["head"].unitsPerEm


def at_weight(path: Path, weight: int) -> TTFont:
    """Load a font at one weight."""
    font = TTFont(path)
    return instantiateVariableFont(font, {"wght": weight}) if "fvar" in font else font


def faces(font: Font, path: Path, folders: tuple[Path, ...], sample: str) -> Iterable[str]:
    """The CSS rule of a font, and one for each replacement, scaled to the same average width and height."""
    made = TTFont(path)
    weight = " ".join(map(str, font.weights))
    source = f'url("{path.name}") format("woff2")'
    yield face(font.source.family, weight, source, "font-display: swap;")
    above, below = (abs(each) / made["head"].unitsPerEm for each in (made["hhea"].ascent, made["hhea"].descent))
    for other in font.replacements:
        for bold, names in other.names.items():
            file = next(each / other.files[bold] for each in folders if (each / other.files[bold]).exists())
            size = width(at_weight(path, bold), sample) / width(TTFont(file), sample)
            measures = (
                f"size-adjust: {size:.1%}; ascent-override: {above / size:.1%}; "
                f"descent-override: {below / size:.1%}; line-gap-override: 0%;\n"
                f"  unicode-range: {ranges(made)};"  # characters we lack come from the next font
            )
            reach = "600 900" if bold == 700 else "100 500"
            yield face(other.family, reach, ", ".join(f'local("{name}")' for name in names), measures)


def ranges(font: TTFont) -> str:
    """The characters of a font as a CSS unicode-range."""
    codes = sorted(font.getBestCmap())
    starts = [code for code in codes if code - 1 not in codes]
    ends = [code for code in codes if code + 1 not in codes]
    return ", ".join(f"U+{a:X}" + (f"-{b:X}" if b > a else "") for a, b in zip(starts, ends, strict=True))


def face(family: str, weight: str, source: str, rest: str) -> str:
    """One @font-face rule of CSS."""
    return f'@font-face {{\n  font-family: "{family}"; font-weight: {weight};\n  src: {source};\n  {rest}\n}}\n'


def main(build: Path, liberation: Path) -> None:
    """Make all files."""
    FILES.mkdir(parents=True, exist_ok=True)
    sample = (ROOT / "src" / "croupier" / "web" / "shared" / "messages.toml").read_text(encoding="utf-8")
    rules = [
        "/* Made by `make fonts`: the two fonts, and those that replace them, scaled to their width and height. */\n"
    ]
    glyphs = {}
    signs = subset(fetch(INTER, build), {"opsz": 28, "wght": 500}, SIGNS)
    for font in FONTS:
        path = FILES / f"{font.source.stem}.woff2"
        weights = font.weights if len(font.weights) > 1 else font.weights[0]
        made = subset(fetch(font.source, build), {"wght": weights}, CHARACTERS)
        if font.source is ROBOTO:
            add_signs(made, signs)
        made["name"].setName(LICENCE, 13, 3, 1, 0x409)  # name 13 is the licence
        made.flavor = "woff2"
        made.save(path)
        rules += faces(font, path, (Path(matplotlib.get_data_path()) / "fonts" / "ttf", liberation), sample)
        glyphs |= {f"{font.source.family} {weight}": outlines(at_weight(path, weight)) for weight in font.weights}
        print(f"{font.source.package}: {path.stat().st_size:,} bytes")
    (FILES / "fonts.css").write_text("\n".join(rules), encoding="utf-8")
    lines = ",\n".join(
        f"{json.dumps(face)}: {{\n"
        + ",\n".join(f" {json.dumps(c, ensure_ascii=False)}: {json.dumps(of)}" for c, of in found.items())
        + "\n}"
        for face, found in glyphs.items()
    )
    (FILES / "glyphs.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
