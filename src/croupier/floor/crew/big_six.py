"""The round of the Big Six wheel: no more bets, then the spin, each time the other way."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.conduct.by import Role
from croupier.floor.crew.act import Act, Step
from croupier.floor.crew.steps import CALLED, SETTLED, repaired, sealed, shown
from croupier.table import State
from croupier.table import commands_play as play


def spun(state: State) -> Act:
    """The direction alternates."""
    role: Role = "device" if state.house.electronic_device else "dealer"
    return Act(play.Spin, role, {"clockwise": state.felt.table.clockwise})


ROUND: Mapping[str, tuple[Step, ...]] = {
    "open": (sealed, repaired, shown(play.CallNoMoreBets, "dealer")),
    "no-more-bets": (repaired, spun),
    "spun": (shown(play.CallOutcome, "dealer", missing=("outcome",)),),
    "called": CALLED,
    "settled": SETTLED,
}
