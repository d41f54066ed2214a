"""Live states in words: `point=6,made=4-9,count=2,imprisoned`.

| key | where | meaning |
|---|---|---|
| `point=6` | craps | the point on the table; a pass or don't pass wager has it too |
| `on=6` | craps | the number a come or don't come wager has travelled to |
| `made=4-9` | craps | the different points this shooter has made |
| `passes=3` | craps | how many points this shooter has made |
| `count=2` | craps | sevens and elevens of this hand |
| `imprisoned` | roulette | an even-money wager in prison |
| `previous=17` | roulette | the number before |
| `streak=3-20` | roulette | an Up Streak of three that stands at 20 |
| `track=5-3` | roulette | the numbers of a running Straights and 8's sequence |
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from croupier.core.machine import Standing
from croupier.games.craps.facts import COME, LINE, CrapsTable, Hand
from croupier.games.roulette.facts import RouletteTable
from croupier.games.roulette.sequences import TRACK_WAGER, UP_WAGERS, Track, UpStreak, up_streak
from croupier.games.roulette.wheel import pockets
from croupier.house import House
from croupier.house.alone import Place, opening

KEYS = {
    "roulette": ("imprisoned", "previous", "streak", "track"),
    "craps": ("point", "on", "made", "passes", "count"),
    "big-six": (),
}


class UnknownState(ValueError):
    """A state that cannot be read, or that the wager cannot be in."""


def live(house: House, wager_id: str, text: str) -> Place:
    """The place a wager is in, from its words."""
    said: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        key, _, value = part.strip().partition("=")
        if key not in KEYS[house.game_name]:
            known = ", ".join(KEYS[house.game_name]) or "nothing"
            raise UnknownState(f"a state of {house.game_name} says {known}, not {key!r}")
        said[key] = value
    place = opening(house, wager_id)
    if house.game_name == "craps":
        return _craps(house, wager_id, place, said)
    return _roulette(house, wager_id, place, said) if said else place


def _number(text: str, choices: tuple[int, ...], key: str) -> int:
    if text not in map(str, choices):
        raise UnknownState(f"{key} is one of {', '.join(map(str, choices))}, not {text!r}")
    return int(text)


def _craps(house: House, wager_id: str, place: Place, said: dict[str, str]) -> Place:
    points = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12) if house.variant == "craps-free" else (4, 5, 6, 8, 9, 10)
    point = _number(said["point"], points, "point") if "point" in said else None
    made = (
        frozenset(_number(each, points, "made") for each in said["made"].split("-"))
        if "made" in said
        else frozenset()
    )
    begun = bool(said)
    hand = Hand(
        rolled=begun,
        pointed=begun,
        points_made=made,
        passes=_number(said.get("passes", "0"), tuple(range(11)), "passes"),
        sevens_and_elevens=_number(said.get("count", "0"), tuple(range(12)), "count"),
    )
    table = house.game.forget(CrapsTable(point, hand), house.game.wagers[wager_id].watches)
    state: Any = place.state
    if wager_id in LINE:
        state = point
    if "on" in said:
        _only_for(COME, wager_id, "on")
        state = _number(said["on"], points, "on")
    return Place(state, table)


def _only_for(wagers: tuple[str, ...], wager_id: str, key: str) -> None:
    if wager_id not in wagers:
        raise UnknownState(f"{key} is a state of {' and '.join(wagers)}, not of {wager_id}")


def _roulette(house: House, wager_id: str, place: Place, said: dict[str, str]) -> Place:
    table = RouletteTable(previous=said.get("previous", place.table.previous))
    for pocket in (said.get("previous"), *said.get("track", "").split("-")):
        if pocket and pocket not in pockets(house.wheel):
            raise UnknownState(f"the {house.wheel} wheel has no {pocket!r}")
    if "imprisoned" in said and house.game.wagers[wager_id].cite_of("released") == house.game.wagers[wager_id].cite:
        raise UnknownState(f"{wager_id} is never imprisoned: only even-money wagers are")
    if "streak" in said:
        table = replace(table, up=_streak(house, wager_id, place, said["streak"]))
    if "track" in said:
        table = replace(table, track=_track(wager_id, said["track"]))
    state = "imprisoned" if "imprisoned" in said else place.state
    return Place(state, house.game.forget(table, house.game.wagers[wager_id].watches))


def _track(wager_id: str, text: str) -> Track:
    _only_for((TRACK_WAGER,), wager_id, "track")
    track = Track(tuple(text.split("-")))
    if len(track.numbers) > 2 or not track.alive:
        raise UnknownState(f"a running sequence is one number, or two within reach, for example 5-3, not {text!r}")
    return track


def _streak(house: House, wager_id: str, place: Place, text: str) -> UpStreak:
    fresh = up_streak([Standing("", wager_id, None, 0, place.state, house)])
    length, _, last = text.partition("-")
    if fresh is None:
        _only_for(UP_WAGERS, wager_id, "streak")
        raise AssertionError("a Roulette Up wager has a streak")
    if not length.isdecimal() or not 1 <= int(length) < fresh.longest or last not in pockets(house.wheel):
        raise UnknownState(f"a running streak is its length and last number, for example 3-20, not {text!r}")
    return UpStreak(fresh.longest, int(length), last)
