"""Flat: the same wagers, always up, always the same amounts, with odds behind the line where wanted."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.chain.plan import Answer, Memory, Move, View
from croupier.felt import Place


@dataclass(frozen=True)
class Flat:
    """Puts up each of its wagers whenever it is not standing and may be placed."""

    name: str
    stakes: tuple[tuple[str, str | None, int], ...]  # wager, spot, cents
    odds: int = 0  # times the flat line wager, behind every point
    only_with_a_point: frozenset[str] = frozenset()
    house: str = "colorado-craps"
    says: str = "The same wagers, always up, always the same amounts."

    @property
    def wagers(self) -> frozenset[str]:
        """Its wagers, and the odds behind them."""
        line = {wager for wager, _, _ in self.stakes}
        return frozenset(line | ({f"{wager}-odds" for wager in line & {"pass", "dont-pass"}} if self.odds else set()))

    def begin(self) -> Memory:
        """Nothing to remember."""
        return None

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Whatever is not up goes up, where the rules take it now; where In Prison is offered a 0 imprisons it."""
        answers: list[Move] = [Answer(each.wager, "imprison") for each in view.mine if each.choices]
        wanted: list[Move] = [
            Place(wager, cents, spot)
            for wager, spot, cents in self.stakes
            if view.standing(wager, spot) is None and self._now(wager, view)
        ]
        return (*answers, *wanted, *self._odds(view)), memory

    def _now(self, wager: str, view: View) -> bool:
        return view.takes(wager) and (wager not in self.only_with_a_point or not view.table.come_out)

    def _odds(self, view: View) -> list[Move]:
        if not self.odds or (line := view.standing("pass")) is None or line.state is None:
            return []
        return [] if view.standing("pass-odds") else [Place("pass-odds", line.stake * self.odds)]


def james_bond(scale: int = 1) -> Flat:
    """$140 on 19 to 36, $50 on 13 to 18 and $10 on 0, so many times: all but 1 to 12 covered."""
    stakes = (("high", None, 140_00), ("line", "13-14-15-16-17-18", 50_00), ("straight", "0", 10_00))
    return Flat(
        "james-bond",
        tuple((wager, spot, cents * scale) for wager, spot, cents in stakes),
        house="colorado-single-zero",
        says="High $140, the line 13 to 18 $50 and 0 $10 on a single zero; on 0 high goes to prison.",
    )


PLANS = (
    Flat("flat", (("pass", None, 10_00),), says="Pass $10, every come-out roll."),
    Flat("flat-red", (("red", None, 10_00),), house="colorado-double-zero", says="Red $10, every spin."),
    Flat(
        "pass-odds-place-6-8",
        (("pass", None, 10_00), ("place-6", None, 12_00), ("place-8", None, 12_00)),
        odds=2,
        only_with_a_point=frozenset({"place-6", "place-8"}),
        says="Pass $10 with 2x odds; with a point on, place 6 and 8 for $12 each.",
    ),
    Flat(
        "iron-cross",
        (("field", None, 10_00), ("place-5", None, 10_00), ("place-6", None, 12_00), ("place-8", None, 12_00)),
        only_with_a_point=frozenset({"field", "place-5", "place-6", "place-8"}),
        says="With a point on, the field $10, place 5 $10 and place 6 and 8 $12: every roll but a seven wins.",
    ),
    james_bond(),
)
