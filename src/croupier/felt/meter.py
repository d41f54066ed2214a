"""A progressive meter: seed plus contributions minus awards, exact to a hundredth of a cent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from croupier.core.machine import MeterShare, Standing
from croupier.felt.payout import Resolution
from croupier.house.house import House

if TYPE_CHECKING:
    from croupier.felt.felt import Felt

PARTS = 100  # a meter is kept in hundredths of a cent: a percentage of a cent is a whole number of them


@dataclass(frozen=True, slots=True)
class Meter:
    """The totals of a meter in hundredths of a cent: seed, contributions, awards."""

    wager: str
    seeded: int
    contributed: int = 0
    awarded: int = 0

    @property
    def cents(self) -> int:
        """What the meter shows."""
        return (self.seeded + self.contributed - self.awarded) // PARTS


def opened(house: House) -> tuple[Meter, ...]:
    """The meters of a table that was just opened, at their seeds."""
    return tuple(Meter(wager, policy.seed * PARTS) for wager, policy in sorted(house.meters.items()))


def lock_in_due(felt: Felt) -> tuple[Standing, ...]:
    """The progressive wagers that are not locked in yet and would play the next outcome."""
    if not felt.meters or not felt.house.game.collects(felt.table):
        return ()
    metered = {meter.wager for meter in felt.meters}
    return tuple(wager for wager in felt.standing if wager.wager in metered and not wager.collected)


def contribute(felt: Felt, wagers: Iterable[Standing]) -> Felt:
    """Add a share of each of these wagers to its meter."""
    shares = dict.fromkeys((meter.wager for meter in felt.meters), 0)
    for wager in wagers:
        shares[wager.wager] += wager.stake * House.of(wager).meters[wager.wager].percent
    return felt.but(
        meters=tuple(replace(each, contributed=each.contributed + shares[each.wager]) for each in felt.meters)
    )


def collect(felt: Felt, wagers: Iterable[Standing]) -> Felt:
    """Lock these wagers in: they leave the layout, and their contributions go to the meters (reading R21)."""
    due = tuple(wagers)
    locked = {wager.key: wager.but(locked=True, stake=0, collected=wager.stake) for wager in due}
    return contribute(felt, due).with_standing(locked.get(each.key, each) for each in felt.standing)


def award(felt: Felt, resolutions: tuple[Resolution, ...]) -> tuple[Felt, tuple[Resolution, ...]]:
    """Divide each meter that was hit among the winners; odd cents go to the lowest seat first (reading R17)."""
    for meter in felt.meters:
        hits = [each for each in resolutions if each.wager == meter.wager and _share(each)]
        if not hits:
            continue
        percent = max(_share(each) for each in hits)
        pot = meter.cents * percent // 100
        each, odd = divmod(pot, len(hits))
        shares = {id(hit): each + (place < odd) for place, hit in enumerate(hits)}
        resolutions = tuple(
            _with_share(resolution, shares[id(resolution)]) if id(resolution) in shares else resolution
            for resolution in resolutions
        )
        felt = _reseed(felt, meter, pot, House.of(hits[0]).meters[meter.wager].reseed)
    return felt, resolutions


def _share(resolution: Resolution) -> int:
    pays = House.of(resolution).pays(resolution.wager, resolution.row)
    return pays.percent if isinstance(pays, MeterShare) else 0


def _with_share(resolution: Resolution, share: int) -> Resolution:
    net = 0 if resolution.tip else share - resolution.stake
    return resolution.but(winnings=share - resolution.stake, net=net, paid=share)


def _reseed(felt: Felt, meter: Meter, pot: int, reseed: int) -> Felt:
    after = replace(meter, awarded=meter.awarded + pot * PARTS, seeded=meter.seeded + reseed * PARTS)
    return felt.but(meters=tuple(after if each is meter else each for each in felt.meters))
