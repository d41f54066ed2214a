"""How a game declares its part of the house file: the sections and keys, and the function that reads its options.

A game names them in its own `choices.py`, as `CHOICES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from croupier.core.citation import Approval
from croupier.core.machine import Pays
from croupier.core.options import Options
from croupier.core.schema import Schema
from croupier.core.sheet import Sheet
from croupier.rulebook import PayTable, Permitted, Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The rulebook on the house's date and the choices read so far; a game reads its options with these."""

    rulebook: Rulebook
    permitted: Mapping[str, Permitted]
    offered: frozenset[str]
    pays: Mapping[str, Mapping[str, Pays]]
    side_bets: frozenset[str]
    pay_tables: Mapping[str, str]  # side bet -> its pay table's printed name
    approvals: Mapping[str, Approval]
    electronic: bool  # an electronic device decides outcomes and draws
    chip: int  # the lowest denomination at the table, in cents


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the house file that belongs to one game; it is listed behind the common section `after`."""

    key: str
    schema: Schema
    after: str | None = None


def _no_rows(sheet: Sheet, bet: Permitted, table: PayTable | None) -> Mapping[str, Pays]:
    return {}


def _fits(sheet: Sheet, bet: Permitted) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a house may choose for one game.

    `side_bet` reads the keys that only this game's side bets have, and gives the rows that the house prices itself;
    `fits` faults a side bet that the equipment of the table rules out.
    """

    read: Callable[[Sheet, Chosen], Options]
    sections: tuple[Section, ...] = ()
    options: Mapping[str, Schema] = field(default_factory=dict)  # the keys of [options]
    side_bet_keys: Mapping[str, Schema] = field(default_factory=dict)
    approvals: Mapping[str, str] = field(default_factory=dict)  # those a house may name, and what each is about
    side_bet: Callable[[Sheet, Permitted, PayTable | None], Mapping[str, Pays]] = _no_rows
    fits: Callable[[Sheet, Permitted], None] = _fits
    tips_submitted: str | None = None  # the paragraph by which tip wagers need submitted house rules
    tip_tube: bool = False  # whether tips may wait in a tube
