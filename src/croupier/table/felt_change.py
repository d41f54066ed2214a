"""What an event changes on the felt, in the form that the event records: computed when decided, applied at replay.

The wagers on the layout are recorded as a walk over the list before the event: a positive number keeps that many, a
negative number removes that many, and a `Laid` inserts a wager.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import Any

from msgspec import Struct

from croupier.core.machine import Standing
from croupier.felt import Felt
from croupier.felt.meter import Meter
from croupier.house import House
from croupier.table.rows import Counter
from croupier.table.shapes import SHAPES
from croupier.table.state import State


class Laid(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A wager on the layout; `house` is the version it was placed under, if another one is in force now."""

    seat: str
    wager: str
    spot: str | None
    stake: int
    house: str | None = None
    state: Any = None  # the wager's own state, as plain JSON
    call: bool | None = None
    commission: int = 0
    choices: tuple[str, ...] = ()
    draw: str | None = None
    locked: bool = False
    tip: bool = False
    collected: int = 0  # the stake of a wager that is locked in


class Changed(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """What changed on the felt; fields left out did not change."""

    table: Any = None  # the game's own state as plain JSON: point, hand, last number, direction
    racks: tuple[tuple[str, int], ...] = ()  # differences: the content of a rack is private
    standing: tuple[int | Laid, ...] = ()
    barred: tuple[tuple[str, str, str], ...] | None = None
    tip_box: int | None = None
    meters: tuple[Counter, ...] | None = None


NOTHING = Changed()
Houses = Callable[[str], House]
Racks = tuple[tuple[str, int], ...]

#: Cached plain JSON of game and wager states: there are few different ones. Callers must not change the result.
_plain = lru_cache(maxsize=4096)(SHAPES.plain)
#: One-entry memo: felt, change, next felt. After `changed`, `applied` is mostly called with the same values.
_last: tuple[Felt | None, Changed, Felt | None] = (None, NOTHING, None)


# Computing a change -----------------------------------------------------------------------------------------
def changed(before: Felt, after: Felt) -> Changed:
    """The difference of two felts; both have the same players in the same order."""
    global _last
    _, table, racks, standing, barred, tip_box, meters_ = before
    found = Changed(
        None if after.table is table or after.table == table else _plain(after.table),
        () if after.racks is racks else _racks(before, after),
        () if after.standing is standing else _walk(standing, after),
        None if after.barred is barred or after.barred == barred else tuple(sorted(after.barred)),
        None if after.tip_box == tip_box else after.tip_box,
        None if after.meters is meters_ or after.meters == meters_ else counters(after),
    )
    _last = before, found, after
    return found


def changed_for(player: str, before: Felt, after: Felt) -> tuple[Changed, int]:
    """`changed` for an act of one player, and the amount that went from the player's rack to the layout.

    That amount is a field of the event, so no rack is recorded here.
    """
    global _last
    moved = before.rack(player) - after.rack(player)
    found = Changed(
        None if after.table is before.table or after.table == before.table else _plain(after.table),
        (),
        () if after.standing is before.standing else _walk(before.standing, after),
        None if after.barred is before.barred or after.barred == before.barred else tuple(sorted(after.barred)),
    )
    _last = before, found, after
    return found, moved


def counters(felt: Felt) -> tuple[Counter, ...]:
    """The meters as an event records them."""
    return tuple([Counter(each.wager, each.seeded, each.contributed, each.awarded) for each in felt.meters])


def _racks(before: Felt, after: Felt) -> Racks:
    pairs = zip(before.racks, after.racks, strict=True)
    return tuple([(now[0], now[1] - then[1]) for then, now in pairs if now is not then and now != then])


def _walk(old: tuple[Standing, ...], felt: Felt) -> tuple[int | Laid, ...]:
    """The wagers of a felt as a walk over the old ones. Fast for the usual case, a change of one wager."""
    new, house = felt.standing, felt.house
    first: int = next(compress(count(), map(is_not, old, new)), min(len(old), len(new)))
    more = len(new) - len(old)
    here: tuple[int | Laid, ...]
    if more == 1 and old[first:] == new[first + 1 :]:
        here, rest = (_laid(new[first], house),), len(old) - first
    elif more == -1 and old[first + 1 :] == new[first:]:
        here, rest = (-1,), len(new) - first
    elif more == 0 and first < len(old) and old[first] != new[first] and old[first + 1 :] == new[first + 1 :]:
        here, rest = (-1, _laid(new[first], house)), len(new) - first - 1
    else:
        return _long_walk(old, felt)
    if not first or not rest:
        return (*((first,) if first else ()), *here, *((rest,) if rest else ()))
    return (first, *here, rest)


def _long_walk(old: tuple[Standing, ...], felt: Felt) -> tuple[int | Laid, ...]:
    """`_walk` for any number of changes; often wagers are only removed."""
    if (fewer := _fewer(old, felt.standing)) is not None:
        return fewer
    steps: list[int | Laid] = []
    for step in _between(old, felt):
        _take(steps, step)
    return tuple(steps)


def _fewer(old: tuple[Standing, ...], new: tuple[Standing, ...]) -> tuple[int, ...] | None:
    """The walk if wagers were only removed; otherwise None."""
    steps, at = [0], 0
    for each in new:
        try:
            there = old.index(each, at)
        except ValueError:
            return None
        if there > at:
            steps += [at - there, 0]
        steps[-1] += 1
        at = there + 1
    return tuple([step for step in (*steps, at - len(old)) if step])


def _take(steps: list[int | Laid], step: int | Laid) -> None:
    """Append a step, merged with the last one where both keep or both remove."""
    before = steps[-1] if steps else None
    if isinstance(step, int) and isinstance(before, int) and (before > 0) is (step > 0):
        steps[-1] = before + step
    else:
        steps.append(step)


def _between(old: tuple[Standing, ...], felt: Felt) -> Iterable[int | Laid]:
    """The walk in single steps; both lists are in the order of the layout."""
    order = {name: place for place, (name, _) in enumerate(felt.racks)}
    at = 0
    for each in felt.standing:
        key = _key(each, order)
        while at < len(old) and _key(old[at], order) < key:
            yield -1
            at += 1
        if at < len(old) and _key(old[at], order) == key:
            if old[at] == each:
                yield 1
            else:
                yield -1
                yield _laid(each, felt.house)
            at += 1
        else:
            yield _laid(each, felt.house)
    if at < len(old):
        yield at - len(old)


def _key(each: Standing, order: dict[str, int]) -> tuple[Any, ...]:
    return (order[each.seat], *each.key[1:])


def _laid(each: Standing, house: House) -> Laid:
    state, rules = each.state, each.rules
    assert isinstance(rules, House)
    return Laid(
        each.seat,
        each.wager,
        each.spot,
        each.stake,
        None if rules is house or rules.version == house.version else rules.version,
        state if state is None or type(state) in (bool, int, str) else _plain(state),
        each.call,
        each.commission,
        each.choices,
        each.draw,
        each.locked,
        each.tip,
        each.collected,
    )


# Applying a change ------------------------------------------------------------------------------------------
def applied(felt: Felt, change: Changed, houses: Houses) -> Felt:
    """The felt after a recorded change. No rule is checked; a change that does not fit raises an error."""
    return _known(felt, change) or _applied(felt, change, change.racks, houses)


def felt_after(state: State, change: Changed) -> Felt:
    """The felt of a table after a recorded change."""
    return applied(state.felt, change, state.house_by)


def applied_for(player: str, moved: int, felt: Felt, change: Changed, houses: Houses) -> Felt:
    """`applied` for a change found by `changed_for`."""
    return _known(felt, change) or _applied(felt, change, ((player, -moved),) if moved else (), houses)


def _known(felt: Felt, change: Changed) -> Felt | None:
    before, known, after = _last
    return after if before is felt and (known is change or known == change) else None


def _applied(felt: Felt, change: Changed, racks: Racks, houses: Houses) -> Felt:
    return Felt(
        felt.house,
        felt.table if change.table is None else SHAPES.value(change.table),
        _with_racks(felt.racks, racks) if racks else felt.racks,
        _walked(felt, change.standing, houses) if change.standing else felt.standing,
        felt.barred if change.barred is None else frozenset(change.barred),
        felt.tip_box if change.tip_box is None else change.tip_box,
        felt.meters if change.meters is None else meters(change.meters),
    )


def meters(recorded: Iterable[Counter]) -> tuple[Meter, ...]:
    """The meters that an event recorded."""
    return tuple([Meter(each.wager, each.seeded, each.contributed, each.awarded) for each in recorded])


def _with_racks(racks: Racks, change: Racks) -> Racks:
    if len(change) == 1:
        ((player, more),) = change
        at = [name for name, _ in racks].index(player)
        return (*racks[:at], (player, racks[at][1] + more), *racks[at + 1 :])
    by = dict(change)
    assert by.keys() <= {name for name, _ in racks}, f"not all of {sorted(by)} are seated"
    return tuple([(rack[0], rack[1] + by[rack[0]]) if rack[0] in by else rack for rack in racks])


def _walked(felt: Felt, walk: tuple[int | Laid, ...], houses: Houses) -> tuple[Standing, ...]:
    found: list[Standing] = []
    standing, at = felt.standing, 0
    for step in walk:
        if isinstance(step, Laid):
            found.append(_stands(step, felt.house if step.house is None else houses(step.house)))
            continue
        if step > 0:
            found += standing[at : at + step]
        at += abs(step)
    assert at == len(standing), f"the walk over {len(standing)} wagers ends at {at}"
    return tuple(found)


def _stands(laid: Laid, house: House) -> Standing:
    state = laid.state
    return Standing(
        laid.seat,
        laid.wager,
        laid.spot,
        laid.stake,
        state if state is None or type(state) in (bool, int, str) else SHAPES.value(state),
        house,
        laid.call,
        laid.commission,
        laid.choices,
        laid.draw,
        laid.locked,
        laid.tip,
        laid.collected,
    )
