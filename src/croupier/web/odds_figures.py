"""The figures of the odds explorer: what may be chosen otherwise, every wager priced, one in detail, an evening.

All of it is solved in another process, so nothing here knows a server; what comes back is plain values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from croupier.chain.everything import Question, of_house
from croupier.chain.price import Price
from croupier.core.machine import MeterShare, Pays
from croupier.core.money import dollars
from croupier.core.odds import Odds
from croupier.house import House, Unsound, load, presets
from croupier.rulebook import readings
from croupier.web import naming
from croupier.web.messages import words

Changes = tuple[tuple[str, str], ...]  # dotted key of a house file and the word of a choice

#: Odds behind a line wager, by the words of the explorer.
MULTIPLES: dict[str, Any] = {
    "1x": 1,
    "2x": 2,
    "3-4-5x": {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3},
    "5x": 5,
    "10x": 10,
}
#: Pays that houses are known to choose above the least, by wager and row.
BETTER: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "field": ("field", "win on 12", ("2 to 1", "3 to 1")),
    "joker": ("joker", "win", ("45 to 1", "47 to 1", "50 to 1")),
    "flag": ("flag", "win", ("45 to 1", "47 to 1", "50 to 1")),
}


#: The most characters of a fraction that a table has room for.
SHORT = 13


class Unknown(ValueError):
    """A view that no address can ask for: what there is none of, and why."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what, why)

    def __str__(self) -> str:
        return ": ".join(self.args)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a house may choose otherwise."""

    key: str
    label: str
    options: tuple[tuple[str, str], ...]  # word and what it says
    posted: str


@dataclass(frozen=True, slots=True)
class Line:
    """One wager of a house, priced; `row` tells it from others of the same wager."""

    wager: str
    row: int
    name: str
    group: str
    terms: str
    pays: str
    edge: Fraction
    hit: Fraction
    rounds: Fraction
    stdev: float
    posted: Fraction | None = None  # the edge as the house posts it, where something is chosen otherwise


@dataclass(frozen=True, slots=True)
class Detail:
    """Everything about one wager."""

    line: Line
    figures: tuple[tuple[str, str, str], ...]  # name, value, exact
    pays: tuple[tuple[str, str, str], ...]  # row, pays, chance
    distribution: tuple[tuple[Fraction, Fraction], ...]
    commission: str
    authorities: tuple[tuple[str, str], ...]
    answers: tuple[tuple[str, str, str], ...]
    break_even: str


@dataclass(frozen=True, slots=True)
class Evening:
    """What a session of one wager comes to."""

    stake: int
    bankroll: int
    rounds: int
    results: tuple[tuple[int, float], ...]
    mean: float
    low: int
    high: int
    ruin: float
    ahead: float
    exact: bool
    error: float


# What may be chosen -----------------------------------------------------------------------------------------
def choices(name: str) -> tuple[Choice, ...]:
    """What the explorer lets one choose otherwise at a house."""
    if name not in presets():
        raise Unknown("house", f"no house {name!r}: choose one of {', '.join(presets())}")
    return _choices(name)


@lru_cache(maxsize=16)
def _choices(name: str) -> tuple[Choice, ...]:
    house = load(name)
    return (*_of_the_game(house), *_pay_tables(house), *_better(house), *_readings(house))


def _flag(key: str, label: str, now: bool, no: str, yes: str) -> Choice:
    return Choice(key, label, (("false", no), ("true", yes)), "true" if now else "false")


def _of_the_game(house: House) -> Iterator[Choice]:
    said = words()["odds"]
    if house.game_name == "roulette" and house.wheel == "single-zero" and not house.converted:
        yield _flag("options.in_prison", said["in_prison"], house.in_prison, said["not_offered"], said["offered"])
    if house.game_name != "craps":
        return
    for group, policy in house.commissions.items():
        label, when = said["commission_when"].format(group=naming.group(group)), ("on-win", "up-front")
        yield Choice(f"commission.{group}.when", label, tuple((each, said[each]) for each in when), policy.when)
        percents = tuple((str(each), f"{each} %") for each in range(6))
        label = said["commission_percent"].format(group=naming.group(group))
        yield Choice(f"commission.{group}.percent", label, percents, str(policy.percent))
    multiples = {str(key): value for key, value in house.odds["take"].multiples.items()}
    posted = next((word for word, each in MULTIPLES.items() if _spread(each) == multiples), "")
    options = (("", said["own_multiples"]),) if not posted else ()
    yield Choice("odds.take", said["odds_take"], (*options, *((word, word) for word in MULTIPLES)), posted)


def _spread(multiples: Any) -> dict[str, int]:
    return multiples if isinstance(multiples, dict) else dict.fromkeys(("4", "5", "6", "8", "9", "10"), multiples)


def _pay_tables(house: House) -> Iterator[Choice]:
    said = words()["odds"]
    for wager, now in house.pay_tables.items():
        printed = house.permitted[wager].pay_tables.values()
        tables = [each.id for each in printed if each.wheel is None or each.wheel == house.wheel]
        if len(tables) > 1:
            label = said["pay_table"].format(name=naming.wager(wager))
            yield Choice(f"side_bets.{wager}.pay_table", label, tuple((each, each) for each in tables), now)


def _better(house: House) -> Iterator[Choice]:
    said = words()["odds"]
    for wager, row, pays in BETTER.values():
        if wager in house.offered and row in house.pays_by_wager[wager]:
            label = said["better"].format(name=naming.wager(wager), row=naming.row(wager, row, house))
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
    """The choices that an address asks for and that are not as posted; an unknown one is refused."""
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
    if key == "odds.take":
        return MULTIPLES[value]
    if key.endswith(".percent"):
        return int(value)
    return value == "true" if value in ("true", "false") else value


# What it comes to -------------------------------------------------------------------------------------------
@lru_cache(maxsize=32)
def lines(name: str, changes: Changes) -> tuple[Line, ...]:
    """Every wager of a house, priced; beside each the edge as posted, where something is chosen otherwise."""
    own = _lines(house_of(name, changes))
    if not changes:
        return own
    posted = {(each.wager, each.terms): each.edge for each in _lines(load(name))}
    first = {each.wager: each.edge for each in reversed(_lines(load(name)))}
    return tuple(_beside(each, posted.get((each.wager, each.terms), first.get(each.wager))) for each in own)


def _beside(line: Line, posted: Fraction | None) -> Line:
    return replace(line, posted=posted)


@lru_cache(maxsize=32)
def _lines(house: House) -> tuple[Line, ...]:
    count: dict[str, int] = {}
    found = []
    for question in of_house(house):
        wager = question.wager.id
        count[wager] = count.get(wager, -1) + 1
        found.append(_line(question, question.price(), count[wager]))
    return tuple(found)


def _line(question: Question, price: Price, row: int) -> Line:
    wager, house = question.wager, question.house
    rows = house.pays_by_wager.get(wager.id, {})
    pays = naming.pays(rows["win"]) if "win" in rows else _range(question)
    group = naming.group(wager.group)
    name, apart = naming.wager(wager.id), terms(question)
    return Line(wager.id, row, name, group, apart, pays, price.edge, price.hit, price.rounds, price.stdev)


def _range(question: Question) -> str:
    """What a schedule pays, from its least row to its best."""
    rows = question.house.pays_by_wager.get(question.wager.id, {}).values()
    ranked = sorted(rows, key=lambda each: each.winnings() if isinstance(each, Odds) else _beyond(each))
    said = list(dict.fromkeys(map(naming.pays, ranked)))
    return "" if not said else said[0] if len(said) == 1 else f"{said[0]} … {said[-1]}"


def _beyond(pays: Pays) -> Fraction:
    """Where a row stands that is not paid at odds: a meter above all, a stake that goes back below."""
    return Fraction(10**9) if isinstance(pays, MeterShare) else Fraction(-1)


def terms(question: Question) -> str:
    """What sets a row apart from others of its wager, in words."""
    said, found = words()["odds"], []
    if question.pay_table:
        found.append(said["option_pay_table"].format(value=question.pay_table))
    for key, value in question.options.items():
        exact = said.get(f"options_{key}_{value}")
        found.append(exact or said.get(f"options_{key}", f"{key} {value}").format(value=value))
    return ", ".join(found)


def _question(name: str, changes: Changes, wager: str, row: int) -> Question:
    house = house_of(name, changes)
    found = [each for each in of_house(house) if each.wager.id == wager]
    if not found:
        known = dict.fromkeys(each.wager.id for each in of_house(house))
        raise Unknown("wager", f"{name} has no wager {wager!r}: it has {', '.join(known)}")
    if not 0 <= row < len(found):
        raise Unknown("wager", f"{wager} has {len(found)} rows: there is no row {row}")
    return found[row]


@lru_cache(maxsize=64)
def detail(name: str, changes: Changes, wager: str, row: int) -> Detail:
    """Everything about one wager."""
    from croupier.documents.par_sheet import Sheet
    from croupier.documents.plots import percent

    question = _question(name, changes, wager, row)
    price = question.price()
    sheet = Sheet(question, price)
    figures = tuple(
        (
            each.name,
            percent(each.value) if each.share else f"{each.value:,.4f}".rstrip("0").rstrip("."),
            "" if each.exact is None else str(each.exact),
        )
        for each in sheet.figures
    )
    pays = tuple(
        (naming.row(wager, each.row, question.house), each.pays, _chance(each.chance)) for each in sheet.pays
    )
    even = sheet.by_meter.break_even if sheet.by_meter is not None else None
    return Detail(
        _line(question, price, row),
        figures,
        pays,
        price.distribution,
        sheet.commission,
        tuple((each.id, each.title) for each in sheet.authorities),
        tuple((each.id, each.question, each.text) for each in sheet.answers),
        "" if even is None else dollars(even),
    )


def _chance(chance: Fraction | None) -> str:
    """A chance as a fraction where that is short, and as a share; a rare one as one in so many."""
    if chance is None:
        return ""
    share = f"{float(chance):.4%}" if chance > Fraction(1, 10**4) else f"1 : {float(1 / chance):,.0f}"
    return f"{chance} = {share}" if len(str(chance)) <= SHORT else share


class NoEvening(Exception):
    """Why no session can be drawn for a wager."""


@lru_cache(maxsize=64)
def evening(name: str, changes: Changes, wager: str, bankroll: int, rounds: int) -> Evening:
    """A session: the least stake that is taken from $5 on, always up, for so many rounds or until it is gone."""
    from croupier import chain

    house = house_of(name, changes)
    said = words()["odds"]
    if wager not in house.offered or house.game.wagers[wager].parent is not None:
        raise NoEvening(said["session_alone"])
    plan, stake = _plan(house, wager, name)
    try:
        found = chain.session(chain.compile(house, plan), bankroll, max_rounds=rounds)
    except chain.TooLarge:
        raise NoEvening(said["too_large"]) from None
    except (chain.NoSession, chain.PlanRefused) as error:
        raise NoEvening(str(error)) from None
    results = tuple((net, float(chance)) for net, chance in found.results)
    return Evening(
        *(stake, bankroll, rounds, results, float(found.expectation)),
        *(found.quantile(Fraction(1, 4)), found.quantile(Fraction(3, 4))),
        float(found.ends.get("ruin", 0)),
        sum(chance for net, chance in results if net > 0),
        found.exact,
        found.error,
    )


def _plan(house: House, wager: str, name: str) -> tuple[Any, int]:
    """The wager by itself, at the least stake from $5 on that the table takes; below where it takes no such."""
    from croupier import felt
    from croupier.chain.plan import PLAYER
    from croupier.chain.plans.flat import Flat
    from croupier.core.refusal import Code, Refusal

    limit, chip = house.limit(house.game.wagers[wager]), house.lowest_chip
    spot = house.game.wagers[wager].spots(house)[0]
    table = felt.open(house).sit(PLAYER, 10 * limit.most)
    assert not isinstance(table, Refusal), str(table)
    first = min(max(limit.least, 500), limit.most)
    refused: Refusal | None = None
    for stake in (*range(first, min(first + 40 * chip, limit.most) + 1, chip), *range(limit.least, first, chip)):
        done = table.act(PLAYER, felt.Place(wager, stake, spot))
        if not isinstance(done, Refusal) or done.code is Code.NOT_NOW:
            return Flat(name=f"flat {wager}", house=name, says="", stakes=((wager, spot, stake),)), stake
        refused = done
    raise NoEvening(str(refused))
