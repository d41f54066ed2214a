"""`Desk`: people sign in with a secret at a trusted terminal, and give their commands by a token.

A client never says who gives a command. The desk finds that out from the token, and fills in name, role, licence,
credential and terminal as `people/main` has them. What it refuses is recorded in the stream to which the command was
given, except for tokens that belong to nobody: then there is no name to record. An answer without the id of a command
is a refusal that is not on record.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from croupier.conduct.by import By, Role
from croupier.conduct.command import Command
from croupier.conduct.two_people import Approve
from croupier.core.refusal import Code, Refusal, refuse
from croupier.floor.desk import checks
from croupier.floor.desk.found import Newcomer
from croupier.floor.desk.hash_file import HashFile
from croupier.floor.desk.hashing import Busy, Hasher
from croupier.floor.desk.secret_rules import weak
from croupier.floor.desk.sessions import Activity, digest_of, new_token
from croupier.floor.desk.terminals import Numbers, Proof
from croupier.host import Answer, Host
from croupier.host.answer import refused
from croupier.people.acts import sessions
from croupier.people.acts.credentials import EnrolCredential, Kind, ReplaceCredential
from croupier.people.acts.duty import excluded
from croupier.people.acts.persons import FoundHouse
from croupier.people.fitness import unable
from croupier.people.state import Credential, Session, State
from croupier.people.stream import STREAM
from croupier.table.acts.irregularities.designation import Designate

#: The id that a client chooses for a command.
ID = re.compile(r"[!-~]{1,64}")
#: Who signs people in and locks sessions, in the log.
DESK = By("desk", "system")


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The token of a new session, which only the terminal may keep. It is not printed."""

    token: str = field(repr=False)


class Desk:
    """The door for staff to the streams of one store. Its methods block; many threads may call them.

    `people` is the host of `people/main`, `streams` finds the host of any stream by its name (LookupError if there is
    none), `now` tells the time in microseconds. `folder` is the folder of secrets.
    """

    def __init__(self, people: Host, folder: Path, now: Callable[[], int], streams: Callable[[str], Host]) -> None:
        self._people, self._clock, self._streams = people, now, streams
        self._hashes, self._hasher = HashFile(folder), Hasher()
        self._hashes.check_for([each.id for each in self._state.credentials])
        self._hashes.drop(checks.void(self._hashes.read(), self._state))
        self._numbers, self._activity = Numbers(), Activity()
        self._turns: dict[str, Lock] = {}  # by terminal: one proof at a time

    @property
    def _state(self) -> State:
        state: State = self._people.state
        return state

    def _now(self) -> int:
        """The time, which is never before that of the last event of the list of people."""
        return max(self._clock(), self._state.at)

    def _turn(self, terminal: str) -> Lock:
        return self._turns.setdefault(terminal, Lock())

    def close(self) -> None:
        """Check no more secrets."""
        self._hasher.close()

    # The first people -----------------------------------------------------------------------------------------
    def found(self, first: Newcomer, second: Newcomer, terminal: str, key: str, **day: Any) -> Answer:
        """Begin the list of people: two of them, and a terminal. `day`: zone and hour of the gaming day."""
        if (no := weak(first.kind, first.secret) or weak(second.kind, second.secret)) is not None:
            return self._no(no)
        one, other = (each.founder(secrets.token_hex(16)) for each in (first, second))
        fields = {"first": one, "second": other, "terminal": terminal, "key": key, **day}
        chosen = {one.credential: first.secret, other.credential: second.secret}
        if self._state.founded:
            return self._order(FoundHouse, **fields)  # it is refused
        return self._with_hashes(chosen, lambda: self._order(FoundHouse, **fields))

    # Signing in -----------------------------------------------------------------------------------------------
    def number(self, terminal: str) -> str:
        """A number for a terminal to sign, once and within a minute."""
        return self._numbers.new(terminal, self._now(), enrolled=self._state.terminal(terminal) is not None)

    def sign_in(self, person: str, role: Role, secret: str, proof: Proof) -> SignedIn | Answer:
        """Sign a person in. The refusal of a name, a secret or a terminal does not say which of them is wrong.

        A failure counts for a terminal only if that has signed: otherwise anybody could make others wait there.
        """
        state = self._state
        terminal, credential = state.terminal(proof.terminal), state.credential_of(person)
        genuine = terminal is not None and self._numbers.proves(proof, terminal.key, person, self._now())
        place = terminal.id if terminal is not None and genuine else ""
        with self._turn(place):
            if (no := self._prove(person, credential if genuine else None, secret, place)) is not None:
                return self._no(no)
            assert credential is not None, "without one nothing is proved"
            token = new_token()
            fields = {"role": role, "credential": credential.id, "terminal": place, "session": digest_of(token)}
            answer = self._order(sessions.SignIn, person=credential.person, **fields)
        if answer.refusal is not None:
            return answer
        self._activity.forget_all_but(self._state.sessions)
        return SignedIn(token)

    def proven(self, person: str, role: Role, secret: str) -> By | Answer:
        """Who somebody is who works on the machine of the server itself, without a terminal and without a session."""
        with self._turn(""):
            credential = self._state.credential_of(person)
            if (no := self._prove(person, credential, secret, "")) is not None:
                return self._no(no)
        known = self._state.person(person)
        assert known is not None, "nobody else has a secret"
        assert credential is not None, "without one nothing is proved"
        by = By(known.name, role, known.licence.number, credential.id)
        no = unable(by, self._state, self._now(), act="This") or excluded(by.person, self._state, act="This")
        return by if no is None else self._no(no)

    def _prove(self, person: str, credential: Credential | None, secret: str, terminal: str) -> Refusal | None:
        """Compare a secret with that of a credential. A failure is recorded, and later ones at the terminal wait."""
        if (no := sessions.waits(terminal, self._state, self._now())) is not None:
            return no
        known = None if credential is None else self._hashes.read().get(credential.id)
        try:
            fits = self._hasher.fits(secret, known)
        except Busy:
            return refuse(Code.SIGN_IN_LATER, "busy")
        if fits:
            return None
        named = self._state.person(person)
        self._order(sessions.ReportFailure, person=named.name if named else "", terminal=terminal)
        return refuse(Code.SIGN_IN_FAILED)

    # Sessions -------------------------------------------------------------------------------------------------
    def sign_out(self, token: str) -> Answer:
        """End a session."""
        return self._of(token, sessions.EndSession)

    def lock(self, token: str) -> Answer:
        """Lock a session, before its person goes away from the terminal."""
        return self._of(token, sessions.LockSession)

    def unlock(self, token: str, secret: str) -> Answer:
        """Unlock a session by the secret of its person."""
        return self._proved(token, secret, sessions.UnlockSession)

    def prove(self, token: str, secret: str) -> Answer:
        """Prove one's identity again. An approval needs a proof of the last minute."""
        return self._proved(token, secret, sessions.ProveIdentity)

    def _of(self, token: str, command: type[Command]) -> Answer:
        session = self._session(token)
        return self._nobody() if session is None else self._order(command, session=session.digest)

    def _proved(self, token: str, secret: str, command: type[Command]) -> Answer:
        session = self._session(token)
        if session is None:
            return self._nobody()
        self._lock_if_idle(session)
        no = self._prove_again(session, secret)
        return self._order(command, session=session.digest) if no is None else self._no(no)

    def _prove_again(self, session: Session, secret: str) -> Refusal | None:
        """Compare a secret with that of the person of a session."""
        with self._turn(session.terminal):
            credential = self._state.credential(session.credential)
            return self._prove(session.person, credential, secret, session.terminal)

    def _session(self, token: str) -> Session | None:
        return self._state.session(digest_of(token))

    def _lock_if_idle(self, session: Session) -> None:
        """Lock a session that was idle for too long; otherwise note that it is used."""
        at = self._now()
        if session.locked or at >= session.until:
            return
        if self._activity.idle(session, at):
            self._order(sessions.LockSession, session=session.digest)
        else:
            self._activity.use(session, at)

    # Commands -------------------------------------------------------------------------------------------------
    def give(
        self, token: str, stream: str, word: str, fields: Mapping[str, Any], *, own: str | None = None
    ) -> Answer:
        """Give a command to a stream, as the person of a session.

        `own` is the id that the client chose for it: a repeat under the same id gets the first answer. LookupError if
        there is no such stream, ValueError if the id or the command cannot be read.
        """
        asked = self._asked(token, stream, word, fields, own)
        if asked is None:
            return self._nobody()
        given, command, request, host = asked
        return host.handle(command, request, lambda command: self._refusal(given, command, host))

    def _asked(
        self, token: str, stream: str, word: str, fields: Mapping[str, Any], own: str | None = None
    ) -> tuple[checks.Given, Command, bytes, Host] | None:
        """A command with who gives it, the bytes that a repeat must have, and its host; None for nobody's token."""
        host, session = self._streams(stream), self._session(token)
        if session is None:
            return None
        self._lock_if_idle(session)
        state = self._state
        if (known := state.person(session.person)) is None:
            return None
        by = By(known.name, session.role, known.licence.number, session.credential, session.terminal)
        given = checks.Given(by, session.digest, stream, word, checks.filled(word, fields), self._now())
        said = {name: value for name, value in fields.items() if name not in checks.FILLED}
        whole = {"do": word, **said, "id": _id(session, own), "by": by, "at": given.at}
        command = host.kind.commands.read(msgspec.json.encode(whole))
        request = msgspec.json.encode([session.digest, word, {name: fields[name] for name in sorted(fields)}])
        return given, command, request, host

    def _may(self, token: str, word: str, fields: Mapping[str, Any]) -> bool:
        """Whether the list of people would accept a command now."""
        if (asked := self._asked(token, STREAM, word, fields)) is None:
            return False
        given, command, _, host = asked
        no = self._refusal(given, command, host)
        return no is None and not isinstance(host.kind.conduct(command, host.state), Refusal)

    def _refusal(self, given: checks.Given, command: Command, host: Host) -> Refusal | None:
        """Why the desk refuses a command; also because of somebody else whom it is about and who is on the list."""
        no = checks.refusal(given, self._state)
        if no is None and isinstance(command, Designate):
            return checks.designation_refused(command, self._state, given.at)
        if no is not None or not isinstance(command, Approve):
            return no
        return checks.proposer_refused(command, given.stream, host.state.proposals, self._state, given.at)

    def _order(self, command: type[Command], **fields: Any) -> Answer:
        """Give a command of the desk itself to the list of people."""
        said = {"do": command.__struct_config__.tag, **fields, "id": f"desk/{secrets.token_hex(16)}"}
        body = msgspec.json.encode({**said, "by": DESK, "at": self._now()})
        return self._people.handle(self._people.kind.commands.read(body))

    # Secrets --------------------------------------------------------------------------------------------------
    def enrol(self, token: str, person: str, kind: Kind, secret: str) -> Answer:
        """Propose a credential with a first secret for somebody. It counts once a second person approves it."""
        if self._session(token) is None:
            return self._nobody()
        if (no := weak(kind, secret)) is not None:
            return self._no(no)
        credential, word = secrets.token_hex(16), EnrolCredential.__struct_config__.tag
        body = msgspec.json.encode({"do": word, "person": person, "credential": credential, "kind": kind})
        return self._given_with({credential: secret}, token, "propose", {"body": body.decode()})

    def replace(self, token: str, kind: Kind, old: str, new: str) -> Answer:
        """Choose another secret for oneself; then sign in with it."""
        if (session := self._session(token)) is None:
            return self._nobody()
        no = weak(kind, new) or (refuse(Code.SECRET_WEAK, "same") if old == new else None)
        if (no := no or self._prove_again(session, old)) is not None:
            return self._no(no)
        credential, word = secrets.token_hex(16), str(ReplaceCredential.__struct_config__.tag)
        fields = {"credential": credential, "replaces": session.credential, "kind": kind}
        return self._given_with({credential: new}, token, word, fields)

    def _given_with(self, chosen: Mapping[str, str], token: str, word: str, fields: Mapping[str, Any]) -> Answer:
        """Give a command that begins credentials. If it is refused anyway, nothing is hashed."""
        if not self._may(token, word, fields):
            return self.give(token, STREAM, word, fields)
        return self._with_hashes(chosen, lambda: self.give(token, STREAM, word, fields))

    def _with_hashes(self, chosen: Mapping[str, str], give: Callable[[], Answer]) -> Answer:
        """Put the hashes of new secrets into the file, by credential; delete them again if the command is refused."""
        try:
            hashed = {credential: self._hasher.make(secret) for credential, secret in chosen.items()}
        except Busy:
            return self._no(refuse(Code.SIGN_IN_LATER, "busy"))
        for credential, each in hashed.items():
            self._hashes.put(credential, each)
        try:
            answer = give()
        except ValueError:  # the command cannot be read
            self._hashes.drop(hashed)
            raise
        if answer.refusal is not None:
            self._hashes.drop(hashed)
        return answer

    def _no(self, refusal: Refusal) -> Answer:
        """The answer of the desk where no command is on record."""
        return refused("", self._people.version, refusal)

    def _nobody(self) -> Answer:
        """The answer to a token that belongs to nobody: forged, of a session that has ended, or revoked."""
        return self._no(refuse(Code.SESSION_NOT_THERE, "ended"))


def _id(session: Session, own: str | None) -> str:
    """The id of a command: that of a client is made its own by the session."""
    if own is not None and not ID.fullmatch(own):
        raise ValueError("the id of a command has 1 to 64 visible ASCII characters")
    return f"desk/{session.digest[:16]}/{secrets.token_hex(16) if own is None else own}"
