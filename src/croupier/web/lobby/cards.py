"""A table as the lobby shows it: what stays, and what moves with its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UNSET, UnsetType

from croupier.house import House
from croupier.table import State
from croupier.text.money import dollars
from croupier.web.shared import naming, posted_rules
from croupier.web.shared.messages import words
from croupier.web.views.everybody import LastShown
from croupier.web.views.patch import Shown, given

#: Numbers on a card, and rolls of two dice.
LAST, ROLLS = 7, 4


class Number(Shown, frozen=True, kw_only=True):
    """An outcome on a board: what is written, its color where it has one, the picture of its dice if it is a roll."""

    text: str
    color: str = ""
    picture: str = ""
    round: int = 0


class Now(Shown, frozen=True, kw_only=True):
    """What moves on a card; `fault` says why the table is out of service, where it is."""

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
    kind: str  # the game's own name, for its looks
    limits: str
    side_bets: tuple[str, ...]
    now: Now


def number(outcome: str, house: House, of_round: int = 0) -> Number:
    """An outcome as a board shows it."""
    if house.game_name == "craps":
        return Number(text=outcome, picture=f"/dice/{outcome}.svg", round=of_round)
    color = outcome
    if house.game_name == "roulette":
        from croupier.games.roulette.wheel import color as color_of

        color = color_of(outcome)
    return Number(text=naming.outcome(outcome, house), color=color, round=of_round)


def phase(state: State, fault: str | None = None) -> str:
    """Where the round is, in words, or that the table is out of service."""
    if fault is not None:
        return words()["terminal"]["out_of_service_short"]
    key = state.phase.replace("-", "_")
    if key == "no_more_bets":
        key = "no_more"
    if key == "spun" and state.game == "big-six":
        key = "wheel"
    return words()["lobby"][f"phase_{key}"]


def out_of_service(fault: str | None) -> str | None:
    """The sentence that says why a table is out of service."""
    return None if fault is None else words()["terminal"]["out_of_service"].format(fault=fault)


def now(state: State, last: Sequence[LastShown], places: int, fault: str | None = None) -> Now:
    """What moves on the card of a table; `last` are its numbers, oldest first."""
    fit = ROLLS if state.game == "craps" else LAST
    betting = state.phase in ("open", "dice-out") or (state.phase == "spun" and state.game == "roulette")
    return Now(
        phase=phase(state, fault),
        open=betting and fault is None,
        seats=words()["lobby"]["seated"].format(taken=len(state.seats), places=places),
        last=tuple(number(each.outcome, state.house, each.round) for each in reversed(last[-fit:])),
        fault=given(out_of_service(fault)),
    )


def card(state: State, last: Sequence[LastShown], places: int, fault: str | None = None) -> Card:
    """What the lobby says of a table."""
    house = state.house
    least, most = house.limits["default"].least, house.limits["default"].most
    return Card(
        state.table_id,
        house.name,
        words()["games"][house.variant],
        house.game_name,
        words()["rules"]["between"].format(least=dollars(least), most=dollars(most)),
        tuple(each.name for each in posted_rules.side_bets(house)),
        now(state, last, places, fault),
    )
