"""The rooms of a server and its live lobby: the lobby pages that are open, and what was sent to them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from secrets import randbits
from typing import Protocol

from croupier.floor.table import Table
from croupier.table import State
from croupier.text.language import ENGLISH, Language, speaking
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


class Cards:
    """The live part of every card in one language, and the open lobby pages that read it.

    Sequence numbers begin at a random number, so that they differ from those of other servers and languages, and from
    those before a restart. A page that reconnects with an unknown number gets all cards.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.onlookers: set[Onlooker] = set()
        self.seq = randbits(48)
        self.shown: dict[str, cards.LiveCard] = {}
        self._recent = RecentFrames()

    def look(self, state: State, last: Sequence[LastShown], places: int, fault: str | None) -> None:
        """A table changed: send the changes of its card."""
        table = state.table_id
        with speaking(self.language):
            now = cards.now(state, last, places, fault)
        patch = changes(self.shown.get(table, {}), now)
        if not patch:
            return
        self.shown[table] = now
        self.seq += 1
        made = LobbyDeltaFrame(seq=self.seq, patch=Patch({table: patch})).encoded()
        self._recent.add(self.seq - 1, self.seq, made)
        for each in list(self.onlookers):
            each.push(made)

    def join(self, onlooker: Onlooker, after: int | None) -> None:
        """Add a lobby page: send what it missed since its last frame if that is still known, else all cards."""
        missed = self._recent.missed(after, self.seq)
        if missed is None:
            missed = [LobbyFrame(seq=self.seq, tables=self.shown).encoded()]
        for made in missed:
            onlooker.push(made)
        self.onlookers.add(onlooker)


class Hall:
    """The room of every table, and the cards in every language that some lobby page reads."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.english = Cards(ENGLISH)
        self._cards: dict[Language, Cards] = {ENGLISH: self.english}
        self._seen: dict[str, tuple[object, ...]] = {}
        self._about: dict[str, tuple[State, Sequence[LastShown], int, str | None]] = {}

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
        self._seen[table], self._about[table] = seen, (state, last, places, fault)
        for each in self._cards.values():
            each.look(state, last, places, fault)

    def join(self, onlooker: Onlooker, after: int | None = None, language: Language = ENGLISH) -> None:
        """Add a lobby page; the first one in a language has its cards made."""
        if (found := self._cards.get(language)) is None:
            found = self._cards[language] = Cards(language)
            for about in self._about.values():
                found.look(*about)
        found.join(onlooker, after)

    def leave(self, onlooker: Onlooker) -> None:
        """Remove a lobby page; a language that nobody reads any more costs nothing."""
        for language, each in list(self._cards.items()):
            each.onlookers.discard(onlooker)
            if not each.onlookers and each is not self.english:
                del self._cards[language]
