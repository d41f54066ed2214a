"""The reader board of a table, for a big screen: numbers, honest odds, limits, tips, trackers and meters."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.core.citation import implements
from croupier.floor import luck
from croupier.floor.history import History
from croupier.table import State
from croupier.text.money import dollars
from croupier.web.board.trackers import Tracker, trackers
from croupier.web.lobby.cards import Number, not_taken, number, phase
from croupier.web.server.lookup import in_thread, table_of
from croupier.web.shared import house_choices, naming, posted_rules
from croupier.web.shared.messages import words
from croupier.web.statistics.figures import Statistics, statistics
from croupier.web.views.everybody import award

LAST = 20


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that a board shows."""

    table: str
    name: str
    game: str
    outcome: str  # the part that shows its outcomes
    rolls: bool  # whether a round is called a roll
    phase: str
    last: tuple[Number, ...]  # the latest first
    limits: tuple[tuple[str, str], ...]
    tips: str
    signs: tuple[str, ...]  # the notices of a converted wheel
    award: str  # the award of this round, in words
    meters: tuple[tuple[str, str, str], ...]  # wager, its name, what it shows
    trackers: tuple[Tracker, ...]
    figures: Statistics
    round: int
    seal: str | None
    fault: str | None  # why the table is out of service


@implements("H-equipment(5)")
def board(state: State, last: list[tuple[int, str]], fault: str | None = None) -> Board:
    """Everything that a board shows; `last` are the settled rounds, the latest first."""
    house = state.house
    return Board(
        state.table_id,
        house.name,
        naming.variant(house),
        house.game.show.pages.outcome,
        house.game.show.turn == "roll",
        phase(state, fault),
        tuple(number(outcome, house, which) for which, outcome in last[:LAST]),
        posted_rules.limits(house),
        house_choices.tips(house),
        posted_rules.signs(house),
        _award(state),
        tuple((each.wager, naming.wager(each.wager, house), dollars(each.cents)) for each in state.felt.meters),
        trackers(state),
        statistics(house, last),
        state.round,
        state.seal,
        not_taken(state, fault),
    )


def _award(state: State) -> str:
    """The award that was drawn in this round."""
    drawn = award(state)
    return "" if drawn is None else words()["board"]["award"].format(award=drawn)


async def page(request: Request) -> Response:
    """The page."""
    table = table_of(request)

    def shown(history: History, state: State) -> Board:
        return board(state, history.last(luck.MOST), table.fault)

    found = await in_thread(request, shown, table.history, table.state)
    answer: Response = request.app.state.render(request, "board/board.html", board=found)
    return answer


routes = [Route("/tables/{table}/board", page)]
