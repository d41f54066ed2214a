"""A machine's clock that a test can set. Nothing else is set: rounds, stores and terminals are real."""

from __future__ import annotations

import time
from pathlib import Path

from croupier.core.clock import Clock

SECOND = 1_000_000
HOUR, YEARS = 3600 * SECOND, 10 * 365 * 24 * 3600 * SECOND
#: What terminals say while a step of the clock waits for its acknowledgement.
PAUSED = "Betting is paused: the clock of the table is being checked."


class Wall:
    """The machine's clock, for floors in this process, and through a file for a server in another one."""

    def __init__(self, path: Path | None = None) -> None:
        self.path, self.wrong = path, 0
        self.steps(0)

    def steps(self, microseconds: int) -> None:
        """Set it forward or back."""
        self.wrong += microseconds
        if self.path is not None:
            new = self.path.with_suffix(".new")
            new.write_text(str(self.wrong * 1000), encoding="utf-8")
            new.rename(self.path)

    @property
    def now(self) -> int:
        """What it says, in microseconds."""
        return time.time_ns() // 1000 + self.wrong

    def clock(self) -> Clock:
        """The clock of a floor on this machine."""
        return Clock(lambda: self.now * 1000)
