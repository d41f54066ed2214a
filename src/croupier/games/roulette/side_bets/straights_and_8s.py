"""Straights and 8's: up to three spins whose numbers lie close together, or are 8, 18 and 28."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.machine import ActName, Closed, Declared, Standing, Stands, Step
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.show import WagerShow
from croupier.games.roulette.facts import Landed
from croupier.games.roulette.sequences import EIGHTS, Track, is_zero
from croupier.games.roulette.wager import At, RouletteWager


@implements("30-2299.02(3)")
def _sequence_runs(act: ActName, at: At) -> Refusal | None:
    """While a sequence runs, no wager on it may be made or changed (reading R10)."""
    if at.table.track is None or not at.table.track.active:
        return None
    return refuse(Code.NOT_NOW, "sequence", cite="30-2299.02(3)")


@dataclass(frozen=True, kw_only=True)
class StraightsAndEights(RouletteWager[None]):
    """Decided by the number track of the table."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Before the first spin of a sequence."""
        return _sequence_runs(act, at) or Declared.may(self, act, standing, at)

    def step(self, state: None, fact: Landed) -> Step:
        """Another spin, or the end of the sequence."""
        assert fact.track is not None
        return Stands(state) if fact.track.alive else Closed(_row(fact.track))


@implements("30-2299.02(5)", "30-2299.02(7)")
def _row(track: Track) -> str:
    """On the first and second spin, a zero or a number out of reach loses; a third spin always pays."""
    if len(track.numbers) < 3:
        return "zero" if is_zero(track.numbers[-1]) else "lose"
    return _three(track) or _two(track)


@implements("30-2299.02(6)", "30-2299.02(8)(a)", "30-2299.02(8)(d)")
def _three(track: Track) -> str | None:
    """A third number can only improve the payout for two numbers, it does not pay in addition (reading R11)."""
    numbers = set(track.numbers)
    if numbers <= EIGHTS:
        return "8-18-28" if numbers == EIGHTS else "three-eights"
    if not all(number.isdecimal() and int(number) > 0 for number in numbers):
        return None
    low, middle, high = sorted(int(number) for number in track.numbers)
    return "three-sequential" if (middle - low, high - middle) == (1, 1) else None


@implements("30-2299.02(8)(b)", "30-2299.02(8)(c)", "30-2299.02(8)(e)")
def _two(track: Track) -> str:
    """What the first two numbers pay."""
    first, second, _ = track.numbers
    if {first, second} <= EIGHTS:
        return "eights"
    return "sequential" if abs(int(first) - int(second)) == 1 else "gap"


WAGERS = (
    StraightsAndEights(
        id="straights-and-8s",
        cites=("30-2299.02(1)", "30-2299.02(8)-table"),
        row_cites=(("zero", "30-2299.02(7)"),),
        asides=(("lose", "30-2299.02(5)"), ("paid", "30-2299.02(8)-table"), ("moved", "30-2299.02(3)")),
        group="side-bets",
        watches=frozenset({"track"}),
        show=WagerShow(
            name="Straights and 8's",
            printed=("STRAIGHTS & 8's", ""),
            says="Up to three numbers that are close together, or are 8, 18 and 28",
            rows={
                "gap": "1 number gap",
                "eights": "8's in a row",
                "sequential": "2 in sequence",
                "three-eights": "three 8's",
                "three-sequential": "3 in sequence",
                "8-18-28": "8, 18 and 28",
            },
            tracker="number-track",
        ),
    ),
)
