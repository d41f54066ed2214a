"""The cluster backend (Dask; `croupier[cluster]`): workers play parts of a range of streams with the CPU backend.

Without an address, it starts a cluster on this machine with one process per core. If a worker dies, nothing is lost:
its tasks are played again by another worker, and the tables, which are a task too, are made again.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pydoc
import socket
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import reduce
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle, pairwise
from math import inf
from operator import add
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from uuid import uuid4

import croupier
from croupier.core.child import spawning
from croupier.sim.backends import cpu
from croupier.sim.tables import Tables, tables
from croupier.sim.terms import LEAST_ROUNDS, CannotRun, Rounds, Terms
from croupier.sim.totals import SessionTotals, Totals

MIN_STREAMS = 512 * cpu.MIN_STREAMS  # streams in a range; a smaller one would mostly wait for its last task
RANGE = 4.0  # seconds: every range ends with a wait for its last task
TASKS = 3  # the most tasks of a range for each thread of a worker
TASK = 0.3  # seconds that a task should take at least
PATIENCE = 10  # seconds to wait for a scheduler, and for its first worker
SETTINGS = {
    "distributed.worker.multiprocessing-method": "spawn",
    "distributed.admin.large-graph-warning-threshold": "1TB",  # tables may be large, but are sent once
}
DEAF = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"  # workers ignore Ctrl-C; we handle it
DEATHS = 10  # of workers, before the task is blamed for them


@dataclass
class _Cluster:
    """The cluster of the current run."""

    client: Any
    workers: dict[str, str]  # by address: a description of what it runs on
    sent: dict[Tables, Any] = field(default_factory=dict)  # the tables that the cluster has, each as a task
    pace: float = inf  # streams per second in the last range


_open: ContextVar[_Cluster] = ContextVar("the cluster of the current run")


@contextmanager
def opened(threads: int | None, cluster: object) -> Iterator[None]:
    """Start a cluster on this machine, or connect to the one at an address. At the end, leave nothing running."""
    if find_spec("distributed") is None:
        raise CannotRun(
            "the backend dask needs Dask, which is not installed: install croupier[cluster], or use the backend cpu"
        )
    distributed, dask = map(import_module, ("distributed", "dask"))  # this order: the first defines settings
    with ExitStack() as closing:
        closing.enter_context(dask.config.set(SETTINGS))
        if cluster is None:
            client = _local(distributed, threads, closing)
        else:
            client = _remote(distributed, cluster, threads, closing)
        token = _open.set(_Cluster(client, _workers(client)))
        closing.callback(_open.reset, token)
        yield


def device(threads: int | None) -> str:
    """The number of workers, and what they run on."""
    kinds = Counter(_open.get().workers.values())
    many = kinds.total()
    return f"Dask, {many} {'worker' if many == 1 else 'workers'} ({'; '.join(kinds)})"


def play(
    tables: Tables, terms: Terms, seed: int, first: int, last: int, threads: int | None
) -> Totals | SessionTotals:
    """Play a range of streams as a few tasks for every worker."""
    here, distributed = _open.get(), import_module("distributed")
    try:
        began = perf_counter()
        tasks = _tasks(here, tables, terms, seed, first, last)
        found: Totals | SessionTotals = reduce(add, _results(distributed.as_completed(tasks, with_results=True)))
        here.pace = (last - first) / (perf_counter() - began)
        return found
    except distributed.KilledWorker as error:
        raise CannotRun(f"the cluster gave up, since worker after worker died: {error}") from None
    except (CancelledError, OSError):
        raise CannotRun("the cluster was lost on the way: its scheduler has stopped, or cannot be reached") from None


def _tasks(here: _Cluster, tables: Tables, terms: Terms, seed: int, first: int, last: int) -> Any:
    """Submit the parts of a range to the cluster; before the first range, also the tables."""
    if tables not in here.sent:
        here.sent[tables] = here.client.submit(_given, tables, key=f"croupier-tables-{tables.digest}")
    each = min(TASKS, max(1, int((last - first) / here.pace / TASK)))
    cuts = _cuts(first, last, each * max(1, sum(here.client.nthreads().values())))
    rest = {"tables": here.sent[tables], "terms": terms, "seed": seed, "version": croupier.__version__}
    where = cycle(here.client.nthreads())  # in turn; otherwise all go to the one worker that has the tables
    soft = {"pure": False, "allow_other_workers": True}
    return [
        here.client.submit(_part, *cut, key=f"croupier-part-{uuid4().hex}", workers=[next(where)], **soft, **rest)
        for cut in pairwise(cuts)
    ]


def _results(done: Iterable[tuple[Any, Any]]) -> Iterator[Any]:
    """The results of tasks, in the order in which they finish. A cancelled task returns its exception: raise it."""
    for _, result in done:
        if isinstance(result, BaseException):
            raise result
        yield result


def _cuts(first: int, last: int, parts: int) -> list[int]:
    """The boundaries of the parts of a range: about equally long, in complete groups of streams."""
    groups = -(-(last - first) // cpu.MIN_STREAMS)
    parts = min(parts, groups)
    return [first + groups * at // parts * cpu.MIN_STREAMS for at in range(parts)] + [last]


def _given(tables: Tables) -> Tables:
    """Return the tables. As a task, the cluster keeps them once, and makes them again if a worker is lost."""
    return tables


def _part(first: int, last: int, tables: Tables, terms: Terms, seed: int, version: str) -> Totals | SessionTotals:
    """The task of a worker: play a part of a range on one of its threads."""
    if version != croupier.__version__:  # in a worker that joined later
        raise CannotRun(f"a worker has Croupier {croupier.__version__}, this is {version}: install the same on both")
    return cpu.play(tables, terms, seed, first, last, 1)


def _local(distributed: Any, threads: int | None, closing: ExitStack) -> Any:
    """Start a cluster of processes on this machine, reachable only from this machine; return its client."""
    folder = closing.enter_context(TemporaryDirectory(prefix="croupier-"))
    spawning()
    try:
        cluster = distributed.LocalCluster(
            n_workers=threads or len(os.sched_getaffinity(0)),
            threads_per_worker=1,
            host="127.0.0.1",
            protocol="tcp",
            dashboard_address=None,
            memory_limit=0,
            local_directory=folder,
            preload=[DEAF],
            silence_logs=logging.CRITICAL,
            scheduler_kwargs={"allowed_failures": DEATHS, "dashboard_address": "127.0.0.1:0"},
        )
    except RuntimeError as error:
        raise CannotRun(
            f"the workers could not be started ({error}): a script that runs on a cluster has to be a file, "
            'and to call run() below `if __name__ == "__main__":`, since every worker reads it'
        ) from error
    return closing.enter_context(distributed.Client(closing.enter_context(cluster)))


def _remote(distributed: Any, cluster: object, threads: int | None, closing: ExitStack) -> Any:
    """Connect to the cluster whose scheduler listens at an address; return its client."""
    instead = "give the address of a Dask scheduler such as tcp://HOST:8786, or none to use this machine"
    if not isinstance(cluster, str) or not cluster.strip():
        raise CannotRun(f"{cluster!r} is no address of a cluster: {instead}")
    if threads is not None:
        raise CannotRun(f"the cluster at {cluster!r} has a fixed number of workers: leave out the number of threads")
    try:
        socket.create_connection(distributed.comm.get_address_host_port(cluster), timeout=PATIENCE).close()
    except (ValueError, OverflowError) as error:
        raise CannotRun(f"{cluster!r} is no address of a cluster ({error}): {instead}") from None
    except OSError as error:
        raise CannotRun(f"nothing answers at the cluster address {cluster!r} ({error}): {instead}") from None
    try:
        with ThreadPoolExecutor(1) as apart:  # this thread may already have an event loop, as in a notebook
            apart.submit(asyncio.run, _greeted(distributed, cluster)).result()
        client = closing.enter_context(distributed.Client(cluster, timeout=PATIENCE))
    except Exception as error:  # another protocol may cause any error
        raise CannotRun(f"what answers at {cluster!r} is no Dask scheduler ({error!r}): {instead}") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        none = f"the cluster at {cluster!r} has no workers"
        raise CannotRun(f"{none}: start one with `dask worker {cluster}`") from None
    return client


async def _greeted(distributed: Any, address: str) -> None:
    """Check that Dask answers. A client would wait forever for a server that listens and never replies."""
    how = distributed.Security().get_connection_args("client")
    comm = await asyncio.wait_for(distributed.comm.connect(address, timeout=PATIENCE, **how), PATIENCE)
    await comm.close()


def _workers(client: Any) -> dict[str, str]:
    """Describe every worker; `CannotRun` if the scheduler or a worker lacks Croupier or has another version of it."""
    asked = (pydoc.locate, "croupier.__version__")
    versions = {f"the worker at {where}": version for where, version in client.run(*asked).items()}
    for who, version in {"the scheduler": client.run_on_scheduler(*asked), **versions}.items():
        if version != croupier.__version__:
            has = "no Croupier" if version is None else f"Croupier {version}"
            raise CannotRun(f"{who} has {has}, this is {croupier.__version__}: install the same version on both")
    found: dict[str, str] = client.run(_ready)
    return found


def _ready() -> str:
    """Load the kernels of a worker by playing a few rounds; return what it runs on."""
    from croupier import chain, house

    plan = chain.BUILT_IN["flat"]
    cpu.play(tables(chain.compile(house.load(plan.house), plan)), Rounds(LEAST_ROUNDS), 0, 0, 1, 1)
    return cpu.device(1)
