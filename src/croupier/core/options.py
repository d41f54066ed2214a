"""What a house chooses for its game: each game declares a class of its own, with this one as its base."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, Self

When = Literal["on-win", "up-front"]


@dataclass(frozen=True, slots=True)
class Commission:
    """What is charged for true odds, and when."""

    percent: int
    when: When


@dataclass(frozen=True, slots=True)
class OddsPolicy:
    """Odds by point: how many times the flat wager, and in which units (cents)."""

    multiples: Mapping[int, int]
    units: Mapping[int, int]


class HasOptions(Protocol):
    """A house, as far as its game's options go."""

    @property
    def options(self) -> Options:
        """What it chose for its game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The choices of a house for its game.

    The fields here answer what every wager may ask, whatever its game: whether its area is on the layout, how much
    odds may be, what its commission is. The methods are for what reads any house.
    """

    areas: frozenset[str] = frozenset()  # combination wagers with an area of their own
    odds: Mapping[str | None, OddsPolicy] = field(default_factory=dict)  # by side: take, lay
    commissions: Mapping[str, Commission] = field(default_factory=dict)  # by group of wagers

    @classmethod
    def of(cls, house: HasOptions) -> Self:
        """The options of a house of this game: `RouletteOptions.of(house).wheel`."""
        options = house.options
        assert isinstance(options, cls), f"{type(options).__name__} are no {cls.__name__}"
        return options

    def mechanism(self) -> Hashable:
        """Those that decide how a wager runs, as against what it pays."""
        return None

    def device(self) -> Hashable:
        """Those that decide which outcomes there are."""
        return None

    def posted(self) -> list[str]:
        """The choices as `croupier house show` prints them, a line each."""
        return []

    def side_bets_posted(self) -> list[str]:
        """Those of its side bets, a line each."""
        return []

    def notices(self) -> tuple[str, ...]:
        """The notices that the rules want at the table."""
        return ()

    def called(self, outcome: str) -> str | None:
        """What this house calls an outcome, where that is not its usual name."""
        return None
