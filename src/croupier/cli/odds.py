"""`croupier odds`: the exact price of every wager, from the rules as played."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import cents, nearest

if TYPE_CHECKING:
    from croupier.chain.everything import Question
    from croupier.chain.price import ByMeter, Price


def odds(
    *,
    game: Literal["roulette", "craps", "big-six"] | None = None,
    wager: str | None = None,
    pay_table: Annotated[str | None, Parameter(name="--pay-table")] = None,
    wheel: Literal["37", "38", "39"] | None = None,
    house: str | None = None,
    stake: str | None = None,
    state: str = "",
    meter: str | None = None,
    out: Path | None = None,
    json: bool = False,
) -> None:
    """Show exact odds: edge, length, hit frequency and distribution of every wager.

    Parameters
    ----------
    game
        Only this game.
    wager
        Only this wager, by its id.
    pay_table
        Only this pay table of a side bet, by its printed name.
    wheel
        Only this wheel, by its number of compartments.
    house
        Only what this house offers, at its odds: a preset name or a file.
    stake
        Dollars staked, settled in whole cents with rounding as the table would pay; per unit if left out.
        Line wagers with odds behind them are priced per unit only, and left out.
    state
        A live state such as point=6,made=4-9,count=2 or imprisoned.
    meter
        Dollars on the progressive meter when it is hit; its seed if left out.
    out
        Write par sheets to this file: sheet.html, sheet.pdf, sheet.csv or sheet.xlsx.
    json
        One array of rows.
    """
    if out is not None:
        _check(out)
    asked = questions(house, game, wager, pay_table, wheel)
    staked, on_meter = cents("--stake", stake), cents("--meter", meter)
    if on_meter is not None and not any(each.wager.id in each.house.meters for each in asked):
        raise CannotRead(f"--meter {meter}: no progressive wager is priced here; leave it out")
    if staked is not None:
        asked = [each for each in asked if "multiples" not in each.terms]
    rows = _priced(asked, state, staked, on_meter)
    if out is not None:
        _write(rows, state, staked, on_meter, out)
    meters = [question.by_meter(state=state, stake=staked) for question, _ in rows]
    if json:
        said = [_row(*row, by_meter) for row, by_meter in zip(rows, meters, strict=True)]
        print(jsonlib.dumps(said, ensure_ascii=False))
    elif out is not None:
        print(f"wrote {out}")
    else:
        _print(rows)
        _print_meters(rows, meters)


def _check(out: Path) -> None:
    """Whether the file can be written, before anything is solved."""
    from croupier.documents.par_sheet_files import FORMS
    from croupier.documents.writing import CannotWrite, check

    try:
        check(out, FORMS)
    except CannotWrite as error:
        raise CannotRead(f"--out: {error}") from None


def _write(rows: list[tuple[Question, Price]], state: str, stake: int | None, meter: int | None, out: Path) -> None:
    from croupier.documents.par_sheet import Sheet
    from croupier.documents.par_sheet_files import write
    from croupier.documents.writing import CannotWrite

    try:
        write([Sheet(question, price, state, stake, meter) for question, price in rows], out, _tell)
    except CannotWrite as error:
        raise CannotRead(f"--out: {error}") from None


def _tell(done: int, of: int) -> None:
    """Say how far it is, every 25 sheets."""
    if done % 25 == 0 or (done == of > 25):
        print(f"croupier: {done} of {of} sheets drawn", file=sys.stderr, flush=True)


def questions(
    house: str | None, game: str | None, wager: str | None, pay_table: str | None = None, wheel: str | None = None
) -> list[Question]:
    """The rows that these words leave; none at all is refused, with the nearest name."""
    from croupier.chain.everything import everything, of_house
    from croupier.house import Unreadable, Unsound, load

    try:
        found = list(everything() if house is None else of_house(load(house)))
    except (Unreadable, Unsound) as error:
        raise CannotRead(str(error)) from None
    for word, wanted in (("game", game), ("wheel", wheel), ("wager", wager), ("pay table", pay_table)):
        if wanted is not None:
            known = list(dict.fromkeys(filter(None, (_said(question, word) for question in found))))
            found = [question for question in found if _said(question, word) == wanted]
            if not found:
                raise CannotRead(f"no {word} {wanted!r} is priced here{nearest(wanted, known)}")
    return found


def _said(question: Question, word: str) -> str | None:
    """What a row says under a filter's word."""
    said = {"game": question.house.game_name, "wheel": question.wheel, "wager": question.wager.id}
    return said.get(word, question.pay_table)


def _priced(
    questions: Iterable[Question], state: str, stake: int | None, meter: int | None
) -> list[tuple[Question, Price]]:
    from croupier.chain.live import UnknownState

    try:
        return [(each, each.price(state=state, stake=stake, meter_cents=meter)) for each in questions]
    except UnknownState as error:
        raise CannotRead(f"--state: {error}") from None


def _row(question: Question, price: Price, by_meter: ByMeter | None) -> dict[str, Any]:
    row = {
        "game": question.house.game_name,
        "variant": question.house.variant,
        "wheel": question.wheel,
        "wager": question.wager.id,
        "pay_table": question.pay_table,
        "options": dict(question.options),
        "edge": str(price.edge),
        "edge_basis": "decision",
        "distribution": [{"net": str(net), "chance": str(chance)} for net, chance in price.distribution],
        "rounds": str(price.rounds),
        "hit": str(price.hit),
        "stdev": price.stdev,
        "readings": question.readings,
        "cites": question.cites,
        "edge_resolved": str(price.edge_resolved),
        "edge_per_round": str(price.edge_per_round),
        "variance": str(price.variance),
        "skewness": price.skewness,
    }
    if by_meter is not None:
        row["break_even_meter_cents"] = by_meter.break_even
        row["value_per_dollar"] = str(by_meter.per_dollar)
    return row


def _print(rows: list[tuple[Question, Price]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("wager", "wheel", "pay table, options", show_edge=False)
    for heading in ("edge", "per round", "hit", "rounds", "stdev"):
        table.add_column(heading, justify="right")
    section = None
    for question, price in rows:
        if section not in (None, question.house.variant):
            table.add_section()
        section = question.house.variant
        options = " ".join((question.pay_table or "", *(f"{k}={v}" for k, v in question.options.items()))).strip()
        table.add_row(
            question.wager.id,
            question.wheel or question.house.variant,
            options,
            f"{float(price.edge):.3%}",
            f"{float(price.edge_per_round):.3%}",
            f"{float(price.hit):.3%}",
            f"{float(price.rounds):.2f}",
            f"{price.stdev:.3f}",
        )
    Console().print(table)


def _print_meters(rows: list[tuple[Question, Price]], meters: list[ByMeter | None]) -> None:
    """Two lines for every progressive."""
    from croupier.core.money import dollars

    for (question, _), meter in zip(rows, meters, strict=True):
        if meter is not None:
            name = " ".join(filter(None, (question.wager.id, question.wheel, question.pay_table)))
            even = "none" if meter.break_even is None else dollars(meter.break_even)
            print(f"{name}: break-even meter {even}")
            print(f"{name}: every further dollar on the meter is worth {meter.per_dollar} dollars to a wager")
