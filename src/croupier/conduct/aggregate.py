"""`Aggregate`: all that host, audit and export need to know about one kind of stream. Also the register of kinds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from croupier.conduct.command import Command, Commands
from croupier.conduct.event import Event, Events
from croupier.conduct.postings import Balances, Posting
from croupier.conduct.slip import SlipHandling
from croupier.conduct.snapshot import Snapshots
from croupier.core.refusal import Refusal

if TYPE_CHECKING:
    from croupier.store import Store


class State(Protocol):
    """What every state must have."""

    @property
    def at(self) -> int:
        """The time of the last event, in microseconds. It never decreases."""


S = TypeVar("S", bound=State)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
E_contra = TypeVar("E_contra", bound=Event, contravariant=True)


class Conducted(NamedTuple, Generic[S, E]):
    """The result of an accepted command: its events, the state after them, and their postings."""

    events: tuple[E, ...]
    state: S
    entries: tuple[Posting, ...] = ()


class Otherwise(NamedTuple):
    """One difference between the log and what this version would decide.

    `where` is the place in the terms of the stream (such as a round), `cite` the paragraph, if there is one.
    """

    where: str
    says: str
    cite: str | None = None

    def __str__(self) -> str:
        cite = f" [{self.cite}]" if self.cite else ""
        return f"{self.where}: {self.says}{cite}"


class Judged(NamedTuple, Generic[S, E]):
    """What a judge found about the events of one command.

    `otherwise` lists the differences from what this version would decide, each with the index of its event within the
    command. If there are none, `same` is the result of deciding the command again.
    """

    otherwise: tuple[tuple[int, Otherwise], ...] = ()
    same: Conducted[S, E] | None = None


class Judge(Protocol[S, E_contra]):
    """Decides the commands of one stream again, for an audit. Its exceptions are faults of the stream."""

    @property
    def counts(self) -> Mapping[str, int]:
        """Further counts for the audit's report, such as rounds."""

    @property
    def remarks(self) -> Sequence[str]:
        """What a reader of the audit should know although nothing is wrong, such as voided rounds."""

    def see(self, state: S, events: tuple[E_contra, ...], digest: bytes) -> Judged[S, Any]:
        """Judge the events of one command. `state` is from before them, `digest` is the stream's after them."""


class Evolve(Protocol[S, E_contra]):
    """Applies an event to a state. `entries` are the event's postings, if the caller has computed them already."""

    def __call__(self, state: S, event: E_contra, entries: tuple[Posting, ...] | None = None, /) -> S:
        """Return the next state, with its accounts updated."""


class Trusting:
    """The default judge, for kinds of stream without rules: it accepts everything."""

    counts: Mapping[str, int] = {}
    remarks: Sequence[str] = ()

    def __init__(self, before: Mapping[int, str]) -> None:
        """Accept the arguments of every judge; this one needs none."""

    def see(self, state: Any, events: tuple[Any, ...], digest: bytes) -> Judged[Any, Any]:
        """Report no difference."""
        return Judged()


def _posts_nothing(event: Event, state: State) -> tuple[Posting, ...]:
    return ()


def _holds_nothing(state: State) -> Balances:
    return ()


def _no_doubts(store: Store) -> Iterable[tuple[str, str]]:
    return ()


@dataclass(frozen=True)
class Aggregate(Generic[S, C, E]):
    """The parts of one kind of stream.

    `conduct` may refuse a command. `evolve` may not refuse an event: it applies what the event recorded and evaluates
    no rule. `judge` is for audits.
    """

    prefix: str  # the start of its streams' names, ending in "/"; or the full name of its only stream
    begin: Callable[[str], S]  # from the name without the prefix to the first state
    commands: Commands[C]
    events: Events[E]
    conduct: Callable[[C, S], Conducted[S, E] | Refusal]
    evolve: Evolve[S, E]
    snapshots: Snapshots[S]
    postings: Callable[[E, S], tuple[Posting, ...]] = _posts_nothing  # the state is the one before the event
    balances: Callable[[S], Balances] = _holds_nothing
    judge: Callable[[Mapping[int, str]], Judge[S, E]] = Trusting  # given digests from before an upgrade, by version
    sealed_by: frozenset[type[E]] = field(default_factory=frozenset)  # events after which a head is signed
    slips: SlipHandling[C, E] | None = None  # how its streams send and receive slips, if they do

    def fresh(self, stream: str) -> S:
        """Return the state of a stream that has no events yet."""
        return self.begin(stream.removeprefix(self.prefix))


@dataclass(frozen=True)
class Records:
    """A kind of stream that holds plain records and takes no commands, such as which server runs which table.

    `prefix` works as in `Aggregate`. `check` gets the kind and the bytes of a record and raises ValueError if it is
    not valid. Whoever writes a record signs a head after it; `sealed_by` is for kinds where only some need that.
    `doubts` gets the store and returns what an audit should warn of, by stream.
    """

    prefix: str
    check: Callable[[str, bytes], object]
    sealed_by: frozenset[str] | None = None  # the kinds of these records; None: every record
    doubts: Callable[[Store], Iterable[tuple[str, str]]] = _no_doubts


#: The module that declares each kind, by prefix. It is imported when a stream of that kind is first looked up.
PLACES = {
    "table/": "croupier.table.stream",
    "people/": "croupier.people.stream",
    "pit/": "croupier.pit.stream",
    "cage/": "croupier.cage.stream",
    "past/": "croupier.floor.past_snapshots",
    "floor/owners": "croupier.host.owner_records",
    "floor/demonstration": "croupier.floor.demonstration",
    "floor/players": "croupier.floor.players.record",
    "upgrade": "croupier.host.upgrade.record",
    "anchors": "croupier.host.anchors.record",
    "device": "croupier.device.log",
    "keys": "croupier.conduct.keys",
}
Kind = Aggregate[Any, Any, Any] | Records
K = TypeVar("K", Aggregate[Any, Any, Any], Records)
_known: dict[str, Kind] = {}
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def register(kind: K) -> K:
    """Register a kind of stream. No stream name may match two kinds."""
    for prefix in _known:
        alike = prefix == kind.prefix or _covers(prefix, kind.prefix) or _covers(kind.prefix, prefix)
        assert not alike, f"a stream could match both {prefix!r} and {kind.prefix!r}"
    _known[kind.prefix] = kind
    return kind


def registered(stream: str) -> Kind | None:
    """Find the kind of a stream by its name; None if it is unknown."""
    for prefix, place in PLACES.items():
        if _covers(prefix, stream):
            import_module(place)
    return next((kind for prefix, kind in _known.items() if _covers(prefix, stream)), None)


def _covers(prefix: str, stream: str) -> bool:
    """Whether a stream belongs to the kind with this prefix.

    What follows the prefix has only ASCII letters, digits, hyphens, dots and underscores: no other character makes a
    name that looks like another one.

    >>> _covers("table/", "table/R0"), _covers("table/", "table/"), _covers("upgrade", "upgrades")
    (True, False, False)
    >>> _covers("table/", "table/R0 "), _covers("table/", "table/Ｒ0"), _covers("table/", "table/R0/1")
    (False, False, False)
    """
    if prefix.endswith("/"):
        return stream.startswith(prefix) and _NAME.fullmatch(stream, len(prefix)) is not None
    return stream == prefix


def aggregate_of(stream: str) -> Aggregate[Any, Any, Any]:
    """Find the kind of a stream that takes commands; ValueError if the stream takes none."""
    found = registered(stream)
    if not isinstance(found, Aggregate):
        raise ValueError(f"{stream!r} does not take commands: the stream of a table is table/ID")
    return found
