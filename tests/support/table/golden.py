"""An example of every command and every event of a table as JSON, from `tests/table/golden.txt`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.support.table.play import written

_LINES = (Path(__file__).parents[2] / "table" / "golden.txt").read_bytes().splitlines()

#: One event of every kind and version that a log may contain. Lines are added and never changed.
EVENTS = [line for line in _LINES if line.startswith(b'{"event":')]
_COMMANDS = [json.loads(line) for line in _LINES if line.startswith(b'{"do":')]
assert len(EVENTS) + len(_COMMANDS) == len(_LINES), "a line of golden.txt is neither a command nor an event"


def _fields(said: dict[str, Any]) -> dict[str, Any]:
    """The fields of a command. A house is given there by name, but a command has its text."""
    return {name: written(value) if name == "house" else value for name, value in said.items() if name != "do"}


#: Example fields, by the name of the command.
COMMANDS: dict[str, dict[str, Any]] = {said["do"]: _fields(said) for said in _COMMANDS}
assert len(COMMANDS) == len(_COMMANDS), "a command has two lines in golden.txt"
