"""Gzip for clients that accept it: static files and felts are compressed once, pages and JSON for each request."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: A shorter body would not fit in fewer packets.
LEAST = 1024
#: Kinds of content that get shorter; fonts are compressed already.
KINDS = ("text/", "application/json", "image/svg+xml")
_QUICK, _SMALL = 6, 9


def accepts_gzip(headers: Headers) -> bool:
    """Whether a client accepts gzip: it names it, or everything, and not with a weight of zero."""
    weights = dict[str, float]()
    for each in headers.get("accept-encoding", "").lower().split(","):
        name, _, parameter = each.partition(";")
        try:
            weights[name.strip()] = float(parameter.partition("=")[2] or 1)
        except ValueError:
            weights[name.strip()] = 0.0  # a weight that cannot be read
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def unchanged(headers: Headers, tag: str) -> bool:
    """Whether the client has the response with this entity tag already."""
    known = {each.strip().removeprefix("W/") for each in headers.get("if-none-match", "").split(",")}
    return "*" in known or tag.removeprefix("W/") in known


@dataclass(frozen=True, slots=True)
class Packed:
    """A body that many clients get, and the same compressed; None if it is too short for that."""

    body: bytes
    packed: bytes | None

    @classmethod
    def of(cls, body: bytes, kind: str) -> Packed:
        """Compress a body as far as possible."""
        worth = len(body) >= LEAST and kind.startswith(KINDS)
        return cls(body, gzip.compress(body, _SMALL, mtime=0) if worth else None)

    def answer(self, request: Request, kind: str, headers: Mapping[str, str]) -> Response:
        """The response in the form that the client accepts. The headers say already whether it varies."""
        if self.packed is None or not accepts_gzip(request.headers):
            return Response(self.body, headers=headers, media_type=kind)
        return Response(self.packed, headers={**headers, "content-encoding": "gzip"}, media_type=kind)


class Compression:
    """Middleware that compresses whole pages and JSON.

    Streamed and partial responses stay as they are, and those that say themselves how they depend on the encoding.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        accepted, start = accepts_gzip(Headers(scope=scope)), list[Message]()

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.append(message)  # its headers depend on the body
                return
            if start:
                first = start.pop()
                await send(first if message.get("more_body") else _compressed(first, message, accepted=accepted))
            await send(message)

        await self.app(scope, receive, sent)


def _compressed(start: Message, whole: Message, *, accepted: bool) -> Message:
    """The start of a response with its headers; the body is compressed if that is worth it."""
    headers, body = MutableHeaders(scope=start), whole.get("body", b"")
    if start["status"] != 200 or len(body) < LEAST or "vary" in headers:
        return start
    if headers.get("content-type", "").startswith(KINDS):
        headers["vary"] = "accept-encoding"
        if accepted:
            whole["body"] = gzip.compress(body, _QUICK, mtime=0)
            headers["content-encoding"] = "gzip"
            headers["content-length"] = str(len(whole["body"]))
    return start
