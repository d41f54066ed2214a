"""A power cut at any moment loses nothing acknowledged, and with fewer syncs it would."""

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
    """A backend with a given level of syncing, and a checkpoint every few commits."""

    def __init__(self, path: Path, vfs: str, synchronous: int) -> None:
        super().__init__(path, vfs)
        self.connection.pragma("synchronous", synchronous)
        self.connection.pragma("wal_autocheckpoint", 30)


def _work(path: Path, synchronous: int) -> list[Step]:
    """Record two rounds at a table, with heads and snapshots."""
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
    """The condition of a store: complete, without an acknowledged command, or damaged."""
    try:
        with stores.open(f"sqlite:///{path}", vfs=vfs) as kept:
            found = there(kept, script)
            whole(kept, found)
    except (StoreError, AssertionError) as error:
        return f"damaged ({type(error).__name__})"
    return "whole" if found >= acknowledged else "lost"


def _found(steps: list[Step], folder: Path, vfs: str, seed: str, many: int) -> Counter[str]:
    """The condition of every disk image."""
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
    """At every point of the record, also of opening and closing, every possible disk image opens and is complete."""
    steps = _work(tmp_path / "s.db", FULL)
    assert _checkpoints(steps) > 3
    seed, many = (secrets.token_hex(8), WHOLE) if proof else ("croupier", SHARE)
    found = _found(steps, tmp_path / "images", careless, seed, many)
    assert set(found) == {"whole"}, (found, seed)
    share(f"power lost at {len(steps)} points, {many} of {WHOLE} draws at each: {_told(found)}, seed {seed!r}")


def _checkpoints(steps: list[Step]) -> int:
    """How often the database file itself was synced; its WAL restarts after that."""
    (file, *_) = (step.file for step in steps if step.name == "s.db")
    return sum(step == Step("sync", file) for step in steps)


@pytest.mark.parametrize("less", [NORMAL, OFF])
def test_with_fewer_syncs_losses_are_found(
    less: int, tmp_path: Path, careless: str, share: Callable[[str], None]
) -> None:
    """The same search finds losses of a store that syncs only at checkpoints, or never."""
    found = _found(_work(tmp_path / "s.db", less), tmp_path / "images", careless, "croupier", 1)
    assert found["lost"] > 0, found
    if less == OFF:
        assert any(what.startswith("damaged") for what in found), found
    share(f"power lost with synchronous={'NORMAL' if less else 'OFF'}, to see that losses are found: {_told(found)}")


def test_a_disk_that_does_not_sync_the_database_is_found(tmp_path: Path, careless: str) -> None:
    """The search covers checkpoints: if only the WAL is synced, the database file is damaged or loses commands."""
    steps = _work(tmp_path / "s.db", FULL)
    (file, *_) = (step.file for step in steps if step.name == "s.db")
    found = _found([step for step in steps if step != Step("sync", file)], tmp_path / "images", careless, "x", 1)
    assert set(found) != {"whole"}


class _Circling(SQLite):
    """A damaged file in which the command after one is an earlier one."""

    def commands_after(self, last: Key, most: int) -> list[Appended]:
        """Always return the first commands."""
        return super().commands_after(("", ""), most)


def test_reading_a_damaged_file_ends(tmp_path: Path) -> None:
    """The search above found such a file, in which the commands formed a loop."""
    with Store(_Circling(tmp_path / "s.db")) as kept:
        kept.append("t", 0, "c", [("kind", b"")], at=0)
        with pytest.raises(Damaged, match="stream 't', version 1: command 'c' is out of order"):
            list(kept.commands())
