"""Visitors get a name in a signed cookie; a demonstration has no accounts."""

from __future__ import annotations

import re
import secrets
from hashlib import sha384
from http.cookies import SimpleCookie

from itsdangerous import BadSignature, Signer

from croupier.core.clock import Clock
from croupier.web.server.url_numbers import whole

COOKIE = "croupier-visitor"
#: In seconds: for how long a cookie is valid, here as in the browser, and from what age on a page renews it.
LASTS, RENEWED = 30 * 24 * 3600, 24 * 3600
#: Seconds by which the clocks of two servers may differ.
AHEAD = 60
#: Random bytes of a name: nobody gets another's by chance, or finds one by trying.
BYTES = 16
_NAME = re.compile(r"guest-(?:[0-9a-f]{32}|[0-9a-f]{8})")  # older logs have the short form


def is_guest(name: str) -> bool:
    """Whether a name is a visitor's; "guest-list" is not one."""
    return _NAME.fullmatch(name) is not None


class Visitors:
    """Makes and checks signed names of visitors, each with the time at which it was signed."""

    def __init__(self, key: bytes, clock: Clock | None = None) -> None:
        self._clock = clock or Clock()
        # 48 bytes are whole base64 groups, so that a signature has only one spelling
        self._signer = Signer(key, salt="croupier visitor", key_derivation="hmac", digest_method=sha384)

    def new(self) -> str:
        """A new name."""
        return f"guest-{secrets.token_hex(BYTES)}"

    def cookie(self, name: str, *, secure: bool = False) -> str:
        """The Set-Cookie header for a name, valid from now on; `secure` if the browser may send it over TLS alone."""
        made = SimpleCookie({COOKIE: self._signer.sign(f"{name}.{self._clock.now() // 1_000_000}").decode()})
        made[COOKIE].update({"path": "/", "max-age": str(LASTS), "httponly": "yes", "samesite": "Strict"})
        made[COOKIE]["secure"] = secure
        return made[COOKIE].OutputString()

    def read(self, header: str | None) -> str | None:
        """The name in a Cookie header, if its signature is valid and not too old."""
        return self._read(header)[0]

    def renewed(self, header: str | None) -> str | None:
        """The name in a Cookie header that is valid, but old enough to be signed again."""
        name, age = self._read(header)
        return name if age > RENEWED else None

    def _read(self, header: str | None) -> tuple[str | None, int]:
        for part in (header or "").split(";"):  # the parser of the standard library takes seconds for a long one
            key, _, value = part.strip().partition("=")
            if key == COOKIE:
                return self._checked(value)
        return None, 0

    def _checked(self, value: str) -> tuple[str | None, int]:
        try:
            name, _, made = self._signer.unsign(value).decode().rpartition(".")
        except (BadSignature, UnicodeError):
            return None, 0
        age = self._clock.now() // 1_000_000 - (whole(made) or 0)
        return (name, age) if is_guest(name) and -AHEAD <= age < LASTS else (None, 0)
