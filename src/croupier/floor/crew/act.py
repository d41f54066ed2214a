"""An act of a round: the command that is due, the role that gives it, and the fields known so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from croupier.conduct.by import Role
from croupier.table import Command, State
from croupier.table.acts.dice.throwing import ThrowDice
from croupier.table.acts.round.closing import CallNoMoreBets

#: Commands that close the betting: from then on, seed and log determine the outcome of an electronic device.
CLOSING: tuple[type[Command], ...] = (CallNoMoreBets, ThrowDice)


@dataclass(frozen=True, slots=True)
class Act:
    """The next act of a round.

    `fields` are those that the table knows; `missing` names those that the role adds: an outcome, a judgement.
    A `deputy` may perform it if the person keeps the others waiting. `seen` means that the act reports what dice, a
    ball or a wheel show: if these are physical, only a person can report it. `person` is the only one who may perform
    it, where an earlier step binds that person.
    """

    command: type[Command]
    role: Role
    fields: Mapping[str, Any] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    deputy: Role | None = None
    seen: bool = False
    person: str | None = None

    @property
    def word(self) -> str:
        """The word of the command."""
        return str(self.command.__struct_config__.tag)

    @property
    def closes(self) -> bool:
        """Whether this act closes the betting."""
        return self.command in CLOSING


@dataclass(frozen=True, slots=True)
class Waiting:
    """The table waits for a person to perform `act`; if `act` is None, for what `why` says."""

    role: Role
    act: Act | None
    why: Literal["act", "line-wager", "closed", "clock", "inspection"] = "act"


#: The result of a step: an act, a wait, or None, which means that the next step is checked.
Step: TypeAlias = Callable[[State], Act | Waiting | None]
