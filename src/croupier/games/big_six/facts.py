"""What a spin of the Big Six wheel means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.core.chance import Chance
from croupier.core.citation import Citation, implements
from croupier.core.machine import Seen, Standing, Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.table import Table
from croupier.games.big_six import wheel
from croupier.games.big_six.rules import Rules


@dataclass(frozen=True, slots=True)
class BigSixTable(Table):
    """The state of the game: the next direction of the wheel, and whether the clapper works."""

    clockwise: bool = True
    in_service: bool = True


@dataclass(frozen=True, slots=True)
class Clapped:
    """The clapper came to rest in a section."""

    symbol: str


def begin(rules: Rules) -> BigSixTable:
    """The state of a table that was just opened."""
    return BigSixTable()


def read(text: str, rules: Rules) -> str | Refusal:
    """Check that this is a symbol on the rim."""
    if text in wheel.SYMBOLS:
        return text
    return refuse(Code.IMPOSSIBLE_OUTCOME, "section", cite="30-2702(1)", text=text, known=tuple(wheel.SYMBOLS))


def closed(table: BigSixTable) -> Refusal | None:
    """With a broken clapper no wager is taken and the wheel is not spun (reading B2)."""
    if table.in_service:
        return None
    return refuse(Code.OUT_OF_SERVICE, cite="30-2703(5)")


def ready(table: BigSixTable, standing: Iterable[Standing], rules: object) -> BigSixTable | Refusal:
    """Whether the wheel may be spun."""
    return closed(table) or table


@implements("30-2703(4)")
def observe(table: BigSixTable, symbol: str, rules: Rules) -> Seen[BigSixTable, Clapped]:
    """The section decides every wager on the layout."""
    return Seen(_turned(table), Clapped(symbol))


def _turned(table: BigSixTable) -> BigSixTable:
    """The next spin goes in the other direction, also if it repeats a void spin (reading B3)."""
    return BigSixTable(not table.clockwise, table.in_service)


@implements("30-2703(2)")
def _too_short(table: BigSixTable) -> Void[BigSixTable]:
    says = "Void: fewer than three revolutions; the wheel is spun again, the other way."
    return Void(Citation("30-2703(2)"), says, _turned(table))


@implements("30-2703(5)")
def _between_sections(table: BigSixTable) -> Void[BigSixTable]:
    says = "Void: the clapper rests between two sections; the wheel is spun again."
    return Void(Citation("30-2703(5)"), says, _turned(table))


@implements("30-2703(5)")
def _clapper_broken(table: BigSixTable) -> Void[BigSixTable]:
    says = "Void: the clapper is broken or off; every wager goes back and the table closes for repair."
    return Void(Citation("30-2703(5)"), says, BigSixTable(not table.clockwise, False), returned=True)


VOID = {"revolutions": _too_short, "between-sections": _between_sections, "clapper-broken": _clapper_broken}


def void(act: str, reason: str, table: BigSixTable) -> Void[BigSixTable] | Refusal:
    """A spin that does not count (reading B2)."""
    if act != "void":
        return refuse(Code.ACT_OF_ANOTHER_GAME, "call-is-void", act=act)
    if (out := closed(table)) is not None:
        return out
    if reason not in VOID:
        return refuse(Code.UNKNOWN_REASON, "void", cite="30-2703", reason=reason, known=tuple(VOID))
    return VOID[reason](table)


def repair(table: BigSixTable) -> BigSixTable | Refusal:
    """The clapper was repaired."""
    if table.in_service:
        return refuse(Code.NOTHING_TO_REPAIR)
    return BigSixTable(table.clockwise)


def chance(rules: Rules) -> Chance[str]:
    """The chance of each symbol: its share of the 54 sections."""
    return wheel.chance()


def forget(table: BigSixTable, watches: frozenset[str]) -> BigSixTable:
    """Drop the direction and the clapper's condition: they do not affect who wins."""
    return BigSixTable()
