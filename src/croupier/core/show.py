"""What people are shown of a game and of a wager: its names, its words, and the parts of each page that it has.

A part goes by a name of its own. The layer that shows it keeps its code under that name, so no page, board or command
asks which game is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WagerShow:
    """What people are shown of one wager, most of all of a side bet: its names, its rows and its parts of the pages.

    A part is drawn with the wager's own pay table, at tables that offer it.
    """

    name: str  # as people say it
    printed: tuple[str, str]  # on the felt, above and below the circle for its chip
    highlighted: bool = False  # whether it is printed in gold
    says: str = ""  # what decides it, in one sentence
    counts: str = ""  # what a row that is a number counts: 'points'
    rows: Mapping[str, str] = field(default_factory=dict)  # the other rows in words
    tracker: str | None = None  # its part of the reader board
    schedule: str = "rows"  # how the posted rules list what it pays
    terms: tuple[str, ...] = ()  # what the posted rules say of it besides


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Variant:
    """One variant of a game: its name, how it is played, and the preset that is played where no house is named."""

    name: str
    how: str
    preset: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OwnAct:
    """An act that other games do not have, as `croupier play` explains it: what it does, and an example."""

    means: str
    example: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Prompt:
    """What `croupier play` says of a game in the terminal: examples to type, its own acts, and its device."""

    device: str  # the part that shows the device and its outcomes
    tries: tuple[str, ...]  # what a newcomer may type first
    wager: str  # a wager to begin with
    changed: str  # a wager that is changed later on
    outcome: str
    part_of_list: str  # a group of wagers, or the beginning of an id
    with_spot: str = ""  # a wager that needs a spot; nothing where none does
    acts: Mapping[str, OwnAct] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pages:
    """The parts that the pages in the browser have for a game."""

    picture: str  # the device on a card of the lobby
    outcome: str  # how an outcome is shown on cards and boards
    facts: str  # what the page of a round says of an outcome
    covers: str  # how a spot says what decides it
    board: tuple[str, ...]  # the parts of the reader board in their order; those of side bets where they are offered
    terminal: tuple[str, ...] = ()  # what the script of the terminal has to know besides
    help: tuple[str, ...] = ()  # paragraphs of the terminal's help, by their words in the catalogue
    view: tuple[str, ...] = ()  # members of the views that other games do not have
    marks: frozenset[str] = frozenset()  # what lies on the layout beside chips, by its class in the picture
    choices: tuple[str, ...] = ()  # the house's choices that the posted rules list
    what_if: tuple[str, ...] = ()  # the choices that the odds explorer lets one change
    phases: Mapping[str, str] = field(default_factory=dict)  # phases that have words of their own in the lobby
    shared_lines: Literal["section", "paragraph"] = "paragraph"  # posted on one line: wagers that pay alike under one


def _no_color(outcome: str) -> str:
    return ""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Show:
    """What people are shown of a game."""

    variants: Mapping[str, Variant]  # by the word of a house file
    turn: Literal["roll", "spin"]  # what a round is called
    wagers: Mapping[str, str]  # names of wagers, where the words of an id are not the name
    felt: str  # the part that draws its layout
    devices: Mapping[str, Mapping[str, object]]  # by name, with the choices of a house that make each of them
    pages: Pages
    prompt: Prompt
    outcomes: Mapping[str, str] = field(default_factory=dict)  # names of outcomes, likewise
    color: Callable[[str], str] = _no_color  # of an outcome
    wheels: tuple[str, ...] = ()  # the kinds of wheel that a house chooses from
    on_and_off: bool = False  # whether wagers may be called On and Off
