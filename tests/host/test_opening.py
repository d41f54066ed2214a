"""A table is opened from its last head, a snapshot and the events after it; untrusted data is not used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier import store as stores
from croupier.host import Host, load
from croupier.host.host import SNAPSHOT_EVERY
from croupier.store import Damaged, Signer, Snapshot, Store, Verified
from croupier.store.sql import Tables
from croupier.table import State, digest, stream_of
from croupier.table.shapes import SNAPSHOTS
from tests.support.stores import LASTING, SIGNER, kept_rows, url
from tests.support.table.hosted import Hosted
from tests.support.table.play import by

OTHER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))))
STREAM = "table/T1"


@pytest.fixture(params=LASTING)
def rows(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tables]:
    """A storage backend whose rows the test may change without the store noticing."""
    with kept_rows(request.param, tmp_path) as found:
        yield found


@pytest.fixture
def kept(rows: Tables) -> Iterator[Store]:
    with Store(rows) as found:
        yield found


def _table(host: Host) -> Hosted:
    table = Hosted(host=host)
    table.opened("colorado-big-six")
    table.sits("ann", 1, 200_00)
    return table


def _round(table: Hosted) -> None:
    _settles(table)
    table.do("open-betting", by("dealer"))


def _settles(table: Hosted) -> None:
    table.places("ann", "one", 5_00)
    table.closes()
    table.calls("one")
    table.do("settle", by("dealer"))


def _played(kept: Store, rounds: int = 2, signer: Signer | None = SIGNER) -> tuple[bytes, int]:
    """Play at a host and close it; return the digest of its state, and its version."""
    host = Host(kept, stream_of("T1"), signer=signer)
    table = _table(host)
    for _ in range(rounds):
        _round(table)
    host.close()
    return digest(host.state), host.version


def _opened(kept: Store, signer: Signer | None = SIGNER) -> tuple[bytes, int]:
    """The state that a host finds when it opens the table."""
    host = Host(kept, stream_of("T1"), signer=signer)
    found = digest(host.state), host.version
    host.close()
    return found


def _forget(rows: Tables, version: int) -> None:
    """Delete all events except the last two: nothing that needs the others can continue."""
    rows.run("DELETE FROM events WHERE version < $1 - 1", version)


def test_a_host_that_is_closed_leaves_a_signed_snapshot(kept: Store) -> None:
    state, version = _played(kept)
    found = kept.snapshot(STREAM)
    assert found is not None
    assert (found.version, found.state, found.key) == (version, state, SIGNER.public)
    assert digest(SNAPSHOTS.read(found.body)) == state
    assert [head.version for head in kept.heads(STREAM)][-1] == version
    assert isinstance(stores.verify(kept, keys=[SIGNER.public]), Verified)
    assert _opened(kept) == (state, version)
    assert kept.snapshot(STREAM) == found


def test_a_snapshot_replaces_the_events_before_it(rows: Tables, kept: Store) -> None:
    """With the snapshot only the events after it are needed; without one, all events are."""
    played = _played(kept)
    _forget(rows, played[1])
    assert _opened(kept) == played
    for signer in (None, OTHER):
        with pytest.raises(Damaged, match="version 1: is missing"):
            Host(kept, stream_of("T1"), signer=signer)
    host = Host(kept, stream_of("T1"), signer=SIGNER)
    host.close()


def test_without_a_signer_there_is_no_snapshot(kept: Store) -> None:
    played = _played(kept, signer=None)
    assert kept.snapshot(STREAM) is None
    assert kept.heads(STREAM) == []
    assert _opened(kept) == played


@pytest.mark.parametrize("place", LASTING)
def test_events_after_the_snapshot_are_replayed(place: str, tmp_path: Path) -> None:
    """A killed host leaves no snapshot of its end."""
    where = url(place, tmp_path)
    with stores.open(where) as store:
        _, before = _played(store)
        host = Host(store, stream_of("T1"), signer=SIGNER)
        table = Hosted(host=host, state=host.state, number=500)
        table.places("ann", "two", 5_00)
        played = digest(host.state), host.version
    with stores.open(where) as store:
        snapshot = store.snapshot(STREAM)
        assert snapshot is not None
        assert snapshot.version == before < played[1]
        state, version = load(store, stream_of("T1"))
        assert _opened(store) == (digest(state), version) == played


def _rich(state: State) -> State:
    return state.but(play=state.felt.but(racks=(("ann", 1_000_000_00),)))


def _resigned(found: Snapshot, chain: bytes, signer: Signer, **change: Any) -> Snapshot:
    new = found._replace(**change)
    return signer.snapshot(STREAM, new.version, chain, new.state, new.body)


FORGED: dict[str, Callable[[Snapshot, bytes], Snapshot]] = {
    "signed by another key": lambda found, chain: _resigned(
        found, chain, OTHER, body=SNAPSHOTS.write(_rich(SNAPSHOTS.read(found.body)))
    ),
    "with another key's signature": lambda found, chain: found._replace(
        signature=_resigned(found, chain, OTHER).signature
    ),
    "of another digest": lambda found, chain: _resigned(found, chain, SIGNER, state=bytes(32)),
    "of another state": lambda found, chain: _resigned(
        found, chain, SIGNER, body=SNAPSHOTS.write(_rich(SNAPSHOTS.read(found.body)))
    ),
    "of another shape": lambda found, chain: _resigned(found, chain, SIGNER, body=b"croupier state 0\n[]"),
    "of another envelope": lambda found, chain: _resigned(found, bytes(32), SIGNER),
    "changed": lambda found, chain: found._replace(body=found.body.replace(b"20000", b"90000")),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_an_untrusted_snapshot_is_not_used(rows: Tables, kept: Store, forgery: str) -> None:
    played = _played(kept)
    found = kept.snapshot(STREAM)
    assert found is not None
    chain = list(kept.read(STREAM))[-1].digest
    forged = FORGED[forgery](found, chain)
    rows.save_snapshot(forged)
    assert rows.snapshot(STREAM) == forged != found
    assert _opened(kept) == played
    assert kept.snapshot(STREAM) == found, "whoever closes the table signs it anew"
    rows.save_snapshot(forged)
    _forget(rows, played[1])
    with pytest.raises(Damaged):
        Host(kept, stream_of("T1"), signer=SIGNER)


def _cut(rows: Tables, version: int) -> None:
    """Cut a stream off after a version, with its end and its commands."""
    rows.run("DELETE FROM events WHERE version > $1", version)
    rows.run("DELETE FROM commands WHERE last > $1", version)
    rows.run("DELETE FROM snapshots")
    rows.run("UPDATE streams SET version = $1, digest = (SELECT digest FROM events WHERE version = $1)", version)


def test_a_log_that_differs_from_its_signed_head_is_not_opened(rows: Tables, kept: Store) -> None:
    _, version = _played(kept)
    rows.run("UPDATE heads SET at = at + 1 WHERE version = $1", version)
    with pytest.raises(Damaged, match=f"version {version}: its head was changed"):
        Host(kept, stream_of("T1"), signer=SIGNER)
    rows.run("UPDATE heads SET at = at - 1 WHERE version = $1", version)
    Host(kept, stream_of("T1"), signer=SIGNER).close()  # and nobody held the table meanwhile
    _cut(rows, version - 1)
    with pytest.raises(Damaged, match=f"version {version}: is missing: a head of version {version} is kept"):
        Host(kept, stream_of("T1"), signer=SIGNER)


def test_a_forged_last_event_is_not_opened(rows: Tables, kept: Store) -> None:
    """Somebody rewrites the last event, with every digest that is not signed."""
    _, version = _played(kept)
    last = list(kept.read(STREAM))[-1]._replace(at=0)
    rows.run("UPDATE events SET at = 0, digest = $1 WHERE version = $2", last.computed(), version)
    rows.run("UPDATE streams SET digest = $1", last.computed())
    with pytest.raises(Damaged, match=f"version {version}: is not what its head signed"):
        Host(kept, stream_of("T1"), signer=SIGNER)


def test_a_snapshot_is_saved_after_a_number_of_events() -> None:
    """At the first settled round after that, while the host keeps running."""
    with stores.open("memory:") as kept:
        host = Host(kept, stream_of("T1"), signer=SIGNER)
        table = _table(host)
        _round(table)
        done = []
        while host.version < SNAPSHOT_EVERY:
            for word in ("place", "take-down"):
                fields = {"amount": 1_00} if word == "place" else {}
                wager = table.command(word, by("player", "ann"), player="ann", wager="one", spot=None, **fields)
                done.append(host.submit(wager))
        wait(done)
        assert kept.snapshot(STREAM) is None
        table.state = host.state
        _settles(table)
        settled = host.version
        host._sealer.submit(int).result()  # whatever was to be sealed is
        found = kept.snapshot(STREAM)
        assert found is not None
        assert found.version == settled
        assert kept.heads(STREAM)[-1].version == settled
        table.do("open-betting", by("dealer"))
        host.close()
        assert digest(load(kept, stream_of("T1"))[0]) == digest(host.state)
