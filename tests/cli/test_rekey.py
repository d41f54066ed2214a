"""`croupier rekey` as a person runs it: for a device that runs on its own, and where anchors are received."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from croupier import store as stores
from croupier.conduct import keys
from croupier.device.client import Client
from croupier.device.log import DeviceLost
from croupier.floor import demonstration
from croupier.floor.known_device import KnownDevice
from croupier.floor.vault import Vault
from croupier.host.anchors.kept import Elsewhere
from croupier.host.anchors.schedule import Anchoring
from croupier.host.anchors.targets import Receiver
from croupier.host.audit import audit_place
from tests.support.command import CROUPIER, croupier

KIM = ("--by", "Kim Lee", "--licence", "4711", "--reason", "the disk broke")


@contextmanager
def _running(*words: str | Path) -> Iterator[str]:
    """A command that runs until it is interrupted; yields its first line."""
    process = Popen([CROUPIER, *words], stdout=PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 0


def _rekey(*words: str | Path, status: int = 0) -> str:
    done = croupier("rekey", *KIM, *words)
    assert done.returncode == status, done.stderr
    return " ".join((done.stderr if status else done.stdout).split())


# A device that `croupier device` runs ---------------------------------------------------------------------------
@pytest.fixture
def known(tmp_path: Path) -> tuple[str, Path, Path]:
    """A store that names the device of a folder with its socket."""
    db, folder, socket = f"sqlite:///{tmp_path}/pit.db", tmp_path / "device", tmp_path / "socket"
    with _running("device", "--folder", folder, "--socket", socket):
        _meet(db, socket)
    return db, folder, socket


def _meet(db: str, socket: Path) -> None:
    """Meet the device as a server does when it starts."""
    with stores.open(db) as store:
        signer = Vault(demonstration.secrets_of(db)).signer(store)
        with closing(KnownDevice(store, Client(socket), signer)) as device:
            device.meet()


def _named(db: str) -> list[keys.KeyNamed]:
    with stores.open(db, reading=True) as store:
        return [each.record for each in keys.named(store) if each.record.of == "device"]


def test_the_key_of_a_device_is_changed_where_it_runs_then_at_its_stores(known: tuple[str, Path, Path]) -> None:
    db, folder, socket = known
    (old,) = _named(db)
    (folder / "device.key").unlink()
    said = _rekey("--device-folder", folder)
    assert "Kim Lee (4711) is on record in its log" in said
    with _running("device", "--folder", folder, "--socket", socket):
        with pytest.raises(DeviceLost, match=keys.short(old.new)):
            _meet(db, socket)
        said = _rekey("--db", db, "--device", socket)
        assert "no key is lost" in _rekey("--db", db, "--device", socket, status=2)
        _meet(db, socket)
    _, new = _named(db)
    assert f"The electronic device: {keys.short(old.new)} before, {keys.short(new.new)} from now on." in said
    assert (new.old, new.by and new.by.person, new.reason) == ((old.new,), "Kim Lee", "the disk broke")
    for place, of in ((db, "the electronic device"), (f"sqlite:///{folder}/log.db", "the key that signs heads")):
        (says,) = (says for _, says in audit_place(place).remarks)
        assert f"Kim Lee (4711) changed {of} from {keys.short(old.new)} to {keys.short(new.new)}" in says


def test_a_device_that_runs_keeps_its_key(known: tuple[str, Path, Path]) -> None:
    """The sentence names its folder, and nothing is made or changed."""
    db, folder, socket = known
    with _running("device", "--folder", folder, "--socket", socket):
        before = sorted(folder.glob("*.key"))
        assert f"the device in '{folder}'" in _rekey("--device-folder", folder, status=2)
        assert sorted(folder.glob("*.key")) == before
        assert "no key is lost" in _rekey("--db", db, "--device", socket, status=2)
        said = _rekey("--db", db, "--of", "device", "--device", socket, status=2)
    assert "change its key where it runs" in said
    assert len(_named(db)) == 1


def test_a_folder_that_is_not_there_becomes_no_device(tmp_path: Path) -> None:
    assert "there is no folder" in _rekey("--device-folder", tmp_path / "devise", status=2)
    assert not (tmp_path / "devise").exists()
    (tmp_path / "device").mkdir(mode=0o700)
    for more in (("--db", "memory:"), ("--of", "device"), ("--device", "socket")):
        assert "leave out" in _rekey("--device-folder", tmp_path / "device", *more, status=2)
    assert not list((tmp_path / "device").iterdir())


# Where anchors are received -------------------------------------------------------------------------------------
@contextmanager
def _receiving(out: Path, *more: str) -> Iterator[Callable[[str], str | None]]:
    """`croupier keep-anchors`; yields what anchors a store there, and returns why that failed."""
    with _running("keep-anchors", "--out", out, "--port", "0", *more) as first:
        address = first.split()[-1]

        def anchor(db: str) -> str | None:
            with stores.open(db) as store:
                signer = Vault(demonstration.secrets_of(db)).signer(store)
                anchoring = Anchoring(store, signer, [Receiver(address)])
                anchoring.anchor()
            return anchoring.reached[0].failed

        yield anchor


def test_a_receiver_gets_the_new_key_from_a_person(tmp_path: Path) -> None:
    """Until then it takes nothing, and the log of the server says what to do. Afterwards it gets all it missed."""
    db, out = f"sqlite:///{tmp_path}/pit.db", tmp_path / "anchors"
    with _receiving(out) as anchor:
        assert anchor(db) is None
        said, before = _rekey("--db", db, "--of", "heads"), out.read_bytes()
        old, new = (_heads(db)[number] for number in (0, 1))
        assert f"croupier keep-anchors --key {new}" in said
        why = anchor(db) or ""
        assert f"are signed with key {keys.short(new)}, and this receiver takes those of {keys.short(old)}." in why
        assert "again with the --key that `croupier rekey` printed" in why
        assert out.read_bytes() == before
    with _receiving(out, "--key", new) as anchor:
        assert anchor(db) is None
    with _receiving(out) as anchor:
        assert anchor(db) is None, "the file has an anchor of that key now"
    assert out.read_bytes().startswith(before)
    found = audit_place(db, elsewhere=Elsewhere().add(out))
    assert (found.fault, found.unanchored) == (None, 0)


def test_servers_with_keys_of_their_own_share_a_receiver(tmp_path: Path) -> None:
    """It needs the key of each; then it keeps one history."""
    db, out, ours = f"sqlite:///{tmp_path}/pit.db", tmp_path / "anchors", Vault(tmp_path / "ours").identity(None)
    with stores.open(db) as store:
        own = Vault(demonstration.secrets_of(db)).signer(store)
        keys.name_peers(store, own, [ours.public])
    both = [word for each in (own, ours) for word in ("--key", each.public.hex())]
    for more, status in ((both[:2], 403), (both, None)):
        with _running("keep-anchors", "--out", out, "--port", "0", *more) as first, stores.open(db) as store:
            failed = []
            for signer in (own, ours, own):
                anchoring = Anchoring(store, signer, [Receiver(first.split()[-1])])
                anchoring.anchor()
                failed.append(anchoring.reached[0].failed)
        assert [None if each is None else "give a --key for each" in each for each in failed] == [
            None, None if status is None else True, None
        ]  # fmt: skip
    found = audit_place(db, elsewhere=Elsewhere().add(out))
    assert (found.fault, found.unanchored) == (None, 0)


def _heads(db: str) -> list[str]:
    with stores.open(db, reading=True) as store:
        return [each.record.new for each in keys.named(store) if each.record.of == "heads"]
