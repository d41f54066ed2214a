"""The plan that plays one row of the odds: its wager up whenever the table takes it."""

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
from croupier.core.odds import Odds
from croupier.core.refusal import Code
from croupier.felt import Place
from croupier.house import House, otherwise

#: Dollars to try, until one is taken; those that are paid without rounding first.
STAKES = (10, 5, 1, 2, 3, 4, 6, 12, 15, 20, 25, 30, 40, 60, 80, 100, 120, 200, 300, 600)
LATER = (Code.NOT_NOW, Code.NO_PARENT, Code.LOCKED)


@dataclass(frozen=True)
class OneWager:
    """One wager, put up whenever it is down and taken, with odds behind it; asked, it always answers the same."""

    wager: str
    spot: str | None
    amount: int  # cents
    choice: str | None = None
    odds: str | None = None  # the rider behind it
    odds_spot: str | None = None
    times: Mapping[int, Fraction | int] = field(default_factory=dict)  # by number, of the flat wager
    beside: str | None = None  # a line wager without which it is not taken

    @property
    def name(self) -> str:
        """The wager's."""
        return self.wager

    @property
    def wagers(self) -> frozenset[str]:
        """The wager, what stands beside it, and the odds behind it."""
        return frozenset(filter(None, (self.wager, self.odds, self.beside)))

    def begin(self) -> Memory:
        """Nothing to remember."""
        return None

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """An answer where one is due; else what is down goes up, and odds behind it."""
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
                laid = view.house.game.wagers[self.odds].side == "lay"  # to win so many times the flat wager
                stake = each.stake * times / pays.winnings() if laid else Fraction(each.stake * times)
                assert stake.denominator == 1, "odds are whole cents"
                yield Place(self.odds, int(stake), spot)


def played(question: Question) -> tuple[Chain, int]:
    """The chain that plays a row, and its stake in cents: one that is paid without rounding where there is one."""
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
        return OneWager(wager.id, None, amount, odds=f"{wager.id}-odds", times=times)
    return OneWager(wager.id, spot, amount, question.terms.get("choice"), beside=_beside(question))


def _beside(question: Question) -> str | None:
    """The line, where an open table takes the wager only behind it."""
    table, game = question.house.game.begin(question.house), question.house.game
    refused = question.wager.may("place", None, At(table, question.house))
    return "pass" if refused is not None and refused.code == Code.NO_PARENT and "pass" in game.wagers else None


def _posting(question: Question) -> House:
    """The house, posting odds as high as the row asks for."""
    times = question.terms.get("multiples")
    if times is None:
        return question.house
    most = ceil(max(times.values()))
    return otherwise(question.house, {"odds.take": most, "odds.lay": 2 * most})
