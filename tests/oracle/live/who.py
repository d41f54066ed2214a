"""Random commands: who gives them."""

from __future__ import annotations

import random
from typing import Any

from .table import LiveTable

Command = tuple[str, str, str, dict[str, Any]]  # word, role, person, fields
PLAYERS = ("ann", "bob", "eve")
STAFF = {
    "dealer": ("dee", "dov"),
    "stickperson": ("stan",),
    "boxperson": ("bea",),
    "pit-supervisor": ("pat",),
    "key-manager": ("kim",),
}


def staff(role: str, word: str, **fields: Any) -> Command:
    """A command of the usual person of a role."""
    return (word, role, STAFF[role][0], fields)


def dealer(table: LiveTable, word: str, **fields: Any) -> Command:
    """A command of the dealer in charge."""
    return (word, "dealer", table.in_charge or "dee", fields)


def anybody(table: LiveTable, rng: random.Random, player: str) -> tuple[str, str]:
    """Who keys a wager: the player, or in her name the staff."""
    role = rng.choice(("player", "player", "player", "dealer"))
    if table.phase == "in-the-air":
        role = rng.choice(("player", "dealer", "stickperson", "boxperson"))
    if rng.random() < 0.05:
        role = rng.choice(("stickperson", "boxperson", "pit-supervisor"))
    return (
        (role, player)
        if role == "player"
        else (role, (table.in_charge or "dee") if role == "dealer" else STAFF[role][0])
    )
