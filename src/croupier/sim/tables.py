"""A chain as flat arrays: what a kernel walks, whatever machine it runs on. Amounts are in units of so many cents."""

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

MOST_NET = 2**31 - 1  # units a round may win or lose: a square then has 62 bits
MOST_CELLS = 2**27
NEVER = 2**62  # above every wealth there can be, in units
LIMB = 21  # bits: so many that no sum below overflows


@dataclass(frozen=True, eq=False)
class Tables:
    """Cell `first[state] + digit` tells what an outcome does; digits are below `total[state]`."""

    base: int  # that every state draws from; 0: one word a step, of the state's own total
    digits: int  # that a word holds
    unit: int  # cents: of every net and everything wagered the greatest common divisor
    first: Array  # int64, by state
    total: Array  # int64, by state
    is_draw: Array  # bool, by state: waits for a draw, which is no round of its own
    standing: Array  # int64, by state: cents on the layout before the outcome
    idle: Array  # bool, by state: the plan has stopped, nothing stands and nothing ever will
    next: Array  # int32, by cell: the state it leads to
    net: Array  # int64, by cell, units
    wagered: Array  # int64, by cell, units
    decided: Array  # int64, by cell
    most_net: int  # units a round may win or lose, its draws included
    most_wagered: int  # units a round may decide, its draws included

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.first)

    @property
    def digest(self) -> str:
        """What tells these tables from any other."""
        found = hashlib.sha256()
        for each in fields(self):
            value = getattr(self, each.name)
            found.update(f"{each.name} ".encode())
            found.update(value.tobytes() if isinstance(value, np.ndarray) else f"{value} ".encode())
        return found.hexdigest()


def tables(chain: Chain) -> Tables:
    """The arrays of a chain; refused where they or their amounts are too large."""
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
    """The most cents a round may move either way, the draws it calls for included."""
    worst = [0] * chain.size  # of a state that waits for a draw; 0 of any other
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
    """Refuse so many rounds that the net of a stream, or what it wagers, could leave 63 bits; or endless sessions."""
    longest = terms.of(0) if isinstance(terms, Rounds) else terms.max_rounds or 0
    if max(tables.most_net, tables.most_wagered, int(tables.decided.max())) * longest >= 2**62:
        raise CannotRun(f"{longest:,} rounds of a stream are too many for amounts that large: a total could overflow")
    if isinstance(terms, Sessions) and terms.max_rounds is None and not _moves(tables).all():
        raise CannotRun("a session of this plan may go on for ever without winning or losing: give it a last round")


def _moves(tables: Tables) -> Array:
    """By state: whether it may come to a round that wins or loses something, or to where the plan has stopped."""
    found = tables.idle
    after = np.logical_or.reduceat(tables.net != 0, tables.first) | found
    while (after != found).any():
        found = after
        after = found | np.logical_or.reduceat(found[tables.next], tables.first)
    return found


@dataclass(frozen=True, eq=False)
class Marks:
    """Where a session ends, in units won (or lost, below zero) since it began.

    After every round it is over where won >= goal, or won < low[state], or all rounds are played. How it ended is
    then, in this order: goal where won >= goal; ruin where won == nothing; loss-limit where won <= floor; stopped
    where low[state] == NEVER; ruin where won < low[state]; else rounds.
    """

    goal: int
    nothing: int  # the win that leaves nothing; -NEVER where no whole number of units does
    floor: int  # of the loss limit; -NEVER without one
    low: Array  # int64, by state
    rounds: int  # the last; NEVER without one


def marks(tables: Tables, terms: Sessions) -> Marks:
    """The marks of a session: its terms and what the plan would have standing, in units."""
    unit, bankroll = tables.unit, terms.bankroll
    floor = -NEVER if terms.loss_limit is None else -terms.loss_limit // unit
    standing = -((bankroll - tables.standing) // unit)  # won is below this: what should stand is not covered
    low = np.maximum(
        standing, max(-((bankroll - 1) // unit), floor + 1)
    )  # at least a cent is left, and above the floor
    return Marks(
        NEVER if terms.goal is None else -((bankroll - terms.goal) // unit),
        -bankroll // unit if bankroll % unit == 0 else -NEVER,
        floor,
        np.where(tables.idle, NEVER, low),
        terms.max_rounds if terms.max_rounds is not None else NEVER,
    )


def squares(numbers: Array) -> int:
    """The sum of the squares of up to 2**20 whole numbers of 63 bits, exactly."""
    assert len(numbers) <= 2**20
    size = np.abs(numbers).astype(np.uint64)
    limbs = [(size >> np.uint64(LIMB * at)) & np.uint64(2**LIMB - 1) for at in range(3)]
    return sum(int(np.dot(limbs[i], limbs[j])) << LIMB * (i + j) for i in range(3) for j in range(3))
