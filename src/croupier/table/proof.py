"""The proof of an electronic round: everything that was secret, and the check of it.

Format 1 is of a house without a delay: the outcome follows from the seed and the digest of the log. Format 2 has a
closing too: the outcome follows from the seed and the delayed closing, which nobody could know in time to choose it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import msgspec
from msgspec import Struct

from croupier.core import delay as delays
from croupier.core.refusal import Code, Refusal, refuse
from croupier.table.closing import NOBODY, Closing, Published, climb, closing_digest, delayed, is_digest, is_path
from croupier.table.outcomes import (
    MOST,
    OUTCOME,
    Drawn,
    Fixed,
    NoChance,
    Seal,
    draw,
    is_count,
    is_name,
    is_table,
    is_void,
    weighed,
)

FORMAT = "croupier round 1"
DELAYED_FORMAT = "croupier round 2"


class Proof(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Everything needed to check a round from outside. Without a closing, a round that drew nothing has no log."""

    table: str
    round: int
    commitment: str
    seed: str
    log: str | None
    draws: tuple[Drawn, ...]
    voided: bool
    outcome: str | None
    closing: Closing | None = None

    @property
    def drawn_from(self) -> Fixed | None:
        """What its draws are made from: the closing, or without a delay the digest of the log."""
        return self.log if self.closing is None else self.closing


@dataclass(frozen=True, slots=True)
class Verified:
    """The proof holds: the outcome follows from the seed and from what the close fixed."""

    proof: Proof


def prove(seal: Seal, at: Fixed | None, draws: tuple[Drawn, ...], *, voided: bool = False) -> Proof:
    """The proof of a finished round, which reveals its seed. `at` is what the draws were made from.

    A closing belongs into the proof even if nothing was drawn: so everybody can compute what would have been drawn.
    """
    spins = [drawn.outcome for drawn in draws if drawn.of == OUTCOME]
    outcome = None if voided or not spins else spins[-1]
    closing = at if isinstance(at, Closing) else None
    log = closing.log if closing is not None else at if draws else None
    assert log is None or isinstance(log, str)
    made = Proof(seal.table, seal.round, seal.commitment, seal.seed.hex(), log, draws, voided, outcome, closing)
    found = verify(made, delay=False)
    assert isinstance(found, Verified), found
    return made


def to_json(proof: Proof) -> str:
    """A proof as the JSON text that is published."""
    form = FORMAT if proof.closing is None else DELAYED_FORMAT
    return json.dumps({"format": form, **msgspec.to_builtins(proof)}, indent=1) + "\n"


def verify(proof: Proof, *, delay: bool = True) -> Verified | Refusal:
    """Check a proof by itself: the seal, the closing, every draw, their order and the outcome. A fault is a refusal.

    Whether the commitment is the one published before betting opened, and the digest that of the log at the close, is
    for the reader to compare. Computing the delay again takes seconds. With `delay=False` it is left out, as at a
    live table, which must not wait.
    """
    if (wrong := _form(proof)) is not None:
        return wrong
    seal = Seal(proof.table, proof.round, bytes.fromhex(proof.seed))
    return (
        _seal(proof, seal)
        or _closing(proof)
        or _draws(proof, seal)
        or order(proof.draws)
        or _end(proof)
        or (_delay(proof) if delay else None)
        or Verified(proof)
    )


def _form(proof: Proof) -> Refusal | None:
    if not is_table(proof.table):
        return refuse(Code.PROOF_FAULTY, "table-name", table=proof.table)
    if not is_count(proof.round):
        return refuse(Code.PROOF_FAULTY, "round-number", round=proof.round)
    for name, text in (("commitment", proof.commitment), ("seed", proof.seed), ("log", proof.log)):
        if text is not None and not is_digest(text):
            return refuse(Code.PROOF_FAULTY, "no-digest", of=name, text=text)
    if proof.closing is None and (proof.log is None) != (not proof.draws):
        return refuse(Code.PROOF_FAULTY, "log-without-draws")
    return None


def _seal(proof: Proof, seal: Seal) -> Refusal | None:
    if seal.commitment == proof.commitment:
        return None
    return refuse(Code.PROOF_FAULTY, "not-opened", gives=seal.commitment, commitment=proof.commitment)


# The closing ------------------------------------------------------------------------------------------------
def _closing(proof: Proof) -> Refusal | None:
    closing = proof.closing
    if closing is None:
        return None
    if closing.log != proof.log:
        return refuse(Code.PROOF_FAULTY, "closing-log", log=proof.log or "None", closing=closing.log)
    if not is_digest(closing.delayed):
        return refuse(Code.PROOF_FAULTY, "no-digest", of="delayed", text=closing.delayed)
    return closing_fault(closing.published, proof.table, proof.round)


def closing_fault(closing: Published, table: str, number: int) -> Refusal | None:
    """What is wrong with a published closing of this round: its form, or its place under the root."""
    for name, text in (("log", closing.log), ("nonces", closing.nonces), ("root", closing.root)):
        if not is_digest(text):
            return refuse(Code.PROOF_FAULTY, "no-digest", of=name, text=text)
    if not 0 <= closing.terminals <= MOST or (closing.terminals == 0) is not (closing.nonces == NOBODY):
        return refuse(Code.PROOF_FAULTY, "closing-terminals", terminals=closing.terminals)
    if not 1 <= closing.iterations <= delays.MOST:
        return refuse(Code.PROOF_FAULTY, "closing-iterations", iterations=closing.iterations, most=delays.MOST)
    if not is_path(closing.path):
        return refuse(Code.PROOF_FAULTY, "closing-path")
    digest = closing_digest(table, number, closing.log, closing.nonces, closing.terminals)
    if (root := climb(digest, closing.path)) != closing.root:
        return refuse(Code.PROOF_FAULTY, "closing-root", gives=root, root=closing.root)
    return None


def _delay(proof: Proof) -> Refusal | None:
    """Compute the delay again: seconds of work."""
    closing = proof.closing
    if closing is None or (found := delayed(closing.root, closing.iterations)) == closing.delayed:
        return None
    return refuse(Code.PROOF_FAULTY, "closing-delay", gives=found, delayed=closing.delayed)


# The draws --------------------------------------------------------------------------------------------------
def _draws(proof: Proof, seal: Seal) -> Refusal | None:
    """Make every draw again and compare."""
    for at, said in enumerate(proof.draws, 1):
        assert proof.drawn_from is not None
        if said.attempt != at:
            return refuse(Code.PROOF_FAULTY, "draw-number", draw=at, attempt=said.attempt)
        if not is_name(said.of):
            return refuse(Code.PROOF_FAULTY, "draw-name", draw=at, of=said.of)
        chance = weighed(said.chance)
        if isinstance(chance, NoChance):
            return _no_chance(chance, at)
        if chance.void and said.of != OUTCOME:
            return refuse(Code.PROOF_FAULTY, "not-void", draw=at, of=said.of)
        found = draw(seal, proof.drawn_from, at, said.of, said.chance)
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


def order(draws: tuple[Drawn, ...]) -> Refusal | None:
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


def _end(proof: Proof) -> Refusal | None:
    stands = next((drawn.outcome for drawn in proof.draws if drawn.of == OUTCOME and not is_void(drawn)), None)
    if proof.voided:
        return None if proof.outcome is None else refuse(Code.PROOF_FAULTY, "voided-outcome")
    if stands is None:
        return refuse(Code.PROOF_FAULTY, "no-outcome")
    if proof.outcome != stands:
        return refuse(Code.PROOF_FAULTY, "other-outcome", drawn=stands, outcome=proof.outcome or "None")
    return None
