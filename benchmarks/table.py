"""The live table: the time to open one with a long past, and to audit a store of several tables."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks import ROOT, Figure
from croupier import house
from croupier import store as stores
from croupier.floor import demo
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.source import Told
from croupier.host import Host
from croupier.host.audit import audit_place
from croupier.store import Signer, Store
from croupier.table import By, Command, HouseText, commands, stream_of

NAME = "table"
EVENTS = 1_000_000  # in the table that is opened
BEST_OF = 3
ROUNDS = 1_500  # at each table that is audited
LONGEST = 120.0  # seconds for playing the events; then the table is opened with those that it has
PLAYERS = ("ann", "bob")
SYMBOLS = ("one", "two", "five")


def measure() -> list[Figure]:
    """Take all figures. The stores are in the temporary folder, so its disk matters."""
    return [*opening(), *auditing()]


# Opening ----------------------------------------------------------------------------------------------------
_OPEN = """
import sys
from pathlib import Path
from time import perf_counter
from croupier import store
from croupier.host import Host
from croupier.table import stream_of
with store.open(sys.argv[1]) as kept:
    signer = store.Signer.open(Path(sys.argv[2]))
    began = perf_counter()
    host = Host(kept, stream_of("T1"), signer=signer)
    print(perf_counter() - began, host.version)
"""


def opening() -> list[Figure]:
    """Open a table in a new process after its host died."""
    with TemporaryDirectory(prefix="croupier-") as name:
        url, key = f"sqlite:///{name}/table.db", Path(name) / "key"
        with stores.open(url) as store:
            Past(store, Signer.open(key)).play(EVENTS, LONGEST)
        words = [sys.executable, "-c", _OPEN, url, str(key)]
        runs = [subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True) for _ in range(BEST_OF)]
    seconds, events = min((float(taken), int(version)) for taken, version in (each.stdout.split() for each in runs))
    share = "" if events >= EVENTS else f"; a share of {EVENTS:,}, as many as were played in {LONGEST:.0f} s"
    detail = f"{events:,} events in SQLite; last head, snapshot, replay, ids of commands; best of {BEST_OF}{share}"
    return [Figure.at_most("opening a table with its past", seconds, "s", 10 * events / EVENTS, detail)]


# Auditing ---------------------------------------------------------------------------------------------------
def auditing() -> list[Figure]:
    """Audit a store that the demo filled, with one table of every kind."""
    with TemporaryDirectory(prefix="croupier-") as name:
        url = f"sqlite:///{name}/shift.db"
        with stores.open(url) as store:
            demo.play(store, ROUNDS, 1)
        best = min(_audited(url) for _ in range(3))
    seconds, events, commands_ = best
    detail = (
        f"{events:,} events and {commands_:,} commands of {len(demo.TABLES)} tables, SQLite, {os.cpu_count()} cores"
    )
    return [Figure.at_least("full audit", events / seconds, "events/s", 30_000, f"{detail}; best of 3")]


def _audited(url: str) -> tuple[float, int, int]:
    began = perf_counter()
    found = audit_place(url)
    assert found.fault is None, found.fault
    return perf_counter() - began, found.events, found.commands


class Past:
    """Plays a Big Six table through a host as fast as possible."""

    def __init__(self, store: Store, signer: Signer) -> None:
        self.host = Host(store, stream_of("T1"), signer=signer)
        self.number = 0

    def do(self, kind: type[Command], by: By, **fields: object) -> None:
        """Give one command, which must be accepted."""
        self.number += 1
        before = self.host.version
        future = self.host.submit(kind(id=f"c{self.number}", by=by, at=self.number * 1000, **fields))
        assert self.host.version > before, future.result()

    def play(self, events: int, longest: float) -> None:
        """Play rounds until there are enough events or the time is over. The host stays open, as if it had died."""
        began = perf_counter()
        kinds, dealer, pit = commands.KINDS, By("dee", "dealer", "L1"), By("pat", "pit-supervisor", "L2")
        text = HouseText("table", house.find("colorado-big-six").read_text(encoding="utf-8"))
        self.do(kinds["open-table"], pit, house=text, bank=1_000_000_000_00)
        for place, player in enumerate(PLAYERS, start=1):
            self.do(kinds["sit"], By(player, "player"), player=player, place=place)
            self.do(kinds["spread-cash"], dealer, player=player, instrument="cash", amount=100_000_000_00)
            self.do(kinds["state-amount"], dealer, player=player, amount=100_000_000_00)
            self.do(kinds["give-chips"], dealer, player=player)
            self.do(kinds["drop-cash"], dealer, player=player)
        source = Told(lambda state, of: SYMBOLS[self.number % 3])
        crew = Driver(lambda: self.host.state, self.give, source)
        while self.host.version < events and perf_counter() - began < longest:
            self.round(crew)

    def give(self, word: str, who: By, fields: Mapping[str, Any]) -> str:
        """Give a command of the crew; return its id."""
        self.do(commands.KINDS[word], who, **fields)
        return f"c{self.number}"

    def round(self, crew: Driver) -> None:
        """Play a round: all players wager on some symbols, and one of these wins."""
        kinds = commands.KINDS
        for player in PLAYERS:
            for wager in SYMBOLS:
                self.do(kinds["place"], By(player, "player"), player=player, wager=wager, amount=5_00)
        crew.run(commands.KINDS["open-betting"])
        crew.step()


if __name__ == "__main__":
    from benchmarks.run import show

    show([(NAME, figure) for figure in measure()])
