"""What goes between the cage and a table: the documents of the slips between them.

A table gets its chips from a cage from the first fill on. The cage issues fills; the table sends back credits, boxes
with what is in them by its record, and every inventory that two people have counted.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from croupier.conduct.command import Count, Word
from croupier.conduct.slip import Slip
from croupier.core import json_once
from croupier.core.refusal import Code, Refusal, refuse

#: What a slip between the cage and a table contains (`Slip.what`).
FILL, CREDIT, BOX, INVENTORY = "fill", "credit", "box", "inventory"
#: How the streams of cages begin.
CAGES = "cage/"

Value = Annotated[int, Meta(ge=1, le=10**9)]  # of one chip, in cents
Pieces = Annotated[int, Meta(ge=1, le=10**7)]
#: Chips by value, highest first, each value once.
Chips = Annotated[tuple[tuple[Value, Pieces], ...], Meta(max_length=50)]
#: The boxes of a table. A bill validator is emptied like a drop box.
Box = Literal["drop", "validator", "tips"]
#: What is in a box: amounts by instrument.
Contents = Annotated[tuple[tuple[Word, Count], ...], Meta(max_length=50)]


class Fill(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Chips on their way to a table. The cage issues it (`FILL`)."""

    number: Count  # counts the fills of the cage
    chips: Chips


class Credit(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Chips on their way to the cage. The table issues it (`CREDIT`)."""

    number: Word  # of the paper that goes with it
    chips: Chips
    fill: Count | None = None  # the fill that was not accepted, if these are its chips


class BoxSent(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A locked box on its way to the count. The table issues it (`BOX`)."""

    box: Box
    contents: Contents  # by the record of the table
    explain_above: Count  # a difference above this amount must be explained


class Inventory(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The chips of a table as two people have counted them. The table issues it (`INVENTORY`)."""

    amount: Count
    expected: Count  # by the record of the table
    open: bool  # whether the table was open
    explain_above: Count  # a difference above this amount must be explained


Document = Fill | Credit | BoxSent | Inventory
D = TypeVar("D", bound=Document)


def worth(chips: Chips) -> int:
    """The value of chips in cents.

    >>> worth(((2500, 2), (500, 1)))
    5500
    """
    return sum(value * pieces for value, pieces in chips)


def in_order(chips: Chips) -> bool:
    """Whether chips are listed by value, highest first, each value once."""
    return all(one > other for (one, _), (other, _) in pairwise(chips))


def written(document: Document) -> str:
    """A document as the text of a slip."""
    return msgspec.json.encode(document).decode()


def read(slip: Slip, kind: type[D]) -> D | Refusal:
    """The document of a slip, or a refusal if it cannot be used or is not worth its amount."""
    try:
        found = msgspec.json.decode(slip.said, type=kind)
        json_once.load(slip.said.encode(), dict)
    except (ValueError, RecursionError):  # msgspec's errors are ValueErrors
        return refuse(Code.SLIP_UNFIT, "unreadable", what=slip.what)
    return found if amount_of(found) == slip.amount else refuse(Code.SLIP_UNFIT, "unreadable", what=slip.what)


def amount_of(document: Document) -> int:
    """The money that goes with a document, in cents. An inventory stays where it is."""
    match document:
        case Fill(chips=chips) | Credit(chips=chips):
            return worth(chips)
        case BoxSent(contents=contents):
            return sum(amount for _, amount in contents)
    return 0
