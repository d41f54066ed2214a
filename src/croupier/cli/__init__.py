"""The command line: one module for each command. Slow imports happen inside the command that needs them."""

from __future__ import annotations

import os
import sys

from cyclopts import App

from croupier import __version__
from croupier.text.visible import visible


def _examples(*lines: str) -> str:
    return "Examples:\n\n" + "\n\n".join(lines) + "\n"


app = App(
    name="croupier",
    version=__version__,
    help="Roulette, craps and the Big Six wheel, exactly as Colorado's gaming rules say.",
    help_epilogue=_examples("croupier play craps", "croupier rules", "croupier house show colorado-craps"),
)
app.command(
    "croupier.cli.play:play",
    help="Play at a table: by hand in the terminal, or from a script.",
    help_epilogue=_examples(
        "croupier play craps",
        "croupier play roulette --house colorado-single-zero --seed 7",
        "croupier play craps --script night.txt --json",
        "croupier play roulette --as-of 2016-05-01 --script -",
    ),
)
app.command(
    "croupier.cli.serve:serve",
    help="Serve five tables with play chips to browsers on this machine.",
    help_epilogue=_examples(
        "croupier serve",
        "croupier serve --port 8080 --db sqlite:///evening.db --no-browser",
        "croupier serve --window 60 --db sqlite:///lesson.db",
        "croupier serve --db postgresql://pg/croupier --host 10.0.0.1 --peers peers.toml --device door",
        "croupier serve --anchor /mnt/other-disk/anchors.txt --anchor http://192.0.2.7:8470/",
    ),
)
app.command(
    "croupier.cli.pit.app:app",
    name="pit",
    help="People, equipment, inspections and houses, for those who run the tables.",
)
app.command(
    "croupier.cli.identity:identity",
    help="Print the key by which other servers know this one.",
    help_epilogue=_examples("croupier identity --db postgresql://pg/croupier --name hall-a"),
)
app.command(
    "croupier.cli.device:device",
    help="Run an electronic device as a process of its own, for instance as another user.",
    help_epilogue=_examples(
        "croupier device --folder /srv/croupier-device --socket /run/croupier/device",
        "croupier serve --device /run/croupier/device",
    ),
)
app.command(
    "croupier.cli.keep_anchors:keep_anchors",
    name="keep-anchors",
    help="Receive the anchors of a server on another machine, and keep them in a file.",
    help_epilogue=_examples(
        "croupier keep-anchors --out anchors.txt --host 192.0.2.7 --port 8470",
        "croupier serve --anchor http://192.0.2.7:8470/",
    ),
)
app.command(
    "croupier.cli.rules:rules",
    help="Show every paragraph of the rules, what implements it, which tests show it and what is missing.",
    help_epilogue=_examples(
        "croupier rules",
        "croupier rules 47.1-2304(5)",
        "croupier rules 30-2299 --status planned",
        "croupier rules --as-of 2016-05-01 --json",
    ),
)
app.command(
    "croupier.cli.odds:odds",
    help="Compute the exact odds of every wager from the rules as played.",
    help_epilogue=_examples(
        "croupier odds --game craps",
        "croupier odds --wager fire-bet --pay-table FB-3 --json",
        "croupier odds --wager super-front-line-winner --state point=6",
        "croupier odds --house my-house.toml --stake 5",
        "croupier odds --wager fire-bet --pay-table FB-1 --out fire-bet.pdf",
        "croupier odds --wager roulette-up-progressive --meter 25000 --out up.html",
    ),
)
app.command(
    "croupier.cli.hand:hand",
    help="Compute exactly how long a shooter's hand lasts.",
    help_epilogue=_examples("croupier hand", "croupier hand craps-free --json"),
)
app.command(
    "croupier.cli.plans:app",
    name="plans",
    help="Betting plans: list the built-in ones, show one, or check a file.",
)
app.command(
    "croupier.cli.session:session",
    help="Compute what a plan makes of a bankroll: results, ruin, goal, length and drawdown.",
    help_epilogue=_examples(
        "croupier session pass-odds-place-6-8 --bankroll 200 --goal 400",
        "croupier session pass-odds-place-6-8 --bankroll 500 --loss-limit 300 --max-rounds 100 --json",
    ),
)
app.command(
    "croupier.cli.simulate.command:simulate",
    help="Simulate a plan for many rounds or sessions, and compare it with the exact value.",
    help_epilogue=_examples(
        "croupier simulate pass-odds-place-6-8 --rounds 1e9",
        "croupier simulate three-point-molly --sessions 1e6 --bankroll 500 --goal 750 --out report.html",
        "croupier simulate martingale labouchere fibonacci --rounds 1e8 --seed 7",
        "croupier simulate iron-cross --rounds 1e11 --checkpoint run.json",
        "croupier simulate iron-cross --resume run.json --json",
    ),
)
app.command(
    "croupier.cli.validate:validate",
    help=(
        "Simulate every wager and pay table, and compare each with its exact value. Exit status 1 if a row exceeds "
        "the limit (Holm: the chance of a false alarm in the whole table is 1 %), or if the simulated chain does "
        "not have the price that croupier odds prints."
    ),
    help_epilogue=_examples(
        "croupier validate",
        "croupier validate --game craps --rounds 1e8 --seed 7",
        "croupier validate --wager fire-bet --json",
    ),
)
app.command(
    "croupier.cli.verify_round:verify_round",
    name="verify-round",
    help="Check the outcome of an electronic device, offline, from the proof of its round.",
    help_epilogue=_examples("croupier verify-round round-17.json", "croupier verify-round round-17.json --json"),
)
app.command(
    "croupier.cli.audit:audit",
    help="Verify and replay a whole store or export.",
    help_epilogue=_examples(
        "croupier audit --db sqlite:///shift.db",
        "croupier audit --db shift.export --anchors anchors.txt --anchors typed.txt --json",
    ),
)
app.command(
    "croupier.cli.log.command:log",
    help="Show a round, the rounds of a day, or the acts of a stream, as people read them.",
    help_epilogue=_examples(
        "croupier log --db sqlite:///shift.db",
        "croupier log --db sqlite:///shift.db --table R0 --round 12",
        "croupier log --db sqlite:///shift.db --table R0 --day 2026-01-01 --refusals",
        "croupier log --db sqlite:///shift.db --stream pit/main --json",
    ),
)
app.command(
    "croupier.cli.books.command:books",
    help="Show drop, handle, win, hold and expected win of every shift, the gaming tax, and the rating of players.",
    help_epilogue=_examples(
        "croupier books --db sqlite:///shift.db",
        "croupier books --db sqlite:///shift.db --day 2026-01-31 --table R00",
        "croupier books --db sqlite:///shift.db --tax",
        "croupier books --db shift.export --players --json",
    ),
)
app.command(
    "croupier.cli.rekey:rekey",
    help=(
        "Change a key of a store that is lost, by a named person and on record. A store signs its heads with one "
        "key, and names the key of the electronic device that draws for its tables; without them no server starts. "
        "Stop all servers of the store first."
    ),
    help_epilogue=_examples(
        'croupier rekey --db sqlite:///evening.db --by "Kim Lee" --licence 4711 --reason "the disk broke"',
        'croupier rekey --of heads --by "Kim Lee" --licence 4711 --reason "a new key every year"',
    ),
)
app.command(
    "croupier.cli.recover:recover",
    help=(
        "Void a round whose seed the electronic device has lost, and put its table back in service. Every wager that "
        "waits for the seed goes back. Two people do it: a dealer (at craps the stickperson) notifies, and a key "
        "manager directs and observes it (30-2206(5), 47.1-2319). Without --table: list the tables that need it and "
        "what would be done; exit status 1 if there are any. Stop the server first."
    ),
    help_epilogue=_examples(
        "croupier recover --db sqlite:///evening.db",
        'croupier recover --db sqlite:///evening.db --table R0 --by "Kim Lee" --licence 4711 '
        '--second "Dee Roy" --second-licence 4712 --reason "the disk broke"',
    ),
)
app.command(
    "croupier.cli.export:export",
    help="Write a whole store to one file; or write tables for spreadsheets, or a ledger for Beancount.",
    help_epilogue=_examples(
        "croupier export --db sqlite:///shift.db --out shift.export --heads heads.json",
        "croupier export --db sqlite:///shift.db --csv tables --table R0 --day 2026-01-01",
        "croupier export --db sqlite:///shift.db --parquet tables",
        "croupier export --db sqlite:///shift.db --beancount shift.beancount",
        "croupier export --db sqlite:///shift.db --proof R0/17 --out round-17.proof",
    ),
)
app.command(
    "croupier.cli.import_:import_",
    name="import",
    help="Import an export into a store. If the file is damaged, nothing is imported.",
    help_epilogue=_examples("croupier import shift.export --db sqlite:///copy.db"),
)
app.command(
    "croupier.cli.upgrade:upgrade",
    help="Convert a store of an older version of Croupier to a new store.",
    help_epilogue=_examples(
        "croupier upgrade --db sqlite:///shift.db --into sqlite:///shift-2.db",
        "croupier upgrade --db shift.export --into sqlite:///shift-2.db",
    ),
)
app.command(
    "croupier.cli.demo:demo",
    help="Let robots play a shift at one table of every kind, and store it.",
    help_epilogue=_examples("croupier demo --db sqlite:///shift.db --rounds 200 --seed 7"),
)
app.command(
    "croupier.cli.bench:app",
    name="bench",
    help="Run the benchmarks of a checkout and compare each figure with its target, or with an earlier commit.",
)
app.command(
    "croupier.cli.house:app",
    name="house",
    help="A licensee's choices: show one, check a file against the rules, or compare two.",
)
app.command(
    "croupier.cli.felt:felt",
    help="Draw a layout as SVG; every legal spot is an element.",
    help_epilogue=_examples(
        "croupier felt roulette --wheel triple-zero --out felt.svg", "croupier felt craps > craps.svg"
    ),
)


class CannotRead(SystemExit):
    """Input that cannot be read: the message says what to do; the exit status is 2."""

    def __init__(self, message: str) -> None:
        print(f"croupier: {visible(message, lines=True)}", file=sys.stderr)
        super().__init__(2)


def main() -> None:
    """Run a command; a closed output pipe is not an error."""
    try:
        app()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
