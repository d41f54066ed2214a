"""Chains to play sessions on, and comparisons of exact sessions with those in floats."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from croupier import chain, house
from croupier.chain.compile import Chain, Step
from croupier.chain.plans.flat import Flat
from croupier.chain.session import game as session_game

Rows = tuple[tuple[int, Fraction | float], ...]


def on_red(cents: int = 10_00) -> chain.Chain:
    """A flat wager on red at a double-zero table."""
    return chain.compile(house.load("colorado-double-zero"), Flat("red", (("red", None, cents),)))


Terms = dict[str, int]


def made_up(seed: int) -> Chain:
    """A made-up chain of three states, in dollars; two of them are equivalent."""
    dice = random.Random(seed)
    standing = [dice.randint(1, 3) * 100 for _ in range(3)]
    rows = []
    for stake in standing:
        nets = [-stake, 0, dice.randint(1, 4) * 100]
        rows.append(tuple(Step(dice.randint(1, 5), dice.randrange(3), net, stake, 1) for net in nets))
    rows.append(rows[1])
    standing.append(standing[1])
    rows[0] = (*rows[0], Step(1, 3, -100, standing[0], 1))
    plan = Flat("made-up", (("red", None, 100), ("black", None, 100)))
    return Chain(house.load("colorado-double-zero"), plan, tuple(rows), (False,) * 4, tuple(standing))


def only_floats(patch: pytest.MonkeyPatch) -> None:
    """Let no session be solved in fractions."""
    for name in ("MOST_NODES", "MOST_NODES_FOLLOWED", "MOST_BITS"):
        patch.setattr(session_game, name, 0)


def assert_enclosed(exact: chain.Session, rough: chain.Session) -> None:
    """Every bound of the drawdown contains the exact value."""
    assert exact.drawdowns is not None
    assert exact.drawdown is not None
    assert Fraction(rough.drawdown_low) <= exact.drawdown <= Fraction(rough.drawdown_high)
    assert rough.falls
    for fall, low, high in rough.falls:
        chance = sum((Fraction(each) for deep, each in exact.drawdowns if deep >= fall), Fraction(0))
        assert Fraction(low) <= chance <= Fraction(high), fall
    if rough.drawdowns is not None:
        assert apart(exact.drawdowns, rough.drawdowns) <= rough.drawdown_error


def apart(exact: Rows, rough: Rows) -> Fraction:
    """The sum of the differences of all chances."""
    missed = {value: Fraction(chance) for value, chance in exact}
    for value, chance in rough:
        missed[value] = missed.get(value, Fraction(0)) - Fraction(chance)
    return sum(map(abs, missed.values()), Fraction(0))
