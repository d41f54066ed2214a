"""Progress of long work, on stderr: a bar on a terminal, otherwise one line every 10 seconds."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

EVERY = 10.0  # seconds between lines

#: A function that is called with the number done and the total.
Report = Callable[[int, int], None]


class _Rate:
    """The speed over the last 20 reports."""

    def __init__(self, before: int) -> None:
        self.marks: deque[tuple[float, int]] = deque([(monotonic(), before)], maxlen=20)

    def rate_and_time_left(self, done: int, of: int, what: str) -> tuple[str, str]:
        """The speed and the remaining time, as text."""
        from croupier.documents.simulation.words import big, long

        now, (then, before) = monotonic(), self.marks[0]
        self.marks.append((now, done))
        rate = (done - before) / max(now - then, 1e-6)
        return f"{big(rate)} {what}/s", f"{long((of - done) / rate)} left" if rate else ""


@contextmanager
def shown(title: str, what: str, before: int = 0) -> Iterator[Report]:
    """Show progress while the block runs; `before` is what an earlier run had already done."""
    rate = _Rate(before)
    if not sys.stderr.isatty():
        yield _lines(title, what, rate)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    columns = ("{task.description}", "{task.fields[rate]}", "{task.fields[left]}")
    name, fast, left = (TextColumn(text, markup=False) for text in columns)
    bar = Progress(
        *(name, BarColumn(bar_width=None), TaskProgressColumn(), fast, left),
        console=Console(stderr=True),
        transient=True,
        expand=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with bar:
        task = bar.add_task(title, total=None, rate="", left="")

        def report(done: int, of: int) -> None:
            fast, left = rate.rate_and_time_left(done, of, what)
            bar.update(task, completed=done, total=of, rate=fast, left=left)

        yield report


@contextmanager
def working(text: str) -> Iterator[None]:
    """Show a text with a spinner while the block runs, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield


def _lines(title: str, what: str, rate: _Rate) -> Report:
    last = monotonic()

    def report(done: int, of: int) -> None:
        nonlocal last
        fast, left = rate.rate_and_time_left(done, of, what)
        if monotonic() - last >= EVERY and done < of:
            last = monotonic()
            print(f"{title}: {done:,} of {of:,} {what}, {fast}, {left}", file=sys.stderr, flush=True)

    return report
