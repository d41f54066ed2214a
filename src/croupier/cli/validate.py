"""`croupier validate`: every wager and pay table simulated, and compared with its exact value."""

from __future__ import annotations

import json as jsonlib
import secrets
import sys
from typing import TYPE_CHECKING, Any, Literal

from croupier.cli import CannotRead
from croupier.cli.names import GameName
from croupier.cli.odds import questions
from croupier.cli.progress import shown
from croupier.cli.simulate.arguments import MOST_THREADS, count, seeded

if TYPE_CHECKING:
    from croupier.sim.validate import Checked


def validate(
    *,
    rounds: str = "1e7",
    game: GameName | None = None,
    wager: str | None = None,
    house: str | None = None,
    seed: str | None = None,
    backend: Literal["cpu", "cuda"] = "cpu",
    threads: str | None = None,
    json: bool = False,
) -> None:
    """Simulate every wager and pay table, and compare each with its exact value.

    Exit status 1 if a row exceeds the limit (Holm: the chance of a false alarm in the whole table is 1 %), or if the
    simulated chain does not have the price that `croupier odds` prints.

    Parameters
    ----------
    rounds
        Rounds for each row, such as 1e7.
    game
        Only this game.
    wager
        Only this wager, by its id.
    house
        Only the wagers of this house, at its odds: a preset name or a file.
    seed
        A whole number below 2**64; the seed of each row is counted from it. Default: random, and printed.
    backend
        Where to run: on the processor or the graphics card.
    threads
        Number of threads; default: all.
    json
        Print one object with all rows.
    """
    from croupier.sim import CannotRun
    from croupier.sim import validate as sim

    many = count("--rounds", rounds)
    assert many is not None
    first = seeded(seed)
    first = secrets.randbits(63) if first is None else first
    asked = questions(house, game, wager)
    try:
        with shown("validate", "rows") as report:
            many_threads = count("--threads", threads, MOST_THREADS)
            rows = sim.validate(asked, many, first, backend=backend, threads=many_threads, progress=report)
    except CannotRun as error:
        raise CannotRead(str(error)) from None
    except KeyboardInterrupt:
        print("stopped before all rows were played; no result", file=sys.stderr)
        raise SystemExit(130) from None
    beyond = sim.suspects(rows)
    if json:
        found = [_row(row, row not in beyond) for row in rows]
        print(jsonlib.dumps({"rounds": many, "seed": first, "backend": backend, "passed": not beyond, "rows": found}))
    else:
        _print(rows, beyond, many, first)
    raise SystemExit(1 if beyond else 0)


def _row(row: Checked, held: bool) -> dict[str, Any]:
    return {
        **row.question.names,
        "stake_cents": row.stake,
        "edge": row.edge,
        "exact": float(row.exact),
        "exact_fraction": str(row.exact),
        "chain_agrees_with_odds": row.agrees,
        "net_seen": row.net.seen,
        "net_expected": row.net.expected,
        "standard_error": row.net.error,
        "z": row.z,
        "rare_seen": None if row.seldom is None else row.seldom[0],
        "rare_expected": None if row.seldom is None else row.seldom[1],
        "p": row.p,
        "holds": held,
    }


def _print(rows: list[Checked], beyond: list[Checked], rounds: int, seed: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from croupier.documents.simulation.words import said, scored

    table = Table("wager", show_edge=False, box=None, pad_edge=False, header_style="none")
    for heading in ("net", "expected", "error", "z", "rare", "expected rare", ""):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        rare = ("", "") if row.seldom is None else (f"{row.seldom[0]:,}", f"{row.seldom[1]:,.2f}")
        net = (said(value, "share", row.net.error) for value in (row.net.seen, row.net.expected, row.net.error))
        word = "" if row not in beyond else "BEYOND" if row.agrees else "DISAGREES"
        table.add_row(row.named, *net, scored(row.z), *rare, word)
    Console().print(table)
    print(f"{len(rows)} rows of {rounds:,} rounds each, seed {seed}. Each row is of the plan that plays the wager.")
    print(
        "Net, what is expected of it in this run and its standard error are shares of the stakes that are expected;"
    )
    print("rare awards are counted apart. A net above zero is the player's advantage.")
    limit = "the limit for the whole table (1 %, Holm)"
    print(f"{len(beyond)} rows exceed {limit}." if beyond else f"No row exceeds {limit}.")
