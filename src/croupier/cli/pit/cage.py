"""`croupier pit cage`: chips for the tables, what waits for a count, differences, and the close of a gaming day."""

from __future__ import annotations

from croupier.cli.pit.acts import given
from croupier.cli.pit.door import HERE, AtDoor, looked_at_cage
from croupier.cli.pit.printing import show


def cage(
    act: str | None = None,
    /,
    *fields: str,
    door: AtDoor = HERE,
    waiting: bool = False,
    differences: bool = False,
    stocks: bool = False,
    acts: bool = False,
    json: bool = False,
) -> None:
    """List the accounts of the cage, issue fills, count credits and boxes, or close a gaming day.

    Parameters
    ----------
    act
        What to do, such as issue-fill. What close-day records of the tables is computed from their logs.
    fields
        The fields of the act, as NAME=VALUE; chips as JSON, each value in cents with how many: chips='[[10000,5]]'.
    waiting
        List credits and boxes that wait for their count; nobody is told what should be in a box.
    differences
        List counts that were not what the record says, and that nobody has explained.
    stocks
        List the chips of the tables, as two people have last counted them.
    acts
        Explain the acts: their fields, and who may give them.
    json
        Print one array.
    """
    from croupier.cli.pit import lists

    if given("cage", act, fields, door, acts=acts, json=json):
        return
    state = looked_at_cage(door)
    if waiting:
        show(lists.waiting(state), json=json, nothing="Nothing waits for a count.")
    elif differences:
        show(lists.differences(state), json=json, nothing="There is no difference to explain.")
    elif stocks:
        show(lists.stocks(state), json=json, nothing="No chips of a table were counted yet.")
    else:
        show(lists.accounts(state), json=json, nothing="The cage has not begun: found-cage begins it.")
