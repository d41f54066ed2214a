"""The clock of a process: it follows small corrections of the machine's clock, and notices every step."""

from __future__ import annotations

import pytest

from croupier.core import clock as clocks
from croupier.core.clock import LAST, STEP, Clock, Step

SECOND = 1_000_000
BEGUN = 1_767_225_600 * SECOND  # the first of January 2026


class Machine:
    """A machine whose clocks a test moves, in microseconds: the steady one only forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steady, self.wall = 0, BEGUN
        monkeypatch.setattr(clocks, "steady", lambda: self.steady * 1000)
        self.clock = Clock(lambda: self.wall * 1000)

    def passes(self, time: int, wall: int | None = None) -> int:
        """Let time pass; `wall` is how far the machine's clock goes meanwhile. Return the time."""
        self.steady += time
        self.wall += time if wall is None else wall
        return self.clock.now()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine whose clocks agree."""
    return Machine(monkeypatch)


def test_the_time_goes_on_as_the_machine_s_clock_does(machine: Machine) -> None:
    for _ in range(100):
        assert machine.passes(SECOND) == machine.wall
    assert (machine.clock.step, machine.clock.steps) == (None, 0)


@pytest.mark.parametrize("size", [-3600 * SECOND, -STEP - 1, STEP + 1, 10 * 365 * 24 * 3600 * SECOND])
def test_a_step_is_noticed_once_and_not_followed(machine: Machine, size: int) -> None:
    machine.passes(SECOND)
    machine.wall += size
    before = BEGUN + SECOND
    assert machine.clock.now() == before
    assert machine.clock.step == Step(before, before + size)
    assert machine.clock.step.size == size
    assert machine.passes(5 * SECOND) == before + 5 * SECOND
    machine.wall -= size  # a glitch that is over: nobody has acknowledged it yet
    assert machine.passes(SECOND) == before + 6 * SECOND
    assert (machine.clock.step, machine.clock.steps) == (Step(before, before + size), 1)


def test_after_the_acknowledgement_the_time_is_the_machine_s(machine: Machine) -> None:
    machine.passes(SECOND, wall=-3600 * SECOND)
    machine.clock.set_right()
    assert machine.passes(SECOND) == machine.wall
    assert machine.clock.step is None
    machine.passes(SECOND, wall=3601 * SECOND)
    assert (machine.clock.step is not None, machine.clock.steps) == (True, 2)


def test_an_acknowledgement_without_a_step_changes_nothing(machine: Machine) -> None:
    """Otherwise one at one table would hide a step that another table has not seen yet."""
    machine.passes(SECOND)
    machine.wall += 3600 * SECOND
    machine.clock.set_right()
    machine.clock.now()
    assert machine.clock.step is not None


@pytest.mark.parametrize("rate", [-500, 500])
def test_a_clock_that_is_corrected_slowly_is_followed(machine: Machine, rate: int) -> None:
    """For a day, by the 500 millionths at which time services do it: 43 seconds in all."""
    for _ in range(24 * 3600):
        machine.passes(SECOND, wall=SECOND + rate)
    assert (machine.clock.step, machine.clock.now()) == (None, machine.wall)


@pytest.mark.parametrize("size", [-STEP, STEP])
def test_a_difference_of_a_second_is_no_step_and_is_made_up_for_slowly(machine: Machine, size: int) -> None:
    machine.wall += size
    before = machine.clock.now()
    for _ in range(1_000):
        now = machine.passes(SECOND)
        assert now > before
        before = now
    assert (machine.clock.step, now) == (None, machine.wall)


@pytest.mark.parametrize("size", [-STEP // 2, STEP // 2])
def test_small_steps_in_a_row_are_a_step(machine: Machine, size: int) -> None:
    """Half a second every minute would move the clock by an hour in five days."""
    minutes = 0
    while machine.clock.step is None:
        machine.passes(60 * SECOND, wall=60 * SECOND + size)
        minutes += 1
    assert minutes == 3


def test_a_process_that_is_stopped_between_two_readings_sees_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)

    def stopped() -> int:
        machine.steady += stops.pop() if stops else 0
        machine.wall = BEGUN + machine.steady
        return machine.wall * 1000

    stops: list[int] = []
    clock = Clock(stopped)
    stops += [20 * SECOND, 5 * SECOND]
    assert clock.now() == machine.wall
    assert clock.step is None


def test_a_clock_that_is_set_beyond_all_dates_can_still_be_recorded(machine: Machine) -> None:
    for wall in (-5 * SECOND, LAST + 5 * SECOND):
        machine.wall = wall
        machine.clock.now()
        assert machine.clock.step is not None
        assert machine.clock.step.after == machine.clock.machine() == min(max(wall, 0), LAST)
        assert "s: from 2026-01-01" in str(machine.clock.step)
        machine.wall = BEGUN
        machine.clock.set_right()


def test_the_real_clock_keeps_time() -> None:
    clock = Clock()
    assert abs(clock.now() - clock.machine()) < 100_000
    assert clock.step is None
