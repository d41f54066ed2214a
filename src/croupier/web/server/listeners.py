"""The terminals of one table that read one language: what was sent to them, and the frames for the next change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from croupier.floor.sound import Sound
from croupier.table import Event, State
from croupier.text.language import Language, speaking
from croupier.web.server.frames import DeltaFrame, TableFrame, YouFrame
from croupier.web.server.recent_frames import RecentFrames
from croupier.web.views.everybody import View
from croupier.web.views.happened import told
from croupier.web.views.patch import changes
from croupier.web.views.player import Own, OwnShown


class Terminal(Protocol):
    """An open terminal."""

    player: str | None
    address: str
    sound: Sound | None
    language: Language

    def push(self, frame: bytes) -> None:
        """Send a frame."""

    def shut(self) -> None:
        """Disconnect it; it will reconnect."""


class Listeners:
    """Terminals with the last view sent to them."""

    def __init__(self, language: Language, view: View, told_upto: int) -> None:
        """`view` is in this language; `told_upto` is the version of its state."""
        self.language, self.view, self.told = language, view, told_upto
        self.terminals: set[Terminal] = set()
        self._own: dict[str, OwnShown | None] = {}
        self._mine: Own | None = None  # for the state that was sent last
        self._recent = RecentFrames()

    def tell(self, state: State, version: int, events: Sequence[Event]) -> None:
        """Send the changes: one frame for all, and a frame for each player with own changes."""
        with speaking(self.language):
            patch = self.view.look(state, events)
            happened = tuple(each for event in events if (each := told(event, state)) is not None)
            made = DeltaFrame(seq=version, patch=patch, happened=happened).encoded()
            self._recent.add(self.told, version, made)
            self.told = version
            news = self._news(state)
        for terminal in list(self.terminals):
            terminal.push(made + news[terminal.player] if terminal.player in news else made)

    def _news(self, state: State) -> dict[str | None, bytes]:
        """A frame for each player whose own view changed."""
        self._mine, found = Own(state, self._mine), dict[str | None, bytes]()
        for player in {each.player for each in self.terminals if each.player is not None}:
            before, you = self._own.get(player), self._mine.of(player)
            if before != you:
                self._own[player] = you
                if before is None or you is None:
                    found[player] = YouFrame(seq=self.told, you=you).encoded()
                else:
                    found[player] = YouFrame(seq=self.told, patch=changes(before, you)).encoded()
        return found

    def join(self, terminal: Terminal, state: State, now: int, after: int | None) -> None:
        """Add a terminal: send what it missed since its last frame if that is still known, else the whole table."""
        with speaking(self.language):
            you = None if terminal.player is None else Own(state).of(terminal.player)
        missed = self._recent.missed(after, self.told)
        if missed is None:
            terminal.push(TableFrame(seq=self.told, now=now, table=self.view.shown, you=you).encoded())
        else:
            for made in missed:
                terminal.push(made)
            terminal.push(YouFrame(seq=self.told, you=you).encoded())
        self.terminals.add(terminal)
        if terminal.player is not None:
            self._own[terminal.player] = you

    def leave(self, terminal: Terminal) -> None:
        """Remove a terminal."""
        self.terminals.discard(terminal)
        if terminal.player is not None and all(each.player != terminal.player for each in self.terminals):
            self._own.pop(terminal.player, None)
