"""The course of a round: what each game declares, so that the layers above need not know which game is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Phase: TypeAlias = Literal["closed", "open", "spun", "no-more-bets", "dice-out", "in-the-air", "called", "settled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRule:
    """A draw that an outcome requires: its wager, when it is made, its result, and its paragraphs."""

    wager: str  # the wager that needs it
    phase: Literal["called", "settled"]  # before the round is settled, or after everything else is settled
    cite: str  # the paragraph for the time of the draw
    waits: str  # the paragraph by which everything else waits for the draw
    reloads: str = ""  # the paragraph by which a ball is loaded and launched again
    result: str  # what is drawn, as scripts call it
    number: bool = False  # whether the result is one number
    #: The house choices that give it all its possible chances; without any, the house sets the chances itself.
    chosen: tuple[Mapping[str, object], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpinRule:
    """What makes a spin valid. Whoever calls the outcome attests it (reading R22)."""

    revolutions: int  # the fewest of a valid spin
    too_few: str  # the reason for which a spin with fewer is void
    along: str = ""  # the reason for which a ball that ran with the wheel is void


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Course:
    """How a round of one game runs, and what its table has."""

    #: The steps of each phase by name; the first one that is due is performed. The phases are in the order of
    #: the round, and after "settled" comes "open".
    steps: Mapping[Phase, tuple[str, ...]]
    device: Literal["ball", "wheel", "dice"]  # shows the outcome, unless an electronic device does
    betting: tuple[Phase, ...]  # while wagers are taken
    money: tuple[Phase, ...]  # while money may change hands
    runs: tuple[Phase, ...]  # while a spin or roll may turn out void
    closes: Phase | None  # when no more bets is called; None if the throw closes the betting
    calls: Phase  # when the outcome is called
    caller: Literal["dealer", "stickperson"]  # who calls it
    void: str  # the call for an outcome that does not count
    void_reasons: tuple[str, ...]
    places: int  # at the table
    promotional_chips: bool = False  # whether promotional chips may be wagered
    spin: SpinRule | None = None  # what a caller attests; None where dice are thrown
    one_dealer: bool = False  # whether one dealer is in charge of the game
    wave: bool = False  # whether the dealer waves a hand over the layout to close the betting
    coins: tuple[str, ...] = ()  # the wagers that may be made with coins
    tokens: bool = False  # whether wagers may be made with tokens
    line: tuple[str, ...] = ()  # the wagers of which a shooter needs one to throw the dice, the usual one first
    raised: tuple[str, ...] = ()  # wagers that may be raised at any time, also after a change of house rules
    #: Winners are paid from the outside in: the inside wagers, from the edge of the layout to single numbers.
    #: Where it is empty, they are paid by place.
    outside_in: tuple[str, ...] = ()
    staff: frozenset[str] = frozenset()  # roles that other games do not have
    colors: bool = False  # whether players may have chips of their own color
    dolly: bool = False  # whether a dolly marks the number until everything is paid
    draws: Mapping[str, DrawRule] = field(default_factory=dict)  # the draws that an outcome may ask for, in order
    commission: bool = False  # whether a commission may be held with a wager
    carried_over: bool = False  # whether a reopened table remembers its last round
    begun_anew: bool = False  # whether a change of wheel or variant forgets the last round
    counted: Callable[[str], str] = str  # an outcome as it is counted over many rounds

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases of a round, in order."""
        return tuple(self.steps)
