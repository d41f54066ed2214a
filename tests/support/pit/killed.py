"""A pit and a table that propose, approve and hand over kits without end, to be killed.

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
from croupier.conduct.two_people import digest_of
from croupier.core.refusal import Refusal
from croupier.table.houses import house_of
from tests.support.pit.kits import HOUSE, KIM, PAT, PIT, TABLE, PitAndTable, nothing_is_missing
from tests.support.table.play import written


class Lived(PitAndTable):
    """One life, until it is killed."""

    patience = 30.0  # seconds until the database knows that the last owner was killed

    def begin(self, random: Random, out: int) -> None:
        """Go on where the log ends."""
        self.random, self._out = random, out
        self.at = max(self.pit.at, self.table.at, self.at) + 1_000
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


def live(place: str, seed: str, out: str, again: list[Any] | None) -> None:
    """Give the command again that the life before has asked and got no answer to; then go on without end."""
    nothing_is_missing(setattr)
    with stores.open(place) as kept:
        life = Lived(kept)
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
