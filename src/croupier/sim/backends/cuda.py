"""The GPU backend (NVIDIA, CuPy; `croupier[cuda]`): one thread per stream, the table in shared memory if it fits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from croupier.sim import tally
from croupier.sim.packed import pack_digits
from croupier.sim.philox import spare
from croupier.sim.tables import Array, Tables, limits
from croupier.sim.terms import CannotRun, Rounds, Sessions, Terms
from croupier.sim.totals import SessionTotals, Totals

MIN_STREAMS = 2**17  # streams in a range
SOURCE = Path(__file__).with_name("walk.cu")
THREADS = 1024  # in a block
CELL_FIELDS = ("NET", "WAGERED", "DECIDED", "SQUARES")  # the fields of a cell


@contextmanager
def opened(threads: int | None, cluster: object) -> Iterator[None]:
    """Check that there is a GPU, without any fallback, and turn errors of the GPU into `CannotRun`."""
    if threads is not None:
        raise CannotRun("the backend cuda takes no number of threads: leave it out")
    instead = "install croupier[cuda] on a machine with an NVIDIA GPU, or use the backend cpu"
    if find_spec("cupy") is None:
        raise CannotRun(f"the backend cuda needs CuPy, which is not installed: {instead}")
    import cupy

    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise CannotRun(f"the backend cuda finds no GPU ({error}): {instead}") from None
    if not found:
        raise CannotRun(f"the backend cuda finds no GPU: {instead}")
    try:
        yield
    except (
        cupy.cuda.runtime.CUDARuntimeError,
        cupy.cuda.driver.CUDADriverError,
        cupy.cuda.compiler.CompileException,
        cupy.cuda.memory.OutOfMemoryError,
    ) as error:
        raise CannotRun(f"the GPU cannot play this ({error}): use the backend cpu") from error


def device(threads: int | None) -> str:
    """The name of the GPU."""
    import cupy

    name: str = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)["name"].decode()
    return name


def play(
    tables: Tables, terms: Terms, seed: int, first: int, last: int, threads: int | None
) -> Totals | SessionTotals:
    """Play a range of streams, all at the same time."""
    if isinstance(terms, Sessions):
        return _sessions(tables, terms, seed, first, last)
    layout = packed(tables, terms.of(0), _most_shared())
    found = _wide(tables, terms, seed, first, last) if layout is None else _packed(layout, terms, seed, first, last)
    net, square, carry, wagered, decided = found
    return tally.rounds(
        *(tables, terms, first, net, tally.exact_sum(square) + (tally.exact_sum(carry) << 64)),
        *map(tally.exact_sum, (wagered, decided)),
    )


@dataclass(frozen=True, eq=False)
class Layout:
    """A packed table for the kernel, and the compiler options for it."""

    entries: Array  # uint64: cells of one or two rounds
    singles: Array  # uint64: cells of one round, for the last rounds, with the next state instead of its row
    options: tuple[str, ...]
    shared: int  # bytes of shared memory; 0 if the table does not fit


def packed(tables: Tables, longest: int, most_shared: int) -> Layout | None:
    """The layout for streams of at most `longest` rounds; None if amounts are too large or the chain has draws."""
    if tables.most_net**2 * longest >= 2**63 or (found := pack_digits(tables, most_shared)) is None:
        return None
    base, digits = tables.base, tables.digits
    sums = (tables.net + found.bias, tables.wagered, tables.decided, tables.net**2, tables.next)
    singles = np.zeros(len(tables.net), dtype=np.uint64)
    for each, shift in zip(sums, found.fields, strict=True):
        singles |= each.astype(np.uint64) << shift
    shared = found.cells.nbytes if found.cells.nbytes <= most_shared else 0
    values = {"BASE": base, "DIGITS": digits, "POWER": base**digits % 2**32, "REJECT": spare(base, digits)}
    values |= {"STRIDE": found.rounds, "WIDTH": found.width, "FLUSH": found.blocks, "SHARED": int(shared > 0)}
    values |= {"BIAS": found.bias, "THREADS": THREADS, "ROW_SHIFT": int(found.fields[-1])}
    values |= {f"{name}_SHIFT": int(shift) for name, shift in zip(CELL_FIELDS, found.fields, strict=False)}
    masks = {f"{name}_MASK": f"{mask}ull" for name, mask in zip(CELL_FIELDS, found.masks, strict=True)}
    options = ("-DPACKED", *(f"-D{name}={value}" for name, value in (values | masks).items()))
    return Layout(found.cells, singles, options, shared)


def _most_shared() -> int:
    """The bytes of shared memory that a block may use on this GPU."""
    import cupy

    return int(cupy.cuda.Device().attributes["MaxSharedMemoryPerBlockOptin"])


@lru_cache(maxsize=64)
def _module(options: tuple[str, ...]) -> Any:
    import cupy

    return cupy.RawModule(code=SOURCE.read_text(encoding="utf-8"), options=("-std=c++17", *options))


def _key(seed: int) -> tuple[Any, Any]:
    return np.uint32(seed & 2**32 - 1), np.uint32(seed >> 32)


def _range(terms: Rounds, first: int, last: int) -> tuple[Any, ...]:
    each, more = divmod(terms.rounds, terms.streams)
    return tuple(map(np.uint64, (first, last - first, each, more)))


def _packed(layout: Layout, terms: Rounds, seed: int, first: int, last: int) -> tuple[Array, ...]:
    import cupy

    kernel = _module(layout.options).get_function("walk")
    kernel.max_dynamic_shared_size_bytes = layout.shared
    many = last - first
    entries, singles = cupy.asarray(layout.entries), cupy.asarray(layout.singles)
    net = cupy.empty(many, dtype=np.int64)
    square, wagered, decided = (cupy.empty(many, dtype=np.uint64) for _ in range(3))
    arguments = (entries, np.uint32(layout.entries.size), singles, *_key(seed), *_range(terms, first, last))
    arguments = (*arguments, net, square, wagered, decided)
    kernel((-(-many // THREADS),), (THREADS,), arguments, shared_mem=layout.shared)
    return (*(each.get() for each in (net, square)), np.zeros(1, dtype=np.uint64), wagered.get(), decided.get())


def device_arrays(tables: Tables) -> tuple[Array, ...]:
    """The arrays of any table: by state the total, how to test a word, the row, and if it draws; then the steps."""
    spares = [spare(int(total), tables.digits) for total in tables.total]
    powers = [int(total) ** tables.digits % 2**32 for total in tables.total]
    return (
        tables.total.astype(np.uint32),
        np.array(powers, dtype=np.uint32),
        np.array(spares, dtype=np.uint32),
        tables.first.astype(np.uint32),
        tables.is_draw.astype(np.uint8),
        np.stack([tables.next, tables.net, tables.wagered, tables.decided], axis=1).astype(np.int32),
    )


def _on_device(tables: Tables) -> tuple[Any, ...]:
    import cupy

    return (*map(cupy.asarray, device_arrays(tables)), np.int32(tables.digits))


def _wide(tables: Tables, terms: Rounds, seed: int, first: int, last: int) -> tuple[Array, ...]:
    import cupy

    many, threads = last - first, 128
    net = cupy.empty(many, dtype=np.int64)
    sums = tuple(cupy.empty(many, dtype=np.uint64) for _ in range(4))
    arguments = (*_on_device(tables), *_key(seed), *_range(terms, first, last), net, *sums)
    _module(()).get_function("walk_wide")((-(-many // threads),), (threads,), arguments)
    return (net.get(), *(each.get() for each in sums))


def _sessions(tables: Tables, terms: Sessions, seed: int, first: int, last: int) -> SessionTotals:
    import cupy

    end = limits(tables, terms)
    many, threads = last - first, 128
    won, rounds, falls = (cupy.empty(many, dtype=np.int64) for _ in range(3))
    how = cupy.empty(many, dtype=np.uint8)
    wagered = cupy.empty(many, dtype=np.uint64)
    ends = (*map(np.int64, (end.goal, end.nothing, end.floor)), cupy.asarray(end.low), np.uint64(end.rounds))
    where = (*_key(seed), np.uint64(first), np.uint64(many))
    arguments = (*_on_device(tables), *where, *ends, won, rounds, falls, how, wagered)
    _module(()).get_function("sessions")((-(-many // threads),), (threads,), arguments)
    return tally.sessions(tables, won.get(), rounds.get(), falls.get(), how.get(), tally.exact_sum(wagered.get()))
