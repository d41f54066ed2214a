"""Who may act at all: a person on the list, with the role, and with a licence that is valid on the gaming day.

The stream of people asks this about every command that it gets, the desk about every command of staff to any stream.
"""

from __future__ import annotations

from datetime import date

from croupier.conduct import powers
from croupier.conduct.by import By, Role
from croupier.conduct.command import Command
from croupier.core.refusal import Code, Refusal, refuse
from croupier.people.state import State

KIND = "people"
#: What somebody may do whose secret was chosen by another person.
ALLOWED_WITH_A_FIRST_SECRET = ("Replace-credential", "Sign-in")


def unfit(person: str, role: Role, state: State, at: int, *, act: str, cite: str | None = None) -> Refusal | None:
    """Why somebody may not act in a role at this time, whatever the act is; None if they may."""
    known = state.person(person)
    if known is None:
        return refuse(Code.PERSON_UNKNOWN, "acts", cite=cite, act=act, person=person)
    if role not in known.roles:
        return refuse(Code.ROLE_NOT_HELD, "acts", cite=cite, act=act, person=known.name, role=role)
    day, licence = state.day(at), known.licence
    since, until = date.fromisoformat(licence.since), date.fromisoformat(licence.until)
    name, number = known.name, licence.number
    if day < since:
        return refuse(Code.LICENCE_NOT_VALID, "not-yet", cite=cite, act=act, person=name, licence=number, day=since)
    if day > until:
        return refuse(Code.LICENCE_NOT_VALID, "over", cite=cite, act=act, person=name, licence=number, day=until)
    return None


def allowed(command: Command, state: State) -> Refusal | None:
    """Why the person who gives a command to this stream may not. The server acts for nobody on the list."""
    by, word = command.by, str(type(command).__struct_config__.tag)
    if by.role == "system":
        return None
    return unable(by, state, command.at, act=word.capitalize(), cite=powers.cite_of(KIND, word))


def unable(by: By, state: State, at: int, *, act: str, cite: str | None = None) -> Refusal | None:
    """Why somebody may not act at this time under this licence number and with this credential."""
    known = state.person(by.person)
    if (refusal := unfit(by.person, by.role, state, at, act=act, cite=cite)) is not None or known is None:
        return refusal
    if by.licence != known.licence.number:
        return refuse(Code.LICENCE_NOT_VALID, "another", cite=cite, act=act, person=known.name, licence=by.licence)
    return unproven(by, state, at, act=act, cite=cite) if by.credential else None


def unproven(by: By, state: State, at: int, *, act: str, cite: str | None = None) -> Refusal | None:
    """Why a credential does not prove the identity of a person; with a first secret one only chooses another."""
    credential = state.credential(by.credential)
    if credential is None or state.person(credential.person) is not state.person(by.person):
        return refuse(Code.CREDENTIAL_UNKNOWN, "acts", cite=cite, act=act, person=by.person)
    if credential.until is None:
        return None
    if max(at, state.at) >= credential.until:
        return refuse(Code.CREDENTIAL_UNKNOWN, "too-old", cite=cite, act=act, person=by.person)
    if act in ALLOWED_WITH_A_FIRST_SECRET:
        return None
    return refuse(Code.SECRET_TO_REPLACE, cite=cite, act=act, person=by.person)
