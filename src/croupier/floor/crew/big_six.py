"""The round of the Big Six wheel: no more bets, then the spin, each time the other way."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.floor.crew.act import Act, Step
from croupier.floor.crew.steps import CALLED, SETTLED, device_or, outcome_called, repaired, sealed, shown
from croupier.games.big_six.facts import BigSixTable
from croupier.table import State
from croupier.table.acts.round.closing import CallNoMoreBets
from croupier.table.acts.round.spinning import Spin


def spun(state: State) -> Act:
    """The direction alternates."""
    return Act(Spin, device_or("dealer", state), {"clockwise": BigSixTable.of(state.felt).clockwise})


ROUND: Mapping[str, tuple[Step, ...]] = {
    "open": (sealed, repaired, shown(CallNoMoreBets, "dealer")),
    "no-more-bets": (repaired, spun),
    "spun": (outcome_called("dealer"),),
    "called": CALLED,
    "settled": SETTLED,
}
