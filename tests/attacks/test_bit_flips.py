"""A million random bit flips, in rows, files, exports, heads, proofs and the log of a device: each is found.

A flip that an audit does not find must be in bytes that carry nothing: everything that is read is the same. What the
list in docs/audit.md has is counted apart: numbers of owners, and rows of streams without entries.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from croupier import store as stores
from croupier.cli.verify_round import faulty, read
from croupier.host import export
from croupier.host.audit import audit_place
from croupier.host.audit.devices import Compared, compare
from croupier.store import CannotOpen, CannotRead, Damaged, Store, StoreFailed, import_heads
from croupier.store.seal import export_heads
from croupier.store.sqlite import SQLite
from tests.support.command import croupier
from tests.support.tampering.contents import Contents
from tests.support.tampering.evidence import SERVED, Evidence, said, served
from tests.support.tampering.flips import Chosen, Field, flip, flip_in_file, flipped
from tests.support.tampering.pages import region

PARTS = 2  # of each count, run in parallel
#: How many flips `make proof` makes in each kind of place, and `make test` one of 400.
WHOLE = {
    "rows of a store": 500_000,
    "rows of a device's log": 100_000,
    "bytes of an export": 200_000,
    "bytes of a database file": 80_000,
    "bytes of a WAL": 20_000,
    "bytes of a file of heads": 40_000,
    "bytes of a proof": 60_000,
}
SHARE = 400
OWNERS = "owner numbers of streams that are not tables, a table's set to 0, and the rows of streams without entries"
SERVERS = "floor/server/"
PROCESSES = 40  # flips that `croupier audit` looks at as a process


@pytest.fixture(scope="module")
def evidence(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evidence]:
    """A served demonstration."""
    found = Evidence.made(tmp_path_factory.mktemp("flips"), served)
    yield found
    found.close()


@dataclass
class Flips:
    """The flips in one kind of place: how many, and what those that were not found are."""

    evidence: Evidence
    data: Random
    number: int
    nothing: Counter[str] = field(default_factory=Counter)  # they carry nothing, by what they are
    listed: Counter[str] = field(default_factory=Counter)  # they are on the list in docs/audit.md

    def places(self, whole: bytes) -> Iterator[tuple[int, int]]:
        """Random places of a file, each with a bit."""
        for _ in range(self.number):
            yield self.data.randrange(len(whole)), self.data.randrange(8)


# Rows -------------------------------------------------------------------------------------------------------
def _in_rows(flips: Flips) -> None:
    _rows(flips, flips.evidence.rows, lambda: flips.evidence.audited() == flips.evidence.says)


def _in_log(flips: Flips) -> None:
    log = flips.evidence.log
    assert log is not None
    with Store(flips.evidence.rows) as kept:
        _rows(flips, log, lambda: _agrees(kept, log))


def _agrees(kept: Store, log: SQLite) -> bool:
    """Whether the log of the device and those of the tables say the same."""
    with Store(log) as device:
        return compare(kept, device) == Compared()


def _rows(flips: Flips, rows: SQLite, unnoticed: Callable[[], bool]) -> None:
    for where, place, bit in Chosen(rows, flips.data).some(flips.number):
        rows.run("BEGIN")
        try:
            flip(rows, where, place, bit)
            missed = unnoticed()
        finally:
            rows.run("ROLLBACK")
        if missed:
            flips.listed[_allowed(where)] += 1


def _allowed(where: Field) -> str:
    """The row of the list in docs/audit.md that has a value."""
    empty = where.table == "streams" and str(where.keys["name"]).startswith(SERVERS)
    assert empty or (where.table, where.column) == ("streams", "owner"), f"not found: {where}"
    return OWNERS


def _bound(found: Contents) -> Contents:
    """What a database holds, without what that row of the list has."""
    entries = {row.stream for row in found.commands}
    return found.mapped("streams", lambda row: row._replace(owner=0) if row.name in entries else None)


# Files ------------------------------------------------------------------------------------------------------
def _in_export(flips: Flips) -> None:
    path = flips.evidence.folder / "flipped.export"
    path.unlink(missing_ok=True)
    with Store(flips.evidence.rows) as kept:
        export.write(kept, path)
    whole = path.read_bytes()
    for place, bit in flips.places(whole):
        flip_in_file(path, whole, place, bit)
        assert _audited(str(path)) != flips.evidence.says, f"not found: bit {bit} of byte {place} of the export"
        _restore(path, whole, place)


def _in_file(flips: Flips) -> None:
    path = _copy(flips.evidence)
    whole, before = path.read_bytes(), _read(path)
    says = _audited(f"sqlite:///{path}")
    for place, bit in flips.places(whole):
        flip_in_file(path, whole, place, bit)
        if _audited(f"sqlite:///{path}") == says:
            now = _read(path)
            if now == before:
                flips.nothing[region(whole, place)] += 1
            else:
                assert _bound(now) == _bound(before), f"not found: bit {bit} of byte {place}, {region(whole, place)}"
                flips.listed[OWNERS] += 1
        _restore(path, whole, place)


def _in_wal(flips: Flips) -> None:
    """A WAL is read up to its first damaged frame: a flip may set the store back, which heads kept elsewhere show."""
    evidence = flips.evidence
    folder = evidence.folder / "wal"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path, wal = folder / "shift.db", folder / "shift.db-wal"
    for each in (path, wal):
        shutil.copy(evidence.folder / each.name, each)
    whole, before = wal.read_bytes(), _read(path)
    for place, bit in flips.places(whole):
        flip_in_file(wal, whole, place, bit)
        if _audited(f"sqlite:///{path}") == evidence.says and _fits(path, evidence):
            now = _read(path)
            if now == before:
                flips.nothing["a frame that a later one replaces, or a part of the WAL that is not read"] += 1
            elif _audited(f"sqlite:///{path}", heads=evidence) != evidence.says:
                flips.listed["set back, found with heads kept elsewhere"] += 1
            else:
                assert _is_earlier(now, before), f"not found: bit {bit} of byte {place} of the WAL"
                flips.listed["entries after the last anchor or head that was kept elsewhere, or heads, cut off"] += 1
        _restore(wal, whole, place)


def _fits(path: Path, evidence: Evidence) -> bool:
    assert evidence.log is not None
    with stores.open(f"sqlite:///{path}", reading=True) as kept:
        return _agrees(kept, evidence.log)


def _is_earlier(now: Contents, before: Contents) -> bool:
    """Whether a store holds nothing that is not in another one."""
    return all(set(now.table(each)) <= set(before.table(each)) for each in ("events", "commands", "heads"))


def _in_heads(flips: Flips) -> None:
    path = flips.evidence.folder / "flipped.heads"
    path.unlink(missing_ok=True)
    export_heads(path, flips.evidence.heads)
    whole = path.read_bytes()
    for place, bit in flips.places(whole):
        flip_in_file(path, whole, place, bit)
        try:
            heads = import_heads(path)
        except CannotRead:
            heads = None
        if heads is not None and flips.evidence.audited(heads) == flips.evidence.says:
            assert heads == flips.evidence.heads, f"not found: bit {bit} of byte {place} of the file of heads"
            flips.nothing["a hexadecimal digit as a capital letter"] += 1
        _restore(path, whole, place)


def _in_proof(flips: Flips) -> None:
    path = flips.evidence.folder / "flipped.proof"
    path.unlink(missing_ok=True)
    with Store(flips.evidence.rows) as kept:
        export.write_proof(kept, f"{SERVED}/2", path)
    whole = path.read_bytes()
    seen = dict.fromkeys(("commitment", "log", "root"))
    assert faulty(read(whole.decode()), seen) is None
    for place, bit in flips.places(whole):
        try:
            found = faulty(read(flipped(whole, place, bit).decode()), seen)
        except ValueError as error:
            found = str(error)
        assert found is not None, f"not found: bit {bit} of byte {place} of the proof"


def _audited(place: str, heads: Evidence | None = None) -> object:
    """What an audit says about a file, or that it cannot be read."""
    try:
        return said(audit_place(place, () if heads is None else heads.heads).row())
    except (CannotOpen, StoreFailed, Damaged) as error:
        return str(error)


def _read(path: Path) -> Contents:
    """Everything that a database holds; its schema is compared by the audit."""
    with stores.open(f"sqlite:///{path}", reading=True) as kept:
        rows = kept._rows
        assert isinstance(rows, SQLite)
        return Contents.of(rows)


def _copy(evidence: Evidence) -> Path:
    path = evidence.folder / "flipped.db"
    path.unlink(missing_ok=True)
    evidence.rows.run(f"VACUUM INTO '{path}'")
    return path


def _restore(path: Path, whole: bytes, place: int) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        file.write(whole[place : place + 1])


MAKERS: dict[str, Callable[[Flips], None]] = {
    "rows of a store": _in_rows,
    "rows of a device's log": _in_log,
    "bytes of an export": _in_export,
    "bytes of a database file": _in_file,
    "bytes of a WAL": _in_wal,
    "bytes of a file of heads": _in_heads,
    "bytes of a proof": _in_proof,
}


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("where", WHOLE)
def test_every_flipped_bit_is_found(
    where: str, part: int, evidence: Evidence, proof: bool, share: Callable[[str], None]
) -> None:
    seed = f"{secrets.token_hex(8) if proof else 'flips'} {part}"
    whole = WHOLE[where] // PARTS
    flips = Flips(evidence, Random(f"{seed} {where}"), whole if proof else -(-whole // SHARE))
    MAKERS[where](flips)
    told = f"bit flips in {where}, part {part + 1} of {PARTS}: {flips.number:,} of {whole:,}"
    left = json.dumps({**flips.nothing}) if flips.nothing else "none"
    share(f"{told}, seed {seed!r}; carry nothing: {left}; listed: {json.dumps({**flips.listed})}")


def test_croupier_audit_finds_flipped_bits(evidence: Evidence, proof: bool) -> None:
    """As people run it: a process, with heads kept elsewhere, on a file with a flipped bit in a cell."""
    path, heads = _copy(evidence), evidence.folder / "process.heads"
    heads.unlink(missing_ok=True)
    export_heads(heads, evidence.heads)
    whole, before, data = path.read_bytes(), _read(path), Random("processes")
    for _ in range(PROCESSES if proof else 2):
        place = data.choice([at for at in range(100, len(whole)) if whole[at]])
        flip_in_file(path, whole, place, data.randrange(8))
        done = croupier("audit", "--db", f"sqlite:///{path}", "--anchors", heads)
        assert "Traceback" not in done.stderr
        assert done.returncode in (1, 2) or _read(path) == before, f"not found: byte {place}"
        _restore(path, whole, place)
