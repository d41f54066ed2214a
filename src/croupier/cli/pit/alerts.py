"""`croupier pit alerts`: what the books found in the logs, and who cleared it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli import CannotRead
from croupier.cli.pit.acts import given
from croupier.cli.pit.door import HERE, AtDoor, Door, looked, opened, reading
from croupier.cli.pit.printing import show

if TYPE_CHECKING:
    from croupier.books.alerts.detector import Finding


def alerts(
    act: str | None = None,
    /,
    *fields: str,
    door: AtDoor = HERE,
    cleared: bool = False,
    kinds: bool = False,
    acts: bool = False,
    json: bool = False,
) -> None:
    """List the open alerts, clear one, or look for trouble in the logs.

    Parameters
    ----------
    act
        What to do: clear-alert; or watch, which reads the logs of all tables once and raises alerts.
    fields
        The fields of the act, as NAME=VALUE.
    cleared
        List the alerts that were cleared, with who did it and why.
    kinds
        List the kinds of alerts.
    acts
        Explain the acts: their fields, and who may give them.
    json
        Print one array.
    """
    from croupier.cli.pit import lists

    if act == "watch":
        _watch(fields, door, json=json)
    elif given("alerts", act, fields, door, acts=acts, json=json):
        return
    elif kinds:
        show(lists.alert_kinds(), json=json, nothing="")
    elif cleared:
        with reading(door) as store:
            show(lists.cleared_alerts(store), json=json, nothing="No alert was cleared.")
    else:
        show(lists.alerts(looked(door)[1]), json=json, nothing="No alert is open.")


def _watch(fields: tuple[str, ...], door: Door, *, json: bool) -> None:
    """Read the logs once, and print what is new."""
    from croupier.books.alerts.seen import counts_of, shifts_of
    from croupier.books.alerts.watch import watch

    if fields:
        raise CannotRead(f"{fields[0]}: watch has no fields")
    with opened(door) as pit:
        found = watch(pit, list(shifts_of(pit.store)), list(counts_of(pit.store)))
    show([_row(each) for each in found], json=json, nothing="Nothing new was found.")


def _row(found: Finding) -> dict[str, object]:
    from croupier.cli.pit import lists

    return lists.alert(found.kind, found.table, found.day, found.times, dict(found.facts))
