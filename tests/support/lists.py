"""The lists of commands and events in docs/table.md, docs/people.md, docs/pit.md and docs/cage.md.

Run as a program, it updates them from the source.
"""

from __future__ import annotations

from pathlib import Path

from croupier.conduct import Aggregate, Command, registered
from croupier.conduct.by import ROLES
from croupier.conduct.powers import POWERS, roles_of
from croupier.games import NAMES, game

DOCS = Path(__file__).parents[2] / "docs"
#: The pages, each with the lists of one kind of stream.
PAGES = {name: DOCS / f"{name}.md" for name in ("table", "people", "pit", "cage")}


def kind_of(name: str) -> Aggregate[object, Command, object]:  # type: ignore[type-var]
    """The kind of stream whose lists a page has."""
    found = registered(f"{name}/any")
    assert isinstance(found, Aggregate)
    return found


def _part(text: str, name: str) -> tuple[str, str, str]:
    """Split the page into the text before a list, the list, and the text after it."""
    head, mark, rest = text.partition(f"<!-- {name} -->\n")
    rows, end, tail = rest.partition("<!-- end -->")
    assert mark, f"the page has no {name}"
    assert end, f"the {name} have no end"
    return head + mark, rows, end + tail


def current(name: str, text: str) -> str:
    """The page with its two lists updated from the source."""
    for part, rows in (("commands", _command_rows(name)), ("events", _event_rows(name))):
        head, _, tail = _part(text, part)
        text = f"{head}{rows}\n{tail}"
    return text


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").split("\n")[0]


def _command_rows(name: str) -> str:
    """A row for every command: its name, the roles that may give it, the paragraphs, and its description."""
    rows = [
        f"| `{word}` | {_roles(name, word)} | {_paragraphs(name, word, kind)} | {_first_line(kind)} |"
        for word, kind in kind_of(name).commands.kinds.items()
    ]
    return "\n".join(("| command | roles | paragraphs | what it asks |", "|---|---|---|---|", *rows))


def _roles(name: str, word: str) -> str:
    """The roles that may give a command, in the order of the list of roles."""
    return ", ".join(role for role in ROLES if role in roles_of(name, word)) or "nobody"


def _paragraphs(name: str, word: str, kind: type[Command]) -> str:
    """The games' paragraphs on the topic of a command and those of its power; if there is none, the reason."""
    found = [cite for played in NAMES if (cite := game(played).cites.get(kind.topic)) is not None]
    found += [] if name == "table" else POWERS.commands[name][word].cites
    return ", ".join(dict.fromkeys(found)) or f"*{kind.topic.value}*"


def _event_rows(name: str) -> str:
    """A row for every event: its name and version, and its description."""
    rows = [f"| `{word}` | {_first_line(kind)} |" for word, kind in kind_of(name).events.kinds.items()]
    return "\n".join(("| event | what happened |", "|---|---|", *rows))


if __name__ == "__main__":
    for name, page in PAGES.items():
        page.write_text(current(name, page.read_text(encoding="utf-8")), encoding="utf-8")
