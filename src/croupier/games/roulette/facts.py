"""What a spin means. The engine is told the compartment; it never spins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.core.chance import Chance
from croupier.core.citation import Citation, implements
from croupier.core.machine import Seen, Standing, Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games.roulette import wheel
from croupier.games.roulette.rules import Rules


@dataclass(frozen=True, slots=True)
class RouletteTable:
    """What the table remembers: the number before."""

    previous: str | None = None


@dataclass(frozen=True, slots=True)
class Landed:
    """The ball came to rest in a compartment."""

    pocket: str
    previous: str | None

    @property
    def number(self) -> int | None:
        """1 to 36, or none for a zero."""
        return None if self.pocket in wheel.ZEROS else int(self.pocket)

    @property
    def color(self) -> str:
        """Red, black or green."""
        return wheel.color(self.pocket)


def begin(rules: Rules) -> RouletteTable:
    """A table just opened: no number yet."""
    return RouletteTable()


def read(text: str, rules: Rules) -> str | Refusal:
    """A compartment of this wheel, as it is written on it."""
    if text in wheel.pockets(rules.wheel):
        return text
    message = f"The {rules.wheel} wheel has no compartment {text!r}: it has {_compartments(rules.wheel)}."
    return refuse(Code.IMPOSSIBLE_OUTCOME, message, _KIND[rules.wheel])


_KIND = {"single-zero": "30-2210(2)(a)", "double-zero": "30-2210(2)(b)", "triple-zero": "30-2210(2)(c)"}


def _compartments(kind: wheel.WheelName) -> str:
    zeros = [zero for zero in wheel.ZEROS if zero in wheel.pockets(kind)]
    return f"{', '.join(zeros)} and 1 to 36"


def ready(table: RouletteTable, standing: Iterable[Standing]) -> RouletteTable | Refusal:
    """The wheel can always be spun."""
    return table


@implements("30-2203(5)", "47.1-2203(5)")
def observe(table: RouletteTable, pocket: str, rules: Rules) -> Seen | Void:
    """The compartment decides every wager as it lies; on a converted wheel 00 and 000 void the spin."""
    if rules.converted and pocket in ("00", "000"):
        return _void_on_converted_wheel(table, pocket)
    return Seen(RouletteTable(pocket), Landed(pocket, table.previous))


@implements("30-2210(2)(d)(ii)(B)", "47.1-2210(2)(c)(ii)(B)")
def _void_on_converted_wheel(table: RouletteTable, pocket: str) -> Void:
    says = f"{pocket} on a wheel used as single zero: the spin is void and the wheel is spun again."
    return Void(Citation("30-2210(2)(d)(ii)(B)"), says, table)


@implements("30-2206(1)", "47.1-2206(1)", "H-irregularities(1)")
def _same_direction() -> str:
    return "No spin: the ball was spun with the wheel and not against it."


@implements("30-2206(2)", "47.1-2206(2)", "30-2205(1)", "47.1-2205(1)", "H-irregularities(2)")
def _revolutions() -> str:
    return "No spin: the ball made fewer than four revolutions."


@implements("30-2206(3)", "47.1-2206(3)", "H-irregularities(3)")
def _foreign_object() -> str:
    return "No spin: something fell into the wheel."


@implements("30-2206(4)", "47.1-2206(4)")
def _ball_out() -> str:
    return "No spin: the ball left the wheel; the pit supervisor inspects it before it returns."


@implements("30-2206(5)", "47.1-2206(5)")
def _other() -> str:
    return "No spin, as the pit supervisor directs."


NO_SPIN = {
    "same-direction": ("30-2206(1)", _same_direction),
    "revolutions": ("30-2206(2)", _revolutions),
    "foreign-object": ("30-2206(3)", _foreign_object),
    "ball-out": ("30-2206(4)", _ball_out),
    "other": ("30-2206(5)", _other),
}


@implements("30-2201(8)", "47.1-2201(8)")
def void(act: str, reason: str, table: RouletteTable) -> Void | Refusal:
    """A dealer calls "no spin": wagers stand, nothing moves (reading R7)."""
    if act != "no-spin":
        return refuse(Code.ACT_OF_ANOTHER_GAME, f"{act} is not a call at roulette: the call is no-spin.")
    if reason not in NO_SPIN:
        return refuse(
            Code.UNKNOWN_REASON,
            f"no-spin has no reason {reason!r}: say one of {', '.join(NO_SPIN)}.",
            "30-2206",
        )
    cite, says = NO_SPIN[reason]
    return Void(Citation(cite), says(), table)


def shooter(table: RouletteTable, player: str, standing: Iterable[Standing]) -> Refusal:
    """There is no shooter at roulette."""
    return refuse(Code.ACT_OF_ANOTHER_GAME, "There is no shooter at roulette: the wheel is spun.", "30-2205(1)")


def chance(rules: Rules) -> Chance[str]:
    """Every compartment of the physical wheel equally likely."""
    return wheel.chance(rules.wheel)


def forget(table: RouletteTable, watches: frozenset[str]) -> RouletteTable:
    """The previous number matters only to the side bets that watch it."""
    return table if "previous" in watches else RouletteTable()
