"""What a terminal saw at a close, as it keeps it for evidence, and what that shows together with the proof.

The page of a terminal makes the same checks in the browser (`web/terminal/witness.js`).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from croupier.core import json_once
from croupier.core.delay import PATIENCE_MS
from croupier.core.refusal import Code, Refusal, refuse
from croupier.store.seal import signed_by
from croupier.table.closing import Published, climb, is_path, signed_bytes
from croupier.table.outcomes import MOST
from croupier.table.proof import Proof, closing_fault

FORMAT = "croupier evidence 1"
_Bytes32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Seen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a terminal saw of a round.

    `commitment`, `key` and `iterations` were shown before the close. `at` is when it sent its nonce, by its own clock
    in milliseconds, and `waited` after how many milliseconds everything else had come; null if it did not.
    """

    format: Literal["croupier evidence 1"]
    table: Annotated[str, Meta(pattern=r"^[ -~]{1,64}\Z")]
    round: Annotated[int, Meta(ge=1, le=MOST)]
    commitment: _Bytes32
    key: _Bytes32
    iterations: int
    nonce: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    at: int
    waited: int | None
    closing: Published | None
    path: tuple[str, ...] | None
    signature: Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")] | None


_decoder = msgspec.json.Decoder(Seen)


def read(text: str) -> Seen:
    """Read the evidence that a terminal has kept; ValueError if it is not valid."""
    json_once.load(text, dict)
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from error


def fault(seen: Seen) -> Refusal | None:
    """What a terminal warns of at the close: then it does not know that nobody chose the outcome."""
    if seen.waited is None or seen.waited > PATIENCE_MS or seen.closing is None:
        return refuse(Code.PROOF_FAULTY, "seen-late", most=PATIENCE_MS)
    if seen.path is None or not is_path(seen.path) or climb(seen.nonce, seen.path) != seen.closing.nonces:
        return refuse(Code.PROOF_FAULTY, "seen-without-nonce", nonce=seen.nonce)
    if seen.closing.iterations != seen.iterations:
        given = seen.closing.iterations
        return refuse(Code.PROOF_FAULTY, "other-delay", iterations=given, posted=seen.iterations)
    if (wrong := closing_fault(seen.closing, seen.table, seen.round)) is not None:
        return wrong
    return None if signed(seen) else refuse(Code.PROOF_FAULTY, "closing-signature")


def signed(seen: Seen) -> bool:
    """Whether the device has signed the closing that a terminal saw: then nobody can deny it."""
    if seen.closing is None or seen.signature is None:
        return False
    message = signed_bytes(seen.table, seen.round, seen.commitment, seen.closing)
    return signed_by(bytes.fromhex(seen.key), message, bytes.fromhex(seen.signature))


def exchanged(seen: Seen, proof: Proof) -> Refusal | None:
    """What a proof exchanged after the terminal had seen it: the round, its seal or its closing."""
    if (proof.table, proof.round) != (seen.table, seen.round):
        return refuse(Code.PROOF_FAULTY, "seen-other-round", round=seen.round, table=seen.table)
    if proof.commitment != seen.commitment:
        return refuse(Code.PROOF_FAULTY, "seen-other-seal", seen=seen.commitment, commitment=proof.commitment)
    if seen.closing is None or (proof.closing is not None and proof.closing.published == seen.closing):
        return None
    if not signed(seen):
        return refuse(Code.PROOF_FAULTY, "seen-other-closing")
    return refuse(Code.PROOF_FAULTY, "seen-signed-closing", root=seen.closing.root)
