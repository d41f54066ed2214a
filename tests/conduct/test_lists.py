"""Undocumented means failing: a page lists every command and event of its kind of stream as the source has them."""

from __future__ import annotations

import pytest

from tests.support.lists import PAGES, current, kind_of


@pytest.mark.parametrize("name", PAGES)
def test_the_page_lists_every_command_and_event(name: str) -> None:
    text, kind = PAGES[name].read_text(encoding="utf-8"), kind_of(name)
    assert text == current(name, text), "run `make docs`"
    assert all(f"| `{word}` |" in text for word in (*kind.commands.kinds, *kind.events.kinds))
