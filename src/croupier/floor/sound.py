"""The sound of terminals: they announce the close of betting, so they take no bet while nobody would hear it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from croupier.core import json_once
from croupier.core.citation import Citation, implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.floor.guest_commands import BETS
from croupier.house import House
from croupier.table import Command

#: "on" once a browser has allowed sound, "muted" if its player has turned off the announcements too.
Sound: TypeAlias = Literal["on", "muted"]


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a terminal says about itself, as often as it changes."""

    sound: Sound


_decoder = msgspec.json.Decoder(Hello)


def hello(body: bytes) -> Hello | None:
    """What a terminal says about itself; None if the message is anything else, such as a command.

    >>> hello(b'{"sound": "on"}'), hello(b'{"do": "clear", "id": "1"}')
    (Hello(sound='on'), None)
    """
    if b'"do"' in body:
        return None
    try:
        said = _decoder.decode(body)
        json_once.check(body, len(Hello.__struct_fields__))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return said


@implements("30-2201(7)", "47.1-2201(7)")
def unheard(command: Command, house: House, sound: Sound | None, *, may_mute: bool) -> Refusal | None:
    """Why a terminal with this sound takes no bet: its player would not hear the close; `may_mute` allows that."""
    muted = sound == "muted"
    if not isinstance(command, BETS) or (muted and may_mute):
        return None
    return refusal(house, muted=muted, may_mute=may_mute)


def refusal(house: House, *, muted: bool = False, may_mute: bool) -> Refusal | None:
    """The answer to a bet, by default while a browser blocks sound; None if no rule wants the close to be heard."""
    if (cite := house.game.cites.get(Topic.ANNOUNCED)) is None:
        return None
    rule = house.printed(Citation(cite))
    if muted:
        return refuse(Code.NOT_HEARD, "muted", cite=rule)
    return refuse(Code.NOT_HEARD, "may-be-off" if may_mute else "blocked", cite=rule)
