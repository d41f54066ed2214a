"""The cluster backend: real processes on loopback, the totals of the CPU backend, and a worker killed at work."""

from __future__ import annotations

import json
import os
import signal
import site
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

import croupier
from croupier import chain, house, sim
from croupier.sim.backends import cpu
from croupier.sim.backends import dask as backend
from croupier.sim.tables import Tables, tables
from croupier.sim.terms import Rounds, Sessions, Terms

SEED = 20260608
LIMIT = 60.0  # seconds, for anything another process has to do
PLANS = {
    "pass-odds-place-6-8": "colorado-craps",
    "martingale": "colorado-double-zero",
}


def _chain(plan: str) -> chain.Chain:
    return chain.compile(house.load(PLANS[plan]), chain.BUILT_IN[plan])


def _until(found: Callable[[], Any]) -> Any:
    """Wait until something is found, and return it."""
    end = monotonic() + LIMIT
    while monotonic() < end:
        if value := found():
            return value
        sleep(0.01)
    raise AssertionError("it never came")


def _same(played: Tables, terms: Terms) -> None:
    found = backend.play(played, terms, SEED, 0, terms.streams, 2)
    assert found == cpu.play(played, terms, SEED, 0, terms.streams, 1)
    assert found.streams == terms.streams


def _kill(client: Any, told: dict[str, Any]) -> None:
    """Kill the first worker with SIGKILL once it plays a part."""
    pids = client.run(os.getpid)
    worker = next(iter(pids))

    def at_work() -> list[str]:
        return [key for key in client.processing().get(worker, ()) if str(key).startswith("croupier-part")]

    told["keys"] = _until(at_work)
    os.kill(pids[worker], signal.SIGKILL)
    told["worker"], told["pid"] = worker, pids[worker]


def test_a_cluster_of_this_machine_gives_the_totals_of_the_backend_cpu_even_when_a_worker_is_killed() -> None:
    """One cluster for all of it, since starting one takes seconds."""
    craps, wheel = tables(_chain("pass-odds-place-6-8")), tables(_chain("martingale"))
    with backend.opened(2, None):
        client = backend._open.get().client
        assert backend.device(2).startswith("Dask, 2 workers (")
        assert list(client.nthreads().values()) == [1, 1]
        assert all(where.startswith("tcp://127.0.0.1:") for where in client.nthreads())
        _same(craps, Rounds(10_000_019))
        _same(craps, Rounds(7))
        _same(wheel, Rounds(5_000_011))
        _same(wheel, Sessions(20_011, 100_00, goal=150_00, max_rounds=500))
        _same(craps, Sessions(3_001, 300_00, loss_limit=200_00, max_rounds=200))

        terms, told = Rounds(4_000_000_000), dict[str, Any]()
        killer = Thread(target=_kill, args=(client, told))
        killer.start()
        found = backend.play(craps, terms, SEED, 0, terms.streams, 2)
        killer.join()
        removed = [event for _, event in client.get_events("all") if event.get("action") == "remove-worker"]
        assert [event["worker"] for event in removed] == [told["worker"]]
        assert set(removed[0]["processing-tasks"]) & set(told["keys"])  # it died while it had parts of this range
        assert told["pid"] not in client.run(os.getpid).values()
        assert found == cpu.play(craps, terms, SEED, 0, terms.streams, 2)


def test_a_run_on_dask_equals_a_run_on_the_cpu_and_leaves_nothing_running() -> None:
    craps = _chain("pass-odds-place-6-8")
    done: list[tuple[int, int]] = []
    found = sim.run(
        craps, rounds=3_000_000, seed=SEED, backend="dask", threads=1, progress=lambda *at: done.append(at)
    )
    assert found.totals == sim.run(craps, rounds=3_000_000, seed=SEED).totals
    assert found.device.startswith("Dask, 1 worker (")
    assert found.complete
    assert done[-1] == (3_000_000, 3_000_000)
    children = subprocess.run(
        ["ps", "--ppid", str(os.getpid()), "-o", "args="], capture_output=True, text=True, check=False
    )
    assert "--multiprocessing-fork" not in children.stdout


@pytest.mark.parametrize("first", [0, 64, 1000])
@pytest.mark.parametrize("many", [1, 63, 64, 65, 1000, 4096])
@pytest.mark.parametrize("parts", [1, 2, 7, 100])
def test_parts_cover_a_range_once(first: int, many: int, parts: int) -> None:
    cuts = backend._cuts(first, first + many, parts)
    assert (cuts[0], cuts[-1]) == (first, first + many)
    assert all(a < b for a, b in pairwise(cuts))
    assert len(cuts) - 1 == min(parts, -(-many // cpu.MIN_STREAMS))


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("tcp://127.0.0.1:1", "nothing answers at the cluster address 'tcp://127.0.0.1:1'"),
        ("tcp://no-such-host.invalid:8786", "nothing answers at the cluster address"),
        ("127.0.0.1", "'127.0.0.1' is no address of a cluster"),
        ("gopher://127.0.0.1:70", "'gopher://127.0.0.1:70' is no address of a cluster"),
        ("tcp://127.0.0.1:port", "'tcp://127.0.0.1:port' is no address of a cluster"),
        ("", "'' is no address of a cluster"),
        (8786, "8786 is no address of a cluster"),
    ],
)
def test_an_address_where_no_cluster_is_is_refused_at_once(address: object, says: str) -> None:
    began = monotonic()
    with pytest.raises(sim.CannotRun) as error:
        sim.run(_chain("martingale"), rounds=1000, backend="dask", cluster=address)
    assert str(error.value).startswith(says)
    assert "give the address of a Dask scheduler" in str(error.value)
    assert monotonic() - began < 5


def test_a_listener_that_is_no_scheduler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "PATIENCE", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(sim.CannotRun, match=f"what answers at '{address}' is no Dask scheduler"):
            sim.run(_chain("martingale"), rounds=1000, backend="dask", cluster=address)


def test_without_dask_it_says_what_to_install_and_does_not_run_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(sim.CannotRun, match=r"install croupier\[cluster\], or use the backend cpu"):
        sim.run(_chain("martingale"), rounds=1000, backend="dask")


def test_a_worker_that_comes_later_with_another_version_plays_nothing() -> None:
    with pytest.raises(sim.CannotRun, match="install the same on both"):
        backend._part(0, 1, tables(_chain("martingale")), Rounds(100), SEED, "0.0.1")


@contextmanager
def _process(*words: str, **more: str) -> Iterator[None]:
    """Start a command of Dask as a person would."""
    started = subprocess.Popen(
        [sys.executable, *words], env=os.environ | more, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        started.terminate()
        started.wait(LIMIT)


def _worker(address: str, threads: int, *, path: Path | None = None, bare: bool = False) -> Any:
    """Start a worker with this many threads; with another package path before Croupier's, or without Croupier."""
    start = (
        f"import sys; sys.path += {site.getsitepackages()!r}; from distributed.cli.dask_worker import main; main()"
    )
    options = [address, "--nthreads", str(threads), "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
    before = {} if path is None else {"PYTHONPATH": str(path)}
    return _process(*(["-S"] if bare else []), "-c", start, *options, **before)


def test_a_scheduler_somewhere_else_is_used_by_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    craps, file = _chain("pass-odds-place-6-8"), tmp_path / "scheduler.json"
    other = tmp_path / "other" / "croupier"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text('__version__ = "0.0.1"\n', encoding="utf-8")
    where = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0"]
    with ExitStack() as running:
        running.enter_context(_process("-m", "distributed.cli.dask_scheduler", *where, "--scheduler-file", str(file)))
        address = _until(lambda: file.exists() and file.read_text() and json.loads(file.read_text())["address"])

        def run(**terms: Any) -> Any:
            return sim.run(craps, rounds=2_000_000, seed=SEED, backend="dask", cluster=address, **terms)

        with pytest.raises(sim.CannotRun, match="leave out the number of threads"):
            run(threads=2)
        monkeypatch.setattr(backend, "PATIENCE", 1)
        with pytest.raises(sim.CannotRun, match=f"has no workers: start one with `dask worker {address}`"):
            run()
        monkeypatch.setattr(backend, "PATIENCE", LIMIT)
        with _worker(address, 2):
            found = run()
            assert found.totals == sim.run(craps, rounds=2_000_000, seed=SEED).totals
            assert found.device.startswith("Dask, 1 worker (")
        for more, has in ({"path": other.parent}, "Croupier 0.0.1"), ({"bare": True}, "no Croupier"):
            with (
                _worker(address, 1, **more),
                pytest.raises(sim.CannotRun, match=f"has {has}, this is {croupier.__version__}: install the same"),
            ):
                run()
