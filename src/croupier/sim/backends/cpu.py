"""The processor of this machine: numba kernels over parts of a range of streams, part by part on every thread.

Chains that draw from one device go through the fast kernels, where their amounts fit packed cells; all others, and
whatever is left of a stream, through the plain ones. Which it was changes no total.
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
from croupier.sim.tables import Array, Tables, marks
from croupier.sim.terms import Rounds, Sessions, Terms
from croupier.sim.totals import SessionTotals, Totals

LEAST = kernels.LANES
PARTS = 8  # a thread, so that none waits long for one whose core is busy


@contextmanager
def opened(threads: int | None, cluster: object) -> Iterator[None]:
    """Nothing to prepare."""
    yield


def device(threads: int | None) -> str:
    """The processor, and how many threads were used."""
    many = _threads(threads)
    return f"{_processor()}, {many} {'thread' if many == 1 else 'threads'}"


def play(
    tables: Tables, terms: Terms, seed: int, first: int, last: int, threads: int | None
) -> Totals | SessionTotals:
    """Streams from the first up to the last, cut for the threads."""
    part: Callable[[int, int], Any]
    if isinstance(terms, Rounds):
        part = partial(rounds, tables, terms, seed)
    else:
        part = partial(sessions, tables, terms, seed)
    groups = -(-(last - first) // LEAST)
    many = min(_threads(threads) * PARTS, groups)
    cuts = [first + groups * at // many * LEAST for at in range(many)] + [last]
    with ThreadPoolExecutor(_threads(threads)) as pool:
        parts: list[Any] = list(pool.map(part, cuts[:-1], cuts[1:]))
    whole: Totals | SessionTotals = sum(parts[1:], parts[0])
    return whole


def rounds(
    tables: Tables, terms: Rounds, seed: int, first: int, last: int, together: int = 2, apart: bool = False
) -> Totals:
    """Streams of rounds, on one core; at most so many rounds a cell, where they fit: 0 takes the plain kernel."""
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
    """Sessions, on one core; at most so many rounds a cell, where they fit: 0 takes the plain kernel."""
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
    """Draw so many blocks of 64 lanes, 1,024 rounds each, as a walk does, and only add up what was drawn."""
    draw = np.uint64(seed), np.uint64(base), np.uint64(spare(base, 4))
    return int(kernels.draw_only(draw, blocks, pairs))


@lru_cache(maxsize=4)
def _plain(tables: Tables) -> tuple[Array, ...]:
    """The arrays in the order of the plain kernels."""
    left = np.array([spare(total, tables.digits) for total in tables.total.tolist()], dtype=np.uint64)
    return (
        *(tables.first, tables.total, left, tables.is_draw),
        *(tables.next, tables.net, tables.wagered, tables.decided),
    )


@lru_cache(maxsize=4)
def _packed(tables: Tables, together: int, apart: bool) -> tuple[Any, ...] | None:
    """What the fast kernel of rounds walks, if it can."""
    if (table := pack(tables, together, apart)) is None:
        return None
    cells = (table.cells, table.squares, table.column, table.width, table.fields, table.masks)
    return (*cells, table.blocks, table.bias, table.rounds == 2)


@lru_cache(maxsize=4)
def _session(tables: Tables, terms: Sessions) -> tuple[tuple[Any, ...], tuple[Any, ...] | None]:
    """Where sessions end, and what their fast kernel walks, if it can."""
    ends = marks(tables, terms)
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
