"""A server whose operator has all keys, and cheats at the close of a house with a delay.

The store, the sockets, the table and the pages are the real ones. Only the crew of each table is another one: it
knows the seeds and the device's key, and fixes the closing in its own way. Run as a program, its argument is JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

from croupier.device.keeper import Keeper
from croupier.device.messages import Close, Closed
from croupier.floor import floor
from croupier.floor.crew.paced import Pace, PacedDriver
from croupier.floor.demonstration import houses, secrets_of
from croupier.floor.nonces import Gathered
from croupier.floor.vault import Vault
from croupier.store import Signer
from croupier.table import outcomes
from croupier.table.acts.device import chance_of
from croupier.table.closing import NONCE_BYTES, Closing, Published, closing_digest, delayed, signed_bytes, tree
from croupier.web.server.frames import DeltaFrame, NonceFrame
from croupier.web.server.room import Room
from croupier.web.server.serve import serve
from croupier.web.views.happened import ClosingPublishedTold
from croupier.web.views.patch import Patch
from tests.support.web import FAST, Server

_ROOT = Path(__file__).parents[2]
#: How many closings the operator tries.
CANDIDATES = 2


class Operator(PacedDriver):
    """A crew that knows everything. `ways` says how it cheats at each table."""

    keeper: Keeper
    ways: dict[str, str]

    async def _fix_the_closing(self) -> None:
        found = await self.table.nonces.gathered(self.state.round)
        said = {each: nonce for each, nonce in self.table.nonces._said.items() if nonce in found.paths}
        await WAYS[self.ways[self.table.id]](self, said)

    # What an operator with all keys can do ------------------------------------------------------------------
    @property
    def room(self) -> Room:
        """The terminals of the table."""
        (found,) = (each for each in self.table.watchers if isinstance(each, Room))
        return found

    def gathers(self, nonces: Iterable[str]) -> Gathered:
        """Any set of nonces that the operator likes."""
        root, paths = tree(nonces)
        return Gathered(root, len(paths), paths)

    def closing(self, found: Gathered) -> Published:
        """The closing with these nonces, alone in its tick."""
        log = self.electronic.log or ""
        digest = closing_digest(self.table.id, self.state.round, log, found.root, found.terminals)
        root, paths = tree([digest])
        return Published(log, found.root, found.terminals, root, paths[digest], self.state.house.delay)

    def draws(self, closing: Published) -> str:
        """What a closing gives: some seconds of work on one core."""
        seal = self.keeper.rounds[self.electronic.commitment].seal
        whole = Closing(**asdict(closing), delayed=delayed(closing.root, closing.iterations))
        return outcomes.draw(seal, whole, 1, outcomes.OUTCOME, chance_of(self.state, outcomes.OUTCOME)).outcome

    def takes(self, found: Gathered) -> None:
        """Let the device and the table go on with these nonces."""
        self.table.nonces._gathered = found
        shown = self.electronic.showing(found.root, found.terminals)
        closed = self.keeper.ask(Close((shown,), self.state.house.delay))
        assert isinstance(closed, Closed)
        self.electronic.took(closed.closings[0])

    def shows(self, terminals: Collection[Any], nonces: dict[Any, str], found: Gathered) -> None:
        """Show some terminals a closing, signed with the device's key, which is not in any log."""
        closing, signer = self.closing(found), Signer.open(self.keeper.folder / "device.key")
        message = signed_bytes(self.table.id, self.state.round, self.electronic.commitment, closing)
        told = ClosingPublishedTold(
            round=self.state.round, closing=closing, key=signer.public.hex(), signature=signer.sign(message).hex()
        )
        for each in terminals:
            each.push(DeltaFrame(seq=self.room.told, patch=Patch({}), happened=(told,)).encoded())
            each.push(NonceFrame(round=self.state.round, path=found.paths.get(nonces[each])).encoded())


# The attacks ------------------------------------------------------------------------------------------------
async def tries(crew: Operator, nonces: dict[Any, str]) -> None:
    """Compute what several closings give, with more nonces of the house, and take the one that it likes best."""
    found = [crew.gathers([*nonces.values(), os.urandom(NONCE_BYTES).hex()]) for _ in range(CANDIDATES)]
    with ThreadPoolExecutor(CANDIDATES) as pool:  # all at once, on as many cores as there are
        work = [asyncio.wrap_future(pool.submit(crew.draws, crew.closing(each))) for each in found]
        drawn = await asyncio.gather(*work)
    crew.takes(found[drawn.index(max(drawn))])


async def omits(crew: Operator, nonces: dict[Any, str]) -> None:
    """Take a closing that was chosen before the close was announced: it has only nonces that the house knew then."""
    crew.takes(crew.gathers([os.urandom(NONCE_BYTES).hex()]))


async def swaps(crew: Operator, nonces: dict[Any, str]) -> None:
    """Show a closing in time, and draw from another one."""
    crew.shows(tuple(nonces), nonces, crew.gathers(nonces.values()))
    crew.takes(crew.gathers([*nonces.values(), os.urandom(NONCE_BYTES).hex()]))


async def splits(crew: Operator, nonces: dict[Any, str]) -> None:
    """Show every terminal a closing of its own, and draw from the one of the first."""
    views = {each: crew.gathers([nonce]) for each, nonce in nonces.items()}
    for each, found in views.items():
        crew.shows([each], nonces, found)
    crew.takes(next(iter(views.values())) if views else crew.gathers([]))


WAYS: dict[str, Callable[[Operator, dict[Any, str]], Awaitable[None]]] = {
    each.__name__: each for each in (tries, omits, swaps, splits)
}


class Cheating(Server):
    """Such a server in a process of its own: `ways` are the attack at each table and its delay."""

    def __init__(self, db: str, ways: dict[str, tuple[str, int]], pace: Pace = FAST) -> None:
        self.db = db
        words = [sys.executable, "-m", "tests.support.cheating", json.dumps([db, ways, vars(pace)])]
        self.process = Popen(words, stdout=PIPE, text=True, cwd=_ROOT)
        assert self.process.stdout is not None
        self.origin = self.process.stdout.readline().strip().rstrip("/")
        assert self.origin, f"no server at {db}: it ended with {self.process.wait(10)}"


def main(db: str, ways: dict[str, tuple[str, int]], pace: dict[str, float]) -> None:
    """Serve until interrupted."""
    vars(floor)["PacedDriver"] = Operator
    Operator.keeper = Keeper(Vault(secrets_of(db)).device_folder())
    Operator.ways = {table: way for table, (way, _) in ways.items()}
    chosen = {table: houses(delay=delay)[table] for table, (_, delay) in ways.items()}
    ready = lambda address: print(address, flush=True)  # noqa: E731
    serve(db, 0, pace=Pace(**pace), houses=chosen, device=Operator.keeper, ready=ready)


if __name__ == "__main__":
    try:
        main(*json.loads(sys.argv[1]))
    except KeyboardInterrupt:
        sys.exit(0)
