"""What a device is asked, and what it answers: values that go over its socket as JSON."""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

from msgspec import Meta, Struct

from croupier.table.closing import Closing, Published
from croupier.table.outcomes import MOST, Drawn

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
TableName = Annotated[str, Meta(pattern=r"^[ -~]{1,64}\Z")]
Count = Annotated[int, Meta(ge=1, le=MOST)]


# Questions --------------------------------------------------------------------------------------------------
class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A question to the device. Asked again, it has the same answer."""


class SealRound(Ask, frozen=True, tag="seal"):
    """Commit to a seed for a round."""

    table: TableName
    round: Count


class Reopen(Ask, frozen=True, tag="reopen"):
    """Tell what is known about a round with this seal, after a stop."""

    table: TableName
    round: Count
    commitment: Digest


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table shows the device when its betting has closed."""

    commitment: Digest
    log: Digest
    nonces: Digest
    terminals: Annotated[int, Meta(ge=0, le=10**6)]


class Close(Ask, frozen=True, tag="close"):
    """Take the closings of tables, which share one delay; without iterations there is no delay."""

    closings: Annotated[tuple[Shown, ...], Meta(min_length=1, max_length=10_000)]
    iterations: Annotated[int, Meta(ge=0, le=10**9)]


class Draw(Ask, frozen=True, tag="draw"):
    """Draw a result of a round that has closed."""

    commitment: Digest
    attempt: Count
    of: Annotated[str, Meta(pattern=r"^[0-9A-Za-z-]{1,64}\Z")]
    chance: Annotated[str, Meta(max_length=1 << 16)]


class Reveal(Ask, frozen=True, tag="reveal"):
    """Tell the seed of a round that is over; nothing is drawn from it afterwards."""

    commitment: Digest


class Forget(Ask, frozen=True, tag="forget"):
    """Delete a seed that was told and is public."""

    commitment: Digest


class Identify(Ask, frozen=True, tag="identify"):
    """Tell the public key of the device."""


Question = SealRound | Reopen | Close | Draw | Reveal | Forget | Identify


# Answers ----------------------------------------------------------------------------------------------------
class Sealed(Struct, frozen=True, tag="sealed"):
    """The commitment to a seed, and the public key with which the device will sign the closing."""

    commitment: str
    key: str


class Shut(Struct, frozen=True):
    """The first closing of a round that the device was shown, signed; without a delay only the digest of the log."""

    log: str
    closing: Published | None = None
    signature: str | None = None


class Known(Struct, frozen=True, tag="known"):
    """What the device knows about a round, and its public key."""

    shut: Shut | None
    draws: tuple[Drawn, ...]
    key: str


class Closed(Struct, frozen=True, tag="closed"):
    """The closings that count, in the order asked."""

    closings: tuple[Shut, ...]


class Result(Struct, frozen=True, tag="result"):
    """What was drawn."""

    drawn: Drawn


class Later(Struct, frozen=True, tag="later"):
    """The delay is not over yet; ask again after these seconds."""

    seconds: float


class Opened(Struct, frozen=True, tag="opened"):
    """The seed, what was drawn from it, and the closing with its delayed value, if the house has a delay."""

    seed: Digest
    log: str | None
    closing: Closing | None
    draws: tuple[Drawn, ...]


class Done(Struct, frozen=True, tag="done"):
    """It is done."""


class Identity(Struct, frozen=True, tag="identity"):
    """The public key of the device, which signs its log."""

    key: Digest


class Failed(Struct, frozen=True, tag="failed"):
    """The device refuses, or cannot be trusted any more; it may have lost the seed of the round, or itself."""

    why: str
    lost: Literal["seed", "device"] | None = None


Answer = Sealed | Known | Closed | Result | Later | Opened | Done | Identity | Failed


class Answers(Protocol):
    """A device that can be asked: in this process, or over a socket. Asking may block."""

    def ask(self, question: Question) -> Answer:
        """Ask, and raise `DeviceFailed` if the device refuses or cannot be reached."""

    def close(self) -> None:
        """Ask nothing more."""
