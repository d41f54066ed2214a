"""A house in words: what would be posted, and what the house should be warned of."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.machine import MeterShare, Pays, Return
from croupier.games.roulette.layout import layout_of
from croupier.house.house import House
from croupier.house.value import favorable, value
from croupier.rulebook import readings
from croupier.text.money import dollars


def warnings(house: House) -> list[str]:
    """Every stake that favors the player once rounding is done, wager by wager."""
    return [
        f"{wager}: {_stakes(house, wager, stakes)} favors the player by {_gain(house, wager, stakes)}"
        for wager, stakes in favorable(house).items()
    ]


def _gain(house: House, wager: str, stakes: list[int]) -> str:
    """How much, at the stake where it matters most; odds are paid better than true odds."""
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
    lines = [f"{house.name} (version {house.version})", ""]
    lines += [f"Game: {house.variant}, under the rules of {house.rulebook.on}"]
    lines += [f"Chips: {', '.join(dollars(chip) for chip in house.denominations)}"]
    lines += [f"Gaming day: from {house.gaming_day_starts:%H:%M}, {house.time_zone}"]
    lines += _of_the_game(house)
    lines += ["", "Limits on one spot:", *limits_sign(house)]
    lines += ["", *notices(house)] if house.converted else []
    lines += ["", "Wagers and what they pay:"]
    lines += [f"  {wager:24} {_pays(house, wager)}" for wager in _in_order(house)]
    chosen = [key for key, answer in house.readings.items() if answer != readings()[key].default]
    lines += ["", "Readings chosen otherwise than by default:" if chosen else "Readings: all by default."]
    lines += [f"  {key}: {house.readings[key]}: {readings()[key].answers[house.readings[key]]}" for key in chosen]
    for wager, policy in house.meters.items():
        seed, reseed = dollars(policy.seed), dollars(policy.reseed)
        lines.append(
            f"Meter of {wager}: seed {seed}, then {reseed}; {policy.percent} % of every {dollars(policy.unit)}"
        )
    for wager, most in house.aggregates.items():
        lines.append(f"The most one outcome pays on {wager}, all players together: {dollars(most)}")
    if house.primary_required:
        lines.append("Roulette Up wagers are taken only beside an ordinary roulette wager.")
    if house.award_weights:
        total = sum(house.award_weights.values())
        lines.append("Awards: " + ", ".join(f"{award}x {n} in {total}" for award, n in house.award_weights.items()))
    lines.append(f"Tip wagers: {'taken' if house.tip_wagers else 'not taken'}")
    if house.tip_tube:
        lines.append("Tips wait in a tip tube until they are exchanged for higher chips and dropped.")
    lines += [f"Approval: {name}: {a.reference} of {a.on}" for name, a in house.approvals.items()]
    lines += [f"Warning: {warning}" for warning in warnings(house)]
    return "\n".join(lines)


@implements("47.1-2317.04(4)(a)")
def limits_sign(house: House) -> list[str]:
    """The posted minimum and maximum of every wager: the table's, and those of groups and wagers of their own."""
    lines = []
    for key, limit in house.limits.items():
        own = key in house.offered or key == "default"
        names = "" if own else f" ({', '.join(w for w in _in_order(house) if house.game.wagers[w].group == key)})"
        lines.append(f"  {key}: {dollars(limit.least)} to {dollars(limit.most)}{names}")
    if house.player_most is not None:
        lines.append(f"  one player in all: {dollars(house.player_most)}")
    return lines


def notices(house: House) -> tuple[str, str, str]:
    """The three notices at a wheel that is used as a single-zero wheel."""
    covered = " and ".join(sorted(layout_of(house).covered))
    return (_not_available(house, covered), _void_notice(covered), _lost_on_zero())


@implements("30-2210(2)(d)(ii)(A)", "47.1-2210(2)(c)(ii)(A)")
def _not_available(house: House, covered: str) -> str:
    return f"Notice: this {house.wheel} wheel is used as a single-zero wheel; {covered} cannot be wagered on."


def _void_notice(covered: str) -> str:
    return f"Notice: a spin that ends in {covered} is void, and the wheel is spun again."


def _lost_on_zero() -> str:
    return "Notice: red, black, odd, even, 1 to 18 and 19 to 36 lose on 0."


def _in_order(house: House) -> list[str]:
    """As the rules list them; what this layout has no place for is left out."""
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
        text += f" ({house.variations[wager_id].approval})"
    if wager.commission is not None:
        policy = house.commissions[wager.group]
        when = "taken when it is placed" if policy.when == "up-front" else "taken from a win"
        text += f", commission {policy.percent} % of the {wager.commission}, rounded down to chips, {when}"
    return text


def words(pays: Pays) -> str:
    """What a row pays, as it is posted."""
    if isinstance(pays, MeterShare):
        return f"{pays.percent} % of the meter"
    return "stake back" if isinstance(pays, Return) else str(pays)


def _of_the_game(house: House) -> list[str]:
    if house.game_name == "roulette":
        used = " used as single zero" if house.converted else ""
        return [
            f"Wheel: {house.wheel}{used}",
            f"In Prison: {'offered' if house.in_prison else 'not offered'}",
        ]
    if house.game_name == "craps":
        hardways = "on" if house.hardways_on_come_out else "off"
        lines = [f"Hardways on a come-out roll: {hardways}"]
        for side, policy in house.odds.items():
            each = ", ".join(f"{point}: {times}x" for point, times in policy.multiples.items())
            lines.append(f"Odds ({side}): {each}")
        return lines
    return [f"Symbol {key}: {text}" for key, text in house.symbols.items()]
