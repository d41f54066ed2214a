"""Flat: one wager, always up, always the same amount, with odds behind it where wanted."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.chain.plan import Memory, Move, View
from croupier.felt import Place


@dataclass(frozen=True)
class Flat:
    """Puts up each of its wagers whenever it is not standing and may be placed."""

    name: str
    stakes: tuple[tuple[str, str | None, int], ...]  # wager, spot, cents
    odds: int = 0  # times the flat line wager, behind every point
    only_with_a_point: frozenset[str] = frozenset()

    @property
    def wagers(self) -> frozenset[str]:
        """Its wagers, and the odds behind them."""
        line = {wager for wager, _, _ in self.stakes}
        return frozenset(line | ({f"{wager}-odds" for wager in line & {"pass", "dont-pass"}} if self.odds else set()))

    def begin(self) -> Memory:
        """Nothing to remember."""
        return None

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Whatever is not up goes up, where the rules take it now."""
        wanted: list[Move] = [
            Place(wager, cents, spot)
            for wager, spot, cents in self.stakes
            if view.standing(wager, spot) is None and self._now(wager, view)
        ]
        return (*wanted, *self._odds(view)), memory

    def _now(self, wager: str, view: View) -> bool:
        if wager in ("pass", "dont-pass"):
            return bool(view.table.come_out)
        return wager not in self.only_with_a_point or not view.table.come_out

    def _odds(self, view: View) -> list[Move]:
        if not self.odds or (line := view.standing("pass")) is None or line.state is None:
            return []
        return [] if view.standing("pass-odds") else [Place("pass-odds", line.stake * self.odds)]


PLANS = (
    Flat(
        "pass-odds-place-6-8",
        (("pass", None, 10_00), ("place-6", None, 12_00), ("place-8", None, 12_00)),
        odds=2,
        only_with_a_point=frozenset({"place-6", "place-8"}),
    ),
)
