"""`croupier pit equipment`: the register of equipment, and the kits of tables."""

from __future__ import annotations

from croupier.cli.pit.acts import given
from croupier.cli.pit.door import HERE, AtDoor, looked
from croupier.cli.pit.printing import show


def equipment(
    act: str | None = None,
    /,
    *fields: str,
    door: AtDoor = HERE,
    table: str | None = None,
    kinds: bool = False,
    acts: bool = False,
    json: bool = False,
) -> None:
    """List the register of equipment, or change it; issue a kit to a table.

    Parameters
    ----------
    act
        What to do, such as register-item.
    fields
        The fields of the act, as NAME=VALUE; fields.NAME=VALUE for those of a piece of equipment.
    table
        List only the equipment at this table, with all fields.
    kinds
        List the kinds of equipment with their fields. Lengths are in sixteenths of an inch.
    acts
        Explain the acts: their fields, and who may give them.
    json
        Print one array.
    """
    from croupier.cli.pit import lists

    if given("equipment", act, fields, door, acts=acts, json=json):
        return
    if kinds:
        show(lists.kinds(), json=json, nothing="")
        return
    rows = lists.equipment(looked(door)[1], table)
    nothing = "The register is empty." if table is None else f"No equipment is at table {table}."
    show(rows, json=json, nothing=nothing, short=table is None)
