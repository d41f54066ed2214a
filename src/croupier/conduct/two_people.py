"""Acts that need two people: one proposes the exact bytes of a command, another approves them.

`powers.toml` names in `second` who approves a command. A proposal waits for ten minutes. The approval names its
number and the digest of its bytes, so nobody approves anything else than what they were shown. It decides the
command on the state as it is then, and carries it out in the same step: once, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Protocol, TypeVar

import msgspec
from msgspec import Meta

from croupier.conduct import powers
from croupier.conduct.by import ROLES, By, same_person
from croupier.conduct.command import Command, Count, Text
from croupier.conduct.event import Event
from croupier.core import json_once
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.text.facts import Person

#: How long a proposal waits, in microseconds.
WAITS = 10 * 60 * 1_000_000
#: Characters of a proposed command: the text of a house fits.
MOST = 200_000
#: Characters of what is wrong with it, in a refusal.
MOST_QUOTED = 300
#: What a proposal leaves out: they come from its proposer, its approval and the time.
FILLED_IN = ("id", "by", "at")

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
S = TypeVar("S", bound="Proposing")
Decided = tuple[Event, ...] | Refusal


@dataclass(frozen=True, slots=True)
class Proposal:
    """A command that waits for the approval of a second person."""

    number: int
    body: str  # the JSON that was proposed
    digest: str  # SHA-256 of it
    by: By
    until: int  # from this time on it is over

    @property
    def word(self) -> str:
        """The name of the command."""
        return str(json_once.load(self.body, dict)["do"])


@dataclass(frozen=True, slots=True)
class Proposals:
    """The proposals of a stream that wait, and how many there were so far."""

    count: int = 0
    waiting: tuple[Proposal, ...] = ()

    def numbered(self, number: int) -> Proposal | None:
        """The proposal with this number that waits; None if there is none."""
        return next((each for each in self.waiting if each.number == number), None)

    def without(self, number: int) -> tuple[Proposal, ...]:
        """Those that wait, without one."""
        return tuple(each for each in self.waiting if each.number != number)


class Proposing(Protocol):
    """A state with proposals."""

    @property
    def at(self) -> int:
        """The time of the last event."""

    @property
    def proposals(self) -> Proposals:
        """The proposals that wait."""

    def but(self: S, **changes: Any) -> S:
        """The same state with these changes."""


# Commands ---------------------------------------------------------------------------------------------------
class Propose(Command, frozen=True):
    """Propose a command that needs a second person: its JSON, without id, person and time."""

    topic = Silent.CONTROLS
    body: Annotated[str, Meta(min_length=1, max_length=MOST)]


class Approve(Command, frozen=True):
    """Approve a proposal, which is carried out at once; `digest` is that of the bytes which were shown."""

    topic = Silent.CONTROLS
    number: Count
    digest: Digest


class WithdrawProposal(Command, frozen=True):
    """Withdraw a proposal, or reject somebody else's."""

    topic = Silent.CONTROLS
    number: Count
    reason: Text


# Events -----------------------------------------------------------------------------------------------------
class Proposed(Event, frozen=True):
    """A command waits for the approval of a second person."""

    number: int
    body: str
    digest: str
    until: int


class Approved(Event, frozen=True):
    """A second person approved a proposal; the events after this one carry it out."""

    number: int
    digest: str


class ProposalWithdrawn(Event, frozen=True):
    """A proposal will not be carried out."""

    number: int
    reason: str


# How events are applied -------------------------------------------------------------------------------------
def _apply_proposed(state: S, event: Proposed) -> S:
    """Proposals that are over make room."""
    proposal = Proposal(event.number, event.body, event.digest, event.by, event.until)
    waiting = tuple(each for each in state.proposals.waiting if each.until > event.at)
    return state.but(proposals=Proposals(event.number, (*waiting, proposal)))


def _apply_ended(state: S, event: Approved | ProposalWithdrawn) -> S:
    proposals = state.proposals
    return state.but(proposals=Proposals(proposals.count, proposals.without(event.number)))


#: The events with the functions that apply them.
APPLIED: tuple[tuple[type[Event], Callable[[Any, Any], Any]], ...] = (
    (Proposed, _apply_proposed),
    (Approved, _apply_ended),
    (ProposalWithdrawn, _apply_ended),
)


# Decisions --------------------------------------------------------------------------------------------------
class TwoPeople:
    """The decisions about proposals to one kind of stream.

    `decide` decides a command of that kind without asking for a second person.
    """

    def __init__(
        self,
        kind: str,
        commands: Iterable[type[Command]],
        decide: Callable[[Command, Any], tuple[Event, ...] | Refusal],
    ) -> None:
        self._kind, self._decide = kind, decide
        self._commands: Mapping[str, type[Command]] = {str(each.__struct_config__.tag): each for each in commands}

    def propose(self, command: Propose, state: Proposing) -> Decided:
        """Propose what would be carried out now, if a second person approved it now."""
        asked = self._command(command.body, command.by, command.id, command.at)
        if isinstance(asked, Refusal):
            return asked
        refusal = powers.denied(self._kind, asked) or _own_matter(asked, command.by)
        decided = refusal if refusal is not None else self._decide(asked, state)
        if isinstance(decided, Refusal):
            return decided
        at, number = max(command.at, state.at), state.proposals.count + 1
        digest = digest_of(command.body)
        said: dict[str, Any] = {"command": command.id, "by": command.by, "at": at}
        return (Proposed(**said, number=number, body=command.body, digest=digest, until=at + WAITS),)

    def approve(self, command: Approve, state: Proposing) -> Decided:
        """Carry out a proposal: somebody else than its proposer approves the bytes that were shown."""
        proposal = self._waiting(command.number, state, max(command.at, state.at))
        if isinstance(proposal, Refusal):
            return proposal
        word, by = proposal.word, command.by
        if (refusal := self._not_second(word, by) or _not_another(proposal, by)) is not None:
            return refusal
        if command.digest != proposal.digest:
            return refuse(Code.PROPOSAL_DIFFERS, number=proposal.number)
        asked = self._command(proposal.body, proposal.by, command.id, command.at)
        if isinstance(asked, Refusal):
            return asked
        decided = _own_matter(asked, by) or self._decide(asked, state)
        if isinstance(decided, Refusal):
            return decided
        said: dict[str, Any] = {"command": command.id, "by": by, "at": max(command.at, state.at)}
        return (Approved(**said, number=proposal.number, digest=proposal.digest), *decided)

    def withdraw(self, command: WithdrawProposal, state: Proposing) -> Decided:
        """Withdraw one's own proposal, or reject one that one might approve."""
        at = max(command.at, state.at)
        proposal = self._waiting(command.number, state, at)
        if isinstance(proposal, Refusal):
            return proposal
        own = same_person(proposal.by.person, command.by.person)
        if not own and (refusal := self._not_second(proposal.word, command.by)) is not None:
            return refusal
        said: dict[str, Any] = {"command": command.id, "by": command.by, "at": at}
        return (ProposalWithdrawn(**said, number=proposal.number, reason=command.reason),)

    def _waiting(self, number: int, state: Proposing, at: int) -> Proposal | Refusal:
        proposal = state.proposals.numbered(number)
        if proposal is None:
            return refuse(Code.PROPOSAL_UNKNOWN, number=number)
        return refuse(Code.PROPOSAL_OVER, number=number) if at >= proposal.until else proposal

    def _not_second(self, word: str, by: By) -> Refusal | None:
        """Refuse a role that does not approve this command."""
        second = powers.second_of(self._kind, word)
        if by.role in second:
            return None
        named = tuple(role for role in ROLES if role in second)
        act, cite = f"Approval of {word}", powers.cite_of(self._kind, word)
        return refuse(
            Code.NOT_YOUR_ROLE, "not-for", cite=cite, act=act, role=by.role, player=Person(by.person), roles=named
        )

    def _command(self, body: str, by: By, name: str, at: int) -> Command | Refusal:
        """Read a proposed command, and fill in who gives it and when."""
        try:
            said = json_once.load(body.encode(), dict)
            word = said.get("do")
            if not isinstance(word, str) or word not in self._commands:
                raise ValueError(f"no command is called {word!r}")
            if filled := [each for each in FILLED_IN if each in said]:
                raise ValueError(f"leave out {', '.join(filled)}")
            command = msgspec.convert({**said, "id": name, "by": by, "at": at}, self._commands[word])
        except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
            return refuse(Code.PROPOSAL_UNREADABLE, error=_short(str(error)))
        return command if powers.second_of(self._kind, word) else refuse(Code.PROPOSAL_NEEDLESS, act=word)


def _short(text: str) -> str:
    """The beginning of an error that quotes what was proposed: refusals are kept, and that may be long."""
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"


def _not_another(proposal: Proposal, by: By) -> Refusal | None:
    """Refuse the proposer, and whoever uses the proposer's credential or licence."""
    if same_person(proposal.by.person, by.person):
        return refuse(Code.SAME_PERSON, "own-proposal", person=by.person)
    if proposal.by.credential and proposal.by.credential == by.credential:
        return refuse(Code.SAME_PERSON, "same-credential", person=by.person)
    if proposal.by.licence and same_person(proposal.by.licence, by.licence):
        return refuse(Code.SAME_PERSON, "same-licence", person=by.person)
    return None


def _own_matter(command: Command, by: By) -> Refusal | None:
    """Refuse the person whom a command is about."""
    if not command.concerns or not same_person(getattr(command, command.concerns), by.person):
        return None
    return refuse(Code.SAME_PERSON, "own-matter", person=by.person)


def digest_of(body: str) -> str:
    """The digest by which an approval names the bytes of a proposal."""
    return sha256(body.encode()).hexdigest()


def alone(kind: str, command: Command) -> Refusal | None:
    """Refuse a command that is given directly although it needs a second person."""
    word = str(type(command).__struct_config__.tag)
    second = powers.second_of(kind, word)
    if not second:
        return None
    named = tuple(role for role in ROLES if role in second)
    return refuse(Code.TWO_NEEDED, cite=powers.cite_of(kind, word), act=word, roles=named)
