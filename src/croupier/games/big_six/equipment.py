"""What a Big Six table needs: its wheel, its boxes and its layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.equipment import (
    FOOT,
    INCH,
    Equipment,
    Equipped,
    GamingTable,
    Layout,
    Missing,
    Sample,
    Wheel,
    inches,
)
from croupier.games.big_six.rules import Rules
from croupier.games.big_six.wheel import SYMBOLS, sections

LEAST_DIAMETER = 5 * FOOT
_DOLLARS = ("one", "two", "five", "ten", "twenty")
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BigSixWheel(Wheel):
    """A Big Six wheel. `sections` has its symbols clockwise from the joker, `odds` the odds on the sections of each.

    `symbols` has the themed symbols, with the approval for them.
    """

    sections: tuple[str, ...]
    equally_spaced: bool
    glass: bool
    clapper: bool
    odds: Pairs
    symbols: Pairs = ()
    approval: str = ""

    def approvals(self) -> tuple[tuple[str, str], ...]:
        """The approval of themed symbols."""
        return ((self.approval, "symbols"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class BigSixLayout(Layout):
    """A Big Six layout. `symbols` has the themed symbols in its areas."""

    symbols: Pairs = ()


KINDS: Mapping[str, type[Equipment]] = {"big-six-wheel": BigSixWheel, "big-six-layout": BigSixLayout}


def lacks(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """Everything that a Big Six table does not have and the rules ask for."""
    wheel = at.one(BigSixWheel)
    yield from _wheel(wheel)
    if wheel is not None:
        yield from _order(wheel)
        yield from _symbols(at, wheel, rules)
        yield from _odds(wheel, rules)
        yield from _clapper(wheel)
    yield from _boxes(at, rules)
    yield from _layout(at, rules)


@implements("30-2702(1)")
def _wheel(wheel: BigSixWheel | None) -> Iterator[Missing]:
    """A wheel of at least five feet, with 54 equally spaced sections under glass."""
    cite, number = "30-2702(1)", len(sections())
    if wheel is None:
        yield Missing("a Big Six wheel", cite)
        return
    if wheel.diameter < LEAST_DIAMETER:
        yield Missing(f"a wheel of at least {inches(LEAST_DIAMETER)}, not of {inches(wheel.diameter)}", cite)
    if len(wheel.sections) != number or not wheel.equally_spaced:
        yield Missing(f"a wheel with {number} equally spaced sections", cite)
    if not wheel.glass:
        yield Missing("glass over the sections", cite)


@implements("30-2702(2)")
def _order(wheel: BigSixWheel) -> Iterator[Missing]:
    """Its sections in the printed order."""
    if wheel.sections != sections():
        yield Missing("a wheel with its sections in the printed order", "30-2702(2)")


@implements("30-2702(3)")
def _symbols(at: Equipped, wheel: BigSixWheel, rules: Rules) -> Iterator[Missing]:
    """The themed symbols that the house states, with the approval of those in place of dollar figures."""
    cite, symbols = "30-2702(3)", dict(wheel.symbols)
    if symbols != dict(rules.options.symbols):
        yield Missing("a wheel with the symbols that the house states", cite)
    if symbols.keys() & set(_DOLLARS) and not at.approved(wheel.approval, "symbols"):
        yield Missing("an approval of the themed symbols", cite)


@implements("30-2702(4)")
def _odds(wheel: BigSixWheel, rules: Rules) -> Iterator[Missing]:
    """The odds on every section."""
    if lacking := _other_odds(wheel.odds, rules):
        yield Missing(f"the odds on the sections of {', '.join(lacking)}", "30-2702(4)")


def _other_odds(shown: Pairs, rules: Rules) -> list[str]:
    """The symbols whose odds are not shown, or not as they are paid."""
    odds = dict(shown)
    return [name for name in SYMBOLS if odds.get(name) != str(rules.pays(name, "win"))]


@implements("30-2702(5)")
def _clapper(wheel: BigSixWheel) -> Iterator[Missing]:
    """A clapper that selects a section."""
    if not wheel.clapper:
        yield Missing("a clapper that selects a section", "30-2702(5)")


@implements("30-2702(6)")
def _boxes(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """A drop box, and a tip box where tips are taken."""
    table, cite = at.one(GamingTable), "30-2702(6)"
    if table is None:
        yield Missing("a table", cite)
    tips = rules.tip_wagers or table is None or table.tips
    for what in (*at.boxes(tips=tips), *at.another_tables_box()):
        yield Missing(what, cite)


def _layout(at: Equipped, rules: Rules) -> Iterator[Missing]:
    yield from _approved(at)
    layout = at.one(BigSixLayout)
    if layout is not None:
        yield from _licensee(layout)
        yield from _areas(layout, rules)
        yield from _printed_odds(layout, rules)


@implements("30-2702(7)")
def _approved(at: Equipped) -> Iterator[Missing]:
    """A layout that the Division approved."""
    if at.one(BigSixLayout) is None:
        yield Missing("a layout for Big Six", "30-2702(7)")
    elif not at.approved_layout():
        yield Missing("an approval of the layout", "30-2702(7)")


@implements("30-2702(7)(a)")
def _licensee(layout: BigSixLayout) -> Iterator[Missing]:
    """The name or the logo of the licensee on it."""
    if not layout.licensee:
        yield Missing("the name or the logo of the licensee on the layout", "30-2702(7)(a)")


@implements("30-2702(7)(b)(i)", "30-2702(7)(b)(ii)", "30-2702(7)(b)(iii)")
def _areas(layout: BigSixLayout, rules: Rules) -> Iterator[Missing]:
    """An area for every symbol, which looks like the one on the wheel."""
    symbols, themed = dict(layout.symbols), rules.options.symbols
    for cite, names in (
        ("30-2702(7)(b)(i)", _DOLLARS),
        ("30-2702(7)(b)(ii)", ("flag",)),
        ("30-2702(7)(b)(iii)", ("joker",)),
    ):
        bare = [name for name in names if name not in layout.areas or symbols.get(name) != themed.get(name)]
        if bare:
            yield Missing(f"areas on the layout with the symbols of {', '.join(bare)}", cite)


@implements("30-2702(7)(c)")
def _printed_odds(layout: BigSixLayout, rules: Rules) -> Iterator[Missing]:
    """The odds of every wager on it."""
    if lacking := _other_odds(layout.odds, rules):
        yield Missing(f"the odds on the layout for {', '.join(lacking)}", "30-2702(7)(c)")


def sample(table: str, rules: Rules) -> Iterator[Sample]:
    """Everything that a table of this house needs."""
    odds = tuple((name, str(rules.pays(name, "win"))) for name in SYMBOLS)
    symbols = tuple(sorted(rules.options.symbols.items()))
    yield Sample("table", _table(table))
    yield from Sample.boxes(table, "big-six")
    wheel = BigSixWheel(
        serial=f"{table}-WHEEL",
        diameter=max(LEAST_DIAMETER, INCH * (rules.options.wheel_inches or 0)),
        sections=sections(),
        equally_spaced=True,
        glass=True,
        clapper=True,
        odds=odds,
        symbols=symbols,
        approval="DEMO-SYMBOLS" if symbols else "",
    )
    yield Sample("wheel", wheel)
    areas, licensee = frozenset(SYMBOLS), "Croupier"
    layout = BigSixLayout(areas=areas, approval="DEMO-LAYOUT", licensee=licensee, odds=odds, symbols=symbols)
    yield Sample("layout", layout)


def _table(number: str) -> GamingTable:
    return GamingTable(
        number=number,
        number_on="top-surface",
        number_permanent=True,
        number_in_view=True,
        shape="oblong",
        length=6 * FOOT,
    )
