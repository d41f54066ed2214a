"""The names of games, variants and wheels that commands take, as the games declare them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from croupier.games import NAMES, variants

#: The variants in which a shooter throws a hand.
WITH_A_HAND = tuple(name for name, game in variants().items() if game.shooter is not None)


if TYPE_CHECKING:
    GameName: TypeAlias = str
    VariantName: TypeAlias = str
    HandName: TypeAlias = str
    WheelName: TypeAlias = str
else:  # literal choices, so that the help lists them and other words are errors
    GameName = Literal[NAMES]
    VariantName = Literal[tuple(variants())]
    HandName = Literal[WITH_A_HAND]
    WheelName = Literal[tuple(dict.fromkeys(each for game in variants().values() for each in game.show.wheels))]
