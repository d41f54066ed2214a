"""Every wager of every game, variant, wheel and pay table, each priced exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypedDict

from croupier.chain.live import live
from croupier.chain.price import ByMeter, Price, Terms, by_meter, worth
from croupier.core.machine import Wager
from croupier.core.printed_odds import Odds
from croupier.core.sheet import Sheet
from croupier.games import NAMES, game
from croupier.house import House, Unsound, load, otherwise
from croupier.house.alone import opening
from croupier.rulebook import readings


class Names(TypedDict):
    """The printed columns that distinguish a row of the odds from every other row."""

    game: str
    variant: str
    wheel: str | None
    wager: str
    pay_table: str | None
    options: dict[str, str]


@dataclass(frozen=True)
class Question:
    """One row to be priced: a wager at a house, with the options that distinguish it."""

    house: House
    wager: Wager
    pay_table: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    terms: Terms = field(default_factory=Terms)
    endings: tuple[str, ...] = ()  # endings whose paragraphs it cites in addition to the wager's own

    @property
    def wheel(self) -> str | None:
        """The number of compartments that count: 37 for a wheel used as a single-zero wheel."""
        return self.house.game.priced.compartments(self.house)

    @property
    def names(self) -> Names:
        """The printed columns that distinguish it from every other row."""
        return {
            "game": self.house.game_name,
            "variant": self.house.variant,
            "wheel": self.wheel,
            "wager": self.wager.id,
            "pay_table": self.pay_table,
            "options": dict(self.options),
        }

    def price(self, *, state: str = "", stake: int | None = None, meter_cents: int | None = None) -> Price:
        """Solve it, from its opening or from a live state; `NotTaken` if the table would not take the stake."""
        place = live(self.house, self.wager.id, state, self.terms.get("choice")) if state else None
        return worth(self.house, self.wager.id, state=place, stake=stake, meter_cents=meter_cents, **self.terms)

    def by_meter(self, *, state: str = "", stake: int | None = None) -> ByMeter | None:
        """For a progressive: its seed, its break-even meter and the value of each further dollar on the meter."""
        policy = self.house.meters.get(self.wager.id)
        if policy is None:
            return None
        return by_meter(lambda cents: self.price(state=state, stake=stake, meter_cents=cents), policy, stake)

    @property
    def readings(self) -> list[str]:
        """The readings on which the figure depends; a variation from outside the rules depends on its approval."""
        wager, house = self.wager, self.house
        if wager.id in house.variations:
            return []
        row = (wager.id, wager.group, house.variant, self.wheel, self.pay_table, self.options)
        return [each.id for each in readings().values() if any(prices.cover(*row) for prices in each.prices)]

    @property
    def cites(self) -> list[str]:
        """The paragraphs that permit and price it, including those of the odds behind it and of its choice."""
        row = self.house.permitted[self.wager.id]
        named = [row.cite, row.odds_cite]
        if "odds" in self.options:
            named.append(self.house.permitted[self.house.game.priced.odds_behind[self.wager.id]].cite)
        named += [self.house.authority(self.wager, ending) for ending in self.endings]
        return list(dict.fromkeys(map(str, named)))


def everything() -> Iterator[Question]:
    """All rows, in the order of the games."""
    for each in map(game, NAMES):
        for name in each.priced.houses:
            yield from of_house(load(name), every=True)


def of_house(house: House, *, every: bool = False) -> Iterator[Question]:
    """The rows of one house; with `every`, for every printed pay table and every option."""
    common = house.game.priced.common(house)
    for each in _of_house(house, every=every):
        yield replace(each, options={**each.options, **common})


def _of_house(house: House, *, every: bool) -> Iterator[Question]:
    for row in house.permitted.values():
        wager = house.game.wagers[row.id]
        if row.withdrawn or not wager.spots(house) or not (every or row.id in house.offered):
            continue
        if row.id in house.variations:
            yield Question(house, wager)
        elif row.side_bet:
            yield from _side_bet(house, wager, every=every)
        elif wager.parent is not None:
            yield from _odds(house, wager)
        elif wager.commission is not None:
            yield from _by_commission(house, wager, every=every)
        else:
            yield from _declared(house, wager, every=every)
            yield from _with_odds(house, wager, every=every)


def _declared(house: House, wager: Wager, pay_table: str | None = None, *, every: bool) -> Iterator[Question]:
    """The wager with each of the options that its game declares."""
    for row in house.game.priced.of(house, wager, every):
        changed = otherwise(house, row.changes) if row.changes else house
        terms: Terms = {} if row.choice is None else {"choice": row.choice}
        yield Question(changed, wager, pay_table, row.options, terms, row.endings)


def _by_commission(house: House, wager: Wager, *, every: bool) -> Iterator[Question]:
    """With the commission charged when this house charges it; with `every`, also at the other time."""
    own = house.options.commission_on(wager.group).when
    for word, when in (("always", "up-front"), ("on-win", "on-win")):
        if every:
            charged = otherwise(house, {f"commission.{wager.group}.when": when})
            yield Question(charged, wager, options={"commission": word})
        elif when == own:
            yield Question(house, wager, options={"commission": word})


def _with_odds(house: House, wager: Wager, *, every: bool) -> Iterator[Question]:
    """With odds behind it: the most that this house takes, or every set of multiples that has a name."""
    odds = house.game.priced.odds_behind.get(wager.id)
    if odds not in house.offered:
        return
    if every:
        for word, times in house.game.priced.multiples.items():
            yield Question(house, wager, options={"odds": word}, terms={"multiples": times})
    else:
        posted = _posted(house, house.game.wagers[odds])
        yield Question(house, wager, options={"odds": _named(house, posted)}, terms={"multiples": posted})


def _named(house: House, multiples: Mapping[int, Fraction]) -> str:
    """The name of these multiples, if they have one."""
    for word, named in house.game.priced.multiples.items():
        if all(named.get(point) == times for point, times in multiples.items()):
            return word
    return "posted"


def _posted(house: House, odds: Wager) -> dict[int, Fraction]:
    """The most odds by point, as multiples of the flat wager; for laid odds, multiples of what they win."""
    found = {}
    for point, times in house.options.odds_policy(odds.side).multiples.items():
        if isinstance(pays := house.pays(odds.id, str(point)), Odds):
            found[point] = times * pays.winnings() if odds.side == "lay" else Fraction(times)
    return found


def _odds(house: House, odds: Wager) -> Iterator[Question]:
    """Odds alone: behind whatever point comes, or on all numbers at once."""
    for spot in odds.spots(house):
        parent, _ = odds.parent_of(spot)
        if opening(house, parent).state is None:
            yield Question(house, odds)
            return
        yield Question(house, odds, options={"number": str(spot)}, terms={"spot": spot})


def _side_bet(house: House, wager: Wager, *, every: bool) -> Iterator[Question]:
    """With the house's pay table, or with every printed one that the house may choose."""
    tables = house.permitted[wager.id].pay_tables
    for table in tables:
        if every or house.pay_tables[wager.id] == table:
            chosen = _with_side_bet(house, wager, {"pay_table": table}) if every else house
            if chosen is not None:
                yield from _declared(chosen, wager, table, every=every)
    if not tables and (chosen := _with_side_bet(house, wager, {}) if every else house) is not None:
        yield Question(chosen, wager)


def _with_side_bet(house: House, wager: Wager, change: Mapping[str, object]) -> House | None:
    """The house with this side bet, on its own terms or those of a preset; None if its wheel does not allow it."""
    like = house if _terms(house, wager.id) else _preset_with(house, wager.id)
    approvals = {**_section(like, "approvals"), **_section(house, "approvals")}
    try:
        terms = {**_terms(like, wager.id), **change}
        return otherwise(house, {f"side_bets.{wager.id}": terms, "approvals": approvals})
    except Unsound:
        return None


def _preset_with(house: House, wager_id: str) -> House:
    """A preset that has this side bet on terms of its own; without any, the house itself."""
    presets = (load(name) for name in house.game.priced.houses)
    return next((preset for preset in presets if _terms(preset, wager_id)), house)


def _terms(house: House, wager_id: str) -> Mapping[str, object]:
    """The terms of a side bet in a house file."""
    return _section(house, "side_bets", wager_id)


def _section(house: House, *path: str) -> Mapping[str, object]:
    return Sheet(house.source.data, {}).table(*path)
