"""The types every rule is declared in: what an outcome means, what a wager does about it, what a row pays.

Machines are pure and total over finite spaces, so that one declaration is played, enumerated, solved and
compiled. States, tables, facts and outcomes are any hashable values; each game has its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from croupier.core.chance import Chance
from croupier.core.citation import MOST_NAMED, Authority, Citation, counted
from croupier.core.course import Course
from croupier.core.odds import Odds
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.show import Show, WagerShow
from croupier.core.topic import Cites
from croupier.text.facts import WagerId

State: TypeAlias = Any
Table: TypeAlias = Any
Fact: TypeAlias = Any
Outcome: TypeAlias = Any
Rules: TypeAlias = Any  # what a house chose; each game names the part it reads in its rules.py

ActName = Literal["place", "raise", "reduce", "take-down", "on", "off"]


@dataclass(frozen=True, slots=True)
class Void:
    """No valid outcome: nothing steps. `returned` sends every wager back to its player."""

    cite: Authority
    says: str
    table: Table
    returned: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """A valid outcome: the table after it and the one fact it means."""

    table: Table
    fact: Fact


@dataclass(frozen=True, slots=True)
class Stands:
    """Undecided. A wager that travels names its new spot."""

    state: State
    spot: str | None = None


@dataclass(frozen=True, slots=True)
class Paid:
    """Decided at `row`, and the wager stays up in `state`."""

    row: str
    state: State


@dataclass(frozen=True, slots=True)
class Closed:
    """Decided at `row`, and the wager comes down."""

    row: str


@dataclass(frozen=True, slots=True)
class Asks:
    """The player must choose; nothing else is accepted of this wager until then."""

    state: State
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draws:
    """Chance decides further: the next outcome is refused until the draw is made."""

    state: State
    of: str  # "award", "bonus"


Step: TypeAlias = Stands | Paid | Closed | Asks | Draws

LOSE = "lose"


@dataclass(frozen=True, slots=True)
class Return:
    """A share of the stake goes back and nothing is won."""

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
    rules: Rules  # the house version it was placed under, which settles it
    call: bool | None = None  # called On or Off; None is the rule's own default
    commission: int = 0  # taken up front and held until a decision
    choices: tuple[str, ...] = ()  # what the player must choose between, if anything
    draw: str | None = None  # the draw it waits for, if any
    locked: bool = False  # in prison
    tip: bool = False  # the dealers' wager

    @property
    def key(self) -> tuple[str, str, str, bool, bool]:
        """What tells this wager from every other on the layout."""
        return (self.seat, self.wager, self.spot or "", self.waits, self.tip)

    def but(self, **changes: Any) -> Standing:
        """The same with some fields changed."""
        return self._replace(**changes)

    @property
    def waits(self) -> bool:
        """Whether it is in prison, or waits for a choice or a draw, and cannot be changed."""
        return self.locked or bool(self.choices) or self.draw is not None


class At(NamedTuple):
    """What a wager may look at when somebody wants to act on it."""

    table: Table
    rules: Rules
    standing: tuple[Standing, ...] = ()  # everything on the layout
    seat: str = ""
    tip: bool = False  # whether it would be the dealers' wager

    @property
    def mine(self) -> list[Standing]:
        """What the player has standing, tips for the dealers apart."""
        return [wager for wager in self.standing if wager.seat == self.seat and not wager.tip]


class Wager(Protocol):
    """One permitted wager, declared once."""

    @property
    def id(self) -> str:
        """The word it goes by in scripts, files and JSON."""

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
        """For odds: the wager they stand behind."""

    @property
    def side(self) -> Literal["take", "lay"] | None:
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
        """What a commission is reckoned on, where one may be charged."""

    def spots(self, rules: Rules) -> tuple[str | None, ...]:
        """Every spot it may stand on at this table, none first where it has one place only."""
        ...

    def read_spot(self, text: str | None, rules: Rules) -> str | Refusal | None:
        """The canonical spot, or why there is none."""
        ...

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Whether the rules allow the act now; amounts are the felt's business."""
        ...

    def open(self, spot: str | None, table: Table, rules: Rules) -> State:
        """The state in which it begins."""
        ...

    def works(self, standing: Standing, table: Table) -> bool:
        """Whether the next outcome is for it, when the player has called nothing."""
        ...

    def step(self, state: State, fact: Fact) -> Step:
        """What the fact does to it."""
        ...

    def choose(self, state: State, choice: str) -> Step:
        """What the player's choice does to it."""
        ...

    def drawn(self, state: State, result: Any) -> Step:
        """What the draw does to it."""
        ...

    def draws_from(self, rules: Rules) -> Hashable:
        """What a house chooses for its draw; nothing for a wager that calls for none."""
        ...

    def cite_of(self, row: str) -> str | None:
        """The most specific paragraph for that ending."""
        ...

    @property
    def asides(self) -> tuple[tuple[str, str], ...]:
        """Paragraphs to cite by topic: limits, tips, calls, lose, paid."""

    def lifts_bar(self, fact: Fact) -> bool:
        """Whether a wager once reduced may be put up again after this fact."""
        ...

    def parent_of(self, spot: str | None) -> tuple[str, str | None]:
        """For odds: the wager and spot they stand behind."""
        ...

    @property
    def barred_when_reduced(self) -> bool:
        """Whether, once reduced or taken down, it may not be raised or put back."""

    @property
    def show(self) -> WagerShow | None:
        """What people are shown of it; without that, its id in words."""


def _no_draws(of: str, rules: Rules) -> Chance[Any]:
    raise AssertionError(f"no {of} is drawn at this game")


@dataclass(frozen=True, slots=True)
class Game:
    """One game's mechanism, as functions: the games do not know each other, nor the house.

    `ready` says whether the device may be used now; `forget` drops every tracker that is not watched; `draw`
    reads the result of a draw that an outcome called for; `announce` says what staff must say after an outcome.
    """

    name: str
    begin: Callable[[Rules], Table]
    read: Callable[[str, Rules], Outcome | Refusal]
    ready: Callable[[Table, Iterable[Standing]], Table | Refusal]
    observe: Callable[[Table, Outcome, Rules], Seen | Void]
    void: Callable[[str, str, Table], Void | Refusal]
    shooter: Callable[[Table, str, Iterable[Standing]], Table | Refusal]
    chance: Callable[[Rules], Chance[Any]]
    forget: Callable[[Table, frozenset[str]], Table]
    wagers: Mapping[str, Wager]
    course: Course  # how a round goes
    cites: Cites  # its paragraphs by topic
    show: Show  # what people are shown of it
    asks: bool = False  # whether a player may be asked to choose
    merged: Callable[[Rules], Chance[Any]] | None = None
    draw: Callable[[str, str, Rules], Any | Refusal] = lambda of, text, rules: refuse(
        Code.ACT_OF_ANOTHER_GAME, "no-draw", of=of
    )
    draw_chance: Callable[[str, Rules], Chance[Any]] = _no_draws
    announce: Callable[[Table, Table, Rules], tuple[str, ...]] = lambda before, after, rules: ()
    closed: Callable[[Table], Refusal | None] = lambda table: None
    repair: Callable[[Table], Table | Refusal] = lambda table: refuse(Code.ACT_OF_ANOTHER_GAME, "no-repair")

    def told_apart(self, rules: Rules) -> Chance[Any]:
        """The outcomes that mean different facts, with their weights: what a machine has to be told."""
        return (self.merged or self.chance)(rules)


@dataclass(frozen=True, kw_only=True)
class Declared:
    """What most wagers share: no spot, always working, taken and changed at any time before the outcome."""

    id: str
    group: str
    cites: tuple[str, ...] = ()
    row_cites: tuple[tuple[str, str], ...] = ()
    asides: tuple[tuple[str, str], ...] = ()  # paragraphs to cite by topic: limits, tips, calls, lose, paid, …
    watches: frozenset[str] = frozenset()
    parent: str | None = None
    side: Literal["take", "lay"] | None = None
    parts: tuple[str, ...] = ()
    area: str | None = None
    breaks_into: tuple[tuple[str, int], ...] = ()
    commission: Literal["stake", "win"] | None = None
    show: WagerShow | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        named = {*self.cites, *(cite for _, cite in self.row_cites)}
        for paragraph in named:
            Citation(paragraph)
        assert counted(named) <= MOST_NAMED, f"{self.id} names too many"

    def spots(self, rules: Rules) -> tuple[str | None, ...]:
        """One place on the layout."""
        return (None,)

    def read_spot(self, text: str | None, rules: Rules) -> str | Refusal | None:
        """The canonical spot: none."""
        if text is None:
            return None
        return refuse(Code.SPOT_NEEDLESS, "one-place", cite=self.cite, wager=WagerId(self.id), text=text)

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Anything but calling it on or off."""
        if act in ("on", "off"):
            return refuse(Code.NO_CALL, cite=self.aside("calls"), wager=WagerId(self.id))
        return None

    def open(self, spot: str | None, table: Table, rules: Rules) -> State:
        """Nothing to remember."""
        return None

    def works(self, standing: Standing, table: Table) -> bool:
        """Always."""
        return True

    def lifts_bar(self, fact: Fact) -> bool:
        """Whether a wager once reduced may be put up again after this fact."""
        return True

    def parent_of(self, spot: str | None) -> tuple[str, str | None]:
        """It stands alone."""
        raise AssertionError(f"{self.id} stands behind nothing")

    def choose(self, state: State, choice: str) -> Step:
        """No choice is ever due."""
        raise AssertionError(f"{self.id} asks nothing")

    def drawn(self, state: State, result: Any) -> Step:
        """No draw is ever due."""
        raise AssertionError(f"{self.id} draws nothing")

    def draws_from(self, rules: Rules) -> Hashable:
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
