"""HTTP connections of uvicorn with limits: sizes, times, and one request after the other.

The parser gets a request in pieces: its head as it comes, then its body. So a head that is too large is refused
before it is gathered, and what follows a request waits in the connection until that one is answered.
"""

from __future__ import annotations

import time
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from croupier.web.server.gate import STATE, Gate, response
from croupier.web.server.held import LINE, Held

_END = b"\r\n\r\n"
_LARGE = "431 Request Header Fields Too Large"


class HttpWire(Held, HttpToolsProtocol):
    """One connection. Uvicorn runs the application and writes the response."""

    until: float | None = None  # the monotonic time by which the client must have gone on

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._gate: Gate = self.app_state[STATE]
        self._limits = self._gate.limits
        self._raw = bytearray()  # read, but not parsed yet
        self._tail = b""  # the last bytes of an unfinished head
        self._head = 0  # bytes of the head so far; 0 between two requests
        self._body = 0  # bytes of the body that are still to come
        self._busy = False  # a request is complete, and its response is not
        self._refusal: tuple[str, str] | None = None  # status and sentence
        self._over = False  # a request was refused, and nothing is read any more

    def connection_made(self, transport: Any) -> None:
        """Count the connection; the first request has to come soon."""
        super().connection_made(transport)
        self._gate.came(transport, self.client[0] if self.client else "")
        self._expect(self._limits.head_time)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._gate.gone(self.transport)
        self._raw.clear()
        self.let_go()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server ends: a request that waits for its turn is not answered any more."""
        if self.held:
            self.transport.abort()
        else:
            super().shutdown()

    def _expect(self, seconds: float | None) -> None:
        self.until = None if seconds is None else time.monotonic() + seconds

    def overdue(self) -> None:
        """The time for a head or a body, for reading a response, or between two requests is over."""
        if self._over or self.transport.is_closing() or self.flow.write_paused:
            self.transport.abort()
        elif self._head:
            self._refuse("408 Request Timeout", "The request took too long.\n")
        else:
            self.transport.close()

    # Reading ------------------------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Read what has come, as far as it belongs to this request."""
        if not self._over:
            self._raw += data
            self._read()

    def _read(self) -> None:
        while self._raw and not self._over and not self.transport.is_closing():
            if self._busy or self.flow.write_paused:
                self.flow.pause_reading()
                return
            piece = self._piece()
            if self._refusal is None:
                self._feed(piece)
            if self._refusal is not None:
                self._refuse(*self._refusal)

    def _piece(self) -> bytes:
        """The next bytes of this request: of its head to its end, if that has come, or of its body."""
        if self._body:
            size = min(self._body, len(self._raw))
            self._body -= size
        else:
            if not self._head:
                self._unset_keepalive_if_required()
                self._expect(self._limits.head_time)
            known = self._tail + self._raw[: self._limits.headers + len(_END)]
            end = known.find(_END)
            size = len(self._raw) if end < 0 else end + len(_END) - len(self._tail)
            self._tail = bytes(known[1 - len(_END) :])
            self._head += size
            if self._head > self._limits.headers:
                self._refusal = _LARGE, f"A request has at most {self._limits.headers} bytes of headers.\n"
        found = bytes(self._raw[:size])
        del self._raw[:size]
        return found

    def _feed(self, piece: bytes) -> None:
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            if self._refusal is not None:
                return
            if self._should_upgrade():
                self._raw.clear()  # nothing may come before the answer to a handshake
                self.handle_websocket_upgrade()
            else:  # another protocol, which this server does not speak
                self.cycle.keep_alive = False
        except httptools.HttpParserError:
            self._refusal = self._refusal or ("400 Bad Request", "Invalid HTTP request received.\n")

    def _refuse(self, status: str, sentence: str) -> None:
        """Say why, and read no more. The connection stays for a moment, so that the client can read the response."""
        self._over = True
        self._raw.clear()
        self.flow.pause_reading()
        self.transport.write(response(status, sentence))
        if self.transport.can_write_eof():  # TLS cannot
            self.transport.write_eof()
        self._expect(self._limits.refused_time)

    # What the parser finds ----------------------------------------------------------------------------------
    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        super().on_url(url)
        most, query = self._limits.request_line, self._limits.query
        if len(self.url) > most or len(self.url.partition(b"?")[2]) > query:
            sentence = f"An address has at most {most} bytes, {query} of them after the question mark.\n"
            self._refusal = "414 URI Too Long", sentence

    def on_headers_complete(self) -> None:
        """The head is complete: check it, then start to answer it."""
        self._head_ended()
        if self._refusal is None:
            self.scope["state"][LINE] = self
            super().on_headers_complete()

    def _head_ended(self) -> None:
        limits, given = self._limits, self.headers
        self._tail = b""
        size = int(next((value for name, value in given if name == b"content-length"), b"0"))
        if len(given) > limits.header_fields:
            self._refusal = _LARGE, f"A request has at most {limits.header_fields} headers.\n"
        elif sum(len(value) for name, value in given if name == b"cookie") > limits.cookie:
            self._refusal = _LARGE, f"A request has at most {limits.cookie} bytes of cookies.\n"
        elif any(name == b"transfer-encoding" for name, _ in given):
            self._refusal = "411 Length Required", "Send a body with its length.\n"
        elif size > limits.body:
            self._refusal = "413 Content Too Large", f"A body has at most {limits.body} bytes.\n"
        else:
            self._body = size
            self._expect(limits.body_time if self._body else None)

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        if self._refusal is None:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete; the next one waits for the response."""
        if self._refusal is None:
            self._head, self._busy = 0, self.cycle is not None and not self.cycle.response_complete
            self._expect(None if self._busy else self._limits.idle_time)
            super().on_message_complete()

    # Writing ------------------------------------------------------------------------------------------------
    def on_response_complete(self) -> None:
        """The response is complete: read the next request, or wait for one."""
        super().on_response_complete()
        if not self._head and not self.transport.is_closing():
            self._busy = False
            if not self.flow.write_paused:
                self._go_on()

    def _go_on(self) -> None:
        self._expect(self._limits.idle_time)
        self.flow.resume_reading()
        self._read()

    def pause_writing(self) -> None:
        """The client does not read: it has some time for it."""
        super().pause_writing()
        self._expect(self._limits.reading_time)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if self._busy:
            self._expect(None)
        else:
            self._go_on()
