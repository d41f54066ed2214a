"""Which passwords and PINs are too easy to try."""

from __future__ import annotations

from itertools import pairwise

from croupier.core.refusal import Code, Refusal, refuse
from croupier.floor.desk.hashing import LONGEST
from croupier.people.acts.credentials import Kind

SHORTEST_PASSWORD = 12
SHORTEST_PIN, LONGEST_PIN = 6, 12


def weak(kind: Kind, secret: str) -> Refusal | None:
    """Why a secret is not accepted. A PIN is not one digit repeated, and does not count up or down."""
    if kind == "password":
        fits = SHORTEST_PASSWORD <= len(secret) <= LONGEST
        return None if fits else refuse(Code.SECRET_WEAK, "password", least=SHORTEST_PASSWORD, most=LONGEST)
    digits = secret.isascii() and secret.isdigit() and SHORTEST_PIN <= len(secret) <= LONGEST_PIN
    steps = {int(after) - int(before) for before, after in pairwise(secret)} if digits else {0}
    if steps in ({0}, {1}, {-1}):
        return refuse(Code.SECRET_WEAK, "pin", least=SHORTEST_PIN, most=LONGEST_PIN)
    return None
