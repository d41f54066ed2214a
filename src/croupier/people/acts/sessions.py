"""Sessions of staff, and failed attempts to sign in. The desk gives these commands once it has checked a secret.

A session is named by the SHA-256 of its token, which only the terminal has. A person has one session: signing in
again ends the one before. After three failures at a terminal everybody waits there, longer with each failure, but
never longer than five minutes. The wait does not depend on the name, so it does not tell which names exist, and
nobody can keep a person out: another terminal is free.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import By, Name, Role
from croupier.conduct.command import Command, Text
from croupier.conduct.event import Event
from croupier.core.gaming_day import SECOND
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.people.acts.credentials import CredentialId, TerminalId
from croupier.people.fitness import unfit, unproven
from croupier.people.state import Failures, Session, State

#: A session ends after this time in any case: a long shift, in microseconds.
LASTS = 12 * 60 * 60 * SECOND
#: How many failures at a terminal are free, and how long one waits after them, in microseconds.
FREE_FAILURES, FIRST_WAIT, LONGEST_WAIT = 3, 5 * SECOND, 300 * SECOND
#: After this time without a failure the count begins again; longer than any wait.
FORGOTTEN = 15 * 60 * SECOND
#: Roles that sign others out.
REVOKES = frozenset[Role](("pit-supervisor", "key-manager", "administrator"))

Token = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


# Commands ---------------------------------------------------------------------------------------------------
class SignIn(Command, frozen=True):
    """Sign a person in at a terminal, in one role."""

    topic = Silent.PROGRAM
    person: Name
    role: Role
    credential: CredentialId
    terminal: TerminalId
    session: Token


class ReportFailure(Command, frozen=True):
    """Record that a proof failed. Only a known person or terminal is named: a name may be a mistyped secret."""

    topic = Silent.PROGRAM
    person: Annotated[str, Meta(max_length=64)]
    terminal: Annotated[str, Meta(max_length=64)]


class LockSession(Command, frozen=True):
    """Lock a session that was idle, or that its person locks before going away."""

    topic = Silent.PROGRAM
    session: Token


class UnlockSession(Command, frozen=True):
    """Unlock a session whose person has given the secret again."""

    topic = Silent.PROGRAM
    session: Token


class ProveIdentity(Command, frozen=True):
    """Record that the person of a session has just given the secret again, to approve something."""

    topic = Silent.PROGRAM
    session: Token


class EndSession(Command, frozen=True):
    """End a session: its person signs out."""

    topic = Silent.PROGRAM
    session: Token


class RevokeSession(Command, frozen=True):
    """Sign somebody out, wherever that person is signed in."""

    topic = Silent.CONTROLS
    person: Name
    reason: Text


# Events -----------------------------------------------------------------------------------------------------
class SignedIn(Event, frozen=True):
    """A person is signed in at a terminal, in one role; a session that the person had before has ended."""

    person: str
    role: Role
    credential: str
    terminal: str
    session: str
    until: int


class SignInFailed(Event, frozen=True):
    """A secret or a terminal could not be proved; so many times lately at this terminal."""

    person: str
    terminal: str
    failures: int


class SessionLocked(Event, frozen=True):
    """A session waits for the secret of its person."""

    session: str


class SessionUnlocked(Event, frozen=True):
    """A session goes on."""

    session: str


class IdentityProven(Event, frozen=True):
    """The person of a session has given the secret again."""

    session: str


class SessionEnded(Event, frozen=True):
    """A person has signed out."""

    session: str


class SessionRevoked(Event, frozen=True):
    """A person was signed out by somebody else."""

    person: str
    reason: str


# Decisions --------------------------------------------------------------------------------------------------
def waits(terminal: str, state: State, at: int) -> Refusal | None:
    """Why nobody may try at a terminal now: there were too many failures."""
    failed = _lately(terminal, state, at)
    if failed is None or failed.count < FREE_FAILURES:
        return None
    doubled = FIRST_WAIT * 2 ** min(failed.count - FREE_FAILURES, 10)
    left = failed.last + min(doubled, LONGEST_WAIT) - max(at, state.at)
    return None if left <= 0 else refuse(Code.SIGN_IN_LATER, "failures", seconds=-(-left // SECOND))


def _lately(terminal: str, state: State, at: int) -> Failures | None:
    failed = state.failed(terminal)
    return None if failed is None or max(at, state.at) - failed.last > FORGOTTEN else failed


def sign_in(command: SignIn, state: State) -> Decided:
    """Sign in with one's own credential, in a role that one has, with a valid licence, at a trusted terminal."""
    by = By(command.person, command.role, credential=command.credential)
    refusal = (
        waits(command.terminal, state, command.at)
        or unfit(command.person, command.role, state, command.at, act="Sign-in")
        or unproven(by, state, command.at, act="Sign-in")
    )
    if refusal is not None:
        return refusal
    if state.terminal(command.terminal) is None:
        return refuse(Code.TERMINAL_UNKNOWN, "named", terminal=command.terminal)
    if state.session(command.session) is not None:
        return refuse(Code.SESSION_NOT_THERE, "used")
    fields: dict[str, Any] = {name: getattr(command, name) for name in ("person", "role", "credential", "terminal")}
    until = max(command.at, state.at) + LASTS
    return (made(SignedIn, command, state, **fields, session=command.session, until=until),)


def report(command: ReportFailure, state: State) -> Decided:
    """Count a failure at its terminal. Terminals that are not enrolled are counted together."""
    terminal = command.terminal if state.terminal(command.terminal) is not None else ""
    known = state.person(command.person) if command.person else None
    if terminal != command.terminal or (known is None and command.person):
        return refuse(Code.TERMINAL_UNKNOWN, "reported")
    before = _lately(terminal, state, command.at)
    fields = {"person": command.person, "terminal": terminal, "failures": 1 + (before.count if before else 0)}
    return (made(SignInFailed, command, state, **fields),)


def lock(command: LockSession, state: State) -> Decided:
    """Lock a session that is not locked."""
    session = _running(command.session, state, command.at)
    if isinstance(session, Refusal):
        return session
    if session.locked:
        return refuse(Code.SESSION_LOCKED, "already")
    return (made(SessionLocked, command, state, session=session.digest),)


def unlock(command: UnlockSession, state: State) -> Decided:
    """Unlock a session that is locked."""
    session = _running(command.session, state, command.at)
    if isinstance(session, Refusal):
        return session
    if not session.locked:
        return refuse(Code.SESSION_LOCKED, "not-locked")
    return (made(SessionUnlocked, command, state, session=session.digest),)


def prove(command: ProveIdentity, state: State) -> Decided:
    """Record a fresh proof for a session that is not locked."""
    session = _running(command.session, state, command.at)
    if isinstance(session, Refusal):
        return session
    if session.locked:
        return refuse(Code.SESSION_LOCKED, "first")
    return (made(IdentityProven, command, state, session=session.digest),)


def end(command: EndSession, state: State) -> Decided:
    """End a session, also one that is locked or over."""
    session = state.session(command.session)
    if session is None:
        return refuse(Code.SESSION_NOT_THERE, "ended")
    return (made(SessionEnded, command, state, session=session.digest),)


def revoke(command: RevokeSession, state: State) -> Decided:
    """Sign somebody out."""
    known = state.person(command.person)
    if known is None:
        return refuse(Code.PERSON_UNKNOWN, "named", person=command.person)
    if not state.sessions_of(known.name):
        return refuse(Code.SESSION_NOT_THERE, "nobody", person=known.name)
    return (made(SessionRevoked, command, state, person=command.person, reason=command.reason),)


def _running(digest: str, state: State, at: int) -> Session | Refusal:
    """The session with this digest, if it has not ended and its time is not over."""
    session = state.session(digest)
    if session is None:
        return refuse(Code.SESSION_NOT_THERE, "ended")
    return session if max(at, state.at) < session.until else refuse(Code.SESSION_NOT_THERE, "over")


# How events are applied -------------------------------------------------------------------------------------
def _apply_signed_in(state: State, event: SignedIn) -> State:
    """Sessions whose time is over make room."""
    session = Session(
        event.session, event.person, event.role, event.credential, event.terminal, event.at, event.until
    )
    before = state.sessions_of(event.person)
    kept = [each for each in state.sessions if each.until > event.at and each not in before]
    return state.but(sessions=(*kept, session))


def _apply_failed(state: State, event: SignInFailed) -> State:
    kept = [each for each in state.failures if each.terminal != event.terminal]
    return state.but(failures=(*kept, Failures(event.terminal, event.failures, event.at)))


def _with(state: State, digest: str, **changes: Any) -> State:
    """The state with one session changed."""
    return state.but(
        sessions=tuple(each.but(**changes) if each.digest == digest else each for each in state.sessions)
    )


def _apply_locked(state: State, event: SessionLocked) -> State:
    return _with(state, event.session, locked=True)


def _apply_proven(state: State, event: SessionUnlocked | IdentityProven) -> State:
    return _with(state, event.session, locked=False, proven=event.at)


def _apply_ended(state: State, event: SessionEnded) -> State:
    return state.without_sessions(each for each in state.sessions if each.digest == event.session)


def _apply_session_revoked(state: State, event: SessionRevoked) -> State:
    return state.without_sessions(state.sessions_of(event.person))


ACTS = (
    Act(SignIn, sign_in, makes=(SignedIn,)),
    Act(ReportFailure, report, makes=(SignInFailed,)),
    Act(LockSession, lock, makes=(SessionLocked,)),
    Act(UnlockSession, unlock, makes=(SessionUnlocked,)),
    Act(ProveIdentity, prove, makes=(IdentityProven,)),
    Act(EndSession, end, makes=(SessionEnded,)),
    Act(RevokeSession, revoke, makes=(SessionRevoked,)),
)
HAPPENINGS = (
    Happening(SignedIn, _apply_signed_in),
    Happening(SignInFailed, _apply_failed),
    Happening(SessionLocked, _apply_locked),
    Happening(SessionUnlocked, _apply_proven),
    Happening(IdentityProven, _apply_proven),
    Happening(SessionEnded, _apply_ended),
    Happening(SessionRevoked, _apply_session_revoked),
)
