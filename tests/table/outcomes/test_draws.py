"""A draw: only the seed and the log at the close determine it, and other programs draw the same."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from itertools import islice
from math import sqrt
from typing import Any

import pytest

from croupier.table import outcomes
from croupier.table.closing import fields
from croupier.table.outcomes import Drawn, Seal
from tests.support.table.outcomes import (
    AWARD,
    CONVERTED,
    DEVICES,
    HOUSES,
    LOG,
    SEAL,
    SEED,
    VOID_LOG,
    device_of_house,
    log_number,
    weighed,
)


def _z(found: Counter[Any], weights: Iterable[tuple[Any, int]]) -> float:
    """How far a chi-square is from its expected value, in standard deviations (Wilson and Hilferty)."""
    shares = dict(weights)
    drawn, total, free = found.total(), sum(shares.values()), len(shares) - 1
    assert set(found) <= set(shares)
    square = sum(
        (found[each] - drawn * weight / total) ** 2 / (drawn * weight / total) for each, weight in shares.items()
    )
    part = 2 / (9 * free)
    return float((square / free) ** (1 / 3) - (1 - part)) / sqrt(part)


@pytest.mark.parametrize("total", HOUSES)
def test_one_seed_and_many_logs_give_every_outcome_by_its_weight(total: int) -> None:
    """Before the close nothing is determined: all of these have the same seed."""
    seal = Seal("R-3", total, sha256(b"seed %d" % total).digest())
    found = Counter(
        outcomes.draw(seal, log_number(at), 1, "outcome", DEVICES[total]).outcome for at in range(100_000)
    )
    assert abs(_z(found, weighed(DEVICES[total]).weights)) < 3.5


def test_a_biased_wheel_is_detected() -> None:
    """The test can fail: the remainder of a byte favors 34 of 37 pockets by a sixth."""
    found = Counter(sha256(log_number(at).encode()).digest()[0] % 37 for at in range(100_000))
    assert _z(found, ((pocket, 1) for pocket in range(37))) > 5


# Nothing else determines it ---------------------------------------------------------------------------------
def test_every_bit_of_the_log_counts() -> None:
    """A log that differs in one bit gives another word, and an unrelated outcome."""
    words = {outcomes.draw(SEAL, LOG, 1, "outcome", DEVICES[37]).word}
    for bit in range(256):
        other = f"{int(LOG, 16) ^ 1 << bit:064x}"
        words.add(outcomes.draw(SEAL, other, 1, "outcome", DEVICES[37]).word)
    assert len(words) == 257


def test_two_logs_are_independent() -> None:
    pairs: Counter[tuple[str, str]] = Counter()
    for at in range(15_000):
        log = log_number(at)
        other = f"{int(log, 16) ^ 1:064x}"
        pairs[
            outcomes.draw(SEAL, log, 1, "outcome", DEVICES[36]).outcome,
            outcomes.draw(SEAL, other, 1, "outcome", DEVICES[36]).outcome,
        ] += 1
    names = [name for name, _ in weighed(DEVICES[36]).weights]
    assert abs(_z(pairs, (((one, two), 1) for one in names for two in names))) < 3.5


def test_everything_named_in_the_message_counts() -> None:
    asked: list[tuple[Seal, str, int, str, str]] = [
        (SEAL, LOG, 1, "outcome", DEVICES[38]),
        (Seal("R-4", 12, SEED), LOG, 1, "outcome", DEVICES[38]),
        (Seal("R-3", 13, SEED), LOG, 1, "outcome", DEVICES[38]),
        (Seal("R-3", 12, SEED[::-1]), LOG, 1, "outcome", DEVICES[38]),
        (SEAL, log_number(1), 1, "outcome", DEVICES[38]),
        (SEAL, LOG, 2, "outcome", DEVICES[38]),
        (SEAL, LOG, 1, "bonus", DEVICES[38]),
        (SEAL, LOG, 1, "outcome", device_of_house(CONVERTED)),
    ]
    words = [word for each in asked for word in islice(outcomes.words(*each), 12)]
    assert len(set(words)) == 12 * len(asked)


def test_no_draw_without_the_digest_of_a_log() -> None:
    for log in ("", "ab" * 31, "AB" * 32, "latest"):
        with pytest.raises(AssertionError, match="a digest is 64"):
            outcomes.draw(SEAL, log, 1, "outcome", DEVICES[37])


def test_texts_cannot_be_confused() -> None:
    """Lengths come first: a name that looks like several fields is still one field."""
    texts = [("R", "1", "2"), ("R,1:1", "2"), ("R,1:1,1:2",), ("R", "12"), ("R1", "2"), ("", "R12"), ("R12", "")]
    assert len({fields(*each) for each in texts}) == len(texts)


def test_the_commitment_hides_the_seed() -> None:
    assert repr(SEAL) == "Seal(table='R-3', round=12)"
    assert SEAL.commitment not in {sha256(SEED).hexdigest(), sha256(SEED.hex().encode()).hexdigest()}
    others = {Seal(table, number, SEED).commitment for table in ("R-3", "R-4") for number in (11, 12)}
    assert len(others) == 4
    flipped = {Seal("R-3", 12, bytes([*SEED[:at], SEED[at] ^ 1, *SEED[at + 1 :]])).commitment for at in range(32)}
    assert len(flipped | {SEAL.commitment}) == 33


# Known answers, made by a program in another language from docs/electronic-outcomes.md ----------------------
def test_known_commitments() -> None:
    assert SEAL.commitment == "ed5db16b5c460cedc8981a533c16c34b7ff2c261c74ff0613753e0d799f9459b"
    last = Seal("Pit 1, table 7", 9007199254740991, bytes([255] * 31 + [0]))
    assert last.commitment == "af74ec994425430d9f6e1fe47adbb337fa45d32103f6b4759bdefc7082108d7e"


#: Rejects one word in 2,049; with this log the first.
COIN = "heads:4501401677332736 tails:4501401677332736"

COIN_LOG = "21ad2ad1830e9c7143c9eb2a816c021b087faf88bad46cb24ca5ef7a1f6b8375"


@pytest.mark.parametrize(
    ("log", "attempt", "of", "chance", "word", "outcome"),
    [
        (LOG, 1, "outcome", DEVICES[37], "16b5a7de91027cbc", "27"),
        (LOG, 1, "outcome", DEVICES[38], "a4cef4e8509360b8", "15"),
        (LOG, 1, "outcome", DEVICES[39], "aa4392b7d15a9782", "19"),
        (LOG, 1, "outcome", DEVICES[36], "a94cadf05bf3c4ff", "1-4"),
        (LOG, 1, "outcome", DEVICES[54], "b0607519d0b30edd", "one"),
        (LOG, 2, "award", AWARD, "8611d75dc22bf246", "200"),
        (VOID_LOG, 1, "outcome", device_of_house(CONVERTED), "27243698a4cf4195", "00"),
        (VOID_LOG, 2, "outcome", device_of_house(CONVERTED), "4d9b6f9476e4a1c5", "4"),
        (COIN_LOG, 1, "outcome", COIN, "3ccf6201fa4544e0", "tails"),
    ],
)
def test_known_draws(log: str, attempt: int, of: str, chance: str, word: str, outcome: str) -> None:
    assert outcomes.draw(SEAL, log, attempt, of, chance) == Drawn(attempt, of, chance, word, outcome)


def test_a_rejected_word_is_passed_over() -> None:
    first, second = islice(outcomes.words(SEAL, COIN_LOG, 1, "outcome", COIN), 2)
    assert outcomes.pick(first, weighed(COIN).total) is None
    assert f"{second:016x}" == "3ccf6201fa4544e0"


def test_words_go_on_from_block_to_block() -> None:
    chance = sha256(DEVICES[38].encode()).hexdigest()
    expected = ""
    for block in range(12):
        told = f"15:croupier draw 1,3:R-3,2:12,64:{LOG},1:1,7:outcome,64:{chance},{len(str(block))}:{block},"
        expected += hmac.new(SEED, told.encode(), "sha256").hexdigest()
    found = islice(outcomes.words(SEAL, LOG, 1, "outcome", DEVICES[38]), 48)
    assert "".join(f"{word:016x}" for word in found) == expected
