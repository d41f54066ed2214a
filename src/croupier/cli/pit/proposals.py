"""`croupier pit proposals`, `approve` and `withdraw`: what waits for a second person."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from croupier.cli import CannotRead
from croupier.cli.pit.door import (
    HERE,
    SOMEWHERE,
    AtDoor,
    AtPlace,
    Refused,
    accepted,
    looked,
    looked_at_cage,
    opened,
    signed_in,
)
from croupier.cli.pit.printing import show
from croupier.text.values import in_words
from croupier.text.visible import visible

if TYPE_CHECKING:
    from croupier.conduct.two_people import Proposal, Proposing
    from croupier.pit.state import State as Register
    from croupier.table.houses import HouseText


def proposals(*, place: AtPlace = SOMEWHERE, json: bool = False) -> None:
    """List what was proposed and waits for a second person.

    Parameters
    ----------
    json
        Print one array, with all that was proposed.
    """
    from croupier.cli.pit import lists
    from croupier.core.clock import Clock

    at = Clock().now()
    people, register = looked(place)
    waiting = {"people": people.proposals.waiting, "pit": register.proposals.waiting}
    waiting["cage"] = looked_at_cage(place).proposals.waiting
    rows = [row for kind, found in waiting.items() for row in lists.proposals(kind, found, at)]
    short = rows if json else [_short(row) for row in rows]
    show(short, json=json, nothing="No proposal waits.")


def _short(row: dict[str, Any]) -> dict[str, Any]:
    """A proposal with what it is about; the texts of houses are left out."""
    about = {name: value for name, value in row["body"].items() if name != "do"}
    if "changes" in about:
        about = {each["table"]: each["house"]["name"] for each in about["changes"]}
    return {**{name: row[name] for name in row if name != "body"}, "about": in_words(about)}


def approve(
    proposal: str,
    /,
    *,
    door: AtDoor = HERE,
    yes: bool = False,
) -> None:
    """Approve a proposal after looking at it. It is carried out at once.

    Parameters
    ----------
    proposal
        Its name, such as pit/3.
    yes
        Do not ask again after showing it.
    """
    people, register = looked(door)
    stream, found = _waiting({"people": people, "pit": register, "cage": looked_at_cage(door)}, proposal)
    print(visible(f"{found.by.person} ({found.by.role}) proposes {found.word}:"))
    shown = list(_said(found, register))
    for line in shown:
        print(f"  {visible(line)}")
    if not yes and not _agrees():
        print("Not approved. It still waits.")
        return
    with opened(door) as pit:  # who approves proves it after reading: the proof may be a minute old
        if list(_said(found, pit.register)) != shown:
            raise Refused("It would change something else by now: look at it again, then approve it.")
        said = {"number": found.number, "digest": found.digest}
        accepted(pit.give(signed_in(pit, door), stream, "approve", said))
        print(f"Approved: {found.word} is carried out.")


def _agrees() -> bool:
    if not sys.stdin.isatty():
        raise CannotRead("--yes: add it to approve this, since nobody can be asked here")
    try:
        return input("Approve it? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _said(proposal: Proposal, register: Register) -> Iterator[str]:
    """What is proposed, in a line for each field; of a house, what changes."""
    from croupier.cli.pit.lists import body

    for name, value in body(proposal).items():
        if name == "changes":
            for each in value:
                yield f"{each['table']}: {each['house']['name']}"
                yield from (f"  {line}" for line in _changes(each["table"], each["house"], register))
        elif name == "tables":
            for table in value:
                yield from _back(table, register)
        elif name != "do":
            yield in_words({name: value})


def _back(table: str, register: Register) -> Iterator[str]:
    """The version to which a table goes back, and what changes there."""
    known = register.versions(table)
    if len(known) < 2:
        yield f"{table}: no version was in force before this one"
        return
    before = known[-2].house
    yield f"{table}: {before.name}"
    yield from (f"  {line}" for line in _changes(table, before, register))


def _changes(table: str, text: HouseText | dict[str, Any], register: Register) -> Iterable[str]:
    """What changes at a table by another house."""
    import msgspec

    from croupier.core.refusal import Refusal
    from croupier.house.difference import difference
    from croupier.table.houses import HouseText, house_of

    new, known = house_of(msgspec.convert(text, HouseText)), register.versions(table)
    if isinstance(new, Refusal):
        return [new.message]
    if not known:
        return [f"the first house of this table, version {new.version[:12]}"]
    old = house_of(known[-1].house)
    if isinstance(old, Refusal):
        return [f"the house before cannot be read: {old.message}"]
    return [str(each) for each in difference(old, new)] or ["nothing changes for players"]


def withdraw(
    proposal: str,
    reason: str,
    /,
    *,
    door: AtDoor = HERE,
) -> None:
    """Withdraw your proposal, or reject one that you might approve.

    Parameters
    ----------
    proposal
        Its name, such as pit/3.
    reason
        Why, for the record.
    """
    with opened(door) as pit:
        stream, found = _waiting({"people": pit.people, "pit": pit.register, "cage": pit.cage}, proposal)
        token = signed_in(pit, door)
        try:
            answer = pit.give(token, stream, "withdraw-proposal", {"number": found.number, "reason": reason})
        except ValueError:
            raise CannotRead("the reason is a short text in one line, not empty") from None
        accepted(answer)
        print(f"Proposal {proposal} is withdrawn.")


def _waiting(states: Mapping[str, Proposing], name: str) -> tuple[str, Proposal]:
    """A proposal that waits, with its stream; `states` are those of the streams by their kinds."""
    kind, _, number = name.partition("/")
    if kind not in states or not (number.isascii() and number.isdigit() and len(number) < 19):
        names = ", ".join(f"{each}/NUMBER" for each in states)
        raise CannotRead(f"{name}: a proposal is called {names}; croupier pit proposals lists them")
    found = states[kind].proposals.numbered(int(number))
    if found is None:
        raise Refused(f"No proposal {name} waits: it was carried out or withdrawn, is over, or was never made.")
    return f"{kind}/main", found
