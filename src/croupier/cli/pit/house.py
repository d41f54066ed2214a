"""`croupier pit house`: the houses in force at the tables, and the approvals on record."""

from __future__ import annotations

from croupier.cli.pit.acts import given
from croupier.cli.pit.door import HERE, AtDoor, looked
from croupier.cli.pit.printing import show


def house(
    act: str | None = None,
    /,
    *fields: str,
    door: AtDoor = HERE,
    approvals: bool = False,
    acts: bool = False,
    json: bool = False,
) -> None:
    """List the house in force at every table, or change it: activate versions, go back, record approvals.

    Parameters
    ----------
    act
        What to do, such as activate-house.
    fields
        The fields of the act, as NAME=VALUE; TABLE=HOUSE names a preset or a house file.
    approvals
        List the approvals on record.
    acts
        Explain the acts: their fields, and who may give them.
    json
        Print one array.
    """
    from croupier.cli.pit import lists

    if given("house", act, fields, door, acts=acts, json=json):
        return
    _, state = looked(door)
    if approvals:
        show(lists.approvals(state), json=json, nothing="No approval is on record.")
    else:
        show(lists.houses(state), json=json, nothing="No house is in force at any table.")
