"""Roulette, settled naively: the layout as rectangles, the wagers as sets of pockets (30-2203, 30-2204).

Wheels are "single-zero", "double-zero" and "triple-zero" (30-2210(2)(a)-(c)); `converted=True` is a double-
or triple-zero wheel used as single zero (30-2210(2)(d), reading R7).
"""

from __future__ import annotations

from itertools import combinations

Pockets = frozenset[str]
Box = tuple[int, int, int, int]  # left, top, right, bottom on a layout six wide; row 1 is y 0 to 1

NUMBERS: tuple[str, ...] = tuple(str(n) for n in range(1, 37))
ZEROS: dict[str, tuple[str, ...]] = {
    "single-zero": ("0",),
    "double-zero": ("0", "00"),
    "triple-zero": ("0", "00", "000"),
}
ORDER: tuple[str, ...] = ("0", "00", "000", *NUMBERS)


def _group(text: str) -> Pockets:
    """A set of pockets typed with blanks between them."""
    return frozenset(text.split())


# The customary colors: 30-2210(2) has them alternate round the wheel whose order reading R19 gives.
RED: Pockets = _group("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36")
BLACK: Pockets = frozenset(NUMBERS) - RED

# 30-2204(1): what each wager is paid, to 1.
PAYS: dict[str, int] = {
    "straight": 35, "split": 17, "street": 11, "trio": 11, "corner": 8, "first-five": 6, "line": 5,
    "column": 2, "dozen": 2, "red": 1, "black": 1, "odd": 1, "even": 1, "low": 1, "high": 1,
}  # fmt: skip
WAGERS: tuple[str, ...] = tuple(PAYS)
INSIDE: frozenset[str] = frozenset({"straight", "split", "street", "trio", "corner", "first-five", "line"})
EVEN_MONEY: frozenset[str] = frozenset({"red", "black", "odd", "even", "low", "high"})
NEEDS_SPOT: frozenset[str] = (INSIDE - {"first-five"}) | {"column", "dozen"}

# 30-2203(6)(c)(i) with reading R1: only these groups of three besides the rows.
PRINTED_TRIOS: tuple[Pockets, ...] = (
    frozenset({"0", "1", "2"}),
    frozenset({"0", "2", "00"}),
    frozenset({"00", "2", "3"}),
    frozenset({"0", "00", "000"}),
)
# 30-2203(6)(e) with reading R3.
FIRST_FIVE: Pockets = frozenset({"0", "00", "1", "2", "3"})

OUTSIDE_POCKETS: dict[str, Pockets] = {
    # 30-2203(6)(i)-(n) with reading R4: no zero is in any of them
    "red": RED,
    "black": BLACK,
    "odd": frozenset(str(n) for n in range(1, 37, 2)),
    "even": frozenset(str(n) for n in range(2, 37, 2)),
    "low": frozenset(str(n) for n in range(1, 19)),
    "high": frozenset(str(n) for n in range(19, 37)),
}
COLUMNS: dict[str, Pockets] = {  # 30-2203(6)(g), reading R8: column 1 begins with 1
    "1": _group("1 4 7 10 13 16 19 22 25 28 31 34"),
    "2": _group("2 5 8 11 14 17 20 23 26 29 32 35"),
    "3": _group("3 6 9 12 15 18 21 24 27 30 33 36"),
}
DOZENS: dict[str, Pockets] = {  # 30-2203(6)(h)
    "1": _group("1 2 3 4 5 6 7 8 9 10 11 12"),
    "2": _group("13 14 15 16 17 18 19 20 21 22 23 24"),
    "3": _group("25 26 27 28 29 30 31 32 33 34 35 36"),
}


def pockets(wheel: str) -> tuple[str, ...]:
    """Every compartment the ball can rest in (30-2210(2)(a)-(c)); a converted wheel keeps them all."""
    return (*ZEROS[wheel], *NUMBERS)


def boxes(wheel: str, converted: bool = False) -> dict[str, Box]:
    """The boxes a chip may touch (30-2203(6)); readings R1, R7, R8 say how the zeros lie.

    Each number is two wide and one high. A single zero spans the head of the table; otherwise 0 and 00 share
    it half and half, and 000 lies across the head of both. Converted: the 00 and 000 boxes are covered.
    """
    layout = {str(3 * row + col + 1): (2 * col, row, 2 * col + 2, row + 1) for row in range(12) for col in range(3)}
    if wheel == "single-zero":
        layout["0"] = (0, -1, 6, 0)
    else:
        layout["0"] = (0, -1, 3, 0)
        if not converted:
            layout["00"] = (3, -1, 6, 0)
            if wheel == "triple-zero":
                layout["000"] = (0, -2, 6, -1)
    return layout


def share_a_line(one: Box, other: Box) -> bool:
    """Two boxes with a stretch of border in common, not only a corner (30-2203(6)(b), reading R8)."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return (across == 0 and down > 0) or (down == 0 and across > 0)


def share_a_point(group: list[Box]) -> bool:
    """One point lies in every box of the group: their common corner (30-2203(6)(c)(ii), (d))."""
    left, top = max(box[0] for box in group), max(box[1] for box in group)
    right, bottom = min(box[2] for box in group), min(box[3] for box in group)
    return left <= right and top <= bottom


def _rows() -> list[list[str]]:
    """The twelve rows of three numbers."""
    return [[str(first), str(first + 1), str(first + 2)] for first in range(1, 37, 3)]


def legal_spots(wager: str, wheel: str, converted: bool = False) -> set[Pockets]:
    """Every lawful set of pockets of a wager on this layout (30-2203(6), readings R1-R3, R7, R8, A11)."""
    layout = boxes(wheel, converted)
    if wager == "straight":
        return {frozenset({name}) for name in layout}
    if wager == "split":
        return {frozenset(two) for two in combinations(layout, 2) if share_a_line(layout[two[0]], layout[two[1]])}
    if wager == "street":
        return {frozenset(row) for row in _rows()}
    if wager == "trio":
        return {trio for trio in PRINTED_TRIOS if trio <= layout.keys()}
    if wager == "corner":
        found = set()
        for first in range(1, 34):
            four = [str(first), str(first + 1), str(first + 3), str(first + 4)]
            if all(name in layout for name in four) and share_a_point([layout[name] for name in four]):
                found.add(frozenset(four))
        return found
    if wager == "first-five":
        return {FIRST_FIVE} if layout.keys() >= FIRST_FIVE else set()
    if wager == "line":
        rows = _rows()
        return {frozenset(rows[i] + rows[i + 1]) for i in range(11)}
    if wager == "column":
        return set(COLUMNS.values())
    if wager == "dozen":
        return set(DOZENS.values())
    return {OUTSIDE_POCKETS[wager]}


def canonical(group: Pockets) -> str:
    """The text of an inside spot: ascending with 0, 00, 000 first, joined by '-'."""
    return "-".join(sorted(group, key=ORDER.index))


def read_spot(wager: str, spot: str | None, wheel: str, converted: bool = False) -> tuple[str | None, Pockets] | None:
    """The canonical text and the pockets of a spot as typed, or None where it isn't a spot of this wager.

    A column or dozen is named 1, 2 or 3; a wager with a single spot takes no spot word (reading A10).
    """
    if wager not in NEEDS_SPOT:
        legal = legal_spots(wager, wheel, converted)
        return (None, next(iter(legal))) if spot is None and legal else None
    if spot is None:
        return None
    if wager == "column":
        return (spot, COLUMNS[spot]) if spot in COLUMNS else None
    if wager == "dozen":
        return (spot, DOZENS[spot]) if spot in DOZENS else None
    words = spot.split("-")
    group = frozenset(words)
    if len(group) != len(words) or group not in legal_spots(wager, wheel, converted):
        return None
    return (canonical(group), group)


def spot_names(wager: str, wheel: str, converted: bool = False) -> set[str | None]:
    """Canonical names of every lawful spot of a wager (None for a wager that has just one)."""
    if wager == "column":
        return set(COLUMNS)
    if wager == "dozen":
        return set(DOZENS)
    legal = legal_spots(wager, wheel, converted)
    if wager not in NEEDS_SPOT:
        return {None} if legal else set()
    return {canonical(group) for group in legal}


def half_back(stake_cents: int, chip: int = 100) -> int:
    """What a player takes back on 0: half, rounded up to the lowest chip (30-2204(2), reading R5)."""
    chips = stake_cents // chip
    assert chips * chip == stake_cents
    return (chips + 1) // 2 * chip


def settle(
    wager: str,
    covered: Pockets,
    stake_cents: int,
    pocket: str,
    *,
    converted: bool = False,
    in_prison: bool = False,
    imprisoned: bool = False,
    r5: str = "released",
) -> tuple[str, int] | None:
    """Grade and net once the ball rests (30-2203(5), 30-2204(1)); None where the spin decides nothing.

    On a converted wheel 00 and 000 void the spin (30-2210(2)(d)(ii)(B)): None. An even-money wager under In
    Prison on 0 (30-2204(2), R5) is ("asks", 0): the player must choose. Imprisoned: 0 or a loss loses it, a
    win releases it ("push", 0), or pays 1 to 1 where the house posts that.
    """
    if converted and pocket in ("00", "000"):
        return None
    won = pocket in covered
    if imprisoned:
        if not won:
            return ("lose", -stake_cents)
        return ("win", stake_cents) if r5 == "pays-even-money" else ("push", 0)
    if won:
        return ("win", stake_cents * PAYS[wager])
    if in_prison and not converted and wager in EVEN_MONEY and pocket == "0":
        return ("asks", 0)
    return ("lose", -stake_cents)


def choose(stake_cents: int, choice: str, chip: int = 100) -> tuple[str, int] | None:
    """The answer to an In Prison question (30-2204(2), R5): half back decides it, imprison doesn't."""
    if choice == "half-back":
        return ("half-back", half_back(stake_cents, chip) - stake_cents)
    assert choice == "imprison"
    return None
