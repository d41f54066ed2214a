"""The heartbeat of a line. A page cannot see the pings of a WebSocket, so it asks with a message of its own.

The other direction is the server's WebSocket ping, which a browser answers by itself, also for a hidden page.
"""

from __future__ import annotations

import msgspec

from croupier.core import json_once
from croupier.web.server.frames import PongFrame

#: Seconds between two pings of the server, and for which it waits for the answer.
INTERVAL, PATIENCE = 5.0, 5.0
PONG = PongFrame().encoded()


class Ping(msgspec.Struct, frozen=True, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """A page asks whether its line works; the answer is a `pong`."""


_decoder = msgspec.json.Decoder(Ping)


def is_ping(body: bytes) -> bool:
    """Whether a message only asks for a sign of life.

    >>> is_ping(b'{"do":"ping"}'), is_ping(b'{"do": "clear", "id": "ping"}')
    (True, False)
    """
    try:
        _decoder.decode(body)
        json_once.check(body, 1)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False
    return True
