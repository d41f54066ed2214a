"""`croupier pit run`: the commands of a file, one after the other."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from croupier.cli import CannotRead
from croupier.cli.pit.door import SOMEWHERE, AtPlace, Place


def run(script: Path, /, *, place: AtPlace = SOMEWHERE) -> None:
    """Give the commands of a file: a line is what follows `croupier pit`. It stops at the first one that fails.

    Empty lines and lines that begin with # are left out. The options hold for every line that does not name its own.

    Parameters
    ----------
    script
        The file.
    """
    from croupier.cli.pit.app import app

    try:
        lines = script.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise CannotRead(f"{script} cannot be read: {why}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            words = shlex.split(line)
        except ValueError as error:
            raise CannotRead(f"{script}, line {number}: {error}") from None
        try:
            app([*words, *_options(words, place)], exit_on_error=True, result_action="return_value")
        except SystemExit as end:
            if end.code:
                print(f"{script}, line {number}: {line}", file=sys.stderr)
            raise


def _options(words: list[str], place: Place) -> list[str]:
    """The options for a line that does not name its own."""
    given = {"--db": place.db, "--secrets": place.secrets, "--terminal": place.terminal}
    said = {name: str(value) for name, value in given.items() if value is not None}
    if words[:1] == ["demo"]:  # it makes its own secrets
        said = {name: value for name, value in said.items() if name == "--db"}
    named = {word.partition("=")[0] for word in words}
    return [word for name, value in said.items() if name not in named for word in (name, value)]
