"""Computes the payment for a decided wager in whole cents: winnings, rounding and commission."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypedDict, Unpack

from croupier.core.citation import Authority, implements
from croupier.core.machine import MeterShare, Return, Standing
from croupier.core.money import round_down, round_up
from croupier.core.rules import HouseRules
from croupier.house import House
from croupier.house.commission import commission


class Resolution(NamedTuple):
    """One decided wager. `net` is the change of the player's wealth, including commission and rounding."""

    seat: str
    wager: str
    spot: str | None
    row: str
    grade: str
    stake: int
    net: int
    winnings: int  # at the odds, before rounding, down to the cent
    rounding: int  # what rounding up to the lowest chip adds
    commission: int
    paid: int  # what goes back to the rack, or to the tip box
    stays: bool
    cite: Authority
    tip: bool
    overage: int  # the part of the stake above the maximum, which goes back (reading R18)
    rules: HouseRules  # the house rules it was settled under

    @property
    def to_the_dealers(self) -> bool:
        """Whether it is paid into the tip box: a tip wager that was decided, not one that went back undecided."""
        return self.tip and self.grade != "returned"

    def but(self, **changes: Unpack[ResolutionChanges]) -> Resolution:
        """A copy with some fields changed."""
        return self._replace(**changes)


class ResolutionChanges(TypedDict, total=False):
    """The fields of a resolution that may change."""

    net: int
    winnings: int
    paid: int
    cite: Authority
    overage: int


class Worth(NamedTuple):
    """What a stake returns at one row: the part of the stake that goes back, the winnings, and the rounding."""

    back: int
    winnings: int
    rounding: int


@implements("30-2204(1)", "47.1-2204(1)", "47.1-2306(1)", "47.1-2306(4)")
def worth(house: House, wager: str, row: str, stake: int) -> Worth:
    """Winnings are rounded up to the lowest chip, never down (reading C4)."""
    pays = house.pays(wager, row)
    chip = house.lowest_chip
    if pays is None:
        return Worth(0, 0, 0)
    if isinstance(pays, Return):
        share = pays.share
        exact = stake * share.numerator // share.denominator
        back = round_up(stake * share.numerator, share.denominator, chip)
        return Worth(exact, 0, back - exact)
    if isinstance(pays, MeterShare):
        return Worth(0, 0, 0)  # `felt/meter.py` pays it: the amount depends on the meter
    won, unit = pays.won(stake)
    return Worth(stake, won // unit, round_up(won, unit, chip) - won // unit)


def taken_up_front(house: House, wager_id: str, stake: int) -> int:
    """The commission charged when the wager is placed; 0 if the house charges it on a win."""
    wager = house.game.wagers[wager_id]
    if wager.commission is None or house.options.commission_on(wager.group).when != "up-front":
        return 0
    return commission(house, wager, stake)


def grade(house: House, wager: str, row: str) -> str:
    """How a wager ended, in one word."""
    pays = house.pays(wager, row)
    if pays is None:
        return "lose"
    if isinstance(pays, Return):
        return "push" if pays.share == 1 else "half-back"
    return row if house.permitted[wager].side_bet else "win"


def resolve(standing: Standing, row: str, *, stays: bool = False) -> Resolution:
    """Settle one wager at a row, under the house it was placed with."""
    figures = at_row(standing.rules, standing.wager, row, standing.stake, standing.commission, stays)
    return _resolution(standing, row, figures, stays)


@lru_cache(maxsize=100_000)
def at_row(house: House, wager: str, row: str, stake: int, held: int, stays: bool) -> Figures:
    """The figures of a resolution, without the player: cached, because many players hold the same wager and stake."""
    return _figures(house, wager, row, grade(house, wager, row), worth(house, wager, row, stake), stake, held, stays)


def resolve_parts(standing: Standing, rows: list[tuple[str, str]]) -> Resolution:
    """Settle the parts of a combination wager as one resolution; the sign of its net decides its grade."""
    house = House.of(standing)
    each = standing.stake // len(rows)
    total = Worth(*map(sum, zip(*(worth(house, part, row, each) for part, row in rows), strict=True)))
    net = total.back + total.winnings + total.rounding - standing.stake
    word = "win" if net > 0 else "push" if net == 0 else "lose"
    return _returned(standing, word, total)


@implements("H-after(2)", "H-after(3)")
def over_the_maximum(standing: Standing) -> int:
    """Physical chips above the maximum are returned, win or lose, and a win is paid on the maximum (reading R18)."""
    house = House.of(standing)
    wager = house.game.wagers[standing.wager]
    if wager.parent is not None or not house.physical_chips:
        return 0
    return max(0, standing.stake - house.limit(wager).most)


def within_aggregates(resolutions: tuple[Resolution, ...]) -> tuple[Resolution, ...]:
    """Cut winnings in proportion where one outcome would pay more on a side bet than the house's posted maximum."""
    placed_under = {id(each.rules): each for each in resolutions}  # by identity: nearly always one
    houses = list(dict.fromkeys([House.of(each) for each in placed_under.values()]))
    for house, wager, most in [(h, wager, most) for h in houses for wager, most in h.aggregates.items()]:
        hits = [each for each in resolutions if each.wager == wager and each.winnings > 0 and each.rules == house]
        total = sum(each.winnings for each in hits)
        if total <= most:
            continue
        shares = [round_down(each.winnings * most, total, house.lowest_chip) for each in hits]
        for place in range((most - sum(shares)) // house.lowest_chip):
            shares[place % len(shares)] += house.lowest_chip
        cuts = [hit.winnings - share for hit, share in zip(hits, shares, strict=True)]
        resolutions = _cut(resolutions, dict(zip(map(id, hits), cuts, strict=True)))
    return resolutions


def _cut(resolutions: tuple[Resolution, ...], cuts: dict[int, int]) -> tuple[Resolution, ...]:
    found = []
    for each in resolutions:
        cut = cuts.get(id(each), 0)
        net = 0 if each.tip else each.net - cut
        found.append(each.but(winnings=each.winnings - cut, net=net, paid=each.paid - cut))
    return tuple(found)


def give_back(standing: Standing) -> Resolution:
    """Return an undecided wager, with any commission held for it."""
    standing = whole(standing)
    return _returned(standing, "returned", Worth(standing.stake, 0, 0))


def whole(standing: Standing) -> Standing:
    """The wager with the stake that it plays for, also where the dealer has locked it in and collected it."""
    return standing.but(stake=standing.collected) if standing.collected else standing


def _returned(standing: Standing, row: str, worth: Worth) -> Resolution:
    """Resolve a wager that leaves the layout; `row` is also its grade."""
    stake, held = standing.stake, standing.commission
    figures = _figures(House.of(standing), standing.wager, row, row, worth, stake, held, False)
    return _resolution(standing, row, figures, False)


def _resolution(standing: Standing, row: str, figures: Figures, stays: bool) -> Resolution:
    seat, wager, spot, stake, _, rules, *_, tip, _ = standing
    grade, net, winnings, rounding, charge, paid, cite = figures
    net = 0 if tip else net
    fields = (seat, wager, spot, row, grade, stake, net, winnings, rounding, charge, paid, stays, cite, tip, 0, rules)
    return tuple.__new__(Resolution, fields)  # the normal constructor would take half the time of a settlement


Figures = tuple[str, int, int, int, int, int, Authority]  # grade, net, winnings, rounding, commission, paid, cite


def _figures(
    house: House, wager_id: str, row: str, grade: str, worth: Worth, stake: int, held: int, stays: bool
) -> Figures:
    wager = house.game.wagers[wager_id]
    wins = grade not in ("lose", "push", "half-back", "returned")
    charge = held
    if wins and not charge and wager.commission is not None:
        charge = commission(house, wager, stake)
    if grade in ("returned", "push"):
        charge = 0
    net = worth.back + worth.winnings + worth.rounding - stake - charge
    # A stake that stays on the layout is not paid out, nor the commission held for its next decision.
    paid = stake + held + net - (stake + held if stays else 0)
    cite = house.authority(wager, row, lost=grade == "lose")
    return grade, net, worth.winnings, worth.rounding, charge, paid, cite
