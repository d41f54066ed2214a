"""Proofs of rounds: a correct one is valid, and every change to one is found and named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from croupier.cli.verify_round import read
from croupier.core.refusal import Code, Refusal
from croupier.table import outcomes
from croupier.table.closing import NOBODY
from croupier.table.proof import Proof, Verified, prove, to_json, verify
from tests.support.table.outcomes import (
    AWARD,
    CLOSING,
    CONVERTED_WHEEL,
    DEVICES,
    LOG,
    PROOFS,
    SEAL,
    SEED,
    VOID_LOG,
    WHEEL,
    changed,
    drawn_from,
    log_number,
)


@pytest.mark.parametrize("proof", PROOFS.values(), ids=PROOFS)
def test_a_proof_holds_and_is_read_back(proof: Proof) -> None:
    assert verify(proof) == Verified(proof)
    assert read(to_json(proof)) == proof


def test_the_contents_of_a_proof() -> None:
    assert PROOFS["one spin"].outcome == "15"
    assert (PROOFS["spun again"].outcome, len(PROOFS["spun again"].draws)) == ("4", 2)
    assert PROOFS["voided after the draw"].outcome is None
    assert PROOFS["voided before the draw"].log is None
    assert PROOFS["voided before the draw"].seed == SEED.hex()


@pytest.mark.parametrize(
    "name", ["an award", "spun again", "voided before the draw", "delayed", "delayed, voided before the draw"]
)
def test_every_flipped_bit_of_a_proof_is_detected(name: str, share: Callable[[str], None]) -> None:
    """Every bit of the file: it can no longer be read, or has a fault."""
    file = to_json(PROOFS[name]).encode()
    for at in range(len(file)):
        for bit in range(8):
            changed = bytearray(file)
            changed[at] ^= 1 << bit
            try:
                proof = read(changed.decode("utf-8"))
            except ValueError:
                continue
            assert isinstance(verify(proof), Refusal), bytes(changed)
    share(f"electronic outcomes: all {8 * len(file):,} flipped bits of a proof ({name}) detected")


def _redrawn(name: str, at: int, **change: Any) -> Proof:
    draws = list(PROOFS[name].draws)
    draws[at] = replace(draws[at], **change)
    return changed(name, draws=tuple(draws))


FAULTS: list[tuple[Proof, str]] = [
    (changed("one spin", table=""), "table's name"),
    (changed("one spin", table="Tisch ä"), "table's name"),
    (changed("one spin", round=0), "numbered from 1"),
    (changed("one spin", seed="00"), "The seed is 64"),
    (changed("one spin", log="AB" * 32), "The log is 64"),
    (changed("one spin", log=None), "exactly where something was drawn"),
    (changed("voided before the draw", log=LOG), "exactly where something was drawn"),
    (changed("one spin", table="R-4"), "does not open the seal"),
    (changed("one spin", round=13), "does not open the seal"),
    (changed("one spin", seed=SEED[::-1].hex()), "does not open the seal"),
    (changed("one spin", commitment=LOG), "does not open the seal"),
    (changed("one spin", log=log_number(1)), "Draw 1 was not made so"),
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
    (changed("one spin", outcome="16"), "The outcome drawn is 15, not 16"),
    (changed("one spin", outcome=None), "The outcome drawn is 15, not None"),
    (changed("one spin", voided=True), "has no outcome"),
    (changed("voided after the draw", voided=False), "The outcome drawn is 15"),
    (changed("voided before the draw", voided=False), "no outcome was drawn"),
    (changed("voided after a void spin", voided=False), "no outcome was drawn"),
    (changed("spun again", draws=PROOFS["spun again"].draws[:1], outcome="00"), "no outcome was drawn"),
    (changed("spun again", draws=PROOFS["spun again"].draws[1:]), "calls itself 2"),
    # draws that were really made, but should not have been
    (changed("one spin", draws=drawn_from(LOG, WHEEL, WHEEL)), "draws the outcome once more"),
    (
        changed("one spin", draws=drawn_from(LOG, WHEEL, ("award", AWARD), ("award", AWARD))),
        "draws the award once more",
    ),
    (changed("one spin", draws=drawn_from(LOG, ("award", AWARD), WHEEL)), "before there is an outcome"),
    (changed("one spin", draws=drawn_from(LOG, WHEEL, ("award", AWARD + ":void"))), "the award cannot"),
    (changed("spun again", draws=drawn_from(VOID_LOG, CONVERTED_WHEEL, WHEEL)), "from other chances than draw 1"),
]


#: Faults of the closing: by what is changed in it.
CLOSINGS: list[tuple[dict[str, Any], str]] = [
    ({"log": "AB" * 32}, "The closing is of the log"),
    ({"nonces": "0"}, "The nonces is 64"),
    ({"nonces": NOBODY}, "number of terminals 3 does not fit"),
    ({"terminals": 0}, "number of terminals 0 does not fit"),
    ({"terminals": -1}, "number of terminals -1 does not fit"),
    ({"terminals": 4}, "not under its root"),
    ({"nonces": LOG}, "not under its root"),
    ({"root": LOG}, "not under its root"),
    ({"root": "x"}, "The root is 64"),
    ({"path": ()}, "not under its root"),
    ({"path": CLOSING.path[::-1]}, "not under its root"),
    ({"path": ("", *CLOSING.path)}, "A step of a path is L or R"),
    ({"path": 41 * CLOSING.path[:1]}, "A step of a path is L or R"),
    ({"iterations": 0}, "iterations, not 0"),
    ({"iterations": 1_000_000_001}, "iterations, not"),
    ({"iterations": 999}, "The delayed value is wrong"),
    ({"delayed": "AB" * 32}, "The delayed is 64"),
    ({"delayed": LOG}, "Draw 1 was not made so"),
]


@pytest.mark.parametrize(("change", "says"), CLOSINGS)
def test_a_fault_of_the_closing_is_named(change: dict[str, Any], says: str) -> None:
    found = verify(changed("delayed", closing=replace(CLOSING, **change)))
    assert isinstance(found, Refusal)
    assert (found.code, says in found.message) == (Code.PROOF_FAULTY, True), found.message


def test_a_delay_that_was_not_computed_is_found_only_by_computing_it() -> None:
    """A table does not wait for seconds; an audit and everybody who checks the round do."""
    chosen = replace(CLOSING, delayed=LOG)
    proof = changed("delayed", closing=chosen, draws=drawn_from(chosen, WHEEL))
    proof = msgspec.structs.replace(proof, outcome=proof.draws[0].outcome)
    assert verify(proof, delay=False) == Verified(proof)
    found = verify(proof)
    assert isinstance(found, Refusal)
    assert "The delayed value is wrong" in found.message


def test_a_delayed_draw_is_no_draw_from_a_log() -> None:
    """The same digest gives other draws in the two formats: no proof can be taken for one of the other format."""
    same = replace(CLOSING, delayed=LOG)
    assert drawn_from(same, WHEEL)[0].word != drawn_from(LOG, WHEEL)[0].word
    assert isinstance(verify(changed("delayed", closing=None)), Refusal)
    assert isinstance(verify(changed("one spin", closing=CLOSING)), Refusal)


@pytest.mark.parametrize(("proof", "says"), FAULTS, ids=[says for _, says in FAULTS])
def test_a_fault_is_named(proof: Proof, says: str) -> None:
    found = verify(proof)
    assert isinstance(found, Refusal)
    assert found.code is Code.PROOF_FAULTY
    assert says in found.message


def test_no_false_proof_is_made() -> None:
    with pytest.raises(AssertionError, match="not made so"):
        prove(SEAL, log_number(1), drawn_from(LOG, WHEEL))
    with pytest.raises(AssertionError, match="no outcome was drawn"):
        prove(SEAL, VOID_LOG, drawn_from(VOID_LOG, CONVERTED_WHEEL))
