"""Wagers on the numbers that the chip covers, from straight to line, and columns and dozens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from croupier.core.machine import Closed, Declared, Step
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.games.roulette.layout import FIRST_FIVE, layout, layout_of, spot_name
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.wager import OrdinaryWager
from croupier.text.facts import WagerId

_WON, _LOST = Closed("win"), Closed("lose")


@dataclass(frozen=True, kw_only=True)
class Numbers(OrdinaryWager[frozenset[str]]):
    """Wins when the ball lands on one of the numbers that the chip covers."""

    example: str

    def spots(self, rules: Rules) -> tuple[str | None, ...]:
        """The spots for its chip on this layout."""
        return tuple(layout_of(rules.options).spots[self.id])

    def read_spot(self, text: str | None, rules: Rules) -> str | Refusal:
        """Read the numbers, in any order, as a spot of this layout."""
        if text is None:
            return refuse(Code.SPOT_MISSING, "numbers", cite=self.cite, wager=WagerId(self.id), example=self.example)
        spots = layout_of(rules.options).spots[self.id]
        spot = _canonical(text)
        if spot in spots:
            return spot
        if covered := layout_of(rules.options).covered.intersection(text.split("-")):
            return _covered(min(covered))
        return _why_not(self, text, rules)

    def open(self, spot: str | None, table: RouletteTable, rules: Rules) -> frozenset[str]:
        """Its state: the numbers covered."""
        assert spot is not None
        return layout_of(rules.options).spots[self.id][spot]

    def step(self, state: frozenset[str], fact: Landed) -> Step:
        """One spin decides."""
        return _WON if fact.pocket in state else _LOST


@lru_cache(maxsize=4096)
def _canonical(text: str) -> str | None:
    numbers = text.split("-")
    known = layout("triple-zero").boxes.keys()
    if len(set(numbers)) != len(numbers) or not known >= set(numbers):
        return None
    return spot_name(tuple(numbers))


def _covered(number: str) -> Refusal:
    """On a converted wheel, wagers on 00 and 000 are not available."""
    return refuse(Code.SPOT_ILLEGAL, "covered", cite="30-2210(2)(d)(ii)(A)", number=number)


def _why_not(wager: Numbers, text: str, rules: Rules) -> Refusal:
    """What is wrong with the spot."""
    table = layout_of(rules.options)
    numbers = text.split("-")
    for number in numbers:
        if number not in table.boxes and wager.id not in ("column", "dozen"):
            return refuse(Code.SPOT_ILLEGAL, "no-box", cite=wager.cite, number=number, wheel=table.wheel)
    if wager.id == "split" and len(numbers) == 2:
        one, other = numbers
        return refuse(Code.SPOT_ILLEGAL, "no-line", cite=wager.cite, one=one, other=other, wheel=table.wheel)
    on = WagerId(wager.id)
    if wager.id in ("column", "dozen"):
        return refuse(Code.SPOT_ILLEGAL, "one-of-three", cite=wager.cite, wager=on, text=text)
    return refuse(
        Code.SPOT_ILLEGAL, "numbers", cite=wager.cite, text=text, wager=on, wheel=table.wheel, example=wager.example
    )


@dataclass(frozen=True, kw_only=True)
class FirstFive(OrdinaryWager[None]):
    """0, 00, 1, 2 and 3 together; only on a layout with 00 (reading R3)."""

    def spots(self, rules: Rules) -> tuple[str | None, ...]:
        """One spot, if the layout has a 00 that is not covered."""
        return (None,) if "00" in layout_of(rules.options).spots["straight"] else ()

    def read_spot(self, text: str | None, rules: Rules) -> str | Refusal | None:
        """It has no spots to choose from. Without an open 00 there is no such wager."""
        table = layout_of(rules.options)
        if not self.spots(rules):
            return refuse(Code.NOT_PERMITTED, "first-five", cite=self.cite, wheel=table.wheel)
        return Declared.read_spot(self, text, rules)

    def step(self, state: None, fact: Landed) -> Step:
        """One spin decides."""
        return _WON if fact.pocket in FIRST_FIVE else _LOST


def _numbers(wager: str, cites: str, group: str, example: str) -> Numbers:
    return Numbers(id=wager, cites=tuple(cites.split()), group=group, example=example)


WAGERS = (
    _numbers("straight", "30-2203(6)(a) 47.1-2203(6)(a) 30-2201(6)(a) 47.1-2201(6)(a)", "inside", "17"),
    _numbers("split", "30-2203(6)(b) 47.1-2203(6)(b) 30-2201(6)(b) 47.1-2201(6)(b)", "inside", "17-20"),
    _numbers("street", "30-2203(6)(c) 47.1-2203(6)(c) 30-2201(6)(c) 47.1-2201(6)(c)", "inside", "7-8-9"),
    _numbers(
        "trio",
        "30-2203(6)(c)(i) 47.1-2203(6)(c)(i) 30-2203(6)(c)(ii) 47.1-2203(6)(c)(ii)",
        "inside",
        "0-1-2",
    ),
    _numbers("corner", "30-2203(6)(d) 47.1-2203(6)(d) 30-2201(6)(d) 47.1-2201(6)(d)", "inside", "8-9-11-12"),
    FirstFive(
        id="first-five",
        cites=("30-2203(6)(e)", "47.1-2203(6)(e)", "30-2201(6)(e)", "47.1-2201(6)(e)"),
        group="inside",
    ),
    _numbers("line", "30-2203(6)(f) 47.1-2203(6)(f) 30-2201(6)(f) 47.1-2201(6)(f)", "inside", "7-8-9-10-11-12"),
    _numbers("column", "30-2203(6)(g) 47.1-2203(6)(g) 30-2201(10)(a) 47.1-2201(10)(a)", "outside", "2"),
    _numbers("dozen", "30-2203(6)(h) 47.1-2203(6)(h) 30-2201(10)(b) 47.1-2201(10)(b)", "outside", "1"),
)
