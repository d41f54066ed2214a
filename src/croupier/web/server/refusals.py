"""A refusal as it is told to who asked: him- or herself as "you", guests by their place, wagers by their names."""

from __future__ import annotations

import msgspec

from croupier.host import Refused
from croupier.table import State
from croupier.text.render import Audience
from croupier.web.shared import naming


class Spoken(msgspec.Struct, frozen=True):
    """A refusal as it is sent: its number and word, the sentence, and the paragraph where there is one."""

    code: int
    word: str
    message: str
    cite: str | None


def to(player: str | None, refusal: Refused, state: State) -> Spoken:
    """A refusal as somebody reads it who sits at a table, or looks on."""
    audience = Audience("player", player, lambda name: naming.person(name, state.seats), _wager)
    return Spoken(refusal.code, refusal.word, refusal.said(audience), refusal.cite)


def _wager(wager_id: str) -> str:
    """A wager in a sentence: an id that is a word stays one."""
    return naming.wager(wager_id) if "-" in wager_id else wager_id
