"""A slip: how an act spans two streams, such as a fill from the cage to a table.

One stream issues the slip: from then on what it names is under way. The other stream receives it by a command whose
id is that of the slip, so that a repeat is the first receipt. A slip that is refused there is taken back by the
stream that issued it, again under an id of the slip's own. The host looks in the log whether a slip was issued so,
and lets none go to a stream that takes no slips. So every slip ends in one place, however often its courier stops;
an audit compares both streams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Generic, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

from croupier.conduct.command import Cents, Command, Word
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal, refuse

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
Name = Annotated[str, Meta(min_length=1, max_length=200)]  # as long as the names in a store may be


class Slip(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What goes from one stream to another. A command issues one slip at most: stream and command name it."""

    source: Name
    command: Name  # that issued it
    to: Name
    what: Word
    amount: Cents

    def __str__(self) -> str:
        return f"the slip of command {self.command!r} in {self.source!r}"

    @property
    def id(self) -> str:
        """The id of the command that receives it."""
        return f"{PREFIX}{sha256(msgspec.json.encode((self.source, self.command))).hexdigest()}"

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
    command would do with a slip that another one issued, so that the host can hold it to the slip's own id.
    """

    notes: Callable[[E], Iterable[Note]]
    carried: Callable[[C], Note | None]
    receive: Callable[[Slip, int], C]
    take_back: Callable[[Slip, int], C]


#: How the ids of slips begin; no other command may have such an id.
PREFIX = "slip/"


def misused(
    stream: str,
    command: Command,
    note: Note | None,
    issued: Callable[[Slip], bool],
    refused: Callable[[Slip], bool],
) -> Refusal | None:
    """Why a stream may not take a command that does this with a slip.

    `issued` says whether the log has the slip as it is, `refused` whether the stream that it went to has refused it.
    That a slip is received and taken back under its own ids alone is what makes it happen once.
    """
    named = command.id
    if note is None:
        return refuse(Code.SLIP_MISUSED, "reserved", command=named) if named.startswith(PREFIX) else None
    slip, back = note.slip, note.does == "takes-back"
    if named != (slip.back_id if back else slip.id):
        return refuse(Code.SLIP_MISUSED, "other-id", command=named)
    if stream != (slip.source if back else slip.to):
        return refuse(Code.SLIP_MISUSED, "elsewhere", command=named)
    if not issued(slip):
        return refuse(Code.SLIP_MISUSED, "not-issued", command=named)
    if back and not refused(slip):
        return refuse(Code.SLIP_MISUSED, "not-refused", command=named)
    return None


def issued_by(
    stream: str, command: Command, carried: Note | None, notes: Iterable[Note], takes: Callable[[str], bool]
) -> Refusal | None:
    """Why a slip may not be issued by what a command has made; `takes` says whether a stream takes slips.

    The events of a command issue one slip at most, under the command's id, and end the slip that it carries, if any.
    """
    known = list(notes)
    slips = [note.slip for note in known if note.does == "issues"]
    assert [note for note in known if note.does != "issues"] == [each for each in (carried,) if each is not None]
    assert [(slip.source, slip.command) for slip in slips] in ([], [(stream, command.id)])
    return next((refuse(Code.SLIP_MISUSED, "no-taker", to=slip.to) for slip in slips if not takes(slip.to)), None)
