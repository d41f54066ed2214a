"""The terminal's scripts: their pure parts, and the words they say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from croupier.floor.demonstration import TABLES
from croupier.house import load
from croupier.web import felts
from croupier.web.messages import words

HERE = Path(__file__).parent
WEB = HERE.parent / "src" / "croupier" / "web"
SCRIPTS = sorted((WEB / "static").glob("*.js"))
#: Of what the terminal and nobody else is made.
TERMINAL = frozenset(
    "announce big_six called chips chooser clock dice felt format grid help keys merge motion near notices panels "
    "plaque player recall show socket sound spoken stage svg terminal tray undo wheel".split()
)


def node() -> str:
    """Node, or the one that comes with Playwright."""
    from playwright._impl._driver import compute_driver_executable

    return shutil.which("node") or compute_driver_executable()[0]


def test_units(tmp_path: Path) -> None:
    """The units pass under `node --test`, over the felts as they are drawn."""
    drawn = []
    for table, preset in TABLES.items():
        path = tmp_path / f"{table}.svg"
        path.write_text(felts.plain(load(preset)), encoding="utf-8")
        drawn.append(str(path))
    environment = os.environ | {"FELTS": ":".join(drawn)}
    command = [node(), "--test", str(HERE / "web_js" / "units.test.mjs")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"# pass (\d+)", done.stdout), done.stdout


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_is_tidy(path: Path) -> None:
    """A script says first what it is, is not long, and at the terminal makes no markup or code out of text."""
    text = path.read_text(encoding="utf-8")
    assert text.startswith("// "), "the first line says what it is"
    assert len(text.splitlines()) <= 400
    if path.stem not in TERMINAL:
        return
    for banned in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", 'setAttribute("style"'):
        assert banned not in text, banned


def test_every_word_is_in_the_catalogue() -> None:
    """What the terminal's scripts and its template say is there, and nothing that nobody says."""
    said = words()["terminal"]
    text = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS if path.stem in TERMINAL)
    asked = set(re.findall(r"\bwords\.(\w+)", text)) - {"onSpot", "badges", "length", "replaceAll"}
    starts = tuple(re.findall(r"words\[`(\w+_)\$\{", text))
    template = (WEB / "templates" / "terminal.html").read_text(encoding="utf-8")
    asked |= set(re.findall(r"\bt\.(\w+)", template))
    assert asked <= said.keys(), sorted(asked - said.keys())
    python = (WEB / "pages" / "terminal.py").read_text(encoding="utf-8")
    known = asked | set(re.findall(r'"(\w+)"', python))
    unsaid = {word for word in said if word not in known and not word.startswith(starts)}
    assert not unsaid, f"nobody says {sorted(unsaid)}"
