"""What the pit hands over to a table, and what goes back: the documents of the slips between them.

A table that belongs to a pit opens only with a kit: everything that its rules ask for, checked against the register
of equipment. While the kit is out, nothing of it may be moved or adjusted. The table gives it back when it closes.
"""

from __future__ import annotations

from msgspec import Struct

from croupier.conduct.command import Count, Word

#: What a slip between the pit and a table contains (`Slip.what`).
KIT, INSPECTED, BACK, MOVED = "kit", "inspection", "kit-back", "wheel-moved"


class Kit(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """What a table has to play with. The pit issues it (`KIT`)."""

    number: Count  # counts the kits of this table
    house: str  # the version of the house for which it was checked
    areas: tuple[Word, ...]  # the wagers that have an area on the layout
    items: tuple[tuple[str, str], ...]  # the kind and the id of each piece of equipment
    zone: str  # when a gaming day begins: the time zone,
    hour: int  # and the hour on its clocks
    inspected: str | None = None  # the gaming day of the last inspection, where the rules ask for inspections


class Inspected(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The table that has this kit was inspected. The pit issues it (`INSPECTED`)."""

    number: Count  # of the kit
    day: str  # the gaming day


class Back(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The table has closed and gives its kit back. The table issues it (`BACK`)."""

    number: Count  # of the kit


class Moved(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Somebody saw the wheel move: it is inspected before it spins again. The table issues it (`MOVED`)."""

    number: Count  # of the kit
    what: str  # what was seen
