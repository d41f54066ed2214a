"""The choices of a house that the explorer can change: pay tables, commissions, odds, In Prison, readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.chain.everything import of_house
from croupier.core.options import Side
from croupier.games.craps.options import CrapsOptions
from croupier.games.roulette.options import RouletteOptions
from croupier.house import House, Unsound, load, presets
from croupier.rulebook import readings
from croupier.text.language import per_language
from croupier.web.shared import naming
from croupier.web.shared.messages import words

Changes = tuple[tuple[str, str], ...]  # (dotted key of a house file, chosen value)

#: Odds behind a line wager, by the words of the explorer.
MULTIPLES: dict[str, Any] = {
    "1x": 1,
    "2x": 2,
    "3-4-5x": {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3},
    "5x": 5,
    "6x": 6,
    "10x": 10,
}


class Unknown(ValueError):
    """An address that asks for something that does not exist; the message says what and why."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what, why)

    def __str__(self) -> str:
        return ": ".join(self.args)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a house that can be changed."""

    key: str
    label: str
    options: tuple[tuple[str, str], ...]  # (value, label)
    posted: str


def choices(name: str) -> tuple[Choice, ...]:
    """The choices of a house that the explorer can change."""
    if name not in presets():
        raise Unknown("house", f"no house {name!r}: choose one of {', '.join(presets())}")
    return _choices(name)


@per_language(16)
def _choices(name: str) -> tuple[Choice, ...]:
    house = load(name)
    own = (choice for part in house.game.show.pages.what_if for choice in PARTS[part](house))
    return (*own, *_pay_tables(house), *_better(house), *_readings(house))


def _flag(key: str, label: str, now: bool, no: str, yes: str) -> Choice:
    return Choice(key, label, (("false", no), ("true", yes)), "true" if now else "false")


def _in_prison(house: House) -> Iterator[Choice]:
    said = words()["odds"]
    own = RouletteOptions.of(house)
    if not own.converted and not house.by_procedure:  # reading R6; the procedure has its own pay table
        yield _flag("options.in_prison", said["in_prison"], own.in_prison, said["not_offered"], said["offered"])


def _commissions(house: House) -> Iterator[Choice]:
    said = words()["odds"]
    for group, policy in CrapsOptions.of(house).commissions.items():
        label, when = said["commission_when"].format(group=naming.group(group, house)), ("on-win", "up-front")
        yield Choice(f"commission.{group}.when", label, tuple((each, said[each]) for each in when), policy.when)
        percents = tuple((str(each), f"{each} %") for each in range(6))
        label = said["commission_percent"].format(group=naming.group(group, house))
        yield Choice(f"commission.{group}.percent", label, percents, str(policy.percent))


def _odds_multiples(house: House) -> Iterator[Choice]:
    said = words()["odds"]
    for side in CrapsOptions.of(house).odds:
        posted = multiples(house, side)
        options = (("", said["own_multiples"]),) if not posted else ()
        label = said["odds_take" if side == "take" else "odds_lay"]
        yield Choice(f"odds.{side}", label, (*options, *((word, word) for word in MULTIPLES)), posted)


#: Choices that only some games have, by the part names that they declare.
PARTS: dict[str, Callable[[House], Iterator[Choice]]] = {
    "in-prison": _in_prison,
    "commissions": _commissions,
    "odds-multiples": _odds_multiples,
}


def multiples(house: House, side: Side | None) -> str:
    """The name of a house's odds on one side, taken or laid; None if they have no name."""
    own = {str(point): times for point, times in house.options.odds_policy(side).multiples.items()}
    return next((word for word, each in MULTIPLES.items() if _spread(each) == own), "")


def _spread(multiples: Any) -> dict[str, int]:
    return multiples if isinstance(multiples, dict) else dict.fromkeys(("4", "5", "6", "8", "9", "10"), multiples)


def _pay_tables(house: House) -> Iterator[Choice]:
    said = words()["odds"]
    for wager, now in house.pay_tables.items():
        printed = house.permitted[wager].pay_tables
        tables = [each.id for each in printed.values() if each.wheel in (None, printed[now].wheel)]
        if len(tables) > 1:
            label = said["pay_table"].format(name=naming.wager(wager, house))
            yield Choice(f"side_bets.{wager}.pay_table", label, tuple((each, each) for each in tables), now)


def _better(house: House) -> Iterator[Choice]:
    said = words()["odds"]
    if house.by_procedure:
        return
    for (wager, row), pays in house.game.show.pages.better_pays.items():
        if wager in house.offered and row in house.pays_by_wager[wager]:
            label = said["better"].format(name=naming.wager(wager, house), row=naming.row(wager, row, house))
            now = str(house.pays(wager, row))
            options = dict.fromkeys((now, *pays))
            yield Choice(f"pays.{wager}.{row}", label, tuple((each, each) for each in options), now)


def _readings(house: House) -> Iterator[Choice]:
    said, used = words()["odds"], {each for question in of_house(house) for each in question.readings}
    for each in readings().values():
        if len(each.answers) > 1 and each.id in used:
            options = tuple((answer, answer.replace("-", " ")) for answer in each.answers)
            label = said["reading_label"].format(id=each.id, question=each.question)
            yield Choice(f"readings.{each.id}", label, options, house.reading(each.id))


def read(name: str, asked: Mapping[str, str]) -> Changes:
    """The choices in an address that differ from the house; unknown ones are an error."""
    known = {each.key: each for each in choices(name)}
    found = []
    for key, value in sorted(asked.items()):
        choice = known.get(key)
        if choice is None:
            raise Unknown("choice", f"{name} has no choice {key!r}: it has {', '.join(known) or 'none'}")
        if value not in dict(choice.options):
            allowed = ", ".join(word for word, _ in choice.options)
            raise Unknown("choice", f"{key} cannot be {value!r}: choose one of {allowed}")
        if value != choice.posted:
            found.append((key, value))
    return tuple(found)


def house_of(name: str, changes: Changes) -> House:
    """The house with these choices."""
    change = {key: _value(key, value) for key, value in changes}
    try:
        return load(name, change=change)
    except Unsound as error:
        raise Unknown("house", "; ".join(str(fault) for fault in error.faults)) from None


def _value(key: str, value: str) -> Any:
    if key.startswith("odds."):
        return MULTIPLES[value]
    if key.endswith(".percent"):
        return int(value)
    return value == "true" if value in ("true", "false") else value
