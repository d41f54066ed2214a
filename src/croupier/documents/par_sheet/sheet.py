"""A par sheet: what a test laboratory asks about one wager. All figures come from its exact price."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, sqrt
from statistics import NormalDist

from croupier.books.pays import words
from croupier.chain.everything import Question
from croupier.chain.price import ByMeter, Price
from croupier.core.citation import Approval, Citation
from croupier.rulebook import paragraphs, readings
from croupier.rulebook.reader import Paragraph, editions, in_force
from croupier.text.money import dollars
from croupier.text.phrase import Phrase

#: Numbers of decisions for which bands of the actual hold are computed.
DECISIONS = tuple(10**power for power in range(2, 8))
#: The normal approximation is good once the rarest award is expected this many times.
OFTEN = 10
LEVELS = (95, 99)
VOLATILITY_LEVEL = 90


def two_sided(percent: int) -> float:
    """How many standard deviations on either side of the mean contain this share of a normal distribution.

    >>> round(two_sided(95), 3)
    1.96
    """
    return NormalDist().inv_cdf(0.5 + percent / 200)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure as a decimal, and exactly if it is rational."""

    key: str
    name: str
    exact: Fraction | None
    value: float
    share: bool = False  # shown as a percentage


@dataclass(frozen=True, slots=True)
class PayRow:
    """One row of the pay table, with its chance if the row alone decides."""

    row: str
    pays: str
    chance: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Band:
    """The band of the actual hold after a number of decisions, as shares of the amount wagered."""

    decisions: int
    limits: tuple[tuple[float, float], ...]  # low and high, by LEVELS
    fair: bool  # whether the normal approximation is good here


@dataclass(frozen=True, slots=True)
class Authority:
    """The authority for a figure: a paragraph with its title in Croupier's words, or an approval."""

    id: str
    title: str
    edition: str
    dates: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A reading used, and this house's answer."""

    id: str
    question: str
    answer: str
    text: str


@dataclass(frozen=True)
class Sheet:
    """The sheet of one wager, for a `state`, a `stake` and a `meter` if they were given."""

    question: Question
    price: Price
    state: str = ""
    stake: int | None = None
    meter: int | None = None

    @property
    def terms(self) -> list[str]:
        """The terms that distinguish this row from others of the same wager."""
        question = self.question
        said = [question.house.variant]
        said += [f"{question.wheel} compartments"] if question.wheel else []
        said += [f"pay table {question.pay_table}"] if question.pay_table else []
        said += [f"{key.replace('_', ' ')}: {answer}" for key, answer in question.options.items()]
        said += [f"from the state {self.state}"] if self.state else []
        said += [f"a stake of {dollars(self.stake)}"] if self.stake is not None else []
        said += [f"the meter at {dollars(self.on_meter)}"] if self.on_meter is not None else []
        return said

    @property
    def on_meter(self) -> int | None:
        """For a progressive: the cents on the meter at which it is priced."""
        if self.question.wager.id not in self.question.house.meters:
            return None
        return self.question.house.meters[self.question.wager.id].seed if self.meter is None else self.meter

    @cached_property
    def by_meter(self) -> ByMeter | None:
        """For a progressive: its break-even meter, and the value of each further dollar on it."""
        return self.question.by_meter(state=self.state, stake=self.stake)

    def edge_at(self, meter: int) -> Fraction:
        """The edge with this many cents on the meter."""
        return self.question.price(state=self.state, stake=self.stake, meter_cents=meter).edge

    @property
    def deviation(self) -> float:
        """The standard deviation of the hold of one decision, per unit wagered."""
        return self.price.stdev / float(self.price.action)

    @property
    def fair_from(self) -> int | None:
        """The number of decisions in which the rarest award is expected ten times."""
        rarest = self.price.rarest_award
        return None if rarest is None else ceil(OFTEN / rarest)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure, in the order of the sheet."""
        return tuple(_figures(self))

    def band(self, decisions: int) -> Band:
        """The actual hold after this many decisions, by the normal approximation."""
        edge, spread = float(self.price.edge), self.deviation / sqrt(decisions)
        limits = tuple((edge - two_sided(level) * spread, edge + two_sided(level) * spread) for level in LEVELS)
        return Band(decisions, limits, self.fair_from is not None and decisions >= self.fair_from)

    @property
    def bands(self) -> tuple[Band, ...]:
        """The actual hold after 100 to 10,000,000 decisions."""
        return tuple(self.band(decisions) for decisions in DECISIONS)

    @property
    def pays(self) -> tuple[PayRow, ...]:
        """The pay table as this house pays it."""
        return tuple(_pays(self))

    @property
    def commission(self) -> str:
        """The commission for true odds, and when it is charged; '' for most wagers."""
        wager, house = self.question.wager, self.question.house
        if wager.commission is None:
            return ""
        policy = house.options.commission_on(wager.group)
        of = "stake" if wager.commission == "stake" or house.reading("C6") == "of-the-stake" else "possible win"
        return Phrase(
            "Commission: {percent} % of the {of}, {when}, {rounding}.",
            percent=policy.percent,
            of=of,
            when="taken when the wager is placed" if policy.when == "up-front" else "taken from a win only",
            rounding="unrounded here" if self.stake is None else "rounded down to the lowest chip",
        )

    @property
    def authorities(self) -> tuple[Authority, ...]:
        """The paragraphs it relies on, numbered as on the rulebook's date, with titles in Croupier's words."""
        return tuple(_authorities(self.question))

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The readings used."""
        found = [readings()[each] for each in self.question.readings]
        chosen = self.question.house.reading
        return tuple(Answer(each.id, each.question, chosen(each.id), each.answers[chosen(each.id)]) for each in found)


def _figures(sheet: Sheet) -> Iterator[Figure]:
    price = sheet.price

    def exact(key: str, name: str, value: Fraction, *, share: bool = True) -> Figure:
        return Figure(key, name, value, float(value), share)

    yield exact("edge", "Edge per decision", price.edge)
    yield exact("edge_resolved", "Edge per resolved decision (pushes left out)", price.edge_resolved)
    yield exact("edge_per_round", "Edge per round exposed", price.edge_per_round)
    if price.action != 1:
        yield exact("action", "Combined action per unit of the flat wager", price.action, share=False)
        yield exact("flat_edge", "Edge of the flat wager alone", -price.expectation)
    yield exact("return", "Return to the player", 1 - price.edge)
    yield exact("hit", "Hit frequency", price.hit)
    push = dict(price.distribution).get(Fraction(0))
    if push is not None:
        yield exact("push", "Chance of a push", push)
    yield exact("rounds", "Rounds to a decision", price.rounds, share=False)
    yield exact("variance", "Variance of the net", price.variance, share=False)
    yield Figure("stdev", "Standard deviation of the net", None, price.stdev)
    yield Figure("skewness", "Skewness of the net", None, price.skewness)
    index = two_sided(VOLATILITY_LEVEL) * price.stdev
    yield Figure("volatility_index", f"Volatility index ({VOLATILITY_LEVEL} %)", None, index)
    if sheet.fair_from is not None:
        name = f"Decisions until the rarest award is expected {OFTEN} times"
        yield exact("fair_from", name, Fraction(sheet.fair_from), share=False)


def _pays(sheet: Sheet) -> Iterator[PayRow]:
    house, wager, chances = sheet.question.house, sheet.question.wager, dict(sheet.price.rows)
    if wager.parts:
        for part in dict.fromkeys(wager.parts):
            for row, pays in house.pays_by_wager[part].items():
                share = Fraction(wager.parts.count(part), len(wager.parts))
                on = Phrase("{pays} on {share} of the stake", pays=words(pays), share=share)
                yield PayRow(part if row == "win" else f"{part}, {row}", on)
        return
    if wager.parent is not None:
        for row, pays in house.pays_by_wager[wager.id].items():
            if sheet.question.terms.get("spot", row) == row:
                yield PayRow(Phrase("point {number}", number=row), words(pays))
        return
    for row, pays in house.pays_by_wager[wager.id].items():
        if row in chances:
            yield PayRow(row, words(pays), chances[row])
    lost = sum((chance for row, chance in chances.items() if house.pays(wager.id, row) is None), Fraction(0))
    if lost:
        yield PayRow("anything else", words(None), lost)
    for point, times in sheet.question.terms.get("multiples", {}).items():
        if (behind := house.pays(f"{wager.id}-odds", str(point))) is not None:
            yield PayRow(Phrase("odds on {point}, {times}x", point=point, times=times), words(behind))


def _authorities(question: Question) -> Iterator[Authority]:
    house, wager = question.house, question.wager
    if wager.id in house.variations:
        approval = house.variations[wager.id].approval
        yield Authority(approval.reference, "Variation approved from outside the rules", "approval", str(approval.on))
        return
    named = (*question.cites, *wager.cites, *wager.cites_by_row, *(cite for _, cite in wager.asides))
    printed = (house.printed(Citation(cite), wager) for cite in named)
    for cite in dict.fromkeys(printed):
        assert not isinstance(cite, Approval)
        paragraph = paragraphs()[cite.id]
        if in_force(paragraph, house.rulebook.on):
            yield Authority(cite.id, paragraph.title, _edition(paragraph), _dates(paragraph))


def _edition(paragraph: Paragraph) -> str:
    return next(edition.title for edition in editions() if edition.id == paragraph.edition)


def _dates(paragraph: Paragraph) -> str:
    said = "" if paragraph.effective is None else f"in force {paragraph.effective}"
    return said + "".join(f", amended {day}" for day in paragraph.amended)
