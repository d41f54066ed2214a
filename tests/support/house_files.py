"""House files for tests, and the faults that are found in them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from croupier import house

APPROVED = {"reference": "X", "date": date(2022, 1, 1)}

ROULETTE = """\
title = "Test roulette"
game = "roulette"
rulebook = 2022-09-01
time_zone = "America/Denver"
gaming_day_starts = 06:00:00

[chips]
denominations = [1, 5, 25]

[wheel]
kind = "double-zero"

[limits]
default = { min = 1, max = 500 }
"""

TEN_FAULTS = """\
game = "craps"
rulebook = 2022-09-01
time_zone = "America/Denvr"
gaming_day_start = 06:00:00

[chips]
denominations = [1, 2.5, 25]

[wagers]
offered = "all"
except = ["place-6", "pass-odds"]

[limits]
default = { min = 50, max = 5 }

[odds]
take = 3
lay = 6

[odds.units]
take = { 4 = 1, 5 = 2, 6 = 5, 8 = 5, 9 = 2, 10 = 1 }
lay = { 4 = 2, 5 = 3, 6 = 6, 8 = 6, 9 = 3, 10 = 2 }

[commission]
buy = { percent = 6, when = "on-win" }
lay = { percent = 5, when = "on-win" }
place = { percent = 5, when = "on-win" }

[pays]
place-8 = { win = "1 to 1" }

[tips]
wagers = true

[device]
electronic = true
"""

Where = tuple[int | None, str, str | None]


def written(folder: Path, text: str) -> Path:
    """Write a house file into a folder."""
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def found(folder: Path, text: str) -> list[Where]:
    """The faults of a file: line, key and paragraph."""
    return [(fault.line, *parts(fault)[:2]) for fault in house.faults(written(folder, text))]


def faults_after(change: Mapping[str, Any], name: str, on: date | None = None) -> list[house.Fault]:
    """The faults that changes cause in a valid preset."""
    with pytest.raises(house.Unsound) as unsound:
        house.load(name, on=on, change=change)
    return unsound.value.faults


def faults_of(name: str, on: date | None = None, /, **change: Any) -> list[house.Fault]:
    """The same; in keys, write two underscores for a dot."""
    return faults_after({key.replace("__", "."): value for key, value in change.items()}, name, on)


def parts(fault: house.Fault) -> tuple[str, str | None, str]:
    """A fault as its key, its paragraph and its message."""
    return fault.key, None if fault.cite is None else str(fault.cite), fault.message


def only(faults: list[house.Fault]) -> tuple[str, str | None, str]:
    """The one fault: key, paragraph, message."""
    (fault,) = faults
    return parts(fault)


PRESETS = {
    "colorado-single-zero",
    "colorado-double-zero",
    "colorado-triple-zero",
    "colorado-converted-wheel",
    "ten-dollar-roulette",
    "colorado-craps",
    "colorado-craps-free",
    "colorado-big-six",
}
