"""Pass, don't pass, come and don't come."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.machine import ActName, Closed, Declared, Standing, Stands, Step
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games.craps.facts import (
    CALLS,
    Craps,
    Natural,
    PointMade,
    PointSet,
    Rolled,
    SevenOut,
    points_of,
)
from croupier.games.craps.rules import Rules
from croupier.games.craps.wager import At, CrapsWager
from croupier.text.facts import WagerId


@implements("47.1-2305(3)")
def _contract(wager: str, act: ActName, standing: Standing | None) -> Refusal | None:
    """After their point is set, pass and come wagers may be raised but not reduced (reading C3)."""
    if act in ("reduce", "take-down") and standing is not None and isinstance(standing.state, int):
        return refuse(Code.CONTRACT, "point", cite="47.1-2305(3)", wager=WagerId(wager), point=standing.state)
    return None


@implements("47.1-2305(4)")
def _never_up(wager: str, act: ActName, standing: Standing | None) -> Refusal | None:
    """After their point is set, don't wagers may be reduced but not raised (reading C3)."""
    if act == "raise" and standing is not None and isinstance(standing.state, int):
        return refuse(Code.NOT_AGAIN, "point", cite="47.1-2305(4)", wager=WagerId(wager), point=standing.state)
    return None


@implements("47.1-2304(2)(c)", "47.1-2304(4)(c)")
def _void_on_twelve(fact: Rolled) -> bool:
    """A first roll of 12 pushes a don't wager (reading C1)."""
    return fact.total == 12


@dataclass(frozen=True, kw_only=True)
class Pass(CrapsWager[int | None]):
    """Wins on a natural or a point made; loses on craps or a seven-out. State: its point."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Placed before a come-out roll; raised at any time."""
        if act == "place" and at.table.point is not None:
            return refuse(Code.NOT_NOW, "pass-point", cite=self.cite, point=at.table.point)
        return _contract(self.id, act, standing) or Declared.may(self, act, standing, at)

    def step(self, state: int | None, fact: Rolled) -> Step:
        """A natural or the point wins; craps or a seven-out loses; a new point is stored."""
        match fact:
            case Natural() | PointMade():
                return Closed("win")
            case Craps() | SevenOut():
                return Closed("lose")
            case PointSet():
                return Stands(fact.total)
        return Stands(state)


@dataclass(frozen=True, kw_only=True)
class DontPass(CrapsWager[int | None]):
    """The opposite of a pass wager; a come-out 12 is a push (reading C1). State: its point."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Placed and raised before a come-out roll; reduced at any time."""
        if act == "place" and at.table.point is not None:
            return refuse(Code.NOT_NOW, "dont-pass-point", cite=self.cite, point=at.table.point)
        return _never_up(self.id, act, standing) or Declared.may(self, act, standing, at)

    def step(self, state: int | None, fact: Rolled) -> Step:
        """As for a pass wager with win and lose exchanged; a come-out 12 is a push."""
        match fact:
            case Natural() | PointMade():
                return Closed("lose")
            case Craps():
                return Closed("push" if _void_on_twelve(fact) else "win")
            case SevenOut():
                return Closed("win")
            case PointSet():
                return Stands(fact.total)
        return Stands(state)

    def cite_of(self, row: str) -> str | None:
        """The paragraph of a row; a push has paragraph (c)."""
        return f"{self.cite}(c)" if row == "push" else Declared.cite_of(self, row)

    def lifts_bar(self, fact: Rolled) -> bool:
        """A player who reduced it may place it again for a new come-out roll (reading A4)."""
        return fact.line_open

    @property
    def barred_when_reduced(self) -> bool:
        """Yes, by 47.1-2305(4)."""
        return True


@dataclass(frozen=True, kw_only=True)
class Come(CrapsWager[int | None]):
    """Like a pass wager, but placed while a point is on. State: the number it moved to, which is also its spot."""

    def spots(self, rules: Rules) -> tuple[str | None, ...]:
        """No spot before its first roll, then the number it moved to."""
        return (None, *map(str, points_of(rules)))

    def read_spot(self, text: str | None, rules: Rules) -> str | Refusal | None:
        """No spot before its first roll, then the number it moved to."""
        if text is None or text in self.spots(rules):
            return text
        return refuse(
            Code.SPOT_ILLEGAL,
            "travels",
            cite=self.cite,
            wager=WagerId(self.id),
            text=text,
            known=tuple(filter(None, self.spots(rules))),
        )

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Placed while a point is on; raised at any time."""
        if act == "place" and at.table.come_out:
            return refuse(Code.NOT_NOW, "come-out", cite=self.cite, wager=WagerId(self.id))
        return self._change(act, standing) or Declared.may(self, act, standing, at)

    def _change(self, act: ActName, standing: Standing | None) -> Refusal | None:
        return _contract(self.id, act, standing)

    def step(self, state: int | None, fact: Rolled) -> Step:
        """The first roll decides it or moves it to its number. Then the number wins and a seven loses."""
        if state is None:
            if fact.first == "point":
                return Stands(fact.total, spot=str(fact.total))
            return Closed("win" if fact.first == "natural" else "lose")
        if fact.total == state:
            return Closed("win")
        return Closed("lose") if fact.total == 7 else Stands(state)


@dataclass(frozen=True, kw_only=True)
class DontCome(Come):
    """Like a don't pass wager, but placed while a point is on; a first roll of 12 is a push."""

    def _change(self, act: ActName, standing: Standing | None) -> Refusal | None:
        return _never_up(self.id, act, standing)

    def step(self, state: int | None, fact: Rolled) -> Step:
        """The first roll decides it or moves it to its number. Then a seven wins and the number loses."""
        if state is None:
            if fact.first == "point":
                return Stands(fact.total, spot=str(fact.total))
            if fact.first == "natural":
                return Closed("lose")
            return Closed("push" if _void_on_twelve(fact) else "win")
        if fact.total == state:
            return Closed("lose")
        return Closed("win") if fact.total == 7 else Stands(state)

    def cite_of(self, row: str) -> str | None:
        """The paragraph of a row; a push has paragraph (c)."""
        return f"{self.cite}(c)" if row == "push" else Declared.cite_of(self, row)

    @property
    def barred_when_reduced(self) -> bool:
        """Yes, by 47.1-2305(4)."""
        return True


def _rows(paragraph: str, **rows: str) -> tuple[tuple[str, str], ...]:
    return tuple((row, f"{paragraph}({letter})") for row, letter in rows.items())


WAGERS = (
    Pass(
        id="pass",
        cites=("47.1-2304(1)",),
        row_cites=_rows("47.1-2304(1)", win="a", lose="b"),
        asides=CALLS,
        group="line",
    ),
    DontPass(
        id="dont-pass",
        cites=("47.1-2304(2)",),
        row_cites=_rows("47.1-2304(2)", win="a", lose="b"),
        asides=CALLS,
        group="line",
    ),
    Come(
        id="come",
        cites=("47.1-2304(3)",),
        row_cites=_rows("47.1-2304(3)", win="a", lose="b"),
        asides=CALLS,
        group="line",
    ),
    DontCome(
        id="dont-come",
        cites=("47.1-2304(4)",),
        row_cites=_rows("47.1-2304(4)", win="a", lose="b"),
        asides=CALLS,
        group="line",
    ),
)
