"""Random pits: people, equipment and tables together keep every rule, whatever is tried.

After each command a naive model reads the log (`tests/support/pit/naive.py`). Nobody is in two places, acts without a
valid licence, or approves their own proposal. No roulette table opens or spins without its inspection. No drop box is
at a table of another number. Nothing of a kit is moved while it is out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from croupier import store
from croupier.floor.desk import hashing
from croupier.people.stream import PEOPLE
from croupier.pit.stream import PIT
from tests.support.pit.random_pit import RandomPit

#: Commands of tables that this is about; the others have random tables of their own.
OF_TABLES = """open-table close-table change-house return-kit report-wheel-moved relieve-dealer spin call-no-more-bets
    call-outcome settle open-betting""".split()


def _quickly(secret: str, cost: hashing.Cost, salt: bytes) -> hashing.Hashed:
    """Argon2id is slow on purpose, and not tested here."""
    return hashing.Hashed(cost, salt, sha256(salt + secret.encode()).digest())


def test_random_pits_keep_every_rule(
    proof: bool, share: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every kind of command is accepted at least once, or it would prove nothing."""
    monkeypatch.setattr(hashing, "_hashed", _quickly)
    seed, commands, a_pit = (Random().randrange(2**32), 100_000, 2_000) if proof else (5, 6_000, 2_000)
    done, no, events = Counter[str](), Counter[str](), Counter[str]()
    pits = 0
    while (done + no).total() < commands:
        with store.open("memory:") as kept:
            house = RandomPit(kept, tmp_path / f"{pits}", seed + pits)
            while (house.done + house.no).total() < a_pit:
                house.goes_on()
            house.ends()
        done, no, events, pits = done + house.done, no + house.no, events + house.model.accepted, pits + 1
    for kind in (PEOPLE, PIT):
        of = {f"{kind.prefix}{word}".replace("/", " ").rpartition(" ")[0] for word in kind.events.words.values()}
        assert of <= events.keys(), f"never: {of - events.keys()}"
    assert {f"table {word}" for word in OF_TABLES} <= done.keys()
    share(f"random pits: {(done + no).total():,} commands in {pits} pits with seed {seed}, {done.total():,} accepted")
