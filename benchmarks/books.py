"""The books: a gaming day of 40 tables is audited and balanced, with expected win and ratings."""

from __future__ import annotations

import os
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import Figure
from croupier import store as stores
from croupier.books.run import Books, books
from croupier.floor.demo.play import TABLES, signer
from croupier.floor.demo.robots import Robots
from croupier.floor.demo.scripted import ScriptedPit
from croupier.floor.demo.shift import Shift
from croupier.floor.demo.table import DemoTable
from croupier.host.audit import audit_place
from croupier.host.host import Host
from croupier.store import Store
from croupier.table import stream_of
from croupier.table.outcomes import Seal

NAME = "books"
FLOOR, ROUNDS = 40, 600
TIMES = 2  # how often the robots wager in a round: that gives about the wagers of a busy table
START = 1_767_290_400_000_000  # 2026-01-01 18:00 UTC
SECONDS, ALL_SECONDS = 15.0, 60.0  # for the books, and with the audit


def measure() -> list[Figure]:
    """Take all figures. The store is in the temporary folder, so its disk matters."""
    with TemporaryDirectory(prefix="croupier-") as name:
        url = f"sqlite:///{Path(name) / 'day.db'}"
        fill(url, FLOOR, ROUNDS)
        return figures(url)


def figures(url: str) -> list[Figure]:
    """The figures of a store that is filled already."""
    began = perf_counter()
    found = books(url)
    booked = perf_counter() - began
    assert not found.faults, found.faults
    began = perf_counter()
    audited = audit_place(url)
    whole = booked + perf_counter() - began
    assert audited.fault is None, audited.fault
    detail = f"{_detail(found)}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    return [
        Figure.at_most("books of a gaming day", booked, "s", SECONDS, detail),
        Figure.at_most("books and audit of it", whole, "s", ALL_SECONDS, f"{audited.events:,} events with the pit's"),
    ]


def _detail(found: Books) -> str:
    rounds = sum(each.shift.rounds for each in found.shifts)
    wagers = sum(each.shift.wagers for each in found.shifts)
    events = sum(each.events for each in found.tables)
    return f"{len(found.tables)} tables, {rounds:,} rounds, {wagers:,} wagers, {events:,} events, SQLite"


def fill(url: str, tables: int, rounds: int) -> None:
    """Play a gaming day: every kind of table in turn."""
    presets = list(TABLES.values())
    with stores.open(url) as store:
        for number in range(tables):
            play(store, f"T{number:02}", presets[number % len(presets)], rounds)


def play(store: Store, table: str, preset: str, rounds: int) -> None:
    """Play a shift of robots at one table."""
    host = Host(store, stream_of(table), signer=signer())
    try:
        name = partial("{}/{}".format, f"day/{table}")
        pit = ScriptedPit(store, signer(), partial("{}/{}".format, f"day/{table}/pit"), START)
        pit.streams.hosts.lend(stream_of(table), host)
        try:
            data = Random(f"books {table}")
            shift = Shift(DemoTable(host, store, data, START, name, partial(_seal, table)), preset, pit)
            shift.robots = Busy(shift.table)
            shift.play(rounds)
        finally:
            pit.streams.close()
    finally:
        host.close()


class Busy(Robots):
    """Robots that wager as at a busy table."""

    def wager(self) -> None:
        """Wager more than once in a round."""
        for _ in range(TIMES):
            super().wager()


def _seal(table: str, number: int) -> Seal:
    return Seal(table, number, sha256(f"books {table} {number}".encode()).digest())


if __name__ == "__main__":
    from benchmarks.run import show

    show([(NAME, figure) for figure in measure()])
