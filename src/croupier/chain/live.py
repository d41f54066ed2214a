"""Live states in words: one or more of these keys, with commas between, such as `point=6,made=4-9`.

| key | for | meaning |
|---|---|---|
| `point=6` | pass, dont-pass, the odds behind them, and wagers on a whole hand | the point on the table, which pass and dont-pass have too; left out, a come-out roll is next |
| `on=6` | come, dont-come and the odds behind them | the number the wager has travelled to |
| `made=4-9` | fire-bet | the different points this shooter has made |
| `passes=3` | sharp-shooter | how many points this shooter has made, 0 to 9 |
| `count=2` | super-front-line-winner | how many sevens and elevens this shooter has thrown, counted up to 11 |
| `imprisoned` | red, black, odd, even, low, high | in prison after a 0, where In Prison is offered and chosen |
| `previous=17` | back2back, spinner-winner | the number of the spin before |
| `streak=3-20` | roulette-up, roulette-up-progressive | a running Up Streak: its length, and the number it stands at |
| `track=5-3` | straights-and-8s | the one or two numbers of a running sequence |
"""  # noqa: E501 - a line of the table is a line of the page that shows it

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from croupier.core.machine import Standing, Wager
from croupier.games.craps import craps_free, dice
from croupier.games.craps.facts import COME, HAND_TRACKERS, LINE, CrapsTable, Hand
from croupier.games.roulette.facts import RouletteTable
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.sequences import Track, UpStreak, goes_up, is_top, up_streak
from croupier.games.roulette.wheel import pockets
from croupier.house import House
from croupier.house.alone import Place, opening

#: The tracker of the table that each key sets.
_TRACKERS = {
    "made": "points_made",
    "passes": "passes",
    "count": "sevens_and_elevens",
    "previous": "previous",
    "streak": "up",
    "track": "track",
}
KEYS = ("point", "on", "made", "passes", "count", "imprisoned", "previous", "streak", "track")


class UnknownState(ValueError):
    """A state that cannot be read, or that the wager cannot be in."""


class NotWatched(UnknownState):
    """A state with a key that changes nothing for the wager."""


def words(text: str) -> dict[str, str]:
    """The keys of a state and what each says; what no wager of any game could read is refused.

    >>> words("point=6,made=4-9")
    {'point': '6', 'made': '4-9'}
    """
    said: dict[str, str] = {}
    for part in text.split(",") if text else ():
        key, sign, value = part.strip().partition("=")
        if key not in KEYS:
            raise UnknownState(f"a state says {', '.join(KEYS)}, not {key!r}")
        if key in said:
            raise UnknownState(f"{key} is said twice in {text!r}")
        if key == "imprisoned" and sign:
            raise UnknownState(f"imprisoned stands alone, without a value, not {part.strip()!r}")
        if key != "imprisoned" and not value:
            raise UnknownState(f"{key} needs a value: {_EXAMPLES[key]}")
        said[key] = value
    return said


_EXAMPLES = {
    "point": "point=6",
    "on": "on=6",
    "made": "made=4-9",
    "passes": "passes=3",
    "count": "count=2",
    "previous": "previous=17",
    "streak": "streak=3-20",
    "track": "track=5-3",
}


def watched(house: House, wager_id: str) -> tuple[str, ...]:
    """The keys that change what the wager is worth at this house."""
    return tuple(_watched(house, house.game.wagers[wager_id]))


def _watched(house: House, wager: Wager) -> Iterator[str]:
    stands_on = wager.parent or wager.id
    outside = wager.id in house.variations and house.game_name == "craps"  # may look at anything
    if stands_on in LINE or HAND_TRACKERS & wager.watches or outside:
        yield "point"
    if stands_on in COME:
        yield "on"
    if not (wager.parts or wager.parent) and opening(house, wager.id).state == "pardonable":
        yield "imprisoned"
    yield from (key for key, tracker in _TRACKERS.items() if tracker in wager.watches)


def live(house: House, wager_id: str, text: str, choice: str | None = None) -> Place:
    """The place a wager is in, from its words; for odds, the place of the wager they stand behind."""
    said, known = words(text), watched(house, wager_id)
    for key in said:
        if key not in known:
            raise NotWatched(_not_watched(wager_id, key, known))
    if "imprisoned" in said and choice == "half-back":
        raise UnknownState(f"{wager_id} takes half back here: it is never imprisoned")
    wager = house.game.wagers[wager_id]
    place = opening(house, wager.parent or wager_id)
    if house.game_name == "craps":
        return _craps(house, wager, place, said)
    return _roulette(house, wager, place, said) if said else place


def _not_watched(wager_id: str, key: str, known: tuple[str, ...]) -> str:
    if key == "imprisoned":
        return f"{wager_id} is never imprisoned here: only an even-money wager is, where In Prison is offered"
    what = (
        f"its state says {' and '.join(_EXAMPLES.get(each, each) for each in known)}" if known else "it has no state"
    )
    return f"{key} changes nothing for {wager_id}: {what}"


def _number(text: str, choices: tuple[int, ...], key: str) -> int:
    if text not in map(str, choices):
        raise UnknownState(f"{key} is one of {', '.join(map(str, choices))}, not {text!r}")
    return int(text)


def _craps(house: House, wager: Wager, place: Place, said: Mapping[str, str]) -> Place:
    points: tuple[int, ...] = craps_free.POINTS if house.variant == "craps-free" else dice.POINTS
    if wager.parent is not None:
        points = tuple(sorted(map(int, house.rows(wager.id))))
    point = _number(said["point"], points, "point") if "point" in said else CrapsTable.of(place).point
    hand = Hand(
        points_made=_made(said["made"], points) if "made" in said else frozenset(),
        passes=_number(said.get("passes", "0"), tuple(range(10)), "passes"),
        sevens_and_elevens=_number(said.get("count", "0"), tuple(range(12)), "count"),
    )
    table = house.game.forget(CrapsTable(point, hand), wager.watches)
    state = place.state
    if "point" in said and (wager.parent or wager.id) in LINE:
        state = point
    if "on" in said:
        state = _number(said["on"], points, "on")
    return Place(state, table)


def _made(text: str, points: tuple[int, ...]) -> frozenset[int]:
    """Different points; with all of them made the wager is decided."""
    made = [_number(each, points, "made") for each in text.split("-")]
    if len(set(made)) < len(made):
        raise UnknownState(f"made names different points, each once, not {text!r}")
    if len(made) == len(points):
        raise UnknownState(f"with every point made the wager is decided: made={text} leaves nothing to price")
    return frozenset(made)


def _roulette(house: House, wager: Wager, place: Place, said: Mapping[str, str]) -> Place:
    table = RouletteTable.of(place)
    if "previous" in said:
        table = replace(table, previous=_pocket(house, said["previous"]))
    if "streak" in said:
        table = replace(table, up=_streak(house, wager, place, said["streak"]))
    if "track" in said:
        table = replace(table, track=_track(house, said["track"]))
    state = "imprisoned" if "imprisoned" in said else place.state
    return Place(state, house.game.forget(table, wager.watches))


def _pocket(house: House, text: str) -> str:
    """A compartment of this wheel that counts."""
    options = RouletteOptions.of(house)
    if text not in pockets("single-zero" if options.converted else options.wheel):
        raise UnknownState(f"the {'converted' if options.converted else options.wheel} wheel has no {text!r}")
    return text


def _track(house: House, text: str) -> Track:
    track = Track(tuple(_pocket(house, each) for each in text.split("-")))
    if len(track.numbers) > 2 or not track.alive:
        raise UnknownState(f"a running sequence is one number, or two within reach, for example 5-3, not {text!r}")
    return track


def _streak(house: House, wager: Wager, place: Place, text: str) -> UpStreak:
    """A streak that may have come about: so many numbers, each above the one before, and not yet at its end."""
    fresh = up_streak([Standing("", wager.id, None, 0, place.state, house)])
    assert fresh is not None, "who watches the streak has one"
    length, _, last = text.partition("-")
    if not length.isdecimal() or not 1 <= int(length) < fresh.longest or not last:
        most = fresh.longest - 1
        raise UnknownState(f"a streak is its length, 1 to {most}, and the number it stands at: 3-20, not {text!r}")
    below = sum(goes_up(each, _pocket(house, last)) for each in pockets(RouletteOptions.of(house).wheel))
    if is_top(last) or below < int(length) - 1:
        raise UnknownState(f"no running streak of {length} stands at {last}")
    return UpStreak(fresh.longest, int(length), last)
