"""The GPU's kernel without a GPU: its source compiled for this machine, thread by thread, against the plain walk."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier import chain
from croupier.chain import Chain
from croupier.house import load
from croupier.sim import tally
from croupier.sim.backends import cpu, cuda
from croupier.sim.philox import spare
from croupier.sim.tables import Tables, limits, tables
from croupier.sim.terms import Rounds, Sessions
from croupier.sim.totals import SessionTotals, Totals
from tests.support.plans import DRAWN

SHIM = """
#define __device__
#define __global__
#define __forceinline__ inline
#define __restrict__
#define __launch_bounds__(threads)
static struct { unsigned x; } threadIdx, blockIdx, blockDim = {1};
"""
DRIVER = """
extern "C" void each(u64 streams, void (*thread)())
{
    for (blockIdx.x = 0; blockIdx.x < streams; blockIdx.x++) thread();
}
"""
SEED = 0x0123456789ABCDEF
SHARED = 227 * 1024  # bytes of a block, on an H200
U32, U64, I64, INT = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int64, ctypes.c_int

needs_a_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ to compile the kernel with")


def _compiled(folder: Path, options: tuple[str, ...]) -> ctypes.CDLL:
    source, library = folder / "walk.cpp", folder / "walk.so"
    source.write_text(SHIM + cuda.SOURCE.read_text(encoding="utf-8") + DRIVER, encoding="utf-8")
    flags = [option.replace("SHARED=1", "SHARED=0") for option in options]
    subprocess.run(["g++", "-O1", "-shared", "-fPIC", "-w", *flags, str(source), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def _threads(library: ctypes.CDLL, name: str, streams: int, arguments: tuple[Any, ...]) -> None:
    """Call the kernel once for every thread that the GPU would run."""
    kernel: Callable[..., Any] = library[name]
    thread = ctypes.CFUNCTYPE(None)(lambda: kernel(*arguments))
    library.each(U64(streams), thread)


def _pointer(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def _results(streams: int, kinds: str) -> list[Any]:
    return [np.zeros(streams, dtype=kind) for kind in kinds.split()]


def _ranges(of: Tables) -> tuple[list[Any], tuple[Any, ...]]:
    arrays = cuda.device_arrays(of)
    return list(arrays), (*map(_pointer, arrays), INT(of.digits))


def _key_and_range(terms: Rounds, first: int, streams: int) -> tuple[Any, ...]:
    each, more = divmod(terms.rounds, terms.streams)
    return (U32(SEED & 2**32 - 1), U32(SEED >> 32), U64(first), U64(streams), U64(each), U64(more))


def _packed(folder: Path, of: Tables, terms: Rounds, first: int, last: int, shared: int = SHARED) -> Totals:
    layout = cuda.packed(of, terms.of(0), shared)
    assert layout is not None
    results = _results(last - first, "i8 u8 u8 u8")
    entries = (_pointer(layout.entries), U32(layout.entries.size), _pointer(layout.singles))
    arguments = (*entries, *_key_and_range(terms, first, last - first), *map(_pointer, results))
    _threads(_compiled(folder, layout.options), "walk", last - first, arguments)
    net, *sums = results
    return tally.rounds(of, terms, first, net, *map(tally.exact_sum, sums))


def _wide(folder: Path, of: Tables, terms: Rounds, first: int, last: int) -> Totals:
    kept, ranges = _ranges(of)
    results = _results(last - first, "i8 u8 u8 u8 u8")
    arguments = (*ranges, *_key_and_range(terms, first, last - first), *map(_pointer, results))
    _threads(_compiled(folder, ()), "walk_wide", last - first, arguments)
    del kept
    net, low, high, *sums = results
    return tally.rounds(
        of, terms, first, net, tally.exact_sum(low) + (tally.exact_sum(high) << 64), *map(tally.exact_sum, sums)
    )


def _sessions(folder: Path, of: Tables, terms: Sessions) -> SessionTotals:
    kept, ranges = _ranges(of)
    ends, many = limits(of, terms), terms.sessions
    results = _results(many, "i8 i8 i8 u1 u8")
    arguments = (I64(ends.goal), I64(ends.nothing), I64(ends.floor), _pointer(ends.low), U64(ends.rounds))
    key = (U32(SEED & 2**32 - 1), U32(SEED >> 32), U64(0), U64(many))
    _threads(_compiled(folder, ()), "sessions", many, (*ranges, *key, *arguments, *map(_pointer, results)))
    del kept
    won, rounds, falls, how, wagered = results
    return tally.sessions(of, won, rounds, falls, how, tally.exact_sum(wagered))


def _chain(name: str) -> Chain:
    return chain.compile(load(chain.BUILT_IN[name].house), chain.BUILT_IN[name])


PACKED = ("flat", "flat-red", "pass-odds-place-6-8", "james-bond", "three-point-molly", "fibonacci")


@needs_a_compiler
@pytest.mark.parametrize("name", PACKED)
def test_packed_sums_are_those_of_the_plain_walk(name: str, tmp_path: Path) -> None:
    of, terms = tables(_chain(name)), Rounds(100_003)
    assert _packed(tmp_path, of, terms, 3, 20) == cpu.play(of, terms, SEED, 3, 20, 1)


@needs_a_compiler
@pytest.mark.parametrize("of", [tables(DRAWN), tables(_chain("martingale"))], ids=["draws", "martingale"])
def test_wide_sums_are_those_of_the_plain_walk(of: Tables, tmp_path: Path) -> None:
    terms = Rounds(50_001)
    assert _wide(tmp_path, of, terms, 2, 12) == cpu.play(of, terms, SEED, 2, 12, 1)


@needs_a_compiler
@pytest.mark.parametrize("limits", [{}, {"goal": 300_00}, {"loss_limit": 100_00, "max_rounds": 50}])
def test_sessions_are_those_of_the_plain_walk(limits: dict[str, int], tmp_path: Path) -> None:
    terms = Sessions(200, 200_00, **{"max_rounds": 400, **limits})
    of = tables(_chain("pass-odds-place-6-8"))
    assert _sessions(tmp_path, of, terms) == cpu.play(of, terms, SEED, 0, 200, 1)


def test_draws_and_large_amounts_are_not_packed() -> None:
    assert cuda.packed(tables(DRAWN), 1000, SHARED) is None
    assert cuda.packed(tables(_chain("martingale")), 2**62, SHARED) is None


def test_what_a_word_leaves_is_rejected_alike() -> None:
    of = tables(_chain("flat"))
    layout = cuda.packed(of, 1000, SHARED)
    assert layout is not None
    assert {f"-DREJECT={spare(36, 4)}", "-DPOWER=1679616", "-DSTRIDE=2"} <= set(layout.options)


@needs_a_compiler
def test_a_gpu_with_less_shared_memory_plays_the_same(tmp_path: Path) -> None:
    of, terms = tables(_chain("flat")), Rounds(50_000)
    small = cuda.packed(of, terms.of(0), 16 * 1024)
    assert small is not None
    assert "-DSTRIDE=1" in small.options
    assert _packed(tmp_path, of, terms, 0, 5, 16 * 1024) == cpu.play(of, terms, SEED, 0, 5, 1)
