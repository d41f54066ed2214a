"""A lost folder of secrets: no key is made silently, a change of key is on record, and lost rounds give wagers back.

Real servers with real devices are killed, then secrets are deleted.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from croupier import store as stores
from croupier.conduct import By, keys
from croupier.device.keeper import Keeper
from croupier.floor.claims import Claim
from croupier.floor.demo.pit import PASSWORD, DemonstrationPit
from croupier.floor.pit import Pit
from croupier.floor.recovery import CannotRecover, People, lost_seeds, recover
from croupier.floor.rekey import CannotRekey, rekey
from croupier.floor.vault import Vault
from croupier.host import load
from croupier.host.audit import Audit, audit
from croupier.host.audit.devices import Compared, compare
from croupier.table import State, stream_of
from tests.support.stores import postgresql
from tests.support.web import FAST, SLOW, Line, Server, Visitor, check, kill_device, log

#: The administrator and the key manager with their licences: where the hashes of secrets are lost, nothing is proved.
ADA = ("--by", "Ada Lund", "--licence", "DEMO-1", "--reason", "the disk broke")
KIM = ("--by", "Kim Okafor", "--licence", "DEMO-2", "--reason", "the disk broke")
BOTH = (*KIM, "--second", "Dee Novak", "--second-licence", "DEMO-5")
#: Who notifies: at craps the stickperson.
CALLERS = {"C1": ("Stu Park", "DEMO-6")}
STAKE = 500
WAGERS = {"R00": "red", "C1": "pass", "B6": "five"}


@contextmanager
def _killed(db: str, *tables: str, data: Path | None = None, secrets: Path) -> Iterator[Visitor]:
    """A round with a real wager at each table, in betting, when the server and its device are killed."""
    with Server(db, *tables, pace=SLOW, data=data) as server:
        ann = Visitor(server)
        for table in tables:
            with ann.at(table) as line:
                _wagers(line, table)
        server.kill()
    kill_device(secrets / "device")
    yield ann


def _wagers(line: Line, table: str) -> None:
    line.until_betting()
    assert line.ask("place", wager=WAGERS[table], amount=STAKE)["ok"]
    line.until(partial(_has_laid, line))


def _has_laid(line: Line) -> bool:
    return bool(line.you["laid"] == STAKE)


def _plays_on(db: str, *tables: str, ann: Visitor | None = None, data: Path | None = None, lost: bool = True) -> None:
    """A new server plays a round at the first table, from its seal to its seed, and takes wagers at the others.

    `lost`: the page of the first round says that its seed is lost.
    """
    with Server(db, *tables, pace=FAST, data=data) as server:
        visitor = Visitor(server) if ann is None else ann.comes_back(server)
        for table in tables:
            with visitor.at(table) as line:
                _wagers(line, table)
                if table == tables[0]:
                    line.until_event("seed-revealed")
                    page = server.get(f"/tables/{table}/rounds/1").text
                    assert ("has lost the seed of this round" in page) is lost
        assert server.end() == 0


def _run(word: str, db: str, *more: str, status: int = 0) -> str:
    """Run a command, and return what it said. (A pipe would stay open as long as a device that it starts.)"""
    words = [sys.executable, "-m", "croupier", word, "--db", db, *more]
    with TemporaryFile("w+") as both:
        ended = subprocess.run(words, stdout=both, stderr=both, timeout=60, check=False)
        both.seek(0)
        said = both.read()
    assert ended.returncode == status, said
    assert "Traceback" not in said
    return " ".join(said.split())


def _refused(db: str) -> str:
    """What `croupier serve` says when it refuses to start."""
    return _run("serve", db, "--no-browser", "--port", "0", status=2)


def _recovered(db: str, secrets: Path, table: str) -> None:
    """Recover a table with its device in this process; everybody knows the password of a demonstration."""
    kill_device(secrets / "device")
    name, licence = CALLERS.get(table, ("Dee Novak", "DEMO-5"))
    people = People(Claim("Kim Okafor", "DEMO-2", _secret), Claim(name, licence, _secret))
    with stores.open(db) as kept, closing(_device(kept, secrets)) as device:
        recover(kept, table, device, Vault(secrets), people, "the disk broke")


def _secret(name: str) -> str:
    return PASSWORD


def _can_sign_in(db: str, secrets: Path, name: str) -> None:
    """Give somebody of the demonstration the password that everybody has."""
    with stores.open(db) as kept, closing(Pit(kept, Vault(secrets))) as pit:
        DemonstrationPit(pit)._give_password(name, "dealer")


def _file(folder: Path, *names: str) -> Path:
    """The secrets of people in a file."""
    path = folder / "secrets.toml"
    path.write_text("".join(f'"{name}" = "{PASSWORD}"\n' for name in names))
    path.chmod(0o600)
    return path


def _device(kept: stores.Store, secrets: Path) -> Keeper:
    return Keeper(secrets / "device", key=keys.key_of(kept, "device"))


def _state(db: str, table: str) -> State:
    with stores.open(db, reading=True) as kept:
        state: State = load(kept, stream_of(table))[0]
    return state


def _came_back(db: str, was: State) -> None:
    """Every cent that was on the layout is in its player's rack, and nothing else has moved."""
    now = _state(db, was.table_id)
    assert was.felt.standing
    assert not now.felt.standing
    for seat in was.seats:
        laid = sum(each.stake for each in was.felt.standing if each.seat == seat.player)
        assert now.felt.rack(seat.player) == was.felt.rack(seat.player) + laid
    moved = {name for name, _ in set(was.balances) ^ set(now.balances)}
    assert moved == {"layout", *(f"rack:{each.seat}" for each in was.felt.standing)}


def _audited(db: str) -> Audit:
    with stores.open(db, reading=True) as kept:
        return audit(kept)


def _compared(db: str, secrets: Path) -> Compared:
    kill_device(secrets / "device")
    with stores.open(db, reading=True) as kept, stores.open(f"sqlite:///{secrets / 'device' / 'log.db'}") as logged:
        return compare(kept, logged)


def _names(db: str, of: keys.Of) -> list[str]:
    with stores.open(db, reading=True) as kept:
        return [each.record.new for each in keys.named(kept) if each.record.of == of]


def test_the_whole_folder_is_lost(tmp_path: Path) -> None:
    """Keys, device and seeds: refused until a person changes the keys, and two people give the wagers back."""
    db, secrets = f"sqlite:///{tmp_path / 'pit.db'}", tmp_path / "pit.db.secrets"
    with _killed(db, "R00", "C1", secrets=secrets):
        (old,), (device,) = _names(db, "heads"), _names(db, "device")
        before = {table: _state(db, table) for table in ("R00", "C1")}
        shutil.rmtree(secrets)
        said = _refused(db)
        assert keys.short(old) in said
        assert "croupier rekey" in said
        assert not list(secrets.rglob("*.key")), "no key was made"
        assert "DEMO-9" in _run("rekey", db, "--by", "Ada Lund", "--licence", "DEMO-9", "--reason", "r", status=2)
        said = _run("rekey", db, *ADA)
        assert all(keys.short(key) in said for key in (old, device))
        assert _run("recover", db, status=1).count("Wagers of $5 (1) would go back") == 2
        assert "in service again" in _run("recover", db, "--table", "R00", *BOTH)
        _recovered(db, secrets, "C1")
        for was in before.values():
            _came_back(db, was)
        with stores.open(db) as kept, closing(_device(kept, secrets)) as asked:
            assert not lost_seeds(kept, asked)
        _plays_on(db, "R00", "C1")
    check(db, "R00", "C1")
    found = _audited(db)
    assert found.lost == 2
    says = [says for _, says in found.remarks]
    assert sum("Ada Lund (DEMO-1) changed" in each for each in says) == 2
    assert sum("was voided before the close" in each and "seed is lost" in each for each in says) == 2
    compared = _compared(db, secrets)
    assert compared.fault is None
    assert any("2 seals are of a device whose log is lost" in each for each in compared.remarks)


def test_the_key_that_signs_heads_is_lost(tmp_path: Path) -> None:
    """On PostgreSQL: nothing is signed with another key. After the change the round goes on with its seed."""
    db, secrets = postgresql(), tmp_path / "croupier" / "demonstration.secrets"
    with _killed(db, "R00", data=tmp_path, secrets=secrets) as ann:
        (old,) = _names(db, "heads")
        (secrets / "heads.key").unlink()
        with stores.open(db) as kept:
            with pytest.raises(keys.KeyLost, match=f"{keys.short(old)[:-1]}.*croupier rekey"):
                Vault(secrets).signer(kept)
            assert not list(secrets.glob("heads*"))
            heads = [head for stream in kept.streams() for head in kept.heads(stream)]
            kim = By("Kim Lee", "administrator", "4711")
            with (
                stores.open(db) as other,
                other.own(stream_of("R00")),
                pytest.raises(CannotRekey, match="a server runs"),
            ):
                rekey(kept, Vault(secrets), kim, "the disk broke")
            with closing(_device(kept, secrets)) as device:
                (changed,) = rekey(kept, Vault(secrets), kim, "the disk broke", device=device)
                with pytest.raises(CannotRekey, match="no key is lost"):
                    rekey(kept, Vault(secrets), kim, "the disk broke", device=device)
        assert (changed.of, changed.old) == ("heads", (old,))
        _plays_on(db, "R00", ann=ann, data=tmp_path, lost=False)
    check(db, "R00")
    ((_, remark),) = _audited(db).remarks
    assert "Kim Lee (4711) changed the key that signs heads" in remark
    assert "The old key did not confirm it" in remark
    with stores.open(db, reading=True) as kept:
        fault = audit(kept, heads).fault
        assert fault is not None
        assert "the heads that you gave do not vouch" in fault.what
        assert audit(kept, [head for stream in kept.streams() for head in kept.heads(stream)]).fault is None


def test_the_folder_of_the_device_is_lost(tmp_path: Path) -> None:
    """Another device is taken into use on record; nobody gets a seed or a log from nowhere."""
    db, secrets = f"sqlite:///{tmp_path / 'pit.db'}", tmp_path / "pit.db.secrets"
    with _killed(db, "R00", secrets=secrets) as ann:
        (device,) = _names(db, "device")
        before = _state(db, "R00")
        shutil.rmtree(secrets / "device")
        said = _refused(db)
        assert keys.short(device) in said
        assert "No new one was made" in said
        assert not list(secrets.glob("device/*.key"))
        wrong = _file(tmp_path, "Kim Okafor")
        assert '"Ada Lund" = "SECRET"' in _run("rekey", db, *ADA, "--secrets", str(wrong), status=2)
        _run("rekey", db, *ADA, "--secrets", str(_file(tmp_path, "Ada Lund")))
        assert len(_names(db, "heads")) == 1, "the other key is not touched"
        _can_sign_in(db, secrets, "Dee Novak")
        _recovered(db, secrets, "R00")
        _came_back(db, before)
        _plays_on(db, "R00", ann=ann)
    check(db, "R00")
    changed, lost = (says for _, says in _audited(db).remarks)
    assert f"changed the electronic device from {keys.short(device)}" in changed
    assert "its seed is lost, as Kim Okafor (DEMO-2) declared: the disk broke" in lost


def test_one_seed_is_lost(tmp_path: Path) -> None:
    """Its table is recovered; a table with its seed is not, and one person alone recovers nothing."""
    db, secrets = f"sqlite:///{tmp_path / 'pit.db'}", tmp_path / "pit.db.secrets"
    with _killed(db, "R00", "B6", secrets=secrets) as ann:
        before = _state(db, "R00")
        (secrets / "device" / f"{before.seal}.seed").unlink()
        _can_sign_in(db, secrets, "Dee Novak")
        file = _file(tmp_path, "Kim Okafor", "Dee Novak", "Pat Reyes")
        (tmp_path / "another").mkdir()
        people = {"table": "R00", "by": "Kim Okafor", "second": "Dee Novak", "reason": "it", "secrets": str(file)}
        for name, value, why in (
            ("second", "kim  OKAFOR", "another person"),
            ("reason", " ", "say why"),
            ("by", "Kim Lee", "not on the list of people"),
            ("by", "Pat Reyes", "key-manager"),
            ("second", "Pat Reyes", "dealer"),
            ("licence", "4711", "another licence"),
            ("secrets", str(_file(tmp_path / "another", "Ada Lund")), '"Kim Okafor" = "SECRET"'),
        ):
            words = [word for key, said in (people | {name: value}).items() for word in (f"--{key}", said)]
            assert why in _run("recover", db, *words, status=2)
        with pytest.raises(CannotRecover, match="the seed of table B6 is not lost"):
            _recovered(db, secrets, "B6")
        assert _state(db, "R00") == before, "nothing has changed"
        _recovered(db, secrets, "R00")
        _came_back(db, before)
        acted = [(each.by.person, each.by.role) for each in log(db, "R00")[-5:]]
        assert acted == [*[("Dee Novak", "dealer")] * 2, *[("Kim Okafor", "key-manager")] * 3]
        assert all(each.by.credential for each in log(db, "R00")[-5:])
        _plays_on(db, "R00", ann=ann)
    check(db, "R00", "B6")
    assert _audited(db).lost == 1
    assert _compared(db, secrets).fault is None


def test_the_hashes_of_the_staff_are_lost(tmp_path: Path) -> None:
    """Everybody knows the password of a demonstration: its server makes them again, and plays on."""
    db, secrets = f"sqlite:///{tmp_path / 'pit.db'}", tmp_path / "pit.db.secrets"
    with _killed(db, "B6", secrets=secrets):
        (secrets / "credentials.json").unlink()
        _plays_on(db, "B6", lost=False)
    assert (secrets / "credentials.json").exists()
    check(db, "B6")
