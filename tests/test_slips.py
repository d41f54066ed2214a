"""An act that spans two streams: a slip is never lost and never used twice, whatever is killed when."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import sleep

import pytest

from croupier import store
from croupier.conduct.postings import Balances
from croupier.conduct.slip import Note, Slip
from croupier.host import Host, load
from croupier.host.audit import audit
from croupier.host.slips import Slips, deliver, slips_of
from croupier.store import Store
from tests.slip_owners import TILLS, WAYS
from tests.slip_streams import COURIER, MOST, Receive, Send, TakeBack
from tests.store_places import LASTING, PLACES, SIGNER, chosen, postgresql, url


class Pair:
    """A cage and two tills over one store."""

    def __init__(self, kept: Store) -> None:
        self.kept, self.number = kept, 0
        self.hosts = {name: Host(kept, name, signer=SIGNER) for name in ("cage", *TILLS)}

    def send(self, source: str, to: str, amount: int) -> Slip | None:
        """A slip, issued and not yet delivered; nothing where that is refused."""
        self.number += 1
        command = Send(id=f"send/{source}/{self.number}", by=COURIER, at=self.number, to=to, amount=amount)
        answer = self.hosts[source].handle(command)
        return None if answer.refusal else Slip(source, self.hosts[source].state.issued, to, "cash", amount)

    def held(self, name: str) -> int:
        balances: Balances = self.hosts[name].state.balances
        return dict(balances).get(name, 0)

    def close(self) -> None:
        for host in self.hosts.values():
            host.close()


@pytest.fixture(params=PLACES)
def pair(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    with store.open(chosen(request, tmp_path, monkeypatch)) as kept:
        found = Pair(kept)
        yield found
        found.close()


def test_a_slip_is_issued_here_and_received_there(pair: Pair) -> None:
    slip = pair.send("cage", "till/1", 200_00)
    assert slip is not None
    assert audit(pair.kept).under_way == 1
    answers = [deliver(slip, pair.hosts.__getitem__, at) for at in (5, 5, 9)]
    assert answers[0] == answers[1] == answers[2]
    assert (pair.held("cage"), pair.held("till/1")) == (-200_00, 200_00)
    found = audit(pair.kept)
    assert (found.slips, found.under_way, found.fault) == (1, 0, None)


def test_a_slip_that_is_refused_comes_back(pair: Pair) -> None:
    for amount in (MOST, 1_00):
        slip = pair.send("cage", "till/1", amount)
        assert slip is not None
        for at in (5, 6, 7):
            deliver(slip, pair.hosts.__getitem__, at)
    assert (pair.held("cage"), pair.held("till/1")) == (-MOST, MOST)
    found = audit(pair.kept)
    assert (found.slips, found.under_way, found.refusals, found.fault) == (2, 0, 1, None)


def test_an_audit_finds_what_does_not_fit(pair: Pair) -> None:
    """A receipt of what nobody issued."""
    slip = pair.send("cage", "till/1", 5_00)
    assert slip is not None
    deliver(slip, pair.hosts.__getitem__, 5)
    assert audit(pair.kept).fault is None
    unissued = Slip("cage", 9, "till/1", "cash", 5_00)
    answer = pair.hosts["till/1"].handle(Receive(id=unissued.id, by=COURIER, at=5, slip=unissued))
    assert answer.refusal is None, "a till does not know what the cage has issued; an audit does"
    fault = audit(pair.kept).fault
    assert fault is not None
    assert "slip/cage/9 was not issued so by 'cage'" in fault.what


@pytest.mark.parametrize("how", ["twice", "both ends", "elsewhere", "another amount"])
def test_slips_that_cannot_be(how: str) -> None:
    slips, slip = Slips(), Slip("cage", 1, "till/1", "cash", 5_00)
    assert slips.see("cage", Note("issues", slip)) is None
    if how == "another amount":
        other = Slip("cage", 1, "till/1", "cash", 6_00)
        assert slips.see("till/1", Note("receives", other)) is None
        assert slips.fault() is not None
        return
    assert slips.see("till/1", Note("receives", slip)) is None
    assert slips.fault() is None
    says = {
        "twice": slips.see("cage", Note("issues", slip)),
        "both ends": slips.see("cage", Note("takes-back", slip)),
        "elsewhere": slips.see("till/2", Note("receives", slip)),
    }[how]
    assert says


def test_what_was_taken_back_is_not_received_later(pair: Pair) -> None:
    slip = pair.send("cage", "till/1", MOST + 1)
    assert slip is not None
    deliver(slip, pair.hosts.__getitem__, 5)
    drop = pair.send("till/1", "cage", 1_00)
    assert drop is None, "the till holds nothing"
    deliver(slip, pair.hosts.__getitem__, 6)
    assert (pair.held("till/1"), pair.held("cage")) == (0, 0)
    assert audit(pair.kept).fault is None


def test_a_slip_goes_by_its_own_id_alone(pair: Pair) -> None:
    """Under another id it would be used twice. An id of a slip is for nothing else, and what may still come stays."""
    slip = pair.send("cage", "till/1", 5_00)
    assert slip is not None
    cage, till = pair.hosts["cage"], pair.hosts["till/1"]
    for host, command in (
        (till, Receive(id="other", by=COURIER, at=5, slip=slip)),
        (cage, TakeBack(id="other", by=COURIER, at=5, slip=slip)),
        (cage, TakeBack(id=slip.back_id, by=COURIER, at=5, slip=slip)),
        (till, Send(id="slip/cage/7", by=COURIER, at=5, to="cage", amount=1_00)),
    ):
        refusal = host.handle(command).refusal
        assert refusal is not None
        assert refusal.word == "slip-misused"
    deliver(slip, pair.hosts.__getitem__, 5)
    assert (pair.held("cage"), pair.held("till/1")) == (-5_00, 5_00)
    for _ in range(6):  # the seventh too is received under its id
        deliver(pair.send("cage", "till/1", 1_00) or slip, pair.hosts.__getitem__, 5)
    assert pair.held("till/1") == 5_00 + 6 * 1_00
    assert (audit(pair.kept).under_way, audit(pair.kept).fault) == (0, None)


# Killed -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("where", LASTING)
def test_no_slip_is_lost_or_used_twice_by_couriers_that_are_killed(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Couriers send and deliver until they are killed; the next one delivers what it finds under way."""
    kills = 60 if request.config.getoption("--proof") else 8
    place, random = url(where, tmp_path), Random(7)
    issued = 0
    for life in range(kills):
        command = [sys.executable, "-P", "-m", "tests.test_slips", place, str(life)]
        root = str(Path(__file__).parent.parent)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
        courier = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=root)
        assert courier.stdout is not None
        assert courier.stdout.readline() == b"begun\n"
        sleep(random.uniform(0, 0.25))
        courier.send_signal(signal.SIGKILL)
        courier.communicate()
        with store.open(place) as kept:
            found = audit(kept)
            assert found.fault is None, found.fault
            issued = found.slips
    with store.open(place) as kept:
        pair = Pair(kept)
        for slip in slips_of(kept, list(pair.hosts)).under_way:
            deliver(slip, pair.hosts.__getitem__, 10**6)
        found = audit(kept)
        assert (found.under_way, found.fault) == (0, None)
        assert sum(pair.held(name) for name in pair.hosts) == 0, "what left the cage is in the tills"
        pair.close()
        for name in pair.hosts:
            assert dict(load(kept, name)[0].balances).get(name, 0) == pair.held(name)
    print(f"slips on {where}: {issued} issued by {kills} couriers that were killed")
    assert issued > kills


# Killed, with two owners ------------------------------------------------------------------------------------
OWNERS = (("cage",), TILLS)


class Owners:
    """Two processes on one PostgreSQL: one has the cage, the other the tills."""

    def __init__(self, place: str, folder: Path) -> None:
        self.place, self.folder, self.lives = place, folder, 0
        self.processes: dict[tuple[str, ...], subprocess.Popen[bytes]] = {}

    def start(self, *which: tuple[str, ...]) -> None:
        """Start them, and wait until each has delivered what was under way."""
        root = str(Path(__file__).parent.parent)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
        for own in which:
            self.lives += 1
            command = [sys.executable, "-P", "-m", "tests.slip_owners", self.place, str(self.folder)]
            self.processes[own] = subprocess.Popen(
                [*command, str(self.lives), *own], stdout=subprocess.PIPE, env=environment, cwd=root
            )
        for own in which:
            said = self.processes[own].stdout
            assert said is not None
            assert said.readline() == b"begun\n"

    def kill(self, *which: tuple[str, ...]) -> None:
        """kill -9, at once."""
        for own in which:
            self.processes[own].send_signal(signal.SIGKILL)
        for own in which:
            self.processes.pop(own).communicate()


def test_no_slip_is_lost_or_used_twice_between_owners_that_are_killed(request: pytest.FixtureRequest) -> None:
    """On PostgreSQL: a SQLite file is of one process alone, so that no other can own a stream of it."""
    kills = 60 if request.config.getoption("--proof") else 8
    place, random = postgresql(), Random(11)
    under_way = 0
    with tempfile.TemporaryDirectory(prefix="croupier-") as folder:  # short, as the name of a socket has to be
        owners = Owners(place, Path(folder))
        try:
            owners.start(*OWNERS)
            for number in range(kills):
                sleep(random.uniform(0, 0.25))
                both = number % 2 == 1
                which = OWNERS if both else (random.choice(OWNERS),)
                owners.kill(*which)
                if both:  # nobody writes: what was issued and what was received fit
                    with store.open(place) as kept:
                        found = audit(kept)
                    assert found.fault is None, found.fault
                    under_way += found.under_way
                owners.start(*which)
        finally:
            owners.kill(*owners.processes)
    with store.open(place) as kept:
        pair = Pair(kept)
        for slip in slips_of(kept, list(pair.hosts)).under_way:
            deliver(slip, pair.hosts.__getitem__, 10**6)
        found = audit(kept)
        assert (found.under_way, found.fault) == (0, None)
        assert sum(pair.held(name) for name in pair.hosts) == 0, "what left the cage is in the tills"
        issued = {name: host.state.issued for name, host in pair.hosts.items()}
        pair.close()
    print(
        f"slips between two owners: {issued} issued, {found.refusals} refused, {under_way} under way at kills of both"
    )
    assert min(issued["cage"], issued["till/1"]) > kills, "both owners have sent slips to the other"


def _courier(place: str, life: int) -> None:
    """Deliver what is under way, then send and deliver without end."""
    random = Random(life)
    with store.open(place) as kept:
        pair = Pair(kept)
        pair.number = life * 1_000_000
        for slip in slips_of(kept, list(pair.hosts)).under_way:
            deliver(slip, pair.hosts.__getitem__, pair.number)
        print("begun", flush=True)
        for _ in range(100_000):
            source, to = random.choice(WAYS)
            if (sent := pair.send(source, to, random.randrange(1_00, 300_00))) is not None:
                deliver(sent, pair.hosts.__getitem__, pair.number)


if __name__ == "__main__":
    _courier(sys.argv[1], int(sys.argv[2]))
