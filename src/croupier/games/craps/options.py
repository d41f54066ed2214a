"""The options of a craps house: hardways on a come-out roll, areas, odds and commissions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from croupier.core.options import Commission, OddsPolicy, Options, Side
from croupier.text.money import dollars

#: Who may call No Roll where the house lists nobody else (reading A13).
NO_ROLL_POSTS = ("boxperson", "stickperson")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrapsOptions(Options):
    """The choices of a house for craps."""

    hardways_on_come_out: bool = False  # house rules leave hardways active on a come-out roll
    areas: frozenset[str] = frozenset()  # combination wagers with an area of their own
    odds: Mapping[Side, OddsPolicy] = field(default_factory=dict)
    commissions: Mapping[str, Commission] = field(default_factory=dict)  # by group of wagers
    no_roll: tuple[str, ...] = NO_ROLL_POSTS  # the posts that may call No Roll
    dice: str | None = (
        None  # the set of dice, which conforms to 47.1-1280; None in a house file of an earlier version
    )

    def has_area(self, area: str) -> bool:
        """Whether a combination wager has an area of its own."""
        return area in self.areas

    def odds_policy(self, side: Side | None) -> OddsPolicy:
        """How much odds may be, taken or laid."""
        assert side is not None, "odds are taken or laid"
        return self.odds[side]

    def commission_on(self, group: str) -> Commission:
        """The commission on buy or lay wagers."""
        return self.commissions[group]

    def void_posts(self) -> frozenset[str]:
        """The posts that may call No Roll."""
        return frozenset(self.no_roll)

    def dice_set(self) -> str:
        """The name of the set of dice."""
        return self.dice or ""

    def lacks(self) -> tuple[str, str] | None:
        """The set of dice must be named."""
        return None if self.dice else ("options.dice", "47.1-2309(1)")

    def mechanism(self) -> Hashable:
        """Whether hardways are on during a come-out roll."""
        return self.hardways_on_come_out

    def posted(self) -> list[str]:
        """Hardways and the odds by point, for the posted rules."""
        hardways = "on" if self.hardways_on_come_out else "off"
        lines = [f"Hardways on a come-out roll: {hardways}", f"No Roll is called by: {', '.join(self.no_roll)}"]
        lines += [f"Dice: set {self.dice}, which conforms to 47.1-1280"] if self.dice else []
        for side, policy in self.odds.items():
            each = ", ".join(f"{point}: {times}x" for point, times in policy.multiples.items())
            lines.append(f"Odds ({side}): {each}")
            units = ", ".join(f"{point}: {dollars(unit)}" for point, unit in policy.units.items() if unit)
            lines += [f"Units of odds ({side}): {units}"] if units else []
        lines += [f"Areas of their own: {', '.join(sorted(self.areas))}"] if self.areas else []
        return lines
