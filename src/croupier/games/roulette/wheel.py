"""The three wheels: their compartments, colors and order."""

from __future__ import annotations

from typing import Literal, get_args

from croupier.core.chance import Chance
from croupier.core.citation import implements

WheelName = Literal["single-zero", "double-zero", "triple-zero"]
WHEELS: tuple[WheelName, ...] = get_args(WheelName)

ZEROS = ("0", "00", "000")
NUMBERS = tuple(str(number) for number in range(1, 37))
_RANK = {pocket: rank for rank, pocket in enumerate(ZEROS + NUMBERS)}
_RED = frozenset(
    ["1", "3", "5", "7", "9", "12", "14", "16", "18", "19", "21", "23", "25", "27", "30", "32", "34", "36"]
)

# The rules do not print the order of the numbers (reading R19); these are the customary orders.
_AFTER_ZERO = "32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
_DOUBLE = "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"


def in_order(pockets: frozenset[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Pockets in the order in which Croupier lists them: 0, 00, 000, then the numbers."""
    return tuple(sorted(pockets, key=_RANK.__getitem__))


@implements("30-2209(2)", "47.1-2209(2)", "30-2201(5)", "47.1-2201(5)", "30-2210(2)(a)", "47.1-2210(2)(a)")
def _single_zero() -> tuple[str, ...]:
    return ("0", *_AFTER_ZERO.split())


@implements("30-2209(1)", "47.1-2209(1)", "30-2201(1)", "47.1-2201(1)", "30-2210(2)(b)", "47.1-2210(2)(b)")
def _double_zero() -> tuple[str, ...]:
    return tuple(_DOUBLE.split())


@implements("30-2209(3)", "30-2210(2)(c)")
def _triple_zero() -> tuple[str, ...]:
    return ("000", "0", "00", *_AFTER_ZERO.split())


def ring(wheel: WheelName) -> tuple[str, ...]:
    """The compartments clockwise around the wheel."""
    return {"single-zero": _single_zero, "double-zero": _double_zero, "triple-zero": _triple_zero}[wheel]()


def pockets(wheel: WheelName) -> tuple[str, ...]:
    """Every compartment of the wheel, in that order."""
    return in_order(ring(wheel))


@implements("30-2201(2)", "47.1-2201(2)")
def color(pocket: str) -> Literal["red", "black", "green"]:
    """The color of a compartment."""
    if pocket in ZEROS:
        return "green"
    return "red" if pocket in _RED else "black"


def chance(wheel: WheelName) -> Chance[str]:
    """The chances of the wheel: every compartment is equally likely."""
    return Chance.even(pockets(wheel))
