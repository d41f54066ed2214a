"""Whole playthroughs: random scripts, good and bad acts mixed, played by the engine and by the oracle alike.

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

ACTS = 80
SHARE = 25  # scripts a setup in `make test`
WHOLE = 1250  # scripts a setup in `make proof`
RESOLVED = ("player", "wager", "spot", "grade", "stake_cents", "net_cents", "tip", "tip_box_cents")
STANDING = ("player", "wager", "spot", "stake_cents", "working", "tip")

#: Other houses than the presets: what changes, in the house's words and in the oracle's.
CHANGES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "up-front": (
        "colorado-craps",
        {"commission.buy.when": "up-front", "commission.lay.when": "up-front"},
        {"commission": ("up-front", 5)},
    ),
    "accept-all": ("colorado-craps", {"readings.C4": "accept-all"}, {"c4": "accept-all"}),
    "exact-only": ("colorado-craps", {"readings.C4": "exact-only"}, {"c4": "exact-only"}),
    "lay-of-the-stake": ("colorado-craps", {"readings.C6": "of-the-stake"}, {"c6": "of-the-stake"}),
    "no-areas": ("colorado-craps", {"options.areas": []}, {"areas": False}),
    "hardways-on": ("colorado-craps", {"options.hardways_on_come_out": True}, {"hardways_on_come_out": True}),
    "even-money-release": ("colorado-single-zero", {"readings.R5": "pays-even-money"}, {"r5": "pays-even-money"}),
    "double-zero-prison": ("colorado-double-zero", {"options.in_prison": True}, {"in_prison": True}),
    "other-craps-tables": (
        "colorado-craps",
        {
            "side_bets.fire-bet.pay_table": "FB-3",
            "side_bets.sharp-shooter.pay_table": "SS-06",
            "side_bets.super-front-line-winner.pay_table": "7",
        },
        {
            "side_bets": {
                "fire-bet": {"pay_table": "FB-3"},
                "sharp-shooter": {"pay_table": "SS-06"},
                "super-front-line-winner": {"pay_table": "7"},
            }
        },
    ),
    "other-roulette-tables": (
        "colorado-double-zero",
        {
            "readings.R15": "36-does-not-count",
            "side_bets.spinner-winner.pay_table": "SW3-U04",
            "side_bets.roulette-up": {"pay_table": "PT-FLT-RU-02", "primary_required": True, "aggregate": 100},
            "side_bets.roulette-up-progressive.pay_table": "PT-BJS-RU-04",
            "side_bets.roulette-up-progressive.unit": 5,
            "side_bets.roulette-up-progressive.contribution_percent": 33,
        },
        {
            "r15": "36-does-not-count",
            "side_bets": {
                **SETUPS["colorado-double-zero"]["side_bets"],
                "spinner-winner": {"pay_table": "SW3-U04"},
                "roulette-up": {"pay_table": "PT-FLT-RU-02", "primary_required": True, "aggregate_cents": 100_00},
                "roulette-up-progressive": {
                    "pay_table": "PT-BJS-RU-04",
                    "unit_cents": 500,
                    "seed_cents": 1_000_000,
                    "reseed_cents": 1_000_000,
                    "contribution_percent": 33,
                },
            },
        },
    ),
    "no-tips": ("colorado-craps", {"tips.wagers": False}, {"tips": False}),
    "free-up-front": (
        "colorado-craps-free",
        {"commission.buy.when": "up-front"},
        {"commission": ("up-front", 5)},
    ),
}


def _setup(name: str) -> tuple[House, dict[str, Any]]:
    if name in SETUPS:
        return house.load(name), SETUPS[name]
    preset, change, other = CHANGES[name]
    return house.load(preset, change=change), SETUPS[preset] | other


def _rows(rows: list[dict[str, Any]], keys: tuple[str, ...]) -> list[str]:
    return sorted(json.dumps([row.get(key) for key in keys]) for row in rows)


def _compare(rules: House, setup: dict[str, Any], text: str) -> int:
    """Every act the same in both: taken or not, what it decided, what stands, every rack."""
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
    """Scripts that once failed, and hand-made ones; the first line names the house: `# house: NAME`."""
    text = path.read_text(encoding="utf-8")
    rules, setup = _setup(text.splitlines()[0].removeprefix("# house: "))
    assert _compare(rules, setup, text) > 0
