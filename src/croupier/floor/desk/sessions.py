"""Tokens of sessions, and how long a session may be idle."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from hashlib import sha256

from croupier.conduct.by import Role
from croupier.core.gaming_day import SECOND
from croupier.people.state import Session

TOKEN_BYTES = 32
MINUTE = 60 * SECOND
#: How long a session may be idle, in microseconds: consoles beside a table are in reach of others.
IDLE: Mapping[Role, int] = dict.fromkeys(
    ("dealer", "stickperson", "boxperson", "pit-supervisor", "key-manager"), 5 * MINUTE
)
IDLE_ELSEWHERE = 15 * MINUTE
_TOKEN = re.compile("[0-9a-f]{64}")


def new_token() -> str:
    """A new token: 32 random bytes in hexadecimal. Only the terminal keeps it."""
    return secrets.token_hex(TOKEN_BYTES)


def digest_of(token: str) -> str:
    """The digest by which the log names a session; of what is no token, that of nothing that exists."""
    return sha256(bytes.fromhex(token)).hexdigest() if _TOKEN.fullmatch(token) else ""


class Activity:
    """When sessions were used last. This is not in the log: after a restart they are idle since their last proof."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def idle(self, session: Session, at: int) -> bool:
        """Whether a session was idle for too long."""
        last = max(self._used.get(session.digest, 0), session.proven)
        return at - last > IDLE.get(session.role, IDLE_ELSEWHERE)

    def use(self, session: Session, at: int) -> None:
        """Note that a session was used."""
        self._used[session.digest] = max(at, self._used.get(session.digest, 0))

    def forget_all_but(self, sessions: tuple[Session, ...]) -> None:
        """Forget sessions that have ended."""
        known = {each.digest for each in sessions}
        for digest in self._used.keys() - known:
            self._used.pop(digest, None)
