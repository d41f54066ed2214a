"""The steps of a round with a ball or a wheel: inspection and repair, the spin, no more bets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.floor.crew.act import Act, Step, Waiting
from croupier.floor.crew.steps import device_or
from croupier.table import State
from croupier.table.acts.irregularities.voids import InspectBall, ReturnToService
from croupier.table.acts.round.closing import REVOLUTIONS, CallNoMoreBets, waves
from croupier.table.acts.round.spinning import Spin
from croupier.table.handed_over import spins_stop


def ball_inspected(state: State) -> Act | None:
    """Inspect a ball that left the wheel before it returns."""
    if not state.ball_held:
        return None
    return Act(InspectBall, "pit-supervisor", missing=("fit", "remark"), seen=True)


def repaired(state: State) -> Act | None:
    """Repair a table that is out of service."""
    if state.house.game.closed(state.felt.table) is None:
        return None
    return Act(ReturnToService, "pit-supervisor", seen=True)


def inspection_due(state: State, at: int) -> Waiting | None:
    """Wait for an inspection without which there is no spin at this time, at a table of a pit."""
    return None if spins_stop(state, at) is None else Waiting("pit-supervisor", None, "inspection")


def ball_spun(state: State) -> Act | Waiting:
    """Spin the ball while wagers are taken."""
    return inspection_due(state, state.at) or Act(Spin, device_or("dealer", state))


def wheel_spun(state: State) -> Act | Waiting:
    """Spin the wheel; the direction alternates. The first spin may go either way: the machine spins clockwise."""
    if (waits := inspection_due(state, state.at)) is not None:
        return waits
    due = state.clockwise_next
    return Act(Spin, device_or("dealer", state), {"clockwise": True if due is None else due})


def no_more_bets(state: State) -> Act:
    """Close the betting; the dealer states what the rules and the house procedure ask for."""
    return Act(CallNoMoreBets, device_or("dealer", state), missing=tuple(valid_close(state)))


def valid_close(state: State) -> dict[str, Any]:
    """What the machine states when it closes the betting as a dealer."""
    wave = {"waved": True, "before_rest": True} if waves(state) else {}
    counted = state.house.by_procedure and not state.house.electronic_device
    return {**wave, **({"revolutions": REVOLUTIONS} if counted else {})}


def valid_spin(state: State) -> dict[str, Any]:
    """What the machine states with an outcome that it was told: a valid spin. A device attests by its approval."""
    rule = state.course.spin
    if rule is None or state.house.electronic_device:
        return {}
    ball = state.course.device == "ball"
    way = {"opposite": True} if ball else {"clockwise": state.clockwise}
    return {**way, "revolutions": rule.revolutions}


STEPS: Mapping[str, Step] = {
    "inspect-ball": ball_inspected,
    "repair": repaired,
    "spin-ball": ball_spun,
    "spin-wheel": wheel_spun,
    "no-more-bets": no_more_bets,
}
