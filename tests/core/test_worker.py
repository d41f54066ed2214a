"""A worker process: questions, answers, errors, and what happens to each side when the other one ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.core.worker import Ended, Worker
from croupier.web.odds.solver import Solver, solving
from tests.support.stores import python

#: Starts a worker, says its number, and waits.
STARTS = """
import time
from croupier.core.worker import Worker
from croupier.web.odds.solver import solving

worker = Worker(solving, "the worker")
worker.ask(len, ("a",))
print(worker.process.pid, flush=True)
time.sleep(60)
"""


@contextmanager
def _worker() -> Iterator[Worker]:
    worker = Worker(solving, "the worker")
    try:
        yield worker
    finally:
        worker.end()
    assert worker.process.poll() is not None


def test_it_answers_in_its_own_process_and_ends_with_its_line() -> None:
    with _worker() as worker:
        assert worker.ask(os.getpid, ()) == worker.process.pid != os.getpid()
        assert worker.ask(divmod, (17, 5)) == (3, 2)
        assert os.getsid(worker.process.pid) == worker.process.pid, "Ctrl-C must not reach it"
        assert not worker.closed
    assert worker.closed
    assert worker.process.poll() == 0


def test_an_error_is_raised_where_it_was_asked_and_the_next_question_is_answered() -> None:
    with _worker() as worker:
        with pytest.raises(ZeroDivisionError):
            worker.ask(divmod, (1, 0))
        with pytest.raises(TypeError, match=r"the answer cannot be pickled: .*lock"):
            worker.ask(threading.Lock, ())
        with pytest.raises(AttributeError, match="lambda"):  # a question that cannot be sent
            worker.ask(lambda: 1, ())
        assert worker.ask(len, ("abc",)) == 3


def test_printed_text_is_not_taken_for_an_answer() -> None:
    with _worker() as worker:
        assert worker.ask(print, ("",)) is None
        assert worker.ask(len, ("ab",)) == 2


def test_large_questions_and_answers_cross_the_line() -> None:
    with _worker() as worker:
        answer = worker.ask(bytes.__mul__, (b"x" * 3_000_000, 4))
        assert isinstance(answer, bytes)
        assert len(answer) == 12_000_000


def test_signals_do_not_end_it() -> None:
    with _worker() as worker:
        assert worker.ask(len, ("",)) == 0  # it is up
        for each in (signal.SIGINT, signal.SIGTERM):
            worker.process.send_signal(each)
            assert worker.ask(len, ("a",)) == 1


def test_a_dead_worker_raises_during_a_question_and_after_it() -> None:
    with _worker() as worker:
        with pytest.raises(Ended, match="the worker has ended"):
            worker.ask(os._exit, (3,))
        assert worker.process.wait(10) == 3
        with pytest.raises(Ended):
            worker.ask(len, ("a",))


def test_the_answer_to_an_interrupted_question_is_not_given_to_the_next() -> None:
    """After an interrupt the old answer may still arrive; it must not be taken for the next answer."""
    with _worker() as worker:
        worker.tell(len, ("abc",))
        with pytest.raises(Ended, match="an answer that nobody read"):
            worker.ask(len, ("a",))


def test_a_hanging_worker_is_killed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.core.worker.PATIENCE", 0.2)
    with _worker() as worker:
        worker.process.send_signal(signal.SIGSTOP)
    assert worker.process.poll() == -signal.SIGKILL


def test_modules_in_the_current_folder_are_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with the name of a module of the standard library is not imported."""
    (tmp_path / "pickle.py").write_text("raise SystemExit('a file of somebody else')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with _worker() as worker:
        assert worker.ask(len, ("a",)) == 1


def test_it_ends_when_its_parent_is_killed() -> None:
    with python(STARTS) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        process.kill()
        process.wait(10)
    until = time.monotonic() + 10
    while Path(f"/proc/{worker}").exists():
        assert time.monotonic() < until, "the worker lives on"
        time.sleep(0.05)


# The solver over it -----------------------------------------------------------------------------------------
def _asked(questions: Callable[[Solver], Any]) -> None:
    async def run() -> None:
        solver = Solver()
        try:
            await questions(solver)
        finally:
            solver.close()

    asyncio.run(run())


def test_a_solver_whose_process_dies_starts_another_and_forgets_the_failure() -> None:
    async def questions(solver: Solver) -> None:
        first = await solver.ask(os.getpid)
        assert solver._worker is not None
        solver._worker.process.kill()
        with pytest.raises(Ended, match="the process that solves has ended"):
            await solver.ask(len, "ab")
        assert await solver.ask(len, "ab") == 2  # by another process, which leads a group of its own
        assert await solver.ask(os.getpgid, 0) != first

    _asked(questions)


def test_a_question_that_cannot_be_sent_is_an_error_and_the_solver_goes_on() -> None:
    async def questions(solver: Solver) -> None:
        with pytest.raises(AttributeError):
            await solver.ask(lambda: 1)
        assert await solver.ask(len, "ab") == 2

    _asked(questions)


def test_a_solver_runs_at_a_lower_priority() -> None:
    nice = subprocess.run([sys.executable, "-c", "import os; print(os.nice(0))"], capture_output=True, check=True)

    async def questions(solver: Solver) -> None:
        assert await solver.ask(os.nice, 0) == min(19, int(nice.stdout) + 10)

    _asked(questions)
