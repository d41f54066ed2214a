"""WebSockets of uvicorn with a fast path: one encoded frame is written to every terminal as the same bytes.

Unread data waits in the buffer of its connection, up to a limit; then the connection is closed, so that nobody is
delayed by a slow reader. Frames of a server are not masked, so they are the same for all.

Frames of a client are read one by one, as far as the allowance of its visitor goes. The rest waits unparsed, and
reading pauses: whoever sends too much waits, and nobody else does.
"""

from __future__ import annotations

import time
from asyncio import TimerHandle
from collections import deque
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import CONNECTING, OPEN

from croupier.floor.allowance import Allowance
from croupier.floor.limits import LIMITS
from croupier.web.server.gate import STATE, Gate
from croupier.web.server.held import LINE, Held

#: Limits for a slow reader: bytes waiting, and frames sent while others were waiting.
MOST_BYTES = 1 << 20
MOST_FRAMES = 256
#: The close code for a slow reader, and the seconds it has to read what is waiting.
LAGGARD = 4408
GRACE = 2.0
#: Seconds for the answer to a ping while reading is paused: the answer may wait unread.
UNREAD = 35.0
#: The close code that asks a terminal to reconnect later, when its table runs again.
LATER = 1013
#: The key of the connection in the ASGI scope.
EXTENSION = "croupier.wire"
_TEXT, _CLOSE = 0x81, 0x88
_SHORT, _LONG, _LONGER = 6, 126, 127  # header bytes of a short client frame, and length codes for longer payloads
#: The longest message from a terminal, in bytes.
MOST_IN = LIMITS.body
#: How many commands of a terminal may be unanswered; further ones wait, so that no terminal blocks the others.
MOST_ASKED = 4


def text(payload: bytes) -> bytes:
    """A text frame of a server.

    >>> text(b"{}")
    b'\\x81\\x02{}'
    """
    return _frame(_TEXT, payload)


def close(code: int, reason: str = "") -> bytes:
    """A closing frame."""
    return _frame(_CLOSE, code.to_bytes(2, "big") + reason.encode())


def _frame(first: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((first, size)) + payload
    if size < 1 << 16:
        return bytes((first, 126)) + size.to_bytes(2, "big") + payload
    return bytes((first, 127)) + size.to_bytes(8, "big") + payload


def _whole(data: bytes) -> int:
    """The offset of the payload, if the bytes are one complete text frame of a client; else 0.

    >>> _whole(bytes([0x81, 0x82, 1, 2, 3, 4]) + b"{}"), _whole(bytes([0x81, 0x83, 1, 2, 3, 4]) + b"{}")
    (6, 0)
    """
    if len(data) < _SHORT or data[0] != _TEXT:
        return 0
    size = data[1] & 0x7F
    if size < _LONG:
        return _SHORT if data[1] == 0x80 | size and len(data) == _SHORT + size else 0
    size = int.from_bytes(data[2:4], "big")
    return _SHORT + 2 if data[1] == 0x80 | _LONG and _LONG <= size == len(data) - _SHORT - 2 <= MOST_IN else 0


def _length(data: bytes | bytearray) -> int:
    """The bytes of the first frame of a client; 0 if more of it has to come.

    A frame that is too long or not masked ends after its head, with which uvicorn refuses it.

    >>> _length(bytes([0x81, 0x82, 1, 2, 3, 4]) + b"{}and more"), _length(bytes([0x81, 0x83, 1, 2, 3, 4]) + b"{}")
    (8, 0)
    """
    if len(data) < 2:
        return 0
    code, head = data[1] & 0x7F, 2
    if code >= _LONG:
        head += 2 if code == _LONG else 8
    size = int.from_bytes(data[2:head], "big") if head > 2 else code
    if len(data) < head:
        return 0
    if size > MOST_IN or not data[1] & 0x80:
        return head
    whole = head + 4 + size
    return whole if len(data) >= whole else 0


class Wire(Held, WebSocketsSansIOProtocol):
    """One connection; `push` writes a finished frame.

    Text goes directly to the listener, not through uvicorn's queue. Without a listener it waits, and reading pauses.
    """

    hear: Callable[[bytes], None] | None = None  # the listener for incoming messages
    messages: Allowance | None = None  # of the visitor, for all sockets together
    waiting = 0  # frames pushed since the write buffer was last empty
    lagging = False
    heard_at = 0.0  # when the last bytes came, on the loop's clock
    until: float | None = None  # the monotonic time by which the handshake must be answered

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._gate: Gate = self.app_state[STATE]
        self._raw = bytearray()  # read, but not parsed yet
        self._unheard: deque[bytes] = deque()  # messages parsed but not delivered yet
        self._paused = False
        self._timer: TimerHandle | None = None  # ends the wait of a visitor who has sent too much

    # Opening and closing ------------------------------------------------------------------------------------
    def connection_made(self, transport: Any) -> None:
        """A handshake has come; it is answered within a time."""
        super().connection_made(transport)
        self.until = time.monotonic() + self._gate.limits.handshake_time

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection, and what was not delivered."""
        self._gate.gone(self.transport)
        self._raw.clear()
        self._unheard.clear()
        if self._timer is not None:
            self._timer.cancel()
        self.let_go()
        super().connection_lost(exc)

    def overdue(self) -> None:
        """The handshake, or reading what was sent last, took too long."""
        self.transport.abort()

    def send_keepalive_ping(self) -> None:
        """Ping a line only after an interval of silence: whatever came shows that it works."""
        assert self.ping_interval is not None
        left = self.heard_at + self.ping_interval - self.loop.time()
        if left > 0:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """A ping was not answered: the client is gone, unless its answer waits unread."""
        assert self.ping_timeout is not None
        if self._paused and self.loop.time() - self.ping_sent_at < UNREAD:
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)
            return
        super().keepalive_timeout()
        self.loop.call_later(GRACE, self.transport.abort)  # what was sent last may never arrive

    def handle_connect(self, event: Any) -> None:
        """After a handshake, put this connection into the scope of the application."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            found: dict[str, Any] = cast(Any, self.scope)["extensions"]
            found[EXTENSION] = self
            cast(Any, self.scope)["state"][LINE] = self

    async def send(self, message: Any) -> None:
        """Send a message of the application; a denied handshake is complete, too."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True
        if self.until is not None and self.handshake_complete:
            self.until = None

    # Reading ------------------------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Incoming bytes: complete text frames go to the listener, everything else to uvicorn, frame by frame."""
        self.heard_at = self.loop.time()
        if not self._raw and not self._paused and (begins := _whole(data)) and self._between_messages():
            self._said(apply_mask(data[begins:], data[begins - 4 : begins]))
        elif not self.handshake_initiated:
            super().data_received(data)
        else:
            self._raw += data
            self._parse()
            if self._paused or (self._raw and self.hear is None):
                self._pause()  # also where uvicorn has resumed

    def _between_messages(self) -> bool:
        """Whether the connection is open and no fragmented message is in progress."""
        conn = self.conn
        return not conn.reader.buffer and conn.current_size is None and conn.state is OPEN and not self.close_sent

    def _parse(self) -> None:
        """Take the next frames: a few messages, which wait for their delivery, and others as far as allowed."""
        while not self._paused and self.conn.state is not CONNECTING and (size := _length(self._raw)):
            if (self._raw[0] != _TEXT or not self._between_messages()) and not self._may():
                self._pause()
                return
            frame = bytes(self._raw[:size])
            del self._raw[:size]
            if (begins := _whole(frame)) and self._between_messages():
                self._said(apply_mask(frame[begins:], frame[begins - 4 : begins]))
            else:
                super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        """A complete message: text goes to the listener, everything else to uvicorn."""
        if self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        said, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self._said(said)

    def _said(self, text: bytes) -> None:
        """Deliver messages after all sockets were read: doing the same work in a row is faster."""
        self._unheard.append(text)
        if len(self._unheard) == 1:
            self.loop.call_soon(self._listen)
        elif len(self._unheard) >= MOST_ASKED:
            self._pause()

    def _listen(self) -> None:
        """Deliver messages while somebody listens and the visitor may send them; then read on."""
        try:
            while self.hear is not None and self._unheard and self._may():
                self.hear(self._unheard.popleft())
        except BaseException:  # a bug: the terminal reconnects and gets the whole state
            self.transport.abort()
            raise
        if self.hear is None or self._unheard:
            self._pause()
        elif self._paused:
            self._go_on()

    def _may(self) -> bool:
        """Whether the visitor may send another message; if not, delivery goes on when nothing is owed any more."""
        if self.messages is None or not (wait := self.messages.use()):
            return True
        if self._timer is None:
            self._timer = self.loop.call_later(wait, self._waited)
        return False

    def junk(self) -> None:
        """What the listener got was no message for it: it counts more."""
        if self.messages is not None:
            self.messages.take(self._gate.limits.junk_cost - 1)

    def _waited(self) -> None:
        self._timer = None
        self._listen()

    def _go_on(self) -> None:
        """Parse what has come, and read more once nothing is left."""
        self._paused = False
        self._parse()
        if not self._paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _pause(self) -> None:
        """Pause reading."""
        if not self.transport.is_closing():
            self._paused = True
            self.transport.pause_reading()

    def listen(self, hear: Callable[[bytes], None] | None) -> None:
        """Set the listener, which gets the waiting messages first; None for no listener."""
        self.hear = hear
        if hear is not None:
            self._listen()

    def push(self, frame: bytes) -> None:
        """Send a frame now; a connection on which too much waits is closed."""
        if self.disconnected or self.close_sent or self.lagging or self.transport.is_closing():
            return
        self.transport.write(frame)
        size = self.transport.get_write_buffer_size()
        self.waiting = self.waiting + 1 if size else 0
        if size > MOST_BYTES or self.waiting > MOST_FRAMES:
            self.drop()

    def shut(self, code: int) -> None:
        """Close the connection after everything waiting was sent."""
        if not self.transport.is_closing():
            self.transport.write(close(code))
            self.transport.close()

    def drop(self) -> None:
        """Close a slow reader: it has a moment to read what is waiting, then it is cut off."""
        self.lagging = True
        self.transport.write(close(LAGGARD, "too slow: come back with ?after="))
        self.loop.call_later(GRACE, self.transport.abort)
