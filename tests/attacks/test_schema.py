"""Somebody changes the schema of the database itself: triggers, views, rules, other tables, indexes and columns.

An audit names each of them. What acts on the tables stops the store before it acknowledges anything.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import store
from croupier.floor import demo
from croupier.host import export
from croupier.host.audit import audit_place
from croupier.store import CannotOpen, Store, StoreFailed
from tests.support.recorded.files import RECORDED
from tests.support.schema_1 import made, statements
from tests.support.stores import LASTING, kept_rows, url

#: A trigger that drops one kind of event, as it passed the audit; then the server acknowledged 10 and stored none.
DROPS = {
    "sqlite": ["CREATE TRIGGER t BEFORE INSERT ON events WHEN new.kind = 'kind 1' BEGIN SELECT RAISE(IGNORE); END"],
    "postgresql": [
        "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN IF new.kind = ''kind 1'' THEN RETURN NULL; END IF; RETURN new; END'",
        "CREATE TRIGGER t BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION f()",
    ],
}
#: A trigger that writes something else than was given.
CHANGES = {
    "sqlite": [
        "CREATE TRIGGER t AFTER INSERT ON events BEGIN"
        " UPDATE events SET at = 0 WHERE stream = new.stream AND version = new.version; END"
    ],
    "postgresql": [
        "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN new.at = 0; RETURN new; END'",
        "CREATE TRIGGER t BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION f()",
    ],
}
TAMPERED: dict[str, dict[str, tuple[list[str], str]]] = {
    "sqlite": {
        "a trigger": (DROPS["sqlite"], "Croupier did not make the trigger 't'"),
        "a view": (["CREATE VIEW v AS SELECT 1"], "Croupier did not make the view 'v'"),
        "another table": (["CREATE TABLE x (a)"], "Croupier did not make the table 'x'"),
        "an index": (["CREATE INDEX i ON commands (number)"], "Croupier did not make the index 'i'"),
        "a column": (["ALTER TABLE events ADD COLUMN more TEXT"], "table 'events' is not as Croupier made it"),
        "a table as a view": (
            ["ALTER TABLE snapshots RENAME TO kept", "CREATE VIEW snapshots AS SELECT * FROM kept"],
            "table 'snapshots' is not as Croupier made it",
        ),
        "no table": (["DROP TABLE snapshots"], "snapshots"),
    },
    "postgresql": {
        "a trigger": (DROPS["postgresql"], "Croupier did not make the trigger 't'"),
        "a disabled trigger": (
            [*DROPS["postgresql"], "ALTER TABLE events DISABLE TRIGGER t"],
            "Croupier did not make the trigger 't'",
        ),
        "a rule": (
            ["CREATE RULE r AS ON INSERT TO commands DO INSTEAD NOTHING"],
            "Croupier did not make the rule 'r'",
        ),
        "a rule about reading": (
            ["CREATE RULE r AS ON UPDATE TO streams DO ALSO NOTIFY x"],
            "Croupier did not make the rule ",
        ),
        "row security": (
            ["ALTER TABLE heads ENABLE ROW LEVEL SECURITY"],
            "Croupier did not make the row security ",
        ),
        "a policy": (["CREATE POLICY p ON heads USING (false)"], "Croupier did not make the policy 'p'"),
        "an index": (["CREATE INDEX i ON commands (number)"], "Croupier did not make the index 'i'"),
        "a constraint": (["ALTER TABLE events ADD CHECK (at > 0)"], "Croupier did not make the constraint "),
        "an inherited table": (["CREATE TABLE x () INHERITS (events)"], "Croupier did not make the inherited table "),
        "a column": (["ALTER TABLE events ADD COLUMN more text"], "column 'more' of table 'events' is not as"),
        "a default": (["ALTER TABLE events ALTER at SET DEFAULT 1"], "column 'at' of table 'events' is not as"),
        "another type": (["ALTER TABLE events ALTER at TYPE numeric"], "column 'at' of table 'events' is not as"),
        "may be null": (["ALTER TABLE streams ALTER digest DROP NOT NULL"], "column 'digest' of table 'streams'"),
        "another collation": (
            ['ALTER TABLE heads ALTER stream TYPE text COLLATE "POSIX"'],
            "column 'stream' of table 'heads' is not as",
        ),
        "no primary key": (
            ["ALTER TABLE snapshots DROP CONSTRAINT snapshots_pkey"],
            "table 'snapshots' has another primary key than",
        ),
        "a view": (["CREATE VIEW v AS SELECT 1"], "Croupier did not make the view 'v'"),
        "another table": (["CREATE TABLE x (a int)"], "Croupier did not make the table 'x'"),
        "a function": (
            ["CREATE FUNCTION g() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
            "Croupier did not make the function 'g'",
        ),
    },
}
KINDS = [(place, what) for place, kinds in TAMPERED.items() for what in kinds]
HARMLESS = ("a view", "another table", "a function")  # nothing in these acts on the tables of PostgreSQL


@pytest.mark.parametrize(("place", "what"), KINDS)
def test_a_changed_schema_is_found(place: str, what: str, tmp_path: Path) -> None:
    db = url(place, tmp_path)
    with store.open(db) as kept:
        demo.play(kept, 1, 7, ["B6"])
    assert audit_place(db).fault is None
    changes, says = TAMPERED[place][what]
    with statements(db) as run:
        for each in changes:
            run(each)
    fault = audit_place(db).fault
    assert fault is not None
    assert says in str(fault)
    if place == "postgresql" and what in HARMLESS:
        store.open(db).close()
    else:
        with pytest.raises(CannotOpen, match=r"was changed: .*\. Audit it, and restore it from an export"):
            store.open(db)


@pytest.mark.parametrize("place", LASTING)
@pytest.mark.parametrize("trigger", [DROPS, CHANGES])
def test_nothing_is_acknowledged_that_a_trigger_drops_or_changes(
    place: str, trigger: dict[str, list[str]], tmp_path: Path
) -> None:
    """The trigger comes while the store is open; SQLite lets no other process do that."""
    if place == "sqlite" and trigger is CHANGES:
        pytest.skip("no other process can change the schema of an open file, and the store itself does not")
    with kept_rows(place, tmp_path) as rows:
        kept = Store(rows)
        kept.append("t", 0, "first", [("kind 0", b"")], at=1)
        for each in trigger[place]:
            rows.run(each)
        with pytest.raises(StoreFailed, match=r"rows were written to 'events': somebody|on the tables of the store"):
            kept.append("t", 1, "second", [("kind 1", b""), ("kind 0", b"")], at=1)
        assert kept.failed
        rows.rollback()
        assert rows.tip("t").version == 1


@pytest.mark.parametrize("place", LASTING)
def test_an_older_schema_is_compared_with_the_one_of_its_time(place: str, tmp_path: Path) -> None:
    db = made(place, tmp_path, next(path for path in RECORDED if path.stem == "0.2.0"))
    assert audit_place(db).fault is None
    with statements(db) as run:
        for each in DROPS[place]:
            run(each)
    fault = audit_place(db).fault
    assert fault is not None
    assert "Croupier did not make the trigger 't'" in fault.what
    with pytest.raises(CannotOpen, match="was changed"):
        store.open(db)


def test_an_upgraded_store_has_the_schema_of_a_new_one(tmp_path: Path) -> None:
    for place in LASTING:
        db = made(place, tmp_path, next(path for path in RECORDED if path.stem == "0.2.0"))
        store.open(db).close()
        assert audit_place(db).fault is None
        with store.open(db) as kept:
            export.write(kept, tmp_path / place)
