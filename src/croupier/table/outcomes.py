"""Outcomes of an electronic device: the seed is committed before betting opens and used when betting closes.

Before wagers are taken, a seed is generated for the round and a SHA-256 hash of it is published. After the close of
betting the outcome is computed from the seed and from what the close fixed, by HMAC-SHA256 with rejection sampling:
from the delayed closing (`closing.py`), or from the digest of the log in a house without a delay. Before the close
neither exists, so nothing determines the outcome. After the round, voided or not, the seed is published in a proof
(`proof.py`) that anybody can check without this program (docs/electronic-outcomes.md).
"""

from __future__ import annotations

import hmac
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal, NamedTuple, TypeAlias

from croupier.core.chance import Chance, as_text, nth
from croupier.core.game import AnyGame
from croupier.core.machine import Void
from croupier.core.rules import HouseRules
from croupier.table.closing import Closing, fields, is_digest

SEED_BYTES = 32
WORD_BITS = 64
#: The largest whole number that a browser holds exactly: limits the sum of weights and the number of a round.
MOST = 2**53 - 1
SEAL = "croupier seal 1"
DRAW = "croupier draw 1"
#: A draw after a delay: from the delayed root of the closing, not from the digest of the log.
DELAYED_DRAW = "croupier draw 2"
#: The draws the device makes by itself. An outcome asks for any other draw: an award, bonus balls.
OUTCOME = "outcome"

_TABLE = re.compile(r"[ -~]{1,64}")
_NAME = re.compile(r"[0-9A-Za-z-]+")
_ENTRY = re.compile(r"([0-9A-Za-z-]+):([1-9][0-9]{0,15})(:void)?")
_REMEMBERED = 1000


class DeviceFailed(Exception):
    """The device cannot be trusted any more: no wagers are taken, and the process exits."""


class SeedGone(DeviceFailed):
    """The device does not have the seed of a round any more: nothing can be drawn or proved (`croupier recover`)."""


# The seal ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Seal:
    """The secret of one round at one table, and the commitment that is published for it."""

    table: str
    round: int
    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        assert is_table(self.table), f"a table's name is up to 64 printable ASCII characters, not {self.table!r}"
        assert is_count(self.round), f"rounds are numbered from 1, not {self.round!r}"
        assert len(self.seed) == SEED_BYTES, "a seed has 32 bytes"

    @property
    def commitment(self) -> str:
        """The published hash: it fixes the seed without revealing it."""
        return sha256(fields(SEAL, self.table, str(self.round), self.seed.hex())).hexdigest()


def reopened(table: str, number: int, seed: bytes, commitment: str) -> Seal:
    """The seal of a round left open by a restart; fails if the stored seed does not match the commitment."""
    if len(seed) == SEED_BYTES and (seal := Seal(table, number, seed)).commitment == commitment:
        return seal
    kept = "is gone" if not seed else f"does not open the seal {commitment}"
    raise SeedGone(f"The seed kept for round {number} of table {table} {kept}. Run: croupier recover --db DB")


def is_table(text: str) -> bool:
    """Whether a text is a valid name of a table."""
    return _TABLE.fullmatch(text) is not None


def is_count(number: int) -> bool:
    """Whether a number is a valid number of a round."""
    return 1 <= number <= MOST


class Generator:
    """Creates seeds from the operating system's randomness, and tests each one. After one failure it stays failed."""

    def __init__(self, source: Callable[[int], bytes] = os.urandom, earlier: Iterable[bytes] = ()) -> None:
        """`earlier` are seeds that the log has revealed, the latest last: a repeated seed is a fault."""
        self._source = source
        self._seen = deque((sha256(seed).digest() for seed in earlier), maxlen=_REMEMBERED)
        self._failure: str | None = None
        self._take()  # never used: the first seed has something to be compared with

    def seal(self, table: str, number: int) -> Seal:
        """A new seed, sealed for a round."""
        return Seal(table, number, self._take())

    def _take(self) -> bytes:
        if self._failure is not None:
            raise DeviceFailed(self._failure)
        try:
            seed = self._source(SEED_BYTES)
        except (OSError, NotImplementedError) as error:
            self._failure = f"The operating system gives no random bytes: {error}"
            raise DeviceFailed(self._failure) from error
        self._failure = self._fault(seed)
        if self._failure is not None:
            raise DeviceFailed(self._failure)
        self._seen.append(sha256(seed).digest())
        return seed

    def _fault(self, seed: bytes) -> str | None:
        """What is wrong with a seed. A sound generator fails each test less than once in 10^18 seeds."""
        if len(seed) != SEED_BYTES:
            return f"The generator gave {len(seed)} bytes instead of {SEED_BYTES}."
        if len(set(seed)) == 1:
            return "The generator gave the same byte over and over."
        if len({seed[at : at + 8] for at in range(0, SEED_BYTES, 8)}) < SEED_BYTES // 8:
            return "The generator repeated eight bytes within a seed."
        if sha256(seed).digest() in self._seen:
            return "The generator gave a seed that it had given before."
        return None


# What is drawn from -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Weighed:
    """A chance read from its text in a proof."""

    weights: tuple[tuple[str, int], ...]
    void: frozenset[str]
    total: int
    digest: str


class NoChance(NamedTuple):
    """Why a text is not a chance; `entry` is the faulty part."""

    why: Literal["entry", "twice", "all-void", "too-much"]
    entry: str = ""


def written(chance: Chance[Any], void: Iterable[Any] = ()) -> str:
    """A chance as text, with its weights in order; outcomes that void the spin are marked.

    >>> written(Chance((("00", 1), ((4, 2), 3))), void=["00"])
    '00:1:void 4-2:3'
    """
    voids = set(void)
    text = " ".join(f"{as_text(each)}:{weight}{':void' * (each in voids)}" for each, weight in chance.weights)
    found = weighed(text)
    assert isinstance(found, Weighed), found
    return text


def device(game: AnyGame, rules: HouseRules) -> str:
    """The chance that a game's device draws from in this house; on a converted wheel some pockets are void."""
    chance, table = game.chance(rules), game.begin(rules)
    return written(chance, [each for each in chance if isinstance(game.observe(table, each, rules), Void)])


@lru_cache(maxsize=32)
def weighed(text: str) -> Weighed | NoChance:
    """Read a chance from its text; or the reason why it is not valid."""
    found = [_ENTRY.fullmatch(entry) for entry in text.split(" ")]
    entries = [match for match in found if match is not None]
    if len(entries) < len(found):
        return NoChance("entry", text.split(" ")[found.index(None)])
    weights = tuple((match[1], int(match[2])) for match in entries)
    void = frozenset(match[1] for match in entries if match[3])
    total = sum(weight for _, weight in weights)
    if len(dict(weights)) < len(weights):
        return NoChance("twice")
    if len(void) == len(weights):
        return NoChance("all-void")
    if total > MOST:
        return NoChance("too-much")
    return Weighed(weights, void, total, sha256(text.encode("ascii")).hexdigest())


#: What draws are made from: a closing with its delayed root; without a delay, the digest of the log at the close.
Fixed: TypeAlias = str | Closing


# The draw ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Drawn:
    """One draw of a round: its purpose, its chance, the random word that decided it, and the result."""

    attempt: int
    of: str
    chance: str
    word: str  # 64 bits in hexadecimal
    outcome: str


def message(seal: Seal, at: Fixed, attempt: int, of: str, chance: str, block: int) -> bytes:
    """The message for HMAC-SHA256, with the seed as key, for one block of four words."""
    found = weighed(chance)
    assert isinstance(found, Weighed), found
    form, digest = (DRAW, at) if isinstance(at, str) else (DELAYED_DRAW, at.delayed)
    return fields(form, seal.table, str(seal.round), digest, str(attempt), of, found.digest, str(block))


def words(seal: Seal, at: Fixed, attempt: int, of: str, chance: str) -> Iterator[int]:
    """The endless words of a draw: each block of 32 bytes is four numbers, big-endian."""
    block = 0
    while True:
        found = hmac.digest(seal.seed, message(seal, at, attempt, of, chance, block), "sha256")
        for first in range(0, len(found), WORD_BITS // 8):
            yield int.from_bytes(found[first : first + WORD_BITS // 8], "big")
        block += 1


def pick(word: int, total: int, bits: int = WORD_BITS) -> int | None:
    """A number below the total, each equally likely; None for the few highest words, which would favor some numbers.

    >>> [pick(word, 3, bits=3) for word in range(8)]
    [0, 1, 2, 0, 1, 2, None, None]
    """
    assert 0 <= word < 2**bits
    assert 0 < total <= 2**bits
    return word % total if word < 2**bits - 2**bits % total else None


def draw(seal: Seal, at: Fixed, attempt: int, of: str, chance: str) -> Drawn:
    """Make a draw after the close, from what the close fixed.

    The draws of a round are numbered from 1 in order. A spin that came out void is drawn again, and an award or a
    bonus is drawn after the outcome, each with the next number.
    """
    digest = at if isinstance(at, str) else at.delayed
    assert is_digest(digest), f"a digest is 64 hexadecimal digits, not {digest!r}"
    assert is_count(attempt), f"draws are numbered from 1, not {attempt!r}"
    assert is_name(of), f"a draw is named by letters, digits and '-', not {of!r}"
    found = weighed(chance)
    assert isinstance(found, Weighed), found
    for word in words(seal, at, attempt, of, chance):
        number = pick(word, found.total)
        if number is not None:
            return Drawn(attempt, of, chance, f"{word:016x}", nth(found.weights, number))
    raise AssertionError("words come without end")


def is_name(text: str) -> bool:
    """Whether a text is a valid name of a draw or an outcome."""
    return _NAME.fullmatch(text) is not None


def is_void(drawn: Drawn) -> bool:
    """Whether the result voids the spin, such as 00 on a wheel used as single zero."""
    chance = weighed(drawn.chance)
    assert isinstance(chance, Weighed), chance
    return drawn.outcome in chance.void
