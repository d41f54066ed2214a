"""The electronic device: outcomes exactly uniform, fixed by seed and log alone, and open to anyone's check."""

from __future__ import annotations

import ast
import doctest
import hmac
import json
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from itertools import count, islice, pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.verify_round import by_hand, device_of, read, verify_round
from croupier.core.chance import Chance, nth
from croupier.core.refusal import Code, Refusal
from croupier.games.roulette.options import RouletteOptions
from croupier.house import load
from croupier.table import outcomes
from croupier.table.outcomes import DeviceFailed, Drawn, Generator, NoChance, Proof, Seal, Verified, Weighed

ROOT = Path(__file__).parents[2]
SEED = bytes(range(32))
SEAL = Seal("R-3", 12, SEED)
LOG = sha256(b"the log at the close").hexdigest()
HOUSES = {
    36: "colorado-craps",
    37: "colorado-single-zero",
    38: "colorado-double-zero",
    39: "colorado-triple-zero",
    54: "colorado-big-six",
}
CONVERTED = "colorado-converted-wheel"


def _log(number: int) -> str:
    return sha256(f"log {number}".encode()).hexdigest()


def _device(name: str) -> str:
    house = load(name)
    return outcomes.device(house.game, house)


DEVICES = {total: _device(name) for total, name in HOUSES.items()}


def _weighed(text: str) -> Weighed:
    found = outcomes.weighed(text)
    assert isinstance(found, Weighed), found
    return found


# What is drawn from -----------------------------------------------------------------------------------------
def test_a_device_is_what_the_house_has() -> None:
    assert DEVICES[36].startswith("1-1:1 1-2:1 1-3:1")
    assert DEVICES[36].endswith("6-5:1 6-6:1")
    assert DEVICES[37].startswith("0:1 1:1 2:1")
    assert DEVICES[38].startswith("0:1 00:1 1:1")
    assert DEVICES[39].startswith("0:1 00:1 000:1 1:1")
    assert DEVICES[54] == "one:23 two:15 five:8 ten:4 twenty:2 flag:1 joker:1"
    for total, text in DEVICES.items():
        assert _weighed(text).total == total
        assert not _weighed(text).void


def test_on_a_converted_wheel_the_double_zero_is_void() -> None:
    assert _device(CONVERTED) == DEVICES[38].replace("00:1 ", "00:1:void ")
    assert _weighed(_device(CONVERTED)).void == {"00"}


@pytest.mark.parametrize("name", [*HOUSES.values(), CONVERTED])
def test_the_house_reads_what_its_device_writes(name: str) -> None:
    house = load(name)
    assert [house.game.read(text, house) for text, _ in _weighed(_device(name)).weights] == list(
        house.game.chance(house)
    )


@pytest.mark.parametrize(
    ("of", "change"), [("award", {"award_weights": {50: 3, 100: 1}}), ("bonus", {"bonus_balls": 3})]
)
def test_the_house_reads_what_a_draw_writes(of: str, change: dict[str, Any]) -> None:
    loaded = load(HOUSES[39])
    house = replace(loaded, options=replace(RouletteOptions.of(loaded), **change))
    chance = house.game.draw_chance(of, house)
    found = _weighed(outcomes.written(chance)).weights
    assert [(house.game.draw(of, text, house), weight) for text, weight in found] == list(chance.weights)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", NoChance("entry", "")),
        ("0:1  1:1", NoChance("entry", "")),
        ("0:1 1:1\n", NoChance("entry", "1:1\n")),
        ("0:0 1:1", NoChance("entry", "0:0")),
        ("0:01 1:1", NoChance("entry", "0:01")),
        ("0:-1", NoChance("entry", "0:-1")),
        ("é:1", NoChance("entry", "é:1")),
        ("0:١", NoChance("entry", "0:١")),
        ("0:1:valid", NoChance("entry", "0:1:valid")),
        ("0:1 1:1 0:2", NoChance("twice")),
        ("0:1:void", NoChance("all-void")),
        ("a:9007199254740991 b:1", NoChance("too-much")),
    ],
)
def test_what_is_no_chance(text: str, why: NoChance) -> None:
    assert outcomes.weighed(text) == why


# Exactly uniform --------------------------------------------------------------------------------------------
def test_every_word_of_8_bits_is_uniform(share: Callable[[str], None]) -> None:
    """The very function with shorter words: every word there is, for every total."""
    for total in range(1, 257):
        found = Counter(outcomes.pick(word, total, bits=8) for word in range(256))
        assert found.pop(None, 0) == 256 % total
        assert found == dict.fromkeys(range(total), 256 // total)
    share("electronic outcomes: all words of 8 bits for all totals from 1 to 256, and of 16 bits for every device")


@pytest.mark.parametrize("total", HOUSES)
def test_every_word_of_16_bits_is_uniform(total: int) -> None:
    found = Counter(outcomes.pick(word, total, bits=16) for word in range(2**16))
    assert found.pop(None, 0) == 2**16 % total
    assert found == dict.fromkeys(range(total), 2**16 // total)


@pytest.mark.parametrize("total", [*HOUSES, 1, 2, 3, 1000, 9139, outcomes.MOST])
def test_words_of_64_bits_are_cut_at_the_last_whole_multiple(total: int) -> None:
    kept = 2**64 // total * total
    assert 0 <= 2**64 - kept < total
    assert outcomes.pick(0, total) == 0
    assert outcomes.pick(kept - 1, total) == total - 1
    for word in {kept, 2**64 - 1} - {2**64, kept - 1}:
        assert outcomes.pick(word, total) is None


@pytest.mark.parametrize("text", [*DEVICES.values(), "50:30 100:15 150:8 200:4 500:1"])
def test_every_number_falls_by_weight(text: str) -> None:
    chance = _weighed(text)
    assert Counter(nth(chance.weights, number) for number in range(chance.total)) == dict(chance.weights)


def _z(found: Counter[Any], weights: Iterable[tuple[Any, int]]) -> float:
    """How far a chi-square is from what is expected, in standard deviations (Wilson and Hilferty)."""
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
    """Before the close nothing is fixed: the seed is the same in all of these."""
    seal = Seal("R-3", total, sha256(b"seed %d" % total).digest())
    found = Counter(outcomes.draw(seal, _log(at), 1, "outcome", DEVICES[total]).outcome for at in range(100_000))
    assert abs(_z(found, _weighed(DEVICES[total]).weights)) < 3.5


def test_a_false_wheel_is_seen() -> None:
    """The measure can fail: the remainder of a byte favors 34 of 37 pockets by a sixth."""
    found = Counter(sha256(_log(at).encode()).digest()[0] % 37 for at in range(100_000))
    assert _z(found, ((pocket, 1) for pocket in range(37))) > 5


# Nothing else determines it ---------------------------------------------------------------------------------
def test_every_bit_of_the_log_counts() -> None:
    """A log that differs in one bit gives another word, and an outcome that owes nothing to the first."""
    words = {outcomes.draw(SEAL, LOG, 1, "outcome", DEVICES[37]).word}
    for bit in range(256):
        other = f"{int(LOG, 16) ^ 1 << bit:064x}"
        words.add(outcomes.draw(SEAL, other, 1, "outcome", DEVICES[37]).word)
    assert len(words) == 257


def test_two_logs_are_independent() -> None:
    pairs: Counter[tuple[str, str]] = Counter()
    for at in range(15_000):
        log = _log(at)
        other = f"{int(log, 16) ^ 1:064x}"
        pairs[
            outcomes.draw(SEAL, log, 1, "outcome", DEVICES[36]).outcome,
            outcomes.draw(SEAL, other, 1, "outcome", DEVICES[36]).outcome,
        ] += 1
    names = [name for name, _ in _weighed(DEVICES[36]).weights]
    assert abs(_z(pairs, (((one, two), 1) for one in names for two in names))) < 3.5


def test_everything_named_in_the_message_counts() -> None:
    asked: list[tuple[Seal, str, int, str, str]] = [
        (SEAL, LOG, 1, "outcome", DEVICES[38]),
        (Seal("R-4", 12, SEED), LOG, 1, "outcome", DEVICES[38]),
        (Seal("R-3", 13, SEED), LOG, 1, "outcome", DEVICES[38]),
        (Seal("R-3", 12, SEED[::-1]), LOG, 1, "outcome", DEVICES[38]),
        (SEAL, _log(1), 1, "outcome", DEVICES[38]),
        (SEAL, LOG, 2, "outcome", DEVICES[38]),
        (SEAL, LOG, 1, "bonus", DEVICES[38]),
        (SEAL, LOG, 1, "outcome", _device(CONVERTED)),
    ]
    words = [word for each in asked for word in islice(outcomes.words(*each), 12)]
    assert len(set(words)) == 12 * len(asked)


def test_no_draw_without_the_digest_of_a_log() -> None:
    for log in ("", "ab" * 31, "AB" * 32, "latest"):
        with pytest.raises(AssertionError, match="digest of the log"):
            outcomes.draw(SEAL, log, 1, "outcome", DEVICES[37])


def test_texts_cannot_be_confused() -> None:
    """Lengths come first: a name that looks like more fields is still one."""
    texts = [("R", "1", "2"), ("R,1:1", "2"), ("R,1:1,1:2",), ("R", "12"), ("R1", "2"), ("", "R12"), ("R12", "")]
    assert len({outcomes.fields(*each) for each in texts}) == len(texts)


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


AWARD = "50:30 100:15 150:8 200:4 500:1"
#: Rejects one word in 2,049; with this log the first.
COIN = "heads:4501401677332736 tails:4501401677332736"
COIN_LOG = "21ad2ad1830e9c7143c9eb2a816c021b087faf88bad46cb24ca5ef7a1f6b8375"
#: A log at which the first spin of the converted wheel is a 00.
VOID_LOG = "8e5efb01f7cc21a3c13d4a4ead1c81ef81c554b5a1a4a968cde21773a9be6620"


@pytest.mark.parametrize(
    ("log", "attempt", "of", "chance", "word", "outcome"),
    [
        (LOG, 1, "outcome", DEVICES[37], "16b5a7de91027cbc", "27"),
        (LOG, 1, "outcome", DEVICES[38], "a4cef4e8509360b8", "15"),
        (LOG, 1, "outcome", DEVICES[39], "aa4392b7d15a9782", "19"),
        (LOG, 1, "outcome", DEVICES[36], "a94cadf05bf3c4ff", "1-4"),
        (LOG, 1, "outcome", DEVICES[54], "b0607519d0b30edd", "one"),
        (LOG, 2, "award", AWARD, "8611d75dc22bf246", "200"),
        (VOID_LOG, 1, "outcome", _device(CONVERTED), "27243698a4cf4195", "00"),
        (VOID_LOG, 2, "outcome", _device(CONVERTED), "4d9b6f9476e4a1c5", "4"),
        (COIN_LOG, 1, "outcome", COIN, "3ccf6201fa4544e0", "tails"),
    ],
)
def test_known_draws(log: str, attempt: int, of: str, chance: str, word: str, outcome: str) -> None:
    assert outcomes.draw(SEAL, log, attempt, of, chance) == Drawn(attempt, of, chance, word, outcome)


def test_a_rejected_word_is_passed_over() -> None:
    first, second = islice(outcomes.words(SEAL, COIN_LOG, 1, "outcome", COIN), 2)
    assert outcomes.pick(first, _weighed(COIN).total) is None
    assert f"{second:016x}" == "3ccf6201fa4544e0"


def test_words_go_on_from_block_to_block() -> None:
    chance = sha256(DEVICES[38].encode()).hexdigest()
    expected = ""
    for block in range(12):
        told = f"15:croupier draw 1,3:R-3,2:12,64:{LOG},1:1,7:outcome,64:{chance},{len(str(block))}:{block},"
        expected += hmac.new(SEED, told.encode(), "sha256").hexdigest()
    found = islice(outcomes.words(SEAL, LOG, 1, "outcome", DEVICES[38]), 48)
    assert "".join(f"{word:016x}" for word in found) == expected


# Health and restarts ----------------------------------------------------------------------------------------
def _numbered(at: int) -> bytes:
    return sha256(b"%d" % at).digest()


def _source(*blocks: bytes) -> Callable[[int], bytes]:
    given = iter(blocks)
    return lambda size: next(given)


def test_the_operating_system_passes() -> None:
    generator = Generator()
    assert len({generator.seal("R-3", at).seed for at in range(1, 2001)}) == 2000


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (_numbered(2), "given before"),
        (_numbered(0), "given before"),
        (_numbered(99), "given before"),  # revealed by the log
        (b"", "0 bytes"),
        (_numbered(3)[:31], "31 bytes"),
        (_numbered(3) + b"1", "33 bytes"),
        (bytes(32), "same byte"),
        (b"\xff" * 32, "same byte"),
        (_numbered(3)[:16] * 2, "within a seed"),
        (_numbered(3)[:24] + _numbered(3)[:8], "within a seed"),
    ],
)
def test_an_unhealthy_generator_stops_for_good(bad: bytes, says: str) -> None:
    source = _source(_numbered(0), _numbered(1), _numbered(2), bad, _numbered(4))
    generator = Generator(source, earlier=[_numbered(99)])
    assert [generator.seal("R-3", at).seed for at in (1, 2)] == [_numbered(1), _numbered(2)]
    for _ in range(3):
        with pytest.raises(DeviceFailed, match=says):
            generator.seal("R-3", 3)
    assert source(32) == _numbered(4), "it is asked no more"


def test_a_generator_that_never_worked_is_not_begun() -> None:
    def broken(size: int) -> bytes:
        raise OSError("no entropy")

    with pytest.raises(DeviceFailed, match="no entropy"):
        Generator(broken)
    with pytest.raises(DeviceFailed, match="same byte"):
        Generator(bytes)
    stuck = Generator(lambda size: _numbered(7))
    with pytest.raises(DeviceFailed, match="given before"):
        stuck.seal("R-3", 1)


def test_a_restart_gives_the_same_outcome(tmp_path: Path) -> None:
    """Another process opens the seed that was kept, and draws what this one would have drawn."""
    seal = Generator().seal("R-3", 12)
    kept = tmp_path / "seed"
    kept.write_bytes(seal.seed)
    code = (
        "import sys; from pathlib import Path; from croupier.table import outcomes as o\n"
        "kept, commitment, log, chance = sys.argv[1:]\n"
        "seal = o.reopened('R-3', 12, Path(kept).read_bytes(), commitment)\n"
        "print(o.draw(seal, log, 1, 'outcome', chance).word)"
    )
    command = [sys.executable, "-c", code, str(kept), seal.commitment, LOG, DEVICES[38]]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == outcomes.draw(seal, LOG, 1, "outcome", DEVICES[38]).word


def test_a_seed_that_was_spoiled_is_not_drawn_from() -> None:
    assert outcomes.reopened("R-3", 12, SEED, SEAL.commitment) == SEAL
    for table, number, seed in (
        ("R-3", 12, SEED[::-1]),
        ("R-3", 12, SEED[:31]),
        ("R-3", 13, SEED),
        ("R-4", 12, SEED),
    ):
        with pytest.raises(DeviceFailed, match="does not open the seal"):
            outcomes.reopened(table, number, seed, SEAL.commitment)


# Proofs -----------------------------------------------------------------------------------------------------
def _drawn(log: str, *asked: tuple[str, str]) -> tuple[Drawn, ...]:
    return tuple(outcomes.draw(SEAL, log, at, of, chance) for at, (of, chance) in enumerate(asked, 1))


WHEEL = ("outcome", DEVICES[38])
CONVERTED_WHEEL = ("outcome", _device(CONVERTED))
PROOFS = {
    "one spin": outcomes.prove(SEAL, LOG, _drawn(LOG, WHEEL)),
    "an award": outcomes.prove(SEAL, LOG, _drawn(LOG, WHEEL, ("award", AWARD))),
    "spun again": outcomes.prove(SEAL, VOID_LOG, _drawn(VOID_LOG, CONVERTED_WHEEL, CONVERTED_WHEEL)),
    "voided after the draw": outcomes.prove(SEAL, LOG, _drawn(LOG, WHEEL), voided=True),
    "voided after a void spin": outcomes.prove(SEAL, VOID_LOG, _drawn(VOID_LOG, CONVERTED_WHEEL), voided=True),
    "voided before the draw": outcomes.prove(SEAL, LOG, (), voided=True),
}


@pytest.mark.parametrize("proof", PROOFS.values(), ids=PROOFS)
def test_a_proof_holds_and_is_read_back(proof: Proof) -> None:
    assert outcomes.verify(proof) == Verified(proof)
    assert read(outcomes.to_json(proof)) == proof


def test_what_a_proof_says() -> None:
    assert PROOFS["one spin"].outcome == "15"
    assert (PROOFS["spun again"].outcome, len(PROOFS["spun again"].draws)) == ("4", 2)
    assert PROOFS["voided after the draw"].outcome is None
    assert PROOFS["voided before the draw"].log is None
    assert PROOFS["voided before the draw"].seed == SEED.hex()


@pytest.mark.parametrize("name", ["an award", "spun again", "voided before the draw"])
def test_every_flipped_bit_of_a_proof_is_detected(name: str, share: Callable[[str], None]) -> None:
    """Every bit of the file: it can no longer be read, or has a fault."""
    file = outcomes.to_json(PROOFS[name]).encode()
    for at in range(len(file)):
        for bit in range(8):
            changed = bytearray(file)
            changed[at] ^= 1 << bit
            try:
                proof = read(changed.decode("utf-8"))
            except ValueError:
                continue
            assert isinstance(outcomes.verify(proof), Refusal), bytes(changed)
    share(f"electronic outcomes: all {8 * len(file):,} flipped bits of a proof ({name}) detected")


def _with(name: str, **change: Any) -> Proof:
    return replace(PROOFS[name], **change)


def _redrawn(name: str, at: int, **change: Any) -> Proof:
    draws = list(PROOFS[name].draws)
    draws[at] = replace(draws[at], **change)
    return replace(PROOFS[name], draws=tuple(draws))


FAULTS: list[tuple[Proof, str]] = [
    (_with("one spin", table=""), "table's name"),
    (_with("one spin", table="Tisch ä"), "table's name"),
    (_with("one spin", round=0), "numbered from 1"),
    (_with("one spin", seed="00"), "The seed is 64"),
    (_with("one spin", log="AB" * 32), "The log is 64"),
    (_with("one spin", log=None), "exactly where something was drawn"),
    (_with("voided before the draw", log=LOG), "exactly where something was drawn"),
    (_with("one spin", table="R-4"), "does not open the seal"),
    (_with("one spin", round=13), "does not open the seal"),
    (_with("one spin", seed=SEED[::-1].hex()), "does not open the seal"),
    (_with("one spin", commitment=LOG), "does not open the seal"),
    (_with("one spin", log=_log(1)), "Draw 1 was not made so"),
    (_redrawn("one spin", 0, attempt=2), "calls itself 2"),
    (_redrawn("one spin", 0, of=""), "is named by"),
    (_redrawn("one spin", 0, of="award"), "was not made so"),
    (_redrawn("one spin", 0, chance="0:1 0:1"), "Draw 1: an outcome is listed twice."),
    (_redrawn("one spin", 0, chance="0:01"), "Draw 1: a chance is written as outcome:weight, not '0:01'."),
    (_redrawn("one spin", 0, chance="0:1:void"), "Draw 1: every outcome is void."),
    (_redrawn("one spin", 0, chance=f"0:{outcomes.MOST} 1:1"), f"more than {outcomes.MOST}."),
    (_redrawn("one spin", 0, chance=DEVICES[37]), "was not made so"),
    (_redrawn("an award", 1, chance=AWARD.replace("500:1", "500:2")), "Draw 2 was not made so"),
    (_redrawn("one spin", 0, word="0" * 16), "was not made so"),
    (_redrawn("one spin", 0, outcome="16"), "draws 15, not 16"),
    (_with("one spin", outcome="16"), "The outcome drawn is 15, not 16"),
    (_with("one spin", outcome=None), "The outcome drawn is 15, not None"),
    (_with("one spin", voided=True), "has no outcome"),
    (_with("voided after the draw", voided=False), "The outcome drawn is 15"),
    (_with("voided before the draw", voided=False), "no outcome was drawn"),
    (_with("voided after a void spin", voided=False), "no outcome was drawn"),
    (_with("spun again", draws=PROOFS["spun again"].draws[:1], outcome="00"), "no outcome was drawn"),
    (_with("spun again", draws=PROOFS["spun again"].draws[1:]), "calls itself 2"),
    # draws that were really made, but ought not to have been
    (_with("one spin", draws=_drawn(LOG, WHEEL, WHEEL)), "draws the outcome once more"),
    (_with("one spin", draws=_drawn(LOG, WHEEL, ("award", AWARD), ("award", AWARD))), "draws the award once more"),
    (_with("one spin", draws=_drawn(LOG, ("award", AWARD), WHEEL)), "before there is an outcome"),
    (_with("one spin", draws=_drawn(LOG, WHEEL, ("award", AWARD + ":void"))), "the award cannot"),
    (_with("spun again", draws=_drawn(VOID_LOG, CONVERTED_WHEEL, WHEEL)), "from other chances than draw 1"),
]


@pytest.mark.parametrize(("proof", "says"), FAULTS, ids=[says for _, says in FAULTS])
def test_a_fault_is_named(proof: Proof, says: str) -> None:
    found = outcomes.verify(proof)
    assert isinstance(found, Refusal)
    assert found.code is Code.PROOF_FAULTY
    assert says in found.message


def test_no_false_proof_is_made() -> None:
    with pytest.raises(AssertionError, match="not made so"):
        outcomes.prove(SEAL, _log(1), _drawn(LOG, WHEEL))
    with pytest.raises(AssertionError, match="no outcome was drawn"):
        outcomes.prove(SEAL, VOID_LOG, _drawn(VOID_LOG, CONVERTED_WHEEL))


# The command ------------------------------------------------------------------------------------------------
def _run(file: Path, **options: Any) -> int:
    with pytest.raises(SystemExit) as ended:
        verify_round(file, **options)
    assert isinstance(ended.value.code, int)
    return ended.value.code


def _file(folder: Path, proof: Proof) -> Path:
    path = folder / "round.json"
    path.write_text(outcomes.to_json(proof), encoding="utf-8")
    return path


@pytest.mark.parametrize("proof", PROOFS.values(), ids=PROOFS)
def test_the_command_says_that_it_holds(proof: Proof, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(_file(tmp_path, proof)) == 0
    said = capsys.readouterr().out
    assert said.startswith("Round 12 of table R-3 holds.\n")
    assert ("the round was voided" in said) == proof.voided
    assert "compare it with the one published before betting opened" in said
    assert _run(_file(tmp_path, proof), json=True, commitment=proof.commitment.upper(), log=proof.log) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["holds"], row["fault"], row["outcome"]) == (True, None, proof.outcome)
    assert row["compared"] == {"commitment": True, "log": proof.log is not None}


SHUFFLED = ("outcome", " ".join(DEVICES[38].split(" ")[::-1]))
DRAWN = [
    ("--commitment", PROOFS["one spin"], {"commitment": "ab" * 32}, "not the seed that was sealed"),
    ("--log", PROOFS["one spin"], {"log": "ab" * 32}, "another log"),
    ("no log", PROOFS["voided before the draw"], {"log": "ab" * 32}, "is not given"),
    ("arithmetic", _with("one spin", round=13), {}, "does not open the seal"),
    ("order of pockets", outcomes.prove(SEAL, LOG, _drawn(LOG, SHUFFLED)), {}, "an order of their own"),
    ("balls", outcomes.prove(SEAL, LOG, _drawn(LOG, WHEEL, ("bonus", "0-1:1 1-2:1"))), {}, "other balls"),
]


@pytest.mark.parametrize(("proof", "options", "says"), [each[1:] for each in DRAWN], ids=[each[0] for each in DRAWN])
def test_the_command_names_the_fault(
    proof: Proof, options: dict[str, str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(_file(tmp_path, proof), **options) == 1
    assert says in capsys.readouterr().out
    assert _run(_file(tmp_path, proof), json=True, **options) == 1
    row = json.loads(capsys.readouterr().out)
    assert not row["holds"]
    assert says in row["fault"]


SOUND = outcomes.to_json(PROOFS["one spin"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Expecting value"),
        ("[" * 100_000, "nested too deeply"),
        ("[]", "does not say"),
        (SOUND.replace("croupier round 1", "croupier round 2"), "does not say"),
        (SOUND.replace('"round": 12', '"round": 12, "round": 12'), "comes twice"),
        (SOUND.replace('"round": 12', '"round": 12.0'), "a float as its round"),
        (SOUND.replace('"round": 12', '"round": true'), "a bool as its round"),
        (SOUND.replace('"round": 12', '"round": 1' + "0" * 5000), "digits"),
        (SOUND.replace('"voided": false', '"voided": 0'), "an int as its voided"),
        (SOUND.replace('"voided"', '"void"'), "has the keys"),
        (SOUND.replace('"attempt": 1', '"attempt": "1"'), "draw 1 has a str as its attempt"),
        (SOUND.replace('"draws": [', '"draws": [7, '), "draw 1 has the keys"),
    ],
)
def test_what_is_no_proof_cannot_be_read(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.json"
    path.write_text(text, encoding="utf-8")
    assert _run(path) == 2
    said = capsys.readouterr()
    assert not said.out
    assert says.replace("an int", "a int") in said.err


def test_files_and_options_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(tmp_path / "none.json") == 2
    (tmp_path / "raw").write_bytes(b"\xff")
    assert _run(tmp_path / "raw") == 2
    assert _run(_file(tmp_path, PROOFS["one spin"]), commitment="ed5d") == 2
    assert "64 hexadecimal digits, not 'ed5d'" in capsys.readouterr().err


@pytest.mark.parametrize("proof", PROOFS.values(), ids=PROOFS)
def test_the_steps_by_hand_are_right(proof: Proof) -> None:
    """What `sha256sum` and `openssl` are told in the steps gives what the steps say."""
    steps = by_hand(proof)
    assert len(steps) == 2 + 5 * len(proof.draws)
    for step, says in pairwise(steps):
        match shlex.split(step):
            case ["printf", "%s", text, "|", "sha256sum"]:
                assert sha256(text.encode()).hexdigest() in says
            case ["printf", "%s", text, "|", "openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", key]:
                made = hmac.new(bytes.fromhex(key.removeprefix("hexkey:")), text.encode(), "sha256").hexdigest()
                word, first, last = says.split()[1], int(says.split()[4]), int(says.split()[6].rstrip(":"))
                assert made[first - 1 : last] == word
            case [word, "mod", total, "is", number, *_]:
                assert int(word, 16) % int(total) == int(number.rstrip(":"))


def test_every_device_is_known_by_its_chances() -> None:
    names = set()
    for house in map(load, [*HOUSES.values(), CONVERTED]):
        drawn = _drawn(LOG, ("outcome", outcomes.device(house.game, house)))
        names.add(device_of(outcomes.prove(SEAL, LOG, drawn)))
    assert len(names) == 6
    assert None not in names


@pytest.mark.parametrize("balls", [2, 3])
def test_a_bonus_round_holds(balls: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loaded = load(CONVERTED)
    house = replace(loaded, options=replace(RouletteOptions.of(loaded), bonus_balls=balls))
    bonus = ("bonus", outcomes.written(house.game.draw_chance("bonus", house)))
    log = next(log for log in map(_log, count()) if not outcomes.is_void(_drawn(log, CONVERTED_WHEEL)[0]))
    assert _run(_file(tmp_path, outcomes.prove(SEAL, log, _drawn(log, CONVERTED_WHEEL, bonus)))) == 0
    said = capsys.readouterr().out
    assert len(said) < 6000
    assert "the SHA-256 of the chance of draw 2" in said


# The page ---------------------------------------------------------------------------------------------------
PAGE = ROOT / "docs" / "electronic-outcomes.md"


def test_the_worked_example_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried >= 10
    assert failed == 0


def test_the_worked_example_is_what_the_device_does(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    proof = read(text.split("```json\n")[1].split("```")[0])
    assert proof == PROOFS["one spin"]
    for told in by_hand(proof)[0], by_hand(proof)[4]:
        message = shlex.split(told)[2]
        assert message in text.replace("\n", "").replace(" " * 4, ""), message


def test_the_device_needs_the_standard_library_and_the_core_only() -> None:
    tree = ast.parse((ROOT / "src/croupier/table/outcomes.py").read_text(encoding="utf-8"))
    named = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    named |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert all(name.startswith("croupier.core") or name.split(".")[0] in sys.stdlib_module_names for name in named)


def test_chances_with_one_outcome_are_drawn_too() -> None:
    assert outcomes.draw(SEAL, LOG, 1, "award", outcomes.written(Chance(((7, 5),)))).outcome == "7"
