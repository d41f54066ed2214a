"""Everybody who opens a page gets a name, in a signed cookie: nobody signs in to a demonstration."""

from __future__ import annotations

import re
import secrets
from hashlib import sha384
from http.cookies import CookieError, SimpleCookie

from itsdangerous import BadSignature, Signer

COOKIE = "croupier-visitor"
LASTS = 30 * 24 * 3600  # seconds
_NAME = re.compile(r"guest-[0-9a-f]{8}")


def is_guest(name: str) -> bool:
    """Whether a name is one that visitors are given; somebody may be called "guest-list" too."""
    return _NAME.fullmatch(name) is not None


class Visitors:
    """Names of visitors, signed with a key of the floor."""

    def __init__(self, key: bytes) -> None:
        # 48 bytes fill their letters of base64 to the last bit, so a signature is written in one way only
        self._signer = Signer(key, salt="croupier visitor", key_derivation="hmac", digest_method=sha384)

    def new(self) -> str:
        """A name that nobody has."""
        return f"guest-{secrets.token_hex(4)}"

    def cookie(self, name: str) -> str:
        """The header that sets it."""
        made = SimpleCookie({COOKIE: self._signer.sign(name).decode()})
        made[COOKIE].update({"path": "/", "max-age": str(LASTS), "httponly": "yes", "samesite": "Strict"})
        return made[COOKIE].OutputString()

    def read(self, header: str | None) -> str | None:
        """The name in a Cookie header, if we signed it."""
        try:
            found = SimpleCookie(header or "")[COOKIE].value
            name = self._signer.unsign(found).decode()
        except (CookieError, KeyError, BadSignature):
            return None
        return name if is_guest(name) else None
