"""Argon2id with its cost, for every name the same work, and the private file with the hashes."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from threading import Barrier, Thread

import pytest
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from croupier.core.refusal import Refusal
from croupier.floor.desk import hashing
from croupier.floor.desk.hash_file import HashFile, SecretsDamaged
from croupier.floor.desk.hashing import Busy, Hashed, Hasher
from croupier.floor.desk.secret_rules import weak
from croupier.store.private_folder import Unsafe

ONE, TWO = "1" * 32, "2" * 32


@pytest.fixture(scope="module")
def hashed() -> str:
    hasher = Hasher()
    found = hasher.make("café au lait")
    hasher.close()
    return found


def test_a_hash_is_argon2id_with_19_mib_two_passes_and_one_lane(hashed: str) -> None:
    assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    Argon2id.verify_phc_encoded("café au lait".encode(), hashed)  # the library reads the same text
    assert str(Hashed.read(hashed)) == hashed


def test_a_secret_fits_and_no_other(hashed: str) -> None:
    hasher = Hasher()
    assert hasher.fits("café au lait", hashed)
    assert hasher.fits("cafe\u0301 au lait", hashed), "the same letters, encoded differently"
    for wrong in ("café au lait ", "Café au lait", "", "\udcff", "café au lait" * 40):
        assert not hasher.fits(wrong, hashed)
    assert not hasher.fits("café au lait", None)
    assert hasher.make("café au lait") != hashed, "each has its own salt"
    hasher.close()


def test_a_long_secret_is_wrong_and_not_cut_off() -> None:
    hasher = Hasher()
    known = hasher.make("x" * hashing.LONGEST)
    assert hasher.fits("x" * hashing.LONGEST, known)
    assert not hasher.fits("x" * (hashing.LONGEST + 1), known)
    hasher.close()


def test_a_name_that_nobody_has_costs_the_same_work(hashed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A count of the work, which is exact; times of a busy machine are not."""
    work: list[tuple[int, dict[str, int]]] = []

    class Counted:
        def __init__(self, *, salt: bytes, **cost: int) -> None:
            work.append((len(salt), cost))
            self._kdf = Argon2id(salt=salt, **cost)  # type: ignore[arg-type]

        def derive(self, said: bytes) -> bytes:
            return self._kdf.derive(said)

    monkeypatch.setattr(hashing, "Argon2id", Counted)
    hasher = Hasher()
    hasher.fits("wrong", hashed)
    hasher.fits("wrong", None)
    hasher.close()
    assert len(work) == 2
    assert work[0] == work[1]
    assert work[0][1] == {"length": 32, "iterations": 2, "lanes": 1, "memory_cost": 19 * 1024}


def test_only_a_few_are_hashed_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashing, "WORKERS", 1)
    monkeypatch.setattr(hashing, "WAITING", 1)
    together, over = Barrier(3), Barrier(3)
    hasher = Hasher()
    monkeypatch.setattr(hasher, "_pool", _Waiting(together, over))
    threads = [Thread(target=_try, args=(hasher,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    together.wait()
    with pytest.raises(Busy):
        hasher.fits("x", None)
    over.wait()
    for thread in threads:
        thread.join()


class _Waiting:
    """A pool whose work has begun, and ends when the test says so."""

    def __init__(self, together: Barrier, over: Barrier) -> None:
        self._together, self._over = together, over

    def submit(self, *_: object) -> _Waiting:
        return self

    def result(self) -> Hashed:
        self._together.wait()
        self._over.wait()
        return Hashed(hashing.COST, b"", b"")


def _try(hasher: Hasher) -> None:
    assert not hasher.fits("x", None)


def test_the_file_is_private(tmp_path: Path, hashed: str) -> None:
    kept = HashFile(tmp_path / "secrets")
    assert kept.read() == {}
    kept.put(ONE, hashed)
    kept.put(TWO, hashed)
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.path.parent.stat().st_mode) == 0o700
    assert [path.name for path in kept.path.parent.iterdir()] == ["credentials.json"]
    assert set(HashFile(tmp_path / "secrets").read()) == {ONE, TWO}
    kept.drop([ONE])
    assert set(kept.read()) == {TWO}
    kept.path.chmod(0o640)
    with pytest.raises(SecretsDamaged, match="mode 600"):
        kept.read()
    kept.path.chmod(0o600)
    kept.path.parent.chmod(0o755)
    with pytest.raises(Unsafe):
        HashFile(tmp_path / "secrets")


def test_damage_is_told_with_the_file_and_what_to_do(tmp_path: Path, hashed: str) -> None:
    kept = HashFile(tmp_path / "secrets")
    kept.put(ONE, hashed)
    whole = kept.path.read_bytes()
    for damaged in (
        b"",
        b"{",
        b"\xff" * 40,
        whole[:-10],
        whole.replace(b"argon2id", b"argon2ix"),
        whole.replace(b"t=2", b"t=1"),
        whole.replace(ONE.encode(), TWO.encode()),
        whole.replace(b"credentials 1", b"credentials 9"),
        json.dumps({"format": "x"}).encode(),
    ):
        kept.path.write_bytes(damaged)
        with pytest.raises(SecretsDamaged, match=r"credentials\.json.* is damaged .*put back a copy"):
            kept.read()
        with pytest.raises(SecretsDamaged):
            HashFile(tmp_path / "secrets")
    kept.path.write_bytes(whole)
    assert set(kept.read()) == {ONE}


def test_a_stop_while_writing_leaves_the_file_as_it_was(
    tmp_path: Path, hashed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = HashFile(tmp_path / "secrets")
    kept.put(ONE, hashed)

    def full(descriptor: int) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(OSError, match="no space"):
            kept.put(TWO, hashed)
    assert set(kept.read()) == {ONE}
    assert [path.name for path in kept.path.parent.iterdir()] == ["credentials.json"]
    assert os.listdir(tmp_path) == ["secrets"]


def test_a_lost_file_is_told(tmp_path: Path, hashed: str) -> None:
    kept = HashFile(tmp_path / "secrets")
    kept.put(ONE, hashed)
    kept.check_for([ONE])
    with pytest.raises(SecretsDamaged, match=f"does not have credentials {TWO}"):
        kept.check_for([ONE, TWO])


@pytest.mark.parametrize("secret", ["123456", "987654", "111111", "12345", "1234567890123", "59204a", "٥٩٢٠٤٧", ""])
def test_a_pin_that_is_easy_to_try(secret: str) -> None:
    assert isinstance(weak("pin", secret), Refusal)


def test_a_password_has_twelve_characters_at_least() -> None:
    assert weak("password", "x" * 12) is None
    assert weak("pin", "592047") is None
    for secret in ("x" * 11, "x" * 129, ""):
        assert isinstance(weak("password", secret), Refusal)
