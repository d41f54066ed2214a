"""Which amounts a table would take from a player on a spot now: the most, and those next to an amount.

The table itself decides about every amount, so this can't differ from what it will accept. It takes some
milliseconds: call it from a thread.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from croupier.core.refusal import Code, Refusal
from croupier.floor.guests import player
from croupier.table import State, decide
from croupier.table.acts.wagers.placing import Place

#: Refusals that another amount may avoid.
_OF_AMOUNTS = frozenset(
    {Code.NOT_POSITIVE, Code.NOT_WHOLE_CHIPS, Code.NOT_WHOLE_PARTS, Code.NOT_ENOUGH_CHIPS}
    | {code for code in Code if Code.UNDER_MINIMUM <= code <= Code.CANNOT_BE_PAID}
)


class Amounts(msgspec.Struct, frozen=True):
    """Amounts in cents that can be added to a spot now: the most, and the nearest below and above a wanted one.

    If the wager has a usual unit, those that make whole units are among the nearest.
    """

    most: int | None = None
    near: tuple[int, ...] = ()


def accepted_amounts(
    state: State, name: str, wager: str, spot: str | None, wanted: int, own: int | None = None
) -> Amounts:
    """The amounts for a player; none if no amount would be taken. `own` is what the player's own limits allow."""
    if state.play is None or state.seat(name) is None:
        return Amounts()
    chip, by = state.house.lowest_chip, player(name)

    def refused(amount: int) -> Refusal | None:
        asked = Place(id="?", by=by, at=state.at, player=name, wager=wager, spot=spot, amount=amount)
        found = decide(asked, state)
        return found if isinstance(found, Refusal) else None

    def first(amounts: Iterable[int]) -> int | None:
        return next((each for each in amounts if refused(each) is None), None)

    no = refused(chip)
    if no is not None and no.code not in _OF_AMOUNTS:
        return Amounts()
    top = min(state.felt.rack(name), max(limit.most for limit in state.house.limits.values()))
    top = (top if own is None else min(top, own)) // chip * chip
    most = first(range(top, 0, -chip))
    if most is None:
        return Amounts()
    at = wanted // chip * chip
    below, above = first(range(min(at, most), 0, -chip)), first(range(at + chip, most + 1, chip))
    units = first(_to_units(state, name, wager, spot, wanted))
    near = {each for each in (below, above, units) if each is not None and each != wanted}
    return Amounts(most, tuple(sorted(near)))


def _to_units(state: State, name: str, wager: str, spot: str | None, wanted: int) -> tuple[int, ...]:
    """The amounts next to the wanted one that bring the stake on a spot to whole units: the higher one first."""
    unit = state.house.game.units(state.house).get(wager)
    if unit is None:
        return ()
    standing = state.felt.find(name, wager, spot)
    stake = 0 if standing is None else standing.stake
    below = (stake + wanted) // unit * unit - stake
    return (below + unit, below)
