"""Data that the terminal's script needs before the first frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

from croupier.core.machine import At, Standing
from croupier.core.refusal import Code, Refusal
from croupier.core.show import Macro, Question
from croupier.felt.payout import worth
from croupier.floor import sound
from croupier.floor.guests import CHIPS
from croupier.house import House
from croupier.text.render import Audience, sentence
from croupier.web.api import felts
from croupier.web.shared import naming, wager_outcomes
from croupier.web.shared.messages import words
from croupier.web.terminal.coach import coach


def boot(table: str, house: House, *, may_mute: bool = False) -> dict[str, Any]:
    """Data about a table for the terminal's script; some parts exist only for games that declare them."""
    pages, course = house.game.show.pages, house.game.course
    unheard = sound.refusal(house, may_mute=may_mute)
    found: dict[str, Any] = {
        "table": table,
        "felt": house.game.show.felt,  # the layout, for which a player's choice is remembered
        "device": pages.device,
        "outcome": pages.outcome,
        "phases": dict(pages.phases),
        "waits": naming.said(house.game.show.variants[house.variant].waits or pages.waits, house),
        "turn": house.game.show.turn,
        "firstSteps": naming.said_by_key(pages.next_steps.first, house),
        "moreSteps": naming.said_by_key(pages.next_steps.more, house),
        "coach": coach(house),
        "question": None if pages.question is None else _question(pages.question, house),
        "dolly": course.dolly,
        "colored": course.colors,
        "denominations": list(house.denominations),
        "brings": CHIPS,
        "taken": [phase for phase in course.betting if phase != "in-the-air"],  # when players may wager
        "runs": list(course.runs),
        "unheard": None if unheard is None else _refusal(unheard),  # while the browser blocks sound
        "mayMute": may_mute or unheard is None,
        "words": words()["terminal"],
        "names": {wager: naming.wager(wager, house) for wager in house.permitted if wager in house.offered},
        "rows": {wager: _rows(wager, house) for wager in sorted(house.offered) if _is_side_bet(wager, house)},
        "grades": {row: naming.said(row.replace("-", " "), house) for row in sorted(_grades(house))},
        "draws": {of: naming.said(of, house) for of in course.draws},
        "panels": felts.panels(house),
        "covers": {},
        "calls": {},
        "line": list(course.line),
        "macros": [_macro(each, house) for each in house.game.macros(house)],
        "units": {wager: _unit(wager, unit, house) for wager, unit in house.game.units(house).items()},
        "symbols": {},
    }
    for part in pages.terminal:
        found |= PARTS[part](house)
    return found


def _refusal(refusal: Refusal) -> dict[str, Any]:
    return {"message": sentence(refusal, Audience("player")), "cite": str(refusal.cite)}


def _question(asked: Question, house: House) -> dict[str, Any]:
    return {"says": naming.said(asked.says, house), "answers": naming.said_by_key(asked.answers, house)}


def _macro(macro: Macro, house: House) -> dict[str, Any]:
    return asdict(replace(macro, name=naming.said(macro.name, house), says=naming.said(macro.says, house)))


def _unit(wager: str, unit: int, house: House) -> dict[str, int]:
    """The usual unit of a wager, and what one unit wins."""
    return {"unit": unit, "wins": worth(house, wager, "win", unit).winnings}


def _grades(house: House) -> set[str]:
    """How ordinary bets can end, apart from winning and losing."""
    found = {row for wager, rows in house.pays_by_wager.items() if not _is_side_bet(wager, house) for row in rows}
    return {row for row in found if not row.isdigit()} | set(house.game.show.rows)


def _is_side_bet(wager: str, house: House) -> bool:
    return house.game.wagers[wager].group == wager_outcomes.SIDE_BETS


def _rows(wager: str, house: House) -> dict[str, str]:
    """The rows of a side bet in words."""
    return {row: naming.row(wager, row, house) for row in house.pays_by_wager.get(wager, {})}


# Parts ------------------------------------------------------------------------------------------------------
def _ring(house: House) -> dict[str, Any]:
    from croupier.games.roulette.options import RouletteOptions
    from croupier.games.roulette.wheel import color

    colors = {pocket: color(pocket) for pocket in RouletteOptions.of(house).ring}
    return {"ring": [{"pocket": pocket, "color": paint} for pocket, paint in colors.items()], "colors": colors}


def _numbers(house: House) -> dict[str, Any]:
    return {"covers": wager_outcomes.numbers(house)}


def _calls(house: House) -> dict[str, Any]:
    return {"calls": {wager: _kind(wager, house) for wager in calls(house)}}


def _kind(wager: str, house: House) -> str:
    """The kind of a wager that may be called On or Off; one button covers all of one kind."""
    declared = house.game.wagers[wager]
    return naming.wager(wager, house) if declared.parent else naming.group(declared.group, house)


def _symbols(house: House) -> dict[str, Any]:
    return {"symbols": {symbol: naming.outcome(symbol, house) for symbol in sorted(house.offered)}}


PARTS: dict[str, Callable[[House], dict[str, Any]]] = {
    "ring": _ring,
    "numbers": _numbers,
    "calls": _calls,
    "symbols": _symbols,
}


@lru_cache(maxsize=64)
def calls(house: House) -> tuple[str, ...]:
    """The wagers that may be called On or Off in some state, found by testing each."""
    at = At(house.game.begin(house), house)
    found = []
    for wager_id in sorted(house.offered):
        wager = house.game.wagers[wager_id]
        spot = next(iter(wager.spots(house)), None)
        standing = Standing("", wager_id, spot, house.lowest_chip, wager.open(spot, at.table, house), house)
        refusal = wager.may("off", standing, at)
        if refusal is None or refusal.code != Code.NO_CALL:
            found.append(wager_id)
    return tuple(found)
