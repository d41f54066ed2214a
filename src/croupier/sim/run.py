"""Simulates a chain for rounds or sessions on a backend, one range of random streams at a time, with exact totals.

A backend is a module `croupier.sim.backends.NAME` with

- `play(tables, terms, seed, first, last, threads) -> Totals | SessionTotals`: plays all streams from `first` up to,
  but not including, `last`. Amounts in the result are in cents. It returns `Totals` for Rounds, `SessionTotals` for
  Sessions. How streams are divided into ranges does not change the total. It raises CannotRun if it cannot play them;
- `MIN_STREAMS`: how many streams keep it busy. A range is a multiple of it, except the last one;
- `RANGE`: how many seconds a range should take (optional; the default is half a second);
- `device(threads) -> str`: a description of what it runs on;
- `opened(threads, cluster)`: a context manager, entered before the first range and left after the last.

`threads` is None if the backend may use all. `bounded` is called before, so no stream overflows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from croupier.sim.checkpoint import Checkpoint, load, save
from croupier.sim.tables import Tables, bounded, tables
from croupier.sim.terms import MOST_STREAMS, CannotRun, Rounds, Sessions, Terms
from croupier.sim.totals import SessionTotals, Totals
from croupier.text.money import dollars

if TYPE_CHECKING:
    from croupier.chain.compile import Chain

BACKENDS = ("cpu", "cuda", "dask")
RANGE = 0.5  # seconds that a range should take, unless the backend has its own RANGE
GROWTH = 8  # a range has at most this many times as many streams as the one before it
DEFAULT_ROUNDS = 200  # of a session that would otherwise end only by ruin; as in chain.session


@dataclass(frozen=True)
class Result:
    """The result of a simulation, and what was simulated."""

    totals: Totals | SessionTotals
    terms: Terms
    seed: int
    backend: str
    device: str
    seconds: float  # of this run, without what came from a checkpoint
    played: int  # streams of this run, without those from a checkpoint
    unit: int  # cents; all amounts are multiples of it
    complete: bool  # False if the run was interrupted


def run(
    chain: Chain,
    *,
    rounds: int | None = None,
    sessions: int | None = None,
    bankroll: int | None = None,
    goal: int | None = None,
    loss_limit: int | None = None,
    max_rounds: int | None = None,
    seed: int = 0,
    backend: str = "cpu",
    threads: int | None = None,
    cluster: Any = None,
    progress: Callable[[int, int], None] | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> Result:
    """Simulate a number of rounds, or of sessions with a bankroll. Amounts are in cents.

    After Ctrl-C it returns what was done so far. `progress` is called with the number of finished rounds (or
    sessions) and the total number. `checkpoint` is a file that is written after every range; `resume` is such a file
    to start from.
    """
    terms = _terms(chain, rounds, sessions, bankroll, goal, loss_limit, max_rounds)
    _whole("seed", seed, 0, 2**64 - 1)
    if threads is not None:
        _whole("threads", threads, 1, 1024)
    if backend not in BACKENDS:
        raise CannotRun(f"there is no backend {backend!r}: it is one of {', '.join(BACKENDS)}")
    if cluster is not None and backend != "dask":
        raise CannotRun(f"a cluster is for the backend dask, not for {backend}")
    arrays = tables(chain)
    bounded(arrays, terms)
    start = Checkpoint(arrays.digest, terms, seed, 0, Totals() if isinstance(terms, Rounds) else SessionTotals())
    if resume is not None:
        start = load(Path(resume), start)
    module = import_module(f"croupier.sim.backends.{backend}")
    with module.opened(threads, cluster):
        began = perf_counter()
        done = _play(module, arrays, start, threads, progress, None if checkpoint is None else Path(checkpoint))
        seconds = perf_counter() - began
        return Result(
            *(done.totals, terms, seed, backend, module.device(threads), seconds, done.streams - start.streams),
            arrays.unit,
            done.streams == terms.streams,
        )


def _play(
    backend: Any,
    arrays: Tables,
    done: Checkpoint,
    threads: int | None,
    progress: Callable[[int, int], None] | None,
    to: Path | None,
) -> Checkpoint:
    """Play one range after the other, each for about the same time. An interrupted range does not count."""
    terms, many = done.terms, backend.MIN_STREAMS
    try:
        while done.streams < terms.streams:
            began, last = perf_counter(), min(terms.streams, done.streams + many)
            part = backend.play(arrays, terms, done.seed, done.streams, last, threads)
            done = done.with_part(last, part)
            many = _next(many, perf_counter() - began, backend.MIN_STREAMS, getattr(backend, "RANGE", RANGE))
            if to is not None:
                save(to, done)
            if progress is not None:
                progress(*_rounds(terms, done.streams))
    except KeyboardInterrupt:
        if not done.streams:
            raise
    return done


def _next(many: int, seconds: float, least: int, long: float) -> int:
    """The number of streams in the next range, after a range of `many` streams took this long."""
    wanted = int(many * min(GROWTH, long / max(seconds, 1e-6)))
    return max(1, min(wanted, MOST_STREAMS) // least) * least


def _rounds(terms: Terms, streams: int) -> tuple[int, int]:
    if isinstance(terms, Rounds):
        return terms.before(streams), terms.rounds
    return streams, terms.sessions


def _terms(
    chain: Chain,
    rounds: int | None,
    sessions: int | None,
    bankroll: int | None,
    goal: int | None,
    loss_limit: int | None,
    max_rounds: int | None,
) -> Terms:
    if (rounds is None) == (sessions is None):
        raise CannotRun("either rounds or sessions are simulated: give one of the two")
    if rounds is not None:
        if (bankroll, goal, loss_limit, max_rounds) != (None,) * 4:
            raise CannotRun("a bankroll, a goal, a loss limit and a last round are for sessions, not for rounds")
        return Rounds(_whole("rounds", rounds, 1, 2**62))
    if bankroll is None:
        raise CannotRun("a session needs a bankroll")
    _whole("sessions", sessions, 1, 2**40)
    has = dollars(_whole("bankroll", bankroll, 1, 2**53))
    if bankroll < chain.standing[0]:
        raise CannotRun(f"a bankroll of {has} does not cover the {dollars(chain.standing[0])} the plan begins with")
    if goal is not None and _whole("goal", goal, 1, 2**53) <= bankroll:
        raise CannotRun(f"a goal of {dollars(goal)} is not above the bankroll of {has}")
    if loss_limit is not None and _whole("loss limit", loss_limit, 1, 2**53) > bankroll:
        raise CannotRun(f"a loss limit of {dollars(loss_limit)} is above the bankroll of {has}")
    if max_rounds is not None:
        _whole("max rounds", max_rounds, 1, 2**40)
    elif goal is None:
        max_rounds = DEFAULT_ROUNDS
    assert sessions is not None
    return Sessions(sessions, bankroll, goal, loss_limit, max_rounds)


def _whole(name: str, value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise CannotRun(f"{name}: a whole number from {low:,} to {high:,}, not {value!r}")
    return value
