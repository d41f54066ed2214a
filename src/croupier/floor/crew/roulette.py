"""The round of roulette: the ball is spun while wagers are taken, then no more bets, then the number."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.floor.crew.act import Act, Step
from croupier.floor.crew.steps import CALLED, SETTLED, outcome_called, sealed, shown
from croupier.table import State
from croupier.table.acts.irregularities.voids import InspectBall
from croupier.table.acts.round.closing import REVOLUTIONS, CallNoMoreBets
from croupier.table.acts.round.spinning import Spin


def ball_inspected(state: State) -> Act | None:
    """A ball that left the wheel is inspected before it returns."""
    if not state.ball_held:
        return None
    return Act(InspectBall, "pit-supervisor", missing=("fit", "remark"), seen=True)


ROUND: Mapping[str, tuple[Step, ...]] = {
    "open": (sealed, ball_inspected, shown(Spin, "dealer")),
    "spun": (shown(CallNoMoreBets, "dealer", revolutions=REVOLUTIONS),),
    "no-more-bets": (outcome_called("dealer"),),
    "called": CALLED,
    "settled": SETTLED,
}
