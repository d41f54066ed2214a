"""Words of commands and events that games declare: the draws, and the calls for an outcome that does not count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from croupier.games import draws, void_calls

if TYPE_CHECKING:
    DrawName: TypeAlias = str
    VoidCall: TypeAlias = str
else:  # literal words, so that no other word can be read, and schemas list them
    DrawName = Literal[tuple(draws())]
    VoidCall = Literal[void_calls()]
