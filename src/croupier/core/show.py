"""How a game and its wagers are presented to people: names, texts, and the parts of each page.

A part goes by a name of its own. The layer that shows it keeps its code under that name, so no page, board or command
asks which game is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from croupier.core.coach import Coach


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WagerShow:
    """How one wager is presented, mostly a side bet: its names, its rows and its parts of the pages.

    A part is drawn with the wager's own pay table, at tables that offer it.
    """

    name: str  # the spoken name
    printed: tuple[str, str]  # on the felt, above and below the circle for its chip
    highlighted: bool = False  # whether it is printed in gold
    says: str = ""  # how it is decided, in one sentence
    counts: str = ""  # the unit of rows that are numbers: 'points'
    rows: Mapping[str, str] = field(default_factory=dict)  # the other rows in words
    tracker: str | None = None  # its part of the reader board
    schedule: str = "rows"  # the part of the posted rules that lists what it pays
    terms: tuple[str, ...] = ()  # the parts of the posted rules with its further terms


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Variant:
    """One variant of a game: its name, how it is played, and its default preset."""

    name: str
    how: str
    preset: str
    waits: str = ""  # what its terminals say in place of `Pages.waits`


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OwnAct:
    """An act that other games do not have, as `croupier play` explains it: what it does, and an example."""

    means: str
    example: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Prompt:
    """What `croupier play` says of a game in the terminal: examples to type, its own acts, and its device."""

    device: str  # the part that shows the device and its outcomes
    tries: tuple[str, ...]  # examples for a newcomer
    wager: str  # a wager to begin with
    changed: str  # a wager for examples of raising and reducing
    outcome: str
    part_of_list: str  # a group of wagers, or the beginning of an id
    with_spot: str = ""  # a wager that needs a spot; empty if none does
    acts: Mapping[str, OwnAct] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Call:
    """What an outcome meant, for everybody: one line to read, and what the caller says."""

    line: str
    spoken: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Question:
    """The question to a player who has to choose about a wager; {stake}, {wager} and {back} are filled in."""

    says: str
    answers: Mapping[str, str]  # the text of each choice


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NextSteps:
    """What a terminal says that its player can do next: the first sentence whose wager is open to the player."""

    first: Mapping[str, str]  # for a player without bets, by wager
    more: Mapping[str, str] = field(default_factory=dict)  # for others, by wager, if it has none of their chips yet


@dataclass(frozen=True, slots=True)
class MacroBet:
    """One bet of a macro: its wager, its spot, and its cents for each unit."""

    wager: str
    spot: str | None
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Macro:
    """Ordinary bets that a player places from the rack with one press.

    `place` puts chips on every bet, `press` only on those that the player has, `clear` takes all bets down. Each bet
    is a command of its own. A macro has as many units of `unit` cents as the chosen chip needs, at least one.
    """

    id: str
    name: str
    says: str
    does: Literal["place", "press", "clear"] = "place"
    unit: int = 0
    bets: tuple[MacroBet, ...] = ()
    track: bool = False  # it is drawn on the racetrack of the wheel, and not as a button


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Split:
    """A division of the outcomes into groups; boards and statistics show the share of each in the last rounds."""

    name: str
    groups: Mapping[str, str]  # the names of the groups by id, in order
    of: Callable[[str], str]  # the group of an outcome as it is counted: a roll by its total


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pages:
    """The parts that the pages in the browser have for a game, and their texts that speak of its wagers."""

    device: str  # the part that draws the device: on a card of the lobby, and in motion on the terminal
    outcome: str  # the part that shows an outcome on cards, boards and the terminal
    facts: str  # the part that explains an outcome on the page of a round
    covers: str  # the part that explains which outcomes decide a spot
    board: tuple[str, ...]  # the widgets of the reader board in order, those of side bets included
    next_steps: NextSteps
    coach: Coach
    splits: tuple[Split, ...]  # the shares that the board and the statistics show
    terminal: tuple[str, ...] = ()  # further data for the terminal's script
    help: tuple[str, ...] = ()  # paragraphs of the terminal's help
    waits: str = ""  # what the terminal says while no bet has started the countdown; empty: that betting is open
    question: Question | None = None  # where a player has to choose
    view: tuple[str, ...] = ()  # members of the views that other games do not have
    marks: frozenset[str] = frozenset()  # objects on the layout other than chips, by CSS class
    choices: tuple[str, ...] = ()  # the house's choices that the posted rules list
    returned: tuple[str, ...] = ()  # the parts of the posted rules that say when a stake goes back
    what_if: tuple[str, ...] = ()  # the choices that the odds explorer can change
    #: Better pays that real houses offer, by wager and row.
    better_pays: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    phases: Mapping[str, str] = field(default_factory=dict)  # phases with their own words: the key in the catalogue
    #: Posted rules merge wagers with the same pays into one line if they share their section, or their paragraph.
    shared_lines: Literal["section", "paragraph"] = "paragraph"


def _no_color(outcome: str) -> str:
    return ""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Show:
    """How a game is presented to people."""

    variants: Mapping[str, Variant]  # by their names in house files
    turn: Literal["roll", "spin"]  # what a round is called
    wagers: Mapping[str, str]  # names of wagers that differ from their ids
    groups: Mapping[str, str]  # the headings of its groups of wagers, in the order of a sign; side bets come last
    felt: str  # the part that draws its layout
    devices: Mapping[str, Mapping[str, object]]  # by name, with the house choices that produce each device
    pages: Pages
    prompt: Prompt
    limited: Mapping[str, str] = field(default_factory=dict)  # wagers as a sentence about a limit names them, by id
    rows: Mapping[str, str] = field(default_factory=dict)  # rows of its wagers in words; a side bet brings its own
    outcomes: Mapping[str, str] = field(default_factory=dict)  # names of outcomes that differ from their ids
    color: Callable[[str], str] = _no_color  # the color of an outcome
    wheels: Mapping[str, str] = field(default_factory=dict)  # the kinds of wheel that a house chooses from, by name
    on_and_off: bool = False  # whether wagers may be called On and Off

    def group_place(self, group: str) -> int:
        """The place of a group of wagers on a sign; a group that is not declared comes after the others."""
        return [*self.groups, group].index(group)
