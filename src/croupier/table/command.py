"""What every command is made of: its id, who gives it, when; the roles that may give it and the paragraphs why."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from croupier.table.cites import Cites
from croupier.table.people import By, Role

Cents = Annotated[int, Meta(ge=1, le=10**12)]
Count = Annotated[int, Meta(ge=0, le=10**12)]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Instrument = Literal["cash", "ticket", "purchase-ticket", "coupon", "mobile-atm-receipt"]

HANDS = frozenset[Role]({"player", "dealer", "boxperson"})
DEALER = frozenset[Role]({"dealer"})
STICK = frozenset[Role]({"stickperson"})


def tag_of(name: str) -> str:
    """The word of a command or an event: its name in small letters.

    >>> tag_of("CallNoMoreBets")
    'call-no-more-bets'
    """
    return "".join(f"-{each.lower()}" if each.isupper() else each for each in name).removeprefix("-")


class Command(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=tag_of):
    """What every command carries: its own id, who gives it, and when in microseconds."""

    roles: ClassVar[frozenset[Role]] = frozenset()
    cites: ClassVar[Cites] = {}  # by game
    id: Annotated[str, Meta(min_length=1, max_length=128)]
    by: By
    at: Annotated[int, Meta(ge=0, le=2**62)]
