"""Two dice, the puck and the shooter's hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from croupier.felt import Felt
from croupier.felt.script import Told
from croupier.games.craps.facts import (
    COME,
    ComeOnly,
    Craps,
    CrapsTable,
    Natural,
    PointMade,
    PointSet,
    Rolled,
    SevenOut,
    decides_come,
)


def headline(told: Told) -> Text:
    """The roll, its total and what it did on the line."""
    fact = told.fact
    assert isinstance(fact, Rolled)
    hard = " the hard way" if fact.hard and fact.total in (4, 6, 8, 10) else ""
    said = _on_the_line(fact, CrapsTable.of(told.felt).point)
    return Text(f"{told.line.words[0]} makes {fact.total}{hard}: {said}", style="bold")


def _on_the_line(fact: Rolled, point: int | None) -> str:
    match fact:
        case Natural():
            return "a natural on the come-out roll."
        case Craps():
            return "craps on the come-out roll."
        case PointSet():
            return f"the point is {fact.total}."
        case PointMade():
            return "the point is made. The next roll is a come-out roll."
        case SevenOut():
            return "seven-out. The hand ends; the next roll is a come-out roll."
        case ComeOnly():
            return "thrown for the come wagers alone."
    return f"the point is still {point}."


def moved(before: Felt, told: Told) -> Iterable[tuple[str, str]]:
    """Come and don't come wagers that went to their number."""
    decided = {(row.seat, row.wager, row.spot) for row in told.resolutions}
    for wager in before.standing:
        waited = wager.wager in COME and wager.spot is None
        if waited and (wager.seat, wager.wager, None) not in decided and isinstance(told.fact, Rolled):
            yield wager.seat, f"{wager.wager} moves to {told.fact.total}"


def now(felt: Felt, acts: Sequence[Told]) -> Text:
    """The puck, and who shoots."""
    table = CrapsTable.of(felt)
    shooter = f" Shooter: {table.shooter}." if table.shooter else ""
    if decides_come(table, felt.standing):
        where = " on the Don't Pass line" if "dont-pass" in felt.house.offered else ""
        told = f"{where} in front of {table.shooter}: the next roll only decides come wagers."
        return Text.assemble(("Puck OFF", "bold"), told)
    if table.point is None:
        return Text.assemble(("Puck OFF", "bold"), f": a come-out roll is next.{shooter}")
    return Text.assemble((f"Puck ON {table.point}", "bold reverse"), f": the point is {table.point}.{shooter}")


def trackers(felt: Felt) -> Iterable[str]:
    """What the shooter's hand has made, at a table with side bets on it."""
    hand = CrapsTable.of(felt).hand
    if hand.rolled and felt.house.pay_tables:
        made = " ".join(map(str, sorted(hand.points_made))) or "none"
        counts = f"passes {hand.passes} · sevens and elevens {hand.sevens_and_elevens}"
        yield f"This hand: points made {made} · {counts}"
