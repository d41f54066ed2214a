"""An audit finds heads by a key that the store does not name, or not at that time, and forged records of keys."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import apsw
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier import store as stores
from croupier.conduct import By, keys
from croupier.conduct.keys import KeyLost, KeyNamed
from croupier.floor.demo import play, signer
from croupier.floor.rekey import rekey
from croupier.floor.vault import Vault
from croupier.host.audit import audit
from croupier.store import Head, Signer, Store

KIM = By("Kim Lee", "administrator", "4711")
OLD, NEW = signer(), Signer(Ed25519PrivateKey.from_private_bytes(b"another key of the store, new".ljust(32)))
TABLE = "table/B6"


@pytest.fixture
def kept() -> Iterator[Store]:
    """A store with a shift that the key `OLD` signed."""
    with stores.open("memory:") as store:
        play(store, 2, 7, ["B6"])
        yield store


def _sign(store: Store, key: Signer) -> Head:
    """Sign the end of the table, as a server with this key does."""
    end = store.end(TABLE)
    head = key.seal(TABLE, end.version, end.digest, 1 << 60, None, end.commands, end.record)
    store.save_head(head)
    return head


def _grow(store: Store, key: Signer = NEW) -> None:
    """Another shift at the table, signed with this key, whatever the store names."""
    module = sys.modules[play.__module__]
    with patch.object(module, "signer", lambda: key):
        module._shift(store, "B6", 2, 8)


def _fault(store: Store, heads: list[Head] | None = None) -> str:
    fault = audit(store, heads or []).fault
    assert fault is not None
    return fault.what


def _heads(store: Store) -> list[Head]:
    return [head for stream in store.streams() for head in store.heads(stream)]


def test_a_head_by_a_key_that_nobody_recorded_is_found(kept: Store) -> None:
    """Somebody who deletes the secrets and goes on with a new key."""
    assert audit(kept).fault is None
    _sign(kept, NEW)
    assert _fault(kept).endswith(f"{keys.short(NEW.public.hex())}: no change to this key is recorded")


def test_a_key_that_the_store_names_is_the_only_one(kept: Store, tmp_path: Path) -> None:
    vault = Vault(tmp_path / "secrets")
    with stores.open("memory:") as fresh:
        first = vault.signer(fresh)
        assert vault.signer(fresh).public == first.public
        assert [each.record.by for each in keys.named(fresh)] == [None]
        with pytest.raises(KeyLost):
            Vault(tmp_path / "other").signer(fresh)
    with pytest.raises(KeyLost, match="does not have that key"):
        vault.signer(kept)


def test_a_store_of_an_earlier_version_names_its_key(tmp_path: Path) -> None:
    """It has heads and no record. If its key was changed silently, a person has to record that once."""
    vault = Vault(tmp_path / "secrets")
    with stores.open("memory:") as kept:
        play(kept, 2, 7, ["B6"])
        Signer.made(OLD._key, tmp_path / "secrets" / "heads.key")
        assert vault.signer(kept).public == OLD.public
        assert keys.key_of(kept, "heads") == OLD.public.hex()
    with stores.open("memory:") as kept:
        play(kept, 2, 7, ["B6"])
        _grow(kept)
        with pytest.raises(KeyLost, match="does not have that key"):
            vault.signer(kept)
        Signer.made(NEW._key, tmp_path / "secrets" / "heads-new.key")
        with pytest.raises(KeyLost, match="no change of key is on record"):
            vault.signer(kept)
        assert "no change to this key is recorded" in _fault(kept)
        (changed,) = rekey(kept, vault, KIM, "an older version changed it silently")
        assert changed.old == (OLD.public.hex(), NEW.public.hex())
        assert vault.signer(kept).public.hex() == changed.new
        assert audit(kept).fault is None


def test_a_server_with_the_old_key_runs_no_table_after_a_change(kept: Store) -> None:
    keys.change(kept, NEW, KIM, "stolen", {})
    with pytest.raises(KeyLost, match="start the server again"):
        keys.check(kept, OLD)
    keys.check(kept, NEW)


def test_a_planned_change_is_confirmed_by_the_old_key(kept: Store) -> None:
    before = _heads(kept)
    keys.change(kept, NEW, KIM, "a new key every year", {OLD.public.hex(): OLD})
    _grow(kept)
    found = audit(kept, before)
    assert found.fault is None, "heads by the old key vouch for the new one"
    (says,) = (says for stream, says in found.remarks if stream == keys.STREAM)
    assert "Kim Lee (4711) changed the key that signs heads" in says
    assert says.endswith("a new key every year. The old key confirmed it")
    assert audit(kept, [head for head in _heads(kept) if head.key == NEW.public]).fault is None


def test_after_a_change_the_old_key_signs_nothing_more(kept: Store) -> None:
    """Somebody who kept a copy of the old key."""
    keys.change(kept, NEW, KIM, "stolen", {})
    _grow(kept)
    assert audit(kept).fault is None
    _sign(kept, OLD)
    assert _fault(kept).endswith("which was not in use then")


def test_before_a_change_the_new_key_signed_nothing(kept: Store) -> None:
    keys.change(kept, NEW, KIM, "stolen", {})
    first = next(kept.read(TABLE))
    kept.save_head(NEW.seal(TABLE, 1, first.digest, 1))
    assert _fault(kept).endswith("which was not in use then")


def test_heads_from_before_do_not_vouch_for_a_key_that_replaced_a_lost_one(kept: Store) -> None:
    before = _heads(kept)
    keys.change(kept, NEW, KIM, "lost", {})
    _grow(kept)
    assert audit(kept).fault is None
    assert "for which the heads that you gave do not vouch" in _fault(kept, before)
    assert "Kim Lee (4711) changed" in _fault(kept, before)


def _record(**fields: object) -> KeyNamed:
    plain = KeyNamed("heads", NEW.public.hex(), (OLD.public.hex(),), KIM, "lost")
    return msgspec.structs.replace(plain, **fields)


#: Forged records, who signs them, and what the audit says.
FORGED: dict[str, tuple[KeyNamed, Signer, str]] = {
    "signed by another": (_record(), Signer(Ed25519PrivateKey.generate()), "is not signed with key"),
    "nobody changed it": (_record(by=None, reason=""), NEW, "does not say who changed it"),
    "no reason": (_record(reason=""), NEW, "names nobody, or no reason"),
    "a device before a key": (_record(of="device", old=()), NEW, "is not signed with key"),
    "another past": (_record(ends=(keys.End(TABLE, 1, "ab" * 32),)), NEW, "the past was changed"),
    "a stream that is gone": (_record(ends=(keys.End("table/R0", 1, "ab" * 32),)), NEW, "is missing"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_record_is_found(name: str, kept: Store) -> None:
    record, by, says = FORGED[name]
    keys.name(kept, record, (by,))
    assert says in _fault(kept)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET at = at + 1 WHERE stream = 'table/B6' AND version = (SELECT max(version) - 1 FROM events)",
        "UPDATE events SET body = x'7b7d' WHERE stream = 'keys'",
        "DELETE FROM events WHERE stream = 'keys'",
    ],
)
def test_damage_below_a_change_is_a_fault(change: str, tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'shift.db'}"
    with stores.open(db) as kept:
        play(kept, 2, 7, ["B6"])
        keys.change(kept, NEW, KIM, "lost", {})
    with closing(apsw.Connection(str(tmp_path / "shift.db"))) as connection:
        connection.execute(change)
        assert connection.changes() == 1
    with stores.open(db, reading=True) as kept:
        assert audit(kept).fault is not None


def test_a_record_that_does_not_follow_the_one_before_it_is_found(kept: Store) -> None:
    keys.change(kept, NEW, KIM, "lost", {})
    other = Signer(Ed25519PrivateKey.generate())
    keys.name(kept, _record(new=other.public.hex()), (other,))
    assert "does not follow the key before it" in _fault(kept)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda record: msgspec.structs.replace(record, reason="another reason"),
        lambda record: msgspec.structs.replace(record, signed={}),
        lambda record: msgspec.structs.replace(record, signed={record.new: "zz"}),
        lambda record: msgspec.structs.replace(record, by=By("Eve", "administrator", "1")),
    ],
)
def test_a_reworded_record_is_found(wrong: Callable[[KeyNamed], KeyNamed], kept: Store) -> None:
    """Written anew with all its digests, by somebody who has no key."""
    with stores.open("memory:") as source:
        play(source, 2, 7, ["B6"])
        keys.change(source, NEW, KIM, "lost", {})
        (named,) = keys.named(source)
    body = msgspec.json.encode(wrong(named.record))
    kept.append(keys.STREAM, 0, "forged", [(keys.KIND, body)], at=named.at)
    assert "is not signed with key" in _fault(kept)


def test_a_peer_signs_beside_the_key_that_named_it(kept: Store, tmp_path: Path) -> None:
    """A server on another machine. Heads by the key that named it vouch for it; nobody else can name a peer."""
    before = _heads(kept)
    keys.change(kept, NEW, KIM, "a new key every year", {OLD.public.hex(): OLD})
    vault = Vault(tmp_path / "peer")
    peer = vault.identity(kept)
    with pytest.raises(KeyLost, match="--peers"):
        vault.signer(kept)
    keys.name_peers(kept, NEW, [peer.public, NEW.public])
    assert [each.record.new for each in keys.named(kept)[1:]] == [peer.public.hex()]
    assert vault.signer(kept).public == vault.identity(kept).public == peer.public
    keys.check(kept, peer)
    _grow(kept, peer)
    assert audit(kept).fault is None
    assert audit(kept, before).fault is None
    other = Signer(Ed25519PrivateKey.generate())
    keys.name(kept, KeyNamed("peer", other.public.hex()), (other,))
    assert "is signed by no key that was named before" in _fault(kept)
