"""What a craps table needs: its shape, its boxes, its layout, its dice, and the lammers of its side bets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from croupier.core.citation import implements
from croupier.core.equipment import (
    FOOT,
    DropBox,
    Equipment,
    Equipped,
    GamingTable,
    Layout,
    Missing,
    Pieces,
    Sample,
    TipBox,
    inches,
)
from croupier.core.topic import Topic
from croupier.games.craps.rules import Rules

MOST_LENGTH = 14 * FOOT
FEWEST_DICE = 5
NO_CALL_BETS = "No call bets"
FIRE_BET, SHARP_SHOOTER, FRONT_LINE = "fire-bet", "sharp-shooter", "super-front-line-winner"
#: The side bets of this package that have a layout of their own.
_LAYOUTS = (FIRE_BET, SHARP_SHOOTER, FRONT_LINE)
#: The sides of the dealer on which boxes are attached.
_SIDES = {"left-of-dealer", "right-of-dealer"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CrapsGamingTable(GamingTable):
    """A craps table: whether its corners are rounded, its sides are high walls, and it has a drop slot."""

    rounded_corners: bool
    high_walls: bool
    drop_slot: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSet(Pieces):
    """A set of dice: the name that the house file gives it, and whether it conforms to 47.1-1280."""

    name: str
    conforms: bool
    fewest: ClassVar[int] = FEWEST_DICE
    by_serial: ClassVar[bool] = True
    topic: ClassVar[Topic] = Topic.DICE_SET


@dataclass(frozen=True, slots=True, kw_only=True)
class Puck(Equipment):
    """The puck that marks the point."""

    one: ClassVar[str] = "puck"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lammers(Equipment):
    """The lammers of a side bet: how many, what they are worth in cents, and whether they have numbers on them."""

    wager: str
    count: int
    value: int = 0
    numbered: bool = False


KINDS: Mapping[str, type[Equipment]] = {
    "craps-table": CrapsGamingTable,
    "dice": DiceSet,
    "puck": Puck,
    "lammers": Lammers,
}


def lacks(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """Everything that a craps table does not have and the rules ask for."""
    yield from _form(at)
    yield from _length_and_boxes(at, rules)
    yield from _printed(at, rules)
    yield from _dice(at, rules)
    yield from _fire_bet(at, rules)
    yield from _sharp_shooter(at, rules)
    if FRONT_LINE in rules.offered:
        yield from _front_line(at)
        yield from _usual_equipment(at)
        yield from _lammers(at)


@implements("47.1-2303")
def _form(at: Equipped) -> Iterator[Missing]:
    """An oblong table with rounded corners and high walls."""
    table, cite = at.one(CrapsGamingTable), "47.1-2303"
    if table is None:
        yield Missing("a table for craps", cite)
    elif (table.shape, table.rounded_corners, table.high_walls) != ("oblong", True, True):
        yield Missing("an oblong table with rounded corners and high walls", cite)


@implements("47.1-2303(1)")
def _length_and_boxes(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """At most fourteen feet, a drop slot, the boxes on either side of the dealer, and a number that cameras show."""
    cite = "47.1-2303(1)"
    table = at.one(CrapsGamingTable)
    if table is not None:
        for what in _of_the_table(table):
            yield Missing(what, cite)
    tips = rules.tip_wagers or rules.tip_tube or table is None or table.tips
    for what in (*at.boxes(tips=tips), *at.another_tables_box(), *_sides(at)):
        yield Missing(what, cite)


def _of_the_table(table: CrapsGamingTable) -> Iterator[str]:
    if table.length > MOST_LENGTH:
        yield f"a table of at most {inches(MOST_LENGTH)}, not of {inches(table.length)}"
    if not table.drop_slot:
        yield "a drop slot"
    if not table.number or table.number_on == "elsewhere":
        yield "a number on the top of the table or on something attached to it"
    if not table.number_in_view:
        yield "a table number that surveillance sees and records"


def _sides(at: Equipped) -> Iterator[str]:
    """Both boxes are on the dealer's side of the table, one on each side of the dealer."""
    box, tip_box = at.one(DropBox), at.one(TipBox)
    places = [each.place for each in (box, tip_box) if each is not None]
    if not _SIDES.issuperset(places) or len(set(places)) < len(places):
        yield "the drop box and the tip box on the dealer's side of the table, one on each side of the dealer"


@implements("47.1-2303(2)")
def _printed(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """The words "No call bets", and an area for every wager that has one."""
    layout, cite = at.one(Layout), "47.1-2303(2)"
    if layout is None:
        yield Missing("a layout", cite)
        return
    if NO_CALL_BETS not in layout.words and not at.posted(NO_CALL_BETS):
        yield Missing(f'the words "{NO_CALL_BETS}" on the table', cite)
    own = (name for name in sorted(rules.offered) if name not in _LAYOUTS and has_area(name, rules))
    if lacking := [name for name in own if name not in layout.areas]:
        yield Missing(f"areas on the layout for {', '.join(lacking)}", cite)


def has_area(name: str, rules: Rules) -> bool:
    """Whether a wager has an area at a table of this house: some combinations are broken down instead."""
    area = rules.game.wagers[name].area
    return area is None or rules.options.has_area(area)


@implements("47.1-2309(1)")
def _dice(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """A set of at least five dice, each set as the house states it."""
    sets, cite, name = at.all(DiceSet), "47.1-2309(1)", rules.options.dice_set()
    if not sets:
        yield Missing(f"a set of at least {FEWEST_DICE} dice", cite)
    if any(each.count < FEWEST_DICE for each in sets):
        yield Missing(f"at least {FEWEST_DICE} dice in each set", cite)
    if any(not each.conforms for each in sets):
        yield Missing("dice that conform to 47.1-1280", cite)
    if name and any(each.name != name for each in sets):
        yield Missing(f"dice of the set {name}, which the house names", cite)


@implements("47.1-2317.01(1)")
def _fire_bet(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """The layout of the Fire Bet, where it is offered, and its lammers."""
    if FIRE_BET in rules.offered:
        yield from _own_layout(at, FIRE_BET, "47.1-2317.01(1)")
        yield from _own_lammers(at, FIRE_BET, "47.1-2317.01(6)")


@implements("47.1-2317.02(1)")
def _sharp_shooter(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """The layout of Sharp Shooter, where it is offered, and a lammer."""
    if SHARP_SHOOTER in rules.offered:
        yield from _own_layout(at, SHARP_SHOOTER, "47.1-2317.02(1)")
        yield from _own_lammers(at, SHARP_SHOOTER, "47.1-2317.02(5)")


@implements("47.1-2317.04(1)")
def _front_line(at: Equipped) -> Iterator[Missing]:
    """The layout of Super Front Line Winner, where it is offered."""
    yield from _own_layout(at, FRONT_LINE, "47.1-2317.04(1)")


def _own_layout(at: Equipped, wager: str, cite: str) -> Iterator[Missing]:
    layout = at.one(Layout)
    if layout is None or wager not in layout.areas:
        yield Missing(f"a layout with the areas of {wager}", cite)


def _own_lammers(at: Equipped, wager: str, cite: str) -> Iterator[Missing]:
    if not any(each.wager == wager and each.count for each in at.all(Lammers)):
        yield Missing(f"lammers of {wager}", cite)


@implements("47.1-2317.04(2)")
def _usual_equipment(at: Equipped) -> Iterator[Missing]:
    """The dice, the puck and the table of ordinary craps."""
    if at.one(CrapsGamingTable) is None or at.one(DiceSet) is None or at.one(Puck) is None:
        yield Missing("the usual dice, puck and table of craps", "47.1-2317.04(2)")


@implements("47.1-2317.04(15)", "47.1-2317.04(16)", "47.1-2317.04(17)")
def _lammers(at: Equipped) -> Iterator[Missing]:
    """Lammers of Super Front Line Winner: without value, without numbers, and kept at the table."""
    own = [each for each in at.all(Lammers) if each.wager == FRONT_LINE]
    if any(each.value for each in own):
        yield Missing("lammers without any value", "47.1-2317.04(15)")
    if any(each.numbered for each in own):
        yield Missing("lammers without numbers", "47.1-2317.04(16)")
    yield from _own_lammers(at, FRONT_LINE, "47.1-2317.04(17)")


def sample(table: str, rules: Rules) -> Iterator[Sample]:
    """Everything that a table of this house needs."""
    yield Sample("table", _table(table))
    yield from Sample.boxes(table, "craps")
    areas = frozenset(name for name in rules.offered if has_area(name, rules))
    yield Sample("layout", Layout(areas=areas, words=frozenset({NO_CALL_BETS})))
    name = rules.options.dice_set()
    for number in (1, 2):
        dice = DiceSet(serial=f"{table}-DICE-{number}", count=FEWEST_DICE, name=name, conforms=True)
        yield Sample(f"dice-{number}", dice)
    yield Sample("puck", Puck())
    counts = {FIRE_BET: 6, SHARP_SHOOTER: 1, FRONT_LINE: 1}
    for wager, count in counts.items():
        if wager in rules.offered:
            yield Sample(f"lammers-{wager}", Lammers(wager=wager, count=count))


def _table(number: str) -> CrapsGamingTable:
    return CrapsGamingTable(
        number=number,
        number_on="top-surface",
        number_permanent=True,
        number_in_view=True,
        shape="oblong",
        length=12 * FOOT,
        rounded_corners=True,
        high_walls=True,
        drop_slot=True,
    )
