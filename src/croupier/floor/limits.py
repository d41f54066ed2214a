"""Every limit on what visitors may use, with its figure. docs/limits.md explains them; a test compares the two."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Sizes are in bytes, times in seconds. An allowance has a rate a second, and what may be used at once."""

    # A request
    request_line: int = 4096
    query: int = 2048
    headers: int = 16384
    header_fields: int = 100
    cookie: int = 8192
    body: int = 4096
    head_time: float = 10.0
    body_time: float = 10.0
    idle_time: int = 5
    handshake_time: float = 10.0
    reading_time: float = 20.0
    refused_time: float = 1.0

    # Connections
    connections: int = 10_000
    files_kept: int = 128
    relayed_requests: int = 32
    peer_handshakes: int = 100
    peer_time: float = 5.0
    per_address: int = 2_000
    new_connections: float = 200.0
    new_connections_at_once: float = 100.0
    unread: int = 16384

    # The share of the server's time for pages, requests of the API and handshakes together, and for past rounds
    page_share: float = 0.15
    page_burst: float = 0.05
    handshake_cost: float = 0.001
    past_share: float = 0.15
    past_burst: float = 0.25

    # A visitor
    sockets: int = 20
    messages: float = 50.0
    messages_at_once: float = 100.0
    junk_cost: float = 10.0
    refusals: float = 0.5
    refusals_at_once: float = 300.0
    seats: int = 5
    seats_per_address: int = 1_000

    # A table
    visits: int = 2_000
    visit_time: float = 3600.0


#: The limits where no others are given.
LIMITS = Limits()
