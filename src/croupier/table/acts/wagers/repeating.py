"""Several wagers at once: repeat those of the last round, or take all down."""

from __future__ import annotations

from croupier.conduct.aggregate import Conducted
from croupier.conduct.by import Name
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.conduct.postings import Posting
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.topic import Topic
from croupier.table.acts.wagers.betting import more_from, own_chips, taken_now
from croupier.table.acts.wagers.changing import WagerTakenDown, taken_down
from croupier.table.acts.wagers.placing import WagerPlaced, placed
from croupier.table.decision_helpers import first
from croupier.table.effects import carried_out
from croupier.table.registry import Act, Happening
from croupier.table.state import State
from croupier.text.facts import Person


# Commands ---------------------------------------------------------------------------------------------------
class Repeat(Command, frozen=True):
    """Place the player's wagers of the last round again."""

    topic = Topic.WAGER
    player: Name


class Clear(Command, frozen=True):
    """Take down all wagers of the player that may be taken down."""

    topic = Topic.WAGER_MOVED
    player: Name


# Decisions --------------------------------------------------------------------------------------------------
def repeat(command: Repeat, state: State) -> Conducted[State, Event] | Refusal:
    """Place all wagers of the last round that are not up any more, or none."""
    player = command.player
    if (refusal := taken_now(command, state, player)) is not None:
        return refusal
    may = more_from(command, state, player)
    found, entries = list[Event](), tuple[Posting, ...]()
    for wager, spot, amount in dict(state.repeats).get(player, ()):
        if state.felt.find(player, wager, spot) is not None:
            continue
        own = own_chips(state, player, amount)
        one = first(placed(command, state, player, wager, spot, amount, tip=False), own, may)
        if isinstance(one, Refusal):
            return one
        event, state, posted = carried_out(state, one[0])
        found.append(event)
        entries += posted
    if not found:
        return may or refuse(Code.NOTHING_TO_REPEAT, player=Person(player))
    return Conducted(tuple(found), state, entries)


def clear(command: Clear, state: State) -> Conducted[State, Event] | Refusal:
    """Take down every wager that may come down; one that stays for the sake of another comes down after it."""
    player = command.player
    if (refusal := taken_now(command, state, player, more=False)) is not None:
        return refusal
    found, entries = list[Event](), tuple[Posting, ...]()
    why: Refusal | None = None
    for standing in (*state.felt.standing, *state.felt.standing):
        if standing.seat != player or state.felt.find(player, standing.wager, standing.spot) is None:
            continue
        one = taken_down(command, state, player, standing.wager, standing.spot)
        if isinstance(one, Refusal):
            why = lowest(why, one)
            continue
        event, state, posted = carried_out(state, one[0])
        found.append(event)
        entries += posted
    if not found:
        return why or refuse(Code.NOTHING_STANDS, "nothing-comes-down", player=Person(player))
    return Conducted(tuple(found), state, entries)


ACTS = (
    Act(Repeat, repeat, makes=(WagerPlaced,), at_terminals=True, wagers=True),
    Act(Clear, clear, makes=(WagerTakenDown,), at_terminals=True, wagers=True),
)
HAPPENINGS: tuple[Happening, ...] = ()
