"""A win outside its band: further from what the wagers of a shift win on average than the house allows.

The comparison is exact: squares of whole cents and fractions, no root is taken.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books.alerts.detector import Detector, End, Finding
from croupier.text.facts import Fact, Money


class Hold(Detector):
    """The win of a shift is outside its band."""

    kind, about, of_house = "hold", "money", True

    def ends(self, end: End) -> Iterable[Finding]:
        """Compare the win of every shift with what was expected."""
        for shift in end.shifts:
            away = shift.win - shift.expected
            if away**2 <= shift.sigmas**2 * shift.variance:
                continue
            way = "above" if away > 0 else "below"
            won, expected = _signed(shift.win), _signed(round(shift.expected))
            facts: dict[str, Fact] = {"shift": shift.shift, "way": way, "sigmas": shift.sigmas}
            facts |= {"amount": won[0], "result": won[1], "expected": expected[0], "expectation": expected[1]}
            facts["difference"] = Money(abs(round(away)))
            yield self.found(shift.table, shift.day, f"shift-{shift.shift}", facts)


def _signed(cents: int) -> tuple[Money, str]:
    """An amount without its sign, and whether the table won or lost it."""
    return Money(abs(cents)), "lost" if cents < 0 else "won"


DETECTOR = Hold
