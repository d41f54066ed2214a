"""The rows of a table: any changed byte, any deleted event, and an end cut off below an anchored head are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from croupier.host import Host
from croupier.store import Fault, Head, Store, Verified, verify
from croupier.store.sqlite import SQLite
from croupier.table import stream_of
from tests.support.crash.life import SIGNER, Script
from tests.support.tampering.flips import fields, flip

COMMANDS = 1 + 6 + 4 * (3 + 5)  # four rounds of one player
SHARE = 1500  # bytes
UNBOUND = {("streams", "owner")}  # who may append, which says nothing of what was


class _Open(SQLite):
    """A backend that stays open when its store is closed."""

    def close(self, *, failed: bool) -> None:
        """Do nothing: the fixture closes it later."""


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SQLite, list[Head]]]:
    """Rounds at a table with heads and a snapshot, and a separate copy of the heads."""
    rows, script = _Open(tmp_path_factory.mktemp("bytes") / "s.db"), Script("R1", "bytes", 1, 3)
    with Store(rows) as kept:
        host = Host(kept, stream_of("R1"), signer=SIGNER)
        for number in range(COMMANDS):
            host.handle(script.command(number))
        host.close()
        heads = kept.heads(host.stream)
    found = _verified(rows, heads)
    assert isinstance(found, Verified)
    assert found.heads >= 4
    assert found.snapshots == 1
    yield rows, heads
    rows.connection.close()


def _verified(rows: SQLite, heads: list[Head]) -> Verified | Fault:
    with Store(rows) as kept:
        return verify(kept, keys=[SIGNER.public], heads=heads)


def test_every_changed_byte_is_found(
    life: tuple[SQLite, list[Head]], proof: bool, share: Callable[[str], None]
) -> None:
    """Every byte of events, commands, heads, snapshots and ends."""
    rows, heads = life
    bound = [field for field in fields(rows) if (field.table, field.column) not in UNBOUND]
    whole, data = [(field, place) for field in bound for place in range(field.size)], Random("bytes")
    assert {field.table for field, _ in whole} == {"streams", "events", "commands", "heads", "snapshots"}
    some = whole if proof else data.sample(whole, SHARE)
    for field, place in some:
        rows.run("BEGIN")
        flip(rows, field, place, data.randrange(8))
        found = _verified(rows, heads)
        rows.run("ROLLBACK")
        assert isinstance(found, Fault), (field, place)
    share(f"byte flips in the rows of a table, all found: {len(some):,} of {len(whole):,} bytes")


def test_every_deleted_event_or_command_is_found(life: tuple[SQLite, list[Head]]) -> None:
    rows, heads = life
    for table, what in (("events", "version"), ("commands", "id")):
        some = "" if table == "events" else "WHERE last >= first"  # a refusal leaves no other trace
        for (value,) in rows.run(f"SELECT {what} FROM {table} {some}"):
            rows.run("BEGIN")
            rows.run(f"DELETE FROM {table} WHERE {what} = $1", value)
            found = _verified(rows, heads)
            rows.run("ROLLBACK")
            assert isinstance(found, Fault), (table, value)


def test_a_table_cut_off_anywhere_below_an_anchored_head_is_found(life: tuple[SQLite, list[Head]]) -> None:
    """Everything else is set back to that version, so that only the separate copy of the head shows it."""
    rows, heads = life
    ends = {last for (last,) in rows.run("SELECT last FROM commands")}
    for last in range(1, heads[-1].version):
        rows.run("BEGIN")
        for table in ("heads", "snapshots", "events"):
            rows.run(f"DELETE FROM {table} WHERE version > $1", last)
        rows.run("DELETE FROM commands WHERE last > $1", last)
        rows.run("UPDATE streams SET version = $1, digest = (SELECT digest FROM events WHERE version = $1)", last)
        rows.run("UPDATE streams SET commands = (SELECT count(*) FROM commands)")
        rows.run("UPDATE streams SET record = (SELECT checksum FROM commands ORDER BY number DESC LIMIT 1)")
        alone, found = _verified(rows, []), _verified(rows, heads)
        rows.run("ROLLBACK")
        assert isinstance(alone, Verified) == (last in ends), (last, alone)
        assert isinstance(found, Fault), last
        assert found.version <= last + 1
