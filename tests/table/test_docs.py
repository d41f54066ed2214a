"""Undocumented means failing: docs/table.md lists every command, event and account as the source has them."""

from __future__ import annotations

from pathlib import Path

from croupier.conduct.by import ROLES
from croupier.table import Command, commands, events
from croupier.table.cites import Cites

PAGE = Path(__file__).parents[2] / "docs" / "table.md"


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").split("\n")[0]


def command_rows() -> str:
    """Every command: its word, who may give it, the paragraphs behind that, and what it asks for."""
    rows = [
        f"| `{word}` | {', '.join(role for role in ROLES if role in kind.roles)} | {_paragraphs(kind)} "
        f"| {_first_line(kind)} |"
        for word, kind in commands.KINDS.items()
    ]
    return "\n".join(("| command | roles | paragraphs | what it asks |", "|---|---|---|---|", *rows))


def _paragraphs(kind: type[Command]) -> str:
    """The paragraphs of its games; where no game has one, why."""
    assert isinstance(kind.cites, Cites)
    return ", ".join(kind.cites.values()) or f"*{next(iter(kind.cites.silent.values())).value}*"


def event_rows() -> str:
    """Every event: its word and version, and what happened."""
    rows = [f"| `{word}` | {_first_line(kind)} |" for word, kind in events.KINDS.items()]
    return "\n".join(("| event | what happened |", "|---|---|", *rows))


def current(text: str) -> str:
    """The page with its two lists as the source has them."""
    for name, rows in (("commands", command_rows()), ("events", event_rows())):
        head, mark, rest = text.partition(f"<!-- {name} -->\n")
        _, end, tail = rest.partition("<!-- end -->")
        text = f"{head}{mark}{rows}\n{end}{tail}"
    return text


def test_the_page_lists_every_command_and_event() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == current(text), "run `python -m tests.table.test_docs`"
    assert all(f"| `{word}` |" in text for word in (*commands.KINDS, *events.KINDS))


if __name__ == "__main__":
    PAGE.write_text(current(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
