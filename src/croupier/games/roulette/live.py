"""The states of a roulette table, as `croupier odds` reads them: In Prison, the previous number, sequences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from croupier.core.live import Key, Live, UnknownState
from croupier.core.machine import State, Wager
from croupier.games.roulette.facts import RouletteTable
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.sequences import Track, UpStreak, goes_up, is_top
from croupier.games.roulette.wheel import pockets


def _watched(wager: Wager, opening: State, outside: bool) -> Iterator[str]:
    if opening == "pardonable":
        yield "imprisoned"


def _place(
    rules: Rules, wager: Wager, opening: State, table: RouletteTable, said: Mapping[str, str]
) -> tuple[State, RouletteTable]:
    if "previous" in said:
        table = replace(table, previous=_pocket(rules.options, said["previous"]))
    if "streak" in said:
        longest = max(int(row) for row in rules.rows(wager.id))
        table = replace(table, up=_streak(rules.options, longest, said["streak"]))
    if "track" in said:
        table = replace(table, track=_track(rules.options, said["track"]))
    return "imprisoned" if "imprisoned" in said else opening, table


def _pocket(options: RouletteOptions, text: str) -> str:
    """Check that this is a compartment of the wheel, and not one that is covered."""
    if text not in pockets("single-zero" if options.converted else options.wheel):
        raise UnknownState(f"the {'converted' if options.converted else options.wheel} wheel has no {text!r}")
    return text


def _track(options: RouletteOptions, text: str) -> Track:
    track = Track(tuple(_pocket(options, each) for each in text.split("-")))
    if len(track.numbers) > 2 or not track.alive:
        raise UnknownState(f"a running sequence is one number, or two within reach, for example 5-3, not {text!r}")
    return track


def _streak(options: RouletteOptions, longest: int, text: str) -> UpStreak:
    """A streak that is possible: this many numbers, each higher than the one before, and not finished."""
    length, _, last = text.partition("-")
    if not length.isdecimal() or not 1 <= int(length) < longest or not last:
        most = longest - 1
        raise UnknownState(f"a streak is its length, 1 to {most}, and the number it stands at: 3-20, not {text!r}")
    below = sum(goes_up(each, _pocket(options, last)) for each in pockets(options.wheel))
    if is_top(last) or below < int(length) - 1:
        raise UnknownState(f"no running streak of {length} stands at {last}")
    return UpStreak(longest, int(length), last)


LIVE = Live(
    keys=(
        Key(
            "imprisoned",
            "imprisoned",
            "red, black, odd, even, low, high",
            "in prison after a 0, where In Prison is offered and chosen",
            never="is never imprisoned here: only an even-money wager is, where In Prison is offered",
            never_after={"half-back": "takes half back here: it is never imprisoned"},
        ),
        Key("previous", "previous=17", "back2back, spinner-winner", "the number of the spin before", "previous"),
        Key(
            "streak",
            "streak=3-20",
            "roulette-up, roulette-up-progressive",
            "a running Up Streak: its length, and the number it stands at",
            "up",
        ),
        Key("track", "track=5-3", "straights-and-8s", "the one or two numbers of a running sequence", "track"),
    ),
    watched=_watched,
    place=_place,
)
