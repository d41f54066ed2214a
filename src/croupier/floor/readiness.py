"""Players who are ready for the outcome: when all who are here are, the crew closes the betting early.

Nothing of it is recorded: it only changes when the crew gives its next command.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from croupier.table.outcomes import MOST


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ready"):
    """What a terminal says when its player is ready for the outcome of a round, or is not after all."""

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST)]
    ready: bool = True


class Readiness:
    """The players of one table who are ready, in the round in which they said so."""

    def __init__(self) -> None:
        self._round = 0
        self._players: frozenset[str] = frozenset()

    def of(self, number: int) -> frozenset[str]:
        """Who is ready for the outcome of a round."""
        return self._players if number == self._round else frozenset()

    def say(self, player: str, said: Ready) -> bool:
        """Note what a player says; whether it changes anything."""
        before = self.of(said.round)
        self._round, self._players = said.round, before | {player} if said.ready else before - {player}
        return self._players != before
