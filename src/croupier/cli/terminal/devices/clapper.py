"""A clapper at the rim of a wheel of symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from croupier.felt import Felt
from croupier.felt.script import Told
from croupier.games.big_six.facts import BigSixTable, Clapped


def headline(told: Told) -> Text:
    """The symbol, and what a themed wheel shows instead."""
    assert isinstance(told.fact, Clapped)
    symbol = told.fact.symbol
    theme = told.felt.house.options.called(symbol)
    return Text(f"The clapper rests in: {symbol}{f' ({theme})' if theme else ''}", style="bold")


def moved(before: Felt, told: Told) -> Iterable[tuple[str, str]]:
    """None: a spin moves no wager."""
    return ()


def now(felt: Felt, acts: Sequence[Told]) -> Text:
    """The next direction of the wheel, or that the clapper is broken."""
    if not BigSixTable.of(felt).in_service:
        return Text("Out of service: the clapper is broken. When it is repaired, type: repaired", style="yellow")
    return Text(f"The next spin goes {'clockwise' if BigSixTable.of(felt).clockwise else 'counterclockwise'}.")


def trackers(felt: Felt) -> Iterable[str]:
    """None: this wheel has no side bets."""
    return ()
