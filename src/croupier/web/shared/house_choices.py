"""The choices of a house for the posted rules. A game declares the parts that only it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from croupier.core.citation import implements
from croupier.core.delay import seconds
from croupier.core.topic import Topic
from croupier.games.big_six.options import BigSixOptions
from croupier.games.craps.options import CrapsOptions
from croupier.games.roulette.options import RouletteOptions
from croupier.house import House
from croupier.text.money import dollars
from croupier.web.shared import naming
from croupier.web.shared.messages import words

Choices = Iterator[tuple[str, str]]  # name and choice


def choices(house: House) -> tuple[tuple[str, str], ...]:
    """The choices of the house besides wagers, limits and pay tables."""
    return tuple(_choices(house))


def _choices(house: House) -> Choices:
    said = words()["rules"]
    yield said["chips"], ", ".join(map(dollars, house.denominations))
    for part in house.game.show.pages.choices:
        yield from PARTS[part](house)
    if house.terminals:
        only = Topic.TERMINALS in house.game.cites  # elsewhere a dealer may key a bet as well
        yield said["betting"], said["only_at_terminals" if only else "at_terminals"]
    yield said["device"], _device(house) if house.electronic_device else said["by_hand"]
    yield said["tips"], tips(house)
    for name, approval in house.approvals.items():
        yield said["approval"].format(name=name.replace("-", " ")), f"{approval.reference}, {approval.on}"
    for name, variation in house.variations.items():
        yield said["variation"].format(name=naming.wager(name, house)), str(variation.rule)


def _device(house: House) -> str:
    """How an electronic device decides; that the house cannot choose is said only where it is true."""
    said = words()["rules"]
    parts = [said["electronic"]]
    if house.delay:
        parts.append(said["delayed"].format(iterations=f"{house.delay:,}", seconds=seconds(house.delay)))
    if house.cannot_choose:
        parts.append(said["cannot_choose"])
    return ". ".join(parts)


@implements("30-2207", "47.1-2207", "30-2703(7)")
def tips(house: House) -> str:
    """Whether dealers may have wagers of their own, and what happens to tips."""
    said = words()["rules"]
    tube = said["tip_tube"] if house.tip_tube else ""
    return said["tips_not_taken"] + tube if not house.tip_wagers else said["tips_taken"] + _tip_rules(house) + tube


def _tip_rules(house: House) -> str:
    """When a won tip wager ends and where it goes, and how tip wagers are restricted."""
    said, tips = words()["rules"], house.tips
    found = [said[f"tip_{tips.ends}"], said[f"tip_into_the_{tips.then}"]] if tips.submitted is not None else []
    if tips.most is not None:
        found.append(said["tip_most"].format(most=dollars(tips.most)))
    if tips.whole_dollars:
        found.append(said["tip_whole_dollars"])
    return "".join(found)


def _wheel(house: House) -> Choices:
    own = RouletteOptions.of(house)
    said, kind = words()["rules"], naming.said(house.game.show.wheels[own.wheel], house)
    yield said["wheel"], said["converted"].format(wheel=kind) if own.converted else kind


def _in_prison(house: House) -> Choices:
    said = words()["rules"]
    yield said["in_prison"], said["offered" if RouletteOptions.of(house).in_prison else "not_offered"]


def _hardways(house: House) -> Choices:
    said = words()["rules"]
    yield said["hardways"], said["on" if CrapsOptions.of(house).hardways_on_come_out else "off"]


def _odds_multiples(house: House) -> Choices:
    said = words()["rules"]
    for side, policy in CrapsOptions.of(house).odds.items():
        each = ", ".join(f"{point}: {times}×" for point, times in policy.multiples.items())
        yield said["odds_take" if side == "take" else "odds_lay"], each


def odds_limits(house: House) -> Choices:
    """The least and the most of odds by point, where the house has any; the most is a multiple of the flat bet."""
    if "odds-multiples" not in house.game.show.pages.choices:
        return
    said, cap = words()["rules"], house.rulebook.odds_cap()
    for side, policy in CrapsOptions.of(house).odds.items():
        by_point = ((point, times, dollars(policy.units[point])) for point, times in policy.multiples.items())
        each = ", ".join(said["odds_limit"].format(point=point, unit=unit, times=n) for point, n, unit in by_point)
        most = "" if cap is None else said["odds_cap"].format(most=dollars(cap))
        yield said["odds_take" if side == "take" else "odds_lay"], each + most


def _symbols(house: House) -> Choices:
    for key, symbol in BigSixOptions.of(house).symbols.items():
        yield naming.wager(key, house), symbol


PARTS: dict[str, Callable[[House], Choices]] = {
    "wheel": _wheel,
    "in-prison": _in_prison,
    "hardways": _hardways,
    "odds-multiples": _odds_multiples,
    "symbols": _symbols,
}
