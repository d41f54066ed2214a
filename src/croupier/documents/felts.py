"""The felt of a house as a picture, just opened or as it stands."""

from __future__ import annotations

from typing import Any

from croupier.felt import Felt
from croupier.games.big_six.options import BigSixOptions
from croupier.games.chips import Chip
from croupier.games.craps.facts import CrapsTable
from croupier.games.roulette.options import RouletteOptions
from croupier.house import House


def draw(house: House, felt: Felt | None = None, chips: tuple[Chip, ...] = (), outcome: str | None = None) -> str:
    """The felt of a house, and what lies on it: chips, trackers, the dolly or the puck."""
    side_bets = frozenset(wager for wager in house.offered if house.game.wagers[wager].group == "side-bets")
    table = None if felt is None else felt.table
    terms: dict[str, Any] = {"pays": house.pays_by_wager, "chips": chips}
    if house.game_name == "big-six":
        from croupier.games.big_six.svg import draw as draw_big_six

        return draw_big_six(symbols=BigSixOptions.of(house).symbols, outcome=outcome, **terms)
    terms |= {"offered": house.offered, "side_bets": side_bets, "pay_tables": house.pay_tables, "table": table}
    if house.game_name == "roulette":
        from croupier.games.roulette.layout import layout_of
        from croupier.games.roulette.svg.felt import draw as draw_roulette

        seeds = (meter.seed for meter in house.meters.values())
        shown = (meter.cents for meter in felt.meters) if felt is not None else seeds
        return draw_roulette(
            layout_of(RouletteOptions.of(house)), dolly=outcome, meter_cents=next(iter(shown), None), **terms
        )
    from croupier.games.craps.svg.felt import draw as draw_craps

    puck: Any = None if felt is None else CrapsTable.of(felt).point or "off"
    return draw_craps(house.variant, puck=puck, **terms)
