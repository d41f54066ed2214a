"""Wagers on a number against the seven: place, buy, lay, put, Big 6, Big 8, and the hardways."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.machine import ActName, Closed, Paid, Standing, Stands, StateT, Step
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games.craps import dice
from croupier.games.craps.facts import CrapsTable, Rolled, has_line
from croupier.games.craps.rules import Rules
from croupier.games.craps.wager import At, CrapsWager
from croupier.text.facts import WagerId


@implements("47.1-2305(5)")
def inactive_on_come_out(table: CrapsTable) -> bool:
    """Place to win, buy, come odds and hardways are off during a come-out roll unless called on (reading C2)."""
    return table.come_out


@dataclass(frozen=True, kw_only=True)
class Number(CrapsWager[StateT]):
    """Decided when its number or a seven is thrown; may be called on or off (reading A1)."""

    number: int

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Placed and changed at any time before the roll that decides it."""
        return None


@dataclass(frozen=True, kw_only=True)
class ToWin(Number[None]):
    """Wins if the number comes before a seven; it is paid and stays on the layout."""

    rests: bool = True  # off during a come-out roll

    def works(self, standing: Standing, table: CrapsTable) -> bool:
        """Off during a come-out roll, except Big 6 and Big 8."""
        return not (self.rests and inactive_on_come_out(table))

    def step(self, state: None, fact: Rolled) -> Step:
        """The number wins, the seven loses."""
        if fact.total == self.number:
            return Paid("win", state)
        return Closed("lose") if fact.total == 7 else Stands(state)


@dataclass(frozen=True, kw_only=True)
class ToLose(Number[None]):
    """Wins if a seven comes before the number."""

    def step(self, state: None, fact: Rolled) -> Step:
        """The seven wins, the number loses."""
        if fact.total == 7:
            return Closed("win")
        return Closed("lose") if fact.total == self.number else Stands(state)


def _shoots_by_it(wager: str, number: int, at: At) -> Refusal | None:
    """A put on the point that serves as its shooter's line wager stays up and on (reading C20)."""
    table = at.table
    if at.tip or table.shooter is None or table.shooter != at.seat or table.point != number:
        return None
    if table.released or has_line(table.shooter, at.standing):
        return None
    return refuse(Code.CONTRACT, "shooter", cite="47.1-2310", wager=WagerId(wager), point=number)


@dataclass(frozen=True, kw_only=True)
class Put(Number[int]):
    """A wager placed directly on a number. It pays even money and may have odds behind it."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Placed and changed at any time, except while its owner shoots by it; one that is off does not serve."""
        if act not in ("reduce", "take-down", "off") or (standing is not None and standing.call is False):
            return None
        return _shoots_by_it(self.id, self.number, at)

    def open(self, spot: str | None, table: CrapsTable, rules: Rules) -> int:
        """Its state is its number, like that of a pass wager with a point."""
        return self.number

    def step(self, state: int, fact: Rolled) -> Step:
        """The number wins, the seven loses."""
        if fact.total == self.number:
            return Closed("win")
        return Closed("lose") if fact.total == 7 else Stands(state)


@dataclass(frozen=True, kw_only=True)
class Hardway(Number[bool]):
    """Wins if the number comes as a pair, before a seven and before any other way; it is paid and stays up."""

    def open(self, spot: str | None, table: CrapsTable, rules: Rules) -> bool:
        """Its state: whether the house leaves it on during a come-out roll."""
        return rules.options.hardways_on_come_out

    def works(self, standing: Standing, table: CrapsTable) -> bool:
        """Off during a come-out roll unless house rules say otherwise."""
        return bool(standing.state) or not inactive_on_come_out(table)

    def step(self, state: bool, fact: Rolled) -> Step:
        """The pair wins; the number in any other way and the seven lose."""
        if fact.total == self.number:
            return Paid("win", state) if fact.hard else Closed("lose")
        return Closed("lose") if fact.total == 7 else Stands(state)


def _place(number: int) -> ToWin:
    cites = ("47.1-2304(5)",) if number in dice.POINTS else ("47.1-2317.03/odds",)
    return ToWin(id=f"place-{number}", cites=cites, group="place", number=number)


def _buy(number: int) -> ToWin:
    cites = ("47.1-2307(1)",) if number in dice.POINTS else ("47.1-2317.03/buy(1)",)
    return ToWin(id=f"buy-{number}", cites=cites, group="buy", number=number, commission="stake")


def _lose(number: int) -> ToLose:
    return ToLose(id=f"place-to-lose-{number}", cites=("47.1-2304(6)",), group="place-to-lose", number=number)


def _lay(number: int) -> ToLose:
    return ToLose(id=f"lay-{number}", cites=("47.1-2307(2)",), group="lay", number=number, commission="win")


WAGERS = (
    *map(_place, dice.NUMBERS),
    *map(_buy, dice.NUMBERS),
    *map(_lose, dice.POINTS),
    *map(_lay, dice.POINTS),
    *(Put(id=f"put-{n}", cites=("47.1-2304(42)",), group="put", number=n) for n in dice.POINTS),
    Hardway(id="hard-4", cites=("47.1-2304(7)",), group="hardways", number=4),
    Hardway(id="hard-6", cites=("47.1-2304(8)",), group="hardways", number=6),
    Hardway(id="hard-8", cites=("47.1-2304(9)",), group="hardways", number=8),
    Hardway(id="hard-10", cites=("47.1-2304(10)",), group="hardways", number=10),
    ToWin(id="big-6", cites=("47.1-2304(40)",), group="big", number=6, rests=False),
    ToWin(id="big-8", cites=("47.1-2304(41)",), group="big", number=8, rests=False),
)
