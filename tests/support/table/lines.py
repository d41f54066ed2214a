"""Commands as lines of text: `dealer dee: place player=ann wager=red amount=$5`."""

from __future__ import annotations

import shlex
from typing import Any

from croupier.table import By
from croupier.text.money import read_dollars
from tests.support.table.coupons import issued
from tests.support.table.play import by, written

COUPONS = [issued("K-7", face=10), issued("K-77")]


def read_command(line: str) -> tuple[str, By, dict[str, Any]]:
    """The verb of a command line, who gives it, and its fields."""
    who, _, what = line.partition(": ")
    role, person = who.split(" ")
    word, *pairs = shlex.split(what)
    fields = {name: _value(name, text) for name, _, text in (pair.partition("=") for pair in pairs)}
    return word, by(role, person), fields


def _value(name: str, text: str) -> Any:
    if name == "house":
        return written(text, coupons=COUPONS)
    if name == "moves":
        return tuple(text.split("+"))
    if text.startswith("$"):
        return int(read_dollars(text[1:]))
    if text in ("yes", "no"):
        return text == "yes"
    number = name in ("place", "dice", "revolutions", "number", "round", "notice")
    return int(text) if number else text
