"""Pictures of felts: the felt of a house with its chips, and the empty layout of a variant.

A game says which part draws its layout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from croupier.felt import Felt
from croupier.games import variants
from croupier.games.big_six.options import BigSixOptions
from croupier.games.chips import Chip
from croupier.games.craps.facts import CrapsTable
from croupier.games.roulette.options import RouletteOptions
from croupier.games.svg import FULL, Style
from croupier.house import House

if TYPE_CHECKING:
    from croupier.games.roulette.wheel import WheelName


def draw(
    house: House,
    felt: Felt | None = None,
    chips: tuple[Chip, ...] = (),
    outcome: str | None = None,
    style: Style = FULL,
) -> str:
    """The felt of a house with chips, trackers, and dolly or puck."""
    terms: dict[str, Any] = {"pays": house.pays_by_wager, "chips": chips, "style": style}
    return PARTS[house.game.show.felt].draw(house, felt, outcome, terms)


def plain(variant: str, wheel: str | None = None) -> str:
    """The empty layout of a variant at the minimum odds of the rules, for one kind of wheel if there are several."""
    return PARTS[variants()[variant].show.felt].plain(variant, wheel)


def track(house: House, *, upright: bool = False) -> str | None:
    """The racetrack of a house; None if its layout has none."""
    found = PARTS[house.game.show.felt].track
    return None if found is None else found(house, upright)


def _side_bets(house: House, felt: Felt | None) -> dict[str, Any]:
    """Further drawing arguments for a layout with side bets."""
    wagers = house.game.wagers
    own = frozenset(wager for wager in house.offered if wagers[wager].group == "side-bets")
    terms = {"offered": house.offered, "side_bets": own, "wagers": wagers, "pay_tables": house.pay_tables}
    return terms | {"table": None if felt is None else felt.table}


# Symbols ----------------------------------------------------------------------------------------------------
def _symbols(house: House, felt: Felt | None, outcome: str | None, terms: Mapping[str, Any]) -> str:
    from croupier.games.big_six.svg import draw

    return draw(symbols=BigSixOptions.of(house).symbols, outcome=outcome, **terms)


def _plain_symbols(variant: str, wheel: str | None) -> str:
    from croupier.games.big_six.svg import draw

    return draw()


# Numbers ----------------------------------------------------------------------------------------------------
def _numbers(house: House, felt: Felt | None, outcome: str | None, terms: Mapping[str, Any]) -> str:
    from croupier.games.roulette.layout import layout_of
    from croupier.games.roulette.svg.felt import draw

    seeds = (meter.seed for meter in house.meters.values())
    shown = (meter.cents for meter in felt.meters) if felt is not None else seeds
    cents = next(iter(shown), None)
    terms = {**terms, "dolly": outcome, "meter_cents": cents, "most_won": house.aggregates}
    return draw(layout_of(RouletteOptions.of(house)), **terms, **_side_bets(house, felt))


def _plain_numbers(variant: str, wheel: str | None) -> str:
    from croupier.games.roulette.layout import layout
    from croupier.games.roulette.svg.felt import draw

    return draw(layout() if wheel is None else layout(cast("WheelName", wheel)))


def _racetrack(house: House, upright: bool) -> str:
    from croupier.games.roulette.svg.track import draw

    return draw(RouletteOptions.of(house).ring, house.game.macros(house), upright=upright)


# The line ---------------------------------------------------------------------------------------------------
def _line(house: House, felt: Felt | None, outcome: str | None, terms: Mapping[str, Any]) -> str:
    from croupier.games.craps.svg.felt import draw

    puck: Any = None
    if felt is not None:
        table = CrapsTable.of(felt)
        puck = table.point or ("come-only" if table.deciding_come else "off")
    return draw(house.variant, puck=puck, **terms, **_side_bets(house, felt))


def _plain_line(variant: str, wheel: str | None) -> str:
    from croupier.games.craps.svg.felt import draw

    return draw(variant)


@dataclass(frozen=True, slots=True)
class Layout:
    """One kind of layout: functions that draw the felt of a house, the empty layout, and the racetrack if any."""

    draw: Callable[[House, Felt | None, str | None, Mapping[str, Any]], str]
    plain: Callable[[str, str | None], str]
    track: Callable[[House, bool], str] | None = None


#: The kinds of layout, by the part names that games declare.
PARTS = {
    "numbers": Layout(_numbers, _plain_numbers, _racetrack),
    "line": Layout(_line, _plain_line),
    "symbols": Layout(_symbols, _plain_symbols),
}
