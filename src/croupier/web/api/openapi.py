"""The OpenAPI description of the JSON API, generated from the types that are read and sent."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

import msgspec

from croupier import __version__
from croupier.conduct.by import By
from croupier.floor.accepted_amounts import Amounts
from croupier.floor.guest_commands import COMMANDS, FILLED, ID, Asked
from croupier.floor.players.limits import Asked as AskedLimits
from croupier.web.api.felts import SpotShown
from croupier.web.api.log_entries import Entries
from croupier.web.api.responses import ReadyShown, RoundShown, TableAndOwn, TablesShown
from croupier.web.server import socket
from croupier.web.server.answers import Answered
from croupier.web.server.frames import HallFrame, TerminalFrame
from croupier.web.views.audiences import LAYERS, SEES
from croupier.web.views.session import SessionShown


class Fault(msgspec.Struct, frozen=True):
    """Why a request is not answered."""

    error: str


_TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
_NUMBER = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}
_WHERE = tuple(
    {"name": name, "in": "query", "required": name == "wager", "schema": {"type": kind}}
    for name, kind in (("wager", "string"), ("spot", "string"), ("amount", "integer"))
)
_FELT = {"name": "felt", "in": "query", "schema": {"enum": ["full", "simple"], "default": "full"}}
_WAY = {"name": "way", "in": "query", "schema": {"enum": ["along", "upright"], "default": "along"}}
#: Other answers to a command than its result.
REFUSED = ("400", "401", "403", "404", "413", "415", "503")


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document."""
    types = (Asked, Answered, Fault, SpotShown, Amounts, Entries, TablesShown, TableAndOwn, RoundShown, ReadyShown)
    own = (AskedLimits, SessionShown, SessionShown | None)
    found, parts = msgspec.json.schema_components(
        (*types, *own, TerminalFrame, HallFrame, *LAYERS.values()), ref_template="#/components/schemas/{name}"
    )
    asked, answered, fault, spot, amounts, entries, tables, table, past, ready, *more = found
    limits, session, session_or_none, terminal, lobby, *layers = more
    _describe_commands(parts)
    layer_of = dict(zip(LAYERS, layers, strict=True))
    frames = {socket.socket: terminal, socket.lobby: lobby}
    spots = {"type": "object", "properties": {"spots": {"type": "array", "items": spot}}}
    wrong = _says("Why not.", fault)
    post = _post(
        "Give a command as the visitor; sent again with the same id it gets its first answer.",
        asked, _says("The answer.", answered), dict.fromkeys(REFUSED, wrong), _TABLE,
    )  # fmt: skip
    without_table = dict.fromkeys(({*REFUSED} - {"404"}) | {"409"}, wrong)
    says = _says("The session with its limits.", session)
    set_limits = _post("Set limits of the visitor; a looser one waits.", limits, says, without_table)
    look = _get("A table as everybody sees it, and what the visitor sees of his own.", table, wrong, _TABLE)
    look["responses"]["503"] = wrong
    readiness = _get("Whether the tables can be played.", ready)
    readiness["responses"]["503"] = _says("Some cannot.", ready)
    here = "/api/1/tables/{table}"
    return {
        "openapi": "3.1.0",
        "info": {"title": "Croupier", "version": __version__, "description": "A demonstration with play chips."},
        "paths": {
            "/api/1/tables": {"get": _get("Every table of the floor.", tables)},
            here: {"get": look},
            f"{here}/felt.svg": {
                "get": _get("Its felt.", {"type": "string"}, wrong, _TABLE, _FELT, _WAY, kind="image/svg+xml")
            },
            f"{here}/track.svg": {
                "get": _get("Its racetrack.", {"type": "string"}, wrong, _TABLE, _WAY, kind="image/svg+xml")
            },
            f"{here}/spots": {"get": _get("Every spot of its felt.", spots, wrong, _TABLE, _FELT, _WAY)},
            f"{here}/amounts": {
                "get": _get("Which amounts the visitor may add to a spot now.", amounts, wrong, _TABLE, *_WHERE)
            },
            f"{here}/rounds/{{number}}": {"get": _get("A round that is over.", past, wrong, _TABLE, _NUMBER)},
            f"{here}/rounds/{{number}}/log": {
                "get": _get("Its log from the seal to the close.", entries, wrong, _TABLE, _NUMBER)
            },
            f"{here}/commands": {"post": post},
            "/api/1/session": {
                "get": _get("The visitor's session; null before the first seat at a table.", session_or_none),
                "post": set_limits,
            },
            "/healthz": {"get": _get("Whether the process answers.", {"type": "string"}, kind="text/plain")},
            "/readyz": {"get": readiness},
        },
        "x-sockets": {each.path: inspect.getdoc(each.endpoint) for each in socket.routes},
        "x-frames": {each.path: frames[each.endpoint] for each in socket.routes},
        "x-audiences": {who: {name: layer_of[name] for name in names} for who, names in SEES.items()},
        "components": {"schemas": parts},
    }


def _describe_commands(schemas: dict[str, Any]) -> None:
    """Leave out of the schemas of commands what the server fills in."""
    for kind in COMMANDS.values():
        schema = schemas[kind.__name__]
        schema["properties"] = {name: each for name, each in schema["properties"].items() if name not in FILLED}
        pattern = f"^{ID.pattern}$"  # of JavaScript, where $ is the end
        schema["properties"]["id"] = {"type": "string", "pattern": pattern}
        schema["properties"]["round"] = {"type": "integer"}
        schema["required"] = [name for name in schema["required"] if name not in FILLED]
    del schemas[By.__name__]


def _get(summary: str, schema: Any, wrong: Any = None, *given: Any, kind: str = "application/json") -> dict[str, Any]:
    says = {"200": _says(summary, schema, kind)} | ({} if wrong is None else {"404": wrong})
    return {"summary": summary, "parameters": list(given), "responses": says}


def _post(summary: str, body: Any, says: Any, wrong: dict[str, Any], *given: Any) -> dict[str, Any]:
    return {
        "summary": summary,
        "parameters": list(given),
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"200": says} | wrong,
    }


def _says(words: str, schema: Any, kind: str = "application/json") -> dict[str, Any]:
    return {"description": words, "content": {kind: {"schema": schema}}}
