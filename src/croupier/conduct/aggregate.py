"""One kind of stream: everything that host, audit and export need to know about it, and the register of all kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from croupier.conduct.command import Command, Commands
from croupier.conduct.event import Event, Events
from croupier.conduct.postings import Balances, Posting
from croupier.conduct.slip import Moves
from croupier.conduct.snapshot import Snapshots
from croupier.core.refusal import Refusal


class State(Protocol):
    """What every state has: the time of its last event, in microseconds."""

    @property
    def at(self) -> int:
        """Times never go back."""


S = TypeVar("S", bound=State)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
E_contra = TypeVar("E_contra", bound=Event, contravariant=True)


class Conducted(NamedTuple, Generic[S, E]):
    """The events a command makes, the state after them, and what they post."""

    events: tuple[E, ...]
    state: S
    entries: tuple[Posting, ...] = ()


class Otherwise(NamedTuple):
    """What this version would have decided otherwise: where in the stream's own words, and the paragraph if any."""

    where: str
    says: str
    cite: str | None = None

    def __str__(self) -> str:
        cite = f" [{self.cite}]" if self.cite else ""
        return f"{self.where}: {self.says}{cite}"


class Judged(NamedTuple, Generic[S, E]):
    """What a judge found about the events of one command.

    `otherwise` is what this version would have decided otherwise, each with the number of its event in the command;
    `same` is what this version makes of the command, where it decides the same.
    """

    otherwise: tuple[tuple[int, Otherwise], ...] = ()
    same: Conducted[S, E] | None = None


class Judge(Protocol[S, E_contra]):
    """Judges one stream again, command by command, for an audit. What it raises is a fault of the stream."""

    @property
    def counts(self) -> Mapping[str, int]:
        """What an audit reports of the stream beside events and commands."""

    def see(self, state: S, events: tuple[E_contra, ...], digest: bytes) -> Judged[S, Any]:
        """The events of a command on the state before them, and the digest of the stream after them."""


class Evolve(Protocol[S, E_contra]):
    """Applies an event to a state; `entries` are what it posts, if already computed."""

    def __call__(self, state: S, event: E_contra, entries: tuple[Posting, ...] | None = None, /) -> S:
        """The state after it, with its accounts."""


class Trusting:
    """A judge of streams whose events have nothing to be judged."""

    counts: Mapping[str, int] = {}

    def __init__(self, before: Mapping[int, str]) -> None:
        """No digest matters."""

    def see(self, state: Any, events: tuple[Any, ...], digest: bytes) -> Judged[Any, Any]:
        """Nothing."""
        return Judged()


def _posts_nothing(event: Event, state: State) -> tuple[Posting, ...]:
    return ()


def _holds_nothing(state: State) -> Balances:
    return ()


@dataclass(frozen=True)
class Aggregate(Generic[S, C, E]):
    """The parts of one kind of stream.

    `conduct` may refuse, `evolve` may not: it applies what the event recorded, and calls no rule. `judge` is for
    audits.
    """

    prefix: str  # how the names of its streams begin, up to a "/"; or the whole name, where there is one stream
    begin: Callable[[str], S]  # the first state, by the rest of the name
    commands: Commands[C]
    events: Events[E]
    conduct: Callable[[C, S], Conducted[S, E] | Refusal]
    evolve: Evolve[S, E]
    snapshots: Snapshots[S]
    postings: Callable[[E, S], tuple[Posting, ...]] = _posts_nothing  # given the state before
    balances: Callable[[S], Balances] = _holds_nothing
    judge: Callable[[Mapping[int, str]], Judge[S, E]] = Trusting  # given digests of before an upgrade, by version
    sealed_by: frozenset[type[E]] = field(default_factory=frozenset)  # events after which a head is signed
    slips: Moves[C, E] | None = None  # how its streams give to others and take from them

    def fresh(self, stream: str) -> S:
        """The state of a stream without events."""
        return self.begin(stream.removeprefix(self.prefix))


@dataclass(frozen=True)
class Records:
    """A kind of stream that nobody decides for: records such as which server runs which table.

    `prefix` is as that of an aggregate. `check` reads a record, by its word and bytes, and raises a ValueError where
    it is none.
    """

    prefix: str
    check: Callable[[str, bytes], object]


#: Where each kind is declared, by its prefix: imported when the first stream of it is met.
PLACES = {
    "table/": "croupier.table.stream",
    "past/": "croupier.floor.marks",
    "floor/owners": "croupier.floor.owners",
    "floor/demonstration": "croupier.floor.demonstration",
    "upgrade": "croupier.host.upgrade.record",
}
Kind = Aggregate[Any, Any, Any] | Records
K = TypeVar("K", Aggregate[Any, Any, Any], Records)
_known: dict[str, Kind] = {}


def register(kind: K) -> K:
    """Make a kind of stream known; no stream may be of two."""
    for prefix in _known:
        alike = prefix == kind.prefix or _covers(prefix, kind.prefix) or _covers(kind.prefix, prefix)
        assert not alike, f"a stream could be of {prefix!r} and of {kind.prefix!r}"
    _known[kind.prefix] = kind
    return kind


def registered(stream: str) -> Kind | None:
    """The kind of a stream by its name; none where nobody knows it."""
    for prefix, place in PLACES.items():
        if _covers(prefix, stream):
            import_module(place)
    return next((kind for prefix, kind in _known.items() if _covers(prefix, stream)), None)


def _covers(prefix: str, stream: str) -> bool:
    """Whether a stream is of the kind that has this prefix.

    >>> _covers("table/", "table/R0"), _covers("table/", "table/"), _covers("upgrade", "upgrades")
    (True, False, False)
    """
    if prefix.endswith("/"):
        return stream.startswith(prefix) and stream != prefix
    return stream == prefix


def aggregate_of(stream: str) -> Aggregate[Any, Any, Any]:
    """The kind of a stream that commands are decided for; ValueError where it is none."""
    found = registered(stream)
    if not isinstance(found, Aggregate):
        raise ValueError(f"{stream!r} is no stream that takes commands: a table's is table/ID")
    return found
