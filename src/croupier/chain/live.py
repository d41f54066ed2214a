"""Live states as text: one or more keys, separated by commas, such as `point=6,made=4-9`.

Each game declares its keys (`games/GAME/live.py`); docs/odds.md lists them.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.core.live import Key, UnknownState
from croupier.core.machine import Wager
from croupier.games import NAMES, game
from croupier.house import House
from croupier.house.alone import Place, opening


class NotWatched(UnknownState):
    """The state has a key that does not affect the wager."""


def _keys() -> tuple[Key, ...]:
    """The keys of every game; the game with the most keys first."""
    declared = [() if (live := game(name).live) is None else live.keys for name in NAMES]
    return tuple(key for keys in sorted(declared, key=len, reverse=True) for key in keys)


KEYS = {key.name: key for key in _keys()}
#: The keys as docs/odds.md lists them.
TABLE = "\n".join(
    (
        "| key | for | meaning |",
        "|---|---|---|",
        *(f"| `{key.example}` | {key.wagers} | {key.meaning} |" for key in KEYS.values()),
    )
)


def words(text: str) -> dict[str, str]:
    """The keys and values of a state; keys that no wager of any game reads are an error.

    >>> words("point=6,made=4-9")
    {'point': '6', 'made': '4-9'}
    """
    said: dict[str, str] = {}
    for part in text.split(",") if text else ():
        name, sign, value = part.strip().partition("=")
        if name not in KEYS:
            raise UnknownState(f"a state says {', '.join(KEYS)}, not {name!r}")
        if name in said:
            raise UnknownState(f"{name} is said twice in {text!r}")
        alone = KEYS[name].example == name
        if alone and sign:
            raise UnknownState(f"{name} stands alone, without a value, not {part.strip()!r}")
        if not alone and not value:
            raise UnknownState(f"{name} needs a value: {KEYS[name].example}")
        said[name] = value
    return said


def watched(house: House, wager_id: str) -> tuple[str, ...]:
    """The keys that affect the value of the wager at this house."""
    return tuple(_watched(house, house.game.wagers[wager_id]))


def _watched(house: House, wager: Wager) -> Iterator[str]:
    live = house.game.live
    if live is None:
        return
    state = None if wager.parts or wager.parent else opening(house, wager.id).state
    yield from live.watched(wager, state, wager.id in house.variations)
    yield from (key.name for key in live.keys if key.tracker in wager.watches)


def live(house: House, wager_id: str, text: str, choice: str | None = None) -> Place:
    """The state of a wager from its text; for odds, the state of the wager that they belong to."""
    said, known = words(text), watched(house, wager_id)
    for key in said:
        if key not in known:
            raise NotWatched(_not_watched(wager_id, key, known))
    for key in said:
        if choice is not None and (why := KEYS[key].never_after.get(choice)):
            raise UnknownState(f"{wager_id} {why}")
    wager = house.game.wagers[wager_id]
    place = opening(house, wager.parent or wager_id)
    if house.game.live is None:
        return place
    state, table = house.game.live.place(house, wager, place.state, place.table, said)
    return Place(state, house.game.forget(table, wager.watches))


def _not_watched(wager_id: str, key: str, known: tuple[str, ...]) -> str:
    if KEYS[key].never:
        return f"{wager_id} {KEYS[key].never}"
    what = f"its state says {' and '.join(KEYS[each].example for each in known)}" if known else "it has no state"
    return f"{key} changes nothing for {wager_id}: {what}"
