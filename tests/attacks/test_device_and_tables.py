"""The log of the device and those of the tables say the same; what is in one only is found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.device.keeper import Keeper
from croupier.device.messages import Close, Draw, SealRound, Shown
from croupier.floor.crew.act import Act
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.source import Electronic
from croupier.floor.houses import charge
from croupier.host import Host
from croupier.host.audit import audit
from croupier.host.audit.devices import compare
from croupier.host.device import Device
from croupier.store import Store
from croupier.table import stream_of
from croupier.table.closing import NOBODY
from croupier.table.outcomes import Generator
from tests.support.table.hosted import Hosted
from tests.support.table.play import by, written

ROUNDS = 3


@pytest.fixture
def kept() -> Iterator[Store]:
    """A store in memory."""
    with stores.open("memory:") as store:
        yield store


def _plays(kept: Store, keeper: Keeper, delay: int = 1_000, table: str = "T1") -> None:
    """Play rounds with a device."""
    host = Host(kept, stream_of(table))
    hosted = Hosted(host=host, state=host.state)
    house = written("colorado-double-zero", device__electronic=True, device__delay=delay)
    hosted.do("open-table", by("pit-supervisor"), house=house, bank=100_000_00, **charge(house, "dee"))

    def give(word: str, who: object, fields: object) -> str:
        hosted.do(word, who, **fields)  # type: ignore[arg-type]
        return f"{hosted.ids}{hosted.number}"

    driver = Driver(lambda: host.state, give, Electronic(kept, keeper, table), staff=by)
    while host.state.round <= ROUNDS:
        assert isinstance(driver.step(), Act)
    host.close()


def _log(folder: Path) -> Store:
    return stores.open(f"sqlite:///{folder / 'log.db'}", reading=True)


@pytest.mark.parametrize("delay", [0, 1_000])
def test_both_logs_say_the_same(delay: int, kept: Store, tmp_path: Path) -> None:
    with closing(Keeper(tmp_path / "device")) as keeper:
        _plays(kept, keeper, delay)
    found = audit(kept)
    assert (found.fault, found.proofs) == (None, ROUNDS)
    with _log(tmp_path / "device") as log:
        assert compare(kept, log).fault is None


def test_a_table_that_drew_without_the_device_is_found(kept: Store, tmp_path: Path) -> None:
    """A host that makes its own seed has a valid proof for everything, and the device knows nothing of it."""
    with closing(Keeper(tmp_path / "device")) as keeper:
        _plays(kept, keeper)
        host = Host(kept, stream_of("T1"))
        hosted = Hosted(host=host, state=host.state, number=host.state.at)  # own ids, and later times
        cheat = Device(Generator().seal("T1", host.state.round))
        hosted.do("publish-seal", by("device"), commitment=cheat.seal.commitment)
        host.close()
    assert audit(kept).fault is None
    with _log(tmp_path / "device") as log:
        fault = compare(kept, log).fault
    assert fault is not None
    assert "the device has not made its seal" in fault.what


def test_a_device_that_drew_for_a_round_that_no_table_has_is_found(kept: Store, tmp_path: Path) -> None:
    with closing(Keeper(tmp_path / "device")) as keeper:
        _plays(kept, keeper)
        sealed = keeper.ask(SealRound("T1", 99))
        commitment = sealed.commitment  # type: ignore[union-attr]
        keeper.ask(Close((Shown(commitment, "a" * 64, NOBODY, 0),), 0))
        keeper.ask(Draw(commitment, 1, "outcome", "0:1 1:1"))
    with _log(tmp_path / "device") as log:
        fault = compare(kept, log).fault
    assert fault is not None
    assert "whose log does not have its seal" in fault.what


def test_the_log_of_another_device_is_found(kept: Store, tmp_path: Path) -> None:
    with closing(Keeper(tmp_path / "device")) as keeper:
        _plays(kept, keeper)
    with closing(Keeper(tmp_path / "other")) as other, stores.open("memory:") as elsewhere:
        _plays(elsewhere, other)
    with _log(tmp_path / "other") as log:
        fault = compare(kept, log).fault
    assert fault is not None
    assert fault.stream == "table/T1"
