"""A ball on a wheel of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from croupier.felt import Felt
from croupier.felt.script import Told
from croupier.games.roulette.facts import Landed, RouletteTable

LAST = 8  # numbers shown
COLORS = {"red": "bold red", "black": "bold", "green": "bold green"}


def headline(told: Told) -> Text:
    """The number and its color."""
    fact = told.fact
    assert isinstance(fact, Landed)
    return Text(f"{fact.pocket} {fact.color}", style=COLORS[fact.color])


def moved(before: Felt, told: Told) -> Iterable[tuple[str, str]]:
    """None: a spin moves no wager."""
    return ()


def now(felt: Felt, acts: Sequence[Told]) -> Text:
    """The last numbers, the newest first."""
    landed = [told.fact for told in acts if isinstance(told.fact, Landed)][-LAST:]
    if not landed:
        return Text("No number yet.")
    text = Text("Last: ")
    for place, fact in enumerate(reversed(landed)):
        text.append(", " if place else "").append(f"{fact.pocket} {fact.color}", style=COLORS[fact.color])
    return text


def trackers(felt: Felt) -> Iterable[str]:
    """The Up Streak and the number track, while they run."""
    table = RouletteTable.of(felt)
    up, track = table.up, table.track
    if up is not None and up.active:
        yield f"Up Streak: {up.length}, last {up.last}"
    if track is not None and track.active:
        yield f"Straights and 8's: {' '.join(track.numbers)}"
