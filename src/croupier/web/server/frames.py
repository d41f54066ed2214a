"""Everything that is sent over a WebSocket: one type for each kind of frame, which also encodes it."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from croupier.web.lobby.cards import LiveCard
from croupier.web.server.refusals import Spoken
from croupier.web.server.wire import text
from croupier.web.views.everybody import TableShown
from croupier.web.views.happened import Happened
from croupier.web.views.patch import Patch
from croupier.web.views.player import OwnShown


class _Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """A frame; its kind says which."""

    def encoded(self) -> bytes:
        """The bytes that go over the socket, the same for everybody."""
        return text(msgspec.json.encode(self))


# Of a table -------------------------------------------------------------------------------------------------
class TableFrame(_Frame, frozen=True, kw_only=True, tag="table"):
    """The whole table and the player's own view; `now` counts milliseconds since the server started."""

    seq: int
    now: int
    table: TableShown
    you: OwnShown | None


class DeltaFrame(_Frame, frozen=True, kw_only=True, tag="delta"):
    """What changed for everybody, and the events behind it."""

    seq: int
    patch: Patch
    happened: tuple[Happened, ...]


class YouFrame(_Frame, frozen=True, kw_only=True, tag="you"):
    """The player's own view (null if not seated), or the changes to it."""

    seq: int
    you: OwnShown | UnsetType | None = UNSET
    patch: Patch | UnsetType = UNSET


class ClockFrame(_Frame, frozen=True, kw_only=True, tag="clock"):
    """Changes without an event: when betting closes and the ball is spun, the device's key, or a fault."""

    now: int
    closes: int | None
    spins: int | None
    patch: Patch


class AnswerFrame(_Frame, frozen=True, kw_only=True, tag="answer"):
    """The result of a command; `id` is the one that the terminal chose."""

    id: str
    ok: bool
    seq: int
    refusal: Spoken | None


class NonceFrame(_Frame, frozen=True, kw_only=True, tag="nonce"):
    """How the terminal's own nonce leads to the nonces of the closing; null if it is not among them."""

    round: int
    path: tuple[str, ...] | None


class ErrorFrame(_Frame, frozen=True, kw_only=True, tag="error"):
    """The message was not a valid command."""

    message: str


class PongFrame(_Frame, frozen=True, kw_only=True, tag="pong"):
    """The line works: the answer to a ping."""


# Of the lobby -----------------------------------------------------------------------------------------------
class LobbyFrame(_Frame, frozen=True, kw_only=True, tag="lobby"):
    """Every card, by table."""

    seq: int
    tables: dict[str, LiveCard]


class LobbyDeltaFrame(_Frame, frozen=True, kw_only=True, tag="delta"):
    """Changes of cards, by table."""

    seq: int
    patch: Patch


TerminalFrame: TypeAlias = (
    TableFrame | DeltaFrame | YouFrame | ClockFrame | AnswerFrame | NonceFrame | ErrorFrame | PongFrame
)
HallFrame: TypeAlias = LobbyFrame | LobbyDeltaFrame | ErrorFrame | PongFrame
