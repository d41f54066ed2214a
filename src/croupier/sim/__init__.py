"""Fast simulation: a generic kernel walks the arrays of a chain. This layer contains no rules.

>>> from croupier import chain, house, sim
>>> craps = chain.compile(house.load("colorado-craps"), chain.BUILT_IN["pass-odds-place-6-8"])
>>> sim.run(craps, rounds=100_000, seed=1).totals.rounds
100000
"""

from croupier.sim.run import Result, run
from croupier.sim.terms import CannotRun, Rounds, Sessions
from croupier.sim.totals import SessionTotals, Totals

__all__ = ["CannotRun", "Result", "Rounds", "SessionTotals", "Sessions", "Totals", "run"]
