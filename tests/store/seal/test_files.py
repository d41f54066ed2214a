"""Damage below the rows: values of another type, and changed bytes in the file of SQLite."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier import store as stores
from croupier.store import CannotOpen, Fault, Store, StoreFailed
from croupier.store.sqlite import SQLite
from croupier.store.verifying import Verified, verify
from tests.support.sealed import KEYS, WHOLE, history
from tests.support.stores import fill


class _Mistyped(SQLite):
    """A file in which a flipped bit has turned the bytes of a body into text."""

    def run(self, statement: str, *values: Any) -> list[Any]:
        found = super().run(statement, *values)
        return [(*row[:3], "text", *row[4:]) for row in found] if "FROM events" in statement else found


def test_a_row_of_other_types_is_damaged(tmp_path: Path) -> None:
    with Store(_Mistyped(tmp_path / "s.db")) as store:
        fill(store, "t", 1)
        with pytest.raises(StoreFailed, match="a row is damaged: it should be an Envelope"):
            list(store.read("t"))


def test_damage_that_sqlite_finds_is_a_fault(tmp_path: Path) -> None:
    """The number of free pages in the file header: no row depends on it."""
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
    """Any changed byte of a closed file: it is refused, or a fault is named, or everything is still read the same."""
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
