"""Values in one line, as people read them: the fields of a command or an event."""

from __future__ import annotations

from typing import Any

from croupier.text.visible import visible


def in_words(value: Any) -> str:
    """A value in one line: yes; R0, R1; number: R0; tips: no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{name.replace('_', ' ')}: {in_words(each)}" for name, each in value.items()) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value)) or "-"
    return visible(str(value)) if value not in (None, "") else "-"
