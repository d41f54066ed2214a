"""The reader board of a table, for a big screen: numbers, honest odds, limits, tips, trackers and meters."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.floor import luck
from croupier.floor.history import History
from croupier.games.svg import worth
from croupier.house import House
from croupier.table import State
from croupier.text.money import dollars
from croupier.web.lobby.cards import Number, number, out_of_service, phase
from croupier.web.server.lookup import table_of
from croupier.web.shared import naming, posted_rules
from croupier.web.shared.messages import words

LAST, RANKED = 20, 3
POINTS = (4, 5, 6, 8, 9, 10)


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a tracker: its number, whether it is lit, and what it pays."""

    text: str
    lit: bool = False
    pays: str = ""
    color: str = ""


@dataclass(frozen=True, slots=True)
class Tracker:
    """What a side bet follows."""

    name: str
    says: str
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """One of what came furthest above or below its share, in words."""

    number: Number
    count: str
    expected: str
    chance: str
    share: int  # of the longest bar, in percent
    expected_share: int


@dataclass(frozen=True, slots=True)
class Board:
    """All that a board shows."""

    table: str
    name: str
    game: str
    kind: str
    phase: str
    last: tuple[Number, ...]  # the latest first
    limits: tuple[tuple[str, str], ...]
    tips: str
    meters: tuple[tuple[str, str, str], ...]  # wager, its name, what it shows
    trackers: tuple[Tracker, ...]
    hot: tuple[Seen, ...]
    cold: tuple[Seen, ...]
    luck: luck.Luck | None
    usual_hot: str
    usual_cold: str
    missing: int  # rounds until there are enough of them to say what stands out
    round: int
    seal: str | None
    fault: str | None  # why the table is out of service


def trackers(state: State) -> tuple[Tracker, ...]:
    """What the side bets of a table follow, as it is now."""
    found = {"roulette": _of_roulette, "craps": _of_craps, "big-six": _of_big_six}[state.game]
    return tuple(found(state, state.felt.table, state.house))


def _of_roulette(_: State, table: Any, house: House) -> Iterator[Tracker]:
    said = words()["board"]
    for wager in ("roulette-up", "roulette-up-progressive"):
        if wager in house.offered:
            length = 0 if table.up is None else table.up.length
            yield Tracker(naming.wager(wager), _streak(table.up), _boxes(house, wager, length))
    if "straights-and-8s" in house.offered:
        numbers = () if table.track is None else tuple(map(_pocket, table.track.numbers))
        yield Tracker(naming.wager("straights-and-8s"), said["number_track"], numbers)
    if "back2back" in house.offered:
        before = () if table.previous is None else (_pocket(table.previous),)
        yield Tracker(naming.wager("back2back"), said["previous"], before)


def _streak(up: Any) -> str:
    said = words()["board"]
    return said["streak_none"] if up is None or not up.length else said["streak_at"].format(last=up.last)


def _pocket(pocket: str) -> Box:
    from croupier.games.roulette.wheel import color

    return Box(pocket, lit=True, color=color(pocket))


def _boxes(house: House, wager: str, count: int) -> tuple[Box, ...]:
    """Boxes up to the highest that pays, lit as far as the count has come."""
    rows = {int(row): pays for row, pays in house.pays_by_wager[wager].items()}
    return tuple(
        Box(str(each), each <= count, worth(rows[each]) if each in rows else "") for each in range(1, max(rows) + 1)
    )


def _of_craps(state: State, table: Any, house: House) -> Iterator[Tracker]:
    said, hand = words()["board"], table.hand
    shooter = naming.person(table.shooter, state.seats) if table.shooter else said["nobody"]
    point = said["point_off"] if table.point is None else str(table.point)
    yield Tracker(said["point"], f"{said['shooter']}: {shooter}", (Box(point, table.point is not None),))
    if "fire-bet" in house.offered:
        made = tuple(Box(str(each), each in hand.points_made) for each in POINTS)
        rows = sorted(house.pays_by_wager["fire-bet"].items(), key=lambda row: int(row[0]))
        pays = said["separator"].join(f"{naming.row('fire-bet', row, house)} {worth(each)}" for row, each in rows)
        yield Tracker(naming.wager("fire-bet"), f"{said['points_made']}: {pays}", made)
    for wager, words_of, count in (
        ("sharp-shooter", "passes", hand.passes),
        ("super-front-line-winner", "sevens", hand.sevens_and_elevens),
    ):
        if wager in house.offered:
            yield Tracker(naming.wager(wager), said[words_of], _boxes(house, wager, count))


def _of_big_six(_: State, table: Any, house: House) -> Iterator[Tracker]:
    said = words()["board"]
    arrow, way = ("↻", "clockwise") if table.clockwise else ("↺", "counterclockwise")
    yield Tracker(said["direction"], said[way], (Box(arrow, lit=True),))


def seen(came: tuple[luck.Came, ...], house: House, longest: int) -> tuple[Seen, ...]:
    """What came furthest above or below its share, with what was to be expected and its chance in the next round."""
    said = words()["board"]
    return tuple(
        Seen(
            _counted(each.outcome, house),
            said["times"].format(count=each.count),
            said["expected"].format(expected=f"{float(each.expected):.1f}"),
            said["next"].format(chance=f"{each.chance} = {float(each.chance):.2%}"),
            round(100 * each.count / longest),
            round(100 * float(each.expected) / longest),
        )
        for each in came
    )


def _counted(outcome: str, house: House) -> Number:
    """A roll is counted by its total, which is no picture of dice."""
    return Number(text=outcome) if house.game_name == "craps" else number(outcome, house)


def _about(chance: float) -> str:
    """A chance in whole percent; what is neither impossible nor certain is not said to be."""
    said = words()["board"]
    return said["rare"] if chance < 0.005 else said["usual"] if chance > 0.995 else f"{chance:.0%}"


def board(state: State, last: list[tuple[int, str]], fault: str | None = None) -> Board:
    """All that a board shows; `last` are the settled rounds, the latest first."""
    house, said = state.house, words()["board"]
    found = luck.luck([outcome for _, outcome in last[: luck.MOST]], house, RANKED)
    longest = 1
    if found is not None:
        longest = max([1, *(max(each.count, int(each.expected) + 1) for each in (*found.hot, *found.cold))])
    return Board(
        state.table_id,
        house.name,
        words()["games"][house.variant],
        house.game_name,
        phase(state, fault),
        tuple(number(outcome, house, which) for which, outcome in last[:LAST]),
        posted_rules.limits(house),
        posted_rules.tips(house),
        tuple((each.wager, naming.wager(each.wager), dollars(each.cents)) for each in state.felt.meters),
        trackers(state),
        seen(found.hot, house, longest) if found else (),
        seen(found.cold, house, longest) if found else (),
        found,
        said["usual_hot"].format(count=found.rounds, chance=_about(found.usual_hot)) if found else "",
        said["usual_cold"].format(count=found.rounds, chance=_about(found.usual_cold)) if found else "",
        max(0, luck.LEAST - len(last)),
        state.round,
        state.seal,
        out_of_service(fault),
    )


async def page(request: Request) -> Response:
    """The page."""
    table = table_of(request)

    def shown(history: History, state: State) -> Board:
        return board(state, history.last(luck.MOST), table.fault)

    found = await asyncio.to_thread(shown, table.history, table.state)
    answer: Response = request.app.state.render(request, "board/board.html", board=found, least=luck.LEAST)
    return answer


routes = [Route("/tables/{table}/board", page)]
