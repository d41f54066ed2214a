"""Disputes: raised, decided by a person who was not involved, and paid or owed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from croupier.conduct.by import Name
from croupier.conduct.command import Command, Text
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.felt import Felt
from croupier.table.decision_helpers import Decided, made, money_may_move
from croupier.table.ledger import TIPS, Postings, rack_account
from croupier.table.not_taken import Effects
from croupier.table.people import DECIDERS, not_the_same
from croupier.table.registry import Act, Happening
from croupier.table.rows import Move
from croupier.table.state import Dispute, State
from croupier.text.facts import Money


# Commands ---------------------------------------------------------------------------------------------------
class RaiseDispute(Command, frozen=True):
    """Report an irregularity, or dispute the act of a person."""

    roles = frozenset({"player", "dealer", "stickperson", "boxperson"})
    topic = Topic.IRREGULAR
    player: Name
    about: Text
    against: Name


class DecideDispute(Command, frozen=True):
    """Decide a dispute and pay the directed amount (below zero: collect it)."""

    roles = DECIDERS
    topic = Topic.IRREGULAR
    number: Annotated[int, Meta(ge=1, le=10**6)]
    decision: Text
    amount: Annotated[int, Meta(ge=-(10**12), le=10**12)] = 0


# Events -----------------------------------------------------------------------------------------------------
class DisputeRaised(Event, frozen=True):
    """An irregularity or a dispute was brought to the supervisor."""

    number: int
    player: str
    about: str
    against: str


class DisputeDecided(Event, frozen=True):
    """A dispute was decided, and the directed amounts were paid or collected."""

    number: int
    decision: str
    move: Move


# Decisions --------------------------------------------------------------------------------------------------
def raise_dispute(command: RaiseDispute, state: State) -> Decided:
    """The supervisor is notified."""
    fields = {"player": command.player, "about": command.about, "against": command.against}
    return (made(DisputeRaised, command, state, number=state.disputed + 1, **fields),)


def decide_dispute(command: DecideDispute, state: State) -> Decided:
    """Decided by the boxperson or a supervisor, but not by the dealer of the disputed act or the player concerned."""
    dispute = next((each for each in state.disputes if each.number == command.number), None)
    refusal = None if dispute is None else _by_somebody_else(command, dispute, state)
    refusal = refusal or (money_may_move(state) if command.amount else None)
    if refusal is not None:
        return refusal
    if command.amount % state.house.lowest_chip:
        return refuse(Code.NOT_WHOLE_CHIPS, "decision", amount=Money(command.amount))
    if dispute is None:
        return refuse(Code.DISPUTE_UNKNOWN, number=command.number)
    move = move_for(state, dispute.player, command.amount)
    fields = {"number": command.number, "decision": command.decision, "move": move}
    return (made(DisputeDecided, command, state, **fields),)


@implements("30-2206(5)", "47.1-2206(5)", "47.1-2319")
def never_the_dealer(command: Command, dealer: str, state: State) -> Refusal | None:
    """The person who did the disputed act may not decide the dispute."""
    return not_the_same(command.by.person, dealer, "did-it", state.cite(Topic.IRREGULAR))


def _by_somebody_else(command: Command, dispute: Dispute, state: State) -> Refusal | None:
    """Neither the person who did the disputed act nor the one who raised the dispute may decide it."""
    own = not_the_same(command.by.person, dispute.player, "own-dispute", state.cite(Topic.IRREGULAR))
    return never_the_dealer(command, dispute.against, state) or own


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_decided(state: State, event: DisputeDecided) -> Effects:
    dispute = next((each for each in state.disputes if each.number == event.number), None)
    assert dispute is not None, f"no dispute {event.number} is open"
    return {"move": move_for(state, dispute.player, event.move.rack + event.move.claim)}


def move_for(state: State, person: str, amount: int) -> Move:
    """Pay or charge a person: with the rack as far as possible, the rest as a claim."""
    if person == TIPS:
        rack = state.balance("tips")
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
        if move.rack and move.player == TIPS:
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
    dispute = Dispute(event.number, event.player, event.against)
    return state.but(disputes=(*state.disputes, dispute), disputed=event.number)


def _apply_decided(state: State, event: DisputeDecided) -> State:
    left = tuple(each for each in state.disputes if each.number != event.number)
    play = with_racks(state.felt, (event.move,))
    return with_claims(state, (event.move,)).but(play=play, disputes=left)


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
)
HAPPENINGS = (
    Happening(DisputeRaised, _apply_disputed),
    Happening(DisputeDecided, _apply_decided, effects=_effects_decided, posts=_post_move),
)
