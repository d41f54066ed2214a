"""A refusal in the words for one player: that player is "you", guests are named by their place."""

from __future__ import annotations

import msgspec

from croupier.host import Refused
from croupier.table import State
from croupier.text.language import ENGLISH, current
from croupier.text.render import Audience
from croupier.web.shared import naming


class Spoken(msgspec.Struct, frozen=True):
    """A refusal in the form that is sent: number, word, sentence, and paragraph if there is one."""

    code: int
    word: str
    message: str
    cite: str | None


def to(player: str | None, refusal: Refused, state: State) -> Spoken:
    """Write a refusal for a player at the table, or for a spectator."""

    def wager(wager_id: str) -> str:
        """The name of a wager within a sentence; a table that was never opened has no names."""
        plain = state.play is None or ("-" not in wager_id and current() == ENGLISH)
        return wager_id if plain else naming.wager(wager_id, state.house)

    def limited(wager_id: str) -> str:
        return (state.play and naming.limited(wager_id, state.house)) or wager(wager_id)

    audience = Audience("player", player, lambda name: naming.person(name, state.seats), wager, limited)
    return Spoken(refusal.code, refusal.word, refusal.said(audience), refusal.cite)
