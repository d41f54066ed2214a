"""What a table posts: wagers with their pays, limits, side-bet schedules, the house's choices and its readings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import gcd

from croupier.chain.everything import of_house
from croupier.core.citation import implements
from croupier.games.roulette.options import RouletteOptions
from croupier.house import House
from croupier.house.value import can_be_paid
from croupier.rulebook import paragraphs, readings
from croupier.text.language import per_language
from croupier.text.money import dollars
from croupier.web.shared import house_choices, naming, schedules
from croupier.web.shared.messages import words

#: Topics of readings besides the game itself.
_EVERY_GAME = ("acts", "money", "editions", "devices")


@dataclass(frozen=True, slots=True)
class Offer:
    """Wagers with the same terms: names, pays row by row, and the paragraph that permits them."""

    names: tuple[str, ...]
    pays: tuple[tuple[str, str], ...]  # (row in words, empty for a single row; what it pays)
    note: str
    cite: str


@dataclass(frozen=True, slots=True)
class Group:
    """A group of wagers with its limits."""

    name: str
    limit: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class SideBet:
    """A side bet with its schedule."""

    name: str
    table: str
    pays: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    limit: str
    cite: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A reading: the question, and this house's answer."""

    id: str
    question: str
    answer: str
    chosen: bool  # differs from the default
    choice: bool  # whether there was another answer
    not_yet: str  # what of it this table does not follow yet


def between(house: House, wager_id: str) -> str:
    """The limits of a wager in words: '$1 to $500', '$1 exactly', or those of odds, which depend on another wager."""
    said, wager = words()["rules"], house.game.wagers[wager_id]
    if wager_id in house.meters:
        return said["exactly"].format(amount=dollars(house.meters[wager_id].unit))
    if wager.group == "odds":
        cap = house.rulebook.odds_cap()
        return said["multiple"] if cap is None else said["multiple_cap"].format(most=dollars(cap))
    limit = house.limit(wager)
    return between_words(limit.least, limit.most)


@implements("30-2208", "47.1-2208", "47.1-2314", "30-2701")
def offered(house: House) -> list[str]:
    """The wagers of a table in the order of the rules, without those that its layout has no spot for."""
    return [each for each in house.permitted if each in house.offered and house.game.wagers[each].spots(house)]


@per_language(64)
def groups(house: House) -> tuple[Group, ...]:
    """The ordinary wagers, group by group."""
    by_group: dict[tuple[str, str], list[str]] = {}
    for each in offered(house):
        name = house.game.wagers[each].group
        if name != "side-bets":
            by_group.setdefault((name, between(house, each)), []).append(each)
    ranked = sorted(by_group.items(), key=lambda item: house.game.show.group_place(item[0][0]))
    return tuple(Group(naming.group(name, house), limit, _alike(house, wagers)) for (name, limit), wagers in ranked)


def _alike(house: House, wagers: list[str]) -> tuple[Offer, ...]:
    """Merge wagers with the same pays into one line."""
    found: dict[tuple[tuple[tuple[str, str], ...], str, str], list[str]] = {}
    for each in wagers:
        cite = str(house.permitted[each].cite)
        shared = cite.split("(")[0] if house.game.show.pages.shared_lines == "section" else cite
        notes = (*_besides(house, each), _note(house, each), amounts(house, each))
        note = "; ".join(said for said in notes if said)
        found.setdefault((schedules.rows(house, each), note, shared), []).append(each)
    return tuple(
        Offer(tuple(naming.wager(each, house) for each in names), pays, note, _cites(house, names))
        for (pays, note, _), names in found.items()
    )


def _cites(house: House, wagers: list[str]) -> str:
    """The paragraphs of wagers that share a line, each once."""
    return together(dict.fromkeys(str(house.permitted[each].cite) for each in wagers))


def together(cites: Iterable[str]) -> str:
    """Paragraphs as a list; consecutive ones of a section become a range.

    >>> together(["47.1-2304(1)", "47.1-2304(3)"]), together([f"47.1-2304({n})" for n in (7, 8, 9, 12)])
    ('47.1-2304(1), (3)', '47.1-2304(7) to (9), (12)')
    """
    runs: list[list[str]] = []
    for cite in cites:
        if runs and cite == _next(runs[-1][-1]):
            runs[-1].append(cite)
        else:
            runs.append([cite])
    said, section = list[str](), ""
    for run in runs:
        first = run[0].removeprefix(section) if section else run[0]
        section = run[0].partition("(")[0]
        said.append(first if len(run) == 1 else f"{first} to {run[-1].removeprefix(section)}")
    return ", ".join(said)


def _next(cite: str) -> str | None:
    """The paragraph that follows one: '47.1-2304(8)' from '47.1-2304(7)'."""
    section, _, number = cite.removesuffix(")").partition("(")
    return f"{section}({int(number) + 1})" if number.isdecimal() else None


def _besides(house: House, wager_id: str) -> Iterator[str]:
    """When a stake is returned, in full or in part."""
    for part in house.game.show.pages.returned:
        if part in house.pays_by_wager.get(wager_id, {}) and RETURNED[part](house):
            yield words()["pays"][part]


def _offers_in_prison(house: House) -> bool:
    return RouletteOptions.of(house).in_prison


#: Rows that return a stake, and whether a house has them, by the part names that games declare.
RETURNED: dict[str, Callable[[House], bool]] = {"push": lambda house: True, "half-back": _offers_in_prison}


def paying(house: House, wager_id: str) -> str:
    """What a wager pays, and its other terms, in words."""
    parts = (schedules.figures(house, wager_id), *_besides(house, wager_id), _note(house, wager_id))
    return ", ".join(part for part in parts if part)


def _note(house: House, wager_id: str) -> str:
    wager, said = house.game.wagers[wager_id], words()["rules"]
    if wager.parts:
        return said["parts"].format(count=len(wager.parts))
    if wager.commission is None:
        return ""
    policy = house.options.commission_on(wager.group)
    stake = wager.commission == "stake" or house.reading("C6") == "of-the-stake"
    return said["commission"].format(
        percent=policy.percent,
        of=said["of_stake" if stake else "of_win"],
        when=said["up_front" if policy.when == "up-front" else "on_win"],
    )


def amounts(house: House, wager_id: str) -> str:
    """Which amounts within the limits are accepted, if not all: 'in units of $5', 'not $1, $3'."""
    said, wager, chip = words()["rules"], house.game.wagers[wager_id], house.lowest_chip
    if wager.group == "odds":
        units = house.options.odds_policy(wager.side).units
        by_unit = {unit: [str(point) for point in units if units[point] == unit] for unit in sorted(units.values())}
        return ", ".join(
            said["units_on"].format(unit=dollars(unit), points=said["and"].join(points))
            for unit, points in by_unit.items()
            if unit != chip
        )
    limit, parts = house.limit(wager), max(1, len(wager.parts)) * chip
    every = range(-(-limit.least // chip) * chip, limit.most + 1, chip)
    taken = [each for each in every if each % parts == 0 and can_be_paid(house, wager_id, each)]
    if len(taken) == len(every) or not taken:
        return ""
    unit = gcd(*taken)
    if taken == [each for each in every if each % unit == 0]:
        return said["units"].format(unit=dollars(unit))
    return said["not_taken"].format(amounts=", ".join(_runs(sorted(set(every) - set(taken)), chip)))


def _runs(found: list[int], chip: int) -> Iterator[str]:
    """Merge amounts that are one chip apart: '$1 to $4', '$7'."""
    start = 0
    for place, each in enumerate(found, 1):
        if place == len(found) or found[place] != each + chip:
            first = found[start]
            yield dollars(each) if first == each else between_words(first, each)
            start = place


def between_words(least: int, most: int) -> str:
    """A range of amounts in words."""
    return words()["rules"]["between"].format(least=dollars(least), most=dollars(most))


@per_language(64)
def side_bets(house: House) -> tuple[SideBet, ...]:
    """The side bets with their schedules."""
    return tuple(
        SideBet(
            naming.wager(each, house),
            house.pay_tables.get(each, ""),
            schedules.rows(house, each),
            tuple(schedules.terms(house, each)),
            between(house, each),
            str(house.permitted[each].cite),
        )
        for each in offered(house)
        if house.game.wagers[each].group == "side-bets"
    )


@implements("30-2207", "47.1-2207", "30-2299.04/start(6)", "47.1-2317.04(4)(a)")
def limits(house: House) -> tuple[tuple[str, str], ...]:
    """The posted minimum and maximum: of the table, of groups, of wagers, of odds, of a player, of all players."""
    said = words()["rules"]
    found = [
        (_limited(house, key), between_words(each.least, each.most))
        for key, each in house.limits.items()
        if key == "default" or (key in house.offered and key not in house.meters) or any(_grouped(house, key))
    ]
    found += [(naming.wager(each, house), between(house, each)) for each in house.meters if each in house.offered]
    found += house_choices.odds_limits(house)
    if house.player_most is not None:
        found.append((said["player_most"], dollars(house.player_most)))
    for wager, most in house.aggregates.items():
        name = said["all_players"].format(wager=naming.wager(wager, house))
        found.append((name, said["aggregate_limit"].format(most=dollars(most))))
    return tuple(found)


def _limited(house: House, key: str) -> str:
    if key == "default":
        return words()["rules"]["table_limit"]
    return naming.wager(key, house) if key in house.offered else naming.group(key, house)


def _grouped(house: House, group: str) -> Iterator[str]:
    return (each for each in house.offered if house.game.wagers[each].group == group)


@implements("30-2210(2)(d)(ii)", "47.1-2210(2)(c)(ii)")
def signs(house: House) -> tuple[str, ...]:
    """The notices beside a wheel that is used as a single-zero wheel."""
    return house.options.notices()


def answers(house: House) -> tuple[Answer, ...]:
    """The readings that concern this table; those that differ from the default first.

    One that changes figures counts as a choice only where the house offers such a wager.
    """
    used = {reading for question in of_house(house) for reading in question.readings}
    found = [
        Answer(
            each.id,
            each.question,
            each.answers[house.reading(each.id)],
            house.reading(each.id) != each.default,
            len(each.answers) > 1 and (not each.prices or each.id in used or house.reading(each.id) != each.default),
            each.not_yet,
        )
        for each in readings().values()
        if each.about in (house.game_name, *_EVERY_GAME)
    ]
    return tuple(sorted(found, key=lambda each: (not each.chosen, not each.choice)))


def paragraph(cite: str) -> str:
    """The title of a paragraph in Croupier's words; None for an approval."""
    found = paragraphs().get(cite)
    return "" if found is None else found.title
