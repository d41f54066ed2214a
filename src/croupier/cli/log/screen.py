"""Where `croupier log` prints: a terminal with colors, or plain text, at most as wide as people read lines."""

from __future__ import annotations

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from croupier.text.money import dollars

#: The widest lines, in characters.
WIDEST = 120


def screen() -> Console:
    """The console to print on."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = min(console.width, WIDEST)
    return console


def grid(*columns: Column | str, padding: int = 2) -> Table:
    """Columns without lines."""
    found = Table.grid(*columns, padding=(0, padding, 0, 0), expand=False)
    found.pad_edge = False
    return found


def headed(*columns: Column) -> Table:
    """Columns below their names."""
    return Table(*columns, box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")


def right(name: str) -> Column:
    """A column of numbers."""
    return Column(name, justify="right", no_wrap=True)


def signed(cents: int) -> Text:
    """What somebody won or lost."""
    said = f"+{dollars(cents)}" if cents > 0 else dollars(cents).replace("-", "−")
    return Text(said, style="green" if cents > 0 else "red" if cents < 0 else "")
