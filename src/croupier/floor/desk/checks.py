"""Why the desk refuses a command of staff: everything that the addressed stream cannot know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from croupier.conduct import powers
from croupier.conduct.by import By, Role
from croupier.conduct.two_people import Approve, Proposals
from croupier.core.gaming_day import SECOND
from croupier.core.refusal import Code, Refusal, refuse
from croupier.people.acts.duty import excluded
from croupier.people.fitness import KIND, unable, unfit, unproven
from croupier.people.state import State
from croupier.pit.signed import KIND as PIT
from croupier.table.acts.irregularities.designation import Designate
from croupier.table.people import EMPLOYEES
from croupier.text.facts import Person

#: Roles that are on duty at the table to which they give commands.
CREW = frozenset[Role](("dealer", "stickperson", "boxperson"))
#: Roles that are on duty when they act anywhere but in the list of people, where they come on duty.
ON_DUTY: frozenset[Role] = CREW | {"pit-supervisor"}
#: Roles that are on duty when they act in the pit: they inspect, work on wheels and witness that.
ON_DUTY_IN_THE_PIT: frozenset[Role] = ON_DUTY | {"security", "maintenance", "slot-technician"}
#: How old the proof of an approval may be, in microseconds.
FRESH = 60 * SECOND
#: What the desk fills in, and a client never says.
FILLED = ("by", "id", "at", "do")
#: What only the server states, by command: it changes uniform odds at all of these tables in one act (47.1-2306(1)).
OF_THE_SERVER: Mapping[str, tuple[str, ...]] = {"change-house": ("tables",)}
_APPROVE, _DESIGNATE = str(Approve.__struct_config__.tag), str(Designate.__struct_config__.tag)


class Given(NamedTuple):
    """A command that staff give: by whom, in which session, to which stream, and when."""

    by: By
    session: str  # its digest
    stream: str
    word: str
    filled: tuple[str, ...]  # fields that the client must leave out
    at: int


def filled(word: str, fields: Mapping[str, object]) -> tuple[str, ...]:
    """The fields of a client that only the desk or the server fills in."""
    return tuple(each for each in (*FILLED, *OF_THE_SERVER.get(word, ())) if each in fields)


def refusal(given: Given, people: State) -> Refusal | None:
    """Why the desk refuses a command, judged by the list of people as it is now; None if it passes it on."""
    by, kind = given.by, given.stream.partition("/")[0]
    act, cite = given.word.capitalize(), powers.cite_of(kind, given.word)
    if given.filled:
        return refuse(Code.DESK_FIELD, cite=cite, act=act, person=by.person, field=given.filled[0])
    session, at = people.session(given.session), max(given.at, people.at)
    if session is None or at >= session.until:
        return refuse(Code.SESSION_NOT_THERE, "over-for", cite=cite, act=act, person=by.person)
    if session.locked:
        return refuse(Code.SESSION_LOCKED, "idle", cite=cite, act=act, person=by.person)
    no = (
        unfit(by.person, by.role, people, at, act=act, cite=cite)
        or unproven(by, people, at, act=act, cite=cite)
        or (_off_duty(given, people, act, cite) if by.role in must_be_on_duty(kind) else None)
    )
    if no is None and given.word == _APPROVE and at - session.proven > FRESH:
        return refuse(Code.PROOF_STALE, cite=cite, act=act, person=by.person)
    return no


def must_be_on_duty(kind: str) -> frozenset[Role]:
    """The roles that must be on duty to give a command to streams of a kind."""
    return frozenset() if kind == KIND else ON_DUTY_IN_THE_PIT if kind == PIT else ON_DUTY


def _off_duty(given: Given, people: State, act: str, cite: str | None) -> Refusal | None:
    """Refuse whoever is not on duty in the role, or is excluded from the house; the crew must be at that table."""
    by, (kind, _, place) = given.by, given.stream.partition("/")  # the id of a table, or the name of another stream
    if (no := excluded(by.person, people, act=act, cite=cite)) is not None:
        return no
    known = people.person(by.person)
    post = None if known is None else known.post
    if post is None or post.role != by.role:
        return refuse(Code.OFF_DUTY, "to-act", cite=cite, act=act, person=by.person, role=by.role)
    if by.role in CREW and kind == "table" and place != post.place:
        return refuse(
            Code.OFF_DUTY, "elsewhere", cite=cite, act=act, person=by.person, role=by.role, place=post.place
        )
    return None


def proposer_refused(command: Approve, stream: str, proposals: Proposals, people: State, at: int) -> Refusal | None:
    """Why an approval may not carry out what somebody else proposed: by now its proposer may not act any more."""
    proposal = proposals.numbered(command.number)
    if proposal is None:
        return None
    word = proposal.word
    cite = powers.cite_of(stream.partition("/")[0], word)
    return unable(proposal.by, people, max(at, people.at), act=word.capitalize(), cite=cite)


def designation_refused(command: Designate, people: State, at: int) -> Refusal | None:
    """Why somebody is not designated: the list of people has nobody of this name and licence who works here now."""
    if command.withdraw or powers.denied("table", command) is not None:  # the table refuses that role
        return None
    known, cite = people.person(command.person), powers.cite_of("table", _DESIGNATE)
    if known is None or (known.name, known.licence.number) != (command.person, command.licence):
        return refuse(Code.NO_EMPLOYEE, "not-listed", cite=cite, player=Person(command.person))
    role = next((each for each in known.roles if each in EMPLOYEES), None)
    if role is None:
        return refuse(Code.NO_EMPLOYEE, "reads-only", cite=cite, player=Person(command.person))
    return unfit(known.name, role, people, max(at, people.at), act=_DESIGNATE.capitalize(), cite=cite)


def void(credentials: Iterable[str], people: State) -> tuple[str, ...]:
    """Those of these credentials that are not enrolled, and whose enrolment waits for no approval."""
    waiting = "".join(each.body for each in people.proposals.waiting)
    return tuple(each for each in credentials if people.credential(each) is None and each not in waiting)
