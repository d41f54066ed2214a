"""The lists of commands and events in docs/table.md. Run as a program, it updates them from the source.

The roles that may give a command are not updated: they are written by hand, from the paragraphs and the list of roles
and powers, and a test compares the source with them.
"""

from __future__ import annotations

from pathlib import Path

from croupier.conduct.by import ROLES
from croupier.games import NAMES, game
from croupier.table import Command, commands, events

PAGE = Path(__file__).parents[3] / "docs" / "table.md"
#: A placeholder in the row of a new command, until its roles are written by hand.
UNWRITTEN = "?"


def _part(text: str, name: str) -> tuple[str, str, str]:
    """Split the page into the text before a list, the list, and the text after it."""
    head, mark, rest = text.partition(f"<!-- {name} -->\n")
    rows, end, tail = rest.partition("<!-- end -->")
    assert mark, f"the page has no {name}"
    assert end, f"the {name} have no end"
    return head + mark, rows, end + tail


def powers(text: str) -> dict[str, set[str]]:
    """The roles that may give each command, according to the page."""
    cells = [line.split(" | ") for line in _part(text, "commands")[1].splitlines()[2:]]
    return {word.strip("| `"): set(roles.split(", ")) for word, roles, *_ in cells}


def current(text: str) -> str:
    """The page with its two lists updated from the source; the roles stay as they are."""
    written = powers(text)
    for name, rows in (("commands", _command_rows(written)), ("events", _event_rows())):
        head, _, tail = _part(text, name)
        text = f"{head}{rows}\n{tail}"
    return text


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").split("\n")[0]


def _command_rows(written: dict[str, set[str]]) -> str:
    """A row for every command: its name, the roles that may give it, the paragraphs, and its description."""
    rows = [
        f"| `{word}` | {_roles(written.get(word, set()))} | {_paragraphs(kind)} | {_first_line(kind)} |"
        for word, kind in commands.KINDS.items()
    ]
    return "\n".join(("| command | roles | paragraphs | what it asks |", "|---|---|---|---|", *rows))


def _roles(written: set[str]) -> str:
    """Roles in the order of the list of roles."""
    return ", ".join(role for role in ROLES if role in written) or UNWRITTEN


def _paragraphs(kind: type[Command]) -> str:
    """The games' paragraphs on the topic of a command; if no game has one, the reason."""
    found = [cite for name in NAMES if (cite := game(name).cites.get(kind.topic)) is not None]
    return ", ".join(found) or f"*{kind.topic.value}*"


def _event_rows() -> str:
    """A row for every event: its name and version, and its description."""
    rows = [f"| `{word}` | {_first_line(kind)} |" for word, kind in events.KINDS.items()]
    return "\n".join(("| event | what happened |", "|---|---|", *rows))


if __name__ == "__main__":
    PAGE.write_text(current(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
