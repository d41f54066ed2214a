"""Terminals that were offline at the close, although their players had bets.

Every connected terminal adds a nonce to a closing, and the log has how many did. If there are fewer than players with
bets, the terminal of one of them was not connected. Terminals that only watch add nonces too, so this may miss one.
Tables whose house has no delay publish no closing: their logs say nothing about terminals.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books.alerts.detector import Daily, Finding
from croupier.books.walk import Told
from croupier.core.topic import Topic
from croupier.table.acts.device import ClosingPublished


class Offline(Daily):
    """Several closings in a row had fewer terminals than players with bets."""

    kind, about, topic = "terminal-offline", "servers", Topic.TERMINALS

    def __init__(self) -> None:
        super().__init__()
        self._missed = 0

    def see(self, told: Told) -> Iterable[Finding]:
        """Compare the terminals of a closing with the players who have bets."""
        event, state = told.event, told.after
        if not isinstance(event, ClosingPublished) or not state.house.terminals:
            return
        players = len({each.seat for each in state.felt.standing})
        missing = players - event.closing.terminals
        self._missed = self._missed + 1 if missing > 0 else 0
        if self._missed == state.house.alerts.closings_missed:
            facts = {"players": players, "terminals": event.closing.terminals, "closings": self._missed}
            yield self.again(told, "terminals", **facts, round=event.round)


DETECTOR = Offline
