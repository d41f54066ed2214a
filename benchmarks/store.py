"""The store: durable commands per second, compared with plain SQLite, and reading a million events."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import apsw

from benchmarks import Figure
from croupier import store as stores
from croupier.store import Store, verify
from croupier.store.sqlite import SQLite

NAME = "store"
CLIENTS, EACH = 100, 200  # threads, and commands that each of them sends one by one
BEST_OF = 3
BODY = b"x" * 200  # the body of an event, and also the client's request
EVENTS, TOGETHER, SMALL = 1_000_000, 100, b"x" * 40


class _Counted(SQLite):
    """A storage backend that counts its commits."""

    commits = 0

    def write(self, *rows: Any) -> None:
        self.commits += 1
        super().write(*rows)


def measure() -> list[Figure]:
    """Take all figures. The stores are in the temporary folder, so its disk matters."""
    with TemporaryDirectory(prefix="croupier-") as name:
        return [*_durable(Path(name)), _postgresql(), *_million(Path(name) / "million.db")]


def _durable(folder: Path) -> Iterator[Figure]:
    ours, theirs = [], []
    for n in range(BEST_OF):  # alternating, so that both have the same disk conditions
        rows = _Counted(folder / f"{n}.db")
        with Store(rows) as store:
            ours.append((commands(store), CLIENTS * EACH / rows.commits))
        theirs.append(bare(folder / f"bare-{n}.db"))
    rate, group = max(ours)
    yield Figure.at_least(
        "durable commands, SQLite",
        rate,
        "commands/s",
        5000,
        f"{CLIENTS} threads, {group:.0f} commands a commit, best of {BEST_OF}",
    )
    yield Figure.at_least(
        "beside bare SQLite with the same bytes",
        rate / max(theirs),
        "",
        0.1,
        f"{rate:,.0f} and {max(theirs):,.0f} a second; the bare one in groups of {CLIENTS}, FULL, in one thread",
    )


def commands(store: Store) -> float:
    """Commands per second of many clients, each waiting for its answer."""

    def client(number: int) -> None:
        for n in range(EACH):
            events = [("wager placed", BODY)]
            store.append(f"table {number}", n, f"{number}-{n}", events, at=n, request=BODY, answer=b"taken")

    began = perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(client, range(CLIENTS)))
    return CLIENTS * EACH / (perf_counter() - began)


def bare(path: Path) -> float:
    """Rows per second with the same number of bytes, in groups, with plain SQLite."""
    connection = apsw.Connection(str(path))
    for name, value in (("locking_mode", "exclusive"), ("journal_mode", "wal"), ("synchronous", "full")):
        connection.pragma(name, value)
    connection.execute("CREATE TABLE log (n INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT").fetchall()
    row = (BODY + bytes(250),)  # the size of an event with its digests and the record of its command
    began = perf_counter()
    for _ in range(EACH):
        with connection:
            connection.executemany("INSERT INTO log (bytes) VALUES (?)", [row] * CLIENTS)
    taken = perf_counter() - began
    connection.close()
    return CLIENTS * EACH / taken


def _postgresql() -> Figure:
    """The same for PostgreSQL, without a target: it depends on the server's disk and network."""
    name = "durable commands, PostgreSQL"
    try:
        from tests.support.stores import postgresql
    except ImportError as error:
        return Figure(name, 0.0, "commands/s", 0.0, met=False, detail=f"not measured: {error}")
    with stores.open(postgresql()) as store:
        return Figure.at_least(name, commands(store), "commands/s", 0.0, f"{CLIENTS} threads, on this machine, once")


def _million(path: Path) -> Iterator[Figure]:
    """Append, read and verify a million small events in one process. The targets are for any two cores."""
    with stores.open(f"sqlite:///{path}") as store:
        began = perf_counter()
        events = [("e", SMALL)] * TOGETHER
        futures = [store.submit("t", n, f"c{n}", events, at=n) for n in range(0, EVENTS, TOGETHER)]
        assert futures[-1].result().last == EVENTS
        written = perf_counter()
        assert sum(1 for _ in store.read("t")) == EVENTS
        read = perf_counter()
        found = verify(store, keys=())
        verified = perf_counter()
        assert isinstance(found, stores.Verified), found
    detail = f"{EVENTS:,} events of {len(SMALL)} bytes, once"
    yield Figure.at_least(
        "events appended", EVENTS / (written - began), "events/s", 30_000, f"{detail}; {TOGETHER} a command"
    )
    yield Figure.at_least("events read, every digest checked", EVENTS / (read - written), "events/s", 100_000, detail)
    yield Figure.at_least(
        "events verified, with commands and file", EVENTS / (verified - read), "events/s", 70_000, detail
    )


if __name__ == "__main__":
    from benchmarks.run import show

    show([(NAME, figure) for figure in measure()])
