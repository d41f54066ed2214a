"""Claims with a person that a correction or a dispute has left open, and their settlement."""

from __future__ import annotations

from typing import Literal

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.table.decision_helpers import Decided, made, money_may_move, seat_of
from croupier.table.ledger import TIPS, Postings, account_of
from croupier.table.people import Claimant
from croupier.table.registry import Act, Happening
from croupier.table.state import State
from croupier.text.facts import Money, Person


# Commands ---------------------------------------------------------------------------------------------------
class SettleClaim(Command, frozen=True):
    """Settle a claim: from or to the rack, in cash, or waived; that of the dealers (`:tips`) with the tip box."""

    topic = Topic.IRREGULAR
    person: Claimant
    how: Literal["rack", "cash", "waived"]


# Events -----------------------------------------------------------------------------------------------------
class ClaimSettled(Event, frozen=True):
    """A claim is settled; below zero the person owed it, above zero the table did."""

    person: str
    amount: int
    how: Literal["rack", "cash", "waived"]


# Decisions --------------------------------------------------------------------------------------------------
def _rack(state: State, person: str) -> int | Refusal:
    if person == TIPS:
        return state.balance("tips")
    seat = seat_of(state, person)
    return seat if isinstance(seat, Refusal) else state.felt.rack(person)


def settle_claim(command: SettleClaim, state: State) -> Decided:
    """Settle the whole claim: from or to the rack, in cash, or waived. The dealers' rack is the tip box."""
    amount = state.claim(command.person)
    if (refusal := money_may_move(state)) is not None:
        return refusal
    if command.how == "rack":
        rack = _rack(state, command.person)
        if isinstance(rack, Refusal):
            return rack
        if rack + amount < 0:
            return refuse(Code.NOT_ENOUGH_CHIPS, "claim", player=Person(command.person), amount=Money(-amount))
    if not amount:
        return refuse(Code.CLAIM_UNKNOWN, player=Person(command.person))
    return (made(ClaimSettled, command, state, person=command.person, amount=amount, how=command.how),)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_claim_settled(state: State, event: ClaimSettled) -> State:
    play = state.felt
    if event.how == "rack" and event.person == TIPS:
        play = play.but(tip_box=play.tip_box + event.amount)
    elif event.how == "rack":
        play = play.with_rack(event.person, event.amount)
    of_cage = state.of_cage
    if of_cage is not None and event.how == "cash" and event.amount < 0:
        of_cage = of_cage.dropped("drop", "cash", -event.amount)
    claims = tuple(each for each in state.claims if each[0] != event.person)
    return state.but(play=play, claims=claims, of_cage=of_cage)


# Postings ---------------------------------------------------------------------------------------------------
def _post_claim(event: ClaimSettled, state: State) -> Postings:
    if event.how == "waived":
        return moved("claims", "bank", event.amount, "claim waived")
    if event.how == "rack":
        return moved("claims", account_of(event.person), event.amount, "claim")
    if event.amount > 0:
        return moved("claims", "outside", event.amount, "claim")
    paid = moved("outside", "drop", -event.amount, "claim")
    return paid + moved("claims", "bank", event.amount, "claim")


ACTS = (Act(SettleClaim, settle_claim, makes=(ClaimSettled,)),)
HAPPENINGS = (Happening(ClaimSettled, _apply_claim_settled, posts=_post_claim),)
