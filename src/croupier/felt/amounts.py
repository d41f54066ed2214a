"""Whether an amount may stand: whole chips, whole parts, limits, odds multiples, and payable at the odds."""

from __future__ import annotations

from croupier.core.citation import Citation, implements
from croupier.core.machine import Standing, Wager
from croupier.core.money import dollars
from croupier.core.refusal import Code, Refusal, refuse
from croupier.house import House
from croupier.house.value import can_be_paid


def chips(house: House, amount: int) -> Refusal | None:
    """A positive, whole number of the lowest chip."""
    if amount <= 0:
        return refuse(Code.NOT_POSITIVE, f"An amount is more than nothing: {dollars(amount)} is refused.")
    if amount % house.lowest_chip:
        message = f"{dollars(amount)} is not a whole number of {dollars(house.lowest_chip)} chips."
        return refuse(Code.NOT_WHOLE_CHIPS, message, WHOLE_CHIPS[house.game_name])
    return None


WHOLE_CHIPS = {"craps": "47.1-2306(4)", "roulette": "30-2203(1)", "big-six": "30-2703(3)"}


@implements("47.1-2304(20)")
def parts(house: House, wager: Wager, stake: int) -> Refusal | None:
    """A combination comes in whole parts (reading C4)."""
    if wager.parts and stake % (len(wager.parts) * house.lowest_chip):
        unit = dollars(len(wager.parts) * house.lowest_chip)
        message = f"{wager.id} has {len(wager.parts)} equal parts: wager a multiple of {unit}, not {dollars(stake)}."
        return refuse(Code.NOT_WHOLE_PARTS, message, wager.cite if wager.area else "47.1-2306(4)")
    return None


def limits_cite(house: House, wager: Wager) -> str | None:
    """The paragraph on limits: the wager's own, or the game's."""
    if house.by_procedure:
        return {"inside": "H-wagers(1)", "outside": "H-wagers(2)"}[wager.group]
    return dict(wager.asides).get("limits", LIMITS[house.game_name])


@implements("H-wagers(1)", "H-wagers(2)")
def limits(house: House, wager: Wager, stake: int) -> Refusal | None:
    """The posted minimum and maximum of one spot; physical chips over the maximum go back later (reading R18)."""
    limit = house.limit(wager)
    if stake < limit.least:
        message = f"{dollars(stake)} is below the minimum of {dollars(limit.least)} for {wager.id}."
        return refuse(Code.UNDER_MINIMUM, message, limits_cite(house, wager))
    if stake > limit.most and not house.physical_chips:
        message = f"{dollars(stake)} is above the maximum of {dollars(limit.most)} for {wager.id}."
        return refuse(Code.OVER_MAXIMUM, message, limits_cite(house, wager))
    return None


LIMITS = {"craps": None, "roulette": "30-2207", "big-six": "30-2703(7)"}


@implements("47.1-2308(1)", "47.1-2308(2)", "47.1-2308(4)")
def odds(house: House, wager: Wager, stake: int, parent: Standing) -> Refusal | None:
    """Odds up to the posted multiple of the wager they support, under the dated cap, in units paid exactly."""
    policy = house.odds[wager.side]
    point: int = parent.state
    most = policy.multiples[point] * parent.stake
    if stake > most:
        message = (
            f"Odds on {point} go up to {policy.multiples[point]} times the wager of {dollars(parent.stake)}: "
            f"{dollars(most)}, not {dollars(stake)}."
        )
        return refuse(Code.OVER_MULTIPLE, message, wager.cite)
    cap = house.rulebook.odds_cap()
    if cap is not None and stake > cap:
        message = f"On {house.rulebook.on} odds may not exceed {dollars(cap)}."
        return refuse(Code.OVER_ODDS_CAP, message, wager.cite)
    if stake % policy.units[point]:
        message = f"Odds on {point} come in units of {dollars(policy.units[point])}, not {dollars(stake)}."
        return refuse(Code.WRONG_UNITS, message, wager.cite)
    return None


@implements("30-2299.04/start(6)")
def fixed(house: House, wager: Wager, stake: int) -> Refusal | None:
    """A progressive wager is the fixed amount the house has posted."""
    unit = house.meters[wager.id].unit
    if stake == unit:
        return None
    message = f"{wager.id} is a fixed wager of {dollars(unit)}, not {dollars(stake)}."
    return refuse(Code.WRONG_UNITS, message, "30-2299.04/start(6)")


def _payable_near(house: House, wager: Wager, stake: int) -> list[int]:
    """The next amounts below and above within the limits that can be paid."""
    limit, chip = house.limit(wager), house.lowest_chip
    below, above = range(stake - chip, limit.least - 1, -chip), range(stake + chip, limit.most + 1, chip)
    found = (next((each for each in side if can_be_paid(house, wager.id, each)), None) for side in (below, above))
    return [each for each in found if each is not None]


def payable(house: House, wager: Wager, stake: int) -> Refusal | None:
    """A wager that cannot be paid at the permitted odds because of its amount is refused (reading C4)."""
    if can_be_paid(house, wager.id, stake):
        return None
    message = f"{dollars(stake)} on {wager.id} cannot be paid in {dollars(house.lowest_chip)} chips at its odds"
    message += f": {' or '.join(map(dollars, near))} can." if (near := _payable_near(house, wager, stake)) else "."
    cite = Citation("47.1-2306(4)") if house.game_name == "craps" else house.permitted[wager.id].odds_cite
    return Refusal(Code.CANNOT_BE_PAID, message, cite)
