"""`croupier play`: a terminal game, or a script played line by line."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import house_named
from croupier.cli.names import VariantName
from croupier.felt import script as scripts
from croupier.games import DEFAULT, preset
from croupier.house import House


def play(
    game: VariantName = DEFAULT,
    *,
    house: str | None = None,
    script: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    as_of: Annotated[date | None, Parameter(name="--as-of")] = None,
    json: bool = False,
    seed: int | None = None,
) -> None:
    """Play at a table: by hand in the terminal, or from a script.

    Parameters
    ----------
    game
        The game to play.
    house
        A preset name or a house file; default: a Colorado preset of the game.
    script
        A script file with one act per line, or - for standard input.
    as_of
        Play under the rulebook of this date.
    json
        With a script: print one JSON object per line for every act.
    seed
        Outcomes from this seed instead of the operating system's randomness (terminal game).
    """
    chosen = _house(game, house or preset(game), as_of)
    if json and script is None:
        raise CannotRead("--json goes with --script")
    if seed is not None and script is not None:
        raise CannotRead("--seed goes with a game in the terminal: a script names its own outcomes")
    if script is None:
        from croupier.cli.terminal.terminal import Terminal

        Terminal(chosen, seed).run()
        return
    text = _read(script)
    try:
        for told in scripts.play(chosen, text):
            print(scripts.to_json(told) if json else scripts.to_text(told))
    except scripts.ScriptError as error:
        raise CannotRead(f"{script}: {error}") from None


def _house(game: str, name: str, as_of: date | None) -> House:
    house = house_named(name, as_of)
    if game not in (house.game_name, house.variant):
        raise CannotRead(f"the house {name} is for {house.variant}, not for {game}")
    return house


def _read(script: str) -> str:
    try:
        return sys.stdin.read() if script == "-" else Path(script).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CannotRead(f"cannot read the script {script!r}: {error}") from None
