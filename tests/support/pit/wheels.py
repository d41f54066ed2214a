"""A pit with houses in force and equipment at its tables, for tests of inspections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from croupier.conduct import By, Event
from croupier.conduct.by import UNLICENSED, Role
from croupier.core.equipment import Equipment, Missing
from croupier.core.refusal import Refusal
from croupier.games import game
from croupier.house import House
from croupier.pit.inspected import lacking
from croupier.pit.state import Item
from croupier.table import HouseText
from croupier.table.houses import house_of
from tests.support.pit.streams import Stream
from tests.support.table.play import PEOPLE, written

ASKED = game("roulette").inspection
assert ASKED is not None
WHEEL, BALL = ASKED.inspected
#: The items of the checklist, without the one about a converted wheel.
FOUR = ("magnets", "level", "parts", "ball")
FIVE = (*FOUR, "layout")
#: Days of both printings of Rule 22: well within each, and the last of one and the first of the other.
OLD, LAST_OLD, FIRST_NEW, NEW = "2016-01-01", "2017-12-14", "2017-12-15", "2022-09-01"


def staff(role: Role, **changes: str) -> By:
    """Somebody in a role, with a licence if the role needs one, who has proven who they are."""
    name = PEOPLE.get(role, role)
    by = By(name, role, "" if role in UNLICENSED else f"L-{name}", credential=f"c-{name}")
    return msgspec.structs.replace(by, **changes)


PAT, KIM, SUE = staff("pit-supervisor"), staff("key-manager"), staff("security")
MAX, TIM, DOT = staff("maintenance"), staff("slot-technician"), staff("regulator")


def house_on(on: str, preset: str = "colorado-single-zero", **change: Any) -> HouseText:
    """A house without side bets under the rules of a day."""
    plain = {"side_bets": {}, "approvals": {}, "limits": {"default": {"min": 1, "max": 500}}, **change}
    return msgspec.structs.replace(written(preset, **plain), on=on)


def pit_with(on: str = NEW, preset: str = "colorado-single-zero", table: str = "R0") -> Stream:
    """A pit with one table that has a wheel and a ball, and was not inspected yet."""
    pit = Stream("pit/main")
    in_force(pit, house_on(on, preset), table)
    put(pit, f"W-{table}", WHEEL, table)
    put(pit, f"B-{table}", BALL, table)
    return pit


def in_force(pit: Stream, house: HouseText, *tables: str) -> None:
    """Put a house into force at tables."""
    found = pit.both("activate-house", PAT, KIM, changes=[{"table": each, "house": house} for each in tables])
    assert not isinstance(found, Refusal), str(found)


def put(pit: Stream, name: str, kind: str, table: str | None) -> None:
    """Put a piece of equipment at a table, or into the store room."""
    others = tuple(each for each in pit.state.items if each.id != name)
    pit.state = pit.state.but(items=(*others, Item(name, kind, Equipment(serial=name), table)))


def correct(pit: Stream, name: str) -> None:
    """Change what the register says of a piece of equipment."""
    items = (replace(e, what=Equipment(serial=f"{e.what.serial}x")) if e.id == name else e for e in pit.state.items)
    pit.state = pit.state.but(items=tuple(items))


def results(*passed: str, failed: Sequence[str] = ()) -> list[dict[str, Any]]:
    """What an inspection states about the items of its checklist."""
    return [{"check": each, "passed": True} for each in passed] + [{"check": e, "passed": False} for e in failed]


def inspect(pit: Stream, *passed: str, failed: Sequence[str] = (), table: str = "R0", by: By = PAT) -> None:
    """Inspect a table: every item passes, if none is named."""
    stated = results(*(passed or (() if failed else FOUR)), failed=failed)
    pit.done("inspect-table", by, table=table, results=stated, remark="as it must be")


def house_at(pit: Stream, table: str = "R0") -> House:
    """The house in force at a table."""
    found = house_of(pit.state.versions(table)[-1].house)
    assert isinstance(found, House)
    return found


def missing(pit: Stream, table: str = "R0", at: int | None = None) -> tuple[Missing, ...]:
    """What the table lacks before it opens."""
    return lacking(pit.state, table, house_at(pit, table), pit.at if at is None else at)


def cites(pit: Stream, table: str = "R0", at: int | None = None) -> list[str]:
    """The paragraphs of what the table lacks before it opens."""
    return [each.cite for each in missing(pit, table, at)]


def part(name: str = "separator", *, external: bool = True, movable: bool = True) -> dict[str, Any]:
    """A part of a wheel."""
    return {"name": name, "external": external, "movable": movable}


def work(
    pit: Stream,
    word: str = "adjust-wheel",
    by: By = MAX,
    witness: By = SUE,
    *parts: dict[str, Any],
    **said: Any,
) -> tuple[Event, ...] | Refusal:
    """Adjust the wheel of table R0 or replace parts of it, in the presence of a witness."""
    fields = {"table": "R0", "wheel": "W-R0", "place": None, "remark": "done", "parts": parts or (part(),), **said}
    return pit.both(word, by, witness, **fields)


def worked(pit: Stream, word: str = "adjust-wheel", *parts: dict[str, Any], **said: Any) -> None:
    """As `work`, and it is accepted."""
    found = work(pit, word, MAX, SUE, *parts, **said)
    assert not isinstance(found, Refusal), str(found)
