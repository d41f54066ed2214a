"""What is simulated, a number of rounds or of sessions, and how it is divided into random streams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

MOST_STREAMS = 2**20  # for rounds, unless the streams would then exceed MOST_ROUNDS
LEAST_ROUNDS = 2**12  # in a stream, if there are several
MOST_ROUNDS = 2**24  # in a stream, about; a few such streams take no longer than a person waits


class CannotRun(ValueError):
    """The simulation cannot run. The message says what was requested, and what is possible."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """A plan played for a number of rounds. Each stream starts with the plan's first round."""

    rounds: int

    @property
    def streams(self) -> int:
        """The number of streams. It depends only on the number of rounds."""
        return max(1, min(MOST_STREAMS, self.rounds // LEAST_ROUNDS), self.rounds // MOST_ROUNDS)

    def before(self, stream: int) -> int:
        """How many rounds all streams before this one play together."""
        each, more = divmod(self.rounds, self.streams)
        return stream * each + min(stream, more)

    def of(self, stream: int) -> int:
        """How many rounds this stream plays."""
        return self.before(stream + 1) - self.before(stream)


@dataclass(frozen=True, slots=True)
class Sessions:
    """A number of sessions, each with its own stream. Amounts are in cents. They end as in chain.session."""

    sessions: int
    bankroll: int
    goal: int | None = None
    loss_limit: int | None = None
    max_rounds: int | None = None

    @property
    def streams(self) -> int:
        """The number of streams: one for each session."""
        return self.sessions


Terms: TypeAlias = Rounds | Sessions
