"""Who has been at the pages of a table lately: their open terminals, and when they were last here.

The number of visits and their age are bounded. A visitor with an open terminal is never forgotten.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from croupier.floor.limits import Limits


@dataclass(slots=True)
class Visit:
    """One visitor of the table."""

    seen: float  # when they were last here, by the monotonic clock
    terminals: int = 0  # open now
    expected: bool = False  # has opened the page of the table, and may have a seat
    address: str = ""  # from which the last terminal was opened


class Visits:
    """The visitors of one table by name, in the order in which they were last here."""

    def __init__(self, limits: Limits) -> None:
        self._most, self._lasts = limits.visits, limits.visit_time
        self._known: OrderedDict[str, Visit] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def _here(self, name: str) -> Visit:
        """Note that a visitor is here now."""
        now = time.monotonic()
        found = self._known.get(name)
        if found is None:
            self._forget(now)
            found = self._known[name] = Visit(now)
        found.seen = now
        self._known.move_to_end(name)
        return found

    def _forget(self, now: float) -> None:
        """Forget visits that are too long ago, or too many; those with a terminal count as here."""
        for _ in range(len(self._known)):
            name, visit = next(iter(self._known.items()))
            if visit.terminals:
                visit.seen = now
                self._known.move_to_end(name)
            elif now - visit.seen > self._lasts or len(self._known) >= self._most:
                del self._known[name]
            else:
                return

    def expect(self, name: str) -> None:
        """A visitor has opened the page of the table."""
        self._here(name).expected = True

    def expects(self, name: str) -> bool:
        """Whether a visitor has opened the page, and not left since."""
        visit = self._known.get(name)
        if visit is None or not visit.expected:
            return False
        return visit.terminals > 0 or time.monotonic() - visit.seen <= self._lasts

    def left(self, name: str) -> None:
        """A visitor has left the table, and gets a seat only through its page."""
        if (visit := self._known.get(name)) is not None:
            visit.expected = False

    def came(self, name: str, address: str = "") -> None:
        """A player opened a terminal."""
        visit = self._here(name)
        visit.terminals, visit.address = visit.terminals + 1, address

    def went(self, name: str) -> None:
        """A player closed a terminal."""
        self._here(name).terminals -= 1

    def here(self, name: str) -> None:
        """A player is at the table, perhaps without a terminal yet."""
        self._here(name)

    def absent(self, name: str) -> float:
        """For how many seconds a visitor has been absent; 0 while a terminal is open."""
        visit = self._known.get(name) or self._here(name)
        return 0.0 if visit.terminals else time.monotonic() - visit.seen

    def address(self, name: str) -> str:
        """The address of a visitor's last terminal; empty if unknown."""
        visit = self._known.get(name)
        return "" if visit is None else visit.address
