"""Proofs of rounds: a correct one is valid, and every change to one is found and named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from croupier.cli.verify_round import read
from croupier.core.refusal import Code, Refusal
from croupier.table import outcomes
from croupier.table.outcomes import Proof, Verified
from tests.support.table.outcomes import (
    AWARD,
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
    assert outcomes.verify(proof) == Verified(proof)
    assert read(outcomes.to_json(proof)) == proof


def test_the_contents_of_a_proof() -> None:
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


def _redrawn(name: str, at: int, **change: Any) -> Proof:
    draws = list(PROOFS[name].draws)
    draws[at] = replace(draws[at], **change)
    return replace(PROOFS[name], draws=tuple(draws))


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


@pytest.mark.parametrize(("proof", "says"), FAULTS, ids=[says for _, says in FAULTS])
def test_a_fault_is_named(proof: Proof, says: str) -> None:
    found = outcomes.verify(proof)
    assert isinstance(found, Refusal)
    assert found.code is Code.PROOF_FAULTY
    assert says in found.message


def test_no_false_proof_is_made() -> None:
    with pytest.raises(AssertionError, match="not made so"):
        outcomes.prove(SEAL, log_number(1), drawn_from(LOG, WHEEL))
    with pytest.raises(AssertionError, match="no outcome was drawn"):
        outcomes.prove(SEAL, VOID_LOG, drawn_from(VOID_LOG, CONVERTED_WHEEL))
