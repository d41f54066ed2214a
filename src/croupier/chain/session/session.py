"""Sessions, exactly: a plan played with a bankroll until a goal, a loss limit, ruin or the last round.

Wealth is the rack plus the stakes on the layout, in cents; a round changes it by its net. Before
every round the session ends, in this order of precedence:

| end | when |
|---|---|
| `goal` | wealth is at the goal or above it |
| `ruin` | nothing is left |
| `loss-limit` | the loss limit, or more, is lost |
| `ruin` | wealth is below the plan's stakes for this round, commission included |
| `stopped` | the plan has stopped: it has no wager up and will place none |
| `rounds` | the last round has been played |

Wagers that are up at the end count as returned, also a pass wager with its point. A ruined player keeps money that is
too little to play with. A round that waits for a draw is not over until the draw.

Small sessions are solved in whole numbers (`game.py`); large ones in floats, each figure with a proved bound of
its error (`floats.py`). The deepest fall from a highest wealth has bounds of its own (`drawdown.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import fsum, sqrt

from croupier.chain.compile import Chain, TooLarge
from croupier.chain.price import Price, worth
from croupier.chain.session.game import ENDS, Game, Number, Solved, exactly, game
from croupier.text.money import dollars

DEFAULT_ROUNDS = 200  # if otherwise only ruin would end the session
SHARES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))
CLOSE_FALLS = 1e-4  # if all bounds of falls together are this close, they are reported as chances


class NoSession(ValueError):
    """The terms of a session are impossible; the message says which and why."""


@dataclass(frozen=True)
class Session:
    """The results of a session: exact fractions, or floats with an error bound for each figure."""

    bankroll: int
    goal: int | None
    loss_limit: int | None
    max_rounds: int | None
    exact: bool
    results: tuple[tuple[int, Number], ...]  # cents won or lost, and the chance, lowest first
    ends: Mapping[str, Number]  # how it ended, and the chance
    rounds: Number  # expected number
    drawdowns: tuple[tuple[int, Number], ...] | None  # the deepest fall from a highest wealth; None: only bounds
    drawdown_low: Number  # bounds of the expected one, in cents
    drawdown_high: Number
    falls: tuple[tuple[int, Number, Number], ...]  # cents, and bounds of the chance of a fall that deep or deeper
    kelly: Fraction | None  # share of wealth to wager in all, if it is defined and above zero
    kelly_says: str  # which wagers it is a share for, or why there is none
    error: float = 0.0  # bound for every chance and every sum of chances
    expectation_error: float = 0.0  # cents
    rounds_error: float = 0.0
    stdev_error: float = 0.0  # cents
    drawdown_error: float = 0.0  # of chances of drawdowns, all of them together
    notes: tuple[str, ...] = ()

    @property
    def expectation(self) -> Number:
        """The expected result, in cents."""
        return _total(net * chance for net, chance in self.results)

    @property
    def stdev(self) -> float:
        """The standard deviation of the result, in cents."""
        mean = self.expectation
        return sqrt(_total((net - mean) ** 2 * chance for net, chance in self.results))

    def quantile(self, share: Fraction) -> int:
        """The least result, in cents, that this share of all sessions does not exceed."""
        rows = zip(self.results, accumulate(chance for _, chance in self.results), strict=True)
        return next((net for (net, _), upto in rows if upto >= share), self.results[-1][0])

    def quantile_is_proved(self, share: Fraction) -> bool:
        """Whether the quantile is certain despite the error bound."""
        found = self.quantile(share)
        below = _total(chance for net, chance in self.results if net < found)
        upto = _total(chance for net, chance in self.results if net <= found)
        return self.exact or (below < share - self.error and upto > share + self.error)

    @property
    def median(self) -> int:
        """The least result, in cents, that half of all sessions do not exceed."""
        return self.quantile(Fraction(1, 2))

    @property
    def median_is_proved(self) -> bool:
        """Whether the median is certain despite the error bound."""
        return self.quantile_is_proved(Fraction(1, 2))

    @property
    def drawdown(self) -> Number | None:
        """The expected deepest fall from a highest wealth, in cents; None if there are only bounds."""
        return None if self.drawdowns is None else _total(fall * chance for fall, chance in self.drawdowns)


def session(
    chain: Chain, bankroll: int, goal: int | None = None, loss_limit: int | None = None, max_rounds: int | None = None
) -> Session:
    """Play a compiled plan with a bankroll in cents; return the distribution of the results."""
    notes: list[str] = []
    if goal is None and max_rounds is None:
        max_rounds = DEFAULT_ROUNDS
        only = "ruin" if loss_limit is None else "ruin or the loss limit"
        notes.append(f"Nothing but {only} would end this session: it is stopped after {max_rounds:,} rounds.")
    played = game(chain, bankroll, goal, loss_limit)
    _check(played, loss_limit, max_rounds)
    found = exactly(played, max_rounds) or _in_floats(played, max_rounds)
    if found is None:
        size = f"{len(played.moves):,} kinds of state and every wealth from {dollars(bankroll)} on"
        raise TooLarge(f"this session is too large to follow: {size}; fewer rounds or a nearer goal help")
    results = found.by(lambda ending: ending[1] - bankroll)
    reach = max(bankroll, played.best(max_rounds) - bankroll)
    kelly, says = _kelly(chain, played)
    whole = Session(
        *(bankroll, goal, loss_limit, max_rounds, found.exact, results),
        {end: _total(chance for ending, chance in found.endings.items() if ending[0] == end) for end in ENDS},
        found.rounds,
        *(None, 0.0, 0.0, (), kelly, says),
        *(found.error, found.error * reach, found.rounds_error),
        notes=tuple(notes),
    )
    return _with_drawdowns(_with_stdev(whole, reach), played)


def _in_floats(played: Game, max_rounds: int | None) -> Solved | None:
    from croupier.chain.session.floats import to_the_end, walk

    return to_the_end(played) if max_rounds is None else walk(played, max_rounds)


def _with_stdev(found: Session, reach: int) -> Session:
    """The error bound of the standard deviation, from two moments: |√a - √b| ≤ √|a - b| and ≤ |a - b| / √a."""
    variance = 4 * found.error * reach**2
    if not variance:
        return found
    return replace(found, stdev_error=min(sqrt(variance), variance / found.stdev if found.stdev else sqrt(variance)))


def _with_drawdowns(found: Session, played: Game) -> Session:
    """The deepest fall: exact for small sessions, else bounds, which may be close enough to report as exact."""
    if found.exact and (followed := exactly(replace(played, follows=True), found.max_rounds)):
        rows = followed.by(lambda ending: ending[2])
        mean = _total(fall * chance for fall, chance in rows)
        upto = [(fall, _total(chance for deep, chance in rows if deep >= fall)) for fall, _ in rows]
        chances = tuple((fall, chance, chance) for fall, chance in upto if fall)
        return replace(found, drawdowns=rows, drawdown_low=mean, drawdown_high=mean, falls=chances)
    from croupier.chain.session.drawdown import falls

    typical = found.bankroll if found.max_rounds is None else int(found.stdev)
    ends = accumulate(found.results, lambda upto, row: (row[0], upto[1] + float(row[1])), initial=(0, 0.0))
    rounded = len(found.results) * 2.0**-52
    lost = {-net: upto - found.error - rounded for net, upto in ends if net < 0}
    bounds = falls(played, found.max_rounds, typical, lost)
    low, high = bounds.expected
    chances = tuple((at * bounds.unit, bounds.low[at], bounds.high[at]) for at in bounds.computed)
    found = replace(found, drawdown_low=low, drawdown_high=high, falls=chances)
    wide = fsum(b - a for a, b in zip(bounds.low, bounds.high, strict=True))
    if 2 * wide > CLOSE_FALLS:
        return found
    middle = [1.0, *((a + b) / 2 for a, b in zip(bounds.low[1:], bounds.high[1:], strict=True)), 0.0]
    rows = tuple((at * bounds.unit, max(0.0, middle[at] - middle[at + 1])) for at in range(len(middle) - 1))
    return replace(found, drawdowns=tuple(row for row in rows if row[1]), drawdown_error=2 * wide + 1e-12)


def _kelly(chain: Chain, played: Game) -> tuple[Fraction | None, str]:
    """The share of wealth to wager, and what it is a share for: one wager, or all wagers of a round together."""
    if len(chain.plan.wagers) == 1:
        share, what = kelly(worth(chain.house, *chain.plan.wagers)), "the wager has no advantage"
    elif len(played.moves) == 1 and played.standing[0]:
        nets: dict[Fraction, Fraction] = {}
        for (_, net), chance in played.moves[0].items():
            each = Fraction(net, played.standing[0])
            nets[each] = nets.get(each, Fraction(0)) + chance
        share, what = kelly(Price(tuple(sorted(nets.items())), Fraction(1))), "its wagers together have no advantage"
    else:
        return None, "not defined: the plan has several wagers that are not all decided in every round"
    return (None, f"none: {what}") if share is None else (share, "of wealth")


def kelly(price: Price) -> Fraction | None:
    """The share of wealth to stake on this wager so that it grows fastest; None without an advantage.

    Exact where it can only win one amount or lose one; otherwise rounded down to a multiple of 2**-40.

    >>> kelly(Price(((Fraction(-1), Fraction(2, 5)), (Fraction(1), Fraction(3, 5))), Fraction(1)))
    Fraction(1, 5)
    """
    moved = [(net, chance) for net, chance in price.distribution if net]
    if price.expectation <= 0 or all(net > 0 for net, _ in moved):
        return None  # nothing can be lost, so there is no best share
    if len(moved) == 2:
        (lost, often), (won, seldom) = moved
        return min(Fraction(1), -price.expectation / (lost * won * (often + seldom)))
    low, step = Fraction(0), min(Fraction(1), -1 / moved[0][0]) / 2
    while step >= Fraction(1, 2**40):
        share = low + step
        grows = sum((chance * net / (1 + share * net) for net, chance in moved), Fraction(0)) > 0
        low, step = (share if grows else low), step / 2
    return Fraction(int(low * 2**40), 2**40)


def _check(game: Game, loss_limit: int | None, max_rounds: int | None) -> None:
    has, first = dollars(game.bankroll), game.standing[0]
    if game.bankroll <= 0:
        raise NoSession(f"a bankroll is above zero, not {has}")
    if game.goal is not None and game.goal <= game.bankroll:
        raise NoSession(f"a goal of {dollars(game.goal)} is not above the bankroll of {has}")
    if loss_limit is not None and not 0 < loss_limit <= game.bankroll:
        raise NoSession(f"a loss limit is above zero and at most the bankroll of {has}, not {dollars(loss_limit)}")
    if max_rounds is not None and max_rounds < 1:
        raise NoSession(f"a session has at least one round, not {max_rounds}")
    if game.bankroll < first:
        raise NoSession(f"a bankroll of {has} does not cover the {dollars(first)} that the plan begins with")


def _total(numbers: Iterable[Number]) -> Number:
    found = list(numbers)
    return fsum(found) if float in map(type, found) else sum(found, Fraction(0))
