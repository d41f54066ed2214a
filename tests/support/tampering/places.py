"""What is around the rows: the schema of the database, its file, the secrets, and everything set back together."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw

from croupier import store as stores
from croupier.device.keeper import Keeper
from croupier.device.messages import Reopen
from croupier.host import Host
from croupier.host.audit import audit_place
from croupier.host.audit.devices import Compared, compare
from croupier.store import CannotOpen, CannotRead, Damaged, Signer, StoreError, StoreFailed
from croupier.store.schema import TABLES, statement
from croupier.store.sqlite import SQLite
from croupier.table import stream_of
from croupier.table.outcomes import DeviceFailed
from tests.support.table.hosted import Hosted
from tests.support.table.play import by
from tests.support.tampering.columns import BYTES, in_order
from tests.support.tampering.contents import Contents, linked, without_contradiction
from tests.support.tampering.evidence import SERVED, STOLEN, Evidence, said
from tests.support.tampering.kinds import Kind


def kinds(evidence: Evidence) -> Iterator[Kind]:
    """All of them."""
    yield from in_schema(evidence)
    yield from in_file(evidence)
    yield from in_secrets(evidence)
    yield from set_back(evidence)


# The schema -------------------------------------------------------------------------------------------------
def _schemas(table: str) -> dict[str, list[str]]:
    """Statements that change the schema around one table."""
    columns = statement(SQLite, table).partition("(")[2].rpartition(")")[0]
    again = [f"INSERT INTO {table} SELECT * FROM old", "DROP TABLE old"]
    renamed = f"ALTER TABLE {table} RENAME TO old"
    first = columns.partition(" ")[0]
    found = {
        f"trigger-before-{act}": [f"CREATE TRIGGER t BEFORE {act} ON {table} BEGIN SELECT RAISE(IGNORE); END"]
        for act in ("INSERT", "UPDATE", "DELETE")
    }
    found |= {
        f"trigger-after-{act}": [f"CREATE TRIGGER t AFTER {act} ON {table} BEGIN SELECT 1; END"]
        for act in ("INSERT", "UPDATE", "DELETE")
    }
    return found | {
        "view-of-it": [f"CREATE VIEW v AS SELECT * FROM {table}"],
        "copy-of-it": [f"CREATE TABLE copy AS SELECT * FROM {table}"],
        "index": [f"CREATE INDEX i ON {table} ({first})"],
        "partial-index": [f"CREATE INDEX i ON {table} ({first}) WHERE {first} > ''"],
        "index-of-an-expression": [f"CREATE INDEX i ON {table} (upper({first}))"],
        "column-added": [f"ALTER TABLE {table} ADD COLUMN more TEXT"],
        "column-computed": [f"ALTER TABLE {table} ADD COLUMN more TEXT AS ({first})"],
        "column-renamed": [f"ALTER TABLE {table} RENAME COLUMN {first} TO other"],
        "dropped": [f"DROP TABLE {table}"],
        "emptied": [f"DELETE FROM {table}"],
        "as-a-view": [f"{renamed}", f"CREATE VIEW {table} AS SELECT * FROM old"],
        "renamed": [f"ALTER TABLE {table} RENAME TO other"],
        "not-strict": [renamed, f"CREATE TABLE {table} ({columns}) WITHOUT ROWID", *again],
        "with-row-ids": [renamed, f"CREATE TABLE {table} ({columns}) STRICT", *again],
        "with-a-check": [renamed, f"CREATE TABLE {table} ({columns}, CHECK ({first} <> 'x')) {SQLite.TAIL}", *again],
        "other-collation": [
            renamed,
            f"CREATE TABLE {table} ({columns.replace('TEXT NOT NULL', 'TEXT NOT NULL COLLATE NOCASE', 1)})"
            f" {SQLite.TAIL}",
            *again,
        ],
        "with-a-default": [
            renamed,
            f"CREATE TABLE {table} ({columns.replace('INTEGER NOT NULL', 'INTEGER NOT NULL DEFAULT 1', 1)})"
            f" {SQLite.TAIL}",
            *again,
        ],
        "other-conflicts": [
            renamed,
            f"CREATE TABLE {table} ({columns.replace('NOT NULL', 'NOT NULL ON CONFLICT IGNORE', 1)}) {SQLite.TAIL}",
            *again,
        ],
        "may-be-null": [
            renamed,
            f"CREATE TABLE {table} ({columns.replace('BLOB NOT NULL', 'BLOB', 1)}) {SQLite.TAIL}",
            *again,
        ],
        "other-words": [
            "PRAGMA writable_schema = 1",
            f"UPDATE sqlite_schema SET sql = replace(sql, 'PRIMARY KEY', 'primary key') WHERE name = '{table}'",
        ],
    }


def in_schema(evidence: Evidence) -> Iterator[Kind]:
    """Triggers, views, tables, indexes and columns that Croupier did not make."""
    for table in TABLES:
        for what, statements in _schemas(table).items():
            yield Kind(f"schema/{table}/{what}", _stated(evidence, statements))


def _stated(evidence: Evidence, statements: list[str]) -> Callable[[bool], str | None]:
    def found(heads: bool) -> str | None:
        evidence.rows.run("BEGIN")
        try:
            for each in statements:
                evidence.rows.run(each)
            says = evidence.audited(evidence.heads if heads else ())
        finally:
            evidence.rows.run("ROLLBACK")
            evidence.rows.run("PRAGMA writable_schema = RESET")
        return None if says == evidence.says else str(says)

    return found


# The file ---------------------------------------------------------------------------------------------------
def in_file(evidence: Evidence) -> Iterator[Kind]:
    """The file of the database as a whole: its marks, its length, another file in its place."""
    path = evidence.folder / "copy.db"
    path.unlink(missing_ok=True)
    evidence.rows.run(f"VACUUM INTO '{path}'")
    whole = path.read_bytes()
    changes: dict[str, bytes] = {
        "empty": b"",
        "no-database": b"x" * len(whole),
        "first-page-zero": bytes(4096) + whole[4096:],
        "last-page-zero": whole[:-4096] + bytes(4096),
        "cut-to-half": whole[: len(whole) // 2],
        "last-page-missing": whole[:-4096],
        "pages-swapped": whole[:4096] + whole[8192:12288] + whole[4096:8192] + whole[12288:],
        "older-schema-number": _numbered(whole, 60, 1),
        "newer-schema-number": _numbered(whole, 60, 3),
        "no-schema-number": _numbered(whole, 60, 0),
        "another-application": _numbered(whole, 68, 1),
        "no-application": _numbered(whole, 68, 0),
    }
    for name, content in changes.items():
        yield Kind(f"file/{name}", _placed(evidence, content))


def _numbered(whole: bytes, at: int, number: int) -> bytes:
    return whole[:at] + number.to_bytes(4, "big") + whole[at + 4 :]


def _placed(evidence: Evidence, content: bytes) -> Callable[[bool], str | None]:
    def found(heads: bool) -> str | None:
        path = evidence.folder / "placed.db"
        path.write_bytes(content)
        try:
            says = said(audit_place(f"sqlite:///{path}", evidence.heads if heads else ()).row())
        except (CannotOpen, StoreFailed, apsw.Error) as error:
            return str(error)
        return None if says == evidence.says else str(says)

    return found


# Secrets ----------------------------------------------------------------------------------------------------
def in_secrets(evidence: Evidence) -> Iterator[Kind]:
    """Keys and seeds that are changed, lost or exchanged: the table or the server does not go on with them."""
    with closing(_device(evidence)) as keeper:
        (commitment,) = [each for each, kept in keeper.rounds.items() if not kept.told]
        number = keeper.rounds[commitment].seal.round
    name = f"{commitment}.seed"
    for variant, new in BYTES.items():
        yield Kind(f"secrets/seed/{variant}", _with_device(evidence, _rewritten(name, new), commitment, number))
    other = _rewritten(name, lambda seed: bytes(len(seed)))
    yield Kind("secrets/seed/of-another-round", _with_device(evidence, other, commitment, number))
    yield Kind("secrets/seed/lost", _with_device(evidence, _lost(name), commitment, number))
    yield Kind("secrets/device-log/lost", _with_device(evidence, _lost("log.db"), commitment, number))
    yield Kind("secrets/device-key/lost", _with_device(evidence, _lost("device.key"), commitment, number))
    for variant, text in {"not-a-key": "x", "too-short": "00" * 31}.items():
        changed = _rewritten("device.key", lambda _, text=text: text.encode())  # type: ignore[misc]
        yield Kind(f"secrets/device-key/{variant}", _with_device(evidence, changed, commitment, number))
    yield Kind("secrets/heads-key/exchanged", _another_key(evidence))
    yield Kind("secrets/heads-key/readable", lambda _: _opened(evidence, 0o644, bytes(32).hex()))
    yield Kind("secrets/heads-key/not-a-key", lambda _: _opened(evidence, 0o600, "x"))


def _device(evidence: Evidence) -> Keeper:
    """A device in a copy of the folder, with what it keeps."""
    folder = evidence.folder / "device-copy"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(evidence.folder / "device", folder)
    assert evidence.log is not None
    (folder / "log.db").unlink()
    for each in folder.glob("log.db-*"):
        each.unlink()
    evidence.log.run(f"VACUUM INTO '{folder / 'log.db'}'")
    return Keeper(folder)


def _rewritten(name: str, new: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / name).write_bytes(new((folder / name).read_bytes()))

    return change


def _lost(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def _with_device(
    evidence: Evidence, change: Callable[[Path], None], commitment: str, number: int
) -> Callable[[bool], str | None]:
    """Whether a device with a changed folder goes on with the round under way, and its log still fits."""

    def found(_: bool) -> str | None:
        _device(evidence).close()
        folder = evidence.folder / "device-copy"
        change(folder)
        try:
            with closing(Keeper(folder)) as keeper:
                keeper.ask(Reopen(SERVED, number, commitment))
            with stores.Store(evidence.rows) as kept, stores.open(f"sqlite:///{folder / 'log.db'}") as log:
                compared = compare(kept, log)
        except (DeviceFailed, CannotRead, StoreError, ValueError) as error:
            return str(error) or type(error).__name__
        return None if compared == Compared() else str(compared)

    return found


def _another_key(evidence: Evidence) -> Callable[[bool], str | None]:
    """A server that finds another key goes on with it; what it signs is audited."""

    def found(heads: bool) -> str | None:
        path = evidence.folder / "another.db"
        path.unlink(missing_ok=True)
        evidence.rows.run(f"VACUUM INTO '{path}'")
        with stores.open(f"sqlite:///{path}") as kept:
            try:
                host = Host(kept, stream_of(SERVED), signer=STOLEN)
            except (StoreError, Damaged) as error:
                return str(error)
            table = Hosted(host=host, state=host.state, number=host.state.at // 1000 + 10)
            table.do("sit", by("player", "eve"), player="eve", place=5)
            host.close()
        says = said(audit_place(f"sqlite:///{path}", evidence.heads if heads else ()).row())
        return None if says == evidence.says else str(says)

    return found


def _opened(evidence: Evidence, mode: int, text: str) -> str | None:
    path = evidence.folder / "some.key"
    path.write_text(text, encoding="ascii")
    path.chmod(mode)
    try:
        Signer.open(path)
    except CannotRead as error:
        return str(error)
    return None


# Everything set back ----------------------------------------------------------------------------------------
def set_back(evidence: Evidence) -> Iterator[Kind]:
    """The store as it was after an earlier head, alone or together with the log of the device and its secrets."""
    heads = in_order(evidence.before, "heads", f"table/{SERVED}")
    for number, head in enumerate(heads[:-1], 1):
        store = _until(evidence.before, f"table/{SERVED}", head.version)
        told = in_order(evidence.log_before, "heads", "device")[number - 1].version
        log = _until(evidence.log_before, "device", told)
        yield Kind(f"set-back/store/to-head-{number}", _as_of(evidence, store, None))
        yield Kind(f"set-back/device-log/to-head-{number}", _as_of(evidence, None, log))
        yield Kind(f"set-back/everything/to-head-{number}", _as_of(evidence, store, log))


def _until(found: Contents, stream: str, version: int) -> Contents:
    left = found.mapped("events", lambda row: None if row.stream == stream and row.version > version else row)
    left = left.mapped("commands", lambda row: None if row.stream == stream and row.last > version else row)
    left = left.mapped("heads", lambda row: None if row.stream == stream and row.version > version else row)
    return without_contradiction(linked(left))


def _as_of(evidence: Evidence, store: Contents | None, log: Contents | None) -> Callable[[bool], str | None]:
    def found(heads: bool) -> str | None:
        with evidence.changed(store=store, log=log):
            says = evidence.audited(evidence.heads if heads else ())
        return None if says == evidence.says else str(says)

    return found
