"""What a wager pays and on which terms, for the posted rules. A side bet declares the parts that it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from croupier.core.machine import Return
from croupier.games.roulette.options import RouletteOptions
from croupier.house import House
from croupier.text.money import dollars
from croupier.web.shared import naming
from croupier.web.shared.messages import words

Rows = tuple[tuple[str, str], ...]  # (row in words, empty for a single row; what it pays)


def rows(house: House, wager_id: str) -> Rows:
    """What a wager pays, row by row; of a combination, part by part."""
    wager = house.game.wagers[wager_id]
    if wager.parts:
        parts = dict.fromkeys(wager.parts)
        return tuple(
            (naming.wager(part, house), "; ".join(figure for _, figure in rows(house, part))) for part in parts
        )
    return _schedule(house, wager_id).rows(house, wager_id)


def figures(house: House, wager_id: str) -> str:
    """What a wager pays, in words: '1 to 1, 2 to 1 on 2 and 12'."""
    return _schedule(house, wager_id).figures(house, wager_id)


def terms(house: House, wager_id: str) -> Iterator[str]:
    """Further terms of a side bet, in sentences."""
    said, shown = words()["rules"], house.game.wagers[wager_id].show
    if (meter := house.meters.get(wager_id)) is not None:
        yield said["meter"].format(
            seed=dollars(meter.seed), reseed=dollars(meter.reseed), percent=meter.percent, unit=dollars(meter.unit)
        )
    if wager_id in house.aggregates:
        yield said["aggregate"].format(most=dollars(house.aggregates[wager_id]))
    for part in () if shown is None else shown.terms:
        yield TERMS[part](house)


# How a schedule is listed -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Schedule:
    """One way to list what a wager pays: row by row on a sign, and in a few words beside its spot."""

    rows: Callable[[House, str], Rows]
    figures: Callable[[House, str], str]


def _schedule(house: House, wager_id: str) -> Schedule:
    shown = house.game.wagers[wager_id].show
    return SCHEDULES["rows" if shown is None else shown.schedule]


def _row_by_row(house: House, wager_id: str) -> Rows:
    side_bet = house.game.wagers[wager_id].group == "side-bets"
    return tuple(
        (naming.row(wager_id, row, house) if row != "win" else "", naming.pays(pays))
        for row, pays in house.pays_by_wager[wager_id].items()
        if not isinstance(pays, Return) or side_bet
    )


def _by_pay(house: House, wager_id: str) -> str:
    said = words()["pays"]
    on: dict[str, list[str]] = {}
    for name, figure in rows(house, wager_id):
        on.setdefault(figure, []).append(name.removeprefix(said["on"].format(what="")))
    return ", ".join(
        said["row"].format(pays=figure, what=_listed(names)) if all(names) else figure for figure, names in on.items()
    )


def _listed(names: list[str]) -> str:
    """A list of names as text: '4, 5 and 6'."""
    *first, last = (name[0].lower() + name[1:] for name in names)
    return words()["pays"]["and"].format(first=", ".join(first), last=last) if first else last


def _awards_by_weight(house: House, wager_id: str) -> Rows:
    """Awards that are drawn, each with its chance."""
    weights, often = RouletteOptions.of(house).award_weights, words()["rules"]["often"]
    total = f"{sum(weights.values()):,}"
    return tuple(
        (often.format(count=weights[int(row)], total=total), naming.pays(pays))
        for row, pays in house.pays_by_wager[wager_id].items()
    )


def _lowest_and_highest(house: House, wager_id: str) -> str:
    awards = [naming.pays(pays) for pays in house.pays_by_wager.get(wager_id, {}).values()]
    return words()["pays"]["drawn"].format(least=awards[0], most=awards[-1])


SCHEDULES = {
    "rows": Schedule(_row_by_row, _by_pay),
    "award": Schedule(_awards_by_weight, _lowest_and_highest),
}


# Terms ------------------------------------------------------------------------------------------------------
def _award(house: House) -> str:
    said, generator = words()["rules"], RouletteOptions.of(house).award_from
    return said["awards_drawn_by"].format(generator=generator) if generator else said["awards"]


def _primary_wager(house: House) -> str:
    return words()["rules"]["primary" if RouletteOptions.of(house).primary_required else "primary_none"]


def _presses(house: House) -> str:
    return words()["rules"][f"presses_{RouletteOptions.of(house).bonus_pressed_by}"]


TERMS: dict[str, Callable[[House], str]] = {
    "award": _award,
    "primary-wager": _primary_wager,
    "presses": _presses,
}
