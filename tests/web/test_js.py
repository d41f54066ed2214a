"""The terminal's scripts: their pure parts, and the words they say."""

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
from croupier.house import load
from croupier.web.api import felts
from croupier.web.lobby import cards
from croupier.web.server import frames, refusals
from croupier.web.shared.messages import words
from croupier.web.views import chips, everybody, player
from tests.support.views import GAMES, life, watch

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src" / "croupier" / "web"
SCRIPTS = sorted(WEB.rglob("*.js"))
#: Of what the terminal and nobody else is made, and what all pages share.
TERMINAL = frozenset({"terminal", "shared"})


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
    _passes("units.test.mjs", FELTS=":".join(drawn))


def test_merging_in_the_browser(tmp_path: Path) -> None:
    """Patches make the view there as they do here (tests/web/test_views.py): real shifts, every audience."""
    told = []
    for game in GAMES:
        for seed in range(3):
            watcher = watch(life(game, f"js {seed}", 150), Random(f"{game} {seed}"))
            told += [{"name": name, **vars(each)} for name, each in watcher.told.items()]
            told += [{"name": "ended", **vars(each)} for each in watcher.ended]
    (tmp_path / "told.json").write_text(json.dumps(told), encoding="utf-8")
    _passes("merge.test.mjs", TOLD=str(tmp_path / "told.json"))


def _passes(name: str, **given: str) -> None:
    """A file of tests passes under `node --test`."""
    command = [node(), "--test", str(HERE / "js" / name)]
    done = subprocess.run(command, env=os.environ | given, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"# pass (\d+)", done.stdout), done.stdout


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(WEB)))
def test_a_script_is_tidy(path: Path) -> None:
    """A script says first what it is, is not long, and at the terminal makes no markup or code out of text."""
    text = path.read_text(encoding="utf-8")
    assert text.startswith("// "), "the first line says what it is"
    assert len(text.splitlines()) <= 300
    if path.relative_to(WEB).parts[0] not in TERMINAL:
        return
    for banned in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", 'setAttribute("style"'):
        assert banned not in text, banned


#: The types of `shared/wire.d.ts`, with the server's own.
WIRE: dict[str, type[msgspec.Struct]] = {
    "ChipView": chips.ChipShown,
    "LastView": everybody.LastShown,
    "PlayerView": everybody.PlayerShown,
    "DeviceView": everybody.DeviceShown,
    "LimitView": everybody.LimitShown,
    "TableView": everybody.TableShown,
    "RowView": player.RowShown,
    "WonView": player.WonShown,
    "DueView": player.DueShown,
    "OwnView": player.OwnShown,
    "RefusalView": refusals.Spoken,
    "NumberView": cards.Number,
    "CardView": cards.Now,
    "TableFrame": frames.TableFrame,
    "DeltaFrame": frames.DeltaFrame,
    "YouFrame": frames.YouFrame,
    "ClockFrame": frames.ClockFrame,
    "AnswerFrame": frames.AnswerFrame,
    "ErrorFrame": frames.ErrorFrame,
    "LobbyFrame": frames.LobbyFrame,
}


@pytest.mark.parametrize("name", WIRE)
def test_a_type_of_the_scripts_has_the_members_that_are_sent(name: str) -> None:
    """And those that may be missing there may be missing here."""
    text = (WEB / "shared" / "wire.d.ts").read_text(encoding="utf-8")
    body = re.search(rf"interface {name} {{(.*?)\n}}", text, re.DOTALL)
    assert body is not None
    written = {member: bool(optional) for member, optional in re.findall(r"^  (\w+)(\?)?:", body[1], re.MULTILINE)}
    written.pop("kind", None)
    sent = {field.encode_name: field.default is msgspec.UNSET for field in msgspec.structs.fields(WIRE[name])}
    assert written == sent


def test_every_word_is_in_the_catalogue() -> None:
    """What the terminal's scripts and its template say is there, and nothing that nobody says."""
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
