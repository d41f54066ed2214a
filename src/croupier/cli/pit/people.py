"""`croupier pit people`: who works in the house, and what changes that."""

from __future__ import annotations

from croupier.cli.pit.acts import given
from croupier.cli.pit.door import HERE, AtDoor, looked
from croupier.cli.pit.printing import show


def people(
    act: str | None = None,
    /,
    *fields: str,
    door: AtDoor = HERE,
    acts: bool = False,
    patrons: bool = False,
    terminals: bool = False,
    json: bool = False,
) -> None:
    """List who works here, or change that: roles, licences, duty, credentials, terminals and excluded patrons.

    Parameters
    ----------
    act
        What to do, such as register-person.
    fields
        The fields of the act, as NAME=VALUE.
    acts
        Explain the acts: their fields, and who may give them.
    patrons
        List the patrons who may not play.
    terminals
        List the terminals where staff sign in.
    json
        Print one array.
    """
    from croupier.cli.pit import lists

    if given("people", act, fields, door, acts=acts, json=json):
        return
    state, _ = looked(door)
    if patrons:
        show(lists.excluded(state), json=json, nothing="No patron is excluded.")
    elif terminals:
        show(lists.terminals(state), json=json, nothing="No terminal is enrolled.")
    else:
        show(lists.people(state), json=json, nothing="Nobody is on the list: croupier pit begin starts it.")
