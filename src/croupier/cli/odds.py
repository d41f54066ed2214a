"""`croupier odds`: the exact price of every wager, from the rules as played."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import cents, house_named
from croupier.cli.names import GameName

if TYPE_CHECKING:
    from croupier.chain.everything import Question
    from croupier.chain.price import ByMeter, Price

#: How many names a message lists at most.
HANDFUL = 6
GAP, MOST = 2, 24  # spaces between columns, and the widest column before it wraps


def odds(
    *,
    game: GameName | None = None,
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
        Only this wheel, by the number of compartments that count.
    house
        Only the wagers of this house, at its odds: a preset name or a file.
    stake
        Dollars staked, settled in whole cents with rounding as the table would pay; default: per unit.
        Wagers for which the table would refuse it are left out, and so are line wagers with odds behind them.
    state
        A live state: point=6 on=6 made=4-9 passes=3 count=2 imprisoned previous=17 streak=3-20 track=5-3, with commas
        between; docs/odds.md lists the keys of each wager. Wagers that cannot be in this state are left out.
    meter
        Dollars on the progressive meter when it is hit; default: its seed.
    out
        Write par sheets to this file: sheet.html, sheet.pdf, sheet.csv or sheet.xlsx.
    json
        Print one array of rows.
    """
    if out is not None:
        _check(out)
    asked = questions(house, game, wager, pay_table, wheel)
    staked, on_meter = cents("--stake", stake), cents("--meter", meter)
    if on_meter is not None and not any(each.wager.id in each.house.meters for each in asked):
        raise CannotRead(f"--meter {meter}: no progressive wager is priced here; leave it out")
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
    """Check that the file can be written, before the computation starts."""
    from croupier.documents.par_sheet.files import FORMS
    from croupier.documents.writing import CannotWrite, check

    try:
        check(out, FORMS)
    except CannotWrite as error:
        raise CannotRead(f"--out: {error}") from None


def _write(rows: list[tuple[Question, Price]], state: str, stake: int | None, meter: int | None, out: Path) -> None:
    from croupier.documents.par_sheet.files import write
    from croupier.documents.par_sheet.sheet import Sheet
    from croupier.documents.writing import CannotWrite

    try:
        write([Sheet(question, price, state, stake, meter) for question, price in rows], out, _tell)
    except CannotWrite as error:
        raise CannotRead(f"--out: {error}") from None


def _tell(done: int, of: int) -> None:
    """Print progress every 25 sheets."""
    if done % 25 == 0 or (done == of > 25):
        print(f"croupier: {done} of {of} sheets drawn", file=sys.stderr, flush=True)


def questions(
    house: str | None, game: str | None, wager: str | None, pay_table: str | None = None, wheel: str | None = None
) -> list[Question]:
    """The rows that match these filters; an error with the nearest name if there are none."""
    from croupier.chain.everything import everything, of_house

    found = list(everything() if house is None else of_house(house_named(house)))
    every = found
    for word, wanted in (("game", game), ("wheel", wheel), ("wager", wager), ("pay table", pay_table)):
        if wanted is not None:
            fold = str.casefold if word == "pay table" else str
            before, found = found, [each for each in found if fold(_said(each, word) or "") == fold(wanted)]
            if not found:
                why = _not_played(wanted, before, every) if word == "wager" else ""
                known = list(dict.fromkeys(filter(None, (_said(each, word) for each in before))))
                raise CannotRead(why or f"no {word} {wanted!r} is priced here{_near(wanted, known)}")
    return found


def _said(question: Question, word: str) -> str | None:
    """The value of a row that a filter compares."""
    said = {"game": question.house.game_name, "wheel": question.wheel, "wager": question.wager.id}
    return said.get(word, question.pay_table)


def _not_played(wager: str, rows: list[Question], every: list[Question]) -> str:
    """Why an existing wager is not among these rows; None if there is no such wager."""
    from croupier.core.refusal import Refusal

    places = dict.fromkeys(_place(each) for each in every if each.wager.id == wager)
    if places:
        return f"no wager {wager!r} is priced here, only at {'; '.join(places)}"
    for house in dict.fromkeys(each.house for each in rows if wager in each.house.game.wagers):
        if isinstance(refusal := house.wager(wager), Refusal):
            return f"no wager {wager!r} is priced here: {refusal}"
    return ""


def _place(question: Question) -> str:
    """The variant, and the wheel where there is one."""
    return question.house.variant + (f", {question.wheel} compartments" if question.wheel else "")


def _near(wanted: str, known: list[str]) -> str:
    """The end of a message about an unknown name: similar names, or the first few of all."""
    from difflib import get_close_matches

    likeness = {name.casefold(): name for name in known}
    near = [likeness[each] for each in get_close_matches(wanted.casefold(), likeness, n=3)]
    if near:
        return f"; did you mean {' or '.join(map(repr, near))}?"
    return f"; there are {_some(known)}"


def _some(names: list[str]) -> str:
    """The first of many names, and how many more there are."""
    return ", ".join(names[:HANDFUL]) + (f" and {len(names) - HANDFUL} more" if len(names) > HANDFUL else "")


def _priced(
    questions: list[Question], state: str, stake: int | None, meter: int | None
) -> list[tuple[Question, Price]]:
    """The rows that accept the state and the stake; the others are reported. An error if there are none."""
    from croupier.chain.live import NotWatched, words
    from croupier.chain.price import NotTaken
    from croupier.core.live import UnknownState

    rows: list[tuple[Question, Price]] = []
    other_state: list[tuple[Question, UnknownState]] = []
    not_taken: list[tuple[Question, NotTaken]] = []
    per_unit: list[Question] = []
    try:
        words(state)
    except UnknownState as error:
        raise CannotRead(f"--state: {error}") from None
    for each in questions:
        if stake is not None and "multiples" in each.terms:
            per_unit.append(each)
            continue
        try:
            rows.append((each, each.price(state=state, stake=stake, meter_cents=meter)))
        except UnknownState as error:
            other_state.append((each, error))
        except NotTaken as error:
            not_taken.append((each, error))
    if not rows:
        closest = sorted((error for _, error in other_state), key=lambda error: isinstance(error, NotWatched))
        raise CannotRead(f"--stake: {not_taken[0][1]}" if not_taken else f"--state: {closest[0]}")
    _left_out("cannot be in that state", [each for each, _ in other_state])
    _left_out("the stake is not taken", [each for each, _ in not_taken])
    _left_out("with odds behind them priced per unit only", per_unit)
    return rows


def _left_out(why: str, questions: list[Question]) -> None:
    """Report on standard error which rows are not printed."""
    names = list(dict.fromkeys(each.wager.id for each in questions))
    if names:
        count = f"{len(questions)} row{'s' if len(questions) > 1 else ''}"
        print(f"croupier: {count} left out, {why}: {_some(names)}", file=sys.stderr, flush=True)


def _row(question: Question, price: Price, by_meter: ByMeter | None) -> dict[str, Any]:
    row = {
        **question.names,
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


#: Columns of figures; a narrow terminal drops the first ones first.
_FIGURES: dict[str, Callable[[Price], str]] = {
    "stdev": lambda price: f"{price.stdev:.3f}",
    "per round": lambda price: f"{float(price.edge_per_round):.3%}",
    "rounds": lambda price: f"{float(price.rounds):.2f}",
    "hit": lambda price: f"{float(price.hit):.3%}",
    "edge": lambda price: f"{float(price.edge):.3%}",
}
#: Short names for options with a long key.
_SHORT = {"commission": "charged", "in_prison": "prison"}


def _print(rows: list[tuple[Question, Price]]) -> None:
    """One table for every variant and wheel; no name is cut, and columns that have no room are left out."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    groups: dict[str, list[tuple[str, str, Price]]] = {}
    for question, price in rows:
        groups.setdefault(_place(question), []).append((question.wager.id, _apart(question), price))
    names = max(len(question.wager.id) for question, _ in rows)
    apart = min(MOST, max(len(_apart(question)) for question, _ in rows))
    widths = {head: max(len(head), *(len(say(price)) for _, price in rows)) for head, say in _FIGURES.items()}
    shown, room = list(_FIGURES), console.width - names - apart - 2 * GAP
    while len(shown) > 2 and sum(widths[head] + GAP for head in shown) > room:
        shown.pop(0)
    for title, group in groups.items():
        table = Table(box=None, padding=(0, GAP, 0, 0), title=title, title_justify="left", title_style="bold")
        table.add_column("wager", min_width=names, no_wrap=True)
        table.add_column("terms" if apart else "", width=max(apart, len("terms")) if apart else None, overflow="fold")
        for head in reversed(shown):
            table.add_column(head, justify="right", min_width=widths[head], no_wrap=True)
        for wager, options, price in group:
            table.add_row(wager, options, *(_FIGURES[head](price) for head in reversed(shown)))
        console.print(table)
        console.print()
    if left := [head for head in _FIGURES if head not in shown]:
        print(f"A wider terminal also shows: {', '.join(reversed(left))}.")


def _apart(question: Question) -> str:
    """A short text that distinguishes a row from others of the same wager."""
    said = (f"{_SHORT.get(key, key)} {answer}" for key, answer in question.options.items())
    return ", ".join(filter(None, (question.pay_table, *said)))


def _print_meters(rows: list[tuple[Question, Price]], meters: list[ByMeter | None]) -> None:
    """Two lines for every progressive."""
    from croupier.text.money import dollars

    for (question, _), meter in zip(rows, meters, strict=True):
        if meter is not None:
            name = " ".join(filter(None, (question.wager.id, question.wheel, question.pay_table)))
            even = "none" if meter.break_even is None else dollars(meter.break_even)
            print(f"{name}: break-even meter {even}")
            print(f"{name}: every further dollar on the meter is worth {meter.per_dollar} dollars to a wager")
