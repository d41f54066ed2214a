"""The power goes at any moment: as the store syncs nothing acknowledged is lost, and with less it would be."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.host import Host
from croupier.store import Appended, Damaged, Store, StoreError
from croupier.store.base import Key
from croupier.store.sqlite import SQLite
from croupier.table import stream_of
from tests.support.crash.life import SIGNER, Script, there, whole
from tests.support.crash.power import Careless, Recorder, Step, images, lay_out

SHARE, WHOLE = 5, 200  # images drawn at a point, besides the extremes
FULL, NORMAL, OFF = 2, 1, 0
PARTS = (range(12), range(12, 26))  # the commands before and after the store is closed and opened again


class _Syncing(SQLite):
    """Rows that sync as they are told, with a checkpoint every few commits."""

    def __init__(self, path: Path, vfs: str, synchronous: int) -> None:
        super().__init__(path, vfs)
        self.connection.pragma("synchronous", synchronous)
        self.connection.pragma("wal_autocheckpoint", 30)


def _work(path: Path, synchronous: int) -> list[Step]:
    """The record of a table at which two rounds are played, with heads and snapshots."""
    recorder, script = Recorder("recorder"), Script("R1", "power", 1, 3)
    try:
        for part in PARTS:
            with Store(_Syncing(path, "recorder", synchronous)) as kept:
                host = Host(kept, stream_of("R1"), signer=SIGNER)
                for number in part:
                    assert host.handle(script.command(number)).command
                    recorder.steps.append(Step("acknowledge"))
                host.close()
        return recorder.steps
    finally:
        recorder.unregister()


@pytest.fixture
def careless() -> Iterator[str]:
    """The name of a file system that syncs nothing."""
    vfs = Careless("careless")
    yield "careless"
    vfs.unregister()


def _look(path: Path, vfs: str, script: Script, acknowledged: int) -> str:
    """What became of a store: it is whole, or lost a command that was acknowledged, or is damaged."""
    try:
        with stores.open(f"sqlite:///{path}", vfs=vfs) as kept:
            found = there(kept, script)
            whole(kept, found)
    except (StoreError, AssertionError) as error:
        return f"damaged ({type(error).__name__})"
    return "whole" if found >= acknowledged else "lost"


def _found(steps: list[Step], folder: Path, vfs: str, seed: str, many: int) -> Counter[str]:
    """What became of every image."""
    folder.mkdir()
    found, script = Counter[str](), Script("R1", "power", 1, 3)
    for acknowledged, image in images(steps, seed, many):
        lay_out(image, folder)
        found[_look(folder / "s.db", vfs, script, acknowledged)] += 1
    return found


def _told(found: Counter[str]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in sorted(found.items()))


@pytest.mark.timeout(3600)
def test_nothing_acknowledged_is_lost(
    tmp_path: Path, careless: str, proof: bool, share: Callable[[str], None]
) -> None:
    """At every point of the record, also of opening and closing: whatever the disk holds, it opens and is whole."""
    steps = _work(tmp_path / "s.db", FULL)
    assert _checkpoints(steps) > 3
    seed, many = (secrets.token_hex(8), WHOLE) if proof else ("croupier", SHARE)
    found = _found(steps, tmp_path / "images", careless, seed, many)
    assert set(found) == {"whole"}, (found, seed)
    share(f"power lost at {len(steps)} points, {many} of {WHOLE} draws at each: {_told(found)}, seed {seed!r}")


def _checkpoints(steps: list[Step]) -> int:
    """How often writes to the database's own file were synced: its WAL begins anew after them."""
    (file, *_) = (step.file for step in steps if step.name == "s.db")
    return sum(step == Step("sync", file) for step in steps)


@pytest.mark.parametrize("less", [NORMAL, OFF])
def test_with_fewer_syncs_losses_are_found(
    less: int, tmp_path: Path, careless: str, share: Callable[[str], None]
) -> None:
    """The same search finds what a store loses that syncs at checkpoints only, or never."""
    found = _found(_work(tmp_path / "s.db", less), tmp_path / "images", careless, "croupier", 1)
    assert found["lost"] > 0, found
    if less == OFF:
        assert any(what.startswith("damaged") for what in found), found
    share(f"power lost with synchronous={'NORMAL' if less else 'OFF'}, to see that losses are found: {_told(found)}")


def test_a_disk_that_does_not_sync_the_database_is_found(tmp_path: Path, careless: str) -> None:
    """The search reaches checkpoints: with WAL syncs alone the database's own file is damaged or loses commands."""
    steps = _work(tmp_path / "s.db", FULL)
    (file, *_) = (step.file for step in steps if step.name == "s.db")
    found = _found([step for step in steps if step != Step("sync", file)], tmp_path / "images", careless, "x", 1)
    assert set(found) != {"whole"}


class _Circling(SQLite):
    """A file so damaged that what comes after a command is what came before it."""

    def commands_after(self, last: Key, most: int) -> list[Appended]:
        """The first ones, always."""
        return super().commands_after(("", ""), most)


def test_a_damaged_file_is_not_read_for_ever(tmp_path: Path) -> None:
    """As the search above found one, in which the commands went around."""
    with Store(_Circling(tmp_path / "s.db")) as kept:
        kept.append("t", 0, "c", [("kind", b"")], at=0)
        with pytest.raises(Damaged, match="stream 't', version 1: command 'c' is out of order"):
            list(kept.commands())
