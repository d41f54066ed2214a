"""Somebody who can write to the database deletes, changes, adds or moves refusals, or changes what a command was.

The records of commands are in a chain of their own, which signed heads cover.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from croupier import store
from croupier.floor import demo
from croupier.host import export
from croupier.host.audit import Audit, audit_place
from croupier.store import Appended, CannotOpen, Head
from croupier.store.base import START
from tests.support.recorded.files import RECORDED
from tests.support.schema_1 import made, statements
from tests.support.stores import LASTING, url

STREAM = "table/B6"
OLD = next(path for path in RECORDED if path.stem == "0.2.0")
REFUSED = "last < first"


@pytest.fixture(params=LASTING)
def place(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _played(place: str, folder: Path) -> tuple[str, list[Head]]:
    """A store with a table whose players were refused at times, and its heads."""
    db = url(place, folder)
    with store.open(db) as kept:
        demo.play(kept, 3, 7, ["B6"])
        heads = kept.heads(STREAM)
        assert sum(1 for _ in kept.refusals(STREAM)) >= 2
    return db, heads


def _run(db: str, statement: str, *values: Any) -> Any:
    with statements(db) as run:
        return run(statement, *values)


def _records(db: str) -> Any:
    return _run(db, "SELECT * FROM commands ORDER BY stream, id")


def _rewrite(db: str, change: Callable[[list[Appended]], list[Appended]], *, chained: bool) -> None:
    """Change the records of commands; the attacker computes every digest again, and the chain too if `chained`."""
    rows = change(sorted((Appended(*row) for row in _records(db)), key=lambda row: row.place))
    previous = START
    with statements(db) as run:
        run("DELETE FROM commands")
        for number, row in enumerate(rows, start=1):
            new = row._replace(number=number, previous=previous) if chained else row
            new = new._replace(check=new.computed())
            previous = new.check
            run(f"INSERT INTO commands VALUES ({', '.join(f'${at + 1}' for at in range(len(new)))})", *new)
        if chained:
            run("UPDATE streams SET commands = $1, record = $2 WHERE name = $3", len(rows), previous, STREAM)


def _no_refusals(rows: list[Appended]) -> list[Appended]:
    return [row for row in rows if row.last >= row.first]


def _at(number: int, **change: object) -> Callable[[list[Appended]], list[Appended]]:
    """Change the record at this place among the refusals (negative: from the end of all records)."""

    def changed(rows: list[Appended]) -> list[Appended]:
        refusals = [row for row in rows if row.last < row.first]
        target = refusals[number] if number >= 0 else rows[number]
        return [row._replace(**change) if row is target else row for row in rows]  # type: ignore[arg-type]

    return changed


def _first_refusal(rows: list[Appended]) -> Appended:
    return next(row for row in rows if row.last < row.first)


def _invented(rows: list[Appended]) -> list[Appended]:
    refusal = _first_refusal(rows)
    return [*rows, refusal._replace(command="never-asked", number=len(rows) + 1)]


def _swapped(rows: list[Appended]) -> list[Appended]:
    first, second = [row for row in rows if row.last < row.first][:2]
    other = {
        first.command: second._replace(number=first.number, previous=first.previous),
        second.command: first._replace(number=second.number, previous=second.previous),
    }
    return [other.get(row.command, row) for row in rows]


CHANGES = {
    "all refusals deleted": _no_refusals,
    "one refusal deleted": lambda rows: [row for row in rows if row is not _first_refusal(rows)],
    "another content of a refusal": _at(0, content=bytes(32)),
    "another content of the last command": _at(-1, content=bytes(32)),
    "another id of a refusal": _at(0, command="other"),
    "a refusal invented": _invented,
    "two refusals swapped": _swapped,
}


def test_all_refusals_of_a_store_are_deleted(place: str, tmp_path: Path) -> None:
    """As it was first seen: 31,233 refusals deleted, and the audit found everything in order."""
    db, _ = _played(place, tmp_path)
    assert audit_place(db).holds
    _run(db, f"DELETE FROM commands WHERE {REFUSED}")
    fault = audit_place(db).fault
    assert fault is not None
    assert "of its commands is missing" in fault.what


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_record_does_not_fit_its_chain(place: str, change: str, tmp_path: Path) -> None:
    db, _ = _played(place, tmp_path)
    _rewrite(db, CHANGES[change], chained=False)
    assert audit_place(db).fault is not None


@pytest.mark.parametrize("change", CHANGES)
def test_a_chain_computed_again_is_not_what_heads_signed(place: str, change: str, tmp_path: Path) -> None:
    db, heads = _played(place, tmp_path)
    assert audit_place(db, heads).holds
    _rewrite(db, CHANGES[change], chained=True)
    fault = audit_place(db, heads).fault
    assert fault is not None


def test_a_refusal_deleted_from_an_export(place: str, tmp_path: Path) -> None:
    db, _ = _played(place, tmp_path)
    with store.open(db, reading=True) as kept:
        refusal = next(kept.refusals(STREAM))
        export.write(kept, tmp_path / "x")
    lines = (tmp_path / "x").read_bytes().splitlines(keepends=True)[:-1]
    left = [line for line in lines if not line.startswith(b'command ["%s"' % refusal.command.encode())]
    assert len(left) == len(lines) - 1
    end = b'end [%d,"%s"]\n' % (len(left), sha256(b"".join(left)).hexdigest().encode())
    (tmp_path / "x").write_bytes(b"".join(left) + end)
    fault = audit_place(str(tmp_path / "x")).fault
    assert fault is not None
    assert "of its commands is missing" in fault.what


# Stores of older versions, whose records are in no chain ------------------------------------------------------
def _counts(found: Audit) -> tuple[int, int, int, int]:
    assert found.fault is None, found.fault
    return found.events, found.commands, found.refusals, found.heads


def test_an_older_store_is_audited_as_it_is(place: str, tmp_path: Path) -> None:
    expected = _counts(audit_place(str(OLD)))
    db = made(place, tmp_path, OLD)
    before = _records(db)
    found = audit_place(db)
    assert _counts(found) == expected
    assert found.older == found.commands, "the audit says that none of them was in a chain"
    assert _records(db) == before
    with store.open(db, reading=True) as kept:
        export.write(kept, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == OLD.read_bytes(), "it is exported as the older version did"


def test_an_older_store_gets_the_chain_when_it_is_opened_for_writing(place: str, tmp_path: Path) -> None:
    db = made(place, tmp_path, OLD)
    expected = _counts(audit_place(db))
    with store.open(db) as kept:
        refusal = kept.append("table/R0", kept.version("table/R0"), "new", [], at=1, answer=b"no")
        assert refusal.number == kept.end("table/R0").commands > 0
    with store.open(db, reading=True) as kept, store.open("memory:") as imported:
        export.write(kept, tmp_path / "x")
        with export.open(str(OLD)) as old:
            export.copy(old, imported)
        before = [row for row in kept.commands() if row != refusal]
        assert before == list(imported.commands()), "an import gives the same chain"
    _run(db, "DELETE FROM commands WHERE id = 'new'")
    _run(db, "UPDATE streams SET commands = commands - 1, record = $1 WHERE name = 'table/R0'", refusal.previous)
    found = audit_place(db)
    assert _counts(found) == expected
    assert found.older == found.commands
    assert (tmp_path / "x").read_bytes().startswith(b"croupier export 2\n")
    _run(db, f"DELETE FROM commands WHERE {REFUSED}")
    assert audit_place(db).fault is not None, "from the upgrade on, a missing refusal is found"


def test_an_older_store_with_a_changed_record_is_not_upgraded(place: str, tmp_path: Path) -> None:
    db = made(place, tmp_path, OLD)
    _run(db, f"UPDATE commands SET answer = content WHERE {REFUSED}")
    before = _records(db)
    with pytest.raises(CannotOpen, match=r"cannot be upgraded to schema 2: .* was changed\. Audit it first"):
        store.open(db)
    assert _records(db) == before
    fault = audit_place(db).fault
    assert fault is not None
    assert "was changed" in fault.what
