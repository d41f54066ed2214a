"""A plan: a small pure policy. It answers what a player sees with acts, which go through the felt like a person's."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from croupier.core.machine import Standing
from croupier.core.refusal import Refusal
from croupier.felt import Act, Resolution
from croupier.house import House

Memory: TypeAlias = Hashable

PLAYER = "player"


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees before a round: the table, her own wagers, and what the last round decided."""

    house: House
    table: Any
    mine: tuple[Standing, ...]
    decided: tuple[Resolution, ...] = ()
    fact: Any = None  # what the last outcome meant; nothing before the first

    def standing(self, wager: str, spot: str | None = None) -> Standing | None:
        """Her wager on a spot, if it is up."""
        return next((each for each in self.mine if (each.wager, each.spot) == (wager, spot)), None)

    def takes(self, wager: str) -> bool:
        """Whether a new wager of this kind is taken now: the line before a come-out roll, come wagers after it."""
        if wager in ("pass", "dont-pass"):
            return bool(self.table.come_out)
        return wager not in ("come", "dont-come") or not self.table.come_out

    def won(self, wager: str) -> bool | None:
        """Whether the last round won or lost the wager; nothing where it decided neither."""
        net = sum(row.net for row in self.decided if row.wager == wager)
        return net > 0 if net else None

    @property
    def new_hand(self) -> bool:
        """Whether the next roll is the first of a shooter."""
        return not self.table.hand.rolled


@dataclass(frozen=True, slots=True)
class Answer:
    """A choice where one is due."""

    wager: str
    choice: str


Move: TypeAlias = Act | Answer


class Plan(Protocol):
    """What to do before every round, from what is seen and what is remembered."""

    @property
    def name(self) -> str:
        """The word it goes by."""

    @property
    def wagers(self) -> frozenset[str]:
        """Every wager it may place: what they watch decides which trackers are kept."""

    def begin(self) -> Memory:
        """What it remembers before the first round."""
        ...

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Its acts before the next round, and what it remembers then."""
        ...


class BuiltIn(Plan, Protocol):
    """A plan with the house it is meant for and a line that says what it does."""

    @property
    def house(self) -> str:
        """The preset it is played at."""

    @property
    def says(self) -> str:
        """What it does, in a line."""


class PlanRefused(ValueError):
    """A plan wanted something the rules do not allow: the refusal says what, with its paragraph."""

    def __init__(self, plan: str, move: Move, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(f"the plan {plan} may not {move}: {refusal}")
