"""The WebSockets of a table (frames to a terminal, commands from it) and of the lobby; see docs/web.md."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from starlette.responses import PlainTextResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from croupier.core.refusal import Code, Refusal, refuse
from croupier.floor import seats
from croupier.floor.asides import Aside, aside_of
from croupier.floor.guest_commands import NotACommand, read
from croupier.floor.readiness import Ready
from croupier.floor.sound import Sound, hello
from croupier.floor.table import Table
from croupier.host import Answer
from croupier.host.answer import refused
from croupier.store import StoreError
from croupier.text.language import ENGLISH, Language, speaking
from croupier.web.server.answers import said
from croupier.web.server.callers import caller_of, same_origin
from croupier.web.server.frames import AnswerFrame, ErrorFrame, NonceFrame
from croupier.web.server.gate import FULL as FULL_SERVER
from croupier.web.server.heartbeat import PONG, is_ping
from croupier.web.server.languages import asked
from croupier.web.server.presence import Present
from croupier.web.server.room import Room
from croupier.web.server.url_numbers import whole
from croupier.web.server.wire import EXTENSION, LATER, MOST_ASKED, Wire

WATCHING, FULL = refuse(Code.WATCHING), refuse(Code.FULL)


class Terminal:
    """A connection with its visitor, who is a player or a spectator."""

    def __init__(
        self,
        line: Wire,
        visitor: str | None,
        table: Table,
        why: Refusal | None = None,
        address: str = "",
        language: Language = ENGLISH,
    ) -> None:
        """`visitor` is None if there is no name to record commands under. `why` is the answer to a spectator's.

        `address` is where the connection comes from, `language` what its page is written in.
        """
        self.line, self.visitor, self.table, self.why, self.address = line, visitor, table, why, address
        self.language = language
        self.player = visitor if why is None else None
        self.sound: Sound | None = None  # as the terminal has said
        self.asked = 0  # commands not answered yet

    def push(self, made: bytes) -> None:
        """Send a frame."""
        self.line.push(made)

    def shut(self) -> None:
        """Disconnect it; it will reconnect."""
        self.line.shut(LATER)

    def hear(self, text: bytes) -> None:
        """Decide a command at once, in the order of arrival; the answer has the command's id."""
        if (said := hello(text)) is not None:
            self.sound = said.sound
            return
        if b'"ping"' in text and is_ping(text):
            self.push(PONG)
            return
        try:
            aside = aside_of(text)
        except NotACommand as error:
            self.push(ErrorFrame(message=str(error)).encoded())
            return
        if aside is not None:
            self._aside(aside)
            return
        if not self.table.here and self.table.fault is None:
            return  # the table is moving to another process
        self.asked += 1
        try:
            if self.visitor is None or not self.table.here:  # nothing can be recorded
                command = read(text, "nobody", self.table.id, self.table.clock.now()).command
                self._answered(refused(command.id, self.table.version, self.why or WATCHING))
            else:
                self.table.guest_asks(text, self.visitor, self.sound, self._answered, self.why)
        except NotACommand as error:
            self.asked -= 1
            self.line.junk()
            self.push(ErrorFrame(message=str(error)).encoded())
        if self.asked >= MOST_ASKED:
            self.line.listen(None)

    def _aside(self, said: Aside) -> None:
        """A player is ready, or adds a nonce: then it is in the closing of the round, or the terminal is told not."""
        if isinstance(said, Ready):
            if self.player is not None:
                self.table.says_ready(self.player, said)
        elif not self.table.nonces.add(self, said, seated=self.player is not None):
            self.push(NonceFrame(round=said.round, path=None).encoded())

    def _answered(self, done: Answer | StoreError) -> None:
        self.asked -= 1
        if isinstance(done, StoreError):  # result unknown: the terminal repeats the command after a restart
            self.line.transport.abort()
            return
        with speaking(self.language):
            self.push(said(AnswerFrame, done, self.table, self.visitor).encoded())
        if self.line.hear is None:
            self.line.listen(self.hear)


async def socket(websocket: WebSocket) -> None:
    """The WebSocket of a terminal, from handshake to close (docs/web.md)."""
    table: Table = websocket.app.state.floor.tables.get(websocket.path_params["table"])
    if await _denied(websocket, None if table else "no such table\n"):
        return
    caller = caller_of(websocket)
    player = caller.visitor
    if not table.here and table.fault is None:
        seat = player is not None and table.guests.visits.expects(player)
        with _present(websocket), websocket.state.gate.relayed():
            await websocket.app.state.relay.socket(websocket, table.id, seat=seat)
        return
    if player is not None and caller.relayed and websocket.query_params.get("seat"):
        table.guests.visits.expect(player)
    with _present(websocket) as line:
        await websocket.accept()
        why = await _why_not(websocket, table, player)
        terminal = Terminal(line, player, table, why, websocket.state.address, asked(websocket))
        room: Room = websocket.app.state.hall.rooms[table.id]
        room.join(terminal, _after(websocket))
        line.listen(terminal.hear)
        if not table.here and table.fault is None:  # it was released a moment ago
            terminal.shut()
        try:
            await _gone(websocket)
        finally:
            room.leave(terminal)


async def _why_not(websocket: WebSocket, table: Table, player: str | None) -> Refusal | None:
    """Seat a visitor who has opened the page of the table; the answer to commands of one who gets no seat."""
    if not table.here:
        return WATCHING if table.fault is None else refuse(Code.TABLE_FAILED, fault=table.fault)
    if player is None:
        return WATCHING
    if table.host.state.seat(player) is None:
        floor = websocket.app.state.floor
        if not table.guests.visits.expects(player):
            return WATCHING
        if (no := seats.refusal(floor.tables.values(), player, websocket.state.address, floor.limits)) is not None:
            return no
    return None if await table.guests.seated(player) else FULL


@contextmanager
def _present(websocket: WebSocket) -> Iterator[Wire]:
    """Count a socket of a visitor while it is open; its messages come from the visitor's allowance."""
    line, present = cast(Wire, websocket.scope["extensions"][EXTENSION]), _visitor(websocket)
    line.messages = present.messages
    present.sockets += 1
    try:
        yield line
    finally:
        present.sockets -= 1


def _visitor(websocket: WebSocket) -> Present:
    found: Present = websocket.app.state.presence.of(websocket.state.who)
    return found


async def lobby(websocket: WebSocket) -> None:
    """The WebSocket of a lobby page (docs/web.md)."""
    if await _denied(websocket):
        return
    hall = websocket.app.state.hall

    def hear(text: bytes) -> None:
        if is_ping(text):
            line.push(PONG)
            return
        line.junk()
        line.push(ErrorFrame(message="The lobby takes no commands: open a table.").encoded())

    with _present(websocket) as line:
        await websocket.accept()
        hall.join(line, _after(websocket), asked(websocket))
        line.listen(hear)
        try:
            await _gone(websocket)
        finally:
            hall.leave(line)


async def _denied(websocket: WebSocket, missing: str | None = None) -> bool:
    """Whether a handshake is denied: wrong origin, no table, an invalid number, or too many sockets."""
    after, gate = websocket.query_params.get("after", ""), websocket.state.gate
    if not same_origin(websocket):
        why = PlainTextResponse("another origin\n", 403)
    elif missing is not None:
        why = PlainTextResponse(missing, 404)
    elif after and whole(after) is None:
        why = PlainTextResponse(f"after={after!r} is no version\n", 400)
    elif _visitor(websocket).sockets >= gate.limits.sockets:
        why = PlainTextResponse(f"A visitor has at most {gate.limits.sockets} sockets: close some pages.\n", 429)
    elif not gate.room:  # the connection to another server would be one too many
        why = PlainTextResponse(FULL_SERVER, 503)
    else:
        return False
    await websocket.send_denial_response(why)
    return True


def _after(websocket: WebSocket) -> int | None:
    """The last sequence number that a reconnecting client has received."""
    return whole(websocket.query_params.get("after", ""))


async def _gone(websocket: WebSocket) -> None:
    """Wait until the client disconnects; its messages are handled elsewhere."""
    while (await websocket.receive())["type"] != "websocket.disconnect":
        await websocket.close(1003)  # bytes instead of text


routes = [WebSocketRoute("/api/1/tables/{table}/socket", socket), WebSocketRoute("/api/1/lobby/socket", lobby)]
