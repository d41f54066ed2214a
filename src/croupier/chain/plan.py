"""A plan: a pure function from what a player sees to acts. The felt checks these acts like anybody's."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Protocol, TypeAlias

from croupier.core.machine import Fact, Standing
from croupier.core.refusal import Code, Refusal
from croupier.core.table import Table
from croupier.felt import Act, Call, Felt, Place, Raise, Reduce, Resolution, TakeDown
from croupier.games import DEFAULT, preset
from croupier.house import House
from croupier.text.money import dollars

Memory: TypeAlias = Hashable

PLAYER = "player"


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees before a round: the game's state, their own wagers, and the results of the last round."""

    house: House
    table: Table
    mine: tuple[Standing, ...]
    decided: tuple[Resolution, ...] = ()
    fact: Fact = None  # the fact of the last outcome; None before the first
    felt: Felt | None = None  # to test whether an act would be accepted

    def refused(self, *acts: Act) -> Refusal | None:
        """The refusal of these acts, one after the other; None if all are accepted."""
        felt = self.felt
        for act in acts:
            assert felt is not None
            done = felt.act(PLAYER, act)
            if isinstance(done, Refusal):
                return done
            felt = done
        return None

    def standing(self, wager: str, spot: str | None = None) -> Standing | None:
        """The player's wager on a spot, if there is one."""
        return next((each for each in self.mine if (each.wager, each.spot) == (wager, spot)), None)

    def takes(self, act: Place) -> bool:
        """Whether the wager may be placed now; refusals for other reasons are left to the felt."""
        refused = self.refused(act)
        return refused is None or refused.code is not Code.NOT_NOW

    def won(self, wager: str) -> bool | None:
        """Whether the last round won or lost the wager; None if neither."""
        net = sum(row.net for row in self.decided if row.wager == wager)
        return net > 0 if net else None

    def answers(self) -> tuple[Answer, ...]:
        """The game's default choice for each wager that asks for one."""
        choice = self.house.game.default_choice
        return () if choice is None else tuple(Answer(each.wager, choice) for each in self.mine if each.choices)


@dataclass(frozen=True, slots=True)
class Answer:
    """The choice of a player, when one is due."""

    wager: str
    choice: str


Move: TypeAlias = Act | Answer


def told(move: Move) -> str:
    """A move as a line of a script.

    >>> told(Place("line", 50_00, "13-14-15-16-17-18"))
    'wager $50 line 13-14-15-16-17-18'
    """
    words: tuple[str | None, ...]
    match move:
        case Answer(wager, choice):
            words = ("choose", wager, choice)
        case Place(wager, amount, spot):
            words = ("wager", dollars(amount), wager, spot)
        case Raise(wager, amount, spot) | Reduce(wager, amount, spot):
            words = (type(move).__name__.lower(), dollars(amount), wager, spot)
        case TakeDown(wager, spot):
            words = ("take-down", wager, spot)
        case Call(wager, on, spot):
            words = ("on" if on else "off", wager, spot)
    return " ".join(word for word in words if word)


class Plan(Protocol):
    """A plan: computes acts before every round from what is seen and remembered."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def wagers(self) -> frozenset[str]:
        """Every wager it may place. What they watch decides which trackers are kept."""

    def begin(self) -> Memory:
        """What it remembers before the first round."""
        ...

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Its acts before the next round, and what it remembers then."""
        ...


def resized(standing: Standing, wanted: int) -> tuple[Move, ...]:
    """The move that changes a wager to this stake, in cents; None if the wager has that stake already."""
    more = wanted - standing.stake
    if more > 0:
        return (Raise(standing.wager, more, standing.spot),)
    if wanted == 0:
        return (TakeDown(standing.wager, standing.spot),)
    return (Reduce(standing.wager, -more, standing.spot),) if more else ()


# Types of parameters besides text and mappings; plan files are read by these types.
Wager: TypeAlias = Annotated[str, "wager"]  # one the house offers
Cents: TypeAlias = Annotated[int, "dollars"]  # a file writes dollars
Count: TypeAlias = Annotated[int, "count"]  # at least one


@dataclass(frozen=True)
class BuiltIn(ABC):
    """Base class of plans that a file can describe: name, house, a line of description, and its kind.

    The fields a kind adds are its parameters: the keys of a file, and of the schema, are these.
    """

    kind: ClassVar[str]  # the word for the kind in a file; a class without one is only a base class

    name: str
    house: str = field(default_factory=lambda: preset(DEFAULT), kw_only=True)  # a preset or a house file
    says: str = field(default="", kw_only=True)

    @property
    @abstractmethod
    def wagers(self) -> frozenset[str]:
        """Every wager it may place."""

    @property
    def needs_dice(self) -> bool:
        """Whether it looks at points and shooters (`chain/plans/dice.py`)."""
        return False

    def begin(self) -> Memory:
        """No memory: the next acts depend only on the table."""
        return None

    @abstractmethod
    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Its acts before the next round, and what it remembers then."""


class PlanRefused(ValueError):
    """The rules refuse an act of a plan; the refusal says which, with its paragraph."""

    def __init__(self, plan: str, move: Move, refusal: Refusal) -> None:
        self.move, self.refusal = move, refusal
        super().__init__(f"the plan {plan} may not {told(move)}: {refusal}")
