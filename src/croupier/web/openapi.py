"""The description of the JSON API, made from what is read and sent."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from croupier import __version__
from croupier.host import Refused
from croupier.web.entries import Entries
from croupier.web.felts import SpotShown
from croupier.web.words import Asked


class Answered(msgspec.Struct, frozen=True):
    """What came of a command."""

    id: str
    ok: bool
    seq: int
    refusal: Refused | None


class Fault(msgspec.Struct, frozen=True):
    """Why a request is not answered."""

    error: str


_TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
_NUMBER = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}
_ANY = {"type": "object"}


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document."""
    types = (Asked, Answered, Fault, SpotShown, Entries)
    (asked, answered, fault, spot, entries), parts = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    listed = {"type": "object", "properties": {"tables": {"type": "array", "items": _ANY}}}
    spots = {"type": "object", "properties": {"spots": {"type": "array", "items": spot}}}
    wrong = _says("Why not.", fault)
    post = {
        "summary": "Give a command as the visitor; sent again with the same id it gets its first answer.",
        "parameters": [_TABLE],
        "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
        "responses": {"200": _says("The answer.", answered)} | dict.fromkeys(("400", "401", "403", "404"), wrong),
    }
    here = "/api/1/tables/{table}"
    return {
        "openapi": "3.1.0",
        "info": {"title": "Croupier", "version": __version__, "description": "A demonstration with play chips."},
        "paths": {
            "/api/1/tables": {"get": _get("Every table of the pit.", listed)},
            here: {"get": _get("A table as everybody sees it.", _ANY, wrong, _TABLE)},
            f"{here}/felt.svg": {"get": _get("Its felt.", {"type": "string"}, wrong, _TABLE, kind="image/svg+xml")},
            f"{here}/spots": {"get": _get("Every spot of its felt.", spots, wrong, _TABLE)},
            f"{here}/rounds/{{number}}": {"get": _get("A round that is over.", _ANY, wrong, _TABLE, _NUMBER)},
            f"{here}/rounds/{{number}}/log": {
                "get": _get("Its log from the seal to the close.", entries, wrong, _TABLE, _NUMBER)
            },
            f"{here}/commands": {"post": post},
            "/healthz": {"get": _get("Whether the process answers.", {"type": "string"}, kind="text/plain")},
            "/readyz": {"get": _get("Whether the tables can be played.", _ANY)},
        },
        "components": {"schemas": parts},
    }


def _get(summary: str, schema: Any, wrong: Any = None, *given: Any, kind: str = "application/json") -> dict[str, Any]:
    says = {"200": _says(summary, schema, kind)} | ({} if wrong is None else {"404": wrong})
    return {"summary": summary, "parameters": list(given), "responses": says}


def _says(words: str, schema: Any, kind: str = "application/json") -> dict[str, Any]:
    return {"description": words, "content": {kind: {"schema": schema}}}
