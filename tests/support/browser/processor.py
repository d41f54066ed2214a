"""The processor time of the browsers that this process has started: of the browser, its pages and its drawing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def browser_seconds() -> float:
    """The processor time of all of them so far, in seconds. It is the same however busy the machine is."""
    return sum(_seconds(each) for each in _descendants(os.getpid()) if "chrom" in _program(each))


def _descendants(process: int) -> Iterator[int]:
    children: dict[int, list[int]] = {}
    for each in Path("/proc").glob("[0-9]*"):
        if (found := _stat(int(each.name))) is not None:
            children.setdefault(int(found[1]), []).append(int(each.name))
    waiting = [process]
    while waiting:
        found_here = children.get(waiting.pop(), [])
        waiting += found_here
        yield from found_here


def _stat(process: int) -> list[str] | None:
    """The fields after the name of a process, or None if it has ended."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None


def _seconds(process: int) -> float:
    found = _stat(process)
    return 0.0 if found is None else (int(found[11]) + int(found[12])) / _TICKS


def _program(process: int) -> str:
    try:
        return (Path("/proc") / str(process) / "cmdline").read_bytes().partition(b"\0")[0].decode()
    except OSError:
        return ""
