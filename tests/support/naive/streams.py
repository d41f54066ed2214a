"""Chains to simulate, and a plain walk of the same streams, word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from croupier import chain, house, sim
from croupier.chain.compile import Step
from croupier.chain.plan import Memory, Move, View
from croupier.felt import Place
from croupier.sim import philox
from croupier.sim.tables import Tables, tables
from croupier.sim.terms import Sessions


@dataclass(frozen=True)
class Up:
    """Wagers that are always made, and from the second spin on one that needs a previous number."""

    name: str
    stakes: tuple[tuple[str, str | None, int], ...]
    later: str | None = None

    @property
    def wagers(self) -> frozenset[str]:
        """All of them."""
        return frozenset(wager for wager, _, _ in self.stakes) | ({self.later} if self.later else set())

    def begin(self) -> Memory:
        """No spin yet."""
        return False

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Place every wager that is not on the layout."""
        wanted = [*self.stakes, *([(self.later, None, 200)] if self.later and memory else [])]
        return tuple(Place(w, cents, spot) for w, spot, cents in wanted if view.standing(w, spot) is None), True


def made_of(steps: list[list[tuple[int, ...]]], standing: list[int], draws: tuple[int, ...] = ()) -> chain.Chain:
    """A handwritten chain: weight, next, net, wagered and decided of every step."""
    rows = tuple(tuple(Step(*step) for step in row) for row in steps)
    return replace(
        chain_named("flat-red"),
        steps=rows,
        standing=tuple(standing),
        is_draw=tuple(s in draws for s in range(len(rows))),
    )


@cache
def chain_named(name: str) -> chain.Chain:
    """A chain by name: a built-in plan, or one with a property that no built-in plan has."""
    match name:
        case "back2back" | "spinner-winner":
            return chain.compile(house.load("colorado-double-zero"), Up(name, (("red", None, 1000),), name))
        case "three wagers":
            stakes = (("red", None, 1000), ("straight", "17", 500), ("dozen", "2", 1000))
            return chain.compile(house.load("colorado-triple-zero"), Up(name, stakes))
        case "big-six":
            return chain.compile(
                house.load("colorado-big-six"), Up(name, (("twenty", None, 500), ("two", None, 500)))
            )
        case "many rejected":  # 71**4 leaves almost 1 word in 170 over
            return made_of([[(30, 1, 300, 200, 1), (41, 0, -200, 200, 1)], [(71, 0, 100, 0, 0)]], [200, 0])
        case "three digits":  # 200**4 would leave too many over
            return made_of([[(99, 0, 100, 100, 1), (101, 1, -100, 100, 1)], [(200, 0, -300, 300, 2)]], [100, 300])
        case "wide":  # amounts whose squares fit no packed cell
            return made_of([[(1, 0, 1_000_001, 7, 1), (35, 0, -30_000, 30_000, 1)]], [30_000])
        case "stops":
            return made_of(
                [[(18, 0, 100, 100, 1), (17, 0, -100, 100, 1), (1, 1, 0, 0, 0)], [(36, 1, 0, 0, 0)]], [100, 0]
            )
        case "stopped":
            return made_of([[(36, 0, 0, 0, 0)]], [0])
        case "never down":
            return made_of([[(18, 0, 300, 100, 1), (18, 0, 100, 100, 1)]], [100])
    plan = chain.BUILT_IN[name]
    return chain.compile(house.load(plan.house), plan)


NAMES = (
    *("pass-odds-place-6-8", "three-point-molly", "across-press", "martingale", "james-bond", "flat-red"),
    *("three wagers", "big-six", "back2back", "spinner-winner"),
    *("many rejected", "three digits", "wide", "stops", "stopped", "never down"),
)


@cache
def tables_of(name: str) -> Tables:
    """The tables of one of these chains."""
    return tables(chain_named(name))


def _digits(of: chain.Chain, seed: int, stream: int) -> Callable[[int], int]:
    """The digit that each step of a stream draws, given the weight of its state: word by word, by the definition."""
    source, totals = philox.words(seed, stream), {sum(step.weight for step in row) for row in of.steps}
    many = 1
    if len(totals) == 1 and not any(of.is_draw):
        (base,) = totals
        many = max([n for n in (2, 3, 4) if 100 * (2**32 % base**n) < 2**32], default=1)
    held: list[int] = []

    def drawn(base: int) -> int:
        while not held:
            word = next(source)
            if word * base**many % 2**32 >= 2**32 % base**many:
                for _ in range(many):
                    held.append(word * base >> 32)
                    word = word * base % 2**32
        return held.pop(0)

    return drawn


def _rounds(of: chain.Chain, seed: int, stream: int) -> Iterator[tuple[int, int, int, int]]:
    """The rounds of a stream: the state after each, its net, and what it wagered and decided."""
    drawn, state = _digits(of, seed, stream), 0
    rows = [[step for step in row for _ in range(step.weight)] for row in of.steps]
    while True:
        net, wagered, decided = 0, 0, 0
        while True:
            step = rows[state][drawn(len(rows[state]))]
            state, net, wagered, decided = step.next, net + step.net, wagered + step.wagered, decided + step.decided
            if not of.is_draw[state]:
                break
        yield state, net, wagered, decided


def walked(of: chain.Chain, rounds: int, seed: int) -> sim.Totals:
    """The totals of rounds, by a plain walk."""
    streams = max(1, min(2**20, rounds // 2**12), rounds // 2**24)
    total = sim.Totals()
    for stream in range(streams):
        many = rounds // streams + (stream < rounds % streams)
        _, nets, wagered, decided = zip(*islice(_rounds(of, seed, stream), many), strict=True)
        square = sum(net**2 for net in nets)
        total += sim.Totals(many, sum(nets), square, sum(wagered), sum(decided), 1, sum(nets) ** 2)
    return total


def _idle(of: chain.Chain, state: int) -> bool:
    reached, waiting = {state}, [state]
    while waiting:
        at = waiting.pop()
        if of.standing[at] or any(step.net for step in of.steps[at]):
            return False
        new = {step.next for step in of.steps[at]} - reached
        reached |= new
        waiting += new
    return True


def end_of(of: chain.Chain, terms: Sessions, state: int, wealth: int, played: int) -> str | None:
    """Why a session ends here, or nothing where it goes on."""
    if terms.goal is not None and wealth >= terms.goal:
        return "goal"
    if wealth == 0:
        return "ruin"
    if terms.loss_limit is not None and terms.bankroll - wealth >= terms.loss_limit:
        return "loss-limit"
    if wealth < of.standing[state]:
        return "ruin"
    if _idle(of, state):
        return "stopped"
    return "rounds" if played == terms.max_rounds else None


def sat(of: chain.Chain, terms: Sessions, seed: int) -> sim.SessionTotals:
    """Every session by itself, by the rules of chain.session."""
    total = sim.SessionTotals()
    for stream in range(terms.sessions):
        wealth, high, fall, staked = terms.bankroll, terms.bankroll, 0, 0
        for played, (state, net, wagered, _) in enumerate(_rounds(of, seed, stream), 1):
            wealth, staked = wealth + net, staked + wagered
            high = max(high, wealth)
            fall = max(fall, high - wealth)
            if (end := end_of(of, terms, state, wealth, played)) is not None:
                ends = {each: int(each == end) for each in sim.SessionTotals().ends}
                won = {wealth - terms.bankroll: 1}
                total += sim.SessionTotals(1, played, played**2, staked, ends, won, {fall: 1})
                break
    return total
