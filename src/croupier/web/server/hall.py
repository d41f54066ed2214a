"""The rooms of a server and its live lobby: the lobby pages that are open, and what was sent to them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from secrets import randbits
from typing import Protocol

from croupier.floor.table import Table
from croupier.table import State
from croupier.web.lobby import cards
from croupier.web.server.frames import LobbyDeltaFrame, LobbyFrame
from croupier.web.server.recent_frames import RecentFrames
from croupier.web.server.room import Room
from croupier.web.views.everybody import LastShown, View, last_outcomes
from croupier.web.views.patch import Patch, changes


class Onlooker(Protocol):
    """An open lobby page."""

    def push(self, frame: bytes) -> None:
        """Send a frame."""


class Hall:
    """The room of every table, the live part of every card, and the open lobby pages.

    Sequence numbers begin at a random number, so that they differ from those of other servers and from those before a
    restart. A page that reconnects with an unknown number gets all cards.
    """

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.onlookers: set[Onlooker] = set()
        self.seq = randbits(48)
        self._shown: dict[str, cards.LiveCard] = {}
        self._seen: dict[str, tuple[object, ...]] = {}
        self._recent = RecentFrames()

    async def open(self, table: Table) -> None:
        """Make the room of a new table."""
        state = table.state
        last = await asyncio.to_thread(last_outcomes, table.store, table.id, table.version, state.game)
        self.rooms[table.id] = Room(table, View(last), self._looked)
        self._looked(self.rooms[table.id])

    def _looked(self, room: Room) -> None:
        self.look(room.state, room.view.last, room.table.guests.places, room.table.fault)

    def look(self, state: State, last: Sequence[LastShown], places: int, fault: str | None = None) -> None:
        """A table changed: send the changes of its card to all open lobby pages."""
        table = state.table_id
        seen = (state.phase, len(state.seats), places, last, state.house.version, state.step, fault)
        if self._seen.get(table) == seen:
            return
        self._seen[table] = seen
        now = cards.now(state, last, places, fault)
        patch = changes(self._shown.get(table, {}), now)
        if not patch:
            return
        self._shown[table] = now
        self.seq += 1
        made = LobbyDeltaFrame(seq=self.seq, patch=Patch({table: patch})).encoded()
        self._recent.add(self.seq - 1, self.seq, made)
        for each in list(self.onlookers):
            each.push(made)

    def join(self, onlooker: Onlooker, after: int | None = None) -> None:
        """Add a lobby page: send what it missed since its last frame if that is still known, else all cards."""
        missed = self._recent.missed(after, self.seq)
        if missed is None:
            missed = [LobbyFrame(seq=self.seq, tables=self._shown).encoded()]
        for made in missed:
            onlooker.push(made)
        self.onlookers.add(onlooker)

    def leave(self, onlooker: Onlooker) -> None:
        """Remove a lobby page."""
        self.onlookers.discard(onlooker)
