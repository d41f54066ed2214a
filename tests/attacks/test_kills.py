"""Server, device and database are killed in any order under load: nothing acknowledged is lost or applied twice."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from croupier import store as stores
from croupier.device.keeper import Keeper
from croupier.device.messages import Reveal
from croupier.floor.crew.act import Act
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.source import Electronic
from croupier.floor.houses import charge
from croupier.host import Host
from croupier.host.audit import audit
from croupier.table import By, stream_of
from croupier.table.acts.device import RevealSeed
from tests.support.crash.life import ROOT, Disk, disk
from tests.support.kills.cast import alive, database, kill
from tests.support.stores import LASTING
from tests.support.table.hosted import Hosted
from tests.support.table.play import by, written

__all__ = ["disk"]

MANNERS = ("server", "floor")
WHOLE, FEW = 5_000, 5  # kills in `make proof` and in `make test`, for each database and each manner
COUNTED = (
    "of server", "of device", "of database", "at once", "starting", "in a draw", "in a settlement",
    "acknowledged", "again", "rounds", "proofs",
)  # fmt: skip


@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("place", LASTING)
def test_nothing_is_lost_when_anything_is_killed(
    place: str, manner: str, disk: Disk, proof: bool, share: Callable[[str], None]
) -> None:
    seed, kills = (secrets.token_hex(8), WHOLE) if proof else ("kills", FEW)
    words = [sys.executable, "-m", "tests.support.kills.run", str(disk.folder), place, manner, seed, str(kills)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert counts["kills"] >= kills
    assert counts["acknowledged"] >= 2 * kills, counts
    count = {name: f"{counts.get(name, 0):,}" for name in COUNTED}
    share(
        f"kills on {place}, {manner}: {counts['kills']:,} of {WHOLE:,}, {count['of server']} of"
        f" the server, {count['of device']} of the device, {count['of database']} of the database"
        f" ({count['at once']} times several at once, {count['starting']} during a start, {count['in a draw']} during"
        f" a draw, {count['in a settlement']} during a settlement); {count['acknowledged']} answers, none lost,"
        f" {count['again']} asked again, {count['rounds']} rounds settled once, {count['proofs']} drawn;"
        f" {counts['seconds']} s, seed {seed!r}"
    )


def test_what_a_killed_database_leaves_behind_does_not_keep_it_down(disk: Disk) -> None:
    """PostgreSQL refuses to start beside a process that it started in the moment in which it was killed."""
    with database("postgresql", disk.folder) as postgres:
        assert postgres is not None
        postgres.wait()
        with closing(psycopg.connect(postgres.server.get_uri())):
            (left,) = postgres.backends()
            os.kill(left, signal.SIGSTOP)  # as if it waited for a lock of a killed process
            kill([pid for pid in postgres.processes if pid != left])
            assert alive(left)
            postgres.wait()
        assert not alive(left)


#: A server whose database is killed in the moment in which its device is asked who it is.
_KILLED = """
import os, sys
from pathlib import Path
from croupier.device.keeper import Keeper
from croupier.floor.demonstration import houses
from croupier.web.server.serve import CannotServe, serve
from tests.support.kills.cast import children, kill

class Device(Keeper):
    def ask(self, question):
        kill(children(os.getpid()))
        return super().ask(question)

folder = Path(sys.argv[1])
try:
    db, house = f"sqlite:///{folder / 'pit.db'}", houses(delay=0)["R00"]
    serve(db, 0, houses={"R00": house}, device=Device(folder / "device"))
except CannotServe as error:
    print(error)
"""


def test_a_server_ends_whose_database_is_killed_while_it_meets_its_device(tmp_path: Path) -> None:
    """It listened for good and answered nobody: what stops it had ended itself with the error of the store."""
    done = subprocess.run(
        [sys.executable, "-c", _KILLED, tmp_path], capture_output=True, text=True, cwd=ROOT, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "the process of the database has ended" in done.stdout


def test_a_table_goes_on_that_was_stopped_between_the_seed_and_its_record(tmp_path: Path) -> None:
    """The device had told the seed, and the table had not recorded it: the table was out of service for good."""
    with stores.open("memory:") as kept, closing(Keeper(tmp_path / "device")) as keeper:
        host = Host(kept, stream_of("T1"))
        table = Hosted(host=host, state=host.state)
        house = written("colorado-double-zero", device__electronic=True, device__delay=1_000)
        table.do("open-table", by("pit-supervisor"), house=house, bank=100_000_00, **charge(house, "dee"))

        def give(word: str, who: By, fields: Any) -> str:
            table.do(word, who, **fields)
            return f"c{table.number}"

        def driver(source: Electronic) -> Driver:
            return Driver(lambda: host.state, give, source, staff=by)

        first = driver(Electronic(kept, keeper, "T1"))
        assert isinstance(first.run(RevealSeed), Act)
        assert host.state.seal is not None
        keeper.ask(Reveal(host.state.seal))

        source = Electronic(kept, keeper, "T1")  # the next process
        source.reopen(host.state)
        assert isinstance(driver(source).step(), Act)
        assert host.state.revealed
        host.close()
        assert audit(kept).fault is None
