"""Hashes passwords and PINs with Argon2id, a few at a time: each takes 19 MiB and a tenth of a second.

A secret for an unknown name takes the same work as a wrong one, so the time tells nobody which names exist.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from hmac import compare_digest
from threading import BoundedSemaphore
from typing import NamedTuple

from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

SALT_BYTES, HASH_BYTES = 16, 32
#: The longest secret, in characters. A longer one is wrong, and costs no more.
LONGEST = 128
#: How many are hashed at the same time, and how many may wait besides.
WORKERS, WAITING = 2, 30


class Cost(NamedTuple):
    """What a hash costs: memory in KiB, passes over it, and lanes."""

    memory: int
    passes: int
    lanes: int


COST = Cost(19 * 1024, 2, 1)
#: The costs that hashes may have: when it is raised, the one before stays here.
COSTS = (COST,)
_BASE64 = r"[A-Za-z0-9+/]+"
_HASH = re.compile(rf"\$argon2id\$v=19\$m=(\d{{1,7}}),t=(\d{{1,2}}),p=(\d{{1,2}})\$({_BASE64})\$({_BASE64})")


class Busy(Exception):
    """Too many secrets wait to be hashed."""


class Hashed(NamedTuple):
    """A hash with its salt and its cost. As text it is the usual form of Argon2 hashes."""

    cost: Cost
    salt: bytes
    digest: bytes

    def __str__(self) -> str:
        memory, passes, lanes = self.cost
        return f"$argon2id$v=19$m={memory},t={passes},p={lanes}${_text(self.salt)}${_text(self.digest)}"

    @classmethod
    def read(cls, text: str) -> Hashed:
        """Read a hash; ValueError if it is not one."""
        found = _HASH.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no hash of Argon2id")
        cost = Cost(int(found[1]), int(found[2]), int(found[3]))
        hashed = cls(cost, _bytes(found[4]), _bytes(found[5]))
        if cost not in COSTS or (len(hashed.salt), len(hashed.digest)) != (SALT_BYTES, HASH_BYTES):
            raise ValueError(f"{text!r} is no hash of this version")
        return hashed


class Hasher:
    """Hashes and compares secrets in a few threads. Its methods block."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(WORKERS, "argon2id")
        self._room = BoundedSemaphore(WORKERS + WAITING)

    def make(self, secret: str) -> str:
        """Hash a new secret; it waits among those that are compared."""
        return str(self._in_turn(secret, COST, secrets.token_bytes(SALT_BYTES)))

    def fits(self, secret: str, known: str | None) -> bool:
        """Whether a secret is the one with this hash. With None the answer is no, after the same work."""
        hashed = None if known is None else Hashed.read(known)
        cost, salt = (COST, secrets.token_bytes(SALT_BYTES)) if hashed is None else (hashed.cost, hashed.salt)
        found = self._in_turn(secret, cost, salt)
        wanted = secrets.token_bytes(HASH_BYTES) if hashed is None else hashed.digest
        return compare_digest(found.digest, wanted) and len(secret) <= LONGEST

    def close(self) -> None:
        """Hash nothing more."""
        self._pool.shutdown()

    def _in_turn(self, secret: str, cost: Cost, salt: bytes) -> Hashed:
        if not self._room.acquire(blocking=False):
            raise Busy
        try:
            return self._pool.submit(_hashed, secret, cost, salt).result()
        finally:
            self._room.release()


def _hashed(secret: str, cost: Cost, salt: bytes) -> Hashed:
    """Hash a secret. Letters that look the same but are encoded differently count as the same."""
    said = unicodedata.normalize("NFKC", secret[:LONGEST]).encode("utf-8", "surrogatepass")
    memory, passes, lanes = cost
    kdf = Argon2id(salt=salt, length=HASH_BYTES, iterations=passes, lanes=lanes, memory_cost=memory)
    return Hashed(cost, salt, kdf.derive(said))


def _text(body: bytes) -> str:
    return b64encode(body).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return b64decode(text + "=" * (-len(text) % 4))
