"""The types in which rules are declared: the fact of an outcome, the steps of a wager, the payment of a row.

Machines are pure and total over finite spaces, so that one declaration is played, enumerated, solved and
compiled. Each game has tables, outcomes, facts and states of its own. The layers above a game do not look into them:
they hand back what they were given.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Literal, NamedTuple, Protocol, TypeAlias, TypedDict, TypeVar, Unpack

from croupier.core.citation import MOST_NAMED, Authority, Citation, counted
from croupier.core.options import Side
from croupier.core.printed_odds import Odds
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.rules import HouseRules
from croupier.core.show import WagerShow
from croupier.core.table import Table
from croupier.text.facts import WagerId

# For any game: a state is some hashable value, a fact is any object.
State: TypeAlias = Hashable
Fact: TypeAlias = object

# For one game.
StateT = TypeVar("StateT", bound=Hashable)
TableT = TypeVar("TableT", bound=Table)
FactT = TypeVar("FactT")
RulesT = TypeVar("RulesT")
TableC = TypeVar("TableC", bound=Table, covariant=True)
FactC = TypeVar("FactC", covariant=True)
RulesC = TypeVar("RulesC", covariant=True)

ActName = Literal["place", "raise", "reduce", "take-down", "on", "off"]


# What an outcome means ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Void(Generic[TableC]):
    """An outcome that does not count: no wager moves. With `returned`, every wager goes back to its player."""

    cite: Authority
    says: str
    table: TableC
    returned: bool = False


@dataclass(frozen=True, slots=True)
class Seen(Generic[TableC, FactC]):
    """A valid outcome: the table after it, and its fact."""

    table: TableC
    fact: FactC


@dataclass(frozen=True, slots=True)
class Stands:
    """Undecided. A wager that moves names its new spot."""

    state: State
    spot: str | None = None


@dataclass(frozen=True, slots=True)
class Paid:
    """Decided at `row`; the wager stays on the layout in `state`."""

    row: str
    state: State


@dataclass(frozen=True, slots=True)
class Closed:
    """Decided at `row`; the wager leaves the layout."""

    row: str


@dataclass(frozen=True, slots=True)
class Asks:
    """The player must choose; until then nothing else may be done with this wager."""

    state: State
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draws:
    """A draw decides: the next outcome is refused until the draw is made."""

    state: State
    of: str  # its name in the course of the game


Step: TypeAlias = Stands | Paid | Closed | Asks | Draws

LOSE = "lose"


@dataclass(frozen=True, slots=True)
class Return:
    """A share of the stake is returned and nothing is won."""

    share: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A share of a progressive meter; the stake was collected before."""

    percent: int


Pays: TypeAlias = Odds | Return | MeterShare


class Standing(NamedTuple):
    """One wager on the layout."""

    seat: str
    wager: str
    spot: str | None
    stake: int
    state: State
    rules: HouseRules  # the house version it was placed under, which settles it
    call: bool | None = None  # called On or Off; None for the rule's default
    commission: int = 0  # taken up front and held until a decision
    choices: tuple[str, ...] = ()  # what the player must choose between, if anything
    draw: str | None = None  # the draw it waits for, if any
    locked: bool = False  # in prison, or locked in
    tip: bool = False  # the dealers' wager
    collected: int = 0  # its stake, if the dealer has locked it in and collected it: then none is on the layout

    @property
    def key(self) -> tuple[str, str, str, bool, bool]:
        """The key that identifies this wager on the layout."""
        return (self.seat, self.wager, self.spot or "", self.waits, self.tip)

    def but(self, **changes: Unpack[StandingChanges]) -> Standing:
        """A copy with some fields changed."""
        return self._replace(**changes)

    @property
    def waits(self) -> bool:
        """Whether it is in prison or locked in, or waits for a choice or a draw, and cannot be changed."""
        return self.locked or bool(self.choices) or self.draw is not None


class StandingChanges(TypedDict, total=False):
    """The fields of a standing wager that may change."""

    seat: str
    spot: str | None
    stake: int
    state: State
    call: bool | None
    commission: int
    choices: tuple[str, ...]
    draw: str | None
    locked: bool
    tip: bool
    collected: int


class At(NamedTuple, Generic[TableC, RulesC]):
    """The context in which a wager decides whether an act is allowed."""

    table: TableC
    rules: RulesC
    standing: tuple[Standing, ...] = ()  # everything on the layout
    seat: str = ""
    tip: bool = False  # whether it would be the dealers' wager

    @property
    def mine(self) -> list[Standing]:
        """The player's wagers on the layout, without tips for the dealers."""
        return [wager for wager in self.standing if wager.seat == self.seat and not wager.tip]


class Wager(Protocol):
    """One permitted wager, as the layers above its game see it."""

    @property
    def id(self) -> str:
        """Its id in scripts, files and JSON."""

    @property
    def cites(self) -> tuple[str, ...]:
        """Paragraphs it implements; the first one permits it."""

    @property
    def cite(self) -> str | None:
        """The paragraph that permits it; a variation from outside has an approval instead."""

    @property
    def cites_by_row(self) -> tuple[str, ...]:
        """The paragraphs of its endings."""

    @property
    def group(self) -> str:
        """The limits it falls under: 'inside', 'outside', 'line', …"""

    @property
    def watches(self) -> frozenset[str]:
        """The trackers it reads."""

    @property
    def parent(self) -> str | None:
        """For odds: the wager that they belong to."""

    @property
    def side(self) -> Side | None:
        """For odds: whether they are taken or laid."""

    @property
    def parts(self) -> tuple[str, ...]:
        """For a combination: the wagers it is made of, one chip each."""

    @property
    def area(self) -> str | None:
        """The area of the layout it needs; without one it is broken down."""

    @property
    def breaks_into(self) -> tuple[tuple[str, int], ...]:
        """What it is broken down into: wagers and how many of its parts each takes."""

    @property
    def commission(self) -> Literal["stake", "win"] | None:
        """The base of the commission, if one may be charged."""

    @property
    def paid_last(self) -> bool:
        """Whether it is paid only after all other winners."""

    def spots(self, rules: HouseRules) -> tuple[str | None, ...]:
        """Every spot where it may be placed at this table; None for a wager with a single place."""
        ...

    def read_spot(self, text: str | None, rules: HouseRules) -> str | Refusal | None:
        """The canonical spot, or a refusal."""
        ...

    def may(self, act: ActName, standing: Standing | None, at: At[Table, HouseRules]) -> Refusal | None:
        """Whether the rules allow the act now; the felt checks amounts."""
        ...

    def open(self, spot: str | None, table: Table, rules: HouseRules) -> State:
        """The state in which it begins."""
        ...

    def works(self, standing: Standing, table: Table) -> bool:
        """Whether it works on the next outcome, if the player has not called it on or off."""
        ...

    def step(self, state: State, fact: Fact) -> Step:
        """What happens to the wager on this fact."""
        ...

    def choose(self, state: State, choice: str) -> Step:
        """What happens to the wager on the player's choice."""
        ...

    def drawn(self, state: State, result: Hashable) -> Step:
        """What happens to the wager on the result of a draw."""
        ...

    def draws_from(self, rules: HouseRules) -> Hashable:
        """The house's parameters of its draw; None for a wager without draws."""
        ...

    def cite_of(self, row: str) -> str | None:
        """The most specific paragraph for that ending."""
        ...

    @property
    def asides(self) -> tuple[tuple[str, str], ...]:
        """Paragraphs to cite by topic: limits, tips, calls, lose, paid."""

    def lifts_bar(self, fact: Fact) -> bool:
        """Whether a wager that was reduced may be raised or placed again after this fact."""
        ...

    def parent_of(self, spot: str | None) -> tuple[str, str | None]:
        """For odds: the wager and spot that they support."""
        ...

    @property
    def barred_when_reduced(self) -> bool:
        """Whether it may not be raised or placed again once it was reduced or taken down."""

    @property
    def show(self) -> WagerShow | None:
        """How it is presented to people; without that, its id in words."""


@dataclass(frozen=True, kw_only=True)
class Declared(ABC, Generic[StateT, TableT, FactT, RulesT]):
    """Base class with common defaults: no spot, always on, may be changed at any time before the outcome."""

    id: str
    group: str
    cites: tuple[str, ...] = ()
    row_cites: tuple[tuple[str, str], ...] = ()
    asides: tuple[tuple[str, str], ...] = ()  # paragraphs to cite by topic: limits, tips, calls, lose, paid, …
    watches: frozenset[str] = frozenset()
    parent: str | None = None
    side: Side | None = None
    parts: tuple[str, ...] = ()
    area: str | None = None
    breaks_into: tuple[tuple[str, int], ...] = ()
    commission: Literal["stake", "win"] | None = None
    paid_last: bool = False
    show: WagerShow | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        named = {*self.cites, *(cite for _, cite in self.row_cites)}
        for paragraph in named:
            Citation(paragraph)
        assert counted(named) <= MOST_NAMED, f"{self.id} names too many"

    def spots(self, rules: RulesT) -> tuple[str | None, ...]:
        """One place on the layout, without a spot."""
        return (None,)

    def read_spot(self, text: str | None, rules: RulesT) -> str | Refusal | None:
        """No spot: a text is refused."""
        if text is None:
            return None
        return refuse(Code.SPOT_NEEDLESS, "one-place", cite=self.cite, wager=WagerId(self.id), text=text)

    def may(self, act: ActName, standing: Standing | None, at: At[TableT, RulesT]) -> Refusal | None:
        """Everything is allowed, except calling it on or off."""
        if act in ("on", "off"):
            return refuse(Code.NO_CALL, cite=self.aside("calls"), wager=WagerId(self.id))
        return None

    def unchanged(self) -> Refusal:
        """The refusal of `may` in a state in which the wager may be neither raised, reduced nor taken down."""
        return refuse(Code.CONTRACT, "unchanged", cite=self.cite, wager=WagerId(self.id))

    def open(self, spot: str | None, table: TableT, rules: RulesT) -> State:
        """No state."""
        return None

    def works(self, standing: Standing, table: TableT) -> bool:
        """Always."""
        return True

    @abstractmethod
    def step(self, state: StateT, fact: FactT) -> Step:
        """What happens to the wager on this fact."""

    def lifts_bar(self, fact: FactT) -> bool:
        """Whether a wager that was reduced may be raised or placed again after this fact."""
        return True

    def parent_of(self, spot: str | None) -> tuple[str, str | None]:
        """Not for odds: it supports no other wager."""
        raise AssertionError(f"{self.id} stands behind nothing")

    def choose(self, state: StateT, choice: str) -> Step:
        """No choice is ever due."""
        raise AssertionError(f"{self.id} asks nothing")

    def drawn(self, state: StateT, result: Hashable) -> Step:
        """No draw is ever due."""
        raise AssertionError(f"{self.id} draws nothing")

    def draws_from(self, rules: RulesT) -> Hashable:
        """Nothing."""
        return None

    @property
    def cite(self) -> str | None:
        """The first of its paragraphs."""
        return self.cites[0] if self.cites else None

    def cite_of(self, row: str) -> str | None:
        """The paragraph of the row where it has one of its own, else the wager's."""
        named = dict(self.asides) | dict(self.row_cites)
        return named.get(row) or (named.get("paid") if row not in ("lose", "returned") else None) or self.cite

    def aside(self, topic: str) -> str | None:
        """The paragraph on a topic where it has one of its own, else the wager's."""
        return dict(self.asides).get(topic, self.cite)

    @property
    def cites_by_row(self) -> tuple[str, ...]:
        """The paragraphs of its endings."""
        return tuple(cite for _, cite in self.row_cites)

    @property
    def barred_when_reduced(self) -> bool:
        """Whether, once reduced or taken down, it may not be raised or put back."""
        return False
