"""The names a house file may use: its games and variants, its sections, and the approvals it may name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from croupier import games
from croupier.games import NAMES, choices
from croupier.games.choices import Section

_COMMON = (
    "title game rulebook time_zone gaming_day_starts inspection_alert chips wagers pays limits options readings "
    "approvals tips device alerts"
).split()
_LAST = ("coupons", "side_bets", "variations")


@cache
def variants() -> Mapping[str, str]:
    """The game's name by the name of its variant in a house file."""
    return {variant: game.name for variant, game in games.variants().items()}


@cache
def owners() -> Mapping[str, str]:
    """The game of each section that only one game has."""
    return {section.key: name for name in NAMES for section in choices(name).sections}


def sections() -> tuple[Section, ...]:
    """The sections of single games."""
    return tuple(section for name in NAMES for section in choices(name).sections)


@cache
def keys() -> tuple[str, ...]:
    """Every section of a house file, in the order in which they are listed."""
    return (*placed(_COMMON), *(section.key for section in sections() if section.after is None), *_LAST)


def placed(common: list[str]) -> list[str]:
    """These sections, each followed by the sections of single games that come after it."""
    found = list(common)
    for section in sections():
        if section.after is not None:
            found.insert(found.index(section.after) + 1, section.key)
    return found


@cache
def approvals() -> Mapping[str, str]:
    """The approvals that the house of some game may name, and what each is about."""
    return {approval: about for name in NAMES for approval, about in choices(name).approvals.items()}
