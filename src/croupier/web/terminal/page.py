"""The terminal page of a player at a table, and the pictures of puck, dolly and lammers on its layout."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.core.refusal import Refusal
from croupier.core.table import Table
from croupier.documents.felts import draw
from croupier.felt import Felt
from croupier.games.svg import FULL, Style
from croupier.house import House
from croupier.table.acts.dice.throwing import come_only
from croupier.web.api.felts import style_of
from croupier.web.server.lookup import floor_of, history_of, in_thread, room_of, table_of
from croupier.web.server.url_numbers import whole
from croupier.web.shared import house_choices, naming, posted_rules, wager_outcomes
from croupier.web.shared.messages import words
from croupier.web.terminal.boot import boot

_SVG = "http://www.w3.org/2000/svg"
#: Descriptions of the keys, by their names in the catalogue.
KEYS = (
    (("←", "↑", "→", "↓"), "key_move"),
    (("Home", "End"), "key_ends"),
    (("Enter", "Space"), "key_place"),
    (("Delete",), "key_remove"),
    (("1", "…", "9"), "key_chip"),
    (("U",), "key_undo"),
    (("R",), "key_repeat"),
    (("D",), "key_double"),
    (("C",), "key_clear"),
    (("E",), "key_erase"),
    (("Q",), "key_quick"),
    (("G",), "key_ready"),
    (("W",), "key_mine"),
    (("O",), "key_open"),
    (("M",), "key_sound"),
    (("?",), "key_help"),
    (("Esc",), "key_leave"),
)


@dataclass(frozen=True, slots=True)
class Posted:
    """What a terminal posts for its player."""

    limits: tuple[tuple[str, str], ...]
    tips: str
    signs: tuple[str, ...]  # the notices of a converted wheel


def posted(house: House) -> Posted:
    """The limits, tips and notices that the posted rules and the board have too."""
    return Posted(posted_rules.limits(house), house_choices.tips(house), posted_rules.signs(house))


async def terminal(request: Request) -> Response:
    """The page of one table."""
    room = room_of(request)
    house = room.state.house
    said = words()["terminal"]
    keys = [(each, said[word]) for each, word in KEYS]
    limit = house.limits["default"]
    limits = said["limits"].format(least=_dollars(limit.least), most=_dollars(limit.most))
    pace = floor_of(request).pace
    known = boot(room.table.id, house, may_mute=room.table.may_mute)
    known |= {"window": round(1000 * pace.window), "offer": round(1000 * pace.offer)}
    values = {"table_name": room.view.shown.name, "boot": known, "limits": limits, "tips": house.tip_wagers}
    values["posted"] = posted(house)
    values["help"] = [naming.said(each, house) for each in house.game.show.pages.help]
    return request.app.state.render(request, "terminal/terminal.html", keys=keys, **values)  # type: ignore[no-any-return]


async def marks(request: Request) -> Response:
    """The objects on the layout other than chips: dolly, puck, lammers, the previous number."""
    table = table_of(request)
    if (number := request.query_params.get("round")) is not None:
        return await _marks_of(request, number)
    house, dolly = table.state.house, request.query_params.get("dolly")
    if dolly is not None and not (house.game.course.dolly and dolly in wager_outcomes.pockets(house)):
        return Response(f"no number {dolly!r} on this layout for the dolly", 404, media_type="text/plain")
    state = table.state
    game = as_thrown(state.felt) if come_only(state) else state.shown
    return _picture(await in_thread(request, marked, house, game, dolly, style_of(request.query_params)))


def as_thrown(felt: Felt) -> Table:
    """The state of the game for the next outcome, with which it is decided."""
    ready = felt.house.game.ready(felt.table, felt.standing, felt.house)
    return felt.table if isinstance(ready, Refusal) else ready


async def _marks_of(request: Request, number: str) -> Response:
    """These objects when a past round was decided, with the dolly on its number."""
    history = history_of(request)
    past = await in_thread(request, history.round, whole(number) or 0)
    if past is None:
        raise HTTPException(404, words()["round"]["missing"].format(name=history.table, number=number))
    house = past.before.house
    dolly = past.outcome if house.game.course.dolly and past.voided is None else None
    style = style_of(request.query_params)
    return _picture(await in_thread(request, marked, house, as_thrown(past.before), dolly, style))


def _picture(drawn: str) -> Response:
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@lru_cache(maxsize=256)
def marked(house: House, table: Any, dolly: str | None = None, style: Style = FULL) -> str:
    """A picture with only these objects, cut out of the whole layout; `table` is the state of the game."""
    ElementTree.register_namespace("", _SVG)
    drawn = draw(house, Felt(house, table), outcome=dolly, style=style)
    whole = ElementTree.fromstring(drawn)  # noqa: S314 (our own drawing)
    found = [each for each in whole.iter(f"{{{_SVG}}}g") if each.get("class") in house.game.show.pages.marks]
    picture = ElementTree.Element(f"{{{_SVG}}}svg", {"viewBox": whole.get("viewBox", "")})
    picture.extend(found)
    return ElementTree.tostring(picture, encoding="unicode")


def _dollars(cents: int) -> str:
    return f"${cents // 100:,}" + (f".{cents % 100:02d}" if cents % 100 else "")


routes: list[BaseRoute] = [
    Route("/tables/{table}", terminal, name="terminal"),
    Route("/tables/{table}/marks.svg", marks, name="marks"),
]
