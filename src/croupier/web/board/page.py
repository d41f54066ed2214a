"""The reader board of a table, for a big screen: numbers, honest odds, limits, tips, trackers and meters."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.core.citation import implements
from croupier.floor import luck
from croupier.floor.history import History
from croupier.house import House
from croupier.table import State
from croupier.text.money import dollars
from croupier.web.board.trackers import Tracker, trackers
from croupier.web.lobby.cards import Number, not_taken, number, phase
from croupier.web.server.lookup import in_thread, table_of
from croupier.web.shared import house_choices, naming, posted_rules
from croupier.web.shared.messages import words
from croupier.web.views.everybody import award

LAST, RANKED = 20, 3


@dataclass(frozen=True, slots=True)
class Seen:
    """An outcome that came more or less often than expected, in words."""

    number: Number
    count: str
    expected: str
    chance: str
    share: int  # in percent of the longest bar
    expected_share: int


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that a board shows."""

    table: str
    name: str
    game: str
    outcome: str  # the part that shows its outcomes
    rolls: bool  # whether a round is called a roll
    even: bool  # whether all outcomes have the same chance
    phase: str
    last: tuple[Number, ...]  # the latest first
    limits: tuple[tuple[str, str], ...]
    tips: str
    signs: tuple[str, ...]  # the notices of a converted wheel
    award: str  # the award of this round, in words
    meters: tuple[tuple[str, str, str], ...]  # wager, its name, what it shows
    trackers: tuple[Tracker, ...]
    hot: tuple[Seen, ...]
    cold: tuple[Seen, ...]
    luck: luck.Luck | None
    usual_hot: str
    usual_cold: str
    missing: int  # rounds still needed before unusual outcomes are shown
    round: int
    seal: str | None
    fault: str | None  # why the table is out of service


def seen(came: tuple[luck.Came, ...], house: House, longest: int) -> tuple[Seen, ...]:
    """Text for outcomes more or less often than expected: counts, expectation, chance in the next round."""
    said = words()["board"]
    return tuple(
        Seen(
            number(each.outcome, house),
            said["times"].format(count=each.count),
            said["expected"].format(expected=f"{float(each.expected):.1f}"),
            said["next"].format(chance=f"{each.chance} = {float(each.chance):.2%}"),
            round(100 * each.count / longest),
            round(100 * float(each.expected) / longest),
        )
        for each in came
    )


def _about(chance: float) -> str:
    """A chance in whole percent; never 0 % or 100 % unless it is exact."""
    said = words()["board"]
    return said["rare"] if chance < 0.005 else said["usual"] if chance > 0.995 else f"{chance:.0%}"


@implements("H-equipment(5)")
def board(state: State, last: list[tuple[int, str]], fault: str | None = None) -> Board:
    """Everything that a board shows; `last` are the settled rounds, the latest first."""
    house, said = state.house, words()["board"]
    found = luck.luck([outcome for _, outcome in last[: luck.MOST]], house, RANKED)
    longest = 1
    if found is not None:
        longest = max([1, *(max(each.count, int(each.expected) + 1) for each in (*found.hot, *found.cold))])
    return Board(
        state.table_id,
        house.name,
        naming.variant(house),
        house.game.show.pages.outcome,
        house.game.show.turn == "roll",
        len(set(luck.chances(house).values())) == 1,
        phase(state, fault),
        tuple(number(outcome, house, which) for which, outcome in last[:LAST]),
        posted_rules.limits(house),
        house_choices.tips(house),
        posted_rules.signs(house),
        _award(state),
        tuple((each.wager, naming.wager(each.wager, house), dollars(each.cents)) for each in state.felt.meters),
        trackers(state),
        seen(found.hot, house, longest) if found else (),
        seen(found.cold, house, longest) if found else (),
        found,
        said["usual_hot"].format(count=found.rounds, chance=_about(found.usual_hot)) if found else "",
        said["usual_cold"].format(count=found.rounds, chance=_about(found.usual_cold)) if found else "",
        max(0, luck.LEAST - len(last)),
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
    answer: Response = request.app.state.render(request, "board/board.html", board=found, least=luck.LEAST)
    return answer


routes = [Route("/tables/{table}/board", page)]
