"""Token buckets: what somebody may use at once, and what comes back every second.

An allowance may be overdrawn by its last use; then its owner waits until nothing is owed. Time is monotonic, so a
step of the system clock changes no allowance.
"""

from __future__ import annotations

import time

#: How many allowances are made before the full ones are looked for.
_LEAST = 64


class Allowance:
    """A token bucket.

    >>> own = Allowance(rate=10, most=2)
    >>> own.take(); own.take(); own.owed()
    0.0
    >>> own.take(); 0 < own.owed() <= 0.1
    True
    """

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        """`most` may be used at once; `rate` comes back every second."""
        self.rate, self.most = rate, most
        self._left, self._at = most, time.monotonic()

    def _fill(self) -> float:
        now = time.monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        return self._left

    def take(self, cost: float = 1.0) -> None:
        """Use some of it, also more than is left."""
        self._left = self._fill() - cost

    def use(self, cost: float = 1.0) -> float:
        """Use some of it, unless something is owed; then return the seconds to wait."""
        left = self._fill()
        if left < 0:
            return -left / self.rate
        self._left = left - cost
        return 0.0

    def owed(self) -> float:
        """The seconds until nothing is owed; 0 if something may be used now."""
        return max(0.0, -self._fill() / self.rate)

    @property
    def spent(self) -> bool:
        """Whether less than one is left."""
        return self._fill() < 1

    @property
    def full(self) -> bool:
        """Whether nothing is used: it need not be kept."""
        return self._fill() >= self.most


class Allowances:
    """An allowance for everybody, by name. Those that are full again are forgotten."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._used: dict[str, Allowance] = {}
        self._look = _LEAST  # the size at which the full ones are forgotten

    def of(self, name: str) -> Allowance:
        """The allowance of a name. Ask again for every use: a full one may be forgotten."""
        found = self._used.get(name)
        if found is None:
            if len(self._used) >= self._look:
                self._used = {each: used for each, used in self._used.items() if not used.full}
                self._look = _LEAST + 2 * len(self._used)
            found = self._used[name] = Allowance(self._rate, self._most)
        return found

    def spent(self, name: str) -> bool:
        """Whether less than one is left of somebody's allowance."""
        found = self._used.get(name)
        return found is not None and found.spent

    def __len__(self) -> int:
        return len(self._used)
