"""Whole playthroughs: random scripts with valid and invalid acts, played by the engine and by the oracle.

`make test` plays a fixed share; `make proof` plays all of them from a new, printed seed. A failing script goes
into `tests/scripts/` and is played ever after.
"""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier import house
from croupier.felt import script
from croupier.house import House
from tests.oracle.play import SETUPS, play
from tests.oracle.scripts import random_script
from tests.support.changed_houses import CHANGES

ACTS = 80
SHARE = 25  # scripts per setup in `make test`
WHOLE = 1250  # scripts per setup in `make proof`
RESOLVED = ("player", "wager", "spot", "grade", "stake_cents", "net_cents", "tip", "tip_box_cents")
STANDING = ("player", "wager", "spot", "stake_cents", "working", "tip")


def _setup(name: str) -> tuple[House, dict[str, Any]]:
    if name in SETUPS:
        return house.load(name), SETUPS[name]
    preset, change, other = CHANGES[name]
    return house.load(preset, change=change), SETUPS[preset] | other


def _rows(rows: list[dict[str, Any]], keys: tuple[str, ...]) -> list[str]:
    return sorted(json.dumps([row.get(key) for key in keys]) for row in rows)


def _compare(rules: House, setup: dict[str, Any], text: str) -> int:
    """Compare every act: accepted or not, the decided wagers, the remaining wagers, every rack."""
    engine = [json.loads(script.to_json(told)) for told in script.play(rules, text)]
    naive = play(setup, text)
    for mine, other in zip(engine, naive, strict=True):
        where = f"line {mine['line']}: {mine['act']}\n{mine['refusal']} / {other['refused']}\n\n{text}"
        assert mine["ok"] == other["ok"], where
        assert _rows(mine["resolved"], RESOLVED) == _rows(other["resolved"], RESOLVED), where
        assert _rows(mine["standing"], STANDING) == _rows(other["standing"], STANDING), where
        assert mine["racks"] == other["racks"], where
    return len(engine)


@pytest.mark.parametrize("name", [*SETUPS, *CHANGES])
def test_random_scripts(name: str, proof: bool, share: Callable[[str], None]) -> None:
    rules, setup = _setup(name)
    seed = secrets.token_hex(8) if proof else "croupier"
    count = WHOLE if proof else SHARE
    acts = 0
    for number in range(count):
        text = random_script(setup, random.Random(f"{seed} {name} {number}"), ACTS)
        acts += _compare(rules, setup, text)
    share(f"{name}: {count} of {WHOLE} scripts, {acts} acts, seed {seed!r}")


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[1] / "scripts").glob("*.txt")), ids=lambda p: p.stem)
def test_kept_scripts(path: Path) -> None:
    """Scripts that once failed, and handwritten ones; the first line names the house: `# house: NAME`."""
    text = path.read_text(encoding="utf-8")
    rules, setup = _setup(text.splitlines()[0].removeprefix("# house: "))
    assert _compare(rules, setup, text) > 0
