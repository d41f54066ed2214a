"""The rows of `croupier odds`: each game declares the houses and options for which its wagers are priced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from croupier.core.machine import RulesT, Wager


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PricedRow:
    """One row of a wager: the words that distinguish it from the wager's other rows, and what they mean."""

    options: Mapping[str, str] = field(default_factory=dict)  # the printed words
    changes: Mapping[str, object] = field(default_factory=dict)  # keys of the house file that this row sets
    choice: str | None = None  # the player's answer, if the wager asks for a choice
    endings: tuple[str, ...] = ()  # endings whose paragraphs the row cites in addition to the wager's own


def _one_row(rules: object, wager: Wager, every: bool) -> tuple[PricedRow, ...]:
    return (PricedRow(),)


def _no_compartments(rules: object) -> None:
    return None


def _nothing_common(rules: object) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PricedRows(Generic[RulesT]):
    """The rows of one game.

    `of` gives the rows of a wager at a house: those of the house as it is, or, if its last argument is true, one for
    every option that changes the price. Commissions, pay tables and odds behind a wager are not among them: these are
    listed alike for every game.
    """

    houses: tuple[str, ...]  # the presets that are priced if no house is named, in the order of the rows
    of: Callable[[RulesT, Wager, bool], Iterable[PricedRow]] = _one_row
    common: Callable[[RulesT], Mapping[str, str]] = _nothing_common  # words that every row of a house has
    compartments: Callable[[RulesT], str | None] = _no_compartments  # the number of the wheel's that count
    odds_behind: Mapping[str, str] = field(default_factory=dict)  # wagers that also have rows with these odds behind
    multiples: Mapping[str, Mapping[int, int]] = field(default_factory=dict)  # by word: by point, times the wager
