"""What a terminal saw at a close: every fault is named, and so is everything that a proof exchanged afterwards."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from croupier.table.closing import Closing
from croupier.table.outcomes import Seal, draw
from croupier.table.proof import Proof, prove
from croupier.table.witness import Seen, exchanged, fault, read
from tests.support.table.outcomes import DEVICES, SEAL
from tests.support.table.seen import but, cases, good

SAYS = {
    "late": "did not come within 500 milliseconds",
    "missing": "is not in the closing",
    "delay": "has 2000 iterations",
    "root": "not under its root",
    "signature": "not signed by the device",
}


@pytest.mark.parametrize("name", cases())
def test_every_fault_is_named(name: str) -> None:
    found = fault(cases()[name])
    assert (found is None) is (name == "good")
    assert found is None or SAYS[name] in found.message


@pytest.mark.parametrize("change", [{"waited": None}, {"closing": None}, {"waited": None, "closing": None}])
def test_what_never_came_is_late(change: dict[str, None]) -> None:
    found = fault(but(good(), **change))
    assert found is not None
    assert SAYS["late"] in found.message


@pytest.mark.parametrize("path", [None, (), ("L" + "ab" * 32,), ("not a step",)])
def test_a_path_that_leads_elsewhere_is_a_missing_nonce(path: tuple[str, ...] | None) -> None:
    found = fault(but(good(), path=path))
    assert found is not None
    assert SAYS["missing"] in found.message


@pytest.mark.parametrize("field", ["table", "round", "commitment", "key"])
def test_the_signature_covers_the_round_and_its_seal(field: str) -> None:
    other = {"table": "R-4", "round": 13, "commitment": "ab" * 32, "key": "cd" * 32}[field]
    found = fault(but(good(), **{field: other}))
    assert found is not None
    assert SAYS["root" if field in ("table", "round") else "signature"] in found.message


# Against the proof ------------------------------------------------------------------------------------------
def _proof(seen: Seen, seal: Seal = SEAL, **change: object) -> Proof:
    assert seen.closing is not None
    made = {name: getattr(seen.closing, name) for name in seen.closing.__dataclass_fields__}
    closing = Closing(**made, delayed="ef" * 32)
    proof = prove(seal, closing, (draw(seal, closing, 1, "outcome", DEVICES[38]),))
    return msgspec.structs.replace(proof, **change)


def test_a_proof_of_what_was_seen() -> None:
    seen = good()
    assert exchanged(seen, _proof(seen)) is None
    assert exchanged(but(seen, closing=None), _proof(seen)) is None, "it was shown no closing"


def test_everything_that_was_exchanged_is_found() -> None:
    seen, proof = good(), _proof(good())
    assert proof.closing is not None
    for other, says in (
        (msgspec.structs.replace(proof, round=13), "this is another round"),
        (msgspec.structs.replace(proof, commitment="ab" * 32), "the seed was exchanged"),
        (
            msgspec.structs.replace(proof, closing=replace(proof.closing, terminals=4)),
            "The device has signed that one",
        ),
        (msgspec.structs.replace(proof, closing=None), "The device has signed that one"),
    ):
        found = exchanged(seen, other)
        assert found is not None
        assert says in found.message
    unsigned = exchanged(but(seen, signature=None), msgspec.structs.replace(proof, closing=None))
    assert unsigned is not None
    assert "does not prove it to others" in unsigned.message


# Files ------------------------------------------------------------------------------------------------------
def test_evidence_is_read_as_it_was_kept() -> None:
    for seen in cases().values():
        assert read(msgspec.json.encode(seen).decode()) == seen


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "{" * 5_000, '{"format": "croupier evidence 2"}', '{"round": 1, "round": 1}', "\ud800"]
)
def test_anything_else_is_no_evidence(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(text)


@pytest.mark.parametrize("change", [{"nonce": "AB" * 16}, {"key": "ab"}, {"signature": "x" * 128}, {"round": 0}])
def test_evidence_with_a_value_that_cannot_be_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(msgspec.json.encode(msgspec.to_builtins(good()) | change).decode())
