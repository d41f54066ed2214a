"""The dealer in charge of a table, and her relief."""

from __future__ import annotations

from croupier.conduct.by import same_person
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.table.acts.money.buy_in import CashReturned
from croupier.table.decision_helpers import Decided, made
from croupier.table.moves import WithMoves, moves_not_stated
from croupier.table.registry import Act, Happening
from croupier.table.state import State
from croupier.text.facts import Person


# Commands ---------------------------------------------------------------------------------------------------
class RelieveDealer(WithMoves, frozen=True):
    """Take charge of the table from the dealer on duty; money that lies spread goes back to its player."""

    topic = Topic.IN_CHARGE


# Events -----------------------------------------------------------------------------------------------------
class DealerRelieved(Event, frozen=True):
    """The dealer who gave the command is in charge now; `relieved` was before."""

    relieved: str | None
    moves: tuple[str, ...] = ()


# Decisions --------------------------------------------------------------------------------------------------
def relieve_dealer(command: RelieveDealer, state: State) -> Decided:
    """Relieve the dealer in charge. A buy-in begins again, because one dealer takes all its steps (reading A14)."""
    if not state.course.one_dealer:
        return refuse(Code.ACT_OF_ANOTHER_GAME, "no-relief", game=state.game)
    person = command.by.person
    if state.dealer is not None and same_person(person, state.dealer):
        return refuse(Code.SAME_PERSON, "own-relief", cite=state.cite(command.topic), player=Person(person))
    if (refusal := _to_be_dropped(state) or moves_not_stated(command, state)) is not None:
        return refusal
    relieved = made(DealerRelieved, command, state, relieved=state.dealer, moves=command.moves)
    if state.buying is None:
        return (relieved,)
    fields = {"player": state.buying.player, "amount": state.buying.amount, "moves": command.moves}
    return (relieved, made(CashReturned, command, state, **fields))


@implements("30-2215(3)")
def _to_be_dropped(state: State) -> Refusal | None:
    """Between chips and drop nobody is relieved (reading A14)."""
    if state.buying is None or state.buying.step != "given":
        return None
    cite, player = state.cite(Topic.CHIPS_GIVEN), Person(state.buying.player)
    return refuse(Code.CASH_ON_THE_TABLE, "drop-at-once", cite=cite, player=player)


@implements("30-2201(4)", "47.1-2201(4)")
def not_in_charge(command: Command, state: State) -> Refusal | None:
    """Refuse another dealer than the one in charge. Nobody is recorded at a table that an older version opened."""
    dealer, person = state.dealer, command.by.person
    if command.by.role != "dealer" or dealer is None or dealer == person or isinstance(command, RelieveDealer):
        return None
    if same_person(dealer, person):
        return None
    cite = state.cite(Topic.IN_CHARGE)
    return refuse(Code.NOT_ON_DUTY, cite=cite, dealer=Person(dealer), player=Person(person))


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_relieved(state: State, event: DealerRelieved) -> State:
    return state.but(dealer=event.by.person)


ACTS = (Act(RelieveDealer, relieve_dealer, makes=(DealerRelieved, CashReturned), while_held=True),)
HAPPENINGS = (Happening(DealerRelieved, _apply_relieved),)
