"""What a game and its wagers may read from a house."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from croupier.core.options import Options

if TYPE_CHECKING:
    from croupier.core.game import AnyGame
    from croupier.core.machine import Pays

OptionsT = TypeVar("OptionsT", bound=Options, covariant=True)


class Rules(Protocol[OptionsT]):
    """The choices of a house that its game reads."""

    @property
    def options(self) -> OptionsT:
        """What it chose for its game."""

    @property
    def variant(self) -> str:
        """The variant of the game that is played."""

    @property
    def game(self) -> AnyGame:
        """The game, with the wagers this house may offer."""

    @property
    def offered(self) -> frozenset[str]:
        """The wagers taken at the table."""

    @property
    def lowest_chip(self) -> int:
        """The lowest chip in cents."""

    @property
    def physical_chips(self) -> bool:
        """Whether chips are physical; then a stake may exceed the maximum."""

    @property
    def by_procedure(self) -> bool:
        """Whether the house follows the house procedure of its game."""

    @property
    def tip_wagers(self) -> bool:
        """Whether tip wagers are taken."""

    @property
    def tip_tube(self) -> bool:
        """Whether tips may wait in a tube."""

    def __hash__(self) -> int: ...

    def reading(self, reading_id: str) -> str:
        """The house's answer to a question that the rules leave open."""
        ...

    def pays(self, wager_id: str, row: str) -> Pays | None:
        """What a row of a wager pays."""
        ...

    def rows(self, wager_id: str) -> frozenset[str]:
        """The paying rows of the pay table chosen for a wager."""
        ...


#: The rules of any house.
if TYPE_CHECKING:
    HouseRules: TypeAlias = Rules[Options]
else:  # at run time: checking a protocol member by member would slow down reading a snapshot
    HouseRules = object
