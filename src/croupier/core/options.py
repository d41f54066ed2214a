"""The options of a house that only its game has: each game declares a subclass of `Options`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from dataclasses import dataclass
from typing import Literal, Protocol, Self

When = Literal["on-win", "up-front"]
Side = Literal["take", "lay"]
Presses = Literal["dealer", "player"]


@dataclass(frozen=True, slots=True)
class Commission:
    """The commission for true odds: how much, and when it is charged."""

    percent: int
    when: When


@dataclass(frozen=True, slots=True)
class OddsPolicy:
    """Odds by point: how many times the flat wager, and in which units (cents)."""

    multiples: Mapping[int, int]
    units: Mapping[int, int]


class HasOptions(Protocol):
    """Anything that has options: a house."""

    @property
    def options(self) -> Options:
        """The options of its game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The choices of a house for its game. A game keeps them in fields of its own.

    The methods are for code that reads any house. A game whose wagers need an area, stand behind another wager as
    odds, or charge a commission overrides the method that says what the house chose for them.
    """

    @classmethod
    def of(cls, house: HasOptions) -> Self:
        """The options of a house of this game: `RouletteOptions.of(house).wheel`."""
        options = house.options
        assert isinstance(options, cls), f"{type(options).__name__} are no {cls.__name__}"
        return options

    def has_area(self, area: str) -> bool:
        """Whether the layout has this area; a wager without its area is broken down."""
        return False

    def odds_policy(self, side: Side | None) -> OddsPolicy:
        """How much odds may be, taken or laid."""
        raise AssertionError("this game has no odds")

    def commission_on(self, group: str) -> Commission:
        """The commission on a group of wagers."""
        raise AssertionError("this game charges no commission")

    def void_posts(self) -> frozenset[str]:
        """The posts that may call an outcome void without being named, in a game whose house lists them."""
        return frozenset()

    def mechanism(self) -> Hashable:
        """The options that affect how a wager runs, not what it pays."""
        return None

    def device(self) -> Hashable:
        """The options that affect which outcomes exist."""
        return None

    def around(self) -> tuple[str, ...]:
        """The outcomes in the order in which they are around the wheel; empty where each is not in one place."""
        return ()

    def offered_to_all(self, rows: Set[str]) -> Hashable:
        """The choice that all players get, or none does, on a wager with these rows; None if the game has none."""
        return None

    def lacks(self) -> tuple[str, str] | None:
        """A key that the house must state before a live table opens, with its paragraph; old logs may lack it."""
        return None

    def dice_set(self) -> str:
        """The name of the set of dice that the table uses; "" where the house names none."""
        return ""

    def posted(self) -> list[str]:
        """The choices as lines for `croupier house show`."""
        return []

    def side_bets_posted(self) -> list[str]:
        """The choices of its side bets, as lines."""
        return []

    def presses(self, of: str) -> Presses | None:
        """Who presses the button of this draw; None for a draw without a button."""
        return None

    def balls(self, of: str) -> int:
        """The balls that the dealer loads for this draw; 0 for a draw without balls."""
        return 0

    def generator(self, of: str) -> str:
        """The approved generator from which a dealer takes the result of this draw; "" for a draw without one."""
        return ""

    def notices(self) -> tuple[str, ...]:
        """The notices that the rules require at the table."""
        return ()

    def called(self, outcome: str) -> str | None:
        """The house's own name for an outcome, if it has one."""
        return None
