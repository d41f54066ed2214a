"""Tamper evidence: what is changed, added, deleted, moved or cut off is found, and its place is named."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier import store as stores
from croupier.store import CannotOpen, Damaged, Fault, Head, Store, StoreFailed, verify_stream
from croupier.store.postgres import Postgres
from croupier.store.seal import (
    CannotRead,
    Signer,
    Verified,
    export_heads,
    genuine,
    genuine_heads,
    import_heads,
    verify,
)
from croupier.store.sql import Tables
from croupier.store.sqlite import SQLite
from tests.support.stores import LASTING, SIGNER, fill, kept_rows, snap

OTHER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))))
KEYS = [SIGNER.public]
COLUMNS = {
    "events": ("stream", "version", "kind", "body", "command", "at", "previous", "digest"),
    "heads": ("stream", "version", "digest", "at", "key", "signature"),
    "snapshots": ("stream", "version", "state", "body", "checksum", "key", "signature"),
    "commands": ("id", "stream", "content", "first", "last", "digest", "answer", "checksum"),
    "streams": ("name", "version", "digest"),
}
KEY = {"events": 2, "heads": 2, "snapshots": 1, "commands": 1, "streams": 1}  # columns that tell rows apart


def history(store: Store) -> list[Head]:
    """Two streams, a refused command, a snapshot; a head at versions 2 and 4 of the first."""
    done = fill(store, "t", 4)
    store.append("t", 4, "no", [], at=9, answer=b"not now")
    fill(store, "wheel", 2, each=2)
    snap(store, "t", 3, b"digest", b"state")
    heads = [SIGNER.seal("t", version, done[version - 1].digest, 7) for version in (2, 4)]
    for head in heads:
        store.save_head(head)
    return heads


WHOLE = Verified(streams=2, events=6, commands=6, heads=2, snapshots=1)


@pytest.fixture(params=LASTING)
def rows(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tables]:
    """A place whose rows the test may change behind the store's back."""
    with kept_rows(request.param, tmp_path) as found:
        yield found


def check(rows: Tables, heads: list[Head] | None = None) -> Verified | Fault:
    with Store(rows) as store:
        return verify(store, keys=KEYS, heads=heads or ())


def test_a_whole_store_is_verified(rows: Tables) -> None:
    with Store(rows) as store:
        heads = history(store)
        assert store.heads("t") == heads
        store.save_head(heads[0])
        assert store.heads("t") == heads
        assert verify(store, keys=KEYS) == verify(store, keys=KEYS, heads=heads) == WHOLE
        with pytest.raises(ValueError, match="the head of stream 't' is not of its version 3"):
            store.save_head(SIGNER.seal("t", 3, heads[0].digest, 7))
        unknown = verify(store, keys=[OTHER.public])
        assert unknown == Fault("t", 2, "its head was changed, or signed by a key that is not known")


def _flips(value: Any) -> Iterator[Any]:
    """The value with one byte of it changed, for each of its bytes."""
    plain = value.encode() if isinstance(value, str) else value
    plain = plain.to_bytes(8, "big") if isinstance(plain, int) else plain
    for place in range(len(plain)):
        flipped = bytes([*plain[:place], plain[place] ^ 1 << place % 8, *plain[place + 1 :]])
        yield int.from_bytes(flipped, "big", signed=True) if isinstance(value, int) else flipped


def test_every_changed_byte_is_found(rows: Tables, proof: bool) -> None:
    """One bit of every byte of every event, head, snapshot, command and end; in PostgreSQL of every seventh."""
    with Store(rows) as store:
        heads = history(store)
    stride = 7 if isinstance(rows, Postgres) and not proof else 1
    tried = 0
    for table, columns in COLUMNS.items():
        for row in rows.run(f"SELECT {', '.join(columns)} FROM {table}"):
            values = [(name, value, each) for name, value in zip(columns, row, strict=True) for each in _flips(value)]
            for column, value, flipped in values[::stride]:
                if isinstance(value, str) and isinstance(rows, Postgres) and not _is_text(flipped):
                    continue  # it cannot hold what is no text
                with undone(rows):
                    _change(rows, table, row, column, flipped)
                    found = check(rows, heads)
                assert isinstance(found, Fault), (table, row, column, flipped)
                tried += 1
    assert tried > 1300 // stride
    assert check(rows, heads) == WHOLE


@contextmanager
def undone(rows: Tables) -> Iterator[None]:
    """What is changed inside is taken back."""
    rows.run("BEGIN")
    yield
    rows.rollback()


def _is_text(value: bytes) -> bool:
    return value.isascii() and b"\x00" not in value


def _change(rows: Tables, table: str, row: tuple[Any, ...], column: str, value: Any) -> None:
    text = isinstance(row[COLUMNS[table].index(column)], str)
    new = "CAST($1 AS TEXT)" if text and isinstance(rows, SQLite) else "$1"
    value = value.decode() if text and isinstance(rows, Postgres) else value
    where = " AND ".join(f"{key} = ${n + 2}" for n, key in enumerate(COLUMNS[table][: KEY[table]]))
    rows.run(f"UPDATE {table} SET {column} = {new} WHERE {where}", value, *row[: KEY[table]])


CHANGES = {
    "a body": (["UPDATE events SET body = previous WHERE stream = 't' AND version = 3"], 3, "was changed"),
    "deleted": (["DELETE FROM events WHERE stream = 't' AND version = 2"], 2, "is missing: version 3 comes next"),
    "deleted at the end": (
        ["DELETE FROM events WHERE stream = 't' AND version = 4"],
        4,
        "is missing: the stream went",
    ),
    "all deleted": (["DELETE FROM events WHERE stream = 't'"], 1, "is missing"),
    "moved": (
        [
            "UPDATE events SET version = 99 WHERE stream = 't' AND version = 2",
            "UPDATE events SET version = 2 WHERE stream = 't' AND version = 3",
            "UPDATE events SET version = 3 WHERE stream = 't' AND version = 99",
        ],
        2,
        "was changed",
    ),
    "added behind the end": (
        [
            "INSERT INTO events SELECT stream, 5, kind, body, command, at, previous, digest FROM events"
            " WHERE stream = 't' AND version = 4"
        ],
        5,
        "lies beyond the end, which is version 4",
    ),
    "moved to another stream": (
        ["UPDATE events SET stream = 'wheel', version = 3 WHERE version = 4"],
        4,
        "is missing",
    ),
    "the end set back": (["UPDATE streams SET version = 3 WHERE name = 't'"], 3, "is not the end that was written"),
    "no end": (["DELETE FROM streams WHERE name = 'wheel'"], 1, "has entries, but no such stream exists"),
    "cut off with its end": (
        [
            "DELETE FROM events WHERE stream = 't' AND version = 4",
            "UPDATE streams SET version = 3, digest = (SELECT digest FROM events WHERE version = 3) WHERE name = 't'",
        ],
        4,
        "is missing: the stream ends at version 3, and a head of version 4 is kept",
    ),
    "a command deleted": (
        ["DELETE FROM commands WHERE id = 't/2'"],
        3,
        "its command 't/2' has no matching record",
    ),
    "a snapshot of another version": (["UPDATE snapshots SET version = 4"], 4, "the snapshot was changed"),
    "a snapshot signed by nobody": (
        ["UPDATE snapshots SET signature = checksum"],
        3,
        "its snapshot was changed, or signed by a key that is not known",
    ),
    "a head of another version": (
        ["DELETE FROM heads WHERE version = 2", "UPDATE heads SET version = 2"],
        2,
        "its head was changed, or signed by a key that is not known",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_kind_of_change_is_named_with_its_place(rows: Tables, change: str) -> None:
    with Store(rows) as store:
        history(store)
    statements, version, what = CHANGES[change]
    with undone(rows):
        for statement in statements:
            rows.run(statement)
        found = check(rows)
    assert isinstance(found, Fault)
    assert (found.stream, found.version) == ("wheel" if change == "no end" else "t", version)
    assert what in found.what
    assert check(rows) == WHOLE


def _told(store: Store, bodies: list[bytes]) -> list[Head]:
    done = [store.append("t", n, f"c{n}", [("e", body)], at=n) for n, body in enumerate(bodies)]
    return [SIGNER.seal("t", row.last, row.digest, 7) for row in done]


PAST = [b"a", b"b", b"c", b"d"]
OTHER_PASTS = {
    "changed": ([b"a", b"X", b"c", b"d"], 2),
    "inserted": ([b"a", b"X", b"b", b"c", b"d"], 2),
    "deleted": ([b"a", b"c", b"d"], 2),
    "moved": ([b"b", b"a", b"c", b"d"], 1),
    "cut off": ([b"a", b"b"], 3),
    "nothing left": ([], 1),
}


@pytest.mark.parametrize("past", OTHER_PASTS)
def test_another_past_in_itself_whole_is_found_by_anchored_heads(past: str) -> None:
    """Whoever can rewrite everything in the store, digests and all, cannot rewrite what was kept elsewhere."""
    bodies, version = OTHER_PASTS[past]
    with stores.open("memory:") as store, stores.open("memory:") as other:
        heads = _told(store, PAST)
        _told(other, bodies)
        assert isinstance(verify(other, keys=KEYS), Verified)
        found = verify(other, keys=KEYS, heads=heads)
        assert isinstance(found, Fault)
        assert found.version == version
        last = verify(other, keys=KEYS, heads=heads[-1:])  # the place is known up to the head before
        assert isinstance(last, Fault)
        assert last.what.startswith(
            ("is missing", "is not what its head signed: the past was changed after version 0")
        )
        more = _told(other, bodies)  # what comes after the anchored head is not bound by it
        assert verify(other, keys=KEYS, heads=more[:1]) == Verified(
            bool(bodies), len(bodies), len(bodies), len(more[:1]), 0
        )


def test_reading_finds_it_too(rows: Tables) -> None:
    with Store(rows) as store:
        history(store)
        rows.run("UPDATE events SET body = previous WHERE stream = 't' AND version = 3")
        read = store.read("t")
        assert [next(read).version, next(read).version] == [1, 2]
        with pytest.raises(Damaged, match="stream 't', version 3: was changed"):
            next(read)
        assert next(store.read("t", after=3)).version == 4
        rows.run("UPDATE snapshots SET body = state")
        with pytest.raises(Damaged, match="version 3: the snapshot was changed"):
            store.snapshot("t")
        rows.run("UPDATE commands SET answer = content WHERE id = 'no'")
        with pytest.raises(Damaged, match="the record of command 'no' was changed"):
            store.answer("t", "no")
        with pytest.raises(Damaged, match="the record of command 'no' was changed"):
            store.append("t", 4, "no", [], at=9, answer=b"not now")


def test_an_envelope_made_anew_does_not_fit_the_next(rows: Tables) -> None:
    with Store(rows) as store:
        fill(store, "t", 4, each=4)
        second = list(store.read("t"))[1]._replace(body=b"other")
        changed = (second.body, second.computed())
        rows.run("UPDATE events SET body = $1, digest = $2 WHERE version = 2", *changed)
        with pytest.raises(Damaged, match="version 3: does not follow the version before it"):
            list(store.read("t"))


@pytest.mark.parametrize("change", [{"digest": bytes(32)}, {"first": 3}, {"last": 1}, {"stream": "u"}])
def test_the_record_of_a_command_made_anew_does_not_fit_its_events(rows: Tables, change: dict[str, Any]) -> None:
    with Store(rows) as store:
        (done,) = fill(store, "t", 3, each=3)
    row = done._replace(**change)
    rows.run("DELETE FROM commands")
    rows.add("commands", [row._replace(check=row.computed())])
    found = check(rows)
    assert isinstance(found, Fault)
    assert "command 't/0'" in found.what


FALSE_COMMANDS: dict[str, tuple[dict[str, Any], bool, int, str]] = {  # what is changed in 't/2' or in its copy
    "an event more": ({"first": 2}, False, 3, "its command 't/2' has no matching record"),
    "an event after it": ({"last": 5}, False, 5, "its command 't/4' has no matching record"),
    "an event less": ({"first": 4}, False, 3, "its command 't/2' has no matching record"),
    "more than there is": ({"last": 7}, False, 5, "its command 't/4' has no matching record"),
    "made up": ({"command": "fake"}, True, 3, "command 'fake' is recorded for it, but it belongs to 't/2'"),
    "made up for one event": (
        {"command": "a", "last": 3},
        True,
        3,
        "command 'a' is recorded for it, but it belongs to 't/2'",
    ),
    "made up for all": ({"command": "a", "first": 1, "last": 6}, True, 1, "command 'a' is recorded for it"),
    "made up behind the end": (
        {"command": "fake", "first": 7, "last": 7},
        True,
        7,
        "command 'fake' goes to version 7, and the stream ends at 6",
    ),
    "made up over the end": ({"command": "fake", "last": 7}, True, 3, "command 'fake' goes to version 7"),
    "made up of a refusal to come": ({"command": "fake", "first": 9, "last": 8}, True, 9, "goes to version 8"),
    "made up of nothing": ({"command": "fake", "first": 5, "last": 2}, True, 5, "has impossible versions"),
    "made up for no stream": (
        {"command": "a", "stream": "u", "first": 1, "last": 1},
        True,
        1,
        "has entries, but no such stream exists",
    ),
}


@pytest.mark.parametrize("false", FALSE_COMMANDS)
def test_a_command_has_the_events_that_name_it_and_no_others(rows: Tables, false: str) -> None:
    """Whoever can write a record of a command with its check cannot give it events of another, or take one away."""
    change, beside, version, what = FALSE_COMMANDS[false]
    with Store(rows) as store:
        done = fill(store, "t", 6, each=2)
        heads = [SIGNER.seal("t", 6, done[2].digest, 7)]
        row = done[1]._replace(**change)
    if not beside:
        rows.run("DELETE FROM commands WHERE id = 't/2'")
    rows.add("commands", [row._replace(check=row.computed())])
    found = check(rows, heads)
    assert isinstance(found, Fault)
    assert (found.stream, found.version) == (change.get("stream", "t"), version)
    assert what in found.what


def test_the_last_command_does_not_go_on_behind_the_end(rows: Tables) -> None:
    with Store(rows) as store:
        (done,) = fill(store, "t", 2, each=2)
    row = done._replace(last=3)
    rows.run("DELETE FROM commands")
    rows.add("commands", [row._replace(check=row.computed())])
    assert check(rows) == Fault("t", 3, "is missing: command 't/0' went to version 3")


class _Played(Store):
    """A store that is written to while its commands are verified."""

    def commands_up_to(self, stream: str, version: int) -> tuple[int, int]:
        for name in ("t", "new"):
            self.append(name, self.version(name), f"{name} meanwhile", [("e", b""), ("e", b"")], at=1)
        return super().commands_up_to(stream, version)


@pytest.mark.parametrize("last", [None, 2, 3, 4])
def test_what_comes_meanwhile_is_no_fault_of_a_command(rows: Tables, last: int | None) -> None:
    with _Played(rows) as store:
        (done,) = fill(store, "t", 2, each=2)
        if last is not None:  # one is made up, which goes to what comes meanwhile
            row = done._replace(command="fake", first=2, last=last)
            made = [row._replace(check=row.computed())]
            rows.add("commands", made)
            with pytest.raises(Damaged, match=r"'t', version 2: command 'fake' (is recorded for it|goes to version)"):
                verify_stream(store, "t", keys=())
        else:
            assert verify_stream(store, "t", keys=()).commands == 1


class _Mistyped(SQLite):
    """A file in which a flipped bit has made text of the bytes of a body."""

    def run(self, statement: str, *values: Any) -> list[Any]:
        found = super().run(statement, *values)
        return [(*row[:3], "text", *row[4:]) for row in found] if "FROM events" in statement else found


def test_a_row_of_other_types_is_damaged(tmp_path: Path) -> None:
    with Store(_Mistyped(tmp_path / "s.db")) as store:
        fill(store, "t", 1)
        with pytest.raises(StoreFailed, match="a row is damaged: it should be an Envelope"):
            list(store.read("t"))


def test_what_sqlite_finds_is_a_fault(tmp_path: Path) -> None:
    """The number of free pages in the header of the file: none of the rows depends on it."""
    path = tmp_path / "s.db"
    with stores.open(f"sqlite:///{path}") as store:
        history(store)
    whole = path.read_bytes()
    path.write_bytes(whole[:39] + b"\x01" + whole[40:])
    with stores.open(f"sqlite:///{path}") as store:
        found = verify(store, keys=KEYS)
    assert isinstance(found, Fault)
    assert found.what.startswith("the file is damaged: ")


def test_a_file_with_a_changed_byte_is_found_or_means_the_same(tmp_path: Path, proof: bool) -> None:
    """A closed file, any byte of it: it is refused, or a fault is named, or all that was written is read the same."""
    path = tmp_path / "s.db"
    with stores.open(f"sqlite:///{path}") as store:
        heads = history(store)
        told = _everything(store)
    whole = path.read_bytes()
    found = 0
    places = range(0, len(whole), 1 if proof else len(whole) // 250)
    for place in places:
        changed = bytes([*whole[:place], whole[place] ^ 1 << place % 8, *whole[place + 1 :]])
        path.write_bytes(changed)
        try:
            with stores.open(f"sqlite:///{path}") as store:
                result = verify(store, keys=KEYS, heads=heads)
                if isinstance(result, Verified):
                    assert (result, _everything(store)) == (WHOLE, told)
                found += isinstance(result, Fault)
        except CannotOpen:
            found += 1
    assert found > len(places) // 50  # most of a small file is empty


def _everything(store: Store) -> list[object]:
    return [[*store.read(name), *store.heads(name), store.snapshot(name)] for name in ("t", "wheel")] + [
        *store.commands()
    ]


def test_a_key_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    path = tmp_path / "key"
    first = Signer.open(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["key"]
    again = Signer.open(path)
    assert again.public == first.public != Signer.open(tmp_path / "other").public
    head = first.seal("t", 1, bytes(32), 5)
    assert head == again.seal("t", 1, bytes(32), 5)
    assert genuine(head, [first.public])
    path.chmod(0o640)
    with pytest.raises(CannotRead, match="others may read the key"):
        Signer.open(path)
    path.chmod(0o600)
    path.write_text("no key")
    with pytest.raises(CannotRead, match=r"key' holds no private key: 64 hexadecimal digits are needed"):
        Signer.open(path)


def test_a_head_is_genuine_as_it_was_signed_only() -> None:
    head = SIGNER.seal("t", 3, bytes(32), 5)
    assert genuine(head, KEYS)
    assert not genuine(head, [])
    assert not genuine(head, [OTHER.public])
    changes: list[Head] = [
        head._replace(stream="u"),
        head._replace(version=4),
        head._replace(digest=bytes(31) + b"1"),
        head._replace(at=6),
        head._replace(signature=OTHER.seal("t", 3, bytes(32), 5).signature),
        head._replace(signature=b""),
    ]
    assert not any(genuine(each, KEYS) for each in changes)
    assert not genuine(head._replace(key=OTHER.public), [*KEYS, OTHER.public])
    assert not genuine(head._replace(key=b"short"), [b"short"])


def _named(versions: int, signer: Signer = SIGNER) -> list[Head]:
    """Heads of these versions, each naming the one before."""
    heads: list[Head] = []
    for version in range(1, versions + 1):
        heads.append(signer.seal("t", version, bytes([version] * 32), 5, heads[-1] if heads else None))
    return heads


def test_a_head_vouches_for_those_that_it_names() -> None:
    heads = _named(5)
    assert all(genuine(head, KEYS) for head in heads)
    assert genuine_heads(heads, KEYS) == set(heads)
    assert genuine_heads(heads, [OTHER.public]) == set()
    assert genuine_heads(heads[:3], KEYS) == set(heads[:3]), "heads cut off do not harm those before"
    assert genuine_heads([*heads[:2], *heads[3:]], KEYS) == {*heads[:2], *heads[3:]}, "nor does one taken out"


@pytest.mark.parametrize("number", range(5))
def test_a_head_that_was_changed_is_found_though_others_are_named(number: int) -> None:
    """Every field, and every byte of what was signed and what is named; the others stay genuine."""
    heads = _named(5)
    head = heads[number]
    signatures = [
        bytes(byte ^ (at == place) for at, byte in enumerate(head.signature)) for place in range(len(head.signature))
    ]
    changes = [
        head._replace(stream="u"),
        head._replace(version=9),
        head._replace(digest=bytes(32)),
        head._replace(at=6),
        head._replace(key=OTHER.public),
        head._replace(signature=head.proof),
        head._replace(signature=head.signature + b"1"),
        *(head._replace(signature=each) for each in signatures),
    ]
    for changed in changes:
        if changed == head:  # the first names none, so that its signature is all it has
            assert number == 0
            continue
        found = genuine_heads([*heads[:number], changed, *heads[number + 1 :]], [*KEYS, OTHER.public])
        assert found == {*heads} - {head}, changed


def test_a_head_vouches_for_heads_of_its_own_key_only() -> None:
    forged = Head("t", 1, bytes(32), 5, OTHER.public, bytes(64))
    head = SIGNER.seal("t", 2, bytes(32), 5, forged)
    assert genuine_heads([forged, head], [*KEYS, OTHER.public]) == {head}


def test_a_snapshot_of_another_key_is_found(rows: Tables) -> None:
    """Whoever writes the database can make a check, and a signature, but not one of a key that is known."""
    with Store(rows) as store:
        history(store)
        snap(store, "t", 4, b"digest", b"another state", OTHER)
        found = store.snapshot("t")
        assert found is not None
        assert genuine(found, [OTHER.public])
        assert not genuine(found, KEYS)
        assert not genuine(found._replace(check=bytes(32)), [OTHER.public])
        assert verify(store, keys=KEYS) == Fault(
            "t", 4, "its snapshot was changed, or signed by a key that is not known"
        )


def test_heads_are_exported_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "heads.json"
    heads = [SIGNER.seal("Tisch Ä", n, bytes(32), n) for n in (1, 5)]
    export_heads(path, heads)
    assert import_heads(path) == heads
    with pytest.raises(CannotOpen, match=r"heads.json' already exists: give the name of a new file"):
        export_heads(path, [])
    assert import_heads(path) == heads
    assert os.listdir(tmp_path) == ["heads.json"]
    for text in ("", "{}", '{"format": "other"}', '{"format": "croupier heads 1", "heads": [{"stream": "t"}]}', "[]"):
        path.write_text(text)
        with pytest.raises(CannotRead, match=r"heads.json' is no file of heads"):
            import_heads(path)
    with pytest.raises(CannotRead):
        import_heads(tmp_path / "none")
    path.unlink()
    export_heads(path, heads)
    whole = path.read_text()
    for name, value in (("version", '"1"'), ("version", "-1"), ("at", "1.5"), ("stream", "1"), ("key", '"xy"')):
        changed = re.sub(rf'"{name}": [^,]+', f'"{name}": {value}', whole, count=1)
        path.write_text(changed)
        with pytest.raises(CannotRead):
            import_heads(path)
