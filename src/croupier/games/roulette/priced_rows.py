"""The rows of roulette in `croupier odds`: three wheels, In Prison, and the two readings of an Up Streak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.core.machine import Wager
from croupier.core.priced_rows import PricedRow, PricedRows
from croupier.games.roulette import in_prison
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.wagers.even_money import EvenMoney
from croupier.games.roulette.wheel import pockets
from croupier.rulebook import readings

#: What a player does on 0, as `croupier odds` prints it.
_IN_PRISON = {"half-back": "half-back", "imprison": "imprisoned"}


def _of(rules: Rules, wager: Wager, every: bool) -> Iterator[PricedRow]:
    if isinstance(wager, EvenMoney):
        yield from _even_money(rules, every)
    elif wager.id == "roulette-up":
        yield from _by_reading(rules, every)
    else:
        yield PricedRow()


def _even_money(rules: Rules, every: bool) -> Iterator[PricedRow]:
    """A row for each choice if In Prison is offered. With `every`, a single-zero wheel also has a row without it."""
    options = rules.options
    listed = every and options.wheel == "single-zero"
    if listed:
        yield PricedRow(options={"in_prison": "none"}, changes={"options.in_prison": False})
    if listed or (options.in_prison and not every):
        for choice in in_prison.CHOICES:
            yield PricedRow(
                options={"in_prison": _IN_PRISON[choice]},
                changes={"options.in_prison": True} if every else {},
                choice=choice,
                endings=("released",),
            )
    else:
        yield PricedRow()


def _by_reading(rules: Rules, every: bool) -> Iterator[PricedRow]:
    """A streak may be read in two ways (R15): a row for each with `every`, otherwise one for the house's reading."""
    for answer in readings()["R15"].answers if every else (rules.reading("R15"),):
        yield PricedRow(options={"R15": answer}, changes={"readings.R15": answer})


def _common(rules: Rules) -> Mapping[str, str]:
    """For a wheel used as a single-zero wheel: its real number of compartments."""
    return {"converted": str(len(pockets(rules.options.wheel)))} if rules.options.converted else {}


def _compartments(rules: Rules) -> str:
    """The number of compartments that count: 37 for a wheel used as a single-zero wheel."""
    return str(len(pockets("single-zero" if rules.options.converted else rules.options.wheel)))


PRICED = PricedRows(
    houses=("colorado-single-zero", "colorado-double-zero", "colorado-triple-zero"),
    of=_of,
    common=_common,
    compartments=_compartments,
)
