"""Computes what is due at a table: the next lawful act of its round, and who performs it, machine or person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from croupier.conduct.by import ROLES, Role
from croupier.floor.crew import dice, spins, steps
from croupier.floor.crew.act import Act, Step, Waiting
from croupier.floor.crew.irregularities import directed, observed
from croupier.table import State
from croupier.table.acts.irregularities.stops import DecideResumed
from croupier.table.moves import moves_due

#: Every step of a round, by the name that the course of a game uses.
STEPS: Mapping[str, Step] = {**steps.STEPS, **spins.STEPS, **dice.STEPS}


@dataclass(frozen=True)
class Crew:
    """The roles that the machine performs. People perform the others, and always read dice and wheels."""

    automatic: frozenset[Role] = frozenset(ROLES)
    low: int | None = None  # in cents: the bank is filled between rounds if it holds less

    def without(self, *roles: Role) -> Crew:
        """The same crew with people in these roles."""
        return replace(self, automatic=self.automatic - set(roles))


#: The machine performs every role.
AUTOMATIC = Crew()


def due(state: State, crew: Crew = AUTOMATIC, *, told: bool = False) -> Act | Waiting:
    """The machine's next act, or the person the table waits for.

    With `told`, a script or a generator tells the machine what dice and wheels show. Otherwise it knows only what an
    electronic device draws; for anything else that has to be seen, the table waits for a person in that role.
    """
    found = next_act(state, crew.low)
    if isinstance(found, Waiting):
        return found
    knows = not found.seen or state.house.electronic_device or told
    return found if found.role in crew.automatic and knows else Waiting(found.role, found)


def next_act(state: State, low: int | None = None) -> Act | Waiting:
    """The next lawful act of a round, no matter who performs it."""
    if state.phase == "closed":
        return Waiting("pit-supervisor", None, "closed")
    if state.held:
        return _dealt(state, directed(state, Act(DecideResumed, "pit-supervisor", missing=("go_on", "reason"))))
    return with_moves(state, _dealt(state, _of_the_round(state, low)))


def _dealt(state: State, found: Act | Waiting) -> Act | Waiting:
    """An act of a dealer is that of the dealer in charge, where one is."""
    if isinstance(found, Waiting) or found.role != "dealer" or found.person is not None:
        return found
    return replace(found, person=state.dealer)


def with_moves(state: State, found: Act | Waiting) -> Act | Waiting:
    """The act, with which a person also states moves if the house procedure asks for some."""
    if isinstance(found, Waiting) or found.role == "device" or not moves_due(state.house, found.command):
        return found
    return replace(found, missing=(*found.missing, "moves"))


def _of_the_round(state: State, low: int | None) -> Act | Waiting:
    """The next act: of a buy-in, a fill, or the first step of this phase that is due."""
    if (buying := steps.bought_in(state)) is not None:
        return buying
    if (seen := observed(state)) is not None:
        return seen
    if low is not None and state.balance("bank") < low and state.phase in ("open", "settled"):
        return steps.filled(state)
    for name in state.course.steps[state.phase]:
        if (found := STEPS[name](state)) is not None:
            return found
    raise AssertionError(f"nothing is due at {state.game} in phase {state.phase}")
