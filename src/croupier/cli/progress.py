"""How far a simulation has come: a bar on a terminal, a line now and then elsewhere; always on stderr."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

EVERY = 10.0  # seconds between lines

#: Told how many are done, and of how many.
Tell = Callable[[int, int], None]


class _Rate:
    """How fast it has gone lately."""

    def __init__(self, before: int) -> None:
        self.marks: deque[tuple[float, int]] = deque([(monotonic(), before)], maxlen=20)

    def told(self, done: int, of: int, what: str) -> tuple[str, str]:
        """The rate, and the time left."""
        from croupier.documents.simulation.words import big, long

        now, (then, before) = monotonic(), self.marks[0]
        self.marks.append((now, done))
        rate = (done - before) / max(now - then, 1e-6)
        return f"{big(rate)} {what}/s", f"{long((of - done) / rate)} left" if rate else ""


@contextmanager
def shown(title: str, what: str, before: int = 0) -> Iterator[Tell]:
    """Show how far it has come while the block runs; so many were done before it began."""
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

        def tell(done: int, of: int) -> None:
            fast, left = rate.told(done, of, what)
            bar.update(task, completed=done, total=of, rate=fast, left=left)

        yield tell


@contextmanager
def working(text: str) -> Iterator[None]:
    """Say what is being done, on a terminal, while the block runs."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield


def _lines(title: str, what: str, rate: _Rate) -> Tell:
    last = monotonic()

    def tell(done: int, of: int) -> None:
        nonlocal last
        fast, left = rate.told(done, of, what)
        if monotonic() - last >= EVERY and done < of:
            last = monotonic()
            print(f"{title}: {done:,} of {of:,} {what}, {fast}, {left}", file=sys.stderr, flush=True)

    return tell
