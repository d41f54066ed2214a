"""How results spread over time: percentiles of the players' results after a number of rounds.

A session that is limited to n rounds is the beginning of the longer session on the same random stream. So the first
sessions of a simulation are simulated again with increasing limits, and no other code has to walk the chain.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from croupier.sim.run import Result, run
from croupier.sim.statistics import percentiles
from croupier.sim.terms import Rounds
from croupier.sim.totals import SessionTotals

if TYPE_CHECKING:
    from croupier.chain.compile import Chain

POINTS = 40  # numbers of rounds for which percentiles are computed
SESSIONS = 4_000  # the largest number of players
WORK = 20_000_000  # about how many rounds are simulated in all
LONG = 1_000  # rounds that are shown if the simulation has no sessions
RICH = 2**50  # cents: the bankroll if the simulation has no sessions, so that nobody is ruined


@dataclass(frozen=True, slots=True)
class Fan:
    """The percentiles of the results in cents, after each of some numbers of rounds."""

    players: int
    rounds: tuple[int, ...]
    percentiles: tuple[dict[int, int], ...]


def fan(chain: Chain, result: Result) -> Fan:
    """Compute the fan of a simulation from its first sessions.

    If rounds were simulated instead, each stream counts as a player who never runs out of money.
    """
    terms = result.terms
    if isinstance(terms, Rounds):
        longest, most = min(LONG, terms.rounds), SESSIONS
        how: dict[str, Any] = {"bankroll": RICH}
    else:
        longest, most = _longest(result), min(SESSIONS, terms.sessions)
        how = {name: getattr(terms, name) for name in ("bankroll", "goal", "loss_limit")}
    points = sorted({max(1, longest * at // POINTS) for at in range(1, POINTS + 1)})
    players = max(1, min(most, WORK // sum(points)))
    found = []
    for rounds in points:
        totals = run(chain, sessions=players, **how, max_rounds=rounds, seed=result.seed).totals
        assert isinstance(totals, SessionTotals)
        found.append(percentiles(totals.nets))
    start = dict.fromkeys(found[0], 0)
    return Fan(players, (0, *points), (start, *found))


def _longest(result: Result) -> int:
    """The limit of a session in rounds, or a number of rounds that few sessions reach."""
    totals = result.totals
    assert isinstance(totals, SessionTotals)
    n = totals.streams
    mean = totals.rounds / n
    usual = int(mean + 3 * sqrt(max(0.0, totals.rounds_squares / n - mean * mean))) + 1
    last = getattr(result.terms, "max_rounds", None)
    return usual if last is None or last > 2 * usual else last
