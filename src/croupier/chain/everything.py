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
from croupier.games.craps.dice import NUMBERS
from croupier.games.roulette.options import RouletteOptions
from croupier.house import House, Unsound, load, otherwise
from croupier.house.alone import alone, opening
from croupier.rulebook import readings

#: Odds behind a line wager, by how many times the flat wager.
ODDS: dict[str, dict[int, int]] = {
    "1x": dict.fromkeys(NUMBERS, 1),
    "2x": dict.fromkeys(NUMBERS, 2),
    "3-4-5x": {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3},
    "5x": dict.fromkeys(NUMBERS, 5),
    "10x": dict.fromkeys(NUMBERS, 10),
}
_WHEELS = {"single-zero": "37", "double-zero": "38", "triple-zero": "39"}
_PRESETS = (
    "colorado-single-zero",
    "colorado-double-zero",
    "colorado-triple-zero",
    "colorado-craps",
    "colorado-craps-free",
    "colorado-big-six",
)


class Names(TypedDict):
    """What tells a row of the odds from every other, as it is printed."""

    game: str
    variant: str
    wheel: str | None
    wager: str
    pay_table: str | None
    options: dict[str, str]


@dataclass(frozen=True)
class Question:
    """One row to be priced: a wager at a house, with the options that set it apart."""

    house: House
    wager: Wager
    pay_table: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    terms: Terms = field(default_factory=Terms)

    @property
    def wheel(self) -> str | None:
        """Its number of compartments that count: a wheel used as single zero has 37."""
        options = self.house.options
        if not isinstance(options, RouletteOptions):
            return None
        return "37" if options.converted else _WHEELS[options.wheel]

    @property
    def names(self) -> Names:
        """What tells it from every other row, as it is printed."""
        return {
            "game": self.house.game_name,
            "variant": self.house.variant,
            "wheel": self.wheel,
            "wager": self.wager.id,
            "pay_table": self.pay_table,
            "options": dict(self.options),
        }

    def price(self, *, state: str = "", stake: int | None = None, meter_cents: int | None = None) -> Price:
        """Solve it, from its opening or from a live state; NotTaken where the table would not take the stake."""
        place = live(self.house, self.wager.id, state, self.terms.get("choice")) if state else None
        return worth(self.house, self.wager.id, state=place, stake=stake, meter_cents=meter_cents, **self.terms)

    def by_meter(self, *, state: str = "", stake: int | None = None) -> ByMeter | None:
        """For a progressive: its seed, its break-even meter and what a further dollar on the meter is worth."""
        policy = self.house.meters.get(self.wager.id)
        if policy is None:
            return None
        return by_meter(lambda cents: self.price(state=state, stake=stake, meter_cents=cents), policy, stake)

    @property
    def readings(self) -> list[str]:
        """The readings that the figure rests on; a variation from outside the rules rests on its approval."""
        wager, house = self.wager, self.house
        if wager.id in house.variations:
            return []
        row = (wager.id, wager.group, house.variant, self.wheel, self.pay_table, self.options)
        return [each.id for each in readings().values() if any(prices.cover(*row) for prices in each.prices)]

    @property
    def cites(self) -> list[str]:
        """What permits it and what prices it: the odds behind it and In Prison too, where they are part of it."""
        row = self.house.permitted[self.wager.id]
        named = [row.cite, row.odds_cite]
        if "odds" in self.options:
            named.append(self.house.permitted[f"{self.wager.id}-odds"].cite)
        if self.options.get("in_prison", "none") != "none":
            named.append(self.house.authority(self.wager, "released"))
        return list(dict.fromkeys(map(str, named)))


def everything() -> Iterator[Question]:
    """Every row there is, in the order of the games."""
    for name in _PRESETS:
        yield from of_house(load(name), every_table=True)


def of_house(house: House, *, every_table: bool = False) -> Iterator[Question]:
    """The rows of one house; with `every_table` under every printed pay table and every option."""
    own = house.options
    for each in _of_house(house, every_table=every_table):
        if isinstance(own, RouletteOptions) and own.converted:  # the wheel it really is
            yield replace(each, options={**each.options, "converted": _WHEELS[own.wheel]})
        else:
            yield each


def _of_house(house: House, *, every_table: bool) -> Iterator[Question]:
    for row in house.permitted.values():
        wager = house.game.wagers[row.id]
        if row.withdrawn or not wager.spots(house) or not (every_table or row.id in house.offered):
            continue
        if row.id in house.variations:
            yield Question(house, wager)
        elif row.side_bet:
            yield from _side_bet(house, wager, every_table=every_table)
        elif wager.parent is not None:
            yield from _odds(house, wager)
        elif every_table:
            yield from _ordinary(house, wager)
        else:
            yield from _as_posted(house, wager)


def _as_posted(house: House, wager: Wager) -> Iterator[Question]:
    """The wager as this house takes it: its own commission, and In Prison by either choice where it is offered."""
    if wager.commission is not None:
        when = "always" if house.options.commissions[wager.group].when == "up-front" else "on-win"
        yield Question(house, wager, options={"commission": when})
        return
    choices = () if wager.parts else alone(house, wager.id).choices
    for choice in choices:
        word = "imprisoned" if choice == "imprison" else choice
        yield Question(house, wager, options={"in_prison": word}, terms={"choice": choice})
    if not choices:
        yield Question(house, wager)
    if _has_odds(house, wager):
        multiples = _posted(house, house.game.wagers[f"{wager.id}-odds"])
        yield Question(house, wager, options={"odds": _named(multiples)}, terms={"multiples": multiples})


def _has_odds(house: House, wager: Wager) -> bool:
    return f"{wager.id}-odds" in house.offered and wager.group == "line"


def _named(multiples: Mapping[int, Fraction]) -> str:
    """The word that these multiples go by, where they have one."""
    for word, named in ODDS.items():
        if all(named.get(point) == times for point, times in multiples.items()):
            return word
    return "posted"


def _posted(house: House, odds: Wager) -> dict[int, Fraction]:
    """The most that may be taken behind every point, or won by laying, as many times the flat wager."""
    found = {}
    for point, times in house.options.odds[odds.side].multiples.items():
        if isinstance(pays := house.pays(odds.id, str(point)), Odds):
            found[point] = times * pays.winnings() if odds.side == "lay" else Fraction(times)
    return found


def _odds(house: House, odds: Wager) -> Iterator[Question]:
    """Odds by themselves: behind a point as it comes, or on every number that they are laid on at once."""
    for spot in odds.spots(house):
        parent, _ = odds.parent_of(spot)
        if opening(house, parent).state is None:
            yield Question(house, odds)
            return
        yield Question(house, odds, options={"number": str(spot)}, terms={"spot": spot})


def _ordinary(house: House, wager: Wager) -> Iterator[Question]:
    """The wager under every option that sets a price apart."""
    if wager.commission is not None:
        for word, when in (("always", "up-front"), ("on-win", "on-win")):
            charged = otherwise(house, {f"commission.{wager.group}.when": when})
            yield Question(charged, wager, options={"commission": word})
    elif _single_zero(house) and wager.cite_of("released") != wager.cite:
        for word, choice in (("none", None), ("half-back", "half-back"), ("imprisoned", "imprison")):
            prison = otherwise(house, {"options.in_prison": choice is not None})
            yield Question(prison, wager, options={"in_prison": word}, terms={"choice": choice})
    else:
        yield Question(house, wager)
        if _has_odds(house, wager):
            for word, multiples in ODDS.items():
                yield Question(house, wager, options={"odds": word}, terms={"multiples": multiples})


def _side_bet(house: House, wager: Wager, *, every_table: bool) -> Iterator[Question]:
    """Under the house's pay table, or under every one that is printed for its wheel."""
    tables = house.permitted[wager.id].pay_tables.values()
    for table in tables:
        if table.wheel is not None and table.wheel != RouletteOptions.of(house).wheel:
            continue
        if not every_table and house.pay_tables[wager.id] != table.id:
            continue
        chosen = _with_side_bet(house, wager, {"pay_table": table.id}) if every_table else house
        if chosen is not None:
            yield from _by_reading(chosen, wager, table.id, every_answer=every_table)
    if not tables and (chosen := _with_side_bet(house, wager, {}) if every_table else house) is not None:
        yield Question(chosen, wager)


def _by_reading(house: House, wager: Wager, pay_table: str, *, every_answer: bool) -> Iterator[Question]:
    """The streak of Roulette Up is read in two ways (R15); its progressive is priced as the house reads it."""
    if "up" not in wager.watches or wager.id in house.meters:
        yield Question(house, wager, pay_table)
        return
    for answer in readings()["R15"].answers if every_answer else (house.reading("R15"),):
        yield Question(otherwise(house, {"readings.R15": answer}), wager, pay_table, {"R15": answer})


def _with_side_bet(house: House, wager: Wager, change: Mapping[str, object]) -> House | None:
    """The house with this side bet, on its own terms or a preset's; none where its wheel does not allow it."""
    terms = _terms(house, wager.id) or _terms_of_a_preset(wager.id)
    try:
        return otherwise(house, {f"side_bets.{wager.id}": {**terms, **change}})
    except Unsound:
        return None


def _terms_of_a_preset(wager_id: str) -> Mapping[str, object]:
    for name in _PRESETS:
        if terms := _terms(load(name), wager_id):
            return terms
    return {}


def _terms(house: House, wager_id: str) -> Mapping[str, object]:
    """What the file of a house says of a side bet."""
    return Sheet(house.source.data, {}).table("side_bets", wager_id)


def _single_zero(house: House) -> bool:
    return isinstance(house.options, RouletteOptions) and house.options.wheel == "single-zero"
