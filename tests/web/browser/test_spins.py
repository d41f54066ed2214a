"""What a spin or a throw costs a browser that draws without a graphics card: under half of one core."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from croupier.floor.crew.paced import Pace
from tests.support.browser.people import DESK, Demonstration, People
from tests.support.browser.processor import browser_seconds

#: The wheel turns for some seconds before its outcome.
SPINS = Pace(window=90.0, spin=0.2, rest=5.0, show=6.0, offer=90.0)
SPAN = 3.0
LARGE = (1920, 1080)
_COUNT = """() => {
  window.frames_seen = 0;
  const seen = () => { frames_seen += 1; requestAnimationFrame(seen); };
  requestAnimationFrame(seen);
}"""
#: Table, outcome, and what the terminal says while the device runs. The first is in every run of the tests.
RUNS = [
    (table, outcome, says, size)
    for table, outcome, says in (
        ("B6", "two", "spinning"),
        ("R00", "17", "No more bets"),
        ("C1", "4-3", "rolling"),
    )
    for size in (DESK, LARGE)
]


@pytest.mark.skipif(sys.platform != "linux", reason="processor times are read from /proc")
def test_a_spin_takes_under_half_of_one_core(
    browser: Browser, tmp_path: Path, proof: bool, share: Callable[[str], None]
) -> None:
    """Counted by frame, at 60 a second: on a busy machine a browser draws fewer. Large screens are only reported."""
    runs = RUNS if proof else RUNS[:1]
    taken = {}
    for number, (table, outcome, says, size) in enumerate(runs):
        with Demonstration(f"sqlite:///{tmp_path}/{number}.db", table, pace=SPINS) as server:
            taken[table, size] = _taken(browser, server, table, outcome, says, size)
        share(f"{table} at {size[0]}x{size[1]}: a spin takes {taken[table, size]:.2f} of a core")
    assert all(each < 0.5 for (_, size), each in taken.items() if size == DESK), taken


def _taken(
    browser: Browser, server: Demonstration, table: str, outcome: str, says: str, size: tuple[int, int]
) -> float:
    """The share of a core that a browser takes while the device of a table runs."""
    people = People(browser, server)
    seat = people.at(table, size, reduced_motion="no-preference")
    if table == "C1":
        seat.shoots()
    seat.page.evaluate(_COUNT)
    server.comes(table, outcome)
    expect(seat.page.locator(".status")).to_contain_text(says)
    busy, frames = -browser_seconds(), -seat.page.evaluate("frames_seen")
    time.sleep(SPAN)
    frames += seat.page.evaluate("frames_seen")
    busy += browser_seconds()
    people.close()
    assert frames > 10 * SPAN
    return float(60 * busy / frames)
