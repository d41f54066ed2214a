"""The time of a process: it goes on steadily, and a step of the machine's clock is noticed instead of followed.

Whoever may set the clock of the machine can move it by an hour or by ten years. So the time is read from the machine
once, and then goes on by a clock that nobody can set. Every reading compares the two. As long as they differ by at
most a second, the time follows the machine's slowly, as it does while a time service corrects it. If they differ by
more, the machine's clock has stepped: the time goes on without it until a person has acknowledged the step
(`set_right`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import NamedTuple

#: In microseconds: a larger difference between the machine's clock and the steady one is a step.
STEP = 1_000_000
#: The time follows the machine's by at most a thousandth of what has passed, twice the rate of usual time services.
SLEW = 1_000
#: The last microsecond of the year 9999, after which no date can be printed.
LAST = 253_402_300_799_999_999
_PAUSE = 100_000_000  # nanoseconds: a process that was stopped for so long between two readings reads again


class Step(NamedTuple):
    """A step of the clock in microseconds: the time by the steady clock, and what the machine's clock said."""

    before: int
    after: int

    @property
    def size(self) -> int:
        """How far the clock stepped, in microseconds; below zero it stepped back."""
        return self.after - self.before

    def __str__(self) -> str:
        """Its size and both times.

        >>> str(Step(1_000_000, 4_500_000))
        'by +3.500 s: from 1970-01-01 00:00:01 to 1970-01-01 00:00:04 UTC'
        """
        whole, rest = divmod(abs(self.size) // 1000, 1000)
        sign = "-" if self.size < 0 else "+"
        return f"by {sign}{whole:,}.{rest:03} s: from {_date(self.before)} to {_date(self.after)} UTC"


def _date(at: int) -> str:
    return f"{datetime(1970, 1, 1) + timedelta(microseconds=at):%Y-%m-%d %H:%M:%S}"


def steady() -> int:
    """Nanoseconds of a clock that nobody can set. Where there is one, it also counts while the machine sleeps."""
    return time.monotonic_ns() if _STEADY is None else time.clock_gettime_ns(_STEADY)


_STEADY: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


class Clock:
    """The time in microseconds since 1970. Many threads may read it. `step` waits for an acknowledgement."""

    def __init__(self, machine: Callable[[], int] = time.time_ns) -> None:
        """`machine` reads the machine's clock, in nanoseconds."""
        self._machine = machine
        self._turn = Lock()
        self._since, self._at = self._read()
        self.step: Step | None = None
        self.steps = 0  # steps so far: whoever has seen fewer has missed one
        self.last: Step | None = None  # the last of them

    def now(self) -> int:
        """The time. It never goes back, except after `set_right`."""
        with self._turn:
            since, machine = self._read()
            passed = since - self._since
            at = self._at + passed
            if self.step is None:
                apart = machine - at
                if -STEP * 1000 <= apart <= STEP * 1000:
                    most = passed // SLEW
                    at += max(-most, min(most, apart))
                else:
                    self.steps += 1
                    self.step = self.last = Step(_shown(at), _shown(machine))
            self._since, self._at = since, at
            return _shown(at)

    def machine(self) -> int:
        """What the machine's clock says."""
        return _shown(self._machine())

    def set_right(self) -> None:
        """Take over the machine's time, if it stepped: a person has acknowledged that."""
        with self._turn:
            if self.step is not None:
                self._since, self._at = self._read()
                self.step = None

    def _read(self) -> tuple[int, int]:
        """Both clocks at the same moment: a process that is stopped between two readings has seen no step."""
        while True:
            since, machine = steady(), self._machine()
            if steady() - since < _PAUSE:
                return since, machine


def _shown(nanoseconds: int) -> int:
    """Microseconds that can be recorded and printed."""
    return min(max(nanoseconds // 1000, 0), LAST)
