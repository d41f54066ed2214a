"""The terminal's scripts: their pure functions, and their texts."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import msgspec
import pytest

from croupier.floor.demonstration import TABLES
from croupier.games.svg import STYLES
from croupier.house import load
from croupier.web.api import felts
from croupier.web.server import script_types
from croupier.web.shared.messages import words
from croupier.web.terminal.boot import boot
from tests.support.table.seen import cases
from tests.support.views import GAMES, life, watch

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src" / "croupier" / "web"
SCRIPTS = sorted(WEB.rglob("*.js"))
TYPES = sorted(WEB.rglob("*.d.ts"))
#: The data about pace that the page of a terminal gets.
PACE = ("window", "offer")
#: The scripts of the terminal, and those that all pages share.
TERMINAL = frozenset({"terminal", "shared"})


def node() -> str:
    """Node, or the one that comes with Playwright."""
    from playwright._impl._driver import compute_driver_executable

    return shutil.which("node") or compute_driver_executable()[0]


def test_the_units_of_the_scripts_pass(tmp_path: Path) -> None:
    """The unit tests of the scripts pass under `node --test`, with felts as the server draws them."""
    drawn = []
    for table, preset in TABLES.items():
        for number, style in enumerate(STYLES):
            path = tmp_path / f"{table}-{number}.svg"
            path.write_text(felts.plain(load(preset), style), encoding="utf-8")
            drawn.append(str(path))
    _passes("units.test.mjs", FELTS=":".join(drawn))


def test_merging_in_the_browser(tmp_path: Path) -> None:
    """Patches give the same view in the browser as in Python (tests/web/test_views.py), for every audience."""
    told = []
    for game in GAMES:
        for seed in range(3):
            watcher = watch(life(game, f"js {seed}", 150), Random(f"{game} {seed}"))
            told += [{"name": name, **vars(each)} for name, each in watcher.sent.items()]
            told += [{"name": "ended", **vars(each)} for each in watcher.ended]
    (tmp_path / "told.json").write_text(json.dumps(told), encoding="utf-8")
    _passes("merge.test.mjs", TOLD=str(tmp_path / "told.json"))


def test_what_a_terminal_saw_is_judged_alike_in_the_browser(tmp_path: Path) -> None:
    """The same evidence has the same fault as in Python (tests/table/outcomes/test_witness.py)."""
    rows = [{"seen": msgspec.to_builtins(seen), "fault": fault} for fault, seen in cases().items()]
    (tmp_path / "seen.json").write_text(json.dumps(rows), encoding="utf-8")
    _passes("seen.test.mjs", SEEN=str(tmp_path / "seen.json"))


def _passes(name: str, **given: str) -> None:
    """A file of tests passes under `node --test`."""
    command = [node(), "--test", str(HERE / "js" / name)]
    done = subprocess.run(command, env=os.environ | given, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"# pass (\d+)", done.stdout), done.stdout


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(WEB)))
def test_a_script_is_tidy(path: Path) -> None:
    """A script begins with a description, is short, and at the terminal never turns text into markup or code."""
    text = path.read_text(encoding="utf-8")
    assert text.startswith("// "), "the first line says what it is"
    assert len(text.splitlines()) <= 300
    if path.relative_to(WEB).parts[0] not in TERMINAL:
        return
    for banned in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", 'setAttribute("style"'):
        assert banned not in text, banned


def test_no_block_of_six_lines_stands_twice() -> None:
    """Without blank lines, comments, imports and lone punctuation."""
    places: dict[tuple[str, ...], str] = {}
    for path in SCRIPTS:
        lines = [
            (number, line.strip()) for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        ]
        said = [
            each
            for each in lines
            if re.search(r"\w", each[1]) and not each[1].startswith(("//", "*", "/*", "import "))
        ]
        for block in zip(*(said[at:] for at in range(6)), strict=False):
            place = f"{path.relative_to(WEB)}:{block[0][0]}"
            seen = places.setdefault(tuple(line for _, line in block), place)
            assert seen == place, f"{place} repeats {seen}"


@pytest.mark.parametrize("path", [*SCRIPTS, *TYPES], ids=lambda path: str(path.relative_to(WEB)))
def test_the_scripts_contain_no_any_and_no_cast(path: Path) -> None:
    """No `any`, no line that the checker skips, and no cast but the one that takes a patched view for a view."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"[{<(|:,]\s*any\s*[}>)|;,\[\]]", text)
    assert not re.search(r"@ts-|eslint-disable", text)
    assert len(re.findall(r"@(?:type|satisfies) \{.*\} \*/ \(", text)) == (path.name == "merge.js")


def test_every_script_is_checked_strictly() -> None:
    """There is one configuration, and no list of exceptions."""
    tools = HERE.parents[1] / "tools" / "js"
    assert [path.name for path in tools.glob("tsconfig*.json")] == ["tsconfig.json"]
    config = json.loads((tools / "tsconfig.json").read_text(encoding="utf-8"))
    assert config["compilerOptions"]["strict"]
    assert config["compilerOptions"]["checkJs"]
    assert config["include"] == ["../../src/croupier/web/**/*"]
    assert "exclude" not in config


def test_the_types_of_the_scripts_are_those_of_the_server() -> None:
    """`make docs` writes them."""
    assert script_types.PATH.read_text(encoding="utf-8") == script_types.script_types()


def test_a_type_says_what_may_be_left_out() -> None:
    """Sent objects leave out only unset members; a command may leave out every member with a default."""
    text = script_types.script_types()
    assert "  last: LastShown[];\n  outcome?: string;\n" in text
    assert "  picture: string;\n  round: number;\n" in text  # they have defaults, but are always sent
    assert '  do: "place";\n  wager: string;\n  amount: number;\n' in text
    assert "  spot?: string | null;\n  tip?: boolean;\n" in text
    assert "  happened: Happened[];\n" in text


def test_the_page_of_a_terminal_gets_what_its_types_say() -> None:
    """Data of every table is required, data of some tables is optional, and there is nothing else."""
    text = (WEB / "terminal" / "types.d.ts").read_text(encoding="utf-8")
    body = re.search(r"interface Boot {(.*?)\n}", text, re.DOTALL)
    assert body is not None
    written = {name: bool(optional) for name, optional in re.findall(r"^  (\w+)(\?)?:", body[1], re.MULTILINE)}
    given = [{*boot(table, load(preset)), *PACE} for table, preset in TABLES.items()]
    assert written == {name: not all(name in each for each in given) for name in set().union(*given)}


def test_every_word_is_in_the_catalogue() -> None:
    """Every text of the terminal's scripts and template is in the catalogue, and the catalogue has no unused text."""
    said = words()["terminal"]
    text = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS if path.relative_to(WEB).parts[0] in TERMINAL)
    asked = set(re.findall(r"\bwords\.(\w+)", text)) - {"onSpot", "badges", "length", "replaceAll"}
    starts = tuple(re.findall(r"words\[`(\w+_)\$\{", text))
    template = (WEB / "terminal" / "terminal.html").read_text(encoding="utf-8")
    asked |= set(re.findall(r"\bt\.(\w+)", template))
    assert asked <= said.keys(), sorted(asked - said.keys())
    python = (WEB / "terminal" / "page.py").read_text(encoding="utf-8")
    known = asked | set(re.findall(r'"(\w+)"', python))
    unsaid = {word for word in said if word not in known and not word.startswith(starts)}
    assert not unsaid, f"nobody says {sorted(unsaid)}"
