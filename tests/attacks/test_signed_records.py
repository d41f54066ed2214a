"""Somebody without a key changes what servers record, removes heads, or adds streams that look like others."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from croupier import store as stores
from croupier.cli.audit import audit as audit_command
from croupier.core.clock import Clock
from croupier.floor import demo, demonstration, past_snapshots
from croupier.floor.owners import Owners
from croupier.floor.past_snapshots import PastSnapshots
from croupier.host import export, load
from croupier.host.audit import Audit, audit_place
from croupier.host.owner_records import Owner
from croupier.host.upgrade import record
from croupier.store import Fault, Store
from croupier.table import stream_of
from tests.support.forger import Entry, copy_of, entries, remove, rewrite, run
from tests.support.sealed import OTHER
from tests.support.stores import LASTING, url

OWNERS, MARK, PAST, TABLE = "floor/owners", "floor/demonstration", "past/B6", "table/B6"
RECORDS = (OWNERS, MARK, PAST)


BOTH = pytest.mark.parametrize("place", LASTING)


@pytest.fixture
def place() -> str:
    """Where the store is; `BOTH` runs a test with PostgreSQL too."""
    return "sqlite"


def _secrets(folder: Path) -> Path:
    """A folder of secrets with the key of the demo, so that one key signs everything."""
    secrets = folder / "secrets"
    secrets.mkdir(mode=0o700)
    (secrets / "heads.key").write_text(sha256(b"croupier demo").hexdigest())
    (secrets / "heads.key").chmod(0o600)
    return secrets


def _fill(store: Store, folder: Path) -> None:
    """What a server leaves: a mark, two starts, a table that two of them owned, and a past snapshot."""
    demonstration.mark(store, _secrets(folder))
    for seed in (7, 8):
        owners = Owners(store, demo.signer(), f"http://127.0.0.1:{seed}", Clock())
        owners.announce(None, 0)
        demo.play(store, 2, seed, ["B6"])
        owners.announce("B6", store.end(TABLE).owner)
    state, version = load(store, stream_of("B6"))
    PastSnapshots(store, "B6", demo.signer()).keep(state, version)


@pytest.fixture
def db(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(past_snapshots, "EVERY", 1)
    found = url(place, tmp_path)
    with stores.open(found) as store:
        _fill(store, tmp_path)
    return found


def _fault(db: str) -> Fault:
    fault = audit_place(db).fault
    assert fault is not None
    return fault


def _warned(db: str, stream: str) -> str:
    """The only warning of an audit that finds no fault."""
    found = audit_place(db)
    assert found.fault is None, found.fault
    assert found.holds
    assert [name for name, _ in found.warnings] == [stream], found.warnings
    return found.warnings[0][1]


@BOTH
def test_every_record_is_signed(db: str) -> None:
    found = audit_place(db)
    assert (found.fault, found.warnings) == (None, [])
    with stores.open(db, reading=True) as store:
        for stream in RECORDS:
            versions = [head.version for head in store.heads(stream)]
            assert versions == [*range(1, store.version(stream) + 1)], stream


# Records ------------------------------------------------------------------------------------------------------
def _elsewhere(rows: list[Entry]) -> list[Entry]:
    forged = msgspec.json.encode(Owner("http://127.0.0.1:666", None, "B6", 2, "00" * 32, "00" * 64))
    return [*rows[:-1], rows[-1]._replace(body=forged)]


def _other_state(rows: list[Entry]) -> list[Entry]:
    kept = msgspec.msgpack.decode(rows[0].body)
    kept[2] = bytes(32)
    return [rows[0]._replace(body=msgspec.msgpack.encode(kept))]


CHANGES: dict[str, tuple[str, Callable[[list[Entry]], list[Entry]]]] = {
    "another owner": (OWNERS, _elsewhere),
    "an owner removed": (OWNERS, lambda rows: [*rows[:1], *rows[2:]]),
    "the last owner cut off": (OWNERS, lambda rows: rows[:-1]),
    "the mark is of another day": (MARK, lambda rows: [rows[0]._replace(at=1)]),
    "the mark has gone": (MARK, lambda rows: []),
    "another past snapshot": (PAST, _other_state),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_record_is_not_what_its_head_signed(db: str, change: str) -> None:
    stream, how = CHANGES[change]
    rewrite(db, stream, how)
    assert _fault(db).stream == stream


@pytest.mark.parametrize("change", ["another past snapshot", "the mark is of another day"])
def test_whoever_removes_the_heads_too_is_warned_of(db: str, change: str) -> None:
    stream, how = CHANGES[change]
    rewrite(db, stream, how)
    run(db, "DELETE FROM heads WHERE stream = $1", stream)
    assert "heads are missing, the first at version 1" in _warned(db, stream)


def test_an_invented_record_of_an_owner_is_a_fault_also_after_a_server_signed_a_later_one(db: str) -> None:
    """Records of owners are signed themselves; see also `test_servers.py`."""

    def invent(rows: list[Entry]) -> list[Entry]:
        body = msgspec.json.encode(Owner("http://127.0.0.1:666", None, None, 0, "00" * 32, "00" * 64))
        return [*rows, Entry("invented", rows[-1].kind, body, 9)]

    rewrite(db, OWNERS, invent)
    assert (_fault(db).stream, _fault(db).version) == (OWNERS, 5)
    with stores.open(db) as store:
        Owners(store, demo.signer(), "http://127.0.0.1:9", Clock()).announce(None, 0)
    assert (_fault(db).stream, _fault(db).version) == (OWNERS, 5)


def test_a_house_that_is_marked_as_a_demonstration_by_somebody_else(place: str, tmp_path: Path) -> None:
    db = url(place, tmp_path)
    with stores.open(db) as store:
        demo.play(store, 1, 7, ["B6"])
        store.append(MARK, 0, "demonstration/1", [("demonstration/1", b"{}")], at=1)
    assert "1 of 1 heads are missing" in _warned(db, MARK)


def test_the_record_of_an_upgrade_is_signed_when_the_store_is_first_opened(place: str, tmp_path: Path) -> None:
    db = url(place, tmp_path)
    with stores.open(db) as store:
        first = msgspec.json.encode(record.Upgraded("0.3", ()))
        store.append(record.STREAM, 0, record.WORD, [(record.WORD, first)], at=1)
        store.append(record.STREAM, 1, record.FINISHED, [(record.FINISHED, b"{}")], at=1)
        record.sign(store, demo.signer(), 2)
        demo.play(store, 1, 7, ["B6"])
    assert audit_place(db).warnings == []
    run(db, "DELETE FROM heads WHERE stream = 'upgrade'")
    with stores.open(db) as store:
        record.sign(store, demo.signer(), 3)  # the store was opened before: nobody knows who wrote this
    assert "1 of 1 heads are missing" in _warned(db, record.STREAM)


# Heads and snapshots ------------------------------------------------------------------------------------------
@BOTH
def test_a_removed_head_is_named_by_the_next(db: str) -> None:
    with stores.open(db, reading=True) as store:
        heads = store.heads(TABLE)
    run(db, "DELETE FROM heads WHERE stream = $1 AND version = $2", TABLE, heads[1].version)
    fault = _fault(db)
    assert (fault.stream, fault.version) == (TABLE, heads[2].version)
    assert "names an earlier head that is missing" in fault.what


def test_heads_of_two_servers_are_one_chain(db: str) -> None:
    """The last head of the first shift is named by the first one of the second."""
    with stores.open(db, reading=True) as store:
        heads = store.heads(TABLE)
        shift = next(row.last for row in store.commands() if row.command.startswith("demo/8/B6/1"))
    last = max(head.version for head in heads if head.version < shift)
    run(db, "DELETE FROM heads WHERE stream = $1 AND version = $2", TABLE, last)
    assert "names an earlier head that is missing" in _fault(db).what


def test_fewer_heads_than_rounds(db: str) -> None:
    with stores.open(db, reading=True) as store:
        last = store.heads(TABLE)[-3]
    run(db, "DELETE FROM heads WHERE stream = $1 AND version > $2", TABLE, last.version)
    assert "heads are missing" in _warned(db, TABLE)
    run(db, "DELETE FROM heads WHERE stream = $1", TABLE)
    assert "heads are missing" in _warned(db, TABLE)


def test_a_head_by_another_key(db: str) -> None:
    """One head beside the others, then all heads of a stream: the store names that key too."""
    with stores.open(db) as store:
        head = store.heads(TABLE)[-1]
        fields = head.version, head.digest, head.at, None, head.commands, head.record
        store.save_head(OTHER.seal(TABLE, *fields))
    fault = _fault(db)
    assert (fault.stream, fault.version) == (TABLE, head.version)
    assert "no change to this key is recorded" in fault.what
    run(db, "DELETE FROM heads WHERE stream = $1", PAST)
    run(db, "DELETE FROM heads WHERE key = $1", OTHER.public)
    rewrite(db, PAST, _other_state)
    with stores.open(db) as store:
        end = store.end(PAST)
        store.save_head(OTHER.seal(PAST, end.version, end.digest, 1, None, end.commands, end.record))
    assert _fault(db).stream == PAST


@BOTH
def test_a_snapshot_that_was_removed(place: str, tmp_path: Path) -> None:
    db = url(place, tmp_path)
    with stores.open(db) as store:
        demo.play(store, 160, 7, ["B6"])
        assert store.version(TABLE) > 2_000
    assert audit_place(db).warnings == []
    run(db, "DELETE FROM snapshots")
    assert "it has no snapshot: a server stores one every 2,000 events" in _warned(db, TABLE)


# Names and numbers --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["past/B6 ", "past/В6", "past/B６", "past/B6/1"])
def test_a_stream_that_looks_like_another_is_of_no_kind(db: str, name: str) -> None:
    copy_of(db, PAST, name)
    assert _fault(db) == Fault(name, 0, "is of an unknown kind of stream")


@pytest.mark.parametrize("name", ["past/b6", "past/B_6", "past/86"])
def test_a_name_that_is_like_another_is_warned_of(db: str, name: str) -> None:
    copy_of(db, PAST, name)
    found = audit_place(db)
    assert found.fault is None
    assert len(found.warnings) == 2, "it is not signed either"
    first, second = sorted((PAST, name))
    assert (second, f"its name looks like that of {first!r}") in found.warnings


@BOTH
@pytest.mark.parametrize(("number", "says"), [(1, "is 1, and 2 is on record"), (9, "is 9, and only 2 is on record")])
def test_an_owner_number_that_was_changed(db: str, number: int, says: str) -> None:
    run(db, "UPDATE streams SET owner = $1 WHERE name = $2", number, TABLE)
    assert says in _warned(db, TABLE)


# What the command says ----------------------------------------------------------------------------------------
def _said(capsys: pytest.CaptureFixture[str], **given: object) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        audit_command(**given)  # type: ignore[arg-type]
    assert isinstance(ended.value.code, int)
    return ended.value.code, capsys.readouterr().out


def test_a_warning_does_not_change_the_exit_status(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(db, "DELETE FROM heads WHERE stream = $1", MARK)
    code, said = _said(capsys, db=db)
    assert code == 0
    assert "warning: floor/demonstration: 1 of 1 heads are missing, the first at version 1:" in said
    code, said = _said(capsys, db=db, json=True)
    (warning,) = json.loads(said)["warnings"]
    assert (code, warning["stream"]) == (0, MARK)


def test_an_export_has_the_same_heads(db: str, tmp_path: Path) -> None:
    with stores.open(db, reading=True) as store:
        export.write(store, tmp_path / "x")
    whole: Audit = audit_place(str(tmp_path / "x"))
    assert (whole.fault, whole.warnings) == (None, [])
    remove(db, MARK)
    assert audit_place(db).holds, "nothing else names a stream that was removed: anchors do"
    assert entries(db, OWNERS)
