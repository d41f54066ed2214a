"""What `croupier pit` lists, as rows that are printed as a table or as JSON."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from croupier.text.visible import visible

if TYPE_CHECKING:
    from croupier.conduct.two_people import Proposal
    from croupier.people.state import State as People
    from croupier.pit.state import State as Register

Row = dict[str, Any]


def show(rows: Iterable[Row], *, json: bool, nothing: str) -> None:
    """Print rows: one JSON array, or columns below their names."""
    found = list(rows)
    if json:
        print(jsonlib.dumps(found, ensure_ascii=False))
        return
    if not found:
        print(nothing)
        return
    names = list(found[0])
    cells = [[name.replace("_", " ") for name in names], *([_cell(row[name]) for name in names] for row in found)]
    wide = [max(len(line[place]) for line in cells) for place in range(len(names))]
    for line in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)).rstrip())


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_cell, value)) or "-"
    return visible(str(value)) if value not in (None, "") else "-"


def people(state: People) -> Iterable[Row]:
    """Everybody who works here: roles, licence with its days, and where they are on duty."""
    for each in state.persons:
        signs_in = state.credential_of(each.name)
        yield {
            "name": each.name,
            "roles": each.roles,
            "licence": each.licence.number,
            "since": each.licence.since,
            "until": each.licence.until,
            "on_duty": f"{each.post.role} at {each.post.place}" if each.post else None,
            "signs_in_by": signs_in.kind if signs_in else None,
        }


def excluded(state: People) -> Iterable[Row]:
    """The patrons who may not play."""
    return ({"patron": each} for each in sorted(state.excluded))


def terminals(state: People) -> Iterable[Row]:
    """The terminals where staff sign in."""
    return ({"terminal": each.id, "key": each.key} for each in state.terminals)


def equipment(state: Register, table: str | None = None) -> Iterable[Row]:
    """The register of equipment: where each piece is, and what is known of it."""
    for item in state.items:
        if table is None or item.table == table:
            about = {each.name: getattr(item.what, each.name) for each in fields(item.what)}
            known = {name: _plain(value) for name, value in about.items() if value not in (None, "", (), frozenset())}
            yield {"id": item.id, "kind": item.kind, "table": item.table or "store room", "fields": known}


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def in_words(rows: Iterable[Row]) -> Iterable[Row]:
    """Equipment for people: the fields in one short line."""
    for row in rows:
        said = (_field(name, value) for name, value in row["fields"].items())
        yield {**row, "fields": visible("; ".join(each for each in said if each), 100)}


def _field(name: str, value: Any) -> str:
    named = name.replace("_", " ")
    if value is True:
        return named
    return "" if value is False else f"{named} {_cell(value)}"


def approvals(state: Register) -> Iterable[Row]:
    """The approvals on record."""
    for each in state.approvals:
        yield {"reference": each.reference, "subject": each.subject, "day": each.day, "scope": each.scope}


def houses(state: Register) -> Iterable[Row]:
    """The version of the house in force at every table."""
    for table in state.tables():
        versions = state.versions(table)
        last, kit = versions[-1], state.kit_out(table)
        row = {"table": table, "house": last.house.name, "version": last.version[:12], "versions": len(versions)}
        yield {**row, "kit": kit.number if kit is not None else None}


def inspections(state: Register, at: int) -> Iterable[Row]:
    """Every table with a house: the last inspection that counts, and what is missing before it may open."""
    from croupier.core.refusal import Refusal
    from croupier.pit import equipped, inspected
    from croupier.table.houses import house_of

    for table in state.tables():
        house = house_of(state.versions(table)[-1].house)
        if isinstance(house, Refusal):
            yield {"table": table, "inspected": None, "kit": None, "missing": [house.message]}
            continue
        missing = (*equipped.lacking(state, table, house), *inspected.lacking(state, table, house, at))
        yield {
            "table": table,
            "inspected": inspected.last_day(state, table, house),
            "kit": state.kit_out(table) is not None,
            "missing": [str(each) for each in missing],
        }


def proposals(kind: str, waiting: Iterable[Proposal], at: int) -> Iterable[Row]:
    """The proposals that wait for a second person."""
    from croupier.conduct import powers

    for each in waiting:
        if each.until > at:
            yield {
                "proposal": f"{kind}/{each.number}",
                "act": each.word,
                "by": each.by.person,
                "approval_by": powers.second_of(kind, each.word),
                "minutes_left": (each.until - at) // 60_000_000,
                "body": jsonlib.loads(each.body),
            }
