"""Plans at the felt and in the chain: what they do outcome by outcome, and what they gain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from croupier import chain, felt, house
from croupier.chain import BUILT_IN
from croupier.chain.plan import PLAYER, BuiltIn, Memory, Move, Plan, View, told
from croupier.chain.plans.progressions import Martingale
from croupier.felt import Place
from croupier.house import load


def branches(view: chain.View, before: Memory, moves: tuple[Move, ...], after: Memory) -> set[str]:
    """What identifies a branch: each act, each change of memory, the result of each wager at each amount."""
    ends = {f"{row.wager} {row.net} at {row.stake}" for row in view.decided}
    return {*map(told, moves), f"{before} -> {after}", *ends}


@dataclass
class Watched:
    """A plan that notes every branch it takes."""

    plan: Plan
    taken: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        return self.plan.name

    @property
    def wagers(self) -> frozenset[str]:
        return self.plan.wagers

    def begin(self) -> Memory:
        return self.plan.begin()

    def moves(self, view: chain.View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        moves, after = self.plan.moves(view, memory)
        self.taken |= branches(view, memory, moves, after)
        return moves, after


def acts_at_the_felt(plan: Plan, table: house.House, outcomes: list[str]) -> Iterator[tuple[str, str]]:
    """At the felt: the net of each outcome and the plan's acts after it, first those before the first outcome."""
    sitting = felt.open(table).sit(PLAYER, 1_000_000_00)
    assert isinstance(sitting, felt.Felt)
    at, memory = sitting, plan.begin()
    view = chain.View(table, at.table, at.standing, felt=at)
    for outcome in (None, *outcomes):
        if outcome is not None:
            played = at.outcome(outcome)
            assert isinstance(played, felt.Played), played
            at = played.felt
            view = chain.View(table, at.table, at.standing, played.resolutions, played.fact, at)
        moves, memory = plan.moves(view, memory)
        for move in moves:
            at = _done(at, move)
        net = sum(row.net for row in view.decided)
        assert net % 100 == 0
        yield f"{net // 100:+d}" if net else "", "; ".join(map(told, moves))


def _done(at: felt.Felt, move: Move) -> felt.Felt:
    if isinstance(move, chain.Answer):
        chosen = at.choose(PLAYER, move.wager, move.choice)
        done = chosen.felt if isinstance(chosen, felt.Played) else chosen
    else:
        done = at.act(PLAYER, move)
    assert isinstance(done, felt.Felt), done
    return done


RED_LOSES = Fraction(10, 19)


def decisions_of(ahead: int, behind: int, win: Fraction) -> Fraction:
    """The mean number of even-money decisions until this many units ahead or behind: the classical formula."""
    lose, ends = 1 - win, ahead + behind
    ratio = lose / win
    return (behind - ends * (1 - ratio**behind) / (1 - ratio**ends)) / (lose - win)


def gain_of(plan: BuiltIn) -> chain.Gain:
    """What a plan gains at the house that it is made for."""
    return chain.gain(chain.compile(house.load(plan.house), plan))


def martingale(rungs: int, at_cap: Any) -> Martingale:
    """The built-in martingale with this number of rungs, and another act at its cap."""
    plan = BUILT_IN["martingale"]
    assert isinstance(plan, Martingale)
    return replace(plan, rungs=rungs, at_cap=at_cap)


@dataclass(frozen=True)
class _SpinnerWinner:
    """Spinner Winner from the second spin on: it needs a previous number, and a match leads to bonus balls."""

    name: str = "spinner-winner"
    wagers: frozenset[str] = frozenset({"spinner-winner"})

    def begin(self) -> Memory:
        """No memory."""
        return None

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Place the wager whenever it is not on the layout."""
        wanted = view.fact is not None and view.standing("spinner-winner") is None
        return ((Place("spinner-winner", 5_00),) if wanted else ()), memory


DRAWN = chain.compile(load("colorado-single-zero"), _SpinnerWinner())


@dataclass(frozen=True)
class Reds:
    """Red on the first rounds only, or never."""

    times: int
    name: str = "a-few-reds"
    wagers: frozenset[str] = frozenset({"red"})

    def begin(self) -> Memory:
        return 0

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        assert isinstance(memory, int)
        return ((Place("red", 5_00),), memory + 1) if memory < self.times else ((), memory)
