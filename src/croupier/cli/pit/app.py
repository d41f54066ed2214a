"""The commands of `croupier pit`."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import nearest
from croupier.cli.pit.door import HERE, Door

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.conduct import Command
    from croupier.floor.pit import Pit

_DOOR = Parameter(name="*")
_ACTS = "Without an act, print a list. With one, give it: fields are NAME=VALUE, and --as says who gives it."


def _examples(*lines: str) -> str:
    return "Examples:\n\n" + "\n\n".join(lines) + "\n"


app = App(
    name="pit",
    help="People, equipment, inspections and houses, for those who run the tables.",
    help_epilogue=_examples(
        "croupier pit demo --db sqlite:///pit.db",
        "croupier pit people --db sqlite:///pit.db",
        "croupier pit inspect --db sqlite:///pit.db",
    ),
)


@app.command(
    help_epilogue=_examples(
        "croupier pit people",
        "croupier pit people register-person person=Bo roles=dealer licence=L-7 since=2026-01-01 "
        "until=2027-12-31 --as Ada",
        "croupier pit people come-on-duty person=Bo role=dealer place=R0 --as Bo",
        "croupier pit people --acts",
    )
)
def people(
    act: str | None = None,
    /,
    *fields: str,
    door: Annotated[Door, _DOOR] = HERE,
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
        List the acts with their fields and who may give them.
    patrons
        List the patrons who may not play.
    terminals
        List the terminals where staff sign in.
    json
        Print one array.
    """
    from croupier.cli.pit import lists
    from croupier.people.stream import STREAM

    if _given(STREAM, act, fields, door, acts=acts, json=json):
        return
    state, _ = _looked(door)
    if patrons:
        lists.show(lists.excluded(state), json=json, nothing="No patron is excluded.")
    elif terminals:
        lists.show(lists.terminals(state), json=json, nothing="No terminal is enrolled.")
    else:
        lists.show(lists.people(state), json=json, nothing="Nobody is on the list: croupier pit begin starts it.")


@app.command(
    help_epilogue=_examples(
        "croupier pit equipment --table R0",
        "croupier pit equipment register-item item=ball-3 kind=ball fields.size=11 fields.material=resin --as Pat",
        "croupier pit equipment move-item item=ball-3 table=R0 --as Pat",
        "croupier pit equipment issue-kit table=R0 --as Pat",
    )
)
def equipment(
    act: str | None = None,
    /,
    *fields: str,
    door: Annotated[Door, _DOOR] = HERE,
    table: str | None = None,
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
        Only the equipment at this table.
    acts
        List the acts with their fields and who may give them.
    json
        Print one array.
    """
    from croupier.cli.pit import lists
    from croupier.pit.stream import STREAM

    if _given(STREAM, act, fields, door, acts=acts, json=json):
        return
    rows = lists.equipment(_looked(door)[1], table)
    lists.show(rows if json else lists.in_words(rows), json=json, nothing="The register is empty.")


@app.command(
    help_epilogue=_examples(
        "croupier pit inspect",
        "croupier pit inspect inspect-table table=R0 passed=magnets,level,parts,ball remark=fine --as Pat",
        "croupier pit inspect adjust-wheel table=R0 wheel=R0-wheel place=null remark=oiled "
        'parts=\'[{"name":"spindle","external":true,"movable":true}]\' --as Mo',
        "croupier pit inspect --log > adjustments.csv",
    )
)
def inspect(
    act: str | None = None,
    /,
    *fields: str,
    door: Annotated[Door, _DOOR] = HERE,
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
        List the acts with their fields and who may give them.
    json
        Print one array.
    """
    from croupier.cli.pit import lists
    from croupier.core.clock import Clock
    from croupier.pit.stream import STREAM

    if _given(STREAM, act, fields, door, acts=acts, json=json):
        return
    if log:
        _print_log(door, json=json)
        return
    rows = lists.inspections(_looked(door)[1], Clock().now())
    lists.show(rows, json=json, nothing="No house is in force at any table.")


@app.command(
    help_epilogue=_examples(
        "croupier pit house",
        "croupier pit house activate-house R0=colorado-single-zero C1=my-craps.toml --as Pat",
        "croupier pit house roll-back-house tables=R0 --as Pat",
        "croupier pit house record-approval reference=D-17 subject=layout day=2026-01-05 scope='layout L-3' --as Kim",
        "croupier pit house --approvals",
    )
)
def house(
    act: str | None = None,
    /,
    *fields: str,
    door: Annotated[Door, _DOOR] = HERE,
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
        List the acts with their fields and who may give them.
    json
        Print one array.
    """
    from croupier.cli.pit import lists
    from croupier.pit.stream import STREAM

    if _given(STREAM, act, fields, door, acts=acts, json=json):
        return
    state = _looked(door)[1]
    if approvals:
        lists.show(lists.approvals(state), json=json, nothing="No approval is on record.")
    else:
        lists.show(lists.houses(state), json=json, nothing="No house is in force at any table.")


@app.command(help_epilogue=_examples("croupier pit proposals", "croupier pit proposals --json"))
def proposals(*, door: Annotated[Door, _DOOR] = HERE, json: bool = False) -> None:
    """List what was proposed and waits for a second person.

    Parameters
    ----------
    json
        Print one array, with every byte of what was proposed.
    """
    from croupier.cli.pit import lists
    from croupier.core.clock import Clock

    at = Clock().now()
    found = zip(("people", "pit"), _looked(door), strict=True)
    rows = [row for kind, state in found for row in lists.proposals(kind, state.proposals.waiting, at)]
    short = rows if json else [{name: row[name] for name in row if name != "body"} for row in rows]
    lists.show(short, json=json, nothing="No proposal waits.")


@app.command(
    help_epilogue=_examples("croupier pit approve pit/3 --as Kim", "croupier pit approve people/1 --as Kim --yes")
)
def approve(proposal: str, /, *, door: Annotated[Door, _DOOR] = HERE, yes: bool = False) -> None:
    """Approve a proposal after looking at it. It is carried out at once.

    Parameters
    ----------
    proposal
        Its name, such as pit/3.
    yes
        Do not ask again after showing it.
    """
    from croupier.cli.pit.door import accepted, opened, sign_in

    with opened(door) as pit:
        stream, number = _proposal(pit, proposal)
        found = pit.hosts[stream].state.proposals.numbered(number)
        if found is None:
            raise CannotRead(f"{proposal}: no such proposal waits; croupier pit proposals lists them")
        print(f"{found.by.person} ({found.by.role}) proposes:")
        print(jsonlib.dumps(jsonlib.loads(found.body), ensure_ascii=False, indent=1))
        token = sign_in(pit, door, _person(door), door.role)
        if not yes and input("Approve it? [y/N] ").strip().lower() not in ("y", "yes"):
            print("Not approved. It still waits.")
            return
        accepted(pit.give(token, stream, "approve", {"number": number, "digest": found.digest}))
        print(f"Approved: {found.word} is carried out.")


@app.command(help_epilogue=_examples("croupier pit withdraw pit/3 'wrong table' --as Pat"))
def withdraw(proposal: str, reason: str, /, *, door: Annotated[Door, _DOOR] = HERE) -> None:
    """Withdraw your proposal, or reject one that you might approve.

    Parameters
    ----------
    proposal
        Its name, such as pit/3.
    reason
        Why, for the record.
    """
    from croupier.cli.pit.door import accepted, opened, sign_in

    with opened(door) as pit:
        stream, number = _proposal(pit, proposal)
        token = sign_in(pit, door, _person(door), door.role)
        accepted(pit.give(token, stream, "withdraw-proposal", {"number": number, "reason": reason}))
        print(f"Proposal {proposal} is withdrawn.")


# What the commands share ------------------------------------------------------------------------------------
def _looked(door: Door) -> Any:
    from croupier.cli.pit.door import looked

    return looked(door)


def _person(door: Door) -> str:
    if door.as_ is None:
        raise CannotRead("--as: say who gives this")
    return door.as_


def _proposal(pit: Pit, name: str) -> tuple[str, int]:
    """The stream and the number of a proposal."""
    kind, _, number = name.partition("/")
    if kind not in ("people", "pit") or not (number.isascii() and number.isdigit()):
        raise CannotRead(
            f"{name}: a proposal is called people/NUMBER or pit/NUMBER; croupier pit proposals lists them"
        )
    return f"{kind}/main", int(number)


def _given(stream: str, act: str | None, fields: Iterable[str], door: Door, *, acts: bool, json: bool) -> bool:
    """Give an act, or list the acts; False if there is nothing of both to do."""
    if acts:
        _show_acts(stream, json=json)
    elif act is not None:
        _give(stream, act, fields, door)
    return acts or act is not None


def words_of(stream: str) -> dict[str, type[Command]]:
    """The acts of a stream that some person may give."""
    from croupier.conduct import aggregate_of
    from croupier.conduct.powers import POWERS

    kinds, declared = aggregate_of(stream).commands.kinds, POWERS.commands[stream.partition("/")[0]]
    machine = {"system"}
    return {
        word: kind for word, kind in kinds.items() if set(declared[word].roles) - machine and word not in _BY_NAME
    }


#: What has a command line of its own.
_BY_NAME = ("propose", "approve", "withdraw-proposal", "enrol-credential", "replace-credential")


def _print_log(door: Door, *, json: bool) -> None:
    """The log of adjustments and replacements (30-2212(5))."""
    from croupier.cli.pit import lists
    from croupier.cli.pit.door import logged
    from croupier.pit.acts.adjustments import as_csv

    rows = logged(door)
    if json:
        lists.show((row._asdict() for row in rows), json=True, nothing="")
    else:
        print(as_csv(rows), end="")


def _show_acts(stream: str, *, json: bool) -> None:
    from croupier.cli.pit import lists
    from croupier.conduct.powers import POWERS

    declared = POWERS.commands[stream.partition("/")[0]]
    rows = (
        {
            "act": word,
            "fields": [name for name in kind.__struct_fields__ if name not in ("id", "by", "at")],
            "roles": declared[word].roles,
            "approval_by": declared[word].second,
        }
        for word, kind in words_of(stream).items()
    )
    lists.show(rows, json=json, nothing="")


def _give(stream: str, act: str, words: Iterable[str], door: Door) -> None:
    from croupier.cli.pit.door import give, opened, sign_in
    from croupier.cli.pit.fields import read

    known = words_of(stream)
    if act not in known:
        raise CannotRead(f"{act}: there is no such act{nearest(act, known)}; --acts lists them")
    fields = read(known[act], words)
    with opened(door) as pit:
        token = sign_in(pit, door, _person(door), door.role)
        print(give(pit, door, token, stream, act, fields))


# Beginning, secrets and scripts -----------------------------------------------------------------------------
@app.command(
    help_epilogue=_examples(
        "croupier pit begin --first Ada --first-licence A-1 --second Kim --second-licence K-1 --until 2027-12-31"
    )
)
def begin(
    *,
    first: str,
    first_licence: str,
    second: str,
    second_licence: str,
    until: str,
    door: Annotated[Door, _DOOR] = HERE,
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
    from croupier.cli.pit.door import accepted, found_house, opened

    with opened(door, new=True) as pit:
        accepted(found_house(pit, door, (first, first_licence), (second, second_licence), until))
    print(f"The list of people begins with {first} (administrator) and {second} (key-manager).")
    print(f"They sign in at terminal {door.terminal}, whose key is in the folder of secrets.")


@app.command(help_epilogue=_examples("croupier pit secret Bo --as Ada", "croupier pit secret --as Bo --kind pin"))
def secret(person: str | None = None, /, *, door: Annotated[Door, _DOOR] = HERE, kind: str = "password") -> None:
    """Choose another secret for yourself, or propose the first one of somebody else.

    A first secret lasts a day; with it one can only choose another. In a file of --secrets, the new one is the
    secret of "new NAME".

    Parameters
    ----------
    person
        Who gets a first secret; default: yourself.
    kind
        password or pin.
    """
    from croupier.cli.pit.door import accepted, opened, secret_of, sign_in

    if kind not in ("password", "pin"):
        raise CannotRead(f"--kind: password or pin, not {kind!r}")
    with opened(door) as pit:
        token = sign_in(pit, door, _person(door), door.role)
        if person is None:
            old, new = secret_of(door, _person(door)), secret_of(door, f"new {_person(door)}")
            accepted(pit.desk.replace(token, kind, old, new))  # type: ignore[arg-type]
            print("Your secret is changed. Sign in with the new one from now on.")
        else:
            accepted(pit.desk.enrol(token, person, kind, secret_of(door, f"new {person}")))  # type: ignore[arg-type]
            name = f"people/{pit.people.proposals.count}"
            print(f"Proposed as {name}: croupier pit approve {name} --as NAME")


@app.command(help_epilogue=_examples("croupier pit run opening.txt --db sqlite:///pit.db --secrets secrets.toml"))
def run(script: Path, /, *, door: Annotated[Door, _DOOR] = HERE) -> None:
    """Give the acts of a file: a line is what follows `croupier pit`. It stops at the first line that fails.

    Empty lines and lines that begin with # are left out.

    Parameters
    ----------
    script
        The file.
    """
    import shlex

    try:
        lines = script.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise CannotRead(f"{script} cannot be read: {error}") from None
    common = [*(("--db", door.db) if door.db else ()), *(("--secrets", str(door.secrets)) if door.secrets else ())]
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            app([*shlex.split(line), *common], exit_on_error=True, result_action="return_value")
        except ValueError as error:
            raise CannotRead(f"{script}, line {number}: {error}") from None
        except SystemExit:
            print(f"{script}, line {number}: {line}", file=sys.stderr)
            raise


@app.command(
    help_epilogue=_examples("croupier pit demo --db sqlite:///pit.db", "croupier serve --db sqlite:///pit.db")
)
def demo(*, db: str) -> None:
    """Make the pit of a demonstration: people with made-up licences, and all that its five tables need to open.

    Everybody has the same password, which is printed. `croupier serve` uses the same pit, and makes what is missing.

    Parameters
    ----------
    db
        The store, as sqlite:///PATH or postgresql://…; created if there is none.
    """
    from croupier.cli.pit.door import opened
    from croupier.floor import demonstration
    from croupier.floor.demo.pit import PASSWORD, DemonstrationPit
    from croupier.floor.demo.preparing import STAFF

    with opened(Door(db), new=True) as pit:
        demonstration.mark(pit.store, pit.folder)
        made = DemonstrationPit(pit)
        made.begin()
        tables = made.prepare(demonstration.houses())
    for name, role in STAFF:
        print(f"{role:<20} {name}")
    print(f"Everybody's password: {PASSWORD}")
    print(f"Tables that got a kit: {', '.join(tables) or 'none, they have one'}")
