"""What the pit hands over to a table, and what goes back: the documents of the slips between them.

A table that belongs to a pit opens only with a kit: everything that its rules ask for, checked against the register
of equipment. While the kit is out, nothing of it may be moved or adjusted. The table gives it back when it closes.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, TypeAlias, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta, Struct

from croupier.conduct.by import Name
from croupier.conduct.command import Count, Text, Word
from croupier.conduct.slip import Slip
from croupier.core import json_once
from croupier.core.gaming_day import GamingDay
from croupier.core.refusal import Code, Refusal, refuse

#: What a slip between the pit and a table contains (`Slip.what`).
KIT, INSPECTED, HOUSE, BACK, MOVED = "kit", "inspection", "house", "kit-back", "wheel-moved"
#: How the streams of both kinds begin.
TABLES, PITS = "table/", "pit/"

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}\Z")]


class Kit(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """What a table has to play with. The pit issues it (`KIT`)."""

    number: Count  # counts the kits of this table
    house: Word  # the version of the house for which it was checked
    areas: tuple[Word, ...]  # the wagers that have an area on the layout
    items: tuple[tuple[str, str], ...]  # the kind and the id of each piece of equipment
    zone: Word  # when a gaming day begins: the time zone,
    hour: Annotated[int, Meta(ge=0, le=23)]  # and the hour on its clocks
    minute: Annotated[int, Meta(ge=0, le=59)] = 0
    inspected: Day | None = None  # the gaming day of the last inspection, where the rules ask for inspections
    table_key: Word = ""  # the role with the key of the drop box's lock to the table
    contents_key: Word = ""  # the role with the key of the drop box itself
    together: tuple[Name, ...] = ()  # the tables that change to that house in one act, if it was handed over later

    @property
    def gaming_day(self) -> GamingDay:
        """When a gaming day begins."""
        return GamingDay(self.zone, self.hour, self.minute)


class Inspected(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The table that has this kit was inspected, or waits for an inspection. The pit issues it (`INSPECTED`)."""

    number: Count  # of the kit
    day: Day  # the gaming day
    moves: Count = 0  # how many movements of the wheel, reported by the table under this kit, were before it
    act: Count = 0  # how much the pit had recorded about wheels until then: the highest counts
    stops: bool = False  # whether the table waits: it failed, or the wheel was reported as moved to the pit


class InForce(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Another version of the house is in force for the table that has this kit. The pit issues it (`HOUSE`)."""

    number: Count  # of the kit
    act: Count  # how often houses were put into force in the pit until then: the highest counts
    house: Word  # the version
    areas: tuple[Word, ...]  # the wagers that have an area on the layout
    together: tuple[Name, ...] = ()  # the tables that change in one act, where odds are uniform in the casino


class Back(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The table has closed and gives its kit back. The table issues it (`BACK`)."""

    number: Count  # of the kit


class Moved(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Somebody saw the wheel move: it is inspected before it spins again. The table issues it (`MOVED`)."""

    number: Count  # of the kit
    what: Text  # what was seen


Document: TypeAlias = Kit | Inspected | InForce | Back | Moved
D = TypeVar("D", bound=Document)


def written(document: Document) -> str:
    """A document as the text of a slip."""
    return msgspec.json.encode(document).decode()


def read(slip: Slip, kind: type[D]) -> D | Refusal:
    """The document of a slip, or a refusal if it cannot be used."""
    try:
        found = msgspec.json.decode(slip.said, type=kind)
        json_once.load(slip.said.encode(), dict)
        if isinstance(found, Kit):
            ZoneInfo(found.zone)
        day = found.inspected if isinstance(found, Kit) else getattr(found, "day", None)
        if day is not None:
            date.fromisoformat(day)
    except (ValueError, ZoneInfoNotFoundError, RecursionError):  # msgspec's errors are ValueErrors
        return refuse(Code.SLIP_UNFIT, "unreadable", what=slip.what)
    return found
