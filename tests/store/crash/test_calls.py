"""A process killed at any call that changes a file, from opening the store to closing it, loses nothing."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.support.crash.life import Disk, alone, disk

__all__ = ["disk"]
STRIDE = 4  # every fourth write under strace


@pytest.mark.parametrize("where", ["before", "after"])
def test_killed_at_every_call_to_the_file_system(where: str, disk: Disk, share: Callable[[str], None]) -> None:
    """Every write, sync, truncation and deletion of SQLite, on a fresh file and on one that a killed process left."""
    done = alone("calls", disk.folder, where, 1)
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert counts["on a fresh file"] > 100, counts
    assert counts["on a file left by another"] > 10, counts
    told = ", ".join(f"{count} {what}" for what, count in counts.items())
    share(f"kills {where} every call to the file system: {told}; none lost, on {disk.kind}")


@pytest.mark.timeout(1200)
def test_killed_at_system_calls(disk: Disk, proof: bool, share: Callable[[str], None]) -> None:
    """By strace, at the entry of every call but the writes, of which `make test` takes a share."""
    stride = 1 if proof else STRIDE
    done = alone("calls", disk.folder, "system", stride)
    if done.returncode == 3:
        pytest.skip(f"strace does not work here: {done.stdout.strip()}")
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert {"pwrite64 while playing", "fdatasync while playing", "unlink while closing"} <= set(counts), counts
    told = ", ".join(f"{count} {what}" for what, count in counts.items())
    share(f"kills at system calls (of pwrite64 1 of {stride}): {told}; none lost, on {disk.kind}")
