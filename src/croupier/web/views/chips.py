"""The wagers on a layout as everybody sees them."""

from __future__ import annotations

from operator import is_
from typing import Any

from msgspec import UNSET, UnsetType

from croupier.core.machine import At, Standing
from croupier.felt import Felt
from croupier.house import House
from croupier.web.shared.wager_outcomes import SIDE_BETS
from croupier.web.views.patch import Shown, given


class ChipShown(Shown, frozen=True, kw_only=True, gc=False):
    """A wager; `on` is present only if it was called, or is off, and `lit` if it is locked in.

    The dealer has collected a wager that is locked in: instead of chips its sensor is lit.
    """

    player: str
    wager: str
    spot: str | UnsetType = UNSET
    stake: int
    tip: bool
    on: bool | UnsetType = UNSET
    locked: bool  # may not be reduced
    fixed: bool  # may not be raised
    prison: bool
    lit: bool | UnsetType = UNSET


def name_of(key: tuple[Any, ...]) -> str:
    """The key of a wager: player, wager, spot, whether it is a tip, and `held` for one in prison or waiting."""
    seat, wager, spot, waits, tip = key
    return f"{seat}|{wager}|{spot}|{int(tip)}{'|held' if waits else ''}"


def chip_shown(felt: Felt, each: Standing) -> ChipShown:
    """One wager on the layout."""
    works = felt.working(each) if felt.house.game.show.on_and_off else True
    wager, at = felt.wager(each.wager), At(felt.table, each.rules, felt.standing, each.seat, each.tip)
    on = each.call if each.call is not None else UNSET if works else False
    return ChipShown(
        player=each.seat,
        wager=each.wager,
        spot=given(each.spot),
        stake=each.stake or each.collected,
        tip=each.tip,
        on=on,
        locked=each.locked or wager.may("reduce", each, at) is not None,
        fixed=each.locked or each.wager in House.of(each).meters or wager.may("raise", each, at) is not None,
        prison=each.locked and not each.collected,
        lit=True if each.collected else UNSET,
    )


def _look_around(felt: Felt) -> set[str]:
    """The wagers whose chips depend on the player's other wagers: odds do, and some side bets."""
    wagers = map(felt.wager, {each.wager for each in felt.standing})
    return {wager.id for wager in wagers if wager.parent is not None or wager.group == SIDE_BETS}


def chips_shown(
    felt: Felt, before: Felt | None = None, shown: dict[str, ChipShown] | None = None
) -> dict[str, ChipShown]:
    """The chips of a felt by name.

    If `shown` are the chips of the felt `before` it, only those that changed are made again. If none has changed, it
    is the same dictionary.
    """
    if shown is None or before is None or felt.house is not before.house or felt.table is not before.table:
        return {name_of(each.key): chip_shown(felt, each) for each in felt.standing}
    if felt.standing is before.standing:
        return shown
    gone, new = _exchanged(before.standing, felt.standing)
    chips = dict(shown)
    for each in gone:
        del chips[name_of(each.key)]
    if around := _look_around(felt):
        moved = {each.seat for each in (*gone, *new)}
        new += [each for each in felt.standing if each.wager in around and each.seat in moved]
    for each in new:
        chips[name_of(each.key)] = chip_shown(felt, each)
    return chips


def _exchanged(old: tuple[Standing, ...], new: tuple[Standing, ...]) -> tuple[list[Standing], list[Standing]]:
    """The removed and the added wagers. Usually there are few, next to each other."""
    begins = _alike(old, new)
    ends = min(_alike(old[::-1], new[::-1]), len(old) - begins, len(new) - begins)
    before, now = old[begins : len(old) - ends], new[begins : len(new) - ends]
    known, kept = set(map(id, before)), set(map(id, now))
    return [each for each in before if id(each) not in kept], [each for each in now if id(each) not in known]


def _alike(one: tuple[Standing, ...], other: tuple[Standing, ...]) -> int:
    """How many wagers at the start are the same objects."""
    same = bytes(map(is_, one, other))
    return len(same) if (differs := same.find(0)) < 0 else differs
