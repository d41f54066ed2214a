"""Values for the fields of random commands, good and bad; houses by game."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from croupier.table import HouseText
from croupier.table.commands import KINDS
from tests.support.table.coupons import MANY
from tests.support.table.golden import COMMANDS
from tests.support.table.play import written

PLAYERS = ("ann", "bob", "eve")
AMOUNTS = (1_00, 2_00, 5_00, 6_00, 10_00, 12_00, 25_00, 100_00, 501_00, 50, 1)


_written = partial(written, coupons=MANY)


def _device(name: str, **change: Any) -> HouseText:
    """A preset with an electronic device. At craps and Big Six it needs an approval (reading D1)."""
    return _written(name, device__electronic=True, **change)


_LIMITS = {"limits__default": {"min": 2, "max": 50}}
_UP_FRONT = {"commission__buy__when": "up-front", "commission__lay__when": "up-front"}
HOUSES: dict[str, tuple[HouseText, ...]] = {
    "roulette": (
        _written("colorado-double-zero"),
        _written("colorado-single-zero"),
        _written("colorado-triple-zero"),
        _written("colorado-converted-wheel"),
        _written("ten-dollar-roulette"),
        _written("colorado-double-zero", chips__physical=True),
        _device("colorado-double-zero"),
        _device("colorado-single-zero"),
        _device("colorado-converted-wheel", device__delay=1_000),
    ),
    "craps": (
        _written("colorado-craps", tips__tube=True),
        _written("colorado-craps", **_UP_FRONT),
        _written("colorado-craps-free", tips__tube=True),
        _device("colorado-craps", device__delay=1_000),
    ),
    "big-six": (_written("colorado-big-six"), _written("colorado-big-six", **_LIMITS), _device("colorado-big-six")),
}
#: Values by field name. Other fields have the value of the example in golden.txt.
_FIELDS: dict[str, tuple[Any, ...]] = {
    name: (value,) for each in COMMANDS.values() for name, value in each.items()
} | {
    "player": PLAYERS,
    "person": ("eve", "dee", "ann"),
    "item": ("cup",),
    "against": ("dee", "pat"),
    "place": (1, 2, 3),
    "color": ("orange", "yellow"),
    "unit": (1_00, 5_00, 7),
    "amount": AMOUNTS,
    "house": (
        written("colorado-double-zero"),
        written("colorado-craps"),
        written("colorado-big-six", limits__default={"min": 9, "max": 3}),
    ),
    "counted": (0, 500_00),
    "serial": (None, "K1-1", "K5-1"),
    "instrument": ("cash", "ticket", "purchase-ticket", "coupon", "mobile-atm-receipt"),
    "into": ("drop-box", "bill-validator"),
    "table": ("", "T1", "T2"),
    "witness": ("sue", "pat"),
    "box": ("drop", "tips"),
    "wager": ("pass", "red", "one", "straight", "place-6", "banana"),
    "spot": (None, "17", "6"),
    "choice": ("half-back", "imprison"),
    "on": (False, True),
    "tip": (False, True),
    "coins": (False, True),
    "tokens": (False, False, True),
    "tip_at": (None, None, "top-of-area", "on-own-wager"),
    "pressed": (None, "ann"),
    "tube": (False, True),
    "tapped": (False, True),
    "clockwise": (None, False, True),
    "revolutions": (None, 0, 4),
    "waved": (None, True),
    "moves": ((), ("clear-of-wheel",), ("palm-up",)),
    "opposite": (None, False, True),
    "outcome": ("17", "0", "00", "4-2", "3-4", "one", "banana"),
    "of": ("award", "bonus"),
    "result": ("10", "1-2"),
    "draws": ((), ({"of": "bonus", "result": "1-2"},)),
    "cocked": ((), (), (), (3,)),
    "dice": (4, 5),
    "balls": (1, 2, 3),
    "way": ("continue", "return"),
    "fit": (False, True),
    "before_rest": (False, True),
    "reason": ("delay", "other"),
    "number": (1, 2),
    "go_on": (False, True),
    "round": (1, 2),
    "call": ("no-spin", "no-roll", "void"),
    "how": ("rack", "cash", "waived"),
}
_EVERY = ("id", "by", "at")


def fields_of(kind: str, data: Random) -> dict[str, Any]:
    """Random fields for a command, with values that can be parsed."""
    names = [name for name in KINDS[kind].__struct_fields__ if name not in _EVERY]
    missing = [name for name in names if name not in _FIELDS]
    assert not missing, f"say in tests/table/golden.txt what {missing} of {kind} may be"
    found = {name: data.choice(_FIELDS[name]) for name in names}
    if kind in ("receive-slip", "take-back-slip"):  # elsewhere a slip is a number on paper
        return found | {"slip": COMMANDS[kind]["slip"]}
    found |= {"item": ""} if kind == "offer-dice" else {}  # a table without a kit has no set on the register
    return found | {"reason": "delay"} if kind == "order-pass" else found


#: One table of every kind, and an electronic one: its game and its house.
TABLES: dict[str, tuple[str, HouseText]] = {
    "R0": ("roulette", HOUSES["roulette"][1]),
    "R00": ("roulette", HOUSES["roulette"][0]),
    "R000": ("roulette", HOUSES["roulette"][2]),
    "E00": ("roulette", HOUSES["roulette"][6]),
    "C1": ("craps", HOUSES["craps"][0]),
    "C2": ("craps", HOUSES["craps"][2]),
    "B6": ("big-six", HOUSES["big-six"][0]),
}
