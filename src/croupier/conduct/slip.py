"""A slip: how an act spans two streams, such as a fill from the cage to a table.

One stream issues the slip. From then on the amount is in transit. The other stream receives it by a command with the
id of the slip, so receiving it again changes nothing. If the other stream refuses the slip, the first stream takes it
back by a command with a second id of the slip. The host checks in the log that a slip was issued, and refuses slips
to streams that take none. So every slip ends in exactly one stream, no matter how often its courier stops. An audit
compares both streams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

from croupier.conduct.by import By
from croupier.conduct.command import Command, Count, Word
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal, refuse

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
Name = Annotated[str, Meta(min_length=1, max_length=200)]  # the limit for names in a store
MOST_SAID = 200_000  # characters of a document: the text of a house fits


class Slip(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """An amount or a document that goes from one stream to another.

    A command issues at most one slip, so the stream and the command identify it. `said` is the document, as JSON.
    """

    source: Name
    command: Name  # the one that issued it
    to: Name
    what: Word
    amount: Count = 0
    said: Annotated[str, Meta(max_length=MOST_SAID)] = ""

    def __str__(self) -> str:
        return f"the slip of command {self.command!r} in {self.source!r}"

    @property
    def id(self) -> str:
        """The id of the command that receives the slip."""
        return f"{PREFIX}{sha256(msgspec.json.encode((self.source, self.command))).hexdigest()}"

    @property
    def back_id(self) -> str:
        """The id of the command that takes the slip back."""
        return f"{self.id}/back"


class Note(NamedTuple):
    """What an event does with a slip."""

    does: Literal["issues", "receives", "takes-back"]
    slip: Slip


@dataclass(frozen=True)
class SlipHandling(Generic[C, E]):
    """How one kind of stream sends and receives slips.

    `notes` says what an event does with slips. `carried` says what a command would do with a slip that was issued
    earlier, so that the host can check the command's id. `receive` and `take_back` make the courier's commands from a
    slip and a time; a stream that only issues slips refuses to receive them.
    """

    notes: Callable[[E], Iterable[Note]]
    carried: Callable[[C], Note | None]
    receive: Callable[[Slip, int], C]
    take_back: Callable[[Slip, int], C]


#: Who carries slips: the server itself.
COURIER = By("server", "system")


def _slip(event: Any) -> Slip | None:
    slip: Slip | None = event.slip
    return slip


def handling(
    does: Mapping[type[E], Literal["issues", "receives", "takes-back"]],
    receives: Callable[..., C],
    takes_back: Callable[..., C],
    slip_of: Callable[[Any], Slip | None] = _slip,
) -> SlipHandling[C, E]:
    """For a kind of stream whose commands about slips have it in their field `slip`.

    `does` says what each kind of event does with its slip, which `slip_of` finds; None: this event has none. The two
    commands end a slip.
    """
    ends: dict[Any, Literal["receives", "takes-back"]] = {receives: "receives", takes_back: "takes-back"}

    def notes(event: Any) -> tuple[Note, ...]:
        what = does.get(type(event))
        slip = None if what is None else slip_of(event)
        return () if what is None or slip is None else (Note(what, slip),)

    def carried(command: Any) -> Note | None:
        what = ends.get(type(command))
        return None if what is None else Note(what, command.slip)

    def receive(slip: Slip, at: int) -> C:
        return receives(id=slip.id, by=COURIER, at=at, slip=slip)

    def take_back(slip: Slip, at: int) -> C:
        return takes_back(id=slip.back_id, by=COURIER, at=at, slip=slip)

    return SlipHandling(notes, carried, receive, take_back)


#: The ids of slips begin with this. No other command may have such an id.
PREFIX = "slip/"


def carried_refusal(
    stream: str,
    command: Command,
    note: Note | None,
    issued: Callable[[Slip], bool],
    refused: Callable[[Slip], bool],
) -> Refusal | None:
    """Why a stream must refuse a command because of what it does with a slip; None if it may be decided.

    `issued` tells whether the log contains exactly this slip, `refused` whether its receiver has refused it. A slip
    is received and taken back only under its own ids; since an id is accepted once, this happens once.
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


def issued_refusal(
    stream: str, command: Command, carried: Note | None, notes: Iterable[Note], takes: Callable[[str], bool]
) -> Refusal | None:
    """Why a slip that the events of a command issue must be refused; None if all is well.

    `takes` tells whether a stream takes slips. The events of a command issue at most one slip, with the command's id,
    and end the slip that the command carries, if any.
    """
    known = list(notes)
    slips = [note.slip for note in known if note.does == "issues"]
    assert [note for note in known if note.does != "issues"] == [each for each in (carried,) if each is not None]
    assert [(slip.source, slip.command) for slip in slips] in ([], [(stream, command.id)])
    return next((refuse(Code.SLIP_MISUSED, "no-taker", to=slip.to) for slip in slips if not takes(slip.to)), None)
