"""A house as it travels in a command and in the log: its own source text, so that a log replays by itself."""

from __future__ import annotations

import json
import tomllib
from datetime import date
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import cast

from msgspec import Struct

from croupier.core.refusal import Code, Refusal, refuse
from croupier.house import House, Unreadable
from croupier.house.reader import read


class HouseText(Struct, frozen=True, forbid_unknown_fields=True):
    """A house file by its text; `on` asks for the rulebook of another date, `change` (JSON) chooses otherwise."""

    name: str
    text: str
    on: str | None = None
    change: str = "{}"


class _Written(PurePosixPath):
    """A path whose text is at hand: nothing is read from a disk."""

    text: str

    def read_text(self, encoding: str) -> str:
        """The text that came with the command."""
        return self.text


@lru_cache(maxsize=64)
def house_of(written: HouseText) -> House | Refusal:
    """The house, or its faults as a refusal."""
    path = _Written(written.name)
    path.text = written.text
    try:
        if "variations" in tomllib.loads(written.text):
            message = f"{written.name} names variations whose code the log would not carry."
            return refuse(Code.HOUSE_UNSOUND, message)
        on = None if written.on is None else date.fromisoformat(written.on)
        house, faults = read(cast(Path, path), on, json.loads(written.change))
    except (Unreadable, ValueError, RecursionError) as error:
        return refuse(Code.HOUSE_UNSOUND, f"{written.name} cannot be read: {error}.")
    if house is None:
        return refuse(Code.HOUSE_UNSOUND, f"{written.name}: {'; '.join(map(str, faults))}.")
    return house
