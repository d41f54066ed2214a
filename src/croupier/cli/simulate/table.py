"""The result of a simulation as a table in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.documents.simulation.words import (
    big,
    in_the_long_run,
    long,
    of_this_run,
    other_figures,
    side_by_side,
    terms,
    verdict,
)
from croupier.sim.statistics import percentiles
from croupier.sim.totals import SessionTotals
from croupier.text.money import dollars

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.sim.statistics import Simulation


def show(found: Sequence[Simulation]) -> None:
    """Print one simulation after the other, then all of them side by side."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    for each in found:
        _show(each, console)
    if len(found) > 1:
        _side_by_side(found, console)


def _show(found: Simulation, console: Console) -> None:
    result, rate = found.result, found.rounds_per_second
    console.print(f"{found.chain.plan.name} at {found.chain.house.name}")
    console.print(f"{terms(found)}, seed {result.seed}")
    fast = "" if rate is None else f", {big(rate)} rounds/s"
    console.print(f"{result.backend}: {result.device}, {long(result.seconds)}{fast}\n")
    _print(of_this_run(found), console)
    if rows := in_the_long_run(found):
        console.print()
        _print(rows, console)
    if isinstance(result.totals, SessionTotals):
        _percentiles(result.totals, console)
    console.print(f"\n{verdict(found)}")
    for note in found.notes:
        console.print(note)
    console.print()


def _percentiles(totals: SessionTotals, console: Console) -> None:
    from rich.table import Table

    table = Table("at most", show_edge=False, box=None, pad_edge=False, header_style="none")
    rows = {"result": percentiles(totals.nets), "deepest fall": percentiles(totals.drawdowns)}
    for percent in rows["result"]:
        table.add_column(f"{percent} %", justify="right")
    for name, values in rows.items():
        table.add_row(name, *(dollars(value) for value in values.values()))
    console.print()
    console.print(table)


def _side_by_side(found: Sequence[Simulation], console: Console) -> None:
    _print(side_by_side(found), console)
    console.print()
    _print(other_figures(found), console)


def _print(rows: Sequence[tuple[str, ...]], console: Console) -> None:
    from rich.table import Table

    heads, *rest = rows
    table = Table(show_edge=False, box=None, pad_edge=False, header_style="none")
    table.add_column(heads[0], no_wrap=True)
    for head in heads[1:]:
        table.add_column(head, justify="right")
    for row in rest:
        table.add_row(*row)
    console.print(table)
