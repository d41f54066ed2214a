"""A slip: how an act spans two streams, such as a fill from the cage to a table.

One stream issues the slip: from then on what it names is under way. The other stream receives it by a command whose
id is that of the slip, so that a repeat is the first receipt. A slip that is refused there is taken back by the
stream that issued it, again under an id of the slip's own. So every slip ends in one place, however often its courier
stops; an audit compares both streams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Generic, Literal, NamedTuple, TypeVar

from msgspec import Meta, Struct

from croupier.conduct.command import Cents, Command, Word
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal, refuse

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


class Slip(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What goes from one stream to another: `number` is unique in the stream that issues it."""

    source: Annotated[str, Meta(min_length=1, max_length=100)]
    number: Annotated[int, Meta(ge=1, le=2**53)]
    to: Annotated[str, Meta(min_length=1, max_length=100)]
    what: Word
    amount: Cents

    @property
    def id(self) -> str:
        """The id of the command that receives it."""
        return f"{PREFIX}{self.source}/{self.number}"

    @property
    def back_id(self) -> str:
        """The id of the command that takes it back."""
        return f"{self.id}/back"


class Note(NamedTuple):
    """What an event does with a slip."""

    does: Literal["issues", "receives", "takes-back"]
    slip: Slip


@dataclass(frozen=True)
class Moves(Generic[C, E]):
    """How one kind of stream takes part: what its events do with slips, and the commands that a courier brings.

    Both commands are made from a slip and a time; a stream that only issues refuses to receive. `carried` says what a
    command would do with a slip, so that the host can hold it to the slip's own id.
    """

    notes: Callable[[E], Iterable[Note]]
    carried: Callable[[C], Note | None]
    receive: Callable[[Slip, int], C]
    take_back: Callable[[Slip, int], C]


#: How the ids of slips begin; no other command may have such an id.
PREFIX = "slip/"


def misused(command: Command, note: Note | None, refused: Callable[[Slip], bool]) -> Refusal | None:
    """Why a command may not do what it does with a slip; `refused` says whether the other stream has refused it.

    That a slip is received and taken back under its own ids alone is what makes it happen once.
    """
    if note is None:
        reserved = command.id.startswith(PREFIX)
        return refuse(Code.SLIP_MISUSED, "reserved", command=command.id) if reserved else None
    if command.id != (note.slip.back_id if note.does == "takes-back" else note.slip.id):
        return refuse(Code.SLIP_MISUSED, "other-id", command=command.id)
    if note.does == "receives" or refused(note.slip):
        return None
    return refuse(Code.SLIP_MISUSED, "not-refused", command=command.id)
