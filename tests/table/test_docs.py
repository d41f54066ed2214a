"""Undocumented means failing: docs/table.md lists every command, event and account as the source has them."""

from __future__ import annotations

from croupier.table import commands, events
from tests.support.table.page import PAGE, current


def test_the_page_lists_every_command_and_event() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == current(text), "run `make docs`"
    assert all(f"| `{word}` |" in text for word in (*commands.KINDS, *events.KINDS))
