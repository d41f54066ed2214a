"""The terminal game played with typed lines, and replays of what it saved."""

from __future__ import annotations

import json
import os
import select
from pathlib import Path
from typing import Any

from tests.support.command import croupier


def sit(game: str, *typed: str, options: tuple[str, ...] = ()) -> str:
    """Play with piped lines; return the output as one line of words."""
    done = croupier("play", game, *options, typed="".join(f"{line}\n" for line in typed))
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout, "no colors without a terminal"
    return words(done.stdout)


def words(text: str) -> str:
    """A screen as one line of words."""
    return " ".join(text.replace("│", " ").split())


def transcript(path: Path) -> list[str]:
    """The acts of a saved game, without its remarks."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def replay(game: str, path: Path, *options: str) -> list[dict[str, Any]]:
    """The rows that a saved game gives when it is replayed."""
    done = croupier("play", game, "--script", path, "--json", *options)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def read_until(screen: int, mark: str, after: str = "") -> str:
    """The output of the terminal up to a mark; it gives up after ten seconds without output."""
    shown = ""
    while mark not in (shown.partition(after)[2] if after else shown):
        if not select.select([screen], [], [], 10)[0]:
            break
        try:
            piece = os.read(screen, 4096)
        except OSError:  # the other end is closed
            break
        shown += piece.decode("utf-8", "replace")
    return shown
