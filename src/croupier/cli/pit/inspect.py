"""`croupier pit inspect`: inspections, movements, adjustments and replacements, and their log."""

from __future__ import annotations

from croupier.cli.pit.acts import given
from croupier.cli.pit.door import HERE, AtDoor, Door, looked, reading
from croupier.cli.pit.printing import show


def inspect(
    act: str | None = None,
    /,
    *fields: str,
    door: AtDoor = HERE,
    log: bool = False,
    acts: bool = False,
    json: bool = False,
) -> None:
    """List the inspections of every table and what is missing before it may open; or record one.

    Parameters
    ----------
    act
        What to do, such as inspect-table.
    fields
        The fields of the act, as NAME=VALUE; passed=A,B and failed=C list items of a checklist.
    log
        Print the log of adjustments and replacements as CSV (30-2212(5)).
    acts
        Explain the acts: their fields, and who may give them.
    json
        Print one array.
    """
    from croupier.cli.pit import lists
    from croupier.core.clock import Clock

    if given("inspect", act, fields, door, acts=acts, json=json):
        return
    if log:
        _print_log(door, json=json)
    else:
        rows = lists.inspections(looked(door)[1], Clock().now())
        show(rows, json=json, nothing="No house is in force at any table.")


def _print_log(door: Door, *, json: bool) -> None:
    """The log of adjustments and replacements (30-2212(5))."""
    from croupier.conduct import aggregate_of
    from croupier.pit.acts.adjustments import as_csv, log
    from croupier.pit.stream import STREAM

    events = aggregate_of(STREAM).events
    with reading(door) as store:
        rows = log([events.read(each.body) for each in store.read(STREAM)])
    if json:
        show((row._asdict() for row in rows), json=True, nothing="")
    else:
        print(as_csv(rows), end="")
