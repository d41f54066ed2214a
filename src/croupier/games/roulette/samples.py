"""A complete set of equipment for a roulette table, for demonstrations and tests."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.core.equipment import FOOT, Sample, Sign
from croupier.games.roulette.equipment import (
    LOST,
    PROCEDURE_DIAMETER,
    SINGLE_ZERO,
    VOID,
    Ball,
    ChipSorter,
    Marker,
    NumberBoard,
    RouletteGamingTable,
    RouletteLayout,
    RouletteWheel,
)
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.wheel import color, pockets, ring


def sample(table: str, rules: Rules) -> Iterator[Sample]:
    """Everything that a table of this house needs. What is made otherwise than printed names an approval."""
    yield Sample("table", _table(table))
    yield from Sample.boxes(table, "roulette")
    yield Sample("wheel", _wheel(table, rules))
    yield Sample("layout", _layout(rules))
    for number in (1, 2):
        ball = Ball(serial=f"{table}-BALL-{number}", material="ivory", metal=False, diameter=12)
        yield Sample(f"ball-{number}", ball)
    yield Sample("marker", Marker(material="acrylic"))
    yield Sample("board", NumberBoard(electronic=True))
    yield Sample("sorter", ChipSorter(electronic=True))
    if rules.options.converted:
        yield Sample("sign", Sign(says=frozenset({SINGLE_ZERO, VOID, LOST})))


def _table(number: str) -> RouletteGamingTable:
    return RouletteGamingTable(
        number=number,
        number_on="top-surface",
        number_permanent=True,
        number_in_view=True,
        shape="oblong",
        length=8 * FOOT,
        wheel_at="left-end",
        layout_at="right-end",
        designated=True,
    )


def _wheel(table: str, rules: Rules) -> RouletteWheel:
    options = rules.options
    return RouletteWheel(
        serial=f"{table}-WHEEL",
        diameter=PROCEDURE_DIAMETER,
        kind=options.wheel,
        compartments=len(ring(options.wheel)),
        equally_spaced=True,
        order=options.ring,
        colors=tuple(map(color, options.ring)),
        approval="DEMO-ORDER" if options.order else "",
        neutral=options.neutral,
        neutral_approval="DEMO-NEUTRAL" if options.neutral else "",
        balanced=True,
    )


def _layout(rules: Rules) -> RouletteLayout:
    game, wheel, converted = rules.game, rules.options.wheel, rules.options.converted
    ordinary = {name for name, wager in game.wagers.items() if wager.group in ("inside", "outside")}
    return RouletteLayout(
        approval="DEMO-LAYOUT",
        areas=frozenset(name for name in ordinary | rules.offered if game.wagers[name].spots(rules)),
        wheel=wheel,
        covered=frozenset(pockets(wheel)) & {"00", "000"} if converted else frozenset(),
        cover_says_so=converted,
    )
