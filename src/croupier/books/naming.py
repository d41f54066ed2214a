"""Spoken names of wagers, spots, rows and outcomes: games and wagers declare them; without one, the id is spoken.

What a game declares for people is English. This is the only module that says it in the language of the reader.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.house import House
from croupier.text.translations import declared


def said(text: str, house: House) -> str:
    """A text that a game declares, in the visitor's language."""
    return declared(text, house.game_name)


def said_by_key(texts: Mapping[str, str], house: House) -> dict[str, str]:
    """Texts that a game declares by some key, in the visitor's language."""
    return {key: said(text, house) for key, text in texts.items()}


def wager(wager_id: str, house: House) -> str:
    """The spoken name of a wager; a variation from outside may bring its own.

    >>> from croupier.house import load
    >>> craps = load("colorado-craps")
    >>> wager("dont-pass", craps), wager("place-to-lose-4", craps), wager("hop-1-3", craps), wager("fire-bet", craps)
    ("Don't Pass", 'Place 4 to lose', 'Hop 1-3', 'Fire Bet')
    """
    found = house.game.wagers.get(wager_id)
    if found is not None and found.show is not None:
        return said(found.show.name, house)
    return said(house.game.show.wagers.get(wager_id) or _spoken(wager_id), house)


def limited(wager_id: str, house: House) -> str | None:
    """A wager as a sentence about its limit names it; None if the game declares only a name.

    >>> from croupier.house import load
    >>> limited("straight", load("colorado-double-zero"))
    'one number'
    """
    found = house.game.show.limited.get(wager_id)
    return None if found is None else said(found, house)


def _spoken(name: str) -> str:
    return name.replace("-", " ").capitalize()


def spot(wager_id: str, at: str | None, house: House) -> str:
    """A wager with its spot.

    >>> from croupier.house import load
    >>> wheel = load("colorado-double-zero")
    >>> spot("corner", "8-9-11-12", wheel), spot("red", None, wheel)
    ('Corner 8, 9, 11, 12', 'Red')
    """
    name = wager(wager_id, house)
    return f"{name} {at.replace('-', ', ')}" if at else name


def group(name: str, house: House) -> str:
    """A group of wagers: a heading."""
    return said(house.game.show.groups.get(name) or _spoken(name), house)


def variant(house: House) -> str:
    """The spoken name of a table's game."""
    return said(house.game.show.variants[house.variant].name, house)


def outcome(text: str, house: House) -> str:
    """An outcome as the board shows it; a themed wheel has its own symbols."""
    return house.options.called(text) or said(house.game.show.outcomes.get(text, text), house)


def row(wager_id: str, name: str, house: House) -> str:
    """A row of a pay table in words: '6 points', 'both balls in one number'."""
    if name in house.game.show.rows:
        return said(house.game.show.rows[name], house)
    shown = house.game.wagers[wager_id].show
    if shown is None:
        return said(name.replace("-", " "), house)
    if name in shown.rows:
        return said(shown.rows[name], house)
    return f"{name.replace('-', ' ')} {said(shown.counts, house)}".strip()
