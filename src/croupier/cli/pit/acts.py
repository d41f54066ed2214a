"""The acts that `croupier pit people`, `equipment`, `inspect`, `house`, `cage` and `alerts` give, and how."""

from __future__ import annotations

import json as jsonlib
import textwrap
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from croupier.cli import CannotRead
from croupier.cli.arguments import nearest
from croupier.cli.pit.door import Door, accepted, key_of, opened, signed_in
from croupier.cli.pit.fields import form, names, read
from croupier.cli.pit.printing import WIDE, Row, either, paragraphs, show
from croupier.text.values import in_words

if TYPE_CHECKING:
    from croupier.conduct import Command
    from croupier.conduct.by import Role
    from croupier.floor.pit import Pit
    from croupier.host import Answer

#: The acts of each command. What a person gives otherwise has a command of its own: approve, withdraw, secret.
ACTS: Mapping[str, tuple[str, ...]] = {
    "people": (
        "register-person", "grant-role", "revoke-role", "renew-licence", "remove-person",
        "come-on-duty", "go-off-duty", "relieve",
        "revoke-credential", "revoke-session", "enrol-terminal", "revoke-terminal",
        "exclude-patron", "readmit-patron",
    ),
    "equipment": ("register-item", "change-item", "move-item", "retire-item", "issue-kit"),
    "inspect": (
        "inspect-table", "hand-over-inspection", "report-movement", "inspect-level",
        "adjust-wheel", "replace-part", "director-inspection",
    ),
    "house": ("activate-house", "roll-back-house", "hand-over-house", "record-approval", "withdraw-approval"),
    "cage": (
        "found-cage", "stock-cage", "draw-from-cage", "issue-fill", "count-credit", "count-box", "sign-count",
        "pay-tips", "explain-difference", "close-day",
    ),
    "alerts": ("clear-alert",),
}  # fmt: skip

#: What hands something over to a table.
SLIPS = ("issue-kit", "hand-over-inspection", "hand-over-house")
#: What every table learns of.
PATRONS = ("exclude-patron", "readmit-patron")


def _stream(command: str) -> str:
    return f"{command}/main" if command in ("people", "cage") else "pit/main"


def _kind(command: str, act: str) -> type[Command]:
    """The command of the log behind an act."""
    from croupier.conduct import aggregate_of

    if act not in ACTS[command]:
        if other := next((each for each, acts in ACTS.items() if act in acts), None):
            raise CannotRead(f"{act}: give it as croupier pit {other} {act}")
        raise CannotRead(f"{act}: no such act{nearest(act, ACTS[command])}. --acts explains them")
    kind: type[Command] = aggregate_of(_stream(command)).commands.kinds[act]
    return kind


def given(command: str, act: str | None, words: Iterable[str], door: Door, *, acts: bool, json: bool) -> bool:
    """Give an act, or explain the acts; False if neither was asked for."""
    if acts:
        _explain(command, json=json)
    elif act is not None:
        print(_give(command, act, read(act, _kind(command, act), words), door))
    return acts or act is not None


def _explain(command: str, *, json: bool) -> None:
    from croupier.conduct.powers import POWERS

    declared = POWERS.commands[_stream(command).partition("/")[0]]
    rows: list[Row] = []
    for act in ACTS[command]:
        kind, power = _kind(command, act), declared[act]
        people = [role for role in power.roles if role != "system"]
        said = (kind.__doc__ or "").splitlines()[0]
        rows.append(
            {"act": act, "says": said, "fields": names(kind), "roles": people, "approval_by": power.second,
             "form": form(act, kind)}
        )  # fmt: skip
    if json:
        show(rows, json=True, nothing="")
        return
    for row in rows:
        print(textwrap.fill(row["form"], WIDE, subsequent_indent="        "))
        second = f" {either(row['approval_by']).capitalize()} approves it." if row["approval_by"] else ""
        print(paragraphs(row["says"], f"By {_who(row['roles'])}.{second}"))


def _who(roles: Iterable[Role]) -> str:
    """Roles in words; where most of those who work here are meant, those who are not."""
    from croupier.conduct.by import ROLES

    staff, named = set(ROLES) - {"player", "device", "system"}, set(roles)
    if len(named) <= len(staff) / 2:
        return either(role for role in ROLES if role in named)
    others = [role for role in ROLES if role in staff - named]
    return f"everybody but {', '.join(others)}" if others else "everybody"


# Giving an act --------------------------------------------------------------------------------------------------
def _give(command: str, act: str, fields: dict[str, Any], door: Door) -> str:
    """Give an act, or propose it if it needs two people; return what happened, in words."""
    from croupier.conduct.powers import second_of

    stream = _stream(command)
    kind = stream.partition("/")[0]
    with opened(door) as pit:
        token = signed_in(pit, door)
        if act == "enrol-terminal" and "key" not in fields:
            from croupier.floor.desk.terminal_keys import public

            fields["key"] = public(key_of(pit, fields["terminal"]))
        if act == "close-day" and "figures" not in fields:
            fields["figures"] = _figures(pit, fields["day"])
        if second := second_of(kind, act):
            return _proposed(pit, token, stream, {"do": act, **fields}, second)
        if act in SLIPS:
            _catch_up(pit, fields["table"])
        answer = accepted(_asked(pit, token, stream, act, fields))
        about = in_words(next(iter(fields.values())))
        told = _spread(pit) if act in PATRONS else _delivered(pit, stream, answer)
        return f"{about}: {' '.join([*_happened(pit, stream, answer), *told])}"


def _figures(pit: Pit, day: str) -> list[dict[str, Any]]:
    """The figures of all tables on a gaming day, from their logs."""
    from dataclasses import asdict

    from croupier.books.closing import figures_of

    return [asdict(each) for each in figures_of(pit.store, day)]


def _proposed(pit: Pit, token: str, stream: str, body: Mapping[str, Any], second: Iterable[Role]) -> str:
    accepted(_asked(pit, token, stream, "propose", {"body": jsonlib.dumps(body, ensure_ascii=False)}))
    name = f"{stream.partition('/')[0]}/{pit.hosts[stream].state.proposals.count}"
    return waits(name, second)


def waits(name: str, second: Iterable[Role]) -> str:
    """What is said of a proposal that was just made."""
    return (
        f"Proposed as {name}. Within ten minutes, {either(second)} approves it: croupier pit approve {name} --as NAME"
    )


def _asked(pit: Pit, token: str, stream: str, word: str, fields: Mapping[str, Any]) -> Answer:
    """The answer of the desk; what it cannot read is said in a sentence."""
    try:
        return pit.desk.give(token, stream, word, fields)
    except ValueError as error:
        raise CannotRead(f"{word} cannot be read: {error}") from None


def _happened(pit: Pit, stream: str, answer: Answer) -> list[str]:
    """The events of an answer, by what the documentation of each says."""
    events = pit.hosts[stream].kind.events
    return [(type(events.read(bytes(body))).__doc__ or "").splitlines()[0] for body in answer.events]


def _catch_up(pit: Pit, table: str) -> None:
    """Deliver what a stop has left in transit to a table; a server that runs the table does it otherwise."""
    from croupier.store import Owned
    from croupier.table import stream_of

    with suppress(Owned):
        pit.hosts[stream_of(table)]
        pit.slips.deliver_from(_stream("equipment"), pit.now())


def _spread(pit: Pit) -> list[str]:
    """Bring the list of excluded patrons to every table; a server does it at those that it runs."""
    from croupier.floor.pit.exclusions import spread
    from croupier.store import Owned
    from croupier.table import TABLE

    owned = False
    for stream in (each for each in pit.store.streams() if each.startswith(TABLE.prefix)):
        try:
            spread(pit, [stream.removeprefix(TABLE.prefix)])
        except Owned:
            owned = True
    return ["A server tells the tables that it runs within a minute."] if owned else []


def _delivered(pit: Pit, stream: str, answer: Answer) -> list[str]:
    """Deliver the slip of an answer to its table, if no server runs that."""
    from croupier.store import Owned

    try:
        accepted(pit.slips.carry(stream, answer, pit.now()))
    except Owned:
        return ["A server runs the table, and delivers this within a minute."]
    return []
