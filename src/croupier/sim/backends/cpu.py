"""The CPU backend: threads run numba kernels over parts of a range of streams.

Chains with the same total in all states and amounts that fit in packed cells use the fast kernels. All others, and
the rest of every stream, use the plain ones. The choice never changes a total.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any

import numpy as np

from croupier.sim import kernels, tally
from croupier.sim.packed import pack, pack_session
from croupier.sim.philox import spare
from croupier.sim.tables import Array, Tables, limits
from croupier.sim.terms import Rounds, Sessions, Terms
from croupier.sim.totals import SessionTotals, Totals

MIN_STREAMS = kernels.LANES
PARTS = 8  # per thread, so that no thread waits long for another whose core is busy


@contextmanager
def opened(threads: int | None, cluster: object) -> Iterator[None]:
    """Do nothing: this backend needs no preparation."""
    yield


def device(threads: int | None) -> str:
    """The name of the processor, and the number of threads."""
    many = _threads(threads)
    return f"{_processor()}, {many} {'thread' if many == 1 else 'threads'}"


def play(
    tables: Tables, terms: Terms, seed: int, first: int, last: int, threads: int | None
) -> Totals | SessionTotals:
    """Play a range of streams, divided among the threads."""
    part: Callable[[int, int], Any]
    if isinstance(terms, Rounds):
        part = partial(rounds, tables, terms, seed)
    else:
        part = partial(sessions, tables, terms, seed)
    groups = -(-(last - first) // MIN_STREAMS)
    many = min(_threads(threads) * PARTS, groups)
    cuts = [first + groups * at // many * MIN_STREAMS for at in range(many)] + [last]
    with ThreadPoolExecutor(_threads(threads)) as pool:
        parts: list[Any] = list(pool.map(part, cuts[:-1], cuts[1:]))
    whole: Totals | SessionTotals = sum(parts[1:], parts[0])
    return whole


def rounds(
    tables: Tables, terms: Rounds, seed: int, first: int, last: int, together: int = 2, apart: bool = False
) -> Totals:
    """Play streams of rounds on one core. `together` is the most rounds per cell; 0 means the plain kernel."""
    each, more = divmod(terms.rounds, terms.streams)
    nets, sums = np.empty(last - first, dtype=np.int64), np.zeros(6, dtype=np.uint64)
    table = None if tables.most_net**2 * (each + 1) >= 2**63 else _packed(tables, together, apart)
    if table is None:
        kernels.play_streams(_plain(tables), tables.digits, np.uint64(seed), first, each, more, nets, sums)
    else:
        kernels.play_streams_fast(table, _plain(tables), _draw(tables, seed), first, each, more, nets, sums)
    square, wagered, decided = (int(sums[at]) + (int(sums[at + 1]) << 64) for at in (0, 2, 4))
    return tally.rounds(tables, terms, first, nets, square, wagered, decided)


def sessions(tables: Tables, terms: Sessions, seed: int, first: int, last: int, together: int = 1) -> SessionTotals:
    """Play sessions on one core, with the fast kernel if they fit. `together` = 0 means the plain kernel."""
    ends, table = _session(tables, terms)
    found = tuple(np.empty(last - first, dtype=kind) for kind in (np.int64, np.int64, np.int64, np.uint8))
    wagered = np.zeros(2, dtype=np.uint64)
    if table is None or not together:
        kernels.play_sessions(_plain(tables), tables.digits, np.uint64(seed), first, ends, found, wagered)
    else:
        kernels.play_sessions_fast(table, _draw(tables, seed), first, ends, found, wagered)
    won, lengths, falls, how = found
    return tally.sessions(tables, won, lengths, falls, how, int(wagered[0]) + (int(wagered[1]) << 64))


def draw_only(base: int, blocks: int, pairs: bool, seed: int = 0) -> int:
    """Draw blocks of 64 lanes (1,024 rounds each) as a walk does, and only add them up. For benchmarks."""
    draw = np.uint64(seed), np.uint64(base), np.uint64(spare(base, 4))
    return int(kernels.draw_only(draw, blocks, pairs))


@lru_cache(maxsize=4)
def _plain(tables: Tables) -> tuple[Array, ...]:
    """The arrays in the order that the plain kernels expect."""
    left = np.array([spare(total, tables.digits) for total in tables.total.tolist()], dtype=np.uint64)
    return (
        *(tables.first, tables.total, left, tables.is_draw),
        *(tables.next, tables.net, tables.wagered, tables.decided),
    )


@lru_cache(maxsize=4)
def _packed(tables: Tables, together: int, apart: bool) -> tuple[Any, ...] | None:
    """The packed table for the fast kernel of rounds; None if it does not fit."""
    if (table := pack(tables, together, apart)) is None:
        return None
    cells = (table.cells, table.squares, table.column, table.width, table.fields, table.masks)
    return (*cells, table.blocks, table.bias, table.rounds == 2)


@lru_cache(maxsize=4)
def _session(tables: Tables, terms: Sessions) -> tuple[tuple[Any, ...], tuple[Any, ...] | None]:
    """The limits of sessions, and the packed table for their fast kernel (None if it does not fit)."""
    ends = limits(tables, terms)
    plain = (ends.goal, ends.nothing, ends.floor, ends.low, ends.rounds)
    if (table := pack_session(tables, ends)) is None:
        return plain, None
    return plain, (table.cells, table.column, table.fields, table.masks, table.bias, table.least)


def _draw(tables: Tables, seed: int) -> tuple[Any, ...]:
    return np.uint64(seed), np.uint64(tables.base), np.uint64(spare(tables.base, tables.digits))


def _threads(threads: int | None) -> int:
    return threads or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()
