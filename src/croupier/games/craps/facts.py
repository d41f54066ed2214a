"""Turns a roll of the dice into a fact of the rules. Wagers see only facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from croupier.core.chance import Chance
from croupier.core.citation import implements
from croupier.core.machine import Seen, Standing
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.table import Table
from croupier.games.craps import craps_free, dice
from croupier.games.craps.dice import Dice
from croupier.games.craps.rules import HasVariant, Rules
from croupier.text.facts import Person

LINE = ("pass", "dont-pass")
COME = ("come", "dont-come")
ODDS_BEHIND = {wager: f"{wager}-odds" for wager in (*LINE, *COME)}
#: One paragraph says for all wagers which are on or off, and which may be called on or off.
CALLS = (("calls", "47.1-2305(5)"),)
#: The trackers of a hand. A wager that watches one of them is a wager on the whole hand.
HAND_TRACKERS = frozenset({"points_made", "passes", "sevens_and_elevens"})


@dataclass(frozen=True, slots=True)
class Hand:
    """What the game remembers about one shooter's hand. It counts with or without wagers on the hand."""

    rolled: bool = False  # whether the first roll was thrown
    pointed: bool = False  # whether the first point was set
    points_made: frozenset[int] = frozenset()
    passes: int = 0  # points made, counted up to ten
    sevens_and_elevens: int = 0  # counted up to eleven


@dataclass(frozen=True, slots=True)
class CrapsTable(Table):
    """The point, the hand and the shooter. `deciding_come`: the throw is only for come wagers (47.1-2313(2)).

    `released`: this shooter may throw without a line wager, for come wagers or to roll a hand out (C17, C20).
    """

    point: int | None = None
    hand: Hand = field(default_factory=Hand)
    shooter: str | None = None
    deciding_come: bool = False
    released: bool = field(default=False, metadata={"later": True})

    @property
    def come_out(self) -> bool:
        """Whether the next roll is a come-out roll."""
        return self.point is None


FirstRoll = Literal["natural", "craps", "point"]


@dataclass(frozen=True, slots=True)
class Rolled:
    """A valid roll, the base of every fact. `first` is what its total means for a wager in its first roll."""

    faces: Dice  # the lower face first
    first: FirstRoll
    come_out: bool
    hand: Hand

    @property
    def total(self) -> int:
        """The sum of the two faces."""
        return self.faces[0] + self.faces[1]

    @property
    def hard(self) -> bool:
        """Whether both faces are alike."""
        return self.faces[0] == self.faces[1]

    @property
    def line_open(self) -> bool:
        """Whether the next roll is a come-out roll."""
        return True


class Natural(Rolled):
    """A come-out roll that wins for the pass line."""

    __slots__ = ()


class Craps(Rolled):
    """A come-out roll that loses for the pass line."""

    __slots__ = ()


class PointSet(Rolled):
    """A come-out roll that sets the point."""

    __slots__ = ()

    @property
    def line_open(self) -> bool:
        """Always false: a point is on."""
        return False


class PointMade(Rolled):
    """The point is thrown again before a seven."""

    __slots__ = ()


class SevenOut(Rolled):
    """A seven before the point: the hand ends."""

    __slots__ = ()


class NoLineDecision(Rolled):
    """A roll with a point on that is neither the point nor a seven."""

    __slots__ = ()

    @property
    def line_open(self) -> bool:
        """Always false: a point is still on."""
        return False


class ComeOnly(Rolled):
    """A roll thrown only to decide come and don't come wagers: the line has no part in it."""

    __slots__ = ()


FACTS = (Natural, Craps, PointSet, PointMade, SevenOut, NoLineDecision, ComeOnly)


def begin(rules: Rules) -> CrapsTable:
    """The state of a table that was just opened: the first roll is a come-out roll."""
    return CrapsTable()


def read(text: str, rules: Rules) -> Dice | Refusal:
    """Read two faces, as the stickperson calls them."""
    roll = dice.read(text)
    if roll is None:
        return refuse(Code.IMPOSSIBLE_OUTCOME, "dice", cite="47.1-2312(1)", text=text)
    return roll


def points_of(rules: HasVariant) -> tuple[int, ...]:
    """The numbers that may be a point."""
    return craps_free.POINTS if rules.variant == "craps-free" else dice.POINTS


@implements("47.1-2302(2)", "47.1-2302(4)", "47.1-2302(7)")
def _is_point(total: int) -> bool:
    return total in dice.POINTS


def _first_roll(total: int, variant: str) -> FirstRoll:
    """What a total means on a come-out roll, and to a come wager's first roll."""
    if variant == "craps-free":
        natural, craps = craps_free.natural(total), craps_free.craps(total)
    else:
        natural = total in (7, 11)
        craps = not natural and not _is_point(total)
    return "natural" if natural else "craps" if craps else "point"


@implements("47.1-2302", "47.1-2302(3)")
def observe(table: CrapsTable, roll: Dice, rules: HasVariant) -> Seen[CrapsTable, Rolled]:
    """The fact of one roll, and the table after it."""
    total = sum(roll)
    first = _first_roll(total, rules.variant)
    kind, point = _line(table, total, first)
    hand = _remember(table, kind, total)
    fact = kind((min(roll), max(roll)), first, table.come_out, hand)
    if kind is SevenOut:
        return Seen(_pass_the_dice(), fact)
    released = table.released and kind in (NoLineDecision, ComeOnly)
    return Seen(CrapsTable(point, hand, table.shooter, released=released), fact)


@implements("47.1-2313(1)(a)")
def _pass_the_dice() -> CrapsTable:
    """After a losing seven the shooter gives up the dice and a new hand begins."""
    return CrapsTable()


def _line(table: CrapsTable, total: int, first: FirstRoll) -> tuple[type[Rolled], int | None]:
    """What the roll means for the line, and the point after it."""
    if table.deciding_come:
        return ComeOnly, None
    if table.point is None:
        kinds: dict[FirstRoll, type[Rolled]] = {"natural": Natural, "craps": Craps, "point": PointSet}
        return kinds[first], total if first == "point" else None
    if total == table.point:
        return PointMade, None
    return (SevenOut, None) if total == 7 else (NoLineDecision, table.point)


def _remember(table: CrapsTable, kind: type[Rolled], total: int) -> Hand:
    hand = table.hand
    made = hand.points_made | {total} if kind is PointMade else hand.points_made
    return Hand(
        rolled=True,
        pointed=hand.pointed or kind is PointSet,
        points_made=made,
        passes=min(10, hand.passes + (kind is PointMade)),
        sevens_and_elevens=min(11, hand.sevens_and_elevens + (total in (7, 11))),
    )


@implements("47.1-2310")
def ready(table: CrapsTable, standing: Iterable[Standing], rules: HasVariant | None = None) -> CrapsTable | Refusal:
    """A shooter with a name throws only with a pass or don't pass wager of their own (readings A6, C17, C20)."""
    if table.shooter is None:
        return table
    own = [wager for wager in standing if not wager.tip]
    if has_line(table.shooter, own) or (table.point is not None and _stands_in(table.shooter, table.point, own)):
        return table
    if table.released and not table.come_out:
        return table
    if table.come_out and (table.hand.passes or table.released) and only_come(standing):
        return replace(table, deciding_come=True)
    free = rules is not None and rules.variant == "craps-free"  # there no don't wager exists
    shooter = Person(table.shooter)
    return refuse(Code.NO_SHOOTER, "no-pass-wager" if free else "no-line-wager", cite="47.1-2310", player=shooter)


def decides_come(table: CrapsTable, standing: Iterable[Standing]) -> bool:
    """Whether the shooter's next roll only decides come wagers (reading C17)."""
    thrown = None if table.shooter is None else ready(table, standing)
    return isinstance(thrown, CrapsTable) and thrown.deciding_come


def has_line(player: str, standing: Iterable[Standing]) -> bool:
    """Whether a player has a pass or don't pass wager of their own."""
    return any(wager.seat == player and wager.wager in LINE and not wager.tip for wager in standing)


def _stands_in(player: str, point: int, own: Iterable[Standing]) -> bool:
    """With a point on, a put wager on it that is not off serves as the shooter's line wager (reading C20)."""
    put = f"put-{point}"
    return any(wager.seat == player and wager.wager == put and wager.call is not False for wager in own)


def only_come(standing: Iterable[Standing]) -> bool:
    """Whether come wagers wait and nobody has a line wager; a tip on the line waits too (reading C17)."""
    return _come_remains(standing) and not any(wager.wager in LINE and not wager.tip for wager in standing)


def rolls_out(table: CrapsTable, standing: Iterable[Standing]) -> bool:
    """Whether somebody without a line wager could throw, if the boxperson lets them (reading C20)."""
    return not isinstance(ready(replace(table, shooter="", released=True), standing), Refusal)


@implements("47.1-2313(2)")
def _come_remains(standing: Iterable[Standing]) -> bool:
    """After a point made, the dice may be thrown only to decide the come wagers left (reading C17)."""
    return any(wager.wager in COME for wager in standing)


@implements("47.1-2313(1)", "47.1-2302(8)")
def shooter(table: CrapsTable, player: str, standing: Iterable[Standing]) -> CrapsTable | Refusal:
    """The dice go to a new shooter; the point stays, and a new hand starts (reading A6)."""
    if table.hand.rolled and any(_hand_long(wager) for wager in standing):
        return refuse(Code.DICE_STAY, "hand-stands", cite="47.1-2313(1)")
    return CrapsTable(table.point, Hand(), player)


def without_point(table: CrapsTable) -> CrapsTable:
    """Nobody plays for the point any more: drop it, so that the next roll is a come-out roll."""
    return replace(table, point=None, released=False)


def _hand_long(standing: Standing) -> bool:
    return bool(HAND_TRACKERS & standing.rules.game.wagers[standing.wager].watches)


def merged(rules: Rules) -> Chance[Dice]:
    """The chances of the 21 unordered pairs: no wager depends on which die shows which face."""
    return dice.UNORDERED


def chance(rules: Rules) -> Chance[Dice]:
    """The chances of the 36 ordered pairs."""
    return dice.CHANCE


def forget(table: CrapsTable, watches: frozenset[str]) -> CrapsTable:
    """Keep the point and what the wagers watch of the hand; drop the rest."""
    kept = {name: getattr(table.hand, name) for name in watches}
    return CrapsTable(table.point, Hand(**kept))
