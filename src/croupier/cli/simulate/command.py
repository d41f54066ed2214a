"""`croupier simulate`: plays a plan for many rounds or sessions and compares the result with the exact value."""

from __future__ import annotations

import json as jsonlib
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

from cyclopts import Parameter

from croupier.cli import CannotRead, arguments
from croupier.cli.progress import shown, working
from croupier.cli.simulate.arguments import MOST_THREADS, checkpointed, count, read_terms, seeded

if TYPE_CHECKING:
    from croupier.chain import Chain
    from croupier.sim import Result
    from croupier.sim.statistics import Exact, Simulation

ROUNDS = 10**8  # default
INTERRUPTED = 130


@dataclass(frozen=True)
class _Asked:
    """What is to be played, and how."""

    terms: dict[str, Any]  # as croupier.sim.run names them
    seed: int
    backend: str
    threads: int | None
    cluster: str | None
    checkpoint: Path | None
    resume: Path | None
    before: int  # rounds or sessions that the checkpoint has

    @property
    def what(self) -> str:
        """Rounds or sessions."""
        return "rounds" if self.terms["sessions"] is None else "sessions"


def simulate(
    plan: str,
    *others: str,
    house: str | None = None,
    rounds: str | None = None,
    sessions: str | None = None,
    bankroll: str | None = None,
    goal: str | None = None,
    loss_limit: Annotated[str | None, Parameter(name="--loss-limit")] = None,
    max_rounds: Annotated[str | None, Parameter(name="--max-rounds")] = None,
    seed: str | None = None,
    backend: Literal["cpu", "cuda", "dask"] | None = None,
    threads: str | None = None,
    cluster: str | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
    out: Annotated[tuple[Path, ...], Parameter(negative="")] = (),
    json: bool = False,
) -> None:
    """Simulate a plan for many rounds or sessions, and compare the result with the exact value.

    Parameters
    ----------
    plan
        A built-in plan, by its name, or a file.
    others
        More plans, played with the same outcomes and shown side by side.
    house
        The house to play in: a preset name or a file; default: the plan's own house.
    rounds
        Number of rounds, such as 1e9 or 1_000_000; default: 1e8 if no sessions are given.
    sessions
        Play this many sessions instead of rounds; needs a bankroll.
    bankroll
        Dollars at the start of a session.
    goal
        Stop a session when the player has this many dollars, including the bankroll.
    loss_limit
        Stop a session when this many dollars are lost.
    max_rounds
        Stop a session after this many rounds; default: 200 if there is no goal.
    seed
        A whole number below 2**64. The same seed gives the same totals on any machine. Default: random, and printed.
    backend
        Where to run: on the processor, the graphics card, or a Dask cluster.
    threads
        Number of threads; default: all.
    cluster
        The address of a Dask scheduler, such as tcp://scheduler:8786.
    checkpoint
        A file for checkpoints, updated during the run.
    resume
        Continue from this checkpoint file and keep it up to date. It supplies rounds and seed if they are not given.
    out
        Write a report (.html), a plot (.png, .svg) or the figures (.parquet, .csv, .json); repeatable.
    json
        Print one object: amounts in cents, mean and exact in cents per round.
    """
    given = read_terms(rounds, sessions, bankroll, goal, loss_limit, max_rounds)
    _play((plan, *others), house, _asked(given, threads, seed, backend, cluster, checkpoint, resume), out, json)


def _play(plans: tuple[str, ...], house: str | None, asked: _Asked, out: tuple[Path, ...], json: bool) -> None:
    """Compile, simulate, show and write."""
    _check_files(out, asked.checkpoint, plans=len(plans))
    try:
        chains = [_compiled(name, house) for name in plans]
        found = _simulated(chains, asked)
    except KeyboardInterrupt:
        _stopped(None, asked)
    if json:
        from croupier.documents.simulation.files import data

        print(jsonlib.dumps(data(found), ensure_ascii=False))
    else:
        from croupier.cli.simulate.table import show

        show(found)
    _write(found, out, quiet=json)
    if len(found) < len(chains) or not found[-1].result.complete:
        _stopped(found[-1], asked)


def _check_files(out: tuple[Path, ...], checkpoint: Path | None, *, plans: int) -> None:
    """Check that every output file can be written, before the simulation starts."""
    from croupier.documents import writing
    from croupier.documents.simulation.files import FORMS

    for path, option, endings in (*((path, "--out", FORMS) for path in out), (checkpoint, "--checkpoint", None)):
        try:
            if path is not None:
                writing.check(path, endings)
        except writing.CannotWrite as error:
            raise CannotRead(f"{option}: {error}") from None
    if checkpoint is not None and checkpoint.resolve() in {path.resolve() for path in out}:
        raise CannotRead(f"{str(checkpoint)!r}: the checkpoint and a report cannot be one file")
    if checkpoint is not None and plans > 1:
        raise CannotRead(
            f"{str(checkpoint)!r}: a checkpoint holds a single plan, not {plans}; simulate them one by one"
        )


def _asked(
    given: dict[str, int | None],
    threads: str | None,
    seed: str | None,
    backend: str | None,
    cluster: str | None,
    checkpoint: Path | None,
    resume: Path | None,
) -> _Asked:
    many, chosen, before = count("--threads", threads, MOST_THREADS), seeded(seed), 0
    if resume is not None:
        kept = checkpointed(resume)
        if not any(given.values()):
            given = {**given, **kept.terms}
        chosen = kept.seed if chosen is None else chosen
        before = kept.before
    elif given["rounds"] is None and given["sessions"] is None:
        if any(given.values()):
            raise CannotRead("a bankroll, a goal and a last round are for sessions: say how many (--sessions 1e6)")
        given = {**given, "rounds": ROUNDS}
    return _Asked(
        given,
        secrets.randbits(63) if chosen is None else chosen,
        backend or ("cpu" if cluster is None else "dask"),
        many,
        cluster,
        checkpoint or resume,
        resume,
        before,
    )


def _compiled(name: str, house: str | None) -> Chain:
    plan = arguments.plan(name, house)
    return arguments.compiled(arguments.house_for(plan, house), plan)


def _simulated(chains: list[Chain], asked: _Asked) -> list[Simulation]:
    """Simulate one plan after the other with the same seed; Ctrl-C stops."""
    from croupier.sim.statistics import Simulation

    found: list[Simulation] = []
    for chain in chains:
        try:
            result = _run(chain, asked)
        except KeyboardInterrupt:
            if not found:
                raise
            break
        found.append(Simulation(chain, result, _exact(chain, result)))
        if not result.complete:
            break
    return found


def _run(chain: Chain, asked: _Asked) -> Result:
    from croupier import sim

    how: dict[str, Any] = {
        name: getattr(asked, name) for name in ("seed", "backend", "threads", "cluster", "checkpoint", "resume")
    }
    try:
        with shown(chain.plan.name, asked.what, asked.before) as report:
            return sim.run(chain, **asked.terms, **how, progress=report)
    except sim.CannotRun as error:
        raise CannotRead(str(error)) from None
    except ImportError as error:
        extra = {"cuda": "cuda", "dask": "cluster"}.get(asked.backend, "")
        raise CannotRead(f"the backend {asked.backend} needs croupier[{extra}] installed: {error}") from None


def _exact(chain: Chain, result: Result) -> Exact:
    """The exact values; None after Ctrl-C."""
    from croupier.sim.statistics import Exact, exact

    try:
        with working(f"solving {chain.plan.name} exactly; Ctrl-C does without"):
            return exact(chain, result.terms)
    except KeyboardInterrupt:
        return Exact(None, None, ("No exact value: stopped before it was solved.",))


def _write(found: list[Simulation], out: tuple[Path, ...], *, quiet: bool) -> None:
    from croupier.documents.simulation.files import write
    from croupier.documents.writing import CannotWrite

    for path in out:
        try:
            with working(f"writing {path}"):
                write(found, path)
        except CannotWrite as error:
            raise CannotRead(f"--out: {error}") from None
        except KeyboardInterrupt:
            print(f"croupier: stopped before {path} was written", file=sys.stderr)
            sys.exit(INTERRUPTED)
        if not quiet:
            print(f"wrote {path}")


def _stopped(last: Simulation | None, asked: _Asked) -> NoReturn:
    """Report how far the run came, and how to resume it."""
    text = "stopped before the end" if last is not None else "stopped before anything was done"
    if last is not None and asked.checkpoint is not None:
        text += f"; continue with --resume {asked.checkpoint}"
    print(f"croupier: {text}", file=sys.stderr)
    sys.exit(INTERRUPTED)
