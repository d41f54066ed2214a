"""Tamper evidence: anything changed, added, deleted, moved or cut off is found, and its place is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from croupier import store as stores
from croupier.store import Damaged, Fault, Head, Store
from croupier.store.postgres import Postgres
from croupier.store.sql import Tables
from croupier.store.sqlite import SQLite
from croupier.store.verifying import Verified, verify
from tests.support.sealed import KEYS, OTHER, WHOLE, check, history, undone
from tests.support.stores import SIGNER, fill

COLUMNS = {
    "events": ("stream", "version", "kind", "body", "command", "at", "previous", "digest"),
    "heads": ("stream", "version", "digest", "at", "key", "signature", "commands", "record"),
    "snapshots": ("stream", "version", "state", "body", "checksum", "key", "signature"),
    "commands": ("id", "stream", "content", "first", "last", "digest", "answer", "checksum", "number", "previous"),
    "streams": ("name", "version", "digest", "commands", "record"),
}

KEY = {"events": 2, "heads": 2, "snapshots": 1, "commands": 1, "streams": 1}  # key columns


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
    """One bit of every byte of events, heads, snapshots, commands and ends; in PostgreSQL of every seventh byte."""
    with Store(rows) as store:
        heads = history(store)
    stride = 7 if isinstance(rows, Postgres) and not proof else 1
    tried = 0
    for table, columns in COLUMNS.items():
        for row in rows.run(f"SELECT {', '.join(columns)} FROM {table}"):
            values = [(name, value, each) for name, value in zip(columns, row, strict=True) for each in _flips(value)]
            for column, value, flipped in values[::stride]:
                if isinstance(value, str) and isinstance(rows, Postgres) and not _is_text(flipped):
                    continue  # it cannot store bytes that are not text
                with undone(rows):
                    _change(rows, table, row, column, flipped)
                    found = check(rows, heads)
                assert isinstance(found, Fault), (table, row, column, flipped)
                tried += 1
    assert tried > 1300 // stride
    assert check(rows, heads) == WHOLE


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
def test_a_consistently_rewritten_past_is_found_by_anchored_heads(past: str) -> None:
    """Somebody who rewrites everything in the store, with all digests, cannot rewrite heads kept elsewhere."""
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
        more = _told(other, bodies)  # entries after the anchored head are not covered by it
        assert verify(other, keys=KEYS, heads=more[:1]) == Verified(
            bool(bodies), len(bodies), len(bodies), len(more[:1]), 0
        )


def test_reading_finds_changed_rows_too(rows: Tables) -> None:
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
