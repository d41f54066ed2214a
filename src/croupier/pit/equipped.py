"""What equipment a table has, and what it lacks before it may open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.conduct.by import ROLES
from croupier.conduct.powers import roles_of
from croupier.core.citation import PARAGRAPHS, Citation, implements
from croupier.core.equipment import Coupons, DropBox, Equipped, Layout, Missing, Terminal, ValueChips
from croupier.core.topic import Topic
from croupier.house import House
from croupier.house.house import Coupon
from croupier.pit.state import Item, State
from croupier.text.money import dollars

_PLACE = {paragraph: place for place, paragraph in enumerate(PARAGRAPHS)}


def items(state: State, table: str) -> tuple[Item, ...]:
    """The equipment at a table, in the order in which it was registered."""
    return state.at_table(table)


def equipped(state: State, table: str) -> Equipped:
    """The equipment at a table, with the approvals on record, as games read it."""
    approvals = {each.reference: each.subject for each in state.approvals}
    return Equipped(tuple(each.what for each in items(state, table)), approvals)


def areas(state: State, table: str) -> tuple[str, ...]:
    """The wagers that have an area on the layout at a table, in alphabetical order."""
    layout = equipped(state, table).one(Layout)
    return () if layout is None else tuple(sorted(layout.areas))


def lacking(state: State, table: str, house: House) -> tuple[Missing, ...]:
    """Everything that the rules ask for and the table does not have, in the order of the paragraphs.

    Each has the number that its paragraph has in the printing of the house's date.
    """
    at = equipped(state, table)
    found = (
        *house.game.equipment.lacks(at, house),
        *_terminals(at, house),
        *_colors(at, house),
        *_coupons(state, house),
        *_remover(at, house),
    )
    here = [Missing(each.what, str(house.printed(Citation(each.cite)))) for each in found]
    return tuple(sorted(here, key=lambda each: _PLACE[each.cite]))


# What a house file states, and the register too --------------------------------------------------------------
@implements("30-2201(7)", "47.1-2201(7)")
def _terminals(at: Equipped, house: House) -> Iterator[Missing]:
    """Terminals that announce the close of betting, where players wager at terminals."""
    cite = house.game.cites.get(Topic.ANNOUNCED)
    if house.terminals and cite is not None and not at.all(Terminal):
        yield Missing("a terminal on the register, since players wager at terminals", cite)


@implements("30-2203(3)", "47.1-2203(3)")
def _colors(at: Equipped, house: House) -> Iterator[Missing]:
    """Value chips in the colors of the house file, which no player gets for chips without value (reading M4)."""
    cite = house.game.cites.get(Topic.COLOR_TAKEN)
    there = {_color(*each) for chips in at.all(ValueChips) for each in chips.colors}
    stated = {_color(*each) for each in house.chip_colors.items()}
    if cite is not None and there != stated:
        named = ", ".join(f"{color} for {dollars(cents)}" for cents, color in sorted(stated))
        yield Missing(f"value chips in the colors that the house states: {named or 'it states none'}", cite)


def _color(cents: int, color: str) -> tuple[int, str]:
    return cents, " ".join(color.casefold().split())


def _coupons(state: State, house: House) -> Iterator[Missing]:
    """A series on the register for every coupon of the house file (reading M3)."""
    series = [each.what for each in state.items if isinstance(each.what, Coupons)]
    unknown = [serial for serial, coupon in house.coupons.items() if not _registered(serial, coupon, series)]
    if unknown:
        more = f" and {len(unknown) - 3} more" if len(unknown) > 3 else ""
        what = f"a registered series, with face value, games and days, for coupons {', '.join(unknown[:3])}{more}"
        yield Missing(what, house.game.cites[Topic.CHIPS])


def _registered(serial: str, coupon: Coupon, series: Iterable[Coupons]) -> bool:
    """Whether a coupon is one of a series that allows all that the house file says of it."""
    return any(
        each.has(serial)
        and each.face == coupon.face
        and each.games >= set(coupon.games)
        and each.begins <= coupon.first.isoformat()
        and coupon.last.isoformat() <= each.ends
        for each in series
    )


@implements("30-2202", "47.1-2202")
def _remover(at: Equipped, house: House) -> Iterator[Missing]:
    """The key of the drop box's lock to the table is with a role that may remove the box."""
    box, able, cite = at.one(DropBox), roles_of("table", "remove-box"), house.game.cites.get(Topic.DROP_BOX)
    if box is not None and cite is not None and box.table_key_holder not in able:
        named = " or ".join(role for role in ROLES if role in able)
        yield Missing(f"a drop box whose lock to the table opens with a key of the {named}", cite)


def box_keys(state: State, table: str) -> tuple[str, str]:
    """The roles with the key of the drop box's lock to the table, and with that of the box itself."""
    box = equipped(state, table).one(DropBox)
    return ("", "") if box is None else (box.table_key_holder, box.container_key_holder)


def kit_out(state: State, table: str) -> bool:
    """Whether a table has its kit from the pit: until it gives it back, its equipment stays as it is."""
    return state.kit_out(table) is not None
