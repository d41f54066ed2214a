"""Flat: the same wagers with the same amounts in every round, with odds behind the pass line if wanted."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.chain.plan import BuiltIn, Cents, Memory, Move, View, Wager
from croupier.chain.plans.dice import come_out, line, odds_behind
from croupier.felt import Place

PASS = line("do")
PASS_ODDS = odds_behind(PASS)


@dataclass(frozen=True)
class Flat(BuiltIn):
    """Puts up each of its wagers whenever it is not standing and may be placed."""

    kind = "flat"

    stakes: tuple[tuple[Wager, str | None, Cents], ...]  # wager, spot, amount
    odds: int = 0  # times the pass wager, behind every point
    only_with_a_point: frozenset[Wager] = frozenset()

    def __post_init__(self) -> None:
        placed = {wager for wager, _, _ in self.stakes}
        if not placed:
            raise ValueError("stakes names no wager")
        if self.odds and PASS not in placed:
            raise ValueError(f"odds go behind {PASS}, which is not among the stakes")
        if strangers := self.only_with_a_point - placed:
            raise ValueError(f"only_with_a_point names {', '.join(sorted(strangers))}, not among the stakes")

    @property
    def wagers(self) -> frozenset[str]:
        """Its wagers, and the odds behind pass."""
        return frozenset((*(wager for wager, _, _ in self.stakes), *((PASS_ODDS,) if self.odds else ())))

    @property
    def needs_dice(self) -> bool:
        """If it has odds, which need a point."""
        return bool(self.only_with_a_point)

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Place every wager that is not on the layout, if the rules allow it now; answer choices by default."""
        stakes = (Place(wager, cents, spot) for wager, spot, cents in self.stakes)
        wanted = [each for each in stakes if view.standing(each.wager, each.spot) is None and self._now(each, view)]
        return (*view.answers(), *wanted, *self._odds(view)), memory

    def _now(self, place: Place, view: View) -> bool:
        waits = place.wager in self.only_with_a_point and come_out(view)
        return not waits and view.takes(place)

    def _odds(self, view: View) -> list[Move]:
        if not self.odds or (flat := view.standing(PASS)) is None or flat.state is None:
            return []
        return [] if view.standing(PASS_ODDS) else [Place(PASS_ODDS, flat.stake * self.odds)]
