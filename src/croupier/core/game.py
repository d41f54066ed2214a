"""The type of a game: everything that other layers know about roulette, craps and Big Six."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Generic, TypeAlias, TypeVar

from croupier.core.chance import Chance
from croupier.core.course import Course
from croupier.core.equipment import TableEquipment
from croupier.core.inspection import Inspections
from croupier.core.live import Live
from croupier.core.machine import Fact, FactT, RulesT, Seen, Standing, TableT, Void, Wager
from croupier.core.priced_rows import PricedRows
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.rules import HouseRules
from croupier.core.show import Call, Macro, Show
from croupier.core.table import Table
from croupier.core.topic import Cites

Outcome: TypeAlias = Hashable
OutcomeT = TypeVar("OutcomeT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table that the demonstrations open: its id and its preset."""

    id: str
    preset: str
    in_lobby: bool = True  # whether `croupier serve` shows it; a shift of robots plays at all of them


def _no_draws(of: str, rules: object) -> Chance[Hashable]:
    raise AssertionError(f"no {of} is drawn at this game")


@dataclass(frozen=True, slots=True)
class Game(Generic[TableT, OutcomeT, FactT, RulesT]):
    """The mechanism of one game, as functions. A game imports neither another game nor the house.

    `ready` says whether the device may be used now; `forget` drops every tracker that is not watched; `draw`
    reads the result of a draw that an outcome requires; `announce` returns what staff must say after an outcome.
    """

    name: str
    table: type[TableT]  # its state between outcomes, a dataclass
    facts: tuple[type[FactT], ...]  # its facts, dataclasses
    begin: Callable[[RulesT], TableT]
    read: Callable[[str, RulesT], OutcomeT | Refusal]
    ready: Callable[[TableT, Iterable[Standing], RulesT], TableT | Refusal]
    observe: Callable[[TableT, OutcomeT, RulesT], Seen[TableT, FactT] | Void[TableT]]
    void: Callable[[str, str, TableT], Void[TableT] | Refusal]
    chance: Callable[[RulesT], Chance[OutcomeT]]
    forget: Callable[[TableT, frozenset[str]], TableT]
    wagers: Mapping[str, Wager]
    course: Course  # how a round goes
    cites: Cites  # its paragraphs by topic
    show: Show  # how it is presented to people
    priced: PricedRows[RulesT]  # the rows of its odds
    call: Callable[[FactT, RulesT], Call]  # what an outcome meant, in words
    demo_tables: tuple[DemoTable, ...] = ()
    #: Its kinds of equipment, and what its tables need.
    equipment: TableEquipment[RulesT] = field(default_factory=TableEquipment)
    default_choice: str | None = None  # the choice of a player who does not answer; None: no choices
    readings: tuple[str, ...] = ()  # readings that affect how its wagers run
    #: Gives the dice to a player; None where the dealer spins, deals or shakes, and nobody shoots.
    shooter: Callable[[TableT, str, Iterable[Standing]], TableT | Refusal] | None = None
    #: Why an outcome cannot be read from dice that rest on these sides; None where no dice are thrown.
    cocked: Callable[[OutcomeT, tuple[int, ...]], Refusal | None] | None = None
    merged: Callable[[RulesT], Chance[OutcomeT]] | None = None
    draw: Callable[[str, str, RulesT], Hashable | Refusal] = lambda of, text, rules: refuse(
        Code.ACT_OF_ANOTHER_GAME, "no-draw", of=of
    )
    #: Whether a part of a draw is drawn again, given what was drawn before; refused if a part moved that had to stay.
    again: Callable[[str, str | None, str, RulesT], bool | Refusal] = lambda of, before, text, rules: False
    collects: Callable[[TableT], bool] = lambda table: True  # whether progressives are collected before an outcome
    draw_chance: Callable[[str, RulesT], Chance[Hashable]] = _no_draws
    match_play: Callable[[date], bool] = lambda on: False  # whether coupons on this date need chips beside them
    coupon: Callable[[Wager, RulesT], Refusal | None] = lambda wager, rules: None  # why a wager takes no coupon
    inspection: Inspections[RulesT] | None = None  # what is inspected before a table opens; None: nothing
    live: Live[TableT, RulesT] | None = None  # how the states of its wagers are written as text
    #: The lammers that staff move with the call of an outcome: the wager, and the spot to which its lammer moves.
    lammers: Callable[[TableT, FactT, RulesT], tuple[tuple[str, str], ...]] = lambda before, fact, rules: ()
    #: What the dealer marks on the layout when an outcome is called, and the state of the game with these marks.
    marks: Callable[[FactT], TableT | None] = lambda fact: None
    marked: Callable[[TableT, TableT], TableT] = lambda table, marks: marks
    announce: Callable[[TableT, TableT, RulesT], tuple[str, ...]] = lambda before, after, rules: ()
    macros: Callable[[RulesT], tuple[Macro, ...]] = lambda rules: ()  # bets that terminals place with one press
    #: The usual units of wagers whose pays would often be rounded: by wager, in cents.
    units: Callable[[RulesT], Mapping[str, int]] = lambda rules: {}
    stage: Callable[[TableT], str] = lambda table: ""  # what the next outcome is for, in words
    all_back: Callable[[TableT], TableT] = lambda table: table  # its state after all wagers were returned
    closed: Callable[[TableT], Refusal | None] = lambda table: None
    repair: Callable[[TableT], TableT | Refusal] = lambda table: refuse(Code.ACT_OF_ANOTHER_GAME, "no-repair")

    def told_apart(self, rules: RulesT) -> Chance[OutcomeT]:
        """The outcomes with their weights, merged if they mean the same fact: enough to run a state machine."""
        return (self.merged or self.chance)(rules)


#: Any game.
AnyGame: TypeAlias = Game[Table, Outcome, Fact, HouseRules]
