"""The generator of seeds: an unhealthy one stops for good, and a restart gives the same outcome."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from croupier.table import outcomes
from croupier.table.outcomes import DeviceFailed, Generator
from tests.support.table.outcomes import DEVICES, LOG, SEAL, SEED


def _numbered(at: int) -> bytes:
    return sha256(b"%d" % at).digest()


def _source(*blocks: bytes) -> Callable[[int], bytes]:
    given = iter(blocks)
    return lambda size: next(given)


def test_the_operating_system_passes() -> None:
    generator = Generator()
    assert len({generator.seal("R-3", at).seed for at in range(1, 2001)}) == 2000


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (_numbered(2), "given before"),
        (_numbered(0), "given before"),
        (_numbered(99), "given before"),  # revealed by the log
        (b"", "0 bytes"),
        (_numbered(3)[:31], "31 bytes"),
        (_numbered(3) + b"1", "33 bytes"),
        (bytes(32), "same byte"),
        (b"\xff" * 32, "same byte"),
        (_numbered(3)[:16] * 2, "within a seed"),
        (_numbered(3)[:24] + _numbered(3)[:8], "within a seed"),
    ],
)
def test_an_unhealthy_generator_stops_for_good(bad: bytes, says: str) -> None:
    source = _source(_numbered(0), _numbered(1), _numbered(2), bad, _numbered(4))
    generator = Generator(source, earlier=[_numbered(99)])
    assert [generator.seal("R-3", at).seed for at in (1, 2)] == [_numbered(1), _numbered(2)]
    for _ in range(3):
        with pytest.raises(DeviceFailed, match=says):
            generator.seal("R-3", 3)
    assert source(32) == _numbered(4), "it is asked no more"


def test_a_generator_that_never_worked_is_not_begun() -> None:
    def broken(size: int) -> bytes:
        raise OSError("no entropy")

    with pytest.raises(DeviceFailed, match="no entropy"):
        Generator(broken)
    with pytest.raises(DeviceFailed, match="same byte"):
        Generator(bytes)
    stuck = Generator(lambda size: _numbered(7))
    with pytest.raises(DeviceFailed, match="given before"):
        stuck.seal("R-3", 1)


def test_a_restart_gives_the_same_outcome(tmp_path: Path) -> None:
    """Another process opens the stored seed, and draws the same as this one would have."""
    seal = Generator().seal("R-3", 12)
    kept = tmp_path / "seed"
    kept.write_bytes(seal.seed)
    code = (
        "import sys; from pathlib import Path; from croupier.table import outcomes as o\n"
        "kept, commitment, log, chance = sys.argv[1:]\n"
        "seal = o.reopened('R-3', 12, Path(kept).read_bytes(), commitment)\n"
        "print(o.draw(seal, log, 1, 'outcome', chance).word)"
    )
    command = [sys.executable, "-c", code, str(kept), seal.commitment, LOG, DEVICES[38]]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == outcomes.draw(seal, LOG, 1, "outcome", DEVICES[38]).word


def test_a_seed_that_was_spoiled_is_not_drawn_from() -> None:
    assert outcomes.reopened("R-3", 12, SEED, SEAL.commitment) == SEAL
    for table, number, seed in (
        ("R-3", 12, SEED[::-1]),
        ("R-3", 12, SEED[:31]),
        ("R-3", 13, SEED),
        ("R-4", 12, SEED),
    ):
        with pytest.raises(DeviceFailed, match="does not open the seal"):
            outcomes.reopened(table, number, seed, SEAL.commitment)
