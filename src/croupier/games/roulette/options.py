"""What a roulette house chooses: the wheel and its use, In Prison, customary spots, and terms of its side bets."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from croupier.core.citation import implements
from croupier.core.options import Options, Presses
from croupier.games.roulette.wheel import WheelName, pockets, ring


@dataclass(frozen=True, slots=True, kw_only=True)
class RouletteOptions(Options):
    """The choices of a house for roulette."""

    wheel: WheelName
    converted: bool = False  # the wheel is used as a single-zero wheel
    order: tuple[str, ...] = ()  # an approved order of the numbers; empty: the customary one (reading R19)
    neutral: bool = False  # compartments in a neutral color, approved
    in_prison: bool = False  # every player is offered In Prison
    customary: frozenset[str] = frozenset()  # approved spots that are not printed: 'trio 0-2-3', 'corner 0-1-2-3'
    award_weights: Mapping[int, int] = field(default_factory=dict)  # Back2Back: award -> how often it comes
    award_from: str = ""  # Back2Back: the approved generator that draws the award; "" in an older house file
    bonus_balls: int = 0  # Spinner Winner: the number of balls in its bonus round
    bonus_pressed_by: Presses = "dealer"  # Spinner Winner: who ejects the balls of its bonus round
    primary_required: bool = False  # Roulette Up: only together with an ordinary wager

    def mechanism(self) -> Hashable:
        """The wheel and its use. Draws belong to the side bets (`draws_from`)."""
        prison = self.in_prison and not self.converted
        return (self.wheel, self.order, self.converted, prison, self.customary, self.bonus_balls)

    def device(self) -> Hashable:
        """The wheel and its use."""
        return (self.wheel, self.order, self.converted)

    @property
    def ring(self) -> tuple[str, ...]:
        """The compartments clockwise around the wheel."""
        return self.order or ring(self.wheel)

    def around(self) -> tuple[str, ...]:
        """The ring."""
        return self.ring

    @implements("30-2204(2)", "47.1-2204(2)")
    def offered_to_all(self, rows: Set[str]) -> Hashable:
        """In Prison is offered to every player at the table or to none (reading R5)."""
        return self.in_prison and not self.converted if "released" in rows else None

    def posted(self) -> list[str]:
        """The wheel and In Prison, for the posted rules."""
        used = " used as single zero" if self.converted else ""
        return [
            f"Wheel: {self.wheel}{used}",
            *([f"Order of the numbers: {' '.join(self.order)}"] if self.order else []),
            *(["Compartments: in a neutral color"] if self.neutral else []),
            f"In Prison: {'offered' if self.in_prison else 'not offered'}",
            *([f"Customary spots: {', '.join(sorted(self.customary))}"] if self.customary else []),
        ]

    def side_bets_posted(self) -> list[str]:
        """What Roulette Up requires, and the awards of Back2Back, for the posted rules."""
        lines = []
        if self.primary_required:
            lines.append("Roulette Up wagers are taken only beside an ordinary roulette wager.")
            lines.append("The last ordinary wager beside one stays for its first spin.")
        if self.bonus_balls:
            lines.append(f"The button of a Spinner Winner bonus round is pressed by: {self.bonus_pressed_by}")
        if self.award_weights:
            total = sum(self.award_weights.values())
            awards = (f"{award}x {often} in {total}" for award, often in self.award_weights.items())
            lines.append("Awards: " + ", ".join(awards))
            lines += [f"Awards are drawn by: {self.award_from}"] if self.award_from else []
        return lines

    def balls(self, of: str) -> int:
        """The balls of a bonus round, as its pay table says."""
        return self.bonus_balls if of == "bonus" else 0

    def generator(self, of: str) -> str:
        """The generator of the awards; a bonus round is played with balls."""
        return self.award_from if of == "award" else ""

    def lacks(self) -> tuple[str, str] | None:
        """The generator of the awards must be named, where awards are drawn."""
        named = self.award_from or not self.award_weights
        return None if named else ("side_bets.back2back.generator", "30-2299.01(5)")

    def presses(self, of: str) -> Presses | None:
        """The button of a bonus round; an award has none."""
        return self.bonus_pressed_by if of == "bonus" else None

    def notices(self) -> tuple[str, ...]:
        """The three notices that a wheel used as a single-zero wheel must have."""
        if not self.converted:
            return ()
        covered = sorted({"00", "000"}.intersection(pockets(self.wheel)))
        return (_not_available(self.wheel, covered), _void_notice(covered), _lost_on_zero())


@implements("30-2210(2)(d)(ii)(A)", "47.1-2210(2)(c)(ii)(A)")
def _not_available(wheel: WheelName, covered: Sequence[str]) -> str:
    return f"Notice: this {wheel} wheel is used as a single-zero wheel; {' and '.join(covered)} cannot be wagered on."


@implements("30-2210(2)(d)(ii)(B)", "47.1-2210(2)(c)(ii)(B)")
def _void_notice(covered: Sequence[str]) -> str:
    return f"Notice: a spin that ends in {' or '.join(covered)} is void, and the wheel is spun again."


@implements("30-2210(2)(d)(ii)(C)", "47.1-2210(2)(c)(ii)(C)")
def _lost_on_zero() -> str:
    return "Notice: red, black, odd, even, 1 to 18 and 19 to 36 lose on 0."
