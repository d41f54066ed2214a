"""What a roulette table needs: its wheel and balls, its layout, its boxes, and what the house procedure asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from croupier.core.citation import implements
from croupier.core.equipment import (
    INCH,
    DropBox,
    Equipment,
    Equipped,
    GamingTable,
    Layout,
    Missing,
    Terminal,
    Wheel,
    inches,
)
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.wheel import WheelName, color, in_order, pockets, ring

#: Where wheel and layout are on the table.
End = Literal["left-end", "right-end", "middle"]
Color = Literal["red", "black", "green"]

LEAST_DIAMETER = 30 * INCH
PROCEDURE_DIAMETER = 32 * INCH
#: The smallest and the largest ball, in sixteenths of an inch: 3/8 and 14/16.
LEAST_BALL, MOST_BALL = 6, 14
#: The statements that must be posted at a wheel which is used as a single-zero wheel.
SINGLE_ZERO, VOID, LOST = "used-as-single-zero", "zeros-void-the-spin", "even-money-loses-on-zero"
_OFFERED: Mapping[WheelName, str] = {
    "double-zero": "30-2209(1)",
    "single-zero": "30-2209(2)",
    "triple-zero": "30-2209(3)",
}
_MADE: Mapping[WheelName, str] = {
    "single-zero": "30-2210(2)(a)",
    "double-zero": "30-2210(2)(b)",
    "triple-zero": "30-2210(2)(c)",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RouletteGamingTable(GamingTable):
    """A roulette table: at which of its ends wheel and layout are, and whether it is designated for roulette."""

    wheel_at: End
    layout_at: End
    designated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RouletteWheel(Wheel):
    """A roulette wheel. `order` has its pockets clockwise, `colors` the color of each on the ring.

    An order or colors other than the usual ones have an approval; `neutral` compartments have one of their own.
    """

    kind: WheelName
    compartments: int
    equally_spaced: bool
    order: tuple[str, ...]
    colors: tuple[Color, ...]
    approval: str = ""
    neutral: bool = False
    neutral_approval: str = ""
    balanced: bool = False

    def approvals(self) -> tuple[tuple[str, str], ...]:
        """The approvals of another order and of neutral compartments."""
        return ((self.approval, "equipment"), (self.neutral_approval, "equipment"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RouletteLayout(Layout):
    """A roulette layout: for which wheel it is printed, and which of its numbers are covered.

    `cover_says_so`: whether the cover shows clearly that nobody can wager there.
    """

    wheel: WheelName
    covered: frozenset[str] = frozenset()
    cover_says_so: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ball(Equipment):
    """A roulette ball: its material, whether any metal is in it, and its diameter in sixteenths of an inch."""

    material: str
    metal: bool
    diameter: int
    approval: str = ""

    def approvals(self) -> tuple[tuple[str, str], ...]:
        """The approval of a ball that is made otherwise."""
        return ((self.approval, "equipment"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker(Equipment):
    """The point marker that the dealer puts on the number."""

    material: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberBoard(Equipment):
    """A board with the numbers of past spins."""

    electronic: bool
    one: ClassVar[str] = "number board"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipSorter(Equipment):
    """A machine that sorts chips."""

    electronic: bool
    one: ClassVar[str] = "chip sorter"


KINDS: Mapping[str, type[Equipment]] = {
    "roulette-table": RouletteGamingTable,
    "roulette-wheel": RouletteWheel,
    "roulette-layout": RouletteLayout,
    "ball": Ball,
    "marker": Marker,
    "number-board": NumberBoard,
    "chip-sorter": ChipSorter,
}


def lacks(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """Everything that a roulette table does not have and the rules ask for."""
    yield from _terminals(at)
    yield from _drop_box(at)
    yield from _offered_wheel(at, rules)
    yield from _ends(at)
    yield from _compartments(at, rules)
    yield from _converted(at, rules)
    yield from _layout(at, rules)
    yield from _boxes(at)
    yield from _balls(at)
    if rules.by_procedure:
        yield from _procedure_table(at)
        yield from _procedure_wheel(at)
        yield from _procedure_balls(at)
        yield from _procedure_machines(at)


def _terminals(at: Equipped) -> Iterator[Missing]:
    """Terminals announce the close of betting audibly and visibly."""
    if any(not (each.audible and each.visible) for each in at.all(Terminal)):
        yield Missing("terminals that announce the close of betting audibly and visibly", "30-2201(7)")


@implements("30-2202", "47.1-2202")
def _drop_box(at: Equipped) -> Iterator[Missing]:
    """A locked box with the number of the table; the lock to the table has another key, held by another role."""
    box, table, cite = at.one(DropBox), at.one(GamingTable), "30-2202"
    if box is None:
        yield Missing("a drop box", cite)
        return
    for what in at.another_tables_box():
        yield Missing(what, cite)
    if table is not None and (box.game, box.table) != ("roulette", table.number):
        yield Missing(f"a drop box marked with the game and the number {table.number} of the table", cite)
    if table is not None and not (box.number_permanent and table.number_permanent):
        yield Missing("a permanent number on the drop box and the same one on the table", cite)
    if not box.markings_permanent:
        yield Missing("a drop box that is permanently marked with the game and the table", cite)
    if not box.markings_visible:
        yield Missing("a drop box with markings that are clearly visible", cite)
    if not box.locks:
        yield Missing("a drop box that is a locked container", cite)
    if not box.attached:
        yield Missing("a drop box that is locked to the table", cite)
    if box.container_key == box.table_key or box.container_key_holder == box.table_key_holder:
        yield Missing("separate keys for the drop box and for its lock to the table, held by separate roles", cite)


def _offered_wheel(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """The wheel of the kind that the house offers."""
    wheel, wanted = at.one(RouletteWheel), rules.options.wheel
    if wheel is None or wheel.kind != wanted:
        yield Missing(f"a {wanted} wheel, which the house offers", _OFFERED[wanted])


@implements("30-2210(1)", "47.1-2210(1)")
def _ends(at: Equipped) -> Iterator[Missing]:
    """A wheel of at least thirty inches at one end of the table, and the layout at the other."""
    wheel, table, cite = at.one(RouletteWheel), at.one(RouletteGamingTable), "30-2210(1)"
    if table is None:
        yield Missing("a table for roulette", cite)
    elif {table.wheel_at, table.layout_at} != {"left-end", "right-end"}:
        yield Missing("a table with the wheel at one end and the layout at the other", cite)
    if wheel is not None and wheel.diameter < LEAST_DIAMETER:
        yield Missing(f"a wheel of at least {inches(LEAST_DIAMETER)}, not of {inches(wheel.diameter)}", cite)


@implements("30-2210(2)(a)", "47.1-2210(2)(a)", "30-2210(2)(b)", "47.1-2210(2)(b)", "30-2210(2)(c)")
def _compartments(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """Equally spaced compartments, and a ring with their numbers and colors; another one needs an approval."""
    wheel, wanted = at.one(RouletteWheel), rules.options.wheel
    if wheel is None or wheel.kind != wanted:
        return
    cite, number = _MADE[wanted], len(ring(wanted))
    if (wheel.compartments, len(wheel.colors)) != (number, number) or not wheel.equally_spaced:
        yield Missing(f"a wheel with {number} equally spaced compartments", cite)
    if _turned(wheel.order) != _turned(rules.options.ring):
        yield Missing("a wheel with the numbers in the order that the house states", cite)
    usual = wheel.colors == tuple(map(_color, wheel.order)) and _turned(wheel.order) == _turned(ring(wanted))
    if not usual and not at.approved(wheel.approval, "equipment"):
        yield Missing("an approval of the order and the colors of the wheel", cite)
    if wheel.neutral and not at.approved(wheel.neutral_approval, "equipment"):
        yield Missing("an approval of compartments in a neutral color", cite)


def _color(pocket: str) -> Color | None:
    """The color of a pocket; None for a text that is no pocket."""
    return color(pocket) if pocket in pockets("triple-zero") else None


def _turned(order: tuple[str, ...]) -> tuple[str, ...]:
    """The same ring, begun at zero."""
    start = order.index("0") if "0" in order else 0
    return order[start:] + order[:start]


def _converted(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """What a wheel that is used as a single-zero wheel needs."""
    if rules.options.converted:
        yield from _covers(at)
        yield from _posted_use(at, rules.options.wheel)
        yield from _posted_void(at)
        yield from _posted_loss(at)


@implements("30-2210(2)(d)(i)", "47.1-2210(2)(c)(i)")
def _covers(at: Equipped) -> Iterator[Missing]:
    """A cover over each area that cannot be wagered on, which shows it clearly."""
    layout, cite = at.one(RouletteLayout), "30-2210(2)(d)(i)"
    if layout is None:
        return
    unused = in_order(frozenset(pockets(layout.wheel)) & {"00", "000"})
    if not layout.covered >= set(unused):
        yield Missing(f"a cover over {' and '.join(unused)} of the layout", cite)
    elif unused and not layout.cover_says_so:
        yield Missing(f"a cover that shows that {' and '.join(unused)} cannot be wagered on", cite)


@implements("30-2210(2)(d)(ii)(A)", "47.1-2210(2)(c)(ii)(A)")
def _posted_use(at: Equipped, wheel: WheelName) -> Iterator[Missing]:
    """A sign: how the wheel is used, and what cannot be wagered on."""
    if not at.posted(SINGLE_ZERO):
        yield Missing(f"a sign that says the {wheel} wheel is used as a single-zero wheel", "30-2210(2)(d)(ii)(A)")


@implements("30-2210(2)(d)(ii)(B)", "47.1-2210(2)(c)(ii)(B)")
def _posted_void(at: Equipped) -> Iterator[Missing]:
    """A sign: the other zeros void the spin."""
    if not at.posted(VOID):
        yield Missing("a sign that says the other zeros void the spin", "30-2210(2)(d)(ii)(B)")


@implements("30-2210(2)(d)(ii)(C)", "47.1-2210(2)(c)(ii)(C)")
def _posted_loss(at: Equipped) -> Iterator[Missing]:
    """A sign: even-money wagers lose on zero."""
    if not at.posted(LOST):
        yield Missing("a sign that says even-money wagers lose on 0", "30-2210(2)(d)(ii)(C)")


def _layout(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """An approved layout, its areas, and the number of the table."""
    yield from _approved(at)
    yield from _areas(at, rules)
    yield from _number(at)
    yield from _optional_areas(at, rules)


@implements("30-2210(2)(e)", "47.1-2210(2)(d)")
def _approved(at: Equipped) -> Iterator[Missing]:
    """A layout that the Director approved."""
    if at.one(RouletteLayout) is None:
        yield Missing("a layout for roulette", "30-2210(2)(e)")
    elif not at.approved_layout():
        yield Missing("an approval of the layout", "30-2210(2)(e)")


@implements("30-2210(2)(e)(i)", "47.1-2210(2)(d)(i)")
def _areas(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """An area for every ordinary wager that the wheel has, offered or not.

    A wheel that is used as a single-zero wheel may have the layout of any wheel: what is too much on it is covered.
    """
    layout, cite = at.one(RouletteLayout), "30-2210(2)(e)(i)"
    if layout is None:
        return
    if layout.wheel != rules.options.wheel and not rules.options.converted:
        yield Missing(f"a layout that is printed for a {rules.options.wheel} wheel", cite)
    if covered := layout.covered - ({"00", "000"} if rules.options.converted else set()):
        yield Missing(f"open areas for {' and '.join(sorted(covered))}, which are covered", cite)
    wagers = rules.game.wagers
    ordinary = {name for name in wagers if not _optional(name, rules) and wagers[name].spots(rules)}
    if lacking := sorted(ordinary - layout.areas):
        yield Missing(f"areas on the layout for {', '.join(lacking)}", cite)


@implements("30-2210(2)(f)", "47.1-2210(2)(e)")
def _optional_areas(at: Equipped, rules: Rules) -> Iterator[Missing]:
    """An area for every optional wager that the house offers."""
    layout = at.one(RouletteLayout)
    optional = {name for name in rules.offered if _optional(name, rules)}
    if layout is not None and (lacking := sorted(optional - layout.areas)):
        yield Missing(f"areas on the layout for {', '.join(lacking)}", "30-2210(2)(f)")


def _optional(name: str, rules: Rules) -> bool:
    """Whether a wager is none of the ordinary ones."""
    return rules.game.wagers[name].group not in ("inside", "outside")


@implements("30-2210(2)(e)(ii)", "47.1-2210(2)(d)(ii)")
def _number(at: Equipped) -> Iterator[Missing]:
    """The number of the table on its top, in view of a stationary camera."""
    table, cite = at.one(RouletteGamingTable), "30-2210(2)(e)(ii)"
    if table is not None and not (table.number and table.number_on == "top-surface"):
        yield Missing("a number on the top of the table", cite)
    if table is not None and not table.number_in_view:
        yield Missing("a table number that a stationary camera shows", cite)


@implements("30-2210(2)(g)", "47.1-2210(2)(f)")
def _boxes(at: Equipped) -> Iterator[Missing]:
    """A drop box and a tip box, attached to the table."""
    for what in at.boxes(tips=True):
        yield Missing(what, "30-2210(2)(g)")


@implements("30-2211", "47.1-2211")
def _balls(at: Equipped) -> Iterator[Missing]:
    """Balls without metal, of 3/8 to 14/16 of an inch, unless others are approved."""
    balls, cite = at.all(Ball), "30-2211"
    if not balls:
        yield Missing("a ball", cite)
    usual = [each for each in balls if not at.approved(each.approval, "equipment")]
    if any(each.metal for each in usual):
        yield Missing("balls without any metal", cite)
    for size in sorted({each.diameter for each in usual if not LEAST_BALL <= each.diameter <= MOST_BALL}):
        yield Missing(f"balls of 6/16 to 14/16 in., not of {inches(size)}", cite)


@implements("H-equipment(1)")
def _procedure_table(at: Equipped) -> Iterator[Missing]:
    """By the house procedure the table is made for roulette and designated for it, with its layout."""
    table = at.one(RouletteGamingTable)
    if table is None or not table.designated or at.one(RouletteLayout) is None:
        yield Missing("a table that is made and designated for roulette, with its layout", "H-equipment(1)")


@implements("H-equipment(2)")
def _procedure_wheel(at: Equipped) -> Iterator[Missing]:
    """By the house procedure the wheel has 32 inches and is balanced."""
    wheel = at.one(RouletteWheel)
    if wheel is None or wheel.diameter != PROCEDURE_DIAMETER or not wheel.balanced:
        yield Missing(f"a balanced wheel of {inches(PROCEDURE_DIAMETER)}", "H-equipment(2)")


@implements("H-equipment(3)", "H-equipment(4)")
def _procedure_balls(at: Equipped) -> Iterator[Missing]:
    """By the house procedure the balls are of ivory and the marker is of acrylic."""
    balls = at.all(Ball)
    if not balls or any(each.material != "ivory" for each in balls):
        yield Missing("balls of ivory", "H-equipment(3)")
    markers = at.all(Marker)
    if not markers or any(each.material != "acrylic" for each in markers):
        yield Missing("a marker of acrylic", "H-equipment(4)")


@implements("H-equipment(5)", "H-equipment(6)")
def _procedure_machines(at: Equipped) -> Iterator[Missing]:
    """By the house procedure an electronic board shows past numbers, and an electronic sorter sorts the chips."""
    if not any(each.electronic for each in at.all(NumberBoard)):
        yield Missing("an electronic board with the numbers of past spins", "H-equipment(5)")
    if not any(each.electronic for each in at.all(ChipSorter)):
        yield Missing("an electronic machine that sorts the chips", "H-equipment(6)")
