"""What a player did since the session began, on all tables together: counted from the events of the tables."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Any

import msgspec

from croupier.table import Event
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.irregularities.disputes import DisputeDecided
from croupier.table.acts.round.settling import Settled
from croupier.table.acts.seats import Left, Seated
from croupier.table.acts.wagers.choosing import Chosen
from croupier.table.events import WORDS
from croupier.table.rows import Row

#: In microseconds: figures of a player who has no limits are forgotten after this time away from all tables.
AWAY = 12 * 3600 * 1_000_000


class Session(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The figures of one player; times are in microseconds, amounts in cents. Tips do not count."""

    begun: int
    rounds: int = 0  # in which at least one wager of the player was decided
    bet: int = 0  # the stakes of all decided wagers
    net: int = 0  # what the player won, less what was lost; decisions of disputes count too
    seated: int = 0  # at one table or more, up to `since`
    since: int = 0  # from when the time at the tables still has to be counted
    seats: dict[str, int] = {}  # the tables where the player has a seat, with the last round that was counted there

    def time(self, now: int) -> int:
        """The time at tables. Two tables at once do not count twice."""
        return self.seated + (max(0, now - self.since) if self.seats else 0)

    def sits(self, table: str, at: int) -> None:
        """The player has taken a seat."""
        if not self.seats:
            self.since = max(self.since, at)
        self.seats.setdefault(table, 0)

    def leaves(self, table: str, at: int) -> None:
        """The player has given up a seat."""
        self.seated = self.time(at)
        self.since = max(self.since, at)
        self.seats.pop(table, None)

    def decided(self, row: Row, sign: int = 1) -> None:
        """A wager was decided, or the decision was reversed."""
        self.bet += sign * row.stake
        self.net += sign * row.profit


class Figures(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The sessions of all players; of each table, the version up to which it is counted, and its last round."""

    sessions: dict[str, Session] = {}
    versions: dict[str, int] = {}
    rounds: dict[str, int] = {}

    def count(self, table: str, version: int, events: Iterable[Event]) -> None:
        """Count what happened at a table, up to a version."""
        self.versions[table] = version
        for event in events:
            if (counts := _COUNTS.get(type(event))) is not None:
                counts(self, table, event)

    def interrupted(self, last: int, now: int) -> None:
        """No server ran between these times: nobody was at a table then."""
        for session in self.sessions.values():
            session.seated = session.time(last)
            session.since = max(session.since, now)

    def forget(self, now: int, limited: Container[str]) -> None:
        """Forget players who have been away for long, unless they have limits."""
        for name, each in list(self.sessions.items()):
            if not each.seats and now - each.since > AWAY and name not in limited:
                del self.sessions[name]

    def agree(self, other: Figures) -> None:
        """Forget who is away and whom another server has forgotten."""
        for name, each in list(self.sessions.items()):
            if not each.seats and name not in other.sessions:
                del self.sessions[name]


# What is counted: wagers that are only returned, as in a round without a result, are not ------------------------
def _seated(figures: Figures, table: str, event: Seated) -> None:
    figures.sessions.setdefault(event.player, Session(event.at)).sits(table, event.at)


def _left(figures: Figures, table: str, event: Left) -> None:
    if (session := figures.sessions.get(event.player)) is not None:
        session.leaves(table, event.at)


def _settled(figures: Figures, table: str, event: Settled) -> None:
    figures.rounds[table] = event.round
    _decided(figures, table, event.rows)


def _chosen(figures: Figures, table: str, event: Chosen) -> None:
    _decided(figures, table, event.rows)


def _decided(figures: Figures, table: str, rows: Iterable[Row]) -> None:
    number = figures.rounds.get(table, 0)
    for row in rows:
        if not row.tip and (session := figures.sessions.get(row.player)) is not None:
            session.decided(row)
            session.rounds += session.seats.get(table) != number
            session.seats[table] = number


def _corrected(figures: Figures, table: str, event: OutcomeCorrected) -> None:
    """The reversed decisions count no more, those made again do; the round is the same."""
    for rows, sign in ((event.reversed, -1), (event.rows, 1)):
        for row in rows:
            if not row.tip and (session := figures.sessions.get(row.player)) is not None:
                session.decided(row, sign)


def _dispute(figures: Figures, table: str, event: DisputeDecided) -> None:
    """What a supervisor awarded or collected, also if it is still a claim; it is neither a bet nor a round."""
    if (session := figures.sessions.get(event.move.player)) is not None:
        session.net += event.move.rack + event.move.claim


_COUNTS: dict[type[Event], Callable[[Figures, str, Any], None]] = {
    Seated: _seated,
    Left: _left,
    Settled: _settled,
    Chosen: _chosen,
    OutcomeCorrected: _corrected,
    DisputeDecided: _dispute,
}
#: The kinds of these events in the store.
COUNTED = frozenset(WORDS[kind] for kind in _COUNTS)
