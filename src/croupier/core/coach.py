"""What a coach says at a game: the steps of a guided first round, and hints.

The outcomes at a table are random, so nothing here follows a script of outcomes: every sentence has a condition on
what the player's terminal already knows, and the first sentence that fits is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class When:
    """A condition: all that is given holds."""

    open: str = ""  # this wager takes chips of the player now
    has: tuple[str, ...] = ()  # the player has a bet on each of these wagers
    lacks: tuple[str, ...] = ()  # the player has a bet on none of these
    group: str = ""  # the player has a bet of this group
    dice: Literal["", "offered", "held"] = ""  # the dice are offered to the player, or the player is the shooter
    result: bool = False  # since the step began, a round decided a bet of the player


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Advice:
    """A sentence while betting is open, and what it lights; {bet}, {pays} and {covers} are those of its bet."""

    says: str
    means: str = ""  # why, or what comes: it stays on the card after what is lit was pressed
    when: When = field(default_factory=When)
    bet: str = ""  # the wager that it is about, and whose spots are lit
    spot: str = ""  # the only one of its spots that is lit
    group: str = ""  # the open spots of this group are lit
    press: str = ""  # the part of the terminal that is lit
    allows: str = ""  # one more sentence, with {most}: what the table takes on the bet now


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CoachStep:
    """A step of the guided round: it is over when its condition holds. The first advice that fits is said."""

    name: str
    over: When
    advice: tuple[Advice, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Coach:
    """The coach of a game."""

    steps: tuple[CoachStep, ...]
    ends: str  # what the card after the last step says
    hints: tuple[Advice, ...]  # the first that fits is said, and not again for some rounds
    news: Mapping[str, str] = field(default_factory=dict)  # what an outcome meant, by the name of its fact
