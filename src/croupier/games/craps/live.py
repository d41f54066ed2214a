"""The states of a craps table, as `croupier odds` reads them: the point, and what has happened in the hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.core.live import Key, Live, UnknownState
from croupier.core.machine import State, Wager
from croupier.games.craps.facts import COME, HAND_TRACKERS, LINE, CrapsTable, Hand, points_of
from croupier.games.craps.rules import Rules


def _watched(wager: Wager, opening: State, outside: bool) -> Iterator[str]:
    """Which keys a wager accepts. A wager from outside the package may read anything, so it accepts the point."""
    stands_on = wager.parent or wager.id
    if stands_on in LINE or HAND_TRACKERS & wager.watches or outside:
        yield "point"
    if stands_on in COME:
        yield "on"


def _place(
    rules: Rules, wager: Wager, opening: State, table: CrapsTable, said: Mapping[str, str]
) -> tuple[State, CrapsTable]:
    points = points_of(rules)
    if wager.parent is not None:
        points = tuple(sorted(map(int, rules.rows(wager.id))))
    point = _number(said["point"], points, "point") if "point" in said else table.point
    hand = Hand(
        points_made=_made(said["made"], points) if "made" in said else frozenset(),
        passes=_number(said.get("passes", "0"), tuple(range(10)), "passes"),
        sevens_and_elevens=_number(said.get("count", "0"), tuple(range(12)), "count"),
    )
    state = opening
    if "point" in said and (wager.parent or wager.id) in LINE:
        state = point
    if "on" in said:
        state = _number(said["on"], points, "on")
    return state, CrapsTable(point, hand)


def _number(text: str, choices: tuple[int, ...], key: str) -> int:
    if text not in map(str, choices):
        raise UnknownState(f"{key} is one of {', '.join(map(str, choices))}, not {text!r}")
    return int(text)


def _made(text: str, points: tuple[int, ...]) -> frozenset[int]:
    """The different points made so far. Not all of them: then the wager would be decided."""
    made = [_number(each, points, "made") for each in text.split("-")]
    if len(set(made)) < len(made):
        raise UnknownState(f"made names different points, each once, not {text!r}")
    if len(made) == len(points):
        raise UnknownState(f"with every point made the wager is decided: made={text} leaves nothing to price")
    return frozenset(made)


LIVE = Live(
    keys=(
        Key(
            "point",
            "point=6",
            "pass, dont-pass, the odds behind them, and wagers on a whole hand",
            "the point on the table, which pass and dont-pass have too; left out, a come-out roll is next",
        ),
        Key("on", "on=6", "come, dont-come and the odds behind them", "the number the wager has travelled to"),
        Key("made", "made=4-9", "fire-bet", "the different points this shooter has made", "points_made"),
        Key("passes", "passes=3", "sharp-shooter", "how many points this shooter has made, 0 to 9", "passes"),
        Key(
            "count",
            "count=2",
            "super-front-line-winner",
            "how many sevens and elevens this shooter has thrown, counted up to 11",
            "sevens_and_elevens",
        ),
    ),
    watched=_watched,
    place=_place,
)
