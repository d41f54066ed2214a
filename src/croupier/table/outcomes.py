"""Outcomes of an electronic device: the seed is committed before betting opens and used when betting closes.

Before wagers are taken, a seed is generated for the round and a SHA-256 hash of it is published. At the close of
betting the outcome is computed from the seed and the digest of the log, by HMAC-SHA256 with rejection sampling.
Before the close there is no such digest, so nothing determines the outcome. After the round, voided or not, the seed
is published in a proof that anybody can check without this program (docs/electronic-outcomes.md).
"""

from __future__ import annotations

import hmac
import json
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from croupier.core.chance import Chance, as_text, nth
from croupier.core.game import AnyGame
from croupier.core.machine import Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.rules import HouseRules
from croupier.table.closing import fields, is_digest

SEED_BYTES = 32
WORD_BITS = 64
#: The largest whole number that a browser holds exactly: limits the sum of weights and the number of a round.
MOST = 2**53 - 1
SEAL = "croupier seal 1"
DRAW = "croupier draw 1"
FORMAT = "croupier round 1"
#: The draws the device makes by itself. An outcome asks for any other draw: an award, bonus balls.
OUTCOME = "outcome"

_TABLE = re.compile(r"[ -~]{1,64}")
_NAME = re.compile(r"[0-9A-Za-z-]+")
_ENTRY = re.compile(r"([0-9A-Za-z-]+):([1-9][0-9]{0,15})(:void)?")
_REMEMBERED = 1000


class DeviceFailed(Exception):
    """The device cannot be trusted any more: no wagers are taken, and the process exits."""


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
    raise DeviceFailed(f"The seed kept for round {number} of table {table} does not open the seal {commitment}.")


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
    """Read a chance from its text; or the reason why it is none."""
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


# The draw ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Drawn:
    """One draw of a round: its purpose, its chance, the random word that decided it, and the result."""

    attempt: int
    of: str
    chance: str
    word: str  # 64 bits in hexadecimal
    outcome: str


def message(seal: Seal, log: str, attempt: int, of: str, chance: str, block: int) -> bytes:
    """The message for HMAC-SHA256, with the seed as key, for one block of four words."""
    found = weighed(chance)
    assert isinstance(found, Weighed), found
    return fields(DRAW, seal.table, str(seal.round), log, str(attempt), of, found.digest, str(block))


def words(seal: Seal, log: str, attempt: int, of: str, chance: str) -> Iterator[int]:
    """The endless words of a draw: each block of 32 bytes is four numbers, big-endian."""
    block = 0
    while True:
        found = hmac.digest(seal.seed, message(seal, log, attempt, of, chance, block), "sha256")
        for at in range(0, len(found), WORD_BITS // 8):
            yield int.from_bytes(found[at : at + WORD_BITS // 8], "big")
        block += 1


def pick(word: int, total: int, bits: int = WORD_BITS) -> int | None:
    """A number below the total, each equally likely; None for the few highest words, which would favor some numbers.

    >>> [pick(word, 3, bits=3) for word in range(8)]
    [0, 1, 2, 0, 1, 2, None, None]
    """
    assert 0 <= word < 2**bits
    assert 0 < total <= 2**bits
    return word % total if word < 2**bits - 2**bits % total else None


def draw(seal: Seal, log: str, attempt: int, of: str, chance: str) -> Drawn:
    """Make a draw after the close. `log` is the digest of the log at the close, in hexadecimal.

    The draws of a round are numbered from 1 in order. A spin that came out void is drawn again, and an award or a
    bonus is drawn after the outcome, each with the next number.
    """
    assert is_digest(log), f"the digest of the log is 64 hexadecimal digits, not {log!r}"
    assert is_count(attempt), f"draws are numbered from 1, not {attempt!r}"
    assert is_name(of), f"a draw is named by letters, digits and '-', not {of!r}"
    found = weighed(chance)
    assert isinstance(found, Weighed), found
    for word in words(seal, log, attempt, of, chance):
        number = pick(word, found.total)
        if number is not None:
            return Drawn(attempt, of, chance, f"{word:016x}", nth(found.weights, number))
    raise AssertionError("words come without end")


def is_name(text: str) -> bool:
    """Whether a text is a valid name of a draw or an outcome."""
    return _NAME.fullmatch(text) is not None


# The proof --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Proof:
    """Everything needed to check a round from outside. A round that drew nothing has no digest of the log."""

    table: str
    round: int
    commitment: str
    seed: str
    log: str | None
    draws: tuple[Drawn, ...]
    voided: bool
    outcome: str | None


@dataclass(frozen=True, slots=True)
class Verified:
    """The proof holds: the outcome follows from the seed and the log."""

    proof: Proof


def prove(seal: Seal, log: str | None, draws: tuple[Drawn, ...], *, voided: bool = False) -> Proof:
    """The proof of a finished round, which reveals its seed. `log` is the digest used for the draws."""
    spins = [drawn.outcome for drawn in draws if drawn.of == OUTCOME]
    outcome = None if voided or not spins else spins[-1]
    used = log if draws else None
    made = Proof(seal.table, seal.round, seal.commitment, seal.seed.hex(), used, draws, voided, outcome)
    found = verify(made)
    assert isinstance(found, Verified), found
    return made


def to_json(proof: Proof) -> str:
    """A proof as the JSON text that is published."""
    return json.dumps({"format": FORMAT, **asdict(proof)}, indent=1) + "\n"


def verify(proof: Proof) -> Verified | Refusal:
    """Check a proof by itself: the seal, every draw, their order and the outcome. A fault is returned as a refusal.

    Whether the commitment is the one published before betting opened, and the digest that of the log at the close, is
    for the reader to compare.
    """
    if (wrong := _form(proof)) is not None:
        return wrong
    seal = Seal(proof.table, proof.round, bytes.fromhex(proof.seed))
    return _seal(proof, seal) or _draws(proof, seal) or _order(proof.draws) or _end(proof) or Verified(proof)


def _form(proof: Proof) -> Refusal | None:
    if not is_table(proof.table):
        return refuse(Code.PROOF_FAULTY, "table-name", table=proof.table)
    if not is_count(proof.round):
        return refuse(Code.PROOF_FAULTY, "round-number", round=proof.round)
    for name, text in (("commitment", proof.commitment), ("seed", proof.seed), ("log", proof.log)):
        if text is not None and not is_digest(text):
            return refuse(Code.PROOF_FAULTY, "no-digest", of=name, text=text)
    if (proof.log is None) != (not proof.draws):
        return refuse(Code.PROOF_FAULTY, "log-without-draws")
    return None


def _seal(proof: Proof, seal: Seal) -> Refusal | None:
    if seal.commitment == proof.commitment:
        return None
    return refuse(Code.PROOF_FAULTY, "not-opened", gives=seal.commitment, commitment=proof.commitment)


def _draws(proof: Proof, seal: Seal) -> Refusal | None:
    """Make every draw again and compare."""
    for at, said in enumerate(proof.draws, 1):
        assert proof.log is not None
        if said.attempt != at:
            return refuse(Code.PROOF_FAULTY, "draw-number", draw=at, attempt=said.attempt)
        if not is_name(said.of):
            return refuse(Code.PROOF_FAULTY, "draw-name", draw=at, of=said.of)
        chance = weighed(said.chance)
        if isinstance(chance, NoChance):
            return _no_chance(chance, at)
        if chance.void and said.of != OUTCOME:
            return refuse(Code.PROOF_FAULTY, "not-void", draw=at, of=said.of)
        found = draw(seal, proof.log, at, said.of, said.chance)
        if found.word != said.word:
            return refuse(Code.PROOF_FAULTY, "other-word", draw=at, gives=found.word, word=said.word)
        if found.outcome != said.outcome:
            return refuse(
                Code.PROOF_FAULTY, "other-result", draw=at, word=found.word, gives=found.outcome, result=said.outcome
            )
    return None


def _no_chance(found: NoChance, at: int) -> Refusal:
    match found.why:
        case "entry":
            return refuse(Code.PROOF_FAULTY, "chance-entry", draw=at, entry=found.entry)
        case "twice":
            return refuse(Code.PROOF_FAULTY, "chance-twice", draw=at)
        case "all-void":
            return refuse(Code.PROOF_FAULTY, "chance-all-void", draw=at)
        case "too-much":
            return refuse(Code.PROOF_FAULTY, "chance-too-much", draw=at, most=MOST)


def _order(draws: tuple[Drawn, ...]) -> Refusal | None:
    """The outcome comes first and is drawn again only where it was void; then each other draw, once."""
    done: set[str] = set()
    for at, drawn in enumerate(draws, 1):
        if drawn.of == OUTCOME and drawn.chance != draws[0].chance:
            return refuse(Code.PROOF_FAULTY, "changed-chances", draw=at)
        if drawn.of in done:
            return refuse(Code.PROOF_FAULTY, "drawn-again", draw=at, of=drawn.of)
        if drawn.of != OUTCOME and OUTCOME not in done:
            return refuse(Code.PROOF_FAULTY, "drawn-early", draw=at, of=drawn.of)
        if not is_void(drawn):
            done.add(drawn.of)
    return None


def is_void(drawn: Drawn) -> bool:
    """Whether the result voids the spin, such as 00 on a wheel used as single zero."""
    chance = weighed(drawn.chance)
    assert isinstance(chance, Weighed), chance
    return drawn.outcome in chance.void


def _end(proof: Proof) -> Refusal | None:
    stands = next((drawn.outcome for drawn in proof.draws if drawn.of == OUTCOME and not is_void(drawn)), None)
    if proof.voided:
        return None if proof.outcome is None else refuse(Code.PROOF_FAULTY, "voided-outcome")
    if stands is None:
        return refuse(Code.PROOF_FAULTY, "no-outcome")
    if proof.outcome != stands:
        return refuse(Code.PROOF_FAULTY, "other-outcome", drawn=stands, outcome=proof.outcome or "None")
    return None
