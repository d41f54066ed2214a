"""The visitor's own session with its limits, which a terminal shows in a dialog too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import UNSET, UnsetType
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.text.money import dollars, signed
from croupier.web.api.session import session_of
from croupier.web.shared.messages import words
from croupier.web.views.session import LimitShown, SessionShown

_MINUTE, _HOUR, _DAY = 60_000, 3_600_000, 86_400_000
#: The pauses on offer, in minutes.
PAUSES = (15, 60, 8 * 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60)


@dataclass(frozen=True, slots=True)
class Own:
    """A session in words: its figures by name, and a sentence about each limit."""

    figures: tuple[tuple[str, str], ...]
    loss: str
    time: str
    pause: str
    has: frozenset[str]  # the kinds of limits that can be removed


def own(shown: SessionShown) -> Own:
    """Write a session for its player."""
    said = words()["session"]
    figures = {"rounds": f"{shown.rounds:,}", "bet": dollars(shown.bet), "net": signed(shown.net)}
    return Own(
        (*((said[name], value) for name, value in figures.items()), (said["time"], duration(shown.time))),
        _limit("loss", shown.loss, dollars),
        _limit("time", shown.most_time, duration),
        said["none_pause"]
        if shown.pause is UNSET
        else said["set_pause"].format(left=duration(shown.pause + _MINUTE)),
        frozenset(name for name, each in (("loss", shown.loss), ("time", shown.most_time)) if _stays(each)),
    )


def _stays(limit: LimitShown | UnsetType) -> bool:
    """Whether a limit holds and nobody has asked yet to remove it."""
    return limit is not UNSET and (limit.later is UNSET or limit.later.most is not UNSET)


def _limit(kind: str, limit: LimitShown | UnsetType, written: Callable[[int], str]) -> str:
    said = words()["session"]
    if limit is UNSET:
        return said[f"none_{kind}"]
    found = said[f"set_{kind}"].format(most=written(limit.most), left=written(limit.left))
    if limit.later is UNSET:
        return found
    wait = duration(limit.later.wait + _MINUTE)
    if limit.later.most is UNSET:
        return f"{found} {said['ends'].format(wait=wait)}"
    return f"{found} {said['later'].format(wait=wait, most=written(limit.later.most))}"


def duration(ms: int) -> str:
    """A time in words, down to the minute.

    >>> duration(59_000), duration(3_660_000), duration(3_600_000), duration(90_000_000)
    ('0 min', '1 h 1 min', '1 h', '1 d 1 h')
    """
    said = words()["session"]
    days, hours, minutes = ms // _DAY, ms % _DAY // _HOUR, ms % _HOUR // _MINUTE
    parts = [(days, "days"), (hours, "hours"), (0 if days else minutes, "minutes")]
    return " ".join(said[name].format(count=count) for count, name in parts if count) or said["minutes"].format(
        count=0
    )


async def page(request: Request) -> Response:
    """The page."""
    shown = session_of(request)
    values = {
        "own": None if shown is None else own(shown),
        "pauses": [(minutes, duration(minutes * _MINUTE)) for minutes in PAUSES],
    }
    answer: Response = request.app.state.render(request, "session/session.html", **values)
    return answer


routes = [Route("/session", page)]
