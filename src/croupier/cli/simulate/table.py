"""The result of a simulation as a table in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.documents.simulation.words import big, cells, long, side_by_side, terms, verdict
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
    from rich.table import Table

    result, rate = found.result, found.rounds_per_second
    console.print(f"{found.chain.plan.name} at {found.chain.house.name}")
    console.print(f"{terms(found)}, seed {result.seed}")
    fast = "" if rate is None else f", {big(rate)} rounds/s"
    console.print(f"{result.backend}: {result.device}, {long(result.seconds)}{fast}\n")
    table = Table("", show_edge=False, box=None, pad_edge=False, header_style="none")
    for heading in ("observed", "exact", "standard error", "z"):
        table.add_column(heading, justify="right")
    for figure in found.figures:
        table.add_row(*cells(figure))
    console.print(table)
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
    from rich.table import Table

    heads, *rows = side_by_side(found)
    table = Table(show_edge=False, box=None, pad_edge=False, header_style="none")
    table.add_column(heads[0], no_wrap=True)
    for head in heads[1:]:
        table.add_column(head, justify="right")
    for row in rows:
        table.add_row(*row)
    console.print(table)
