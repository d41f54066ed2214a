"""WebSockets of uvicorn with a fast path: one encoded frame is written to every terminal as the same bytes.

Unread data waits in the buffer of its connection, up to a limit; then the connection is closed, so that nobody is
delayed by a slow reader. Frames of a server are not masked, so they are the same for all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

#: Limits for a slow reader: bytes waiting, and frames sent while others were waiting.
MOST_BYTES = 1 << 20
MOST_FRAMES = 256
#: The close code for a slow reader, and the seconds it has to read what is waiting.
LAGGARD = 4408
GRACE = 2.0
#: The close code that asks a terminal to reconnect later, when its table runs again.
LATER = 1013
#: The key of the connection in the ASGI scope.
EXTENSION = "croupier.wire"
_TEXT, _CLOSE = 0x81, 0x88
_SHORT, _LONG = 6, 126  # header bytes of a short client frame, and the length code for a longer payload
#: The longest message from a terminal, in bytes.
MOST_IN = 4096
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


class Wire(WebSocketsSansIOProtocol):
    """One connection; `push` writes a finished frame.

    Text goes directly to the listener, not through uvicorn's queue. Without a listener it waits, and reading pauses.
    """

    hear: Callable[[bytes], None] | None = None  # the listener for incoming messages
    waiting = 0  # frames pushed since the write buffer was last empty
    lagging = False

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._unheard: deque[bytes] = deque()  # messages read but not delivered yet
        self._paused = False

    def handle_connect(self, event: Any) -> None:
        """After a handshake, put this connection into the scope of the application."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            found: dict[str, Any] = cast(Any, self.scope)["extensions"]
            found[EXTENSION] = self

    async def send(self, message: Any) -> None:
        """Send a message of the application; a denied handshake is complete, too."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def data_received(self, data: bytes) -> None:
        """Incoming bytes: complete text frames go to the listener, everything else to uvicorn."""
        if (begins := _whole(data)) and self._between_messages():
            self._said(apply_mask(data[begins:], data[begins - 4 : begins]))
        else:
            super().data_received(data)

    def _between_messages(self) -> bool:
        """Whether the connection is open and no fragmented message is in progress."""
        conn = self.conn
        return not conn.reader.buffer and conn.current_size is None and conn.state is OPEN and not self.close_sent

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
        try:
            while self.hear is not None and self._unheard:
                self.hear(self._unheard.popleft())
        except BaseException:  # a bug: the terminal reconnects and gets the whole state
            self.transport.abort()
            raise
        if self.hear is None:
            self._pause()
        elif self._paused and not self.transport.is_closing():
            self._paused = False
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
