"""Commands for what should not happen: void spins and rolls, disputes, stops, corrections."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.conduct.by import Name
from croupier.conduct.command import Command, Text, Word
from croupier.table.cites import IRREGULAR, Silent, at_roulette, nowhere, of
from croupier.table.people import DECIDERS, SUPERVISORS


# Irregularities ---------------------------------------------------------------------------------------------
class CallVoid(Command, frozen=True):
    """Call no-spin, no-roll or void for a reason; `before_rest` says whether ball or dice still moved."""

    roles = frozenset({"dealer", "stickperson", "boxperson", "pit-supervisor", "key-manager", "security"})
    cites = of(roulette="30-2201(8)", craps="47.1-2311(5)", big_six="30-2703(5)")
    call: Literal["no-spin", "no-roll", "void"]
    reason: Word
    before_rest: bool = True


class InspectBall(Command, frozen=True):
    """Inspect a ball that left the wheel for damage or tampering."""

    roles = frozenset({"pit-supervisor"})
    cites = at_roulette("30-2206(4)")
    fit: bool
    remark: Text


class ReturnToService(Command, frozen=True):
    """Take a repaired table into service."""

    roles = SUPERVISORS
    cites = of(roulette=Silent.NOT_PLAYED, craps=Silent.NOT_PLAYED, big_six="30-2703(5)")


class RaiseDispute(Command, frozen=True):
    """Notify of an irregularity or a dispute about the act of a person."""

    roles = frozenset({"player", "dealer", "stickperson", "boxperson"})
    cites = IRREGULAR
    player: Name
    about: Text
    against: Name


class DecideDispute(Command, frozen=True):
    """Decide a dispute, direct what is paid (or, below zero, taken), and see it done."""

    roles = DECIDERS
    cites = IRREGULAR
    number: Annotated[int, Meta(ge=1, le=10**6)]
    decision: Text
    amount: Annotated[int, Meta(ge=-(10**12), le=10**12)] = 0


class VoidRound(Command, frozen=True):
    """Return every wager that stands; a round that is not settled counts for nothing."""

    roles = frozenset({"key-manager"})
    cites = IRREGULAR
    reason: Text


class Resume(Command, frozen=True):
    """Bring the table back after a stop; a round left open is held as it stood."""

    roles = frozenset({"system"})
    cites = nowhere(Silent.PROGRAM)


class DecideResumed(Command, frozen=True):
    """Decide what becomes of a round left open: it goes on, or every wager goes back."""

    roles = DECIDERS
    cites = IRREGULAR
    go_on: bool
    reason: Text


class DrawEntry(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One draw with its result."""

    of: Literal["award", "bonus"]
    result: Word


class CorrectOutcome(Command, frozen=True):
    """Put right an outcome that was wrongly entered by a dealer; the device wins."""

    roles = DECIDERS
    cites = IRREGULAR
    round: Annotated[int, Meta(ge=1, le=10**9)]
    outcome: Word
    reason: Text
    dealer: Name
    draws: tuple[DrawEntry, ...] = ()
