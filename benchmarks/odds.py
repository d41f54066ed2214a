"""Exact odds on one core: all of them from a cold start, the slowest wager alone, and the import of croupier."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks import ROOT, Figure, cores

if TYPE_CHECKING:
    from croupier.chain.everything import Question

NAME = "odds"
EVERYTHING_SECONDS = 5.0
SLOWEST_MILLISECONDS = 200.0
IMPORT_MILLISECONDS = 150.0
_RUNS = 3  # of the command, and of each of the slowest wagers
_SLOWEST_ROWS = 40  # how many are measured again: on a busy machine one measurement says little
_IMPORTS = 9

_IMPORT = "from time import perf_counter as now; began = now(); import croupier; print(now() - began)"
_SLOWEST = "import json; from benchmarks.odds import slowest; print(json.dumps(slowest()))"


def measure() -> list[Figure]:
    """Take the three figures, each in processes of its own on one core."""
    with cores(1):
        return [_everything(), _slowest(), _import()]


def _everything() -> Figure:
    runs = [_python("-m", "croupier", "odds", "--json") for _ in range(_RUNS)]
    taken = [seconds for seconds, _ in runs]
    rows = len(json.loads(runs[0][1]))
    detail = f"croupier odds --json, {rows} rows, one core; best of {_RUNS}, worst {max(taken):.2f} s"
    return Figure.at_most("every wager, cold", min(taken), "s", EVERYTHING_SECONDS, detail)


def _slowest() -> Figure:
    seconds, row = json.loads(_python("-c", _SLOWEST)[1])
    detail = f"{row}; after import, nothing solved before; best of {_RUNS}"
    return Figure.at_most("slowest wager", seconds * 1000, "ms", SLOWEST_MILLISECONDS, detail)


def _import() -> Figure:
    runs = [_python("-c", _IMPORT) for _ in range(_IMPORTS)]
    whole, alone = min(seconds for seconds, _ in runs), min(float(told) for _, told in runs)
    detail = f"a whole new process; the import alone {alone * 1000:.1f} ms; best of {_IMPORTS}"
    return Figure.at_most("import croupier", whole * 1000, "ms", IMPORT_MILLISECONDS, detail)


def _python(*words: str) -> tuple[float, str]:
    """Run Python in a new process; return its seconds and its output."""
    began = perf_counter()
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return perf_counter() - began, done.stdout


def slowest() -> tuple[float, str]:
    """The seconds of the slowest row, and its name. All rows are measured once, then the slowest ones again."""
    from croupier.chain.everything import everything

    once = sorted(((_seconds(row), at, row) for at, row in enumerate(everything())), reverse=True)[:_SLOWEST_ROWS]
    return max((min(first, *(_seconds(row) for _ in range(_RUNS - 1))), _said(row)) for first, _, row in once)


def _seconds(row: Question) -> float:
    """The seconds to price a row, in a fork of this process, so that no row profits from another's cached work."""
    reads, writes = os.pipe()
    if (child := os.fork()) == 0:
        began = perf_counter()
        row.price()
        os.write(writes, str(perf_counter() - began).encode())
        os._exit(0)
    os.close(writes)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reads) as pipe:
        assert status == 0, row
        return float(pipe.read())


def _said(row: Question) -> str:
    options = (f"{name}={value}" for name, value in row.options.items())
    words = (row.house.variant, row.wheel, row.wager.id, row.pay_table, *options)
    return " ".join(filter(None, words))
