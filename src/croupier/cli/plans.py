"""`croupier plans`: the built-in plans, and what a round of each brings, exactly."""

from __future__ import annotations

import json as jsonlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.chain import Chain, Gain
    from croupier.chain.plan import BuiltIn


def plans(*, json: bool = False) -> None:
    """List every built-in plan: its house, what it does, the states of its chain, net a round and edge.

    Parameters
    ----------
    json
        One array of rows with exact fractions; net and wagered are cents a round.
    """
    from croupier.chain import BUILT_IN, compile, gain
    from croupier.house import load

    chains = [(plan, compile(load(plan.house), plan)) for plan in BUILT_IN.values()]
    solved = [(plan, chain, gain(chain)) for plan, chain in chains]
    if json:
        print(jsonlib.dumps([_row(*row) for row in solved], ensure_ascii=False))
    else:
        _print(solved)


def _row(plan: BuiltIn, chain: Chain, found: Gain) -> dict[str, str | int]:
    return {
        "name": plan.name,
        "house": plan.house,
        "what": plan.says,
        "states": chain.size,
        "net": str(found.net),
        "wagered": str(found.wagered),
        "edge": str(found.edge),
    }


def _print(rows: list[tuple[BuiltIn, Chain, Gain]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(show_edge=False)
    table.add_column("plan", no_wrap=True)
    table.add_column("house")
    table.add_column("what it does")
    for heading in ("states", "cents a round", "edge"):
        table.add_column(heading, justify="right")
    for plan, chain, found in rows:
        table.add_row(
            plan.name, plan.house, plan.says, str(chain.size), f"{float(found.net):.3f}", f"{float(found.edge):.3%}"
        )
    Console().print(table)
