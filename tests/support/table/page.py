"""The lists of commands and events in docs/table.md. Run as a program, it updates them from the source."""

from __future__ import annotations

from pathlib import Path

from croupier.conduct.by import ROLES
from croupier.games import NAMES, game
from croupier.table import Command, commands, events
from croupier.table.people import roles_of

PAGE = Path(__file__).parents[3] / "docs" / "table.md"


def _part(text: str, name: str) -> tuple[str, str, str]:
    """Split the page into the text before a list, the list, and the text after it."""
    head, mark, rest = text.partition(f"<!-- {name} -->\n")
    rows, end, tail = rest.partition("<!-- end -->")
    assert mark, f"the page has no {name}"
    assert end, f"the {name} have no end"
    return head + mark, rows, end + tail


def current(text: str) -> str:
    """The page with its two lists updated from the source."""
    for name, rows in (("commands", _command_rows()), ("events", _event_rows())):
        head, _, tail = _part(text, name)
        text = f"{head}{rows}\n{tail}"
    return text


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").split("\n")[0]


def _command_rows() -> str:
    """A row for every command: its name, the roles that may give it, the paragraphs, and its description."""
    rows = [
        f"| `{word}` | {_roles(kind)} | {_paragraphs(kind)} | {_first_line(kind)} |"
        for word, kind in commands.KINDS.items()
    ]
    return "\n".join(("| command | roles | paragraphs | what it asks |", "|---|---|---|---|", *rows))


def _roles(kind: type[Command]) -> str:
    """The roles that may give a command, in the order of the list of roles."""
    return ", ".join(role for role in ROLES if role in roles_of(kind)) or "nobody"


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
