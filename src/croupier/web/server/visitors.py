"""Visitors get a name in a signed cookie; a demonstration has no accounts."""

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
    """Whether a name is a visitor's; "guest-list" is not one."""
    return _NAME.fullmatch(name) is not None


class Visitors:
    """Makes and checks signed names of visitors."""

    def __init__(self, key: bytes) -> None:
        # 48 bytes are whole base64 groups, so that a signature has only one spelling
        self._signer = Signer(key, salt="croupier visitor", key_derivation="hmac", digest_method=sha384)

    def new(self) -> str:
        """A new name."""
        return f"guest-{secrets.token_hex(4)}"

    def cookie(self, name: str) -> str:
        """The Set-Cookie header for a name."""
        made = SimpleCookie({COOKIE: self._signer.sign(name).decode()})
        made[COOKIE].update({"path": "/", "max-age": str(LASTS), "httponly": "yes", "samesite": "Strict"})
        return made[COOKIE].OutputString()

    def read(self, header: str | None) -> str | None:
        """The name in a Cookie header, if its signature is valid."""
        try:
            found = SimpleCookie(header or "")[COOKIE].value
            name = self._signer.unsign(found).decode()
        except (CookieError, KeyError, BadSignature):
            return None
        return name if is_guest(name) else None
