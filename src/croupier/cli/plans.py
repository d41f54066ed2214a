"""`croupier plans`: the built-in plans with the exact result of a round of each; shows and checks plan files."""

from __future__ import annotations

import json as jsonlib
import sys
from math import sqrt
from typing import TYPE_CHECKING

from cyclopts import App

from croupier.cli import CannotRead
from croupier.cli.progress import shown
from croupier.text.visible import visible

if TYPE_CHECKING:
    from croupier.chain import Chain, Gain
    from croupier.chain.plan import BuiltIn

app = App(
    name="plans",
    help="Betting plans: list the built-in ones with the average result of a round, show one, or check a file.",
    help_epilogue=(
        "Examples:\n\ncroupier plans --json\n\ncroupier plans show martingale > mine.toml\n\n"
        "croupier plans check mine.toml\n"
    ),
)


@app.default
def plans(*, json: bool = False) -> None:
    """List every built-in plan: its house, what it does, the states of its chain, net a round and edge.

    Parameters
    ----------
    json
        Print one array of rows with exact fractions; net and wagered are cents per round.
    """
    from croupier.chain import BUILT_IN, compile, gain
    from croupier.house import load

    chains = [(plan, compile(load(plan.house), plan)) for plan in BUILT_IN.values()]
    solved = [(plan, chain, gain(chain)) for plan, chain in chains]
    if json:
        print(jsonlib.dumps([_row(*row) for row in solved], ensure_ascii=False))
    else:
        _print(solved)


@app.command
def show(name: str, *, trust: str | None = None) -> None:
    """Print the file of a plan, so that you can copy and change it.

    Parameters
    ----------
    name
        A built-in plan, or a plan file.
    trust
        The house file of the plan, if it has variations: their Python code runs only if you name it.
    """
    from croupier.chain.plans import find
    from croupier.cli.arguments import plan

    plan(name, trust)
    print(find(name).read_text(encoding="utf-8"), end="")


@app.command
def schema() -> None:
    """Print the JSON Schema of plan files, for editors that complete and check TOML."""
    from croupier.chain.plans.schema import schema as made

    print(jsonlib.dumps(made(), indent=1))


@app.command
def check(file: str, *, trust: str | None = None, json: bool = False) -> None:
    """Check a plan file and play it in its house: exit 0 without faults, 1 with faults, 2 if it cannot be read.

    Parameters
    ----------
    file
        A plan file, or the name of a built-in plan.
    trust
        The house file of the plan, if it has variations: their Python code runs only if you name it.
    json
        Print one object: whether the file is sound, and its faults.
    """
    from croupier.chain.plans import faults
    from croupier.house import Unreadable

    try:
        with shown("exploring", "states") as report:
            found = faults(file, report, trust)
    except Unreadable as error:
        raise CannotRead(str(error)) from None
    if json:
        rows = [
            {"line": f.line, "key": f.key, "message": f.message, "cite": None if f.cite is None else str(f.cite)}
            for f in found
        ]
        print(jsonlib.dumps({"sound": not found, "faults": rows}, ensure_ascii=False))
    else:
        for fault in found:
            print(f"fault: {fault}")
        print(f"{visible(file)}: " + (f"{len(found)} fault(s)" if found else "sound"))
    sys.exit(1 if found else 0)


def _row(plan: BuiltIn, chain: Chain, found: Gain) -> dict[str, str | int | float]:
    return {
        "name": plan.name,
        "house": plan.house,
        "what": plan.says,
        "states": chain.size,
        "net": str(found.net),
        "wagered": str(found.wagered),
        "edge": str(found.edge),
        "hit": str(found.hit),
        "stdev": sqrt(found.variance),
        "skewness": found.skewness,
        "asymptotic_variance": float(found.asymptotic_variance),
    }


def _print(rows: list[tuple[BuiltIn, Chain, Gain]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("plan, its house, and what it does")
    for heading in ("states", "cents a round", "edge"):
        table.add_column(heading, justify="right", no_wrap=True)
    for plan, chain, found in rows:
        name = Text.assemble((plan.name, "bold"), f"  {plan.house}\n{plan.says}\n")
        table.add_row(name, str(chain.size), f"{float(found.net):.3f}", f"{float(found.edge):.3%}")
    Console().print(table)
