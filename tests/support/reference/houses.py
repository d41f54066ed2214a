"""The houses at which two versions are compared: every preset, other choices, and every printed pay table.

Each is written as a house file, so that the command line of any version can read it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time
from pathlib import Path
from typing import Any

from tests.oracle.play import SETUPS
from tests.oracle.side_tables import FIRE, FRONT_LINE, SHARP, SPINNER, UP_BONUS, UP_PROGRESSIVE
from tests.support.changed_houses import CHANGES


@dataclass(frozen=True)
class Compared:
    """A house: its TOML, and what the generator of scripts needs to know about it."""

    name: str
    preset: str
    change: dict[str, Any]
    setup: dict[str, Any]

    @property
    def variant(self) -> str:
        """The game, as `croupier play` names it."""
        return "craps-free" if self.setup["free"] else str(self.setup["game"])

    def write(self, folder: Path, reference: Path) -> str:
        """What `--house` takes: the name of a preset, or the path of a file written here.

        A file starts from the preset of the reference, which both trees can read.
        """
        if not self.change:
            return self.preset
        data = tomllib.loads(preset_of(reference, self.preset).read_text(encoding="utf-8"))
        for key, value in self.change.items():
            *tables, last = key.split(".")
            table = data
            for each in tables:
                table = table.setdefault(each, {})
            table[last] = value
        path = folder / f"{self.name}.toml"
        path.write_text("".join(f"{key} = {_toml(value)}\n" for key, value in data.items()), encoding="utf-8")
        return str(path)


def preset_of(tree: Path, name: str) -> Path:
    """The file of a preset in a source tree."""
    return tree / "src" / "croupier" / "house" / "presets" / f"{name}.toml"


def houses(preset: str) -> Iterator[Compared]:
    """A preset, houses with other choices, and its side bets with each of their pay tables."""
    setup = SETUPS[preset]
    yield Compared(preset, preset, {}, setup)
    for name, (base, change, other) in CHANGES.items():
        if base == preset:
            yield Compared(name, preset, change, setup | other)
    tables = {wager: names for wager, names in _pay_tables(setup).items() if wager in setup["side_bets"]}
    for number in range(max(map(len, tables.values()), default=0)):
        chosen = {wager: names[number % len(names)] for wager, names in tables.items()}
        change = {f"side_bets.{wager}.pay_table": table for wager, table in chosen.items()}
        sides = {wager: {**said, "pay_table": chosen.get(wager)} for wager, said in setup["side_bets"].items()}
        yield Compared(f"{preset}-tables-{number + 1}", preset, change, setup | {"side_bets": sides})


def _pay_tables(setup: dict[str, Any]) -> dict[str, list[str]]:
    """Every printed pay table of every side bet; those of Spinner Winner are for one wheel."""
    return {
        "spinner-winner": [name for name, (wheel, _) in SPINNER.items() if wheel == setup["wheel"]],
        "roulette-up": list(UP_BONUS),
        "roulette-up-progressive": list(UP_PROGRESSIVE),
        "fire-bet": list(FIRE),
        "sharp-shooter": list(SHARP),
        "super-front-line-winner": list(FRONT_LINE),
    }


def _toml(value: Any) -> str:
    """A value of TOML; a table is written in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(key)} = {_toml(each)}' for key, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return value.isoformat() if isinstance(value, date | time) else json.dumps(value)
