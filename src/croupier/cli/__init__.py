"""The command line: one module a command, over the library. Heavy things are imported inside a command."""

from __future__ import annotations

import sys

from cyclopts import App

from croupier import __version__

EPILOGUE = """Examples:

croupier play craps

croupier play roulette --house colorado-double-zero --script night.txt --json

croupier rules --as-of 2016-05-01

croupier house check my-house.toml

croupier felt roulette --wheel triple-zero --out felt.svg
"""

app = App(
    name="croupier",
    version=__version__,
    help="Roulette, craps and the Big Six wheel, exactly as Colorado's gaming rules say.",
    help_epilogue=EPILOGUE,
)
app.command("croupier.cli.play:play")
app.command("croupier.cli.rules:rules")
app.command("croupier.cli.house:app", name="house")
app.command("croupier.cli.felt:felt")


class CannotRead(SystemExit):
    """Input that cannot be read: says what and what to do, and exits with status 2."""

    def __init__(self, message: str) -> None:
        print(f"croupier: {message}", file=sys.stderr)
        super().__init__(2)


def main() -> None:
    """Run a command."""
    app()
