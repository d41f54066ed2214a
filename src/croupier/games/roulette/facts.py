"""Turns the result of a spin into a fact of the rules. The compartment is an input; nothing is drawn here."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import combinations, product

from croupier.core.chance import Chance
from croupier.core.citation import Citation, implements
from croupier.core.machine import Seen, Standing, Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.table import Table
from croupier.games.roulette import wheel
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.sequences import Track, UpStreak, track, up_streak


@dataclass(frozen=True, slots=True)
class RouletteTable(Table):
    """The state of the game: the previous number, and the sequences on which there are wagers."""

    previous: str | None = None
    up: UpStreak | None = None
    track: Track | None = None


@dataclass(frozen=True, slots=True)
class Landed:
    """The ball came to rest in a compartment."""

    pocket: str
    previous: str | None = None
    up: UpStreak | None = None  # the Up Streak, including this number
    track: Track | None = None  # the number track, including this number

    @property
    def repeats(self) -> bool:
        """Whether the previous number hit again."""
        return self.pocket == self.previous

    @property
    def number(self) -> int | None:
        """The number, 1 to 36; None for a zero."""
        return None if self.pocket in wheel.ZEROS else int(self.pocket)

    @property
    def color(self) -> str:
        """The color of the compartment: red, black or green."""
        return wheel.color(self.pocket)


def begin(rules: Rules) -> RouletteTable:
    """The state of a table that was just opened: no previous number."""
    return RouletteTable()


def read(text: str, rules: Rules) -> str | Refusal:
    """Check that this is a compartment of the wheel, as marked on it."""
    if text in wheel.pockets(rules.options.wheel):
        return text
    return refuse(
        Code.IMPOSSIBLE_OUTCOME,
        "compartment",
        cite=_KIND[rules.options.wheel],
        wheel=rules.options.wheel,
        text=text,
        zeros=tuple(zero for zero in wheel.ZEROS if zero in wheel.pockets(rules.options.wheel)),
    )


_KIND = {"single-zero": "30-2210(2)(a)", "double-zero": "30-2210(2)(b)", "triple-zero": "30-2210(2)(c)"}


def ready(table: RouletteTable, standing: Iterable[Standing], rules: object) -> RouletteTable | Refusal:
    """The wheel may always be spun. A sequence begins with the first spin that has a wager on it."""
    up = table.up if table.up and table.up.active else up_streak(standing)
    marked = table.track if table.track and table.track.active else track(standing)
    return RouletteTable(table.previous, up, marked)


def all_back(table: RouletteTable) -> RouletteTable:
    """After all wagers were returned nobody has a wager on a sequence: it ends. The previous number remains."""
    return RouletteTable(table.previous)


@implements("30-2203(5)", "47.1-2203(5)")
def observe(table: RouletteTable, pocket: str, rules: Rules) -> Seen[RouletteTable, Landed] | Void[RouletteTable]:
    """The compartment decides every wager on the layout; on a converted wheel 00 and 000 make the spin void."""
    if rules.options.converted and pocket in ("00", "000"):
        return _void_on_converted_wheel(table, pocket)
    last_counts = rules.reading("R15") == "36-counts"
    up = table.up.spun(pocket, last_counts=last_counts) if table.up else None
    marked = table.track.spun(pocket) if table.track else None
    after = RouletteTable(pocket, None if up is None or up.ended else up, marked if marked and marked.alive else None)
    return Seen(after, Landed(pocket, table.previous, up, marked))


@implements("30-2299.02(4)", "30-2299.02(5)", "30-2299.02(6)")
def marks(fact: Landed) -> RouletteTable | None:
    """The dealer marks the number at once, whatever it decides: on the number track, and by the lammer of the streak.

    The marks stay until everything is paid: also a first zero, a number out of reach, a third one, and 36.
    """
    return None if fact.up is None and fact.track is None else RouletteTable(None, fact.up, fact.track)


@implements("30-2299.04/streak(1)")
def marked(table: RouletteTable, marks: RouletteTable) -> RouletteTable:
    """The state of the game as the marks on the layout show it."""
    return RouletteTable(table.previous, marks.up, marks.track)


@implements("30-2210(2)(d)(ii)(B)", "47.1-2210(2)(c)(ii)(B)")
def _void_on_converted_wheel(table: RouletteTable, pocket: str) -> Void[RouletteTable]:
    says = f"{pocket} on a wheel used as single zero: the spin is void and the wheel is spun again."
    return Void(Citation("30-2210(2)(d)(ii)(B)"), says, table)


@implements("30-2206(1)", "47.1-2206(1)", "H-irregularities(1)")
def _same_direction() -> str:
    return "No spin: the ball was spun with the wheel and not against it."


@implements("30-2206(2)", "47.1-2206(2)", "30-2205(1)", "47.1-2205(1)", "H-irregularities(2)")
def _revolutions() -> str:
    return "No spin: the ball made fewer than four revolutions."


@implements("30-2206(3)", "47.1-2206(3)", "H-irregularities(3)")
def _foreign_object() -> str:
    return "No spin: something fell into the wheel."


@implements("30-2206(4)", "47.1-2206(4)")
def _ball_out() -> str:
    return "No spin: the ball left the wheel; the pit supervisor inspects it before it returns."


def _other() -> str:
    return "No spin, as the pit supervisor directs."


NO_SPIN = {
    "same-direction": ("30-2206(1)", _same_direction),
    "revolutions": ("30-2206(2)", _revolutions),
    "foreign-object": ("30-2206(3)", _foreign_object),
    "ball-out": ("30-2206(4)", _ball_out),
    "other": ("30-2206(5)", _other),
}


@implements("30-2201(8)", "47.1-2201(8)")
def void(act: str, reason: str, table: RouletteTable) -> Void[RouletteTable] | Refusal:
    """A dealer calls "no spin": all wagers stay as they are (reading R7)."""
    if act != "no-spin":
        return refuse(Code.ACT_OF_ANOTHER_GAME, "call-is-no-spin", act=act)
    if reason not in NO_SPIN:
        return refuse(Code.UNKNOWN_REASON, "no-spin", cite="30-2206", reason=reason, known=tuple(NO_SPIN))
    cite, says = NO_SPIN[reason]
    return Void(Citation(cite), says(), table)


def chance(rules: Rules) -> Chance[str]:
    """The chances of the physical wheel: every compartment is equally likely."""
    return wheel.chance(rules.options.wheel)


def forget(table: RouletteTable, watches: frozenset[str]) -> RouletteTable:
    """Keep the previous number and the sequences only for the side bets that watch them."""
    return RouletteTable(
        table.previous if "previous" in watches else None,
        table.up if "up" in watches else None,
        table.track if "track" in watches else None,
    )


@implements("30-2299.04/start(4)")
def collects(table: RouletteTable) -> bool:
    """Whether progressive wagers are collected now: before the first spin of a streak."""
    return table.up is None or not table.up.active


def draw(of: str, text: str, rules: Rules) -> int | tuple[str, ...] | Refusal:
    """The result of a draw: a Back2Back award, or the balls of a Spinner Winner bonus round."""
    return _award(text, rules) if of == "award" else _bonus(text, rules)


def _award(text: str, rules: Rules) -> int | Refusal:
    awards = {str(award): award for award in rules.options.award_weights}
    if text in awards:
        return awards[text]
    return refuse(Code.IMPOSSIBLE_DRAW, "award", cite="30-2299.01(5)", text=text, known=tuple(awards))


@implements("30-2299.03(4)(a)")
def again(of: str, before: str | None, text: str, rules: Rules) -> bool | Refusal:
    """Of three balls, one that shares a compartment is launched again, alone, until all lie apart (reading R23)."""
    balls = text.split("-")
    if of != "bonus" or rules.options.bonus_balls != 3 or len(balls) != 3:
        return False
    if not set(balls) <= set(wheel.pockets(rules.options.wheel)):
        return False
    if before is not None:
        lay = before.split("-")
        moved = [was for was, now in zip(lay, balls, strict=True) if was != now]
        if len(moved) > 1 or any(lay.count(was) == 1 for was in moved):
            return refuse(Code.IMPOSSIBLE_DRAW, "bonus-stays", cite="30-2299.03(4)(a)", text=text, before=before)
    return len(set(balls)) < 3


@implements("30-2299.03(4)(a)")
def _bonus(text: str, rules: Rules) -> tuple[str, ...] | Refusal:
    """Two or three balls, as the pay table says. Three balls always end in three different compartments."""
    balls = tuple(text.split("-"))
    if len(balls) != rules.options.bonus_balls or not set(balls) <= set(wheel.pockets(rules.options.wheel)):
        return refuse(Code.IMPOSSIBLE_DRAW, "bonus", cite="30-2299.03(4)", text=text, balls=rules.options.bonus_balls)
    if len(balls) == 3 and len(set(balls)) < 3:
        return refuse(Code.IMPOSSIBLE_DRAW, "bonus-twice", cite="30-2299.03(4)(a)", text=text)
    return balls


def draw_chance(of: str, rules: Rules) -> Chance[Hashable]:
    """The chances of a draw: the house's weights for an award, or equal chances for the pockets of the balls.

    Two balls may share a compartment. Three never do: a ball that shares one is spun again, which favors no
    compartment, so that all sets of three are equally likely.
    """
    if of == "award":
        return Chance(tuple(rules.options.award_weights.items()))
    pockets = wheel.pockets(rules.options.wheel)
    if rules.options.bonus_balls == 2:
        return Chance.even(product(pockets, repeat=2))
    return Chance.even(combinations(pockets, 3))
