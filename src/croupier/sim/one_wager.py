"""A plan that plays one row of the odds: it makes the wager whenever the table accepts it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from croupier.chain import Chain, PlanRefused, compile
from croupier.chain.everything import Question
from croupier.chain.plan import Answer, Memory, Move, View
from croupier.chain.price import NotTaken
from croupier.core.machine import At
from croupier.core.printed_odds import Odds
from croupier.core.refusal import Code
from croupier.felt import Place
from croupier.house import House, otherwise

#: Stakes in dollars to try until the house accepts one. Stakes that are paid without rounding are tried first.
STAKES = (10, 5, 1, 2, 3, 4, 6, 12, 15, 20, 25, 30, 40, 60, 80, 100, 120, 200, 300, 600)
LATER = (Code.NOT_NOW, Code.NO_PARENT, Code.LOCKED)


@dataclass(frozen=True)
class OneWager:
    """A plan that makes one wager again whenever it is down and accepted, with odds behind it.

    If the wager asks its player to choose, it always makes the same choice.
    """

    wager: str
    spot: str | None
    amount: int  # cents
    choice: str | None = None
    odds: str | None = None  # the odds wager behind it
    odds_spot: str | None = None
    times: Mapping[int, Fraction | int] = field(default_factory=dict)  # odds: times the flat wager, by point
    beside: str | None = None  # a line wager that must be made first

    @property
    def name(self) -> str:
        """The id of the wager."""
        return self.wager

    @property
    def wagers(self) -> frozenset[str]:
        """The wager, the line wager beside it, and the odds behind it."""
        return frozenset(filter(None, (self.wager, self.odds, self.beside)))

    def begin(self) -> Memory:
        """Start without a memory: the plan needs none."""
        return None

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Make the choices that are due; if there are none, make the wager if it is down, and its odds."""
        if answers := [Answer(each.wager, self.choice or each.choices[0]) for each in view.mine if each.choices]:
            return tuple(answers), memory
        flats: tuple[Place, ...] = ()
        for wager, spot in ((self.beside, None), (self.wager, self.spot)):
            if wager is not None and not any(each.wager == wager for each in view.mine):
                place = Place(wager, self.amount, spot)
                refused = view.refused(*flats, place)
                flats += (place,) if refused is None or refused.code not in LATER else ()
        return (*flats, *self._odds(view)), memory

    def _odds(self, view: View) -> Iterator[Move]:
        for each in view.mine:
            spot = each.spot or self.odds_spot
            if self.odds is None or each.wager != self.wager or view.standing(self.odds, spot) is not None:
                continue
            pays = view.house.pays(self.odds, str(each.state))
            point = each.state if isinstance(each.state, int) else 0
            if isinstance(pays, Odds) and (times := self.times.get(point)):
                laid = view.house.game.wagers[self.odds].side == "lay"  # then the multiple is of the win
                stake = each.stake * times / pays.winnings() if laid else Fraction(each.stake * times)
                assert stake.denominator == 1, "odds are whole cents"
                yield Place(self.odds, int(stake), spot)


def played(question: Question) -> tuple[Chain, int]:
    """Compile the chain that plays a row; return it with its stake in cents (if possible, paid without rounding)."""
    last: PlanRefused | None = None
    for amount in sorted((100 * each for each in STAKES), key=lambda cents: _rounded(question, cents)):
        try:
            return compile(_posting(question), _plan(question, amount)), amount
        except PlanRefused as refused:
            last = refused
    assert last is not None
    raise last


def _rounded(question: Question, amount: int) -> bool:
    if question.wager.parent is not None or "multiples" in question.terms:
        return False
    try:
        return question.price(stake=amount).distribution != question.price().distribution
    except NotTaken:
        return True


def _plan(question: Question, amount: int) -> OneWager:
    wager = question.wager
    spot = question.terms.get("spot", wager.spots(question.house)[0])
    if wager.parent is not None:
        parent, _ = wager.parent_of(spot)
        once = dict.fromkeys(range(2, 13), 1)
        waits = question.house.game.wagers[parent].spots(question.house) != (None,) or spot is None
        return OneWager(parent, None, amount, odds=wager.id, odds_spot=None if waits else spot, times=once)
    if (times := question.terms.get("multiples")) is not None:
        return OneWager(wager.id, None, amount, odds=question.house.game.priced.odds_behind[wager.id], times=times)
    return OneWager(wager.id, spot, amount, question.terms.get("choice"), beside=_beside(question))


def _beside(question: Question) -> str | None:
    """The line wager that the table requires before this wager; None if it requires none."""
    table, game = question.house.game.begin(question.house), question.house.game
    refused = question.wager.may("place", None, At(table, question.house))
    needed = refused is not None and refused.code == Code.NO_PARENT
    return next(iter(game.course.line), None) if needed else None


def _posting(question: Question) -> House:
    """The house, with odds limits as high as the row needs."""
    times = question.terms.get("multiples")
    if times is None:
        return question.house
    most = ceil(max(times.values()))
    return otherwise(question.house, {"odds.take": most, "odds.lay": 2 * most})
