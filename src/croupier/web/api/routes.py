"""The JSON API, version 1. It uses the same views and commands as the WebSocket."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec
from msgspec.structs import asdict
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.core.futures import awaited
from croupier.floor.accepted_amounts import Amounts, accepted_amounts
from croupier.floor.guest_commands import NotACommand
from croupier.floor.history import History
from croupier.floor.table import now_ms
from croupier.games.svg import Style
from croupier.host import Answer
from croupier.house import House
from croupier.store import StoreError
from croupier.text.language import current, per_language, speaking
from croupier.web.api import felts, log_entries
from croupier.web.api.responses import PastChip, PastRow, RoundShown, TableAndOwn, TableListed, TablesShown
from croupier.web.server.answers import Answered, said
from croupier.web.server.callers import caller_of, same_origin
from croupier.web.server.compression import Packed, unchanged
from croupier.web.server.held import line_of
from croupier.web.server.languages import asked
from croupier.web.server.lookup import floor_of, history_of, in_thread, room_of, table_of
from croupier.web.server.presence import Presence
from croupier.web.server.relay import Relay
from croupier.web.server.room import Room
from croupier.web.server.url_numbers import whole
from croupier.web.views.chips import chip_shown, name_of
from croupier.web.views.everybody import ListedOfTable, color_of, players
from croupier.web.views.members import puck, shooter
from croupier.web.views.player import Own, row_shown
from croupier.web.views.trackers import fact_shown, trackers


def json(value: object, status: int = 200, **headers: str) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(value), status, headers, "application/json")


async def tables(request: Request) -> Response:
    """Every table as the lobby shows it."""
    return json(TablesShown(now=now_ms(), tables=[listed(each) for each in request.app.state.hall.rooms.values()]))


def listed(room: Room) -> TableListed:
    """A table as the lobby shows it."""
    shown, table = room.view.shown, room.table
    named = {name: getattr(shown, name) for name in ListedOfTable.__struct_fields__}
    return TableListed(**named, places=table.guests.places, taken=len(shown.players))


async def table(request: Request) -> Response:
    """A table as everybody sees it, with the visitor's own view."""
    room = room_of(request)
    if not room.table.here:
        return await _relay(request).http(request, room.table.id)
    room.tell()
    player = caller_of(request).visitor
    you = None if player is None else Own(room.state).of(player)
    return json(TableAndOwn(seq=room.told, now=now_ms(), table=room.view.shown, you=you))


async def felt(request: Request) -> Response:
    """The felt of a table as SVG, without chips."""
    return await _of_house(request, _felt, "image/svg+xml")


async def racetrack(request: Request) -> Response:
    """The racetrack of a table as SVG: its numbers in the order of the wheel, and the usual sectors."""
    return await _of_house(request, _racetrack, "image/svg+xml")


async def spots(request: Request) -> Response:
    """Every spot of the felt: where it is, what it is called, what it pays, its exact edge."""
    with speaking(asked(request)):
        return await _of_house(request, _spots, "application/json")


@lru_cache(maxsize=256)
def _felt(house: House, style: Style, kind: str) -> Packed:
    return Packed.of(felts.plain(house, style).encode(), kind)


@lru_cache(maxsize=64)
def _racetrack(house: House, style: Style, kind: str) -> Packed:
    return Packed.of(felts.racetrack(house, style).encode(), kind)


@per_language(256)
def _spots(house: House, style: Style, kind: str) -> Packed:
    return Packed.of(msgspec.json.encode({"spots": felts.spots(house, style)}), kind)


async def _of_house(request: Request, make: Callable[[House, Style, str], Packed], kind: str) -> Response:
    """Cached: it depends only on the house and the language. The entity tag is weak: it holds for every encoding."""
    house, style = table_of(request).state.house, felts.style_of(request.query_params)
    headers = {"etag": f'W/"{house.version}-{current()}"', "cache-control": "no-cache", "vary": "accept-encoding"}
    if unchanged(request.headers, headers["etag"]):
        return Response(status_code=304, headers=headers)
    return (await in_thread(request, make, house, style, kind)).answer(request, kind, headers)


async def amounts(request: Request) -> Response:
    """Which amounts the visitor may add to a spot now: the most, and those next to `amount`."""
    query, visitor = request.query_params, caller_of(request).visitor
    wanted = whole(query.get("amount", "")) or 0
    if visitor is None:
        return json(Amounts())
    where, own = (query.get("wager", ""), query.get("spot") or None), floor_of(request).players.most(visitor)
    found = await in_thread(request, accepted_amounts, table_of(request).state, visitor, *where, wanted, own)
    return json(found, 200, **{"cache-control": "no-store"})


async def past_round(request: Request) -> Response:
    """A past round: the layout when it was decided, and its results."""
    number = request.path_params["number"]
    with speaking(asked(request)):
        shown = await in_thread(request, _round, history_of(request), number)
    if shown is None:
        raise HTTPException(404, f"Table {request.path_params['table']} has no closed round {number}.")
    return json(shown)


async def log_of_round(request: Request) -> Response:
    """The entries of the log over which the digest at the close of a round was made."""
    number = request.path_params["number"]
    history, store = history_of(request), floor_of(request).store

    def found() -> log_entries.Entries | None:
        known = history.round(number)
        return None if known is None else log_entries.of(store, known)

    shown = await in_thread(request, found)
    if shown is None:
        raise HTTPException(404, f"Table {history.table} has no round {number} that a device has decided.")
    return json(shown)


def _round(history: History, number: int) -> RoundShown | None:
    found = history.round(number)
    if found is None:
        return None
    felt, game, fact = found.before, found.before.house.game_name, found.fact
    members = felt.house.game.show.pages.view
    return {
        "table": found.table,
        "round": found.number,
        "game": game,
        "at": found.at // 1000,
        "done": found.done,
        "outcome": found.outcome,
        "color": None if found.outcome is None else color_of(found.outcome, game),
        "fact": None if fact is None else fact_shown(fact),
        "draws": found.draws,
        "voided": found.voided,
        "players": players(found.seats),
        "chips": [PastChip(key=name_of(each.key), **asdict(chip_shown(felt, each))) for each in felt.standing],
        "trackers": trackers(felt.table),
        "meters": {each.wager: each.cents for each in felt.meters},
        "shooter": shooter(felt) if "shooter" in members else None,
        "puck": puck(felt) if "puck" in members else None,
        "rows": [
            PastRow(player=row.player, step=row.step, tip=row.tip, **asdict(row_shown(row))) for row in found.rows
        ],
        "announced": found.announced,
        "seal": found.seal,
        "log": found.log,
        "proof": found.proof,
    }


async def sent_by(request: Request) -> tuple[str, bytes]:
    """The visitor who sends something, and the body, once the visitor may send it."""
    if not same_origin(request):
        raise HTTPException(403, "Commands are taken from pages of this very server.")
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise HTTPException(415, "Send a command as application/json.")
    player = caller_of(request).visitor
    if player is None:
        raise HTTPException(401, "Open a page first: it gives you a name.")
    body = await request.body()  # the connection has checked its size
    presence: Presence = request.app.state.presence
    await presence.sends(player, line_of(request.scope["state"]))
    return player, body


async def commands(request: Request) -> Response:
    """A command of the visitor; sent again with the same id it gets its first answer."""
    where = table_of(request)
    player, body = await sent_by(request)
    presence: Presence = request.app.state.presence
    try:
        if not where.here:
            return await _relay(request).http(request, where.id, body)
        sound = room_of(request).sound_of(player)
        done: Answer = await awaited(lambda then: where.guest_asks(body, player, sound, then))
        return json(said(Answered, done, where, player))
    except NotACommand as error:
        presence.junk(player)
        raise HTTPException(400, str(error)) from None
    except StoreError as error:
        raise HTTPException(503, f"The table has stopped: {error}") from None


def _relay(request: Request) -> Relay:
    relay: Relay = request.app.state.relay
    return relay


routes = [
    Route("/api/1/tables", tables),
    Route("/api/1/tables/{table}", table),
    Route("/api/1/tables/{table}/felt.svg", felt),
    Route("/api/1/tables/{table}/track.svg", racetrack),
    Route("/api/1/tables/{table}/spots", spots),
    Route("/api/1/tables/{table}/amounts", amounts),
    Route("/api/1/tables/{table}/rounds/{number:whole}", past_round),
    Route("/api/1/tables/{table}/rounds/{number:whole}/log", log_of_round),
    Route("/api/1/tables/{table}/commands", commands, methods=["POST"]),
]
