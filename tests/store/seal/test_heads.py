"""Signed heads: keys, what a head vouches for, and heads that are kept elsewhere."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from croupier.store import CannotOpen, Fault, Head, Store
from croupier.store.seal import CannotRead, Signer, export_heads, genuine, genuine_heads, import_heads
from croupier.store.sql import Tables
from croupier.store.verifying import verify
from tests.support.sealed import KEYS, OTHER, history
from tests.support.stores import SIGNER, snap


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
    """Heads of these versions, each of which names the one before it."""
    heads: list[Head] = []
    for version in range(1, versions + 1):
        heads.append(signer.seal("t", version, bytes([version] * 32), 5, heads[-1] if heads else None))
    return heads


def test_a_head_vouches_for_those_that_it_names() -> None:
    heads = _named(5)
    assert all(genuine(head, KEYS) for head in heads)
    assert genuine_heads(heads, KEYS).keys() == set(heads)
    assert genuine_heads(heads, [OTHER.public]).keys() == set()
    assert genuine_heads(heads[:3], KEYS).keys() == set(heads[:3]), "heads cut off do not harm those before"
    assert genuine_heads([*heads[:2], *heads[3:]], KEYS).keys() == {*heads[:2], *heads[3:]}, "nor does one taken out"


@pytest.mark.parametrize("number", range(5))
def test_a_head_that_was_changed_is_found_though_others_are_named(number: int) -> None:
    """Every field, and every byte of the signature and the named digest; the other heads stay genuine."""
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
        assert found.keys() == {*heads} - {head}, changed


def test_a_head_vouches_for_heads_of_its_own_key_only() -> None:
    forged = Head("t", 1, bytes(32), 5, OTHER.public, bytes(64))
    head = SIGNER.seal("t", 2, bytes(32), 5, forged)
    assert genuine_heads([forged, head], [*KEYS, OTHER.public]).keys() == {head}


def test_a_snapshot_of_another_key_is_found(rows: Tables) -> None:
    """Somebody who can write to the database can make a check and a signature, but not with a known key."""
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
