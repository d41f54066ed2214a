"""A pit and a table that hand over kits without end, or a cage and a table that exchange chips, to be killed.

`python -m tests.support.pit.killed` reads lines of JSON: the arguments of `live`. For each it forks a process and
prints its id. What a process asks and what it is answered goes to a file, line by line; its death cuts nothing else.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from itertools import count
from random import Random
from typing import Any

import msgspec

from croupier import store as stores
from croupier.conduct import aggregate_of
from croupier.conduct.by import By
from croupier.conduct.two_people import digest_of
from croupier.core.refusal import Refusal
from croupier.table.chips import break_down
from croupier.table.houses import house_of
from tests.support.pit.kits import HOUSE, KIM, PAT, PIT, TABLE, PitAndTable, nothing_is_missing
from tests.support.table.play import written

CAGE, CAM = "cage/main", By("cam", "cage", "L-cam")


class Lived(PitAndTable):
    """One life, until it is killed."""

    patience = 30.0  # seconds until the database knows that the last owner was killed

    def begin(self, random: Random, out: int) -> None:
        """Go on where the log ends."""
        self.random, self._out = random, out
        self.at = max(self.at, *(host.state.at for host in self.hosts.values())) + 1_000
        self.slips.deliver_all(self.at)
        self._say({"begun": os.getpid()})

    def _say(self, line: dict[str, Any]) -> None:
        os.write(self._out, json.dumps(line).encode() + b"\n")

    def ask(self, stream: str, body: dict[str, Any]) -> None:
        """Give a command, and say what it was before and what came of it afterwards. Slips may stay in transit."""
        self._say({"ask": [stream, body]})
        host = self.hosts[stream]
        answer = host.handle(aggregate_of(stream).commands.read(msgspec.json.encode(body)))
        no = None if answer.refusal is None else answer.refusal.word
        self._say(
            {"id": body["id"], "stream": stream, "version": answer.version, "no": no, "new": len(answer.events)}
        )
        if self.random.random() < 0.6:
            self.slips.carry(stream, answer, self.at)

    def goes_on(self, name: str) -> None:
        """One act, good or bad."""
        self.at += self.random.choice((1_000, 1_000_000, 30_000_000))
        stream, word, who, said = self._act()
        body = {"do": word, "id": name, "by": msgspec.to_builtins(who), "at": self.at, **msgspec.to_builtins(said)}
        self.ask(stream, body)

    def _act(self) -> tuple[str, str, Any, dict[str, Any]]:
        random, proposals = self.random, self.pit.proposals
        text = written("colorado-single-zero", limits__default={"min": random.randrange(1, 6), "max": 500})
        changes = [{"table": "R0", "house": msgspec.to_builtins(text)}]
        body = json.dumps({"do": "activate-house", "changes": changes})
        known = random.choice(proposals.waiting).number if proposals.waiting else proposals.count
        number = known if random.random() < 0.8 else random.randrange(1, proposals.count + 2)
        waiting = proposals.numbered(number)
        digest = digest_of(body) if waiting is None else waiting.digest
        approve = {"number": number, "digest": digest}
        versions = self.pit.versions("R0")
        house = versions[-1].house if versions else HOUSE
        assert not isinstance(house_of(house), Refusal)
        opens = {"house": house, "bank": 1_000_00, "dealer": "dee"}
        return random.choice(
            (
                (PIT, "propose", PAT, {"body": body}),
                (PIT, "approve", KIM, approve),
                (PIT, "approve", KIM, approve),
                (PIT, "approve", PAT, approve),
                (PIT, "withdraw-proposal", PAT, {"number": number, "reason": "r"}),
                (PIT, "issue-kit", PAT, {"table": "R0"}),
                (PIT, "issue-kit", PAT, {"table": "R0"}),
                (PIT, "hand-over-house", PAT, {"table": "R0"}),
                (TABLE, "open-table", PAT, opens),
                (TABLE, "close-table", PAT, {"counted": 1_000_00}),
                (TABLE, "return-kit", PAT, {}),
            )
        )


class LivedByTheCage(Lived):
    """One life of a cage and a table: fills, credits and counts."""

    streams = (CAGE, TABLE)

    def _act(self) -> tuple[str, str, Any, dict[str, Any]]:
        random, cage, table = self.random, self.hosts[CAGE].state, self.table
        chips = [[25_00, random.randrange(1, 9)], [5_00, random.randrange(1, 9)]]
        fill = json.dumps({"do": "issue-fill", "table": "R0", "chips": chips})
        found = json.dumps({"do": "found-cage", "amount": 10_000_000_00, "zone": "America/Denver", "hour": 6})
        body, proposer, second = (fill, PAT, CAM) if cage.day is not None else (found, CAM, KIM)
        waiting = random.choice(cage.proposals.waiting) if cage.proposals.waiting else None
        approve = {"number": 1, "digest": digest_of(body)}
        if waiting is not None:
            approve = {"number": waiting.number, "digest": waiting.digest}
        of_cage = table.of_cage
        brought = random.choice(of_cage.fills) if of_cage is not None and of_cage.fills else None
        number, here = (0, chips) if brought is None else (brought.number, [list(each) for each in brought.chips])
        amount = sum(value * pieces for value, pieces in here)
        received = {"amount": amount, "slip": str(number), "witness": "sue", "chips": here}
        there = [list(each) for each in break_down(table.balance("float"), (5_00, 25_00))]
        credit = next((each.number for each in cage.waiting), 0)
        sent = {"amount": 25_00, "slip": "C", "witness": "sue", "chips": [[25_00, 1]]}
        return random.choice(
            (
                (CAGE, "propose", proposer, {"body": body}),
                (CAGE, "approve", second, approve),
                (CAGE, "approve", second, approve),
                (TABLE, "receive-fill", PAT, received),
                (TABLE, "receive-fill", PAT, received),
                (TABLE, "return-fill", PAT, {"fill": number, "reason": "r", "witness": "sue"}),
                (TABLE, "send-credit", PAT, sent),
                (TABLE, "count-inventory", KIM, {"chips": there}),
                (TABLE, "confirm-inventory", PAT, {"chips": there}),
                (CAGE, "count-credit", CAM, {"number": credit, "chips": [[25_00, 1]]}),
            )
        )


LIVES = {"kits": Lived, "chips": LivedByTheCage}


def live(place: str, seed: str, out: str, again: list[Any] | None, what: str = "kits") -> None:
    """Give the command again that the life before has asked and got no answer to; then go on without end."""
    nothing_is_missing(setattr)
    with stores.open(place) as kept:
        life = LIVES[what](kept)
        life.begin(Random(seed), os.open(out, os.O_WRONLY | os.O_APPEND | os.O_CREAT))
        if again is not None:
            life.ask(*again)
        for number in count(1):
            life.goes_on(f"{seed}/{number}")


def main() -> None:
    """Fork a process for every line."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    for line in sys.stdin:
        if (pid := os.fork()) == 0:
            try:
                live(**json.loads(line))
            finally:
                os._exit(1)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
