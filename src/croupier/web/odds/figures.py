"""The figures of the odds explorer: every wager of a house priced, one in detail, an evening.

All of it is solved in another process, so nothing here knows a server; what comes back is plain values.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.chain.everything import Question, of_house
from croupier.chain.price import Price
from croupier.core.machine import MeterShare, Pays
from croupier.core.printed_odds import Odds
from croupier.house import House, load
from croupier.text.language import per_language
from croupier.text.money import dollars
from croupier.text.phrase import Phrase
from croupier.text.translations import declared
from croupier.web.odds.choices import Changes, Unknown, house_of, multiples
from croupier.web.shared import naming, schedules
from croupier.web.shared.messages import words

if TYPE_CHECKING:
    from croupier.documents.par_sheet.sheet import PayRow

#: The most characters of a fraction that a table has room for.
SHORT = 13


@dataclass(frozen=True, slots=True)
class Line:
    """One priced wager of a house; `row` distinguishes variants of the same wager."""

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
    posted: tuple[Fraction, ...] = ()  # the edge of the unchanged house, if a choice was changed


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
    """The results of a session with one wager."""

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
    rolls: bool  # whether a round is called a roll
    lasting: bool  # whether a wager may take several rounds and be undecided at the end
    plain: bool  # whether odds behind it or a choice are ignored


# The results ------------------------------------------------------------------------------------------------
@per_language(32)
def lines(name: str, changes: Changes) -> tuple[Line, ...]:
    """Every wager of a house, priced; with the edge of the unchanged house if a choice was changed.

    A choice may change the terms of a row, but not its place among the rows of its wager. Only In Prison changes the
    number of rows, between one and two: each new row is then compared with every old one.
    """
    own = _lines(house_of(name, changes))
    if not changes:
        return own
    before, now = _edges(_lines(load(name))), Counter(each.wager for each in own)
    return tuple(replace(each, posted=_beside(each, before[each.wager], now[each.wager])) for each in own)


def _edges(every: tuple[Line, ...]) -> dict[str, list[Fraction]]:
    found: dict[str, list[Fraction]] = {}
    for each in every:
        found.setdefault(each.wager, []).append(each.edge)
    return found


def _beside(line: Line, before: list[Fraction], now: int) -> tuple[Fraction, ...]:
    return (before[line.row],) if len(before) == now else tuple(before)


@per_language(32)
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
    rows, number = house.pays_by_wager.get(wager.id, {}), question.options.get("number", "")
    if number in rows:  # pays depend on the number
        pays = naming.pays(rows[number])
    else:
        pays = _range(question) if wager.group == "side-bets" else schedules.figures(house, wager.id)
    group = naming.group(wager.group, house)
    name, apart = naming.wager(wager.id, house), terms(question)
    return Line(wager.id, row, name, group, apart, pays, price.edge, price.hit, price.rounds, price.stdev)


def _range(question: Question) -> str:
    """The range of what a schedule pays, from the lowest row to the highest."""
    rows = question.house.pays_by_wager.get(question.wager.id, {}).values()
    ranked = sorted(rows, key=lambda each: each.winnings() if isinstance(each, Odds) else _beyond(each))
    said = list(dict.fromkeys(map(naming.pays, ranked)))
    return "" if not said else said[0] if len(said) == 1 else f"{said[0]} … {said[-1]}"


def _beyond(pays: Pays) -> Fraction:
    """Sort key of a row that is not paid at odds: a meter first, a returned stake last."""
    return Fraction(10**9) if isinstance(pays, MeterShare) else Fraction(-1)


def terms(question: Question) -> str:
    """The text that distinguishes a row from others of its wager."""
    said, found = words()["odds"], []
    if question.pay_table:
        found.append(said["option_pay_table"].format(value=question.pay_table))
    for key, value in question.options.items():
        if key == "odds":
            found.append(_behind(question))
            continue
        exact = said.get(f"options_{key}_{value}")
        found.append(exact or said.get(f"options_{key}", f"{key} {value}").format(value=value))
    return ", ".join(found)


def _behind(question: Question) -> str:
    """The odds behind a line wager as multiples of the flat wager, as the house posts them."""
    said, house = words()["odds"], question.house
    side = house.game.wagers[house.game.priced.odds_behind[question.wager.id]].side
    return said["behind_take" if side == "take" else "behind_lay"].format(
        value=multiples(house, side) or said["own_multiples"]
    )


def _question(name: str, changes: Changes, wager: str, row: int) -> Question:
    house = house_of(name, changes)
    found = [each for each in of_house(house) if each.wager.id == wager]
    if not found:
        known = dict.fromkeys(each.wager.id for each in of_house(house))
        raise Unknown("wager", f"{name} has no wager {wager!r}: it has {', '.join(known)}")
    if not 0 <= row < len(found):
        raise Unknown("wager", f"{wager} has {len(found)} rows: there is no row {row}")
    return found[row]


@per_language(64)
def detail(name: str, changes: Changes, wager: str, row: int) -> Detail:
    """Everything about one wager."""
    from croupier.documents.look import percent
    from croupier.documents.par_sheet.sheet import Sheet

    question = _question(name, changes, wager, row)
    price = question.price()
    sheet = Sheet(question, price)
    figures = tuple(
        (
            declared(each.name),
            percent(each.value) if each.share else f"{each.value:,.4f}".rstrip("0").rstrip("."),
            "" if each.exact is None else str(each.exact),
        )
        for each in sheet.figures
    )
    pays = tuple((_row(each, question), declared(each.pays), _chance(each.chance)) for each in sheet.pays)
    even = sheet.by_meter.break_even if sheet.by_meter is not None else None
    return Detail(
        _line(question, price, row),
        figures,
        pays,
        price.distribution,
        declared(sheet.commission),
        tuple((each.id, each.title) for each in sheet.authorities),
        tuple((each.id, each.question, each.text) for each in sheet.answers),
        "" if even is None else dollars(even),
    )


def _row(row: PayRow, question: Question) -> str:
    """A row of the pay table in words."""
    if isinstance(row.row, Phrase):
        return declared(row.row)
    if row.row in question.wager.parts:
        return naming.wager(row.row, question.house)
    return naming.row(question.wager.id, row.row, question.house)


def _chance(chance: Fraction | None) -> str:
    """A chance as a fraction if that is short, and as a percentage; a rare one as "1 in N"."""
    if chance is None:
        return ""
    share = f"{float(chance):.4%}" if chance > Fraction(1, 10**4) else f"1 : {float(1 / chance):,.0f}"
    return f"{chance} = {share}" if len(str(chance)) <= SHORT else share


class NoEvening(Exception):
    """Why there is no session for a wager."""


@per_language(64)
def evening(name: str, changes: Changes, wager: str, bankroll: int, rounds: int) -> Evening:
    """A session with the wager always up, at a stake from $5 that needs no rounding, until ruin or the last round."""
    from croupier import chain

    house = house_of(name, changes)
    said = words()["odds"]
    if wager not in house.offered or house.game.wagers[wager].parent is not None:
        raise NoEvening(said["session_alone"])
    questions = [each for each in of_house(house) if each.wager.id == wager]
    plan, stake = _plan(questions[0], name)
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
        house.game.show.turn == "roll",
        questions[0].price().rounds > 1,
        any({"odds", "in_prison"} & each.options.keys() for each in questions),
    )


def _plan(question: Question, name: str) -> tuple[Any, int]:
    """A plan with this wager alone, at the lowest stake from $5 that the table accepts and pays without rounding.

    If there is no such stake: at the lowest stake from $5 that it accepts, or else at a lower one.
    """
    from croupier import felt
    from croupier.chain.plan import PLAYER
    from croupier.chain.plans.flat import Flat
    from croupier.core.refusal import Code, Refusal

    house, wager, edge = question.house, question.wager.id, question.price().edge
    limit, chip = house.limit(question.wager), house.lowest_chip
    spot = question.wager.spots(house)[0]
    table = felt.open(house).sit(PLAYER, 10 * limit.most)
    assert not isinstance(table, Refusal), str(table)
    first = min(max(limit.least, 500), limit.most)
    taken, refused = list[int](), ""
    for stake in (*range(first, min(first + 40 * chip, limit.most) + 1, chip), *range(limit.least, first, chip)):
        done = table.act(PLAYER, felt.Place(wager, stake, spot))
        if isinstance(done, Refusal) and done.code is not Code.NOT_NOW:
            refused = str(done)
            continue
        taken.append(stake)
        if question.price(stake=stake).edge == edge:
            break
    else:
        if not taken:
            raise NoEvening(refused)
        stake = taken[0]
    return Flat(name=f"flat {wager}", house=name, says="", stakes=((wager, spot, stake),)), stake
