"""How modules declare commands and events, and a kind of stream that consists of such modules.

A module ends with two tables: `ACTS` has its commands, `HAPPENINGS` its events. People and pit are made of modules
alone (`made_of`). A table has further rules: those of its game (`table/registry.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from croupier.conduct import powers, two_people
from croupier.conduct.again import Again
from croupier.conduct.aggregate import Aggregate, Conducted, Judged, Otherwise, State
from croupier.conduct.command import Command, Commands
from croupier.conduct.event import Event, Events, Upcaster
from croupier.conduct.names import as_before
from croupier.conduct.postings import Balances, Posting, posted
from croupier.conduct.shapes import Shapes
from croupier.conduct.slip import SlipHandling
from croupier.conduct.snapshot import Snapshots
from croupier.core.refusal import Refusal

E = TypeVar("E", bound=Event)
S = TypeVar("S", bound="Timed")
Decided = tuple[Event, ...] | Refusal
#: Why the person who gives a command may not, by the state of the stream.
Allowed = Callable[[Any, Any], Refusal | None]


class Timed(State, Protocol):
    """A state that can be copied with other values."""

    def but(self: S, **changes: Any) -> S:
        """The same state with these changes."""


@dataclass(frozen=True, slots=True)
class Act:
    """A command with the function that decides it."""

    command: type[Command]
    decide: Callable[[Any, Any], Any]
    makes: tuple[type[Event], ...]  # the kinds of event it may lead to; its main event first
    #: By kind of event: fields of the command that the event records under another name.
    recalled: Mapping[type[Event], Callable[[Any], dict[str, Any]]] = field(default_factory=dict, kw_only=True)


def _unchanged(state: S, event: Event) -> S:
    return state


def _anybody(command: Command, state: Any) -> None:
    """Whoever has the role and a licence may give the command."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event with the function that applies it. That function evaluates no rule.

    `posts` gives its postings, from the event and the state before it, in a kind of stream that keeps accounts.
    """

    event: type[Event]
    apply: Callable[[Any, Any], Any] = _unchanged
    posts: Callable[[Any, Any], tuple[Posting, ...]] | None = None


class Module(Protocol):
    """A module of acts."""

    ACTS: tuple[Act, ...]
    HAPPENINGS: tuple[Happening, ...]


def made(kind: type[E], command: Command, state: State, /, **fields: Any) -> E:
    """Make an event of this command; its time is never earlier than the last event's."""
    return kind(command=command.id, by=command.by, at=max(command.at, state.at), **fields)


class _Stream:
    """The functions of a kind of stream that is made of modules."""

    def __init__(self, kind: str, modules: Iterable[Any], *, two: bool, allowed: Allowed) -> None:
        found = tuple(modules)
        self.kind, self._allowed = kind, allowed
        self.acts: tuple[Act, ...] = tuple(act for module in found for act in module.ACTS)
        self.happenings: tuple[Happening, ...] = tuple(each for module in found for each in module.HAPPENINGS)
        self._decide = {act.command: act.decide for act in self.acts}
        if two:
            acts = _of_two(two_people.TwoPeople(kind, tuple(self._decide), self._decided))
            self.acts = (*self.acts, *acts)
            self.happenings = (*self.happenings, *(Happening(*each) for each in two_people.APPLIED))
            self._decide |= {act.command: act.decide for act in acts}
        self._apply = {each.event: each.apply for each in self.happenings}
        self._posts = {each.event: each.posts for each in self.happenings if each.posts is not None}
        self.again = Again(self.acts)

    def conduct(self, command: Command, state: Any) -> Conducted[Any, Event] | Refusal:
        """Who may not give a command, or not alone, is refused first; then it is decided, and its events applied."""
        refusal = powers.denied(self.kind, command) or two_people.alone(self.kind, command)
        decided = self._decided(command, state) if refusal is None else refusal
        if isinstance(decided, Refusal):
            return decided
        entries: tuple[Posting, ...] = ()
        for event in decided:
            found = self.postings(event, state)
            state, entries = self.evolve(state, event, found), entries + found
        return Conducted(decided, state, entries)

    def _decided(self, command: Command, state: Any) -> Decided:
        """Decide a command, also one that was proposed: its proposer must still be allowed to give it."""
        decided: Decided = self._allowed(command, state) or self._decide[type(command)](command, state)
        return decided

    def evolve(self, state: Any, event: Event, entries: tuple[Posting, ...] | None = None) -> Any:
        """The state after an event."""
        assert event.at >= state.at, "its time is before that of the event before it"
        after = self._apply[type(event)](state, event).but(at=event.at)
        if not self._posts:
            return after
        entries = self.postings(event, state) if entries is None else entries
        return after.but(balances=posted(state.balances, entries))

    def postings(self, event: Event, state: Any) -> tuple[Posting, ...]:
        """The postings of an event, given the state before it."""
        posts = self._posts.get(type(event))
        return () if posts is None else posts(event, state)

    def balances(self, state: Any) -> Balances:
        """The accounts of a state, if this kind of stream keeps any."""
        found: Balances = state.balances if self._posts else ()
        return found


def _of_two(two: two_people.TwoPeople) -> tuple[Act, ...]:
    """The commands about proposals."""
    return (
        Act(two_people.Propose, two.propose, makes=(two_people.Proposed,)),
        Act(two_people.Approve, two.approve, makes=(two_people.Approved,)),
        Act(two_people.WithdrawProposal, two.withdraw, makes=(two_people.ProposalWithdrawn,)),
    )


class _Judge:
    """Decides every recorded command again."""

    remarks: tuple[str, ...] = ()

    def __init__(self, stream: _Stream) -> None:
        self._stream = stream
        self.counts = {stream.kind: 1}

    def see(self, state: Any, events: tuple[Event, ...], digest: bytes) -> Judged[Any, Any]:
        """The differences between what was recorded and what this version decides.

        A log of an older version is judged with its names as that version compared them.
        """
        found = self._differences(state, events)
        if found.otherwise:
            with as_before():
                older = self._differences(state, events)
            return found if older.otherwise else older
        return found

    def _differences(self, state: Any, events: tuple[Event, ...]) -> Judged[Any, Any]:
        says = "no command makes it"
        try:
            for way in self._stream.again.ways(events):
                if (command := way.command(events)) is None:
                    continue
                decided = self._stream.conduct(command, state)
                if isinstance(decided, Conducted):
                    if decided.events == events:
                        return Judged((), decided)
                    says = "this version records something else"
                else:
                    says = f"it is refused: {decided.message}"
        except Exception as error:  # forged events can cause any error
            says = str(error) or type(error).__name__
        first = events[0]
        where = f"command {first.command}"
        return Judged(((0, Otherwise(where, f"{first.__struct_config__.tag}: {says}")),))


def made_of(
    prefix: str,
    begin: Callable[[str], S],
    modules: Iterable[Any],
    shapes: Shapes,
    *,
    upcasters: Mapping[str, Upcaster] | None = None,
    slips: SlipHandling[Command, Event] | None = None,
    two: bool = False,
    allowed: Allowed = _anybody,
) -> Aggregate[S, Command, Event]:
    """A kind of stream from modules. `powers.toml` names it by its prefix, without the slash.

    `two`: some of its acts need two people (`two_people.py`); its state has their proposals. `allowed` says why the
    person who gives a command may not, if that depends on the state.

    A head is signed after every command: there are few of them, and each of them is on record for somebody.
    """
    stream = _Stream(prefix.rstrip("/"), modules, two=two, allowed=allowed)
    return Aggregate(
        prefix=prefix,
        begin=begin,
        commands=Commands(act.command for act in stream.acts),
        events=Events([each.event for each in stream.happenings], upcasters),
        conduct=stream.conduct,
        evolve=stream.evolve,
        postings=stream.postings,
        balances=stream.balances,
        snapshots=Snapshots(shapes),
        judge=lambda before: _Judge(stream),
        sealed_by=frozenset(each.event for each in stream.happenings),
        slips=slips,
    )
