"""WebSockets of uvicorn with a way past it: a frame that is made once goes to every terminal as the same bytes.

What a terminal has not read waits in its connection, up to a bound; then the connection is closed, and nobody else is
held up by it. Frames of a server are not masked, so they are the same for all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

#: What may wait for a terminal that reads slowly, in bytes and in frames that found others waiting.
MOST_BYTES = 1 << 20
MOST_FRAMES = 256
#: The code with which a laggard is closed, and the seconds in which it may still read what waits.
LAGGARD = 4408
GRACE = 2.0
#: The code with which a terminal is sent away until somebody runs its table again.
LATER = 1013
#: Where an application finds the connection.
EXTENSION = "croupier.wire"
_TEXT, _CLOSE = 0x81, 0x88
_SHORT, _LONG = 6, 126  # bytes before a short payload, and what stands for a longer one whose length follows
#: The longest that a terminal may say.
MOST_IN = 4096
#: What it may ask before the first of it is answered; more of it waits, so that nobody holds up the others.
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
    """Where the payload begins, if this is one whole text frame of a client; else 0.

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
    """One connection: `push` writes a frame that is made already.

    Text goes to who listens, past uvicorn's own queue. While nobody does it waits, and no more of it is read.
    """

    hear: Callable[[bytes], None] | None = None  # who listens
    waiting = 0  # frames pushed since the connection last had nothing left to write
    lagging = False

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._unheard: deque[bytes] = deque()  # few, and what was read at once
        self._paused = False

    def handle_connect(self, event: Any) -> None:
        """A handshake has come: the application finds this connection in its scope."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            found: dict[str, Any] = cast(Any, self.scope)["extensions"]
            found[EXTENSION] = self

    async def send(self, message: Any) -> None:
        """Send what an application says; a handshake that it has denied is complete too."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def data_received(self, data: bytes) -> None:
        """What comes: a text that is whole in itself goes to who hears it, and all else the way of uvicorn."""
        if (begins := _whole(data)) and self._between_messages():
            self._said(apply_mask(data[begins:], data[begins - 4 : begins]))
        else:
            super().data_received(data)

    def _between_messages(self) -> bool:
        """Whether no part of another message has come, and the connection is open."""
        conn = self.conn
        return not conn.reader.buffer and conn.current_size is None and conn.state is OPEN and not self.close_sent

    def send_receive_event_to_app(self) -> None:
        """A message is whole: text goes to who hears it, and all else the way of uvicorn."""
        if self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        said, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self._said(said)

    def _said(self, text: bytes) -> None:
        """What many say at a time is read first, and heard then: like work in a row is done quicker."""
        self._unheard.append(text)
        if len(self._unheard) == 1:
            self.loop.call_soon(self._listen)
        elif len(self._unheard) >= MOST_ASKED:
            self._pause()

    def _listen(self) -> None:
        try:
            while self.hear is not None and self._unheard:
                self.hear(self._unheard.popleft())
        except BaseException:  # a fault of ours: the terminal comes back, and is told how things are
            self.transport.abort()
            raise
        if self.hear is None:
            self._pause()
        elif self._paused and not self.transport.is_closing():
            self._paused = False
            self.transport.resume_reading()

    def _pause(self) -> None:
        """Read nothing more for now."""
        if not self.transport.is_closing():
            self._paused = True
            self.transport.pause_reading()

    def listen(self, hear: Callable[[bytes], None] | None) -> None:
        """Who listens from here on, to what has waited first; None while there is nobody."""
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
        """Close the connection once all that waits is read."""
        if not self.transport.is_closing():
            self.transport.write(close(code))
            self.transport.close()

    def drop(self) -> None:
        """Close a laggard: it may read what waits for a moment, and is cut off then."""
        self.lagging = True
        self.transport.write(close(LAGGARD, "too slow: come back with ?after="))
        self.loop.call_later(GRACE, self.transport.abort)
