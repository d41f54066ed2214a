"""How results spread out round by round: the first sessions of a simulation, stopped at one round after the other.

A session of so many rounds at most is the beginning of the longer one on the same stream, so the simulation itself
says what everybody has after every round; nothing else walks the chain.
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

MARKS = 40  # rounds at which everybody is looked at
SESSIONS = 4_000  # at most
WORK = 20_000_000  # rounds in all, about
LONG = 1_000  # rounds that are shown where no session is played
RICH = 2**50  # cents: nobody is ruined where no session is played


@dataclass(frozen=True, slots=True)
class Fan:
    """After so many rounds: the result in cents, by percent of all players."""

    players: int
    rounds: tuple[int, ...]
    percentiles: tuple[dict[int, int], ...]


def fan(chain: Chain, result: Result) -> Fan:
    """Of the first sessions; of rounds, as of players who begin where a stream begins and never run out of money."""
    terms = result.terms
    if isinstance(terms, Rounds):
        longest, most = min(LONG, terms.rounds), SESSIONS
        how: dict[str, Any] = {"bankroll": RICH}
    else:
        longest, most = _longest(result), min(SESSIONS, terms.sessions)
        how = {name: getattr(terms, name) for name in ("bankroll", "goal", "loss_limit")}
    marks = sorted({max(1, longest * at // MARKS) for at in range(1, MARKS + 1)})
    players = max(1, min(most, WORK // sum(marks)))
    found = []
    for rounds in marks:
        totals = run(chain, sessions=players, **how, max_rounds=rounds, seed=result.seed).totals
        assert isinstance(totals, SessionTotals)
        found.append(percentiles(totals.nets))
    start = dict.fromkeys(found[0], 0)
    return Fan(players, (0, *marks), (start, *found))


def _longest(result: Result) -> int:
    """The last round of a session, or one that few sessions reach."""
    totals = result.totals
    assert isinstance(totals, SessionTotals)
    n = totals.streams
    mean = totals.rounds / n
    usual = int(mean + 3 * sqrt(max(0.0, totals.rounds_squares / n - mean * mean))) + 1
    last = getattr(result.terms, "max_rounds", None)
    return usual if last is None or last > 2 * usual else last
