"""Disputes and irregularities: a dealer notifies, somebody else decides and directs, and observes what is done."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from croupier.conduct.by import Name, same_person
from croupier.conduct.command import Command, Text
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.topic import Topic
from croupier.felt import Felt
from croupier.table.acts.irregularities.notices import Number, answered, directed, numbered
from croupier.table.decision_helpers import Decided, made, money_may_move
from croupier.table.ledger import TIPS, TUBE, Postings, account_of, rack_account
from croupier.table.not_taken import Effects
from croupier.table.registry import Act, Happening
from croupier.table.rows import Move
from croupier.table.state import Dispute, State
from croupier.text.facts import Money, Person


# Commands ---------------------------------------------------------------------------------------------------
class RaiseDispute(Command, frozen=True):
    """Notify the supervisor of an irregularity, or of a player's dispute of a person's act."""

    topic = Topic.IRREGULAR
    about: Text
    player: Name | None = None  # whose dispute it is, if it is one
    against: Name | None = None


class DecideDispute(Command, frozen=True):
    """Decide a dispute, direct the dealer, and pay the directed amount (below zero: collect it)."""

    topic = Topic.IRREGULAR
    number: Number
    decision: Text
    amount: Annotated[int, Meta(ge=-(10**12), le=10**12)] = 0


class ObserveAction(Command, frozen=True):
    """Record having observed what the dealer did as directed; this closes the matter."""

    topic = Topic.IRREGULAR
    number: Number
    action: Text


# Events -----------------------------------------------------------------------------------------------------
class DisputeRaised(Event, frozen=True, kw_only=True):
    """A dealer notified the supervisor of an irregularity or a dispute."""

    number: int
    player: str | None = None
    about: str
    against: str | None = None


class DisputeDecided(Event, frozen=True):
    """A dispute was decided, and the directed amounts were paid or collected."""

    number: int
    decision: str
    move: Move
    directs: str = ""  # the dealer who was directed; older events name none, and closed the dispute


class ActionObserved(Event, frozen=True):
    """The person who directed what is done observed it: the matter is closed."""

    number: int
    action: str


# Decisions --------------------------------------------------------------------------------------------------
def raise_dispute(command: RaiseDispute, state: State) -> Decided:
    """The supervisor is notified."""
    fields = {"about": command.about, "player": command.player, "against": command.against}
    return (made(DisputeRaised, command, state, number=state.disputed + 1, **fields),)


def decide_dispute(command: DecideDispute, state: State) -> Decided:
    """Decided by the boxperson or a supervisor, but not by the dealers involved or the player concerned."""
    refusal = lowest(
        answered(command, command.number, state),
        money_may_move(state) if command.amount else None,
        _payable(command, state),
    )
    if refusal is not None:
        return refusal
    dispute = numbered(state, command.number)
    assert dispute is not None
    move = move_for(state, dispute.player or "", command.amount)
    fields = {"number": command.number, "decision": command.decision, "move": move, "directs": dispute.dealer}
    return (made(DisputeDecided, command, state, **fields),)


def observe_action(command: ObserveAction, state: State) -> Decided:
    """Whoever directed what is done observes it, and nobody else (reading A15)."""
    refusal = _observed(command, state)
    return refusal or (made(ActionObserved, command, state, number=command.number, action=command.action),)


def _payable(command: DecideDispute, state: State) -> Refusal | None:
    """Refuse an amount in broken chips, or for nobody."""
    if command.amount % state.house.lowest_chip:
        return refuse(Code.NOT_WHOLE_CHIPS, "decision", amount=Money(command.amount))
    dispute = numbered(state, command.number)
    if not command.amount or dispute is None or dispute.player is not None:
        return None
    return refuse(Code.NOT_NOTIFIED, "nobodys-money", number=command.number)


@implements("30-2206(5)", "47.1-2206(5)", "47.1-2319")
def _observed(command: ObserveAction, state: State) -> Refusal | None:
    """Refuse an observation of what was not directed, or was directed by somebody else."""
    dispute, cite = numbered(state, command.number), state.cite(command.topic)
    if dispute is None:
        return refuse(Code.DISPUTE_UNKNOWN, number=command.number)
    if not dispute.decider:
        return refuse(Code.DISPUTE_OPEN, number=command.number)
    if not same_person(dispute.decider, command.by.person):
        decider = Person(dispute.decider)
        return refuse(Code.NOT_OBSERVED, "by-the-decider", cite=cite, number=command.number, player=decider)
    return None


def all_closed(state: State) -> Refusal | None:
    """Refuse while a matter is not decided, or what was directed is not observed."""
    if not state.disputes:
        return None
    dispute = state.disputes[0]
    if not dispute.decider:
        return refuse(Code.DISPUTE_OPEN, number=dispute.number)
    cite, decider = state.cite(Topic.IRREGULAR), Person(dispute.decider)
    return refuse(Code.NOT_OBSERVED, "by-the-decider", cite=cite, number=dispute.number, player=decider)


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_decided(state: State, event: DisputeDecided) -> Effects:
    dispute = numbered(state, event.number)
    assert dispute is not None, f"no dispute {event.number} is open"
    return {"move": move_for(state, dispute.player or "", event.move.rack + event.move.claim)}


def move_for(state: State, person: str, amount: int) -> Move:
    """Pay or charge a person: with the rack as far as possible, the rest as a claim."""
    if person in (TIPS, TUBE):
        rack = state.balance(account_of(person))
    elif state.seat(person) is None:
        return Move(person, 0, amount)
    else:
        rack = state.felt.rack(person)
    paid = max(amount, -rack)
    return Move(person, paid, amount - paid)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def with_racks(felt: Felt, moves: tuple[Move, ...]) -> Felt:
    """The felt after each person was paid or charged."""
    for move in moves:
        if move.rack and move.player in (TIPS, TUBE):
            felt = felt.but(tip_box=felt.tip_box + move.rack)
        elif move.rack:
            felt = felt.with_rack(move.player, move.rack)
    return felt


def with_claims(state: State, moves: tuple[Move, ...]) -> State:
    """The table after each person was paid or charged, with claims for what the racks could not give or take."""
    claims = dict(state.claims)
    for move in moves:
        claims[move.player] = claims.get(move.player, 0) + move.claim
    return state.but(claims=tuple(sorted((person, amount) for person, amount in claims.items() if amount)))


def _apply_disputed(state: State, event: DisputeRaised) -> State:
    dispute = Dispute(event.number, event.player, event.against, event.by.person)
    return state.but(disputes=(*state.disputes, dispute), disputed=event.number)


def _apply_decided(state: State, event: DisputeDecided) -> State:
    after = with_claims(state, (event.move,)).but(play=with_racks(state.felt, (event.move,)))
    return directed(after, event, event.number) if event.directs else _closed(after, event.number)


def _apply_observed(state: State, event: ActionObserved) -> State:
    return _closed(state, event.number)


def _closed(state: State, number: int) -> State:
    return state.but(disputes=tuple(each for each in state.disputes if each.number != number))


# Postings ---------------------------------------------------------------------------------------------------
def _post_move(event: DisputeDecided, state: State) -> Postings:
    move = event.move
    rack = moved("bank", rack_account(move.player), move.rack, "dispute")
    return rack + moved("bank", "claims", move.claim, "dispute")


ACTS = (
    Act(RaiseDispute, raise_dispute, makes=(DisputeRaised,), while_held=True),
    Act(
        DecideDispute,
        decide_dispute,
        makes=(DisputeDecided,),
        recalled={DisputeDecided: lambda event: {"amount": event.move.rack + event.move.claim}},
    ),
    Act(ObserveAction, observe_action, makes=(ActionObserved,), while_held=True),
)
HAPPENINGS = (
    Happening(DisputeRaised, _apply_disputed),
    Happening(DisputeDecided, _apply_decided, effects=_effects_decided, posts=_post_move),
    Happening(ActionObserved, _apply_observed),
)
