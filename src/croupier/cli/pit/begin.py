"""`croupier pit begin` and `secret`: the first two people of a house, and what proves who somebody is."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from croupier.cli import CannotRead
from croupier.cli.pit.acts import waits
from croupier.cli.pit.door import (
    HERE,
    SOMEWHERE,
    AtDoor,
    AtPlace,
    Door,
    accepted,
    has_first,
    key_of,
    opened,
    proved,
    signed_in,
)
from croupier.cli.pit.secret_file import chosen_for

if TYPE_CHECKING:
    from croupier.conduct.by import Role
    from croupier.floor.desk import Newcomer
    from croupier.floor.pit import Pit
    from croupier.people.acts.credentials import Kind


def begin(
    *,
    first: str,
    first_licence: str,
    second: str,
    second_licence: str,
    until: str,
    place: AtPlace = SOMEWHERE,
) -> None:
    """Begin the list of people of a new store: an administrator, and a key manager who approves.

    From then on every change of the list needs two people. Their passwords are asked for, or read from --secrets.

    Parameters
    ----------
    first
        The name of the administrator.
    first_licence
        The number of the administrator's licence or badge.
    second
        The name of the key manager.
    second_licence
        The number of the key manager's licence.
    until
        The last day of both licences, such as 2027-12-31.
    """
    from croupier.floor.desk import Newcomer
    from croupier.floor.desk.terminal_keys import public

    try:
        last = date.fromisoformat(until)
    except ValueError:
        raise CannotRead(f"--until: write a day such as 2027-12-31, not {until!r}") from None
    chosen = [chosen_for(place.secrets, each, each) for each in (first, second)]
    with opened(place, new=True) as pit:
        since = pit.people.day(pit.now())

        def newcomer(name: str, role: Role, licence: str, secret: str) -> Newcomer:
            return Newcomer(name, (role,), licence, since, last, "password", secret)

        one = newcomer(first, "administrator", first_licence, chosen[0])
        other = newcomer(second, "key-manager", second_licence, chosen[1])
        try:
            accepted(pit.desk.found(one, other, place.terminal, public(key_of(pit, place.terminal))))
        except ValueError:
            raise CannotRead("a name and a licence number are short texts in one line, not empty") from None
    print(f"The list of people begins with {first} (administrator) and {second} (key-manager).")
    print(f"They sign in at terminal {place.terminal}, whose key is in the folder of secrets.")


def secret(
    person: str | None = None,
    /,
    *,
    door: AtDoor = HERE,
    kind: str = "password",
) -> None:
    """Choose another secret for yourself, or propose the first one of somebody else.

    A first secret lasts a day; with it one can only choose another. In a file of --secrets it is called "first NAME".
    Whoever replaces a first secret gets the one called NAME, and later the one called "new NAME".

    Parameters
    ----------
    person
        Who gets a first secret; default: yourself.
    kind
        password or pin.
    """
    if kind not in ("password", "pin"):
        raise CannotRead(f"--kind: write password or pin, not {kind!r}")
    with opened(door) as pit:
        if person is None:
            _replace(pit, door, kind)  # type: ignore[arg-type]
        else:
            _enrol(pit, door, person, kind)  # type: ignore[arg-type]


def _replace(pit: Pit, door: Door, kind: Kind) -> None:
    """Choose another secret for oneself."""
    known = pit.people.person(door.person)
    first = known is not None and has_first(pit, known.name)
    token, old = proved(pit, door)
    assert known is not None, "somebody has signed in"
    new = chosen_for(door.secrets, known.name, known.name if first else f"new {known.name}")
    accepted(pit.desk.replace(token, kind, old, new))
    print("Your secret is changed. Sign in with the new one from now on.")


def _enrol(pit: Pit, door: Door, person: str, kind: Kind) -> None:
    """Propose the first secret of somebody else."""
    from croupier.conduct.powers import second_of

    token, known = signed_in(pit, door), pit.people.person(person)
    if known is None:
        raise CannotRead(f"{person} is not on the list of people: register-person comes first")
    accepted(pit.desk.enrol(token, known.name, kind, chosen_for(door.secrets, known.name, f"first {known.name}")))
    print(waits(f"people/{pit.people.proposals.count}", second_of("people", "enrol-credential")))
