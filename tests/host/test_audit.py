"""The audit finds what was changed, deleted or cut off, and says where; an export is moved whole or not at all."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec
import pytest

from croupier import store
from croupier.cli.audit import audit as audit_command
from croupier.cli.demo import demo as demo_command
from croupier.cli.export import export as export_command
from croupier.cli.import_ import import_ as import_command
from croupier.cli.verify_round import verify_round
from croupier.floor import demo
from croupier.host import Answer, Host, Refused, export, load
from croupier.host.audit import Audit, Difference, Replay, audit
from croupier.store import CannotOpen, CommandReused, Damaged, Envelope, Fault, Head, Store
from croupier.store.memory import Memory
from croupier.table import TABLE, digest, outcomes, stream_of
from croupier.table import events as all_events
from croupier.table.acts.device import SeedRevealed, chance_of
from croupier.table.acts.round.calling import OutcomeCalled
from croupier.table.acts.round.settling import BettingOpened, Settled
from croupier.table.acts.wagers.placing import WagerPlaced
from croupier.table.shapes import SNAPSHOTS
from tests.host.test_host import Hosted
from tests.support.recorded.shift import scripted_shift
from tests.support.stores import PLACES, SIGNER, postgresql, snap, url
from tests.support.table.play import by

STREAM = "table/B6"
Change = Callable[[Envelope], bytes | None]  # the body it gets; None deletes it


@pytest.fixture(scope="module")
def kept() -> Iterator[Store]:
    with scripted_shift(tables=["B6"]) as found:
        yield found


@pytest.fixture(scope="module")
def heads(kept: Store) -> list[Head]:
    return kept.heads(STREAM)


@pytest.fixture
def file(kept: Store, tmp_path: Path) -> Path:
    export.write(kept, tmp_path / "day.export")
    return tmp_path / "day.export"


def _forged(kept: Store, change: Change, most: int = 10**9) -> Store:
    """A store written anew by somebody who can: every digest, command and answer fits the changed past."""
    forged = store.open("memory:")
    made: dict[str, list[Envelope]] = {}
    for envelope in kept.read(STREAM):
        if envelope.version <= most:
            made.setdefault(envelope.command, []).append(envelope)
    for command, envelopes in made.items():
        bodies = [(each.kind, change(each)) for each in envelopes]
        new = [(kind, body) for kind, body in bodies if body is not None]
        version = forged.version(STREAM)
        forged.append(STREAM, version, command, new, at=envelopes[0].at)
    return forged


def _first(kept: Store, kind: type, where: Callable[[object], bool] = lambda event: True) -> Envelope:
    found = ((each, all_events.read(each.body)) for each in kept.read(STREAM))
    return next(each for each, event in found if isinstance(event, kind) and where(event))


def _pays(event: object) -> bool:
    return isinstance(event, Settled) and any(row.winnings for row in event.rows)


def _at(version: int, body: bytes | None) -> Change:
    return lambda each: body if each.version == version else each.body


def _fault(found: Store, heads: list[Head] | None = None) -> Fault:
    with found:
        fault = audit(found, heads or ()).fault
    assert fault is not None
    return fault


def _found(forged: Store) -> Difference | Fault:
    """The first that an audit finds: what was decided otherwise, or a fault."""
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
    assert _fault(_forged(kept, change)).version == envelope.version, "the accounts do not fit either"
    anchored = _fault(_forged(kept, change), heads)
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
    found = _fault(_forged(kept, lambda each: each.body, cut), heads)
    assert (found.stream, found.version) == (STREAM, cut + 1)
    assert "is missing" in found.what


def test_bytes_of_another_kind_are_a_fault_and_no_crash(kept: Store) -> None:
    for body in (b"", b"{}", b'{"event":"settled/9"}', b"[1", b"\xff"):
        found = _fault(_forged(kept, _at(5, body)))
        assert (found.stream, found.version) == (STREAM, 5)


def test_an_answer_that_says_otherwise_is_found(kept: Store) -> None:
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
        assert (found.snapshots, found.fault) == (1, None)
        changed = replace(state, round=99)
        snap(other, STREAM, version, digest(changed), SNAPSHOTS.write(changed), demo.signer(7))
        fault = audit(other).fault
        assert fault is not None
        assert (fault.stream, fault.version) == (STREAM, version)
        assert "snapshot" in fault.what


def test_a_snapshot_between_two_events_of_a_command_is_a_fault() -> None:
    """A host takes snapshots after whole commands only. This one has the true state of its version."""
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
        snap(other, stream, at + 1, digest(state), SNAPSHOTS.write(state), demo.signer(7))
        fault = audit(other).fault
    assert fault is not None
    assert (fault.stream, fault.version) == (stream, at + 1)
    assert "between two events of a command" in fault.what


def test_money_is_checked_beside_the_table(kept: Store) -> None:
    """Accounts that differ by a cent from the table's are a fault, though the table itself agrees with its event."""
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
    """A round of an electronic wheel, drawn from the log at the close, or from another that suited better."""
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
    table.do("reveal-seed", by("device"), proof=outcomes.prove(table.secret(), log, (drawn,)))
    host.close()


# Exports ----------------------------------------------------------------------------------------------------
def _refused(path: Path) -> bool:
    try:
        with export.open(str(path)) as read:
            return audit(read).fault is not None
    except (Damaged, CannotOpen):
        return True


def test_every_byte_flip_of_an_export_is_found(tmp_path: Path, proof: bool, share: Callable[[str], None]) -> None:
    with store.open("memory:") as small:
        demo.play(small, 1, 7, ["B6"])
        export.write(small, tmp_path / "small")
    path, whole, data = tmp_path / "flipped", (tmp_path / "small").read_bytes(), Random(7)
    assert not _refused(tmp_path / "small")
    places = range(len(whole)) if proof else sorted({*range(40), *data.sample(range(len(whole)), 300)})
    for place in (*places, *range(len(whole) - 90, len(whole))):
        flipped = bytearray(whole)
        flipped[place] ^= data.randrange(1, 256)
        path.write_bytes(flipped)
        assert _refused(path), place
    for cut in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        assert _refused(path), cut
    path.write_bytes(whole + b"\n")
    assert _refused(path)
    share(f"byte flips of an export: {len(places):,} of {len(whole):,} places")


def _rewritten(file: Path, change: Callable[[list[bytes]], list[bytes]]) -> Path:
    """The export with other lines, and the digest that they have."""
    lines = change(file.read_bytes().splitlines(keepends=True)[:-1])
    text = b"".join(lines)
    end = b'end [%d,"%s"]\n' % (len(lines), sha256(text).hexdigest().encode())
    file.write_bytes(text + end)
    return file


def _line_of(lines: list[bytes], version: int) -> int:
    return next(
        at for at, line in enumerate(lines) if line.startswith(b'event ["%s",%d,' % (STREAM.encode(), version))
    )


def _audited(file: Path) -> Fault:
    return _fault(export.open(str(file)))


def test_a_line_changed_with_a_new_end_is_found_by_its_place(file: Path) -> None:
    def later(lines: list[bytes]) -> list[bytes]:
        at = _line_of(lines, 9)
        lines[at] = lines[at].replace(b",17", b",18", 1)  # the time
        return lines

    found = _audited(_rewritten(file, later))
    assert (found.stream, found.version) == (STREAM, 9)
    assert "was changed" in found.what


def test_a_line_taken_out_with_a_new_end_is_found_by_its_place(file: Path) -> None:
    found = _audited(_rewritten(file, lambda lines: [*lines[: _line_of(lines, 9)], *lines[_line_of(lines, 10) :]]))
    assert (found.stream, found.version) == (STREAM, 9)
    assert "is missing" in found.what


def test_lines_out_of_order_are_refused(file: Path) -> None:
    def swapped(lines: list[bytes]) -> list[bytes]:
        at = _line_of(lines, 9)
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
        return lines

    with pytest.raises(Damaged, match="line 11 of the export"):
        export.open(str(_rewritten(file, swapped)))


def test_a_number_that_no_store_holds_is_refused(file: Path) -> None:
    def huge(lines: list[bytes]) -> list[bytes]:
        at = _line_of(lines, 9)
        lines[at] = lines[at].replace(b",9,", b",99999999999999999999,", 1)
        return lines

    with pytest.raises(Damaged, match="line 10 of the export"):
        export.open(str(_rewritten(file, huge)))


def test_a_changed_byte_is_named_by_its_event(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    at = _line_of(lines, 9)
    lines[at] = lines[at].replace(b",17", b",18", 1)
    file.write_bytes(b"".join(lines))
    with pytest.raises(Damaged) as found:
        export.open(str(file))
    assert (found.value.fault.stream, found.value.fault.version) == (STREAM, 9)


@pytest.mark.parametrize("place", PLACES)
def test_an_import_is_the_same_store(kept: Store, file: Path, place: str, tmp_path: Path) -> None:
    with export.open(str(file)) as source, store.open(url(place, tmp_path)) as target:
        export.verified(source)
        for _ in range(2):  # the second time nothing is left to do
            export.copy(source, target)
            assert list(target.read(STREAM)) == list(kept.read(STREAM))
            assert target.heads(STREAM) == kept.heads(STREAM)
            assert list(target.commands()) == list(kept.commands())
            assert audit(target, kept.heads(STREAM)) == audit(kept) == audit(source)
        assert digest(load(target, stream_of("B6"))[0]) == digest(load(kept, stream_of("B6"))[0])
        export.write(target, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == file.read_bytes()


@pytest.mark.parametrize("place", PLACES)
def test_a_command_sent_again_after_an_import_gets_its_first_answer(place: str, tmp_path: Path) -> None:
    with store.open("memory:") as one, store.open(url(place, tmp_path)) as other:
        host = Host(one, stream_of("T1"), signer=SIGNER)
        table = Hosted(host=host)
        table.opened("colorado-big-six")
        table.sits("ann", 1, 100_00)
        fields = {"player": "ann", "wager": "one", "spot": None}
        taken = table.command("place", by("player", "ann"), amount=5_00, **fields)
        refused = table.command("place", by("player", "ann"), amount=5_000_00, **fields)
        answers = [host.handle(each) for each in (taken, refused)]
        host.close()
        export.write(one, tmp_path / "x")
        with export.open(str(tmp_path / "x")) as source:
            export.copy(source, other)
        assert other.snapshot("table/T1") == one.snapshot("table/T1") != None  # noqa: E711
        again = Host(other, stream_of("T1"), signer=SIGNER)
        assert [again.handle(each) for each in (taken, refused)] == answers
        assert again.version == host.version
        with pytest.raises(CommandReused):
            again.handle(msgspec.structs.replace(taken, amount=6_00))
        again.close()


def test_a_store_with_a_past_of_its_own_is_left_alone(file: Path) -> None:
    with export.open(str(file)) as source, store.open("memory:") as target:
        target.append(STREAM, 0, "mine", [("opened", b"{}")], at=0)
        with pytest.raises(export.CannotImport, match=STREAM):
            export.copy(source, target)
        assert target.version(STREAM) == 1


# The commands -----------------------------------------------------------------------------------------------
def _exit(run: Callable[[], None]) -> int:
    with pytest.raises(SystemExit) as ended:
        run()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_the_commands_by_their_exit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, again, out, heads = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db", tmp_path / "x", tmp_path / "h"
    with store.open(db) as made:
        demo.play(made, 2, 7, ["B6"])
    export_command(db=db, out=out, heads=heads)
    import_command(out, db=again)
    capsys.readouterr()
    rows = []
    for place in (db, again, str(out)):
        assert _exit(lambda place=place: audit_command(db=place, heads=heads, json=True)) == 0  # type: ignore[misc]
        rows.append(json.loads(capsys.readouterr().out))
    assert rows[0] == rows[1] == rows[2]
    assert rows[0]["holds"]
    assert rows[0]["tables"] == 1
    assert _exit(lambda: audit_command(db=str(out))) == 0
    assert "Everything is in order" in capsys.readouterr().out

    out.write_bytes(out.read_bytes().replace(b"table/B6", b"table/B7", 1))
    assert _exit(lambda: audit_command(db=str(out))) == 1
    assert "fault: stream 'table/B7', version 1" in capsys.readouterr().out
    assert _exit(lambda: import_command(out, db=f"sqlite:///{tmp_path}/c.db")) == 2
    assert not (tmp_path / "c.db").exists()
    for place in (f"sqlite:///{tmp_path}/none.db", str(tmp_path / "none"), str(heads)):
        assert _exit(lambda place=place: audit_command(db=place)) == 2  # type: ignore[misc]
    assert _exit(lambda: audit_command(db=db, heads=out)) == 2
    store.export_heads(tmp_path / "no-heads", [])
    assert _exit(lambda: audit_command(db=db, heads=tmp_path / "no-heads")) == 2
    assert _exit(lambda: export_command(db=db, out=out)) == 2
    assert _exit(lambda: export_command(db=f"sqlite:///{tmp_path}/none.db", out=tmp_path / "y")) == 2
    assert not (tmp_path / "none.db").exists()


def test_an_export_keeps_the_heads_that_are_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, heads = f"sqlite:///{tmp_path}/a.db", tmp_path / "heads.json"
    with store.open(db) as made:
        demo.play(made, 1, 7, ["B6"])
    export_command(db=db, out=tmp_path / "first", heads=heads)
    before = heads.read_bytes()
    with store.open(db) as made:
        demo.play(made, 1, 8, ["B6"])
    assert _exit(lambda: export_command(db=db, out=tmp_path / "second", heads=heads)) == 2
    assert "heads.json' already exists: give the name of a new file" in capsys.readouterr().err
    assert heads.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db", "first", "heads.json"]


class _Played(Store):
    """A store that is played on while it is exported: whoever reads its heads finds one more."""

    def heads(self, stream: str) -> list[Head]:
        version = self.version(stream)
        done = self.append(stream, version, f"more {version}", [("e", b"")], at=1)
        self.save_head(SIGNER.seal(stream, done.last, done.digest, 1))
        return super().heads(stream)


def test_heads_of_an_export_are_those_of_its_events(tmp_path: Path) -> None:
    with _Played(Memory()) as live:
        first = live.append("t", 0, "c", [("e", b"")], at=1)
        live.save_head(SIGNER.seal("t", 1, first.digest, 1))
        live.append("u", 0, "c", [("e", b"")], at=1)
        export.write(live, tmp_path / "x", tmp_path / "heads")
        assert (live.version("t"), live.version("u")) == (2, 2)
    heads = store.import_heads(tmp_path / "heads")
    assert [(head.stream, head.version) for head in heads] == [("t", 1)]
    with export.open(str(tmp_path / "x")) as read:
        assert (read.version("t"), read.version("u")) == (1, 1)
        fault = audit(read, heads).fault
        assert fault is not None
        assert fault.what == "is of an unknown kind of stream"


def test_a_place_without_a_store_is_not_audited(capsys: pytest.CaptureFixture[str]) -> None:
    place = postgresql()
    assert _exit(lambda: audit_command(db=place)) == 2
    said = capsys.readouterr()
    assert "holds no store" in said.err
    assert not said.out
    with pytest.raises(CannotOpen):
        store.open(place, reading=True)


def test_no_command_prints_a_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "x"
    for db in (
        "postgresql://me:secret@/db?host=/nowhere",
        "postgresql:///db?host=/nowhere&password=secret",
        "postgresql://me:sec@ret-secret@/db?host=/nowhere",
        "postgresql://me:secret@%%/",
        "postgres://me:secret@host/db",
    ):
        for run in (
            lambda db=db: audit_command(db=db),
            lambda db=db: export_command(db=db, out=out),
            lambda db=db: demo_command(db=db),
            lambda db=db: import_command(Path(db), db="memory:"),
        ):
            assert _exit(run) == 2
            said = capsys.readouterr()
            assert "secret" not in said.out + said.err
            assert "croupier: cannot " in said.err


def test_the_proof_of_a_round_is_written_and_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, out = f"sqlite:///{tmp_path}/a.db", tmp_path / "round.json"
    with store.open(db) as made:
        demo.play(made, 12, 7, ["B6"])
        read = (all_events.read(envelope.body) for envelope in made.read(STREAM))
        proofs = [event.proof for event in read if isinstance(event, SeedRevealed)]
    number = proofs[-1].round
    export_command(db=db, out=out, proof=f"B6/{number}")
    assert out.read_text() == outcomes.to_json(proofs[-1])
    assert _exit(lambda: verify_round(out, commitment=proofs[-1].commitment)) == 0
    capsys.readouterr()
    for wrong in ("B6/1", f"B7/{number}", str(number), f"{number}/B6", "", "B6/", f"B\n6/{number}"):
        assert _exit(lambda wrong=wrong: export_command(db=db, out=tmp_path / "no", proof=wrong)) == 2  # type: ignore[misc]
        assert "give" in capsys.readouterr().err
    assert _exit(lambda: export_command(db=db, out=out, proof=f"B6/{number}")) == 2
    assert _exit(lambda: export_command(db=db, out=tmp_path / "no", heads=tmp_path / "h", proof=f"B6/{number}")) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db", "round.json"]


def test_no_audit_without_assertions() -> None:
    code = "from croupier import store; from croupier.host.audit import audit; audit(store.open('memory:'))"
    done = subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "run Python without -O" in done.stderr
