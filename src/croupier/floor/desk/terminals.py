"""Terminals prove themselves by a signature of a number that is used once, so that nobody repeats an old sign-in."""

from __future__ import annotations

import secrets
from collections import deque
from threading import Lock
from typing import NamedTuple

from croupier.core.gaming_day import SECOND
from croupier.store import signed_by

#: How long a number may be used, in microseconds, and how many of them wait for each terminal.
LASTS, MOST = 60 * SECOND, 8
_WORDS = b"croupier: staff signs in at a terminal\n"


class Proof(NamedTuple):
    """What a terminal shows to sign somebody in: its id, the number that it was given, and its signature."""

    terminal: str
    number: str
    signature: bytes


def to_sign(terminal: str, number: str, person: str) -> bytes:
    """The bytes that a terminal signs to sign a person in."""
    return _WORDS + "\n".join((terminal, number, person)).encode("utf-8", "surrogatepass")


class Numbers:
    """The numbers that terminals have been given and have not used yet."""

    def __init__(self) -> None:
        self._turn = Lock()
        self._given: dict[str, deque[tuple[str, int]]] = {}

    def new(self, terminal: str, at: int, *, enrolled: bool) -> str:
        """A new number. A terminal that is not enrolled gets one that is never accepted."""
        number = secrets.token_hex(32)
        if enrolled:
            with self._turn:
                self._given.setdefault(terminal, deque(maxlen=MOST)).append((number, at))
        return number

    def proves(self, proof: Proof, key: str, person: str, at: int) -> bool:
        """Whether the terminal with this key signed its number, which is used up by that."""
        with self._turn:
            given = self._given.get(proof.terminal, deque())
            found = next((each for each in given if each[0] == proof.number), None)
            if found is None:
                return False
            given.remove(found)
        message = to_sign(proof.terminal, proof.number, person)
        return at - found[1] <= LASTS and signed_by(bytes.fromhex(key), message, proof.signature)
