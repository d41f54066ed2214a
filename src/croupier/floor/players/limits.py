"""The limits that players set for themselves: a loss, a time at tables, a pause. They hold at all tables.

A limit can be made stricter at once. A looser one, or none, waits for `WAIT`; a pause can only be made longer.
docs/web.md says why.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from croupier.core.refusal import Code, Refusal, refuse
from croupier.floor.players.figures import Session
from croupier.text.facts import Person

_SECOND = 1_000_000
_MINUTE, _HOUR, _DAY = 60 * _SECOND, 3600 * _SECOND, 24 * 3600 * _SECOND
#: In microseconds: how long a looser limit waits before it holds.
WAIT = _DAY


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player asks for: a loss in cents, a time at tables and a pause in minutes; null means no limit."""

    loss: Annotated[int, msgspec.Meta(ge=1_00, le=1_000_000_00)] | UnsetType | None = UNSET
    time: Annotated[int, msgspec.Meta(ge=1, le=7 * 24 * 60)] | UnsetType | None = UNSET
    pause: Annotated[int, msgspec.Meta(ge=1, le=366 * 24 * 60)] | UnsetType = UNSET


class Limit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The most that a figure of the player may grow: cents lost, or microseconds at tables; None if no limit holds.

    It counts from the value that the figure had when the player first set a limit of this kind.
    """

    most: int | None
    start: int
    begins: int  # when it begins to hold


Limits = tuple[Limit, ...]


class OwnLimits(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The limits of one player: of each kind the one in force, and a looser one that waits; when the pause ends."""

    loss: Limits = ()
    time: Limits = ()
    pause: int = 0

    def changed(self, asked: Asked, session: Session, now: int) -> OwnLimits:
        """The limits after a player has asked for others."""
        minutes = asked.time if asked.time is None or asked.time is UNSET else asked.time * _MINUTE
        return OwnLimits(
            _changed(self.loss, asked.loss, -session.net, now),
            _changed(self.time, minutes, session.time(now), now),
            self.pause if asked.pause is UNSET else max(self.pause, now + asked.pause * _MINUTE),
        )

    def hold(self, now: int) -> bool:
        """Whether any limit holds, or waits."""
        return any(each[-1].most is not None or each[-1].begins > now for each in (self.loss, self.time) if each) or (
            self.pause > now
        )

    def refuses(self, name: str, session: Session, now: int) -> Refusal | None:
        """Why the player may not bet at all now."""
        if self.pause > now:
            return _paused(name, self.pause - now)
        limit = in_force(self.time, now)
        if limit is not None and limit.most is not None and session.time(now) - limit.start >= limit.most:
            return refuse(Code.OWN_LIMIT, "time", player=Person(name), minutes=limit.most // _MINUTE)
        return None

    def left(self, session: Session, now: int) -> tuple[int, int] | None:
        """The limit on losses and what is left of it, in cents, if there is one."""
        limit = in_force(self.loss, now)
        if limit is None or limit.most is None:
            return None
        return limit.most, max(0, limit.most - (-session.net - limit.start))


def _paused(name: str, left: int) -> Refusal:
    """The pause in the largest unit of which at least two are left."""
    player = Person(name)
    if left >= 2 * _DAY:
        return refuse(Code.OWN_LIMIT, "pause-days", player=player, left=-(-left // _DAY))
    if left >= 2 * _HOUR:
        return refuse(Code.OWN_LIMIT, "pause-hours", player=player, left=-(-left // _HOUR))
    return refuse(Code.OWN_LIMIT, "pause-minutes", player=player, left=-(-left // _MINUTE))


def in_force(limits: Limits, now: int) -> Limit | None:
    """The limit of one kind that holds now; None if there is none."""
    found = next((each for each in reversed(limits) if each.begins <= now), None)
    return None if found is None or found.most is None else found


def waiting(limits: Limits, now: int) -> Limit | None:
    """The looser limit that does not hold yet."""
    return limits[-1] if limits and limits[-1].begins > now else None


def _changed(limits: Limits, most: int | UnsetType | None, figure: int, now: int) -> Limits:
    if most is UNSET:
        return limits
    known = in_force(limits, now)
    if known is None or known.most is None:
        return () if most is None else (Limit(most, figure, now),)
    if most is not None and most <= known.most:
        return (Limit(most, known.start, known.begins if most == known.most else now),)
    waits = waiting(limits, now)
    return limits if waits is not None and waits.most == most else (known, Limit(most, known.start, now + WAIT))
