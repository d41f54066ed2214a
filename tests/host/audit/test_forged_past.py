"""The audit finds what was changed, deleted or cut off, however well the forger knows the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from croupier import store
from croupier.floor import demo
from croupier.host import Answer, Host, Refused, load
from croupier.host.audit import Audit, Difference, Replay, audit
from croupier.store import Damaged, Envelope, Fault, Head, Store
from croupier.store.memory import Memory
from croupier.table import TABLE, digest, outcomes, stream_of
from croupier.table import events as all_events
from croupier.table.acts.device import chance_of
from croupier.table.acts.round.calling import OutcomeCalled
from croupier.table.acts.round.settling import BettingOpened, Settled
from croupier.table.acts.wagers.placing import WagerPlaced
from croupier.table.proof import prove
from croupier.table.shapes import SNAPSHOTS
from tests.support.audited import STREAM, fault_of
from tests.support.stores import snap
from tests.support.table.hosted import Hosted
from tests.support.table.play import by

Change = Callable[[Envelope], bytes | None]  # the body it gets; None deletes it


def _forged(kept: Store, change: Change, most: int = 10**9) -> Store:
    """A store rewritten by a forger: every digest, command and answer matches the changed past."""
    forged = store.open("memory:")
    made: dict[str, list[Envelope]] = {}
    for envelope in kept.read(STREAM):
        made.setdefault(envelope.command, []).append(envelope)
    for row in sorted(kept.commands(), key=lambda row: row.place):
        if row.last <= most:
            bodies = [(each.kind, each.at, change(each)) for each in made.get(row.command, [])]
            new = [(kind, body) for kind, _, body in bodies if body is not None]
            at = bodies[0][1] if bodies else 0
            version = forged.version(STREAM)
            forged.append(STREAM, version, row.command, new, at=at, content=row.content, answer=row.answer)
    return forged


def _first(kept: Store, kind: type, where: Callable[[object], bool] = lambda event: True) -> Envelope:
    found = ((each, all_events.read(each.body)) for each in kept.read(STREAM))
    return next(each for each, event in found if isinstance(event, kind) and where(event))


def _pays(event: object) -> bool:
    return isinstance(event, Settled) and any(row.winnings for row in event.rows)


def _at(version: int, body: bytes | None) -> Change:
    return lambda each: body if each.version == version else each.body


def _found(forged: Store) -> Difference | Fault:
    """The first finding of an audit: a different decision, or a fault."""
    with forged:
        found = audit(forged)
    assert not found.holds
    assert found.fault is not None or found.differences
    both: list[Difference | Fault] = [*found.differences]
    if found.fault is not None:
        both.append(found.fault)
    first = min(both, key=lambda each: each.version)
    assert first.stream == STREAM
    return first


def test_a_forger_who_changes_nothing_is_not_found(kept: Store) -> None:
    with _forged(kept, lambda each: each.body) as same:
        assert audit(same).fault is None


def test_a_changed_payout_is_found(kept: Store, heads: list[Head]) -> None:
    envelope = _first(kept, Settled, _pays)
    event = all_events.read(envelope.body)
    assert isinstance(event, Settled)
    rows = tuple(
        msgspec.structs.replace(row, winnings=row.winnings + 100, paid=row.paid + 100) if row.winnings else row
        for row in event.rows
    )
    change = _at(envelope.version, all_events.write(msgspec.structs.replace(event, rows=rows)))
    found = _found(_forged(kept, change))
    assert found.version == envelope.version
    assert "other rows" in str(found)
    assert fault_of(_forged(kept, change)).version == envelope.version, "the accounts do not fit either"
    anchored = fault_of(_forged(kept, change), heads)
    assert anchored.version >= envelope.version
    assert "signed" in anchored.what


def test_a_changed_outcome_is_found_where_it_is_settled(kept: Store) -> None:
    settled = _first(kept, Settled, _pays)
    calls = [each for each in kept.read(STREAM) if each.version < settled.version and "outcome-called" in each.kind]
    event = all_events.read(calls[-1].body)
    assert isinstance(event, OutcomeCalled)
    other = "joker" if event.outcome != "joker" else "one"
    found = _found(
        _forged(kept, _at(calls[-1].version, calls[-1].body.replace(event.outcome.encode(), other.encode())))
    )
    assert found.version == settled.version


def test_a_changed_wager_is_found(kept: Store) -> None:
    envelope = _first(kept, WagerPlaced)
    event = all_events.read(envelope.body)
    assert isinstance(event, WagerPlaced)
    for change in ({"amount": event.amount + 100}, {"moved": event.moved + 100}, {"player": "Nobody"}, {"at": 0}):
        body = all_events.write(msgspec.structs.replace(event, **change))
        assert _found(_forged(kept, _at(envelope.version, body))).version == envelope.version


def test_a_deleted_event_is_found(kept: Store) -> None:
    envelope = _first(kept, Settled)
    opened = _first(kept, BettingOpened)
    found = _found(_forged(kept, _at(envelope.version, None)))
    assert found.version == opened.version - 1, "the next step of the round does not follow"
    assert "when the round is settled; it is called. [30-2703(6)]" in str(found)


def test_a_tail_cut_off_below_a_head_is_found(kept: Store, heads: list[Head]) -> None:
    cut = heads[-1].version - 1
    with _forged(kept, lambda each: each.body, cut) as shorter:
        assert audit(shorter).fault is None, "nobody can know without a head kept elsewhere"
    found = fault_of(_forged(kept, lambda each: each.body, cut), heads)
    assert (found.stream, found.version) == (STREAM, cut + 1)
    assert "is missing" in found.what


def test_bytes_of_another_kind_are_a_fault_and_no_crash(kept: Store) -> None:
    for body in (b"", b"{}", b'{"event":"settled/9"}', b"[1", b"\xff"):
        found = fault_of(_forged(kept, _at(5, body)))
        assert (found.stream, found.version) == (STREAM, 5)


def test_a_changed_answer_is_found(kept: Store) -> None:
    first = next(kept.read(STREAM))
    refused = Answer(first.command, 0, (), Refused(1, "no", message="No."))
    others = (
        msgspec.structs.replace(refused, command="another"),
        msgspec.structs.replace(refused, version=1),
        msgspec.structs.replace(refused, refusal=None),
    )
    made = [(first.kind, first.body)]
    for new, answer in ((made, b"{}"), (made, refused.write()), *(((), each.write()) for each in others), ((), b"")):
        with store.open("memory:") as other:
            other.append(STREAM, 0, first.command, new, at=first.at, answer=answer)
            fault = audit(other).fault
            assert fault is not None
            assert repr(first.command) in fault.what


def test_an_envelope_says_what_its_event_says(kept: Store) -> None:
    first = next(kept.read(STREAM))
    for command, kind, at in (
        (first.command, first.kind, first.at),
        (first.command, "settled/1", first.at),
        (first.command, first.kind, first.at + 1),
        ("another", first.kind, first.at),
    ):
        with store.open("memory:") as copied:
            copied.append(STREAM, 0, command, [(kind, first.body)], at=at)
            fault = audit(copied).fault
            same = (command, kind, at) == (first.command, first.kind, first.at)
            assert (fault is None) == same
            assert fault is None or "the envelope is of" in fault.what or "the envelope says" in fault.what


def test_a_snapshot_is_compared_with_replay() -> None:
    with store.open("memory:") as other:
        demo.play(other, 1, 7, ["B6"])
        state, version = load(other, stream_of("B6"))
        found = audit(other)
        assert (found.snapshots, found.fault) == (3, None), "of the table, its pit and its people"
        changed = replace(state, round=99)
        snap(other, STREAM, version, digest(changed), SNAPSHOTS.write(changed), demo.signer())
        fault = audit(other).fault
        assert fault is not None
        assert (fault.stream, fault.version) == (STREAM, version)
        assert "snapshot" in fault.what


def test_a_snapshot_between_two_events_of_a_command_is_a_fault() -> None:
    """A host takes snapshots only after complete commands. This one has the true state of its version."""
    with store.open("memory:") as other:
        demo.play(other, 1, 7, ["R0"])
        stream = stream_of("R0")
        envelopes = list(other.read(stream))
        at = next(n for n, each in enumerate(envelopes) if each.command == envelopes[n + 1].command)
        state = TABLE.fresh(stream)
        for envelope in envelopes[: at + 1]:
            state = TABLE.evolve(state, all_events.read(envelope.body))
        rows = other._rows
        assert isinstance(rows, Memory)
        rows._snapshots.clear()  # a later one would stay
        snap(other, stream, at + 1, digest(state), SNAPSHOTS.write(state), demo.signer())
        fault = audit(other).fault
    assert fault is not None
    assert (fault.stream, fault.version) == (stream, at + 1)
    assert "between two events of a command" in fault.what


def test_accounts_are_checked_independently_of_the_table(kept: Store) -> None:
    """Accounts that differ from the table's by a cent are a fault, even if the table agrees with its event."""
    first = next(kept.read(STREAM))
    table = Replay(TABLE, stream_of("B6"), Audit())
    table.page([first], None)
    table.end(None)
    table = Replay(TABLE, stream_of("B6"), Audit())
    table.accounts["bank"] = 1
    table.page([first], None)
    with pytest.raises(Damaged, match="differ from the postings"):
        table.end(None)


def test_an_electronic_outcome_is_drawn_again() -> None:
    for true in (True, False):
        with store.open("memory:") as drawn:
            _electronic_round(drawn, true=true)
            found = audit(drawn)
            assert found.proofs == (1 if true else 0)
            if true:
                assert found.fault is None
            else:
                assert found.fault is not None
                assert "no digest of the log at the close" in found.fault.what


def _electronic_round(kept: Store, *, true: bool) -> None:
    """A round of an electronic wheel, drawn from the log at the close, or from a log that suits a forger."""
    host = Host(kept, stream_of("T1"))
    table = Hosted(host=host)
    table.opened("colorado-double-zero", device__electronic=True)
    table.sits("ann", 1, 100_00)
    table.seals()
    table.places("ann", "red", 5_00)
    table.closes()
    log = [each.digest.hex() for each in kept.read("table/T1")][-1 if true else -2]
    drawn = outcomes.draw(table.secret(), log, 1, outcomes.OUTCOME, chance_of(table.state, outcomes.OUTCOME))
    table.do("call-outcome", by("device"), outcome=drawn.outcome)
    table.do("settle", by("dealer"))
    table.do("reveal-seed", by("device"), proof=prove(table.secret(), log, (drawn,)))
    host.close()
