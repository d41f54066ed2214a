"""Everything that a store holds, checked again: chain and signatures, every table replayed, every answer compared.

Replay settles every round anew under the rules of its day; an event that they would not have made is a fault at its
stream and version. Beside it the outcome of an electronic device is drawn again, and money is checked a second time:
what an event posts sums to zero, and accounts kept here from postings alone are those of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

import msgspec

from croupier.host import answer
from croupier.host.host import stream_of
from croupier.store import Appended, Damaged, Envelope, Fault, Head, Snapshot, Store, StoreFailed, verify
from croupier.table import Event, Posting, State, begin, decide, digest, events, evolve, postings
from croupier.table import commands_play as play_commands
from croupier.table import events_play as play
from croupier.table.state import Phase

TABLE = stream_of("")  # how the streams of tables begin
_PAGE = 1000


class CannotAudit(Exception):
    """An audit that would prove nothing."""


@dataclass(slots=True)
class Audit:
    """How much was replayed, and the first fault if there is one."""

    tables: int = 0
    events: int = 0
    rounds: int = 0  # settled
    proofs: int = 0  # of electronic outcomes
    commands: int = 0
    refusals: int = 0
    heads: int = 0
    snapshots: int = 0
    fault: Fault | None = None

    def row(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"holds": self.fault is None, **asdict(self)}


def audit(store: Store, heads: Iterable[Head] = ()) -> Audit:
    """Check a store, also against heads that were kept elsewhere: then only their keys are known.

    Without such heads the keys are those that the store itself names.
    """
    if not __debug__:
        raise CannotAudit("replay is made of assertions, which -O leaves out: run Python without it")
    kept = list(heads)
    found = Audit()
    try:
        replayed = _replay(store, found)
        known = kept or [head for stream in store.streams() for head in store.heads(stream)]
    except (StoreFailed, ValueError) as error:
        found.fault = Fault("", 0, f"cannot be read: {error}")
        return found
    verified = verify(store, keys={head.key for head in known}, heads=kept)
    if isinstance(verified, Fault):
        found.fault = verified
    else:
        found.fault, found.heads = replayed, verified.heads
    return found


def _replay(store: Store, found: Audit) -> Fault | None:
    """Replay every table, as far as the first fault of all."""
    stream = ""
    try:
        for stream in store.streams():
            if stream.startswith(TABLE):
                _table(store, stream, found)
                found.tables += 1
        for row in store.commands():
            found.commands += 1
            if row.last < row.first:
                found.refusals += 1
                _check_answer(row, [])
    except Damaged as damaged:
        return damaged.fault
    return None


def _table(store: Store, stream: str, found: Audit) -> None:
    """One table from its first event to its last."""
    table = Replay(stream.removeprefix(TABLE))
    snapshot = store.snapshot(stream)
    for page in _pages(store.read(stream)):
        for envelope in page:
            event = table.take(envelope)
            found.events += 1
            found.rounds += isinstance(event, play.Settled) and event.stage == "round"
            found.proofs += isinstance(event, play.SeedRevealed)
            if snapshot is not None and snapshot.version == envelope.version:
                _check_snapshot(snapshot, table.state)
                found.snapshots += 1
        _check_answers(store, page)


class Replay:
    """One table replayed, with accounts of its own beside it."""

    def __init__(self, table_id: str) -> None:
        self.state = begin(table_id)
        self.accounts: dict[str, int] = {}
        self.closes: set[str] = set()  # digests of the log since wagers were closed, while a seal is

    def take(self, envelope: Envelope) -> Event:
        """Go on by one event; what does not fit is a fault here."""
        try:
            event = events.read(envelope.body)
            _check_envelope(envelope, event)
            if isinstance(event, play.SeedRevealed):
                _check_proof(event, self.state, self.closes)
            entries = postings(event, self.state)
            self.state = evolve(self.state, event)
            _check_money(entries, self.accounts, self.state)
        except Exception as error:  # whatever bytes that no table wrote may lead to
            said = str(error) or type(error).__name__
            raise Damaged(Fault(envelope.stream, envelope.version, f"does not replay: {said}")) from error
        if self.state.seal is None:
            self.closes.clear()
        elif self.state.phase in CLOSED[self.state.game]:
            self.closes.add(envelope.digest.hex())
        return event


def _check_proof(event: play.SeedRevealed, state: State, closes: set[str]) -> None:
    """The outcome follows from the seed that was sealed and from the log as it was when wagers were closed."""
    again = decide(play_commands.RevealSeed(id=event.command, by=event.by, at=event.at, proof=event.proof), state)
    assert again == (event,), f"the proof of the round does not hold: {again}"
    log = event.proof.log
    assert log is None or log in closes, f"the proof is from {log}, which is no digest of the log at the close"


#: From the close of the betting to the outcome.
CLOSED: dict[str, tuple[Phase, ...]] = {
    "roulette": ("no-more-bets",),
    "big-six": ("no-more-bets", "spun"),
    "craps": ("in-the-air",),
}


def _check_money(entries: tuple[Posting, ...], accounts: dict[str, int], after: State) -> None:
    """Money is neither made nor lost, and it is where the table says; the accounts kept here move on."""
    assert sum(entry.amount for entry in entries) == 0, "its postings do not sum to zero"
    for entry in entries:
        amount = accounts.pop(entry.account, 0) + entry.amount
        if amount:
            accounts[entry.account] = amount
    assert accounts == dict(after.balances), "the accounts of the table are not what was posted"


def _check_envelope(envelope: Envelope, event: Event) -> None:
    """What the envelope says of its event is what the event says."""
    assert envelope.kind == type(event).__struct_config__.tag, f"the envelope says {envelope.kind!r}"
    assert envelope.command == event.command, f"the envelope is of command {envelope.command!r}"
    assert envelope.at == event.at, f"the envelope is of another time, {envelope.at}"


def _check_snapshot(snapshot: Snapshot, state: State) -> None:
    if snapshot.state != digest(state):
        raise Damaged(Fault(snapshot.stream, snapshot.version, "the snapshot is of another state than replay gives"))


def _check_answers(store: Store, page: list[Envelope]) -> None:
    """The answers to the commands that made these events; a command at the edge of a page may be in two."""
    bodies: dict[str, list[bytes]] = {}
    for envelope in page:
        bodies.setdefault(envelope.command, []).append(envelope.body)
    for row in store.answers(bodies).values():
        if page[0].version <= row.first and row.last <= page[-1].version:
            _check_answer(row, bodies[row.command])


def _check_answer(row: Appended, made: list[bytes]) -> None:
    """What was answered is what happened: the events, or a refusal."""
    try:
        said = answer.read(row.answer)
    except msgspec.DecodeError as error:
        raise Damaged(Fault(row.stream, row.first, f"the answer to {row.command!r} is none: {error}")) from error
    same = (said.command, said.version) == (row.command, row.last) and [bytes(each) for each in said.events] == made
    if not same or (said.refusal is None) != bool(made):
        raise Damaged(Fault(row.stream, row.first, f"command {row.command!r} was answered otherwise"))


def _pages(envelopes: Iterator[Envelope]) -> Iterator[list[Envelope]]:
    while page := list(islice(envelopes, _PAGE)):
        yield page
