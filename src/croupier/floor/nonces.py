"""The nonces that terminals add when betting has closed, gathered for a moment before the closing is fixed.

Nobody knows the nonce of an honest terminal before the close. The closing covers all of them, so nobody can compute
beforehand what a closing would give (docs/electronic-outcomes.md). Everything here runs in the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

import msgspec

from croupier.core.delay import GATHER_MS
from croupier.table.closing import NOBODY, Published, tree
from croupier.table.outcomes import MOST

#: How many terminals of spectators take part in a round at most: strangers must not make it expensive.
MOST_WATCHING = 1_000


class Nonce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="nonce"):
    """What a terminal adds to the closing of a round: 16 random bytes, made after it heard of the close."""

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST)]
    nonce: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]


@dataclass(frozen=True, slots=True)
class Gathered:
    """All nonces of a round: the root of their tree, how many they are, and the path of each."""

    root: str = NOBODY
    terminals: int = 0
    paths: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Nonces:
    """The nonces of one table. A connection adds at most one in a round; `connected` are the open terminals."""

    def __init__(self) -> None:
        self.connected: set[object] = set()
        self._round = 0  # the round whose nonces are gathered, or were last
        self._since = 0.0
        self._open = False
        self._watching = 0
        self._said: dict[object, str] = {}
        self._awaited: set[object] = set()
        self._moved = asyncio.Event()
        self._gathered = Gathered()

    @property
    def since(self) -> float:
        """When the last gathering began, by the clock of the event loop."""
        return self._since

    def begin(self, number: int) -> None:
        """The betting of a round has closed: nonces are taken from now on."""
        self._round, self._open, self._watching = number, True, 0
        self._since = asyncio.get_running_loop().time()
        self._said, self._gathered = {}, Gathered()
        self._awaited = set(self.connected)
        self._moved.clear()

    def add(self, terminal: object, said: Nonce, *, seated: bool) -> bool:
        """Take the nonce of a terminal; whether it will be in the closing."""
        late = not self._open or said.round != self._round
        if late or terminal in self._said or (not seated and self._watching >= MOST_WATCHING):
            return False
        self._watching += not seated
        self._said[terminal] = said.nonce
        self._spoke(terminal)
        return True

    def leave(self, terminal: object) -> None:
        """A terminal has disconnected: nobody waits for its nonce. One that it has sent stays."""
        self.connected.discard(terminal)
        self._spoke(terminal)

    def _spoke(self, terminal: object) -> None:
        self._awaited.discard(terminal)
        if not self._awaited:
            self._moved.set()

    async def gathered(self, number: int) -> Gathered:
        """Wait until all terminals have sent theirs, but not long, and fix the nonces of this round.

        A close of an earlier process has none: what its terminals sent is lost.
        """
        if number != self._round:
            return Gathered()
        left = self._since + GATHER_MS / 1000 - asyncio.get_running_loop().time()
        if self._open and self._awaited and left > 0:
            try:
                async with asyncio.timeout(left):
                    await self._moved.wait()
            except TimeoutError:
                pass
        if self._open:
            self._open = False
            nonces = frozenset(self._said.values())
            root, paths = await asyncio.to_thread(tree, nonces)
            self._gathered = Gathered(root, len(nonces), paths)
        return self._gathered

    def paths(self, number: int, closing: Published) -> dict[object, tuple[str, ...] | None]:
        """By terminal, how its nonce leads to the closing that counts; None if it is not in that one."""
        if number != self._round:
            return {}
        counts = closing.nonces == self._gathered.root
        return {each: self._gathered.paths.get(nonce) if counts else None for each, nonce in self._said.items()}
