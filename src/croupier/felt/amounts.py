"""Checks of a stake: whole chips, whole parts, limits, odds multiples, and payable at the odds."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.machine import Standing, Wager
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.house import House
from croupier.house.value import can_be_paid
from croupier.text.facts import Money, WagerId

#: The limits by the house procedure, by group of wagers.
_BY_PROCEDURE = {"inside": Topic.PROCEDURE_INSIDE, "outside": Topic.PROCEDURE_OUTSIDE}


def chips(house: House, amount: int) -> Refusal | None:
    """A positive, whole number of the lowest chip."""
    if amount <= 0:
        return refuse(Code.NOT_POSITIVE, "amount", amount=Money(amount))
    if amount % house.lowest_chip:
        return refuse(
            Code.NOT_WHOLE_CHIPS,
            "lowest-chip",
            cite=house.game.cites.get(Topic.WHOLE_CHIPS),
            amount=Money(amount),
            chip=Money(house.lowest_chip),
        )
    return None


@implements("47.1-2304(20)")
def parts(house: House, wager: Wager, stake: int) -> Refusal | None:
    """A combination needs an amount that divides into its parts (reading C4)."""
    if wager.parts and stake % (len(wager.parts) * house.lowest_chip):
        return refuse(
            Code.NOT_WHOLE_PARTS,
            cite=wager.cite if wager.area else house.game.cites.get(Topic.WHOLE_CHIPS),
            wager=WagerId(wager.id),
            parts=len(wager.parts),
            unit=Money(len(wager.parts) * house.lowest_chip),
            stake=Money(stake),
        )
    return None


def limits_cite(house: House, wager: Wager) -> str | None:
    """The paragraph on limits: the wager's own, or the game's."""
    if house.by_procedure and wager.group in _BY_PROCEDURE:
        return house.game.cites[_BY_PROCEDURE[wager.group]]
    return dict(wager.asides).get("limits", house.game.cites.get(Topic.LIMITS))


@implements("H-wagers(1)", "H-wagers(2)")
def limits(house: House, wager: Wager, stake: int) -> Refusal | None:
    """The posted minimum and maximum of one spot. Physical chips above it are returned later (reading R18)."""
    limit = house.limit(wager)
    if stake < limit.least:
        return refuse(
            Code.UNDER_MINIMUM,
            cite=limits_cite(house, wager),
            stake=Money(stake),
            least=Money(limit.least),
            wager=WagerId(wager.id),
        )
    if stake > limit.most and not house.physical_chips:
        return refuse(
            Code.OVER_MAXIMUM,
            "wager",
            cite=limits_cite(house, wager),
            stake=Money(stake),
            most=Money(limit.most),
            wager=WagerId(wager.id),
        )
    return None


@implements("47.1-2308(1)", "47.1-2308(2)", "47.1-2308(4)")
def odds(house: House, wager: Wager, stake: int, parent: Standing) -> Refusal | None:
    """Odds: at most the posted multiple of the wager they support and the dated cap, in units paid exactly."""
    policy = house.options.odds_policy(wager.side)
    point = parent.state
    assert isinstance(point, int), "odds stand behind a wager with a point"
    most = policy.multiples[point] * parent.stake
    if stake > most:
        return refuse(
            Code.OVER_MULTIPLE,
            cite=wager.cite,
            point=point,
            times=policy.multiples[point],
            behind=Money(parent.stake),
            most=Money(most),
            stake=Money(stake),
        )
    cap = house.rulebook.odds_cap()
    if cap is not None and stake > cap:
        return refuse(Code.OVER_ODDS_CAP, cite=wager.cite, on=house.rulebook.on, cap=Money(cap))
    if stake % policy.units[point]:
        return refuse(
            Code.WRONG_UNITS,
            "odds",
            cite=wager.cite,
            point=point,
            unit=Money(policy.units[point]),
            stake=Money(stake),
        )
    return None


@implements("30-2299.04/start(6)")
def fixed(house: House, wager: Wager, stake: int) -> Refusal | None:
    """A progressive wager has the fixed amount that the house posts."""
    unit = house.meters[wager.id].unit
    if stake == unit:
        return None
    return refuse(
        Code.WRONG_UNITS,
        "fixed",
        cite=house.game.cites.get(Topic.PROGRESSIVE),
        wager=WagerId(wager.id),
        unit=Money(unit),
        stake=Money(stake),
    )


def _payable_near(house: House, wager: Wager, stake: int) -> list[int]:
    """The nearest amounts below and above, within the limits, that can be paid."""
    limit, chip = house.limit(wager), house.lowest_chip
    below, above = range(stake - chip, limit.least - 1, -chip), range(stake + chip, limit.most + 1, chip)
    found = (next((each for each in side if can_be_paid(house, wager.id, each)), None) for side in (below, above))
    return [each for each in found if each is not None]


def payable(house: House, wager: Wager, stake: int) -> Refusal | None:
    """Refuse a wager whose amount cannot be paid at the permitted odds (reading C4)."""
    if can_be_paid(house, wager.id, stake):
        return None
    cite = house.game.cites.get(Topic.PAYABLE) or house.permitted[wager.id].odds_cite
    on, chip = WagerId(wager.id), Money(house.lowest_chip)
    near = tuple(map(Money, _payable_near(house, wager, stake)))
    if not near:
        return refuse(Code.CANNOT_BE_PAID, "none-near", cite=cite, stake=Money(stake), wager=on, chip=chip)
    return refuse(Code.CANNOT_BE_PAID, "near", cite=cite, stake=Money(stake), wager=on, chip=chip, near=near)
