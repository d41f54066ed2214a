"""The lobby: every table with its picture, its limits, its last numbers and its seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.core.money import dollars
from croupier.house import House
from croupier.table import State
from croupier.web import emblems, naming, posted
from croupier.web.api import table_of
from croupier.web.messages import words
from croupier.web.tables import pit_of

#: Numbers on a card, and rolls of two dice.
LAST, ROLLS = 7, 4


@dataclass(frozen=True, slots=True)
class Number:
    """An outcome on a board: what is written, its color where it has one, dice where it is a roll."""

    text: str
    color: str
    picture: Markup
    round: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A table as the lobby shows it."""

    id: str
    name: str
    game: str
    kind: str  # the game's own name, for its looks
    limits: str
    phase: str
    open: bool
    round: int
    seated: int
    places: int
    last: tuple[Number, ...]  # the latest first
    side_bets: tuple[str, ...]


def number(outcome: str, house: House, number: int = 0) -> Number:
    """An outcome as a board shows it."""
    color = outcome if house.game_name == "big-six" else ""
    if house.game_name == "roulette":
        from croupier.games.roulette.wheel import color as color_of

        color = color_of(outcome)
    picture = emblems.faces(outcome) if house.game_name == "craps" else ""
    return Number(naming.outcome(outcome, house), color, Markup(picture), number)


def phase(state: State) -> str:
    """Where the round is, in words."""
    key = state.phase.replace("-", "_")
    if key == "no_more_bets":
        key = "no_more"
    if key == "spun" and state.game == "big-six":
        key = "wheel"
    return words()["lobby"][f"phase_{key}"]


def card(state: State, last: list[dict[str, Any]], places: int) -> Card:
    """What the lobby says of a table; `last` are its numbers, oldest first."""
    house = state.house
    fit = ROLLS if house.game_name == "craps" else LAST
    shown = [number(each["outcome"], house, each["round"]) for each in reversed(last[-fit:])]
    least, most = house.limits["default"].least, house.limits["default"].most
    return Card(
        state.table_id,
        str(house.source.data.get("title", house.name)),
        words()["games"][house.variant],
        house.game_name,
        words()["rules"]["between"].format(least=dollars(least), most=dollars(most)),
        phase(state),
        state.phase in ("open", "dice-out") or (state.phase == "spun" and state.game == "roulette"),
        state.round,
        len(state.seats),
        places,
        tuple(shown),
        tuple(each.name for each in posted.side_bets(house)),
    )


async def lobby(request: Request) -> Response:
    """The page."""
    cards = [
        card(table.room.state, table.room.view.last, table.guests.places) for table in pit_of(request).tables.values()
    ]
    page: Response = request.app.state.render(request, "lobby.html", cards=cards)
    return page


async def picture(request: Request) -> Response:
    """The device of a table, in its own order of numbers."""
    drawn = emblems.emblem(table_of(request).room.state.house)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})


routes = [Route("/", lobby), Route("/tables/{table}/picture.svg", picture)]
