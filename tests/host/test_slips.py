"""An act that spans two streams: a slip is never lost and never used twice, whatever process is killed."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import msgspec
import pytest

from croupier import store
from croupier.conduct import By
from croupier.conduct.slip import Note, Slip, issued_refusal
from croupier.core.refusal import Code, refuse
from croupier.host import Host, load
from croupier.host.answer import refused
from croupier.host.audit import audit
from croupier.host.slips.courier import Slips, deliver
from croupier.people.acts.patrons import ExcludePatron
from tests.support.slips.owners import NOWHERE, TILLS
from tests.support.slips.pair import Pair
from tests.support.slips.streams import CAGE, COURIER, MOST, Receive, Received, Send, Sent, TakeBack
from tests.support.stores import LASTING, PLACES, chosen, postgresql, url


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


def test_an_audit_finds_a_receipt_without_a_slip(pair: Pair) -> None:
    """A receipt for a slip that was not issued: no till accepts that, so somebody wrote it into the store."""
    pair.deliver(pair.sent("cage", "till/1", 5_00))
    assert audit(pair.kept).fault is None
    unissued = Slip("cage", "never", "till/1", "cash", 5_00)
    pair.write("till/1", unissued.id, Received(command=unissued.id, by=COURIER, at=5, slip=unissued))
    fault = audit(pair.kept).fault
    assert fault is not None
    assert fault.what == "the slip of command 'never' in 'cage' was not issued like this"


@pytest.mark.parametrize("how", ["twice", "both ends", "elsewhere", "another amount"])
def test_impossible_slips_are_refused(how: str) -> None:
    slips, slip = Slips(), Slip("cage", "c1", "till/1", "cash", 5_00)
    assert slips.see("cage", Note("issues", slip)) is None
    with store.open("memory:") as kept:
        if how == "another amount":
            other = Slip("cage", "c1", "till/1", "cash", 6_00)
            assert slips.see("till/1", Note("receives", other)) is None
            assert slips.fault(kept) is not None
            return
        assert slips.see("till/1", Note("receives", slip)) is None
        assert slips.fault(kept) is None
    says = {
        "twice": slips.see("cage", Note("issues", slip)),
        "both ends": slips.see("cage", Note("takes-back", slip)),
        "elsewhere": slips.see("till/2", Note("receives", slip)),
    }[how]
    assert says


def test_a_slip_that_is_issued_while_streams_are_read_is_no_fault(pair: Pair) -> None:
    """An audit of a live store reads one stream after the other."""
    slips, slip = Slips(), pair.sent("cage", "till/1", 5_00)
    assert slips.see("till/1", Note("receives", slip)) is None
    assert slips.fault(pair.kept) is None


def test_what_was_taken_back_is_not_received_later(pair: Pair) -> None:
    slip = pair.send("cage", "till/1", MOST + 1)
    assert slip is not None
    deliver(slip, pair.hosts.__getitem__, 5)
    drop = pair.send("till/1", "cage", 1_00)
    assert drop is None, "the till holds nothing"
    deliver(slip, pair.hosts.__getitem__, 6)
    assert (pair.held("till/1"), pair.held("cage")) == (0, 0)
    assert audit(pair.kept).fault is None


def test_a_slip_is_received_only_under_its_own_id(pair: Pair) -> None:
    """Under another id it could be used twice. The id of a slip is reserved, and the slip can still be received."""
    slip = pair.sent("cage", "till/1", 5_00)
    for stream, command, says in (
        ("till/1", Receive(id="other", by=COURIER, at=5, slip=slip), "an id of its own"),
        ("cage", TakeBack(id="other", by=COURIER, at=5, slip=slip), "an id of its own"),
        ("cage", TakeBack(id=slip.back_id, by=COURIER, at=5, slip=slip), "only after it was refused"),
        ("till/1", Send(id="slip/7", by=COURIER, at=5, to="cage", amount=1_00), "is that of a slip"),
    ):
        assert says in pair.no(stream, command)
    pair.deliver(slip)
    assert (pair.held("cage"), pair.held("till/1")) == (-5_00, 5_00)
    assert (audit(pair.kept).under_way, audit(pair.kept).fault) == (0, None)


def test_ids_of_slips_are_reserved_in_streams_without_slips() -> None:
    """Such a stream may take slips in a later version: then their ids must be free."""
    with store.open("memory:") as kept:
        host = Host(kept, "people/main")
        refusal = host.handle(ExcludePatron(id="slip/1", by=COURIER, at=5, person="eve")).refusal
        assert refusal is not None
        assert refusal.word == "slip-misused"
        assert list(kept.commands()) == []


def test_a_slip_ends_where_it_goes_or_where_it_came_from(pair: Pair) -> None:
    slip = pair.sent("cage", "till/1", 5_00)
    received = Receive(id=slip.id, by=COURIER, at=5, slip=slip)
    assert "A slip ends where it goes" in pair.no("till/2", received)
    assert "A slip ends where it goes" in pair.no("till/2", TakeBack(id=slip.back_id, by=COURIER, at=5, slip=slip))
    pair.deliver(slip)
    assert (pair.held("cage"), pair.held("till/1"), pair.held("till/2")) == (-5_00, 5_00, 0)
    assert (audit(pair.kept).under_way, audit(pair.kept).fault) == (0, None)


@pytest.mark.parametrize("other", [{"to": "till/2"}, {"amount": MOST + 1}, {"what": "chips"}, {"command": "never"}])
def test_a_slip_that_was_not_issued_is_neither_received_nor_taken_back(pair: Pair, other: dict[str, Any]) -> None:
    """Even if the real slip was refused or received: a slip with the same id and other contents is another one."""
    slip, full = pair.sent("cage", "till/1", 5_00), pair.sent("cage", "till/1", MOST)
    for each in (slip, full):
        pair.deliver(each)
        false = msgspec.structs.replace(each, **other)
        assert "No such slip" in pair.no(false.to, Receive(id=false.id, by=COURIER, at=5, slip=false))
        assert "No such slip" in pair.no("cage", TakeBack(id=false.back_id, by=COURIER, at=5, slip=false))
    for source in ("table/R0", "nowhere", "cage\n", "till/" + 200 * "1"):
        false = Slip(source, "c1", "till/1", "cash", 1_00)
        assert "No such slip" in pair.no("till/1", Receive(id=false.id, by=COURIER, at=5, slip=false))
    assert (pair.held("cage"), pair.held("till/1"), pair.held("till/2")) == (-5_00, 5_00, 0)
    assert (audit(pair.kept).under_way, audit(pair.kept).fault) == (0, None)


@pytest.mark.parametrize("amount", [5_00, MOST + 1])
def test_every_courier_gives_the_same_command_for_a_slip(pair: Pair, amount: int) -> None:
    """If it was received or refused without a courier, every later courier gets the same result."""
    slip = pair.sent("cage", "till/1", amount)
    first = pair.hosts["till/1"].handle(Receive(id=slip.id, by=By("pat", "pit-supervisor"), at=3, slip=slip))
    assert (first.refusal is None) is (amount == 5_00)
    for at in (6, 9):
        pair.deliver(slip, at)
    assert pair.hosts["till/1"].handle(Receive(id=slip.id, by=COURIER, at=9, slip=slip)) == first
    assert pair.held("cage") == (-5_00 if amount == 5_00 else 0)
    assert (audit(pair.kept).under_way, audit(pair.kept).fault) == (0, None)


@pytest.mark.parametrize("to", NOWHERE)
def test_no_slip_goes_to_a_stream_that_takes_none(pair: Pair, to: str) -> None:
    said = pair.no("cage", Send(id="c1", by=COURIER, at=5, to=to, amount=5_00))
    assert said == f"{to!r} takes no slips."
    assert pair.held("cage") == 0
    assert (audit(pair.kept).slips, audit(pair.kept).fault) == (0, None)


def test_a_returned_slip_that_cannot_be_taken_back_now_is_taken_back_later(pair: Pair) -> None:
    for till in TILLS:
        pair.deliver(pair.sent("cage", till, MOST))
    slip = pair.sent("till/2", "till/1", 100_00)
    pair.deliver(pair.sent("cage", "till/2", 100_00))
    for _ in range(2):
        pair.deliver(slip)
        assert (audit(pair.kept).under_way, audit(pair.kept).fault) == (1, None)
    pair.deliver(pair.sent("till/2", "cage", 100_00))
    for _ in range(2):
        pair.deliver(slip)
        assert (pair.held("till/2"), pair.held("till/1")) == (MOST, MOST)
        assert (audit(pair.kept).under_way, audit(pair.kept).fault) == (0, None)


def test_an_audit_names_a_slip_that_cannot_end(pair: Pair) -> None:
    """No host allows that: somebody wrote to the store."""
    slip = Slip("cage", "c1", "people/main", "cash", 5_00)
    pair.write("cage", "c1", Sent(command="c1", by=COURIER, at=5, slip=slip))
    fault = audit(pair.kept).fault
    assert fault is not None
    assert fault.what == "the slip of command 'c1' in 'cage' cannot end: 'people/main' takes no slips"


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("another command", "its id was used in 'till/1' for something else"),
        ("no receipt", "'till/1' has answered it and not received it"),
        ("no return", "'cage' has answered its return and not taken it back"),
    ],
)
def test_an_audit_names_a_slip_whose_ids_are_used_up(pair: Pair, how: str, says: str) -> None:
    slip = pair.sent("cage", "till/1", MOST + 1)
    stream, command = ("cage", slip.back_id) if how == "no return" else ("till/1", slip.id)
    if how == "no return":
        pair.hosts["till/1"].handle(Receive(id=slip.id, by=COURIER, at=5, slip=slip))
    version, same = pair.kept.version(stream), msgspec.json.encode(slip)
    if how == "no receipt":
        other = Slip("till/1", command, "cage", "cash", 1_00)
        body = CAGE.events.write(Sent(command=command, by=COURIER, at=5, slip=other))
        pair.kept.append(stream, version, command, [("sent/1", body)], at=5, request=same)
    else:
        no = refused(command, version, refuse(Code.OVER_MAXIMUM, "coupon")).write()
        request = same if how == "no return" else b"another"
        pair.kept.append(stream, version, command, [], at=5, request=request, answer=no)
    fault = audit(pair.kept).fault
    assert fault is not None
    assert fault.what == f"{slip} cannot end: {says}"


def test_a_stream_that_misuses_slips_is_stopped() -> None:
    """A kind of stream with wrong events is stopped before anything is written."""
    slip = Slip("cage", "c1", "till/1", "cash", 5_00)
    send = Send(id="c1", by=COURIER, at=5, to="till/1", amount=5_00)
    issues, receives = Note("issues", slip), Note("receives", slip)
    assert issued_refusal("cage", send, None, [issues], lambda _: True) is None
    for carried, notes in (
        (None, [receives]),
        (receives, []),
        (None, [issues, issues]),
        (None, [Note("issues", Slip("cage", "c2", "till/1", "cash", 5_00))]),
        (None, [Note("issues", Slip("till/1", "c1", "till/1", "cash", 5_00))]),
    ):
        with pytest.raises(AssertionError):
            issued_refusal("cage", send, carried, notes, lambda _: True)


# Killed -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("where", LASTING)
def test_no_slip_is_lost_or_used_twice_by_couriers_that_are_killed(
    where: str, tmp_path: Path, request: pytest.FixtureRequest, share: Callable[[str], None]
) -> None:
    """Couriers send and deliver until they are killed; the next one delivers the slips in transit."""
    kills, seed = (60, secrets.randbits(64)) if request.config.getoption("--proof") else (8, 7)
    place, random = url(where, tmp_path), Random(seed)
    issued = 0
    for life in range(kills):
        command = [sys.executable, "-P", "-m", "tests.support.slips.couriers", place, str(life)]
        root = str(Path(__file__).parents[2])
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
        pair.ended()
        pair.close()
        for name in pair.hosts:
            assert dict(load(kept, name)[0].balances).get(name, 0) == pair.held(name)
    share(f"slips on {where}, seed {seed}: {issued:,} issued by {kills} of 60 couriers, each killed")
    assert issued > kills


# Killed, with two owners ------------------------------------------------------------------------------------
OWNERS = (("cage",), TILLS)


class Owners:
    """Two processes on one PostgreSQL: one owns the cage, the other the tills."""

    def __init__(self, place: str, folder: Path) -> None:
        self.place, self.folder, self.lives = place, folder, 0
        self.processes: dict[tuple[str, ...], subprocess.Popen[bytes]] = {}

    def start(self, *which: tuple[str, ...]) -> None:
        """Start them, and wait until each has delivered the slips in transit."""
        root = str(Path(__file__).parents[2])
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
        for own in which:
            self.lives += 1
            command = [sys.executable, "-P", "-m", "tests.support.slips.owners", self.place, str(self.folder)]
            self.processes[own] = subprocess.Popen(
                [*command, str(self.lives), *own], stdout=subprocess.PIPE, env=environment, cwd=root
            )
        for own in which:
            said = self.processes[own].stdout
            assert said is not None
            assert said.readline() == b"begun\n"

    def kill(self, *which: tuple[str, ...]) -> None:
        """Kill with SIGKILL."""
        for own in which:
            self.processes[own].send_signal(signal.SIGKILL)
        for own in which:
            self.processes.pop(own).communicate()


def test_no_slip_is_lost_or_used_twice_between_owners_that_are_killed(
    request: pytest.FixtureRequest, share: Callable[[str], None]
) -> None:
    """On PostgreSQL, because only one process can use an SQLite file."""
    kills, seed = (60, secrets.randbits(64)) if request.config.getoption("--proof") else (8, 11)
    place, random = postgresql(), Random(seed)
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
                if both:  # nobody writes, so issued and received slips match
                    with store.open(place) as kept:
                        found = audit(kept)
                    assert found.fault is None, found.fault
                    under_way += found.under_way
                owners.start(*which)
        finally:
            owners.kill(*owners.processes)
    with store.open(place) as kept:
        pair = Pair(kept)
        found = pair.ended()
        issued = {name: sum(each.kind == "sent/1" for each in kept.read(name)) for name in pair.hosts}
        pair.close()
    share(
        f"slips between two owners, seed {seed}: {sum(issued.values()):,} issued, {found.refusals:,} refusals,"
        f" {under_way} slips under way at {kills} of 60 kills"
    )
    assert min(issued["cage"], issued["till/1"]) > kills, "both owners have sent slips to the other"
