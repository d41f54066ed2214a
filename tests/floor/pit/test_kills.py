"""A process that proposes, approves and hands over kits is killed at any moment: nothing is lost or happens twice."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier import store
from croupier.host.answer import read
from croupier.host.audit import audit
from croupier.store import Store
from tests.support.kills.cast import kill
from tests.support.pit.killed import CAGE, LivedByTheCage
from tests.support.pit.kits import PIT, PitAndTable, nothing_is_missing
from tests.support.stores import LASTING, url

ROOT = Path(__file__).parents[3]
#: What approvals carry out, in which stream.
MADE = {"kits": (PIT, {"house-activated/1"}), "chips": (CAGE, {"cage-founded/1", "fill-issued/1"})}
BEGINS = 60.0  # seconds that a life may take to begin


@contextmanager
def _nursery() -> Iterator[Callable[..., int]]:
    """A process that has imported everything and forks the lives."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-P", "-m", "tests.support.pit.killed"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT
    )

    def fork(**asked: Any) -> int:
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps(asked), file=process.stdin, flush=True)
        return int(process.stdout.readline())

    try:
        yield fork
    finally:
        process.kill()
        process.communicate()


class Killed:
    """One store, the process that runs it, and what was acknowledged."""

    def __init__(self, place: str, folder: Path, seed: int, fork: Callable[..., int], what: str) -> None:
        self.place, self.folder, self.seed, self.fork, self.what = place, folder, seed, fork, what
        self.random, self.lives = Random(seed), 0
        self.again: list[Any] | None = None  # asked and not answered, to be asked again
        self.counts = Counter[str]()
        self.acks: list[dict[str, Any]] = []

    def live(self) -> None:
        """Start a life, let it say some lines and go on for a moment, kill it, and read what it has said."""
        self.lives += 1
        lines = self.random.randrange(1, 40)
        out = self.folder / f"life-{self.lives}"
        asked = {"place": self.place, "seed": f"{self.seed}.{self.lives}", "out": str(out), "what": self.what}
        pid = self.fork(**asked, again=self.again)
        try:
            until = time.monotonic() + BEGINS
            while not out.exists() or out.read_bytes().count(b"\n") < lines:
                assert time.monotonic() < until, "it does not begin, or stands still"
                time.sleep(0.002)
            time.sleep(self.random.uniform(0, 0.02))
        finally:
            assert kill([pid]), "it has ended by itself"
        self.again = None
        for line in map(json.loads, out.read_text(encoding="utf-8").splitlines()):
            if "ask" in line:
                self.again = line["ask"]
            elif "id" in line:
                self.again = None
                self.acks.append(line)
        self.counts["left without an answer"] += self.again is not None

    def check(self, kept: Store) -> None:
        """Every acknowledged answer is in the log; proposals were carried out once, by the approval alone."""
        for ack in self.acks:
            record = kept.answer(ack["stream"], ack["id"])
            assert record is not None, f"{ack} is lost"
            if ack["no"] is None:
                assert (record.last, record.last - record.first + 1) == (ack["version"], ack["new"]), ack
            else:
                refusal = read(record.answer).refusal
                assert refusal is not None
                assert refusal.word == ack["no"]
        stream, made = MADE[self.what]
        events = [json.loads(bytes(each.body)) for each in kept.read(stream)]
        approved = [each for each in events if each["event"] == "approved/1"]
        assert len({each["number"] for each in approved}) == len(approved), "a proposal was approved twice"
        carried_out = [each["command"] for each in events if each["event"] in made]
        assert carried_out == [each["command"] for each in approved], "each is carried out by its approval, once"
        found = audit(kept)
        assert (found.fault, found.differences) == (None, []), (self.seed, found.fault, found.differences)
        self.counts["in transit at a kill"] += found.under_way
        self.counts.update(approved=len(approved) - self.counts["approved"], slips=found.slips - self.counts["slips"])

    def ends(self, kept: Store) -> str:
        """Every slip has come by now; what happened, in words."""
        found = audit(kept)
        assert (found.fault, found.differences, found.under_way) == (None, [], 0), "every slip has ended, once"
        accepted = sum(each["no"] is None for each in self.acks)
        assert min(accepted, self.counts["approved"], self.counts["slips"]) > 0
        counts = ", ".join(f"{count:,} {what}" for what, count in sorted(self.counts.items()))
        return f"{len(self.acks):,} answers, {accepted:,} accepted, {counts}"


def _killed(
    where: str, folder: Path, proof: bool, monkeypatch: pytest.MonkeyPatch, what: str
) -> tuple[Killed, int, int]:
    """Let one life follow another, each killed and checked; return how many there were, and the seed."""
    kills, seed = (100, secrets.randbits(64)) if proof else (6, 20261119)
    nothing_is_missing(monkeypatch.setattr)
    with _nursery() as fork:
        house = Killed(url(where, folder), folder, seed, fork, what)
        for _ in range(kills):
            house.live()
            with store.open(house.place) as kept:
                house.check(kept)
    return house, kills, seed


@pytest.mark.parametrize("where", LASTING)
def test_proposals_and_kits_survive_kills(
    where: str, tmp_path: Path, proof: bool, share: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, kills, seed = _killed(where, tmp_path, proof, monkeypatch, "kits")
    with store.open(house.place) as kept:
        both = PitAndTable(kept)
        both.slips.deliver_all(max(both.pit.at, both.table.at))
        out, here = both.pit.kit_out("R0"), both.table.kit
        assert (out is None) is (here is None)
        assert out is None or here is None or out.number == here.number
        both.close()
        said = house.ends(kept)
    share(f"pit on {where}, seed {seed}: killed {kills} times, {said}")


@pytest.mark.parametrize("where", LASTING)
def test_chips_between_cage_and_table_survive_kills(
    where: str, tmp_path: Path, proof: bool, share: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No fill and no credit is lost or counted twice: the accounts of both streams agree once every slip has come."""
    house, kills, seed = _killed(where, tmp_path, proof, monkeypatch, "chips")
    with store.open(house.place) as kept:
        both = LivedByTheCage(kept)
        cage, table = both.hosts[CAGE], both.table
        both.slips.deliver_all(max(cage.state.at, table.at))
        held = both.table.balance("float") + both.table.balance("fills")
        waiting = sum(each.amount for each in cage.state.waiting)
        assert cage.state.held("tables") == held + waiting
        both.close()
        said = house.ends(kept)
    share(f"cage on {where}, seed {seed}: killed {kills} times, {said}")
