"""A chain as flat arrays, which the kernels of all backends walk. Amounts are in units of `unit` cents."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from math import gcd
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.sim.philox import digits
from croupier.sim.terms import CannotRun, Rounds, Sessions, Terms
from croupier.text.money import dollars

if TYPE_CHECKING:
    from croupier.chain.compile import Chain

Array: TypeAlias = npt.NDArray[Any]

MOST_NET = 2**31 - 1  # units that a round may win or lose; a square then has 62 bits
MOST_CELLS = 2**27
NEVER = 2**62  # units; above any amount that can be won
LIMB = 21  # bits; few enough that no sum in `squares` overflows


@dataclass(frozen=True, eq=False)
class Tables:
    """The arrays. Cell `first[state] + digit` is what an outcome does; digits are below `total[state]`."""

    base: int  # the total of all states if they have the same; otherwise 0, and a word gives one digit
    digits: int  # how many a word gives
    unit: int  # cents; the greatest common divisor of all nets and stakes
    first: Array  # int64, by state
    total: Array  # int64, by state
    is_draw: Array  # bool, by state: waits for a draw, which does not count as a round
    standing: Array  # int64, by state: cents on the layout before the outcome
    idle: Array  # bool, by state: the plan has stopped; there are no wagers and will be none
    next: Array  # int32, by cell: the next state
    net: Array  # int64, by cell, units
    wagered: Array  # int64, by cell, units
    decided: Array  # int64, by cell
    most_net: int  # units that a round may win or lose, including its draws
    most_wagered: int  # units that a round may decide, including its draws

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.first)

    @property
    def digest(self) -> str:
        """A digest that identifies these tables."""
        found = hashlib.sha256()
        for each in fields(self):
            value = getattr(self, each.name)
            found.update(f"{each.name} ".encode())
            found.update(value.tobytes() if isinstance(value, np.ndarray) else f"{value} ".encode())
        return found.hexdigest()


def tables(chain: Chain) -> Tables:
    """Convert a chain to arrays; `CannotRun` if they or their amounts are too large."""
    steps = [step for row in chain.steps for step in row]
    totals = [sum(step.weight for step in row) for row in chain.steps]
    if (cells := sum(totals)) > MOST_CELLS or max(totals) >= 2**32:
        raise CannotRun(f"the plan {chain.plan.name} has {cells:,} outcomes in all states, more than {MOST_CELLS:,}")
    unit = gcd(*(step.net for step in steps), *(step.wagered for step in steps)) or 1
    most_net, most_wagered = (_most(chain, name) // unit for name in ("net", "wagered"))
    if max(most_net, most_wagered) > MOST_NET:
        raise CannotRun(
            f"a round of the plan {chain.plan.name} may move {dollars(max(most_net, most_wagered) * unit)}: "
            f"in units of {dollars(unit)} that is more than {MOST_NET:,}"
        )
    one = len(set(totals)) == 1 and not any(chain.is_draw)
    weight = np.array([step.weight for step in steps])
    return Tables(
        base=totals[0] if one else 0,
        digits=digits(totals[0]) if one else 1,
        unit=unit,
        first=np.cumsum([0, *totals[:-1]], dtype=np.int64),
        total=np.array(totals, dtype=np.int64),
        is_draw=np.array(chain.is_draw, dtype=np.bool_),
        standing=np.array(chain.standing, dtype=np.int64),
        idle=np.array(_idle(chain), dtype=np.bool_),
        next=np.repeat(np.array([step.next for step in steps], dtype=np.int32), weight),
        net=np.repeat(np.array([step.net // unit for step in steps], dtype=np.int64), weight),
        wagered=np.repeat(np.array([step.wagered // unit for step in steps], dtype=np.int64), weight),
        decided=np.repeat(np.array([step.decided for step in steps], dtype=np.int64), weight),
        most_net=most_net,
        most_wagered=most_wagered,
    )


def _most(chain: Chain, name: str) -> int:
    """The largest change in cents that a round may cause, including its draws."""
    worst = [0] * chain.size  # for states that wait for a draw; 0 for all others
    for _ in range(chain.size):
        after = [
            max(abs(getattr(step, name)) + worst[step.next] for step in row) if chain.is_draw[state] else 0
            for state, row in enumerate(chain.steps)
        ]
        if after == worst:
            break
        worst = after
    else:
        if any(chain.is_draw):
            raise CannotRun(f"a round of the plan {chain.plan.name} may call for draws without end")
    return int(max(abs(getattr(step, name)) + worst[step.next] for row in chain.steps for step in row))


def _idle(chain: Chain) -> list[bool]:
    idle = [
        not chain.is_draw[state] and not chain.standing[state] and not any(step.net for step in row)
        for state, row in enumerate(chain.steps)
    ]
    while leaving := [s for s, row in enumerate(chain.steps) if idle[s] and not all(idle[step.next] for step in row)]:
        for state in leaving:
            idle[state] = False
    return idle


def bounded(tables: Tables, terms: Terms) -> None:
    """Raise `CannotRun` if the sums of a stream could exceed 63 bits, or if a session might never end."""
    longest = terms.of(0) if isinstance(terms, Rounds) else terms.max_rounds or 0
    if max(tables.most_net, tables.most_wagered, int(tables.decided.max())) * longest >= 2**62:
        raise CannotRun(f"{longest:,} rounds of a stream are too many for amounts that large: a total could overflow")
    if isinstance(terms, Sessions) and terms.max_rounds is None and not _moves(tables).all():
        raise CannotRun("a session of this plan may go on for ever without winning or losing: give it a last round")


def _moves(tables: Tables) -> Array:
    """By state: whether it can reach a round that wins or loses something, or a state where the plan has stopped."""
    found = tables.idle
    after = np.logical_or.reduceat(tables.net != 0, tables.first) | found
    while (after != found).any():
        found = after
        after = found | np.logical_or.reduceat(found[tables.next], tables.first)
    return found


@dataclass(frozen=True, eq=False)
class Limits:
    """When a session ends, in units won (negative: lost) since its start.

    After every round, it is over if won >= goal, or won < low[state], or all rounds are played. How it ended is the
    first of these that holds: goal if won >= goal; ruin if won == nothing; loss-limit if won <= floor; stopped if
    low[state] == NEVER; ruin if won < low[state]; otherwise rounds.
    """

    goal: int
    nothing: int  # the loss that leaves exactly nothing; -NEVER if no whole number of units does
    floor: int  # the loss limit; -NEVER without one
    low: Array  # int64, by state
    rounds: int  # the limit; NEVER without one


def limits(tables: Tables, terms: Sessions) -> Limits:
    """Convert the terms of a session and the plan's wagers in each state to limits in units."""
    unit, bankroll = tables.unit, terms.bankroll
    floor = -NEVER if terms.loss_limit is None else -terms.loss_limit // unit
    standing = -((bankroll - tables.standing) // unit)  # below this, the next wagers are not covered
    low = np.maximum(
        standing, max(-((bankroll - 1) // unit), floor + 1)
    )  # at least a cent is left, and the loss limit is not reached
    return Limits(
        NEVER if terms.goal is None else -((bankroll - terms.goal) // unit),
        -bankroll // unit if bankroll % unit == 0 else -NEVER,
        floor,
        np.where(tables.idle, NEVER, low),
        terms.max_rounds if terms.max_rounds is not None else NEVER,
    )


def squares(numbers: Array) -> int:
    """The exact sum of the squares of up to 2**20 integers of 63 bits."""
    assert len(numbers) <= 2**20
    size = np.abs(numbers).astype(np.uint64)
    limbs = [(size >> np.uint64(LIMB * at)) & np.uint64(2**LIMB - 1) for at in range(3)]
    return sum(int(np.dot(limbs[i], limbs[j])) << LIMB * (i + j) for i in range(3) for j in range(3))
