"""A host killed under load at random moments, many inside a commit, loses or doubles nothing acknowledged."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable

import pytest

from tests.support.crash.life import Disk, alone, disk

__all__ = ["disk"]

PARTS = 4  # run in parallel
WHOLE = 10_000  # kills of all parts
SHARE = 200


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_acknowledged_is_lost_or_doubled(
    part: int, disk: Disk, proof: bool, share: Callable[[str], None]
) -> None:
    seed = f"{secrets.token_hex(8) if proof else 'croupier'} {part}"
    kills = (WHOLE if proof else SHARE) // PARTS
    done = alone("kill", disk.folder, seed, str(kills))
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert counts["kills"] == kills
    assert counts["inside"] >= kills / 4, counts
    assert counts["acknowledged"] > 2 * kills, counts
    share(
        f"kills under load, part {part + 1} of {PARTS}: {kills:,} of {WHOLE // PARTS:,}, {counts['inside']:,} inside"
        f" a commit, {counts['acknowledged']:,} commands acknowledged, none lost, seed {seed!r}, on {disk.kind}"
    )


def test_an_answer_given_too_early_is_found(disk: Disk) -> None:
    """The same kills detect a host that answers before its events are durable."""
    done = alone("kill", disk.folder, "croupier", "60", "early")
    assert done.returncode == 1, done.stdout
    assert "acknowledged but lost at R" in done.stderr
