"""The round of roulette: the ball is spun while wagers are taken, then no more bets, then the number."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.floor.crew.act import Act, Step
from croupier.floor.crew.steps import CALLED, SETTLED, outcome_called, sealed, shown
from croupier.table import State
from croupier.table import commands_irregularities as irregular
from croupier.table import commands_play as play
from croupier.table.decide_round import REVOLUTIONS


def ball_inspected(state: State) -> Act | None:
    """A ball that left the wheel is inspected before it returns."""
    if not state.ball_held:
        return None
    return Act(irregular.InspectBall, "pit-supervisor", missing=("fit", "remark"), seen=True)


ROUND: Mapping[str, tuple[Step, ...]] = {
    "open": (sealed, ball_inspected, shown(play.Spin, "dealer")),
    "spun": (shown(play.CallNoMoreBets, "dealer", revolutions=REVOLUTIONS),),
    "no-more-bets": (outcome_called("dealer"),),
    "called": CALLED,
    "settled": SETTLED,
}
