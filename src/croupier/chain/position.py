"""What a wager on the layout is worth to its player now, in cents as the table pays, and after each outcome.

The value of a wager is the exact expectation of what its player gains or loses by its next decision. A wager that is
off counts as if it were on: nothing decides it meanwhile. A player who has a choice to make takes the first one that
the rules name, as `croupier odds` prices it; what another choice changes is known when it is made.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm

from croupier.core.absorbing import End, endings_from, explore
from croupier.core.machine import Closed, MeterShare, Paid, Seen, Standing, Stands
from croupier.felt.payout import resolve, resolve_parts, taken_up_front
from croupier.house import House
from croupier.house.alone import Decision, Place, after

Target = Place | End[Decision]


@dataclass(frozen=True)
class Position:
    """One wager on a layout: everything that its value depends on."""

    house: House  # under which it was placed
    wager: str  # the id of the wager that an outcome decides; for odds, of the wager that they support
    place: Place
    stake: int  # in cents
    coupon: int = 0  # the part of the stake that is a coupon, which the player does not lose
    odds: str = ""  # the id of the odds, if it is odds
    meter: int = 0  # of a progressive, in cents
    sharing: int = 1  # how many wagers share the meter if they win

    def at(self, place: Place) -> Position:
        """The same wager in another state."""
        return replace(self, place=place)

    @cached_property
    def value(self) -> Fraction:
        """What the wager is worth to its player now."""
        if self._combined is not None:
            return self._combined[0]
        endings = _endings(self.house, self.wager, self.place)
        return sum((chance * self.net(decision) for decision, chance in endings.items()), Fraction(0))

    @cached_property
    def changes(self) -> tuple[int, tuple[int, ...]]:
        """By how much each outcome changes the value, payment included: a denominator, and a numerator each."""
        if self._combined is not None:
            return _scaled(self._combined[1])
        found: dict[Target, Fraction] = {}
        targets = _after(self.house, self.wager, self.place)
        for each in targets:
            if each not in found:
                then = self.net(each.of) if isinstance(each, End) else self.at(each).value
                found[each] = then - self.value
        return _scaled([found[each] for each in targets])

    def chosen(self, choice: str) -> Fraction:
        """What the wager is worth once its player has made a choice that is due."""
        step = self.house.game.wagers[self.wager].choose(self.place.state, choice)
        if isinstance(step, Closed):
            return self.net(Decision(step.row, self.place.state))
        assert isinstance(step, Stands), "a choice is followed by no other one"
        return self.at(Place(step.state, self.place.table)).value

    def net(self, decision: Decision) -> Fraction:
        """What a decision gives the player, or takes."""
        pays = self.house.pays(self.wager, decision.row)
        if self.odds:
            row = "lose" if pays is None else str(decision.state)
            return Fraction(resolve(self._standing, row).net)
        if isinstance(pays, MeterShare):
            return Fraction(self.meter * pays.percent // 100, self.sharing) - self.stake
        back = self.coupon if pays is None else 0
        return Fraction(resolve(self._standing, decision.row).net + back)

    def drawn_from(self) -> Mapping[Decision, Fraction]:
        """The chances of its endings, for a wager that waits for a draw."""
        return _endings(self.house, self.wager, self.place)

    def waiting(self, of: str) -> Position | None:
        """The wager where it waits for a draw, if some outcome calls for that draw."""
        if self._combined is not None:
            return None
        for target in _after(self.house, self.wager, self.place):
            if isinstance(target, Place) and target.draw == of:
                return self.at(target)
        return None

    @cached_property
    def _standing(self) -> Standing:
        named = self.odds or self.wager
        held = taken_up_front(self.house, named, self.stake)
        return Standing("", named, None, self.stake, None, self.house, commission=held)

    @cached_property
    def _combined(self) -> tuple[Fraction, list[Fraction]] | None:
        """Value and changes of a combination: one outcome decides all of its parts. None for other wagers."""
        game, wager = self.house.game, self.house.game.wagers[self.wager]
        if not wager.parts:
            return None
        nets: list[int] = []
        for outcome, _ in game.told_apart(self.house).weights:
            seen = game.observe(self.place.table, outcome, self.house)
            assert isinstance(seen, Seen), "the outcome is valid"
            steps = ((part, game.wagers[part].step(None, seen.fact)) for part in wager.parts)
            rows = [(part, step.row) for part, step in steps if isinstance(step, Closed | Paid)]
            assert len(rows) == len(wager.parts), "one outcome decides every part"
            nets.append(resolve_parts(self._standing, rows).net)
        chances = weights(self.house)
        now = Fraction(sum(net * weight for net, weight in zip(nets, chances, strict=True)), sum(chances))
        return now, [net - now for net in nets]


def weights(house: House) -> tuple[int, ...]:
    """The weights of the outcomes of the device, in their order."""
    return tuple(weight for _, weight in house.game.told_apart(house).weights)


def variance(positions: Iterable[Position], chances: tuple[int, ...]) -> Fraction:
    """The variance of one outcome over wagers on the same layout; each of them changes by zero on average."""
    scaled = [each.changes for each in positions]
    common = lcm(*(denominator for denominator, _ in scaled))
    sums = [0] * len(chances)
    for denominator, numerators in scaled:
        times = common // denominator
        sums = [so_far + times * each for so_far, each in zip(sums, numerators, strict=True)]
    squares = sum(weight * each * each for weight, each in zip(chances, sums, strict=True))
    return Fraction(squares, sum(chances) * common * common)


def variance_of_draw(waiting: Iterable[Position]) -> Fraction:
    """The variance of one draw over wagers that wait for it; they are of one kind, and end alike."""
    off: dict[Decision, Fraction] = {}
    chances: Mapping[Decision, Fraction] = {}
    for each in waiting:
        chances = each.drawn_from()
        for decision in chances:
            off[decision] = off.get(decision, Fraction(0)) + each.net(decision) - each.value
    return sum((chances[decision] * change * change for decision, change in off.items()), Fraction(0))


def _scaled(changes: list[Fraction]) -> tuple[int, tuple[int, ...]]:
    common = lcm(*(each.denominator for each in changes))
    return common, tuple(each.numerator * (common // each.denominator) for each in changes)


_ENDINGS: dict[Hashable, dict[Place, dict[Decision, Fraction]]] = {}
_AFTER: dict[Hashable, tuple[Target, ...]] = {}


def _endings(house: House, wager: str, place: Place) -> Mapping[Decision, Fraction]:
    """The chances of all endings; the same for all houses with the same mechanism."""
    known = _ENDINGS.setdefault((house.mechanism(wager), wager), {})
    if place not in known:
        known.update(endings_from(explore(place, lambda each: after(house, wager, each))))
    return known[place]


def _after(house: House, wager: str, place: Place) -> tuple[Target, ...]:
    """What each outcome makes of a place; the same for all houses with the same mechanism."""
    key = (house.mechanism(wager), wager, place)
    if (found := _AFTER.get(key)) is None:
        found = _AFTER[key] = tuple(target for target, _ in after(house, wager, place))
    return found
