"""What `croupier pit` lists, as rows that are printed as a table or as JSON."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from croupier.cli.pit.printing import Row

if TYPE_CHECKING:
    from croupier.cage.state import State as Cage
    from croupier.conduct.two_people import Proposal
    from croupier.people.state import State as People
    from croupier.pit.acts.alerts import Said
    from croupier.pit.state import AlertFact
    from croupier.pit.state import State as Register
    from croupier.store import Store
    from croupier.text.facts import Fact


def people(state: People) -> Iterable[Row]:
    """Everybody who works here: licence with its days, where they are on duty, and roles."""
    for each in state.persons:
        signs_in = state.credential_of(each.name)
        yield {
            "name": each.name,
            "licence": each.licence.number,
            "since": each.licence.since,
            "until": each.licence.until,
            "signs_in_by": signs_in.kind if signs_in else None,
            "on_duty": f"{each.post.role} at {each.post.place}" if each.post else None,
            "roles": each.roles,
        }


def excluded(state: People) -> Iterable[Row]:
    """The patrons who may not play."""
    return ({"patron": each} for each in sorted(state.excluded))


def terminals(state: People) -> Iterable[Row]:
    """The terminals where staff sign in."""
    return ({"terminal": each.id, "key": each.key} for each in state.terminals)


def equipment(state: Register, table: str | None = None) -> Iterable[Row]:
    """The register of equipment: where each piece is, and its fields without those that have their default."""
    from croupier.pit.kinds import plain

    for item in state.items:
        if table is None or item.table == table:
            place = item.table or "store room"
            yield {"id": item.id, "kind": item.kind, "table": place, "fields": plain(item.what)}


def kinds() -> Iterable[Row]:
    """The kinds of equipment with their fields."""
    from croupier.pit.kinds import forms, kinds

    for name in kinds():
        yield {"kind": name, "fields": forms(name)}


def approvals(state: Register) -> Iterable[Row]:
    """The approvals on record."""
    for each in state.approvals:
        yield {"reference": each.reference, "subject": each.subject, "day": each.day, "scope": each.scope}


def houses(state: Register) -> Iterable[Row]:
    """The version of the house in force at every table, how many there were, and the kit that is out."""
    for table in state.tables():
        versions = state.versions(table)
        last, kit = versions[-1], state.kit_out(table)
        row = {"table": table, "version": last.version[:12], "versions": len(versions)}
        yield {**row, "kit": kit.number if kit is not None else None, "house": last.house.name}


def inspections(state: Register, at: int) -> Iterable[Row]:
    """Every table with a house: the last inspection that counts, and what is missing before it may open.

    `due` is the gaming day in which an open table still needs one; `alert`: whether the hour of the house has come.
    """
    from croupier.core.refusal import Refusal
    from croupier.pit import equipped, inspected
    from croupier.table.houses import house_of

    for table in state.tables():
        house, kit = house_of(state.versions(table)[-1].house), state.kit_out(table) is not None
        if isinstance(house, Refusal):
            unknown = {"inspected": None, "kit": kit, "due": None, "alert": False}
            yield {"table": table, **unknown, "missing": [house.message]}
            continue
        due = inspected.due(state, table, house, at)
        missing = (*equipped.lacking(state, table, house), *inspected.lacking(state, table, house, at))
        yield {
            "table": table,
            "inspected": inspected.last_day(state, table, house),
            "kit": kit,
            "due": due.day if due is not None else None,
            "alert": due is not None and due.alert,
            "missing": [str(each) for each in missing],
        }


def alerts(state: Register) -> Iterable[Row]:
    """The open alerts."""
    for each in state.alerts:
        yield {"alert": each.number, **alert(each.kind, each.table, each.day, each.count, _facts(each.facts))}


def alert(kind: str, table: str | None, day: str, times: int, facts: dict[str, Fact]) -> Row:
    """An alert as a row, with its sentence."""
    from croupier.text.alerts import says

    said = says(kind, {**facts, "table": table or "-", "times": times})
    return {"kind": kind, "table": table, "day": day, "times": times, "says": said}


def cleared_alerts(store: Store) -> Iterable[Row]:
    """The alerts that were cleared: by whom, why, and what they said."""
    from croupier.pit.acts.alerts import AlertCleared, AlertRaised
    from croupier.pit.stream import PIT, STREAM

    raised = dict[int, AlertRaised]()
    for envelope in store.read(STREAM):
        event = PIT.events.read(envelope.body)
        if isinstance(event, AlertRaised):
            raised[event.number] = event
        elif isinstance(event, AlertCleared):
            was = raised.pop(event.number)
            row = alert(was.kind, was.table, was.day, was.count, _facts(was.facts))
            by = {"by": event.by.person, "role": event.by.role, "reason": event.reason}
            yield {"alert": event.number, **by, **row}


def _facts(found: Iterable[AlertFact | Said]) -> dict[str, Fact]:
    from croupier.text import facts

    return {each.name: facts.read(each.kind, each.value) for each in found}


def alert_kinds() -> Iterable[Row]:
    """The kinds of alerts, with what each is about."""
    from croupier.books.alerts.detector import detectors
    from croupier.text.alerts import title

    for each in detectors():
        said = (each.__doc__ or "").splitlines()[0]
        yield {"kind": each.kind, "title": title(each.kind), "about": each.about, "says": said}


def proposals(kind: str, waiting: Iterable[Proposal], at: int) -> Iterable[Row]:
    """The proposals that wait for a second person."""
    from croupier.conduct import powers

    for each in waiting:
        if each.until > at:
            yield {
                "proposal": f"{kind}/{each.number}",
                "by": each.by.person,
                "minutes_left": (each.until - at) // 60_000_000,
                "act": each.word,
                "approval_by": powers.second_of(kind, each.word),
                "body": body(each),
            }


def body(proposal: Proposal) -> dict[str, Any]:
    """The fields of what is proposed."""
    found: dict[str, Any] = jsonlib.loads(proposal.body)
    return found


def accounts(state: Cage) -> Iterable[Row]:
    """The accounts of the cage, in cents."""
    return ({"account": name, "cents": amount} for name, amount in state.balances)


def waiting(state: Cage) -> Iterable[Row]:
    """What waits for its count: who has signed, and nothing about what should be there."""
    for each in state.waiting:
        yield {"number": each.number, "table": each.table, "what": each.what, "counted_by": each.signed}


def differences(state: Cage) -> Iterable[Row]:
    """Counts that were not what the record says."""
    for each in state.differences:
        yield {
            "number": each.number,
            "table": each.table,
            "what": each.what,
            "cents": each.amount,
            "explain": each.explain,
        }


def stocks(state: Cage) -> Iterable[Row]:
    """The chips of tables, as they were last counted."""
    for each in state.stocks:
        yield {"table": each.table, "cents": each.amount, "open": each.open}
