"""What is played: so many rounds, or so many sessions; and how that falls into streams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

MOST_STREAMS = 2**20  # of rounds that are not too long for it
LEAST_ROUNDS = 2**12  # of a stream, where there are several
MOST_ROUNDS = 2**24  # of a stream, about: a few of them take no longer than a person waits


class CannotRun(ValueError):
    """Nothing can be simulated that way: says what was asked for, and what can be."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """A plan played for so many rounds, in streams that each begin with the plan's first round."""

    rounds: int

    @property
    def streams(self) -> int:
        """Into how many streams they fall: a function of the number of rounds alone."""
        return max(1, min(MOST_STREAMS, self.rounds // LEAST_ROUNDS), self.rounds // MOST_ROUNDS)

    def before(self, stream: int) -> int:
        """How many rounds all streams before this one play."""
        each, more = divmod(self.rounds, self.streams)
        return stream * each + min(stream, more)

    def of(self, stream: int) -> int:
        """How many rounds this stream plays."""
        return self.before(stream + 1) - self.before(stream)


@dataclass(frozen=True, slots=True)
class Sessions:
    """So many sessions, each a stream of its own; amounts in cents, and they end as chain.session says."""

    sessions: int
    bankroll: int
    goal: int | None = None
    loss_limit: int | None = None
    max_rounds: int | None = None

    @property
    def streams(self) -> int:
        """One a session."""
        return self.sessions


Terms: TypeAlias = Rounds | Sessions
