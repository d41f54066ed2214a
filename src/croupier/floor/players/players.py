"""The players of a floor: counts their sessions, keeps and enforces the limits that they set for themselves.

Everything here runs in the event loop, except where it says that it blocks.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from croupier.core.clock import Clock
from croupier.core.refusal import Code, Refusal, refuse
from croupier.floor.guest_commands import BETS
from croupier.floor.players import record
from croupier.floor.players.figures import COUNTED, Figures, Session
from croupier.floor.players.limits import Asked, OwnLimits
from croupier.floor.players.record import LimitsSet
from croupier.floor.table import Table
from croupier.store import Signer, Store
from croupier.table import Command, Event, State, conduct, events, stream_of
from croupier.text.facts import Money, Person

#: Rounds between two records of the figures.
EVERY = 500


class NoSession(Exception):
    """The visitor has not sat down at a table yet."""


class _Missed(NamedTuple):
    """An entry of a table that was not counted yet; only some kinds have an event that counts."""

    at: int
    table: str
    version: int
    events: tuple[Event, ...]


class Players:
    """The sessions and limits of all players, in memory: nothing is read from the store for a wager."""

    def __init__(self, store: Store, signer: Signer, clock: Clock, tables: Mapping[str, Table]) -> None:
        self._store, self._signer, self._clock, self._tables = store, signer, clock, tables
        self._figures = Figures()
        self._limits: dict[str, OwnLimits] = {}
        self._version = 0  # records read so far
        self._due = 0  # rounds until the figures are kept: the first time when all tables are open
        self._turn = asyncio.Lock()  # held while the stream is read or written

    # Counting -----------------------------------------------------------------------------------------------
    async def start(self, tables: Iterable[str]) -> None:
        """Read the limits and the last figures, and count what these tables did since."""
        last = 0
        for each in await asyncio.to_thread(lambda: list(self._store.read(record.STREAM))):
            last, said = max(last, each.at), record.read(each.kind, each.body)
            self._version = each.version
            if isinstance(said, LimitsSet):
                self._limits[said.player] = said.limits
            else:
                self._figures = said
        missed = [self._missed(table) for table in tables if table in self._figures.versions]
        for one in await asyncio.to_thread(lambda: list(heapq.merge(*missed))):
            last = max(last, one.at)
            self._figures.count(one.table, one.version, one.events)
        now = self._clock.now()
        self._figures.interrupted(last, now)
        for name in self._limits:
            self._figures.sessions.setdefault(name, Session(now, since=now))

    def _missed(self, table: str, end: int | None = None) -> Iterator[_Missed]:
        """The entries of a table that were not counted yet. It blocks."""
        for each in self._store.read(stream_of(table), self._figures.versions[table]):
            if end is not None and each.version > end:
                return
            counted = (events.read(each.body),) if each.kind in COUNTED else ()
            yield _Missed(each.at, table, each.version, counted)

    async def opened(self, table: Table) -> None:
        """Count what happens at a table from now on, and what was missed before."""
        if table.id not in self._figures.versions:
            now = self._clock.now()
            self._figures.versions[table.id] = table.version
            for seat in table.state.seats:
                self._figures.sessions.setdefault(seat.player, Session(now)).sits(table.id, now)
        for each in await asyncio.to_thread(lambda: list(self._missed(table.id, table.version))):
            self._figures.count(each.table, each.version, each.events)
        table.watchers.append(_Counter(self, table))

    def happened(self, table: Table, made: Sequence[Event]) -> None:
        """Count durable events of a table."""
        before = self._figures.rounds.get(table.id)
        self._figures.count(table.id, table.version, made)
        self._due -= before != self._figures.rounds.get(table.id)

    async def keep(self, *, now: bool = False) -> None:
        """Record the figures if enough rounds were played since the last time, or `now`."""
        async with self._turn:
            self._due = 0 if now else self._due
            await self._keep()

    async def _keep(self) -> None:
        while self._due <= 0:
            await self._follow()
            at = self._clock.now()
            self._forget(at)
            if await self._append(self._figures, at):
                self._due = EVERY

    def _forget(self, now: int) -> None:
        """Forget who has been away for long. Only here: the figures after a restart must be the same."""
        self._limits = {name: limits for name, limits in self._limits.items() if limits.hold(now)}
        self._figures.forget(now, self._limits)

    async def follow(self) -> None:
        """Read the records of other servers."""
        async with self._turn:
            await self._follow()

    async def _follow(self) -> None:
        for each in await asyncio.to_thread(lambda: list(self._store.read(record.STREAM, self._version))):
            self._version, said = each.version, record.read(each.kind, each.body)
            if isinstance(said, LimitsSet):
                self._limits[said.player] = said.limits
            else:
                self._figures.agree(said)

    async def _append(self, said: LimitsSet | Figures, at: int) -> bool:
        entry = record.entry(said)  # here, where the figures do not change meanwhile
        done = await asyncio.to_thread(record.append, self._store, self._signer, self._version, entry, at)
        if done is not None:
            self._version = done.last
        return done is not None

    # Limits -------------------------------------------------------------------------------------------------
    def session(self, name: str) -> Session | None:
        """The session of a player, if there is one."""
        return self._figures.sessions.get(name)

    def limits(self, name: str) -> OwnLimits:
        """The limits of a player."""
        return self._limits.get(name, OwnLimits())

    async def set_limits(self, name: str, asked: Asked) -> None:
        """Change a player's limits; they hold at the tables of this server once this returns.

        Tables of other servers know them half a second later.
        """
        async with self._turn:
            await self._keep()  # after a crash they are the figures from which the limits count
            while True:
                await self._follow()
                now, session, before = self._clock.now(), self.session(name), self.limits(name)
                if session is None:
                    raise NoSession
                limits = before.changed(asked, session, now)
                if limits == before or await self._append(LimitsSet(name, limits), now):
                    self._limits[name] = limits
                    return

    def refuses(self, command: Command, state: State) -> Refusal | None:
        """Why a player's own limits refuse a bet; `state` is the one on which it would be decided."""
        if not isinstance(command, BETS) or (limits := self._limits.get(command.player)) is None:
            return None
        name = command.player
        if (no := limits.refuses(name, self._figures.sessions[name], self._clock.now())) is not None:
            return no
        found = self.left(name)
        if found is None or getattr(command, "tip", False):  # a tip is a gift, not a loss
            return None
        most, left = found
        decided = conduct(command, state)
        if isinstance(decided, Refusal) or state.felt.rack(name) - decided.state.felt.rack(name) <= left:
            return None
        if not left:
            return refuse(Code.OWN_LIMIT, "lost", player=Person(name), limit=Money(most))
        return refuse(Code.OWN_LIMIT, "loss", player=Person(name), limit=Money(most), left=Money(left))

    def most(self, name: str) -> int | None:
        """The most that the player's own limits let the player bet now, in cents; None if they allow any amount."""
        limits = self._limits.get(name)
        if limits is None:
            return None
        if limits.refuses(name, self._figures.sessions[name], self._clock.now()) is not None:
            return 0
        found = self.left(name)
        return None if found is None else found[1]

    def left(self, name: str) -> tuple[int, int] | None:
        """A player's limit on losses, and what may still be bet under it: all bets on layouts may lose."""
        session = self.session(name)
        found = None if session is None else self.limits(name).left(session, self._clock.now())
        if found is None:
            return None
        most, left = found
        return most, max(0, left - sum(_at_risk(table, name) for table in self._tables.values()))


class _Counter:
    """Counts what happens at one table."""

    def __init__(self, players: Players, table: Table) -> None:
        self._players, self._table = players, table

    def happened(self, events: Sequence[Event]) -> None:
        """Count durable events."""
        self._players.happened(self._table, events)

    followed = happened

    def timed(self) -> None:
        """Nothing to count."""

    released = timed


def _at_risk(table: Table, name: str) -> int:
    """What a player may lose with the bets on a layout, and has lost in rounds that are not durable yet."""
    now = table.host.state if table.here else table.state
    if now.play is None:
        return 0
    own = (each for each in now.felt.standing if each.seat == name and not each.tip)
    laid = sum(each.stake + each.collected + each.commission for each in own)
    return laid - _not_durable(now, table.state, name)


def _not_durable(now: State, durable: State, name: str) -> int:
    """The result of rounds that are settled, but not durable yet: they are not counted in the session."""
    if now.rounds is durable.rounds:
        return 0
    known = {each.number: len(each.rows) for each in durable.rounds}
    rows = (row for each in now.rounds for row in each.rows[known.get(each.number, 0) :])
    return sum(row.profit for row in rows if row.player == name and not row.tip)
