"""A database file that is removed or replaced while it is open: nothing is acknowledged into the void."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from concurrent.futures import wait
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.store import Store, StoreFailed
from tests.support.stores import fill
from tests.support.web import FAST, Server, Visitor

Attack = Callable[[Path], None]


def _unlink(db: Path) -> None:
    db.unlink()


def _unlink_wal(db: Path) -> None:
    db.with_name(f"{db.name}-wal").unlink()


def _replace(db: Path) -> None:
    shutil.copy(db, db.with_name("other"))
    db.with_name("other").rename(db)


def _replace_wal(db: Path) -> None:
    wal = db.with_name(f"{db.name}-wal")
    shutil.copy(wal, wal.with_name("other"))
    wal.with_name("other").rename(wal)


def _move_the_folder(db: Path) -> None:
    db.parent.rename(db.parent.with_name("elsewhere"))


def _link_elsewhere(db: Path) -> None:
    db.rename(db.with_name("elsewhere"))
    db.symlink_to("/dev/null")


ATTACKS: list[Attack] = [_unlink, _unlink_wal, _replace, _replace_wal, _move_the_folder, _link_elsewhere]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    return tmp_path / "folder" / "shift.db"


def _append(kept: Store) -> None:
    kept.append("t", kept.version("t"), f"c{kept.version('t')}", [("kind", b"body")], at=0)


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("attack", ATTACKS)
def test_the_next_command_is_not_acknowledged(attack: Attack, apart: bool, db: Path) -> None:
    with stores.open(f"sqlite:///{db}", apart=apart) as kept:
        fill(kept, "t", 3)
        attack(db)
        with pytest.raises(StoreFailed, match="removed or replaced while it was open"):
            _append(kept)
        with pytest.raises(StoreFailed):
            _append(kept)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_repeated_command_is_not_acknowledged_again(attack: Attack, db: Path) -> None:
    """The file that has the first answer has gone: it must not be given again."""
    with stores.open(f"sqlite:///{db}") as kept:
        kept.append("t", 0, "c", [("kind", b"body")], at=0)
        attack(db)
        with pytest.raises(StoreFailed, match="removed or replaced"):
            kept.append("t", 0, "c", [("kind", b"body")], at=0)


def test_every_acknowledged_command_is_found(db: Path) -> None:
    """Commands are being written while the file is moved away: those with an answer are in it."""
    with stores.open(f"sqlite:///{db}") as kept:
        fill(kept, "t", 200)
        waiting = [kept.submit("t", 200 + n, f"more-{n}", [("kind", b"")], at=0) for n in range(500)]
        os.rename(db, db.with_name("kept"))
        wait(waiting)
        with pytest.raises(StoreFailed):
            _append(kept)
        acknowledged = [n for n, future in enumerate(waiting) if future.exception() is None]
    for ending in ("", "-wal"):
        if (old := db.with_name(f"{'kept' if not ending else db.name}{ending}")).exists():
            old.rename(db.with_name(f"back.db{ending}"))
    with stores.open(f"sqlite:///{db.with_name('back.db')}") as found:
        assert all(found.answer("t", f"more-{n}") is not None for n in acknowledged)


def test_a_server_ends_with_a_sentence(db: Path) -> None:
    with Server(f"sqlite:///{db}", "R0", pace=FAST) as server:
        visitor = Visitor(server)
        with visitor.at("R0") as line:
            line.until_betting()
            db.unlink()
            assert server.process.wait(20) != 0
