"""A player's session with its limits, as the player sees it: amounts in cents, times in milliseconds."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from croupier.floor.players.figures import Session
from croupier.floor.players.limits import Limits, OwnLimits, in_force, waiting
from croupier.floor.players.players import Players


class LaterShown(Struct, frozen=True):
    """A looser limit that waits: the most from then on (missing: no limit), and how long until then."""

    wait: int
    most: int | UnsetType = UNSET


class LimitShown(Struct, frozen=True):
    """A limit that the player has set, and what is left of it."""

    most: int
    left: int
    later: LaterShown | UnsetType = UNSET


class SessionShown(Struct, frozen=True):
    """What the player did at all tables since the session began, and the player's limits; `pause` is what is left."""

    rounds: int
    bet: int
    net: int
    time: int
    loss: LimitShown | UnsetType = UNSET
    most_time: LimitShown | UnsetType = UNSET
    pause: int | UnsetType = UNSET


def session_shown(players: Players, name: str | None, now: int) -> SessionShown | None:
    """The session of a player; None before the first seat at a table."""
    session = None if name is None else players.session(name)
    if name is None or session is None:
        return None
    limits, bound = players.limits(name), players.left(name)
    return SessionShown(
        rounds=session.rounds,
        bet=session.bet,
        net=session.net,
        time=session.time(now) // 1000,
        loss=UNSET if bound is None else LimitShown(*bound, later=_later(limits.loss, now, 1)),
        most_time=_time(limits, session, now),
        pause=(limits.pause - now) // 1000 if limits.pause > now else UNSET,
    )


def _time(limits: OwnLimits, session: Session, now: int) -> LimitShown | UnsetType:
    found = in_force(limits.time, now)
    if found is None or found.most is None:
        return UNSET
    left = max(0, found.most - (session.time(now) - found.start))
    return LimitShown(found.most // 1000, left // 1000, _later(limits.time, now, 1000))


def _later(limits: Limits, now: int, unit: int) -> LaterShown | UnsetType:
    found = waiting(limits, now)
    if found is None:
        return UNSET
    return LaterShown((found.begins - now) // 1000, UNSET if found.most is None else found.most // unit)
