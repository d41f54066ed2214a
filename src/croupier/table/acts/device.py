"""An electronic device: it publishes a seal before wagers are taken and reveals the seed before the next round.

In a house with a delay it also publishes the closing, before anything can be drawn. It applies only to houses with an
electronic device. `outcomes.py` computes outcomes from seeds, `closing.py` what the close fixes.

A decision knows the state, not the log. So only an audit compares the digest in a closing with that of the log at the
close, and computes delays again, each of which takes seconds.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Annotated, TypeAlias

from msgspec import Meta

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import Citation
from croupier.core.course import Course, Phase
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.house import House
from croupier.store.seal import signed_by
from croupier.table import outcomes
from croupier.table.closing import Published, signed_bytes
from croupier.table.decision_helpers import Decided, in_phase, made
from croupier.table.proof import Proof, closing_fault, verify
from croupier.table.registry import Act, Happening
from croupier.table.state import State

#: 32 bytes in hexadecimal, such as a digest or a public key.
Bytes32: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


# Commands ---------------------------------------------------------------------------------------------------
class PublishSeal(Command, frozen=True):
    """Publish the commitment to this round's seed, before a wager is taken."""

    topic = Topic.OUTCOME
    commitment: Bytes32


class PublishClosing(Command, frozen=True):
    """Publish what the outcome will be drawn from: after the close, and before anybody can know the outcome.

    The device signs it with its `key`, so that nobody can deny later which closing was published.
    """

    topic = Topic.OUTCOME
    closing: Published
    key: Bytes32
    signature: Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")]


class RevealSeed(Command, frozen=True):
    """Reveal the seed of a round that is over, with the proof that the outcome followed from it."""

    topic = Topic.OUTCOME
    proof: Proof


# Events -----------------------------------------------------------------------------------------------------
class SealPublished(Event, frozen=True):
    """The device is bound to a seed that nobody knows yet."""

    round: int
    commitment: str


class ClosingPublished(Event, frozen=True):
    """The outcome is fixed, and nobody knows it before the delay has passed."""

    round: int
    closing: Published
    key: str
    signature: str


class SeedRevealed(Event, frozen=True):
    """The seed is public, and the proof of the round is valid."""

    proof: Proof


# Decisions --------------------------------------------------------------------------------------------------
def device_may(command: Command, state: State) -> Refusal | None:
    """A device acts only in a house that has an approved one (reading D1)."""
    if command.by.role != "device" or state.house.electronic_device:
        return None
    return refuse(Code.NOT_YOUR_ROLE, "no-device", cite=state.cite(command.topic))


def shown_by_the_device(command: Command, state: State) -> Refusal | None:
    """In a house with an electronic device, nobody else enters the outcome (reading D1)."""
    if command.by.role == "device" or not state.house.electronic_device:
        return device_may(command, state)
    return refuse(Code.NOT_YOUR_ROLE, "device-decides", cite=state.cite(Topic.OUTCOME))


def not_yet_closed(state: State) -> Refusal | None:
    """After the close, seed and log determine the outcome: only the end of the round can call it off.

    Betting that opened again on the same seed would let somebody who knows it choose between two closes.
    """
    if not state.house.electronic_device or state.phase == state.course.closes:
        return None
    return refuse(Code.NOT_IN_THIS_PHASE, "device-draws", cite=state.cite(Topic.OUTCOME))


def sealed(state: State) -> Refusal | None:
    """Refuse wagers before the device has published its seal."""
    if not state.house.electronic_device or bound(state):
        return None
    return refuse(Code.SEAL_DUE, "not-published", cite=state.cite(Topic.OUTCOME))


def bound(state: State) -> bool:
    """Whether the device is bound to a seed that it has not revealed."""
    return state.seal is not None and not state.revealed


def opened(state: State) -> Refusal | None:
    """Refuse the next round before the seed of the last one is revealed; this holds for voided rounds too."""
    if not bound(state):
        return None
    return refuse(Code.SEAL_DUE, "not-revealed", cite=state.cite(Topic.OUTCOME))


def publish_seal(command: PublishSeal, state: State) -> Decided:
    """Publish one seal for a round, while the round is open."""
    refusal = device_may(command, state) or in_phase(state, ("open",), "publishing", state.cite(Topic.OUTCOME))
    if refusal is None and bound(state):
        refusal = refuse(Code.SEAL_DUE, "published", cite=state.cite(Topic.OUTCOME))
    if refusal is not None:
        return refusal
    return (made(SealPublished, command, state, round=state.round, commitment=command.commitment),)


def publish_closing(command: PublishClosing, state: State) -> Decided:
    """Publish one closing for a sealed round, with the posted delay, between the close and the outcome."""
    cite = state.cite(Topic.OUTCOME)
    refusal = device_may(command, state)
    if refusal is None and not state.house.delay:
        refusal = refuse(Code.SEAL_DUE, "no-delay", cite=cite)
    refusal = refusal or in_phase(state, _after_the_close(state.course), "publish-closing", cite) or sealed(state)
    if refusal is None and state.closing is not None:
        refusal = refuse(Code.SEAL_DUE, "closing-published", cite=cite)
    refusal = refusal or _closing_fault(command.closing, state) or _unsigned(command, state)
    if refusal is not None:
        return refusal
    said = {"closing": command.closing, "key": command.key, "signature": command.signature}
    return (made(ClosingPublished, command, state, round=state.round, **said),)


def _after_the_close(course: Course) -> tuple[Phase, ...]:
    """The phases from the close of betting up to the call of the outcome."""
    last = course.phases.index(course.calls)
    first = last if course.closes is None else course.phases.index(course.closes) + 1
    return course.phases[first : last + 1]


def _closing_fault(closing: Published, state: State) -> Refusal | None:
    cite = Citation(state.house.game.cites[Topic.OUTCOME])
    if closing.iterations != state.house.delay:
        iterations, posted = closing.iterations, state.house.delay
        return refuse(Code.PROOF_FAULTY, "other-delay", cite=str(cite), iterations=iterations, posted=posted)
    found = closing_fault(closing, state.table_id, state.round)
    return None if found is None else replace(found, cite=cite)


def _unsigned(command: PublishClosing, state: State) -> Refusal | None:
    assert state.seal is not None
    message = signed_bytes(state.table_id, state.round, state.seal, command.closing)
    if signed_by(bytes.fromhex(command.key), message, bytes.fromhex(command.signature)):
        return None
    return refuse(Code.PROOF_FAULTY, "closing-signature", cite=state.cite(Topic.OUTCOME))


def closing_due(state: State) -> Refusal | None:
    """In a house with a delay, refuse an outcome before the closing is published."""
    if not state.house.delay or state.closing is not None:
        return None
    return refuse(Code.SEAL_DUE, "closing-due", cite=state.cite(Topic.OUTCOME))


def reveal_seed(command: RevealSeed, state: State) -> Decided:
    """Reveal the seed when the round is over or given up; the proof must hold and belong to this round."""
    if state.play is None:
        return refuse(Code.SEAL_DUE, "none")
    refusal = device_may(command, state) or _over(state)
    if refusal is not None:
        return refusal
    if (refusal := _fault(command.proof, state)) is not None:
        return refusal
    return (made(SeedRevealed, command, state, proof=command.proof),)


def _over(state: State) -> Refusal | None:
    """Refuse to reveal a seed while a wager waits for its draw."""
    cite = state.cite(Topic.OUTCOME)
    if (refusal := in_phase(state, ("settled", "open", "closed"), "revealing", cite)) is not None:
        return refusal
    if (due := state.felt.draw_due) is not None:
        return refuse(Code.STILL_PENDING, "draw", cite=state.course.draws[due].cite, of=due)
    if state.phase == "open" and state.felt.standing:
        return refuse(Code.WAGERS_STAND, "for-the-seed", cite=cite)
    return None if bound(state) else refuse(Code.SEAL_DUE, "none", cite=cite)


def _fault(proof: Proof, state: State) -> Refusal | None:
    """Why a proof does not hold, or does not belong to this round. The table does not wait for the delay."""
    found = verify(proof, delay=False)
    if isinstance(found, Refusal):
        return replace(found, cite=Citation(state.house.game.cites[Topic.OUTCOME]))
    if (proof.table, proof.round) != (state.table_id, state.round):
        return refuse(
            Code.PROOF_FAULTY, "another-round", cite=state.cite(Topic.OUTCOME), round=proof.round, table=proof.table
        )
    if proof.commitment != state.seal:
        return refuse(Code.PROOF_FAULTY, "another-seal", cite=state.cite(Topic.OUTCOME))
    if (None if proof.closing is None else proof.closing.published) != state.closing:
        return refuse(Code.PROOF_FAULTY, "other-closing", cite=state.cite(Topic.OUTCOME))
    if any(drawn.chance != chance_of(state, drawn.of) for drawn in proof.draws):
        return refuse(Code.PROOF_FAULTY, "other-chances", cite=state.cite(Topic.OUTCOME))
    settled = next((each for each in state.rounds if each.number == state.round), None)
    if proof.voided is not (settled is None):
        return refuse(Code.PROOF_FAULTY, "whether-it-counts", cite=state.cite(Topic.OUTCOME))
    if settled is None:
        return None
    shown = tuple(f"{drawn.of} {drawn.outcome}" for drawn in proof.draws if not outcomes.is_void(drawn))
    played = (f"{outcomes.OUTCOME} {settled.outcome}", *(f"{draw.of} {draw.result}" for draw in settled.draws))
    if shown == played:
        return None
    return refuse(Code.PROOF_FAULTY, "other-draws", cite=state.cite(Topic.OUTCOME), draws=shown, settled=played)


def chance_of(state: State, of: str) -> str:
    """The chance that the device draws from for an outcome, an award or a bonus, as a proof writes it."""
    return _drawn_from(state.house, of)


@lru_cache(maxsize=256)
def _drawn_from(house: House, of: str) -> str:
    """Cached: it is the same in every round of a house."""
    if of == outcomes.OUTCOME:
        return outcomes.device(house.game, house)
    return outcomes.written(house.game.draw_chance(of, house))


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_sealed(state: State, event: SealPublished) -> State:
    return state.but(seal=event.commitment, closing=None, revealed=False)


def _apply_closing(state: State, event: ClosingPublished) -> State:
    return state.but(closing=event.closing)


def _apply_revealed(state: State, event: SeedRevealed) -> State:
    return state.but(revealed=True)


ACTS = (
    Act(PublishSeal, publish_seal, makes=(SealPublished,)),
    Act(PublishClosing, publish_closing, makes=(ClosingPublished,)),
    Act(RevealSeed, reveal_seed, makes=(SeedRevealed,), while_closed=True),
)
HAPPENINGS = (
    Happening(SealPublished, _apply_sealed),
    Happening(ClosingPublished, _apply_closing),
    Happening(SeedRevealed, _apply_revealed),
)
