"""Arguments that several commands share: amounts, plans, and suggestions for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from os.path import isfile, realpath
from typing import TYPE_CHECKING

from croupier.cli import CannotRead
from croupier.text.money import read_dollars

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from croupier.chain import Chain
    from croupier.chain.plan import BuiltIn
    from croupier.conduct import By, Role
    from croupier.floor.claims import Claim
    from croupier.house import House
    from croupier.store import Store


def cents(name: str, text: str | None) -> int | None:
    """A dollar amount as whole cents; None if it was left out."""
    if text is None:
        return None
    try:
        amount = read_dollars(text)
    except ValueError as error:
        raise CannotRead(f"{name}: {error}") from None
    if amount <= 0 or amount.denominator != 1:
        raise CannotRead(f"{name}: must be a positive number of whole cents, not {text!r}")
    return int(amount)


def nearest(wanted: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the nearest name, or all names."""
    names = list(known)
    near = get_close_matches(wanted, names, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(names) or 'none'}"


def known(option: str, name: str, names: Iterable[str]) -> None:
    """Check that a store has what an option names."""
    names = list(names)
    if name not in names:
        raise CannotRead(f"{option}: this store has no {name!r}{nearest(name, names)}")


def gaming_day(text: str | None) -> date | None:
    """A gaming day of --day; None if it was left out."""
    from datetime import date

    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CannotRead(f"--day: write a date such as 2026-01-31, not {text!r}") from None


def plan(text: str, house: str | None = None) -> BuiltIn:
    """A built-in plan by its name, or a plan from a file; `house` is the house that the operator names."""
    from croupier.chain.plans import load, names
    from croupier.house import Unreadable, Unsound

    if text not in names() and not isfile(text):
        raise CannotRead(f"no plan or plan file is called {text!r}{nearest(text, names())}")
    try:
        return load(text, house)
    except (Unreadable, Unsound) as error:
        raise CannotRead(str(error)) from None


def house_named(name: str, on: date | None = None) -> House:
    """A preset by its name, or a house from a file, under the rulebook of a date or of its own."""
    from croupier.house import Unreadable, Unsound, load

    try:
        return load(name, on=on)
    except (Unreadable, Unsound) as error:
        raise CannotRead(str(error)) from None


def trusted(file: str, trust: str | None) -> bool:
    """Whether the operator trusts the code of a file, which --trust names again; an error if it names another one."""
    if trust is not None and realpath(trust) != realpath(file):
        raise CannotRead(f"--trust: names {trust!r}, and not the file {file!r} that is read")
    return trust is not None


def name_houses(files: tuple[Path, ...]) -> None:
    """Let the code of these house files run in this process."""
    from croupier.house import Unreadable
    from croupier.table.houses import named_by_operator

    try:
        for file in files:
            named_by_operator(file)
    except Unreadable as error:
        raise CannotRead(f"--house: {error}") from None


def existing(place: str) -> Store:
    """Open a store for writing; one that does not exist is not created."""
    from croupier import store as stores

    stores.open(place, reading=True).close()
    return stores.open(place)


def person(option: str, name: str, licence: str, role: Role) -> By:
    """A named person with a licence, who acts in this role."""
    import msgspec

    from croupier.conduct import By

    try:
        found = msgspec.convert({"person": name, "role": role, "licence": licence.strip()}, By)
    except msgspec.ValidationError as error:
        raise CannotRead(f"{option}: {name!r} with licence {licence!r} is no person: {error}") from None
    if not found.licence:
        raise CannotRead(f"{option}: {name} needs a licence: give its number too")
    return found


def claim(name: str, licence: str | None, secrets: Path | None) -> Claim:
    """Somebody who proves who that is by a secret, where there is a list of people, and is named elsewhere."""
    from croupier.cli.pit.secret_file import secret_of
    from croupier.floor.claims import Claim

    return Claim(name, licence, lambda known: secret_of(secrets, known, first=False))


def house_for(plan: BuiltIn, named: str | None) -> House:
    """The named house, or the plan's own; an error if it does not offer the plan's wagers."""
    found = house_named(named or plan.house)
    if missing := sorted(plan.wagers - found.offered):
        raise CannotRead(f"{found.name} does not offer {', '.join(missing)}, which {plan.name} plays")
    return found


def compiled(house: House, plan: BuiltIn) -> Chain:
    """Compile the chain of a plan, with a progress display."""
    from croupier import chain
    from croupier.cli.progress import shown

    try:
        with shown(f"exploring {plan.name}", "states") as report:
            return chain.compile(house, plan, progress=report)
    except chain.TooLarge as error:
        raise CannotRead(f"{error}; a lower cap, or fewer wagers at a time, makes it smaller") from None
    except chain.PlanRefused as error:
        raise CannotRead(str(error)) from None
