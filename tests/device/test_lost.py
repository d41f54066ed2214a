"""A device whose folder has lost something makes no key or log silently, and no other device answers for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.conduct import By, keys
from croupier.device.client import Client
from croupier.device.keeper import Keeper
from croupier.device.log import DeviceLost, renew
from croupier.device.messages import Known, Reopen, Sealed, SealRound
from croupier.floor.known_device import KnownDevice, key_of_device
from croupier.host.audit import audit
from croupier.table.outcomes import SeedGone
from tests.support.stores import SIGNER

KIM = By("Kim Lee", "administrator", "4711")


def _sealed(keeper: Keeper, number: int = 1) -> str:
    answer = keeper.ask(SealRound("R-3", number))
    assert isinstance(answer, Sealed)
    return answer.commitment


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a device that has sealed a round."""
    folder = tmp_path / "device"
    with closing(Keeper(folder)) as keeper:
        _sealed(keeper)
    return folder


def _key(folder: Path) -> None:
    (folder / "device.key").unlink()


def _another_key(folder: Path) -> None:
    (folder / "device.key").write_text(f"{os.urandom(32).hex()}\n")


def _log(folder: Path) -> None:
    (folder / "log.db").unlink()


@pytest.mark.parametrize("lose", [_key, _another_key, _log])
def test_a_lost_key_or_log_is_not_replaced(lose: Callable[[Path], None], folder: Path) -> None:
    lose(folder)
    before = sorted(folder.iterdir())
    for _ in range(2):
        with pytest.raises(DeviceLost, match=r"No new one was made.*croupier rekey"):
            Keeper(folder)
    assert sorted(folder.iterdir()) == before
    new = renew(folder, KIM, "the disk broke")
    with closing(Keeper(folder, key=new)) as keeper:
        assert key_of_device(keeper) == new
    with stores.open(f"sqlite:///{folder / 'log.db'}", reading=True) as kept:
        found = audit(kept)
    assert found.fault is None
    assert any("Kim Lee (4711) changed the key that signs heads" in says for _, says in found.remarks)


def test_an_empty_folder_is_refused_where_the_device_is_known(tmp_path: Path) -> None:
    with pytest.raises(DeviceLost, match="with key aaaaaaaaaaaaaaaa… any more"):
        Keeper(tmp_path / "device", key="a" * 64)
    assert not list((tmp_path / "device").iterdir())


def test_without_its_log_the_seeds_are_not_used_again(folder: Path) -> None:
    """Nobody knows what was drawn from them."""
    (seed,) = folder.glob("*.seed")
    _log(folder)
    renew(folder, KIM, "the disk broke")
    with closing(Keeper(folder)) as keeper, pytest.raises(SeedGone):
        keeper.ask(Reopen("R-3", 1, seed.stem))


def test_a_damaged_seed_stops_only_its_own_round(folder: Path) -> None:
    with closing(Keeper(folder)) as keeper:
        other = _sealed(keeper, 2)
        first = next(each for each in keeper.rounds if each != other)
    (folder / f"{first}.seed").write_bytes(bytes(32))
    with closing(Keeper(folder)) as keeper:
        assert keeper.ask(Reopen("R-3", 2, other)) == Known(None, (), keeper.key)
        with pytest.raises(SeedGone, match="does not open the seal"):
            keeper.ask(Reopen("R-3", 1, first))


def test_another_device_than_the_store_names_is_not_asked(folder: Path, tmp_path: Path) -> None:
    """Not at the first question, and not after the connection broke."""
    with stores.open("memory:") as kept, closing(Keeper(folder)) as device:
        keys.name(kept, keys.KeyNamed("heads", SIGNER.public.hex()), (SIGNER,))
        KnownDevice(kept, device, SIGNER).ask(SealRound("R-3", 2))
        assert keys.key_of(kept, "device") == key_of_device(device)
        with closing(Keeper(tmp_path / "other")) as other, pytest.raises(DeviceLost, match="Use that one"):
            KnownDevice(kept, other, SIGNER).ask(SealRound("R-3", 3))
        assert audit(kept).fault is None
    with closing(Client.of(folder, "b" * 64)) as client:
        with pytest.raises(DeviceLost, match="with key bbbbbbbbbbbbbbbb… any more"):
            client.ask(SealRound("R-3", 4))
        assert client.started is not None
        assert client.started.wait(20) == 0, "it ends at once"
