"""The card of a table in the lobby: a fixed part, and a live part that changes with its rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec import UNSET, UnsetType

from croupier.house import House
from croupier.table import State
from croupier.text.money import dollars
from croupier.web.shared import naming, posted_rules
from croupier.web.shared.messages import words
from croupier.web.views.everybody import LastShown
from croupier.web.views.patch import Shown, given


class Number(Shown, frozen=True, kw_only=True):
    """An outcome on a board: its text, its color if it has one, and the picture of its dice if it is a roll."""

    text: str
    color: str = ""
    picture: str = ""
    round: int = 0


class LiveCard(Shown, frozen=True, kw_only=True):
    """The live part of a card; `fault` says why no wager is taken, if the table is out of service or paused."""

    phase: str
    open: bool
    seats: str
    last: tuple[Number, ...]  # the latest first
    fault: str | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Card:
    """A table as the lobby shows it."""

    id: str
    name: str
    game: str
    device: str  # the part that draws its device
    rolls: bool  # whether a round is called a roll
    limits: str
    side_bets: tuple[str, ...]
    full: bool  # whether every seat is taken
    now: LiveCard


def number(outcome: str, house: House, of_round: int = 0) -> Number:
    """An outcome as a board shows it."""
    return PARTS[house.game.show.pages.outcome].number(outcome, house, of_round)


def _faces(outcome: str, house: House, of_round: int) -> Number:
    """A picture of two dice; a mere total has none."""
    picture = f"/dice/{outcome}.svg" if "-" in outcome else ""
    return Number(text=outcome, picture=picture, round=of_round)


def _pocket(outcome: str, house: House, of_round: int) -> Number:
    return Number(text=outcome, color=house.game.show.color(outcome), round=of_round)


def _symbol(outcome: str, house: House, of_round: int) -> Number:
    return Number(text=naming.outcome(outcome, house), color=outcome, round=of_round)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """A way to show outcomes, and how many fit on a card."""

    number: Callable[[str, House, int], Number]
    room: int


#: Ways to show outcomes, by the part name that games declare.
PARTS = {"faces": Outcomes(_faces, 4), "pocket": Outcomes(_pocket, 7), "symbol": Outcomes(_symbol, 7)}


def phase(state: State, fault: str | None = None) -> str:
    """The phase of the round in words, or that the table is out of service or its betting is paused."""
    if fault is not None:
        return words()["terminal"]["out_of_service_short"]
    if state.step is not None:
        return words()["terminal"]["paused_short"]
    key = state.house.game.show.pages.phases.get(state.phase, state.phase)
    return words()["lobby"][f"phase_{key.replace('-', '_')}"]


def not_taken(state: State, fault: str | None) -> str | None:
    """The sentence that says why no wager is taken: the table is out of service, or its clock is being checked."""
    if fault is not None:
        return words()["terminal"]["out_of_service"].format(fault=fault)
    return None if state.step is None else words()["terminal"]["paused"]


def now(state: State, last: Sequence[LastShown], places: int, fault: str | None = None) -> LiveCard:
    """The live part of a card; `last` are the table's numbers, oldest first."""
    room = PARTS[state.house.game.show.pages.outcome].room
    betting = state.phase in state.house.game.course.betting and state.phase != "in-the-air"
    return LiveCard(
        phase=phase(state, fault),
        open=betting and fault is None and state.step is None,
        seats=words()["lobby"]["seated"].format(taken=len(state.seats), places=places),
        last=tuple(number(each.outcome, state.house, each.round) for each in reversed(last[-room:])),
        fault=given(not_taken(state, fault)),
    )


def card(state: State, last: Sequence[LastShown], places: int, fault: str | None = None) -> Card:
    """The card of a table."""
    house = state.house
    least, most = house.limits["default"].least, house.limits["default"].most
    return Card(
        state.table_id,
        house.name,
        naming.variant(house),
        house.game.show.pages.device,
        house.game.show.turn == "roll",
        words()["rules"]["between"].format(least=dollars(least), most=dollars(most)),
        tuple(each.name for each in posted_rules.side_bets(house)),
        len(state.seats) >= places,
        now(state, last, places, fault),
    )
