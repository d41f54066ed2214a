"""Who comes gets a name, in a signed cookie: nobody signs in to a demonstration."""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie

COOKIE = "croupier-visitor"
LASTS = 30 * 24 * 3600  # seconds
NAME = re.compile(r"guest-[0-9a-f]{8}")


class Visitors:
    """Names of visitors, signed with a key of the floor."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def new(self) -> str:
        """A name that nobody has."""
        return f"guest-{secrets.token_hex(4)}"

    def cookie(self, name: str) -> str:
        """The header that sets it."""
        return f"{COOKIE}={name}.{self._sign(name)}; Path=/; Max-Age={LASTS}; HttpOnly; SameSite=Strict"

    def read(self, header: str | None) -> str | None:
        """The name in a Cookie header, if we signed it."""
        try:
            found = SimpleCookie(header or "").get(COOKIE)
        except CookieError:
            return None
        name, _, signature = (found.value if found is not None else "").partition(".")
        if not NAME.fullmatch(name) or not hmac.compare_digest(signature.encode(), self._sign(name).encode()):
            return None
        return name

    def _sign(self, name: str) -> str:
        return hmac.new(self._key, f"croupier visitor 1:{name}".encode(), sha256).hexdigest()
