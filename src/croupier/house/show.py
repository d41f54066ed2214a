"""A house as text: its choices, and warnings."""

from __future__ import annotations

from croupier.core.delay import LEAST, seconds
from croupier.core.machine import MeterShare, Pays, Return
from croupier.house import alerts
from croupier.house.house import Coupon, House, TipRules
from croupier.house.reachable import warned
from croupier.house.value import favorable, value
from croupier.rulebook import readings
from croupier.text.money import dollars


def warnings(house: House) -> list[str]:
    """Warnings about stakes that favor the player because of rounding, and about late acts on variations."""
    rounded = [
        f"{wager}: {_stakes(house, wager, stakes)} favors the player by {_gain(house, wager, stakes)}"
        for wager, stakes in favorable(house).items()
    ]
    return [
        *rounded,
        *_not_submitted(house),
        *_chosen_by_the_house(house),
        *(warning for wager in house.variations for warning in warned(house, wager)),
    ]


def _not_submitted(house: House) -> list[str]:
    """A house file of an earlier version names the submission of its rules for tip wagers without a date."""
    if not house.tips_to_submit:
        return []
    return ["no live table opens with it: the submission of house rules for tip wagers has no date (47.1-2318)"]


def _chosen_by_the_house(house: House) -> list[str]:
    """An electronic device whose outcomes the house could choose, because of its own choices."""
    if not house.electronic_device or house.cannot_choose:
        return []
    if not house.delay:
        why = f"[device] has no delay (from {LEAST:,} iterations on)"
    elif house.delay < LEAST:
        why = f"a delay of {house.delay:,} iterations is below {LEAST:,}"
    else:
        why = "no terminals take part"
    return [f"{why}: the pages do not say that the house cannot choose outcomes"]


def _gain(house: House, wager: str, stakes: list[int]) -> str:
    """How much rounding favors the player at the worst stake, or that odds are better than true odds."""
    if house.game.wagers[wager].parent is not None:
        return "the odds above true odds"
    return f"up to {max(float(value(house, wager, stake) / stake) for stake in stakes):.2%} of the stake"


def _stakes(house: House, wager: str, stakes: list[int]) -> str:
    limit = house.limit(house.game.wagers[wager])
    every = (
        len(stakes) > 1 and stakes[-1] == limit.most and len(stakes) * house.lowest_chip > limit.most - limit.least
    )
    return "every stake" if every else "a stake of " + ", ".join(dollars(stake) for stake in stakes)


def show(house: House) -> str:
    """The choices of a house, section by section."""
    lines = [f"{house.name} (version {house.version})", "", *general(house)]
    lines += ["", "Limits on one spot:", *(f"  {key}: {text}" for key, text in limits_sign(house).items())]
    notices = house.options.notices()
    lines += ["", *notices] if notices else []
    lines += ["", "Wagers and what they pay:"]
    lines += [f"  {wager:24} {text}" for wager, text in wagers(house).items()]
    chosen = readings_chosen(house)
    lines += ["", "Readings chosen otherwise than by default:" if chosen else "Readings: all by default."]
    lines += [f"  {key}: {text}" for key, text in chosen.items()]
    lines += [*further(house), *(f"Warning: {warning}" for warning in warnings(house))]
    return "\n".join(lines)


def general(house: House) -> list[str]:
    """The choices that come first: game, chips, device, gaming day, and the options of the game."""
    lines = [f"Game: {house.variant}, under the rules of {house.rulebook.on}"]
    lines += ["Procedure: the house procedure is followed."] if house.by_procedure else []
    lines += [f"Chips: {', '.join(dollars(chip) for chip in house.denominations)}"]
    lines += ["Chips above the maximum: returned when the round is settled."] if house.physical_chips else []
    if house.chip_colors:
        colors = ", ".join(f"{dollars(chip)} {color}" for chip, color in sorted(house.chip_colors.items()))
        lines += [f"Colors of value chips, which no player takes: {colors}"]
    shown = "" if house.central_screen else " No central screen: players may have chips of the same color."
    lines += [f"Players wager at terminals.{shown}"] if house.terminals else []
    lines += _device(house)
    lines += [f"Gaming day: from {house.gaming_day_starts:%H:%M}, {house.time_zone}"]
    if house.inspection_alert is not None:
        lines += [f"Alert if an open table was not inspected in the gaming day: at {house.inspection_alert:02}:00"]
    return lines + house.options.posted()


def further(house: House) -> list[str]:
    """The choices that come last: meters, aggregates, side bets, tips, coupons and approvals."""
    lines = []
    for wager, policy in house.meters.items():
        seed, reseed = dollars(policy.seed), dollars(policy.reseed)
        lines.append(
            f"Meter of {wager}: seed {seed}, then {reseed}; {policy.percent} % of every {dollars(policy.unit)}"
        )
    for wager, most in house.aggregates.items():
        lines.append(f"The most one outcome pays on {wager}, all players together: {dollars(most)}")
    lines += house.options.side_bets_posted()
    lines.append(f"Tip wagers: {'taken' if house.tip_wagers else 'not taken'}")
    if house.tip_wagers:
        lines += _tip_rules(house.tips)
    if house.tip_tube:
        lines.append("Tips wait in a tip tube until they are exchanged for higher chips and dropped.")
    lines += alerts.posted(house.alerts)
    lines += [f"Coupon {serial}: {_coupon(coupon)}" for serial, coupon in house.coupons.items()]
    return lines + [f"Approval of {name}: {a.reference} of {a.on}" for name, a in house.approvals.items()]


def _coupon(coupon: Coupon) -> str:
    kind = coupon.kind.replace("-", " ")
    games = ", ".join(coupon.games)
    return f"{kind} of {dollars(coupon.face)} for {games}, table {coupon.table}, {coupon.first} to {coupon.last}"


def wagers(house: House) -> dict[str, str]:
    """The wagers in the order of the rules, with what they pay."""
    return {wager: _pays(house, wager) for wager in _in_order(house)}


def readings_chosen(house: House) -> dict[str, str]:
    """The readings that the house chose otherwise than by default, with what they say."""
    chosen = {key: answer for key, answer in house.readings.items() if answer != readings()[key].default}
    return {key: f"{answer}: {readings()[key].answers[answer]}" for key, answer in chosen.items()}


def _device(house: House) -> list[str]:
    """Where outcomes come from, if an electronic device decides them."""
    if not house.electronic_device:
        return []
    if not house.delay:
        return ["Outcomes: by an electronic device, at once after the close."]
    took = seconds(house.delay)
    said = f"{house.delay:,} iterations of PBKDF2 after the close: about {took} second{'s' * (took > 1)} on a server"
    return [f"Outcomes: by an electronic device, delayed by {said}."]


def limits_sign(house: House) -> dict[str, str]:
    """The posted minimum and maximum: of the table, and of groups and wagers with their own."""
    found = {}
    for key, limit in house.limits.items():
        own = key in house.offered or key == "default"
        names = "" if own else f" ({', '.join(w for w in _in_order(house) if house.game.wagers[w].group == key)})"
        found[key] = f"{dollars(limit.least)} to {dollars(limit.most)}{names}"
    if house.player_most is not None:
        found["one player in all"] = dollars(house.player_most)
    return found


def _in_order(house: House) -> list[str]:
    """Wagers in the order of the rules, without those that the layout has no spot for."""
    return [wager for wager in house.permitted if wager in house.offered and house.game.wagers[wager].spots(house)]


def _pays(house: House, wager_id: str) -> str:
    wager = house.game.wagers[wager_id]
    if wager.parts:
        return "as " + " + ".join(wager.parts)
    rows = house.pays_by_wager[wager_id]
    text = ", ".join(
        str(pays) if row == "win" else f"{row}: {words(pays)}"
        for row, pays in rows.items()
        if not isinstance(pays, Return) or wager.group == "side-bets"
    )
    if wager_id in house.pay_tables:
        text = f"pay table {house.pay_tables[wager_id]}: {text}"
    if wager_id in house.variations:
        text += f" ({house.variations[wager_id].rule})"
    if wager.commission is not None:
        policy = house.options.commission_on(wager.group)
        when = "taken when it is placed" if policy.when == "up-front" else "taken from a win"
        text += f", commission {policy.percent} % of the {wager.commission}, rounded down to chips, {when}"
    return text


def words(pays: Pays) -> str:
    """What a row pays, in words."""
    if isinstance(pays, MeterShare):
        return f"{pays.percent} % of the meter"
    return "stake back" if isinstance(pays, Return) else str(pays)


def _tip_rules(tips: TipRules) -> list[str]:
    """How tip wagers are handled, where house rules were submitted for them, and how they are restricted."""
    found = []
    if tips.submitted is not None:
        ends = "with its first win" if tips.ends == "first-decision" else "when it loses"
        found.append(f"House rules for tip wagers: {tips.submitted.reference} of {tips.submitted.on}")
        found.append(f"A tip wager ends {ends}; what it wins goes into the tip {tips.then}.")
    if tips.most is not None:
        found.append(f"A tip wager is at most {dollars(tips.most)}.")
    if tips.whole_dollars:
        found.append("Tip wagers are in whole dollars.")
    return found
