"""Tables packed for speed: a cell is one 64-bit number with several fields, so one addition adds all fields.

The top bits of a cell are the start of the next state's row; adding these up does no harm. Below are four fields,
each with spare bits, so that several cells can be added before the sums must be taken out. Digits that have the same
effect in every state share a column. If the table stays small, a cell covers two rounds. The last column is for
rejected words: it changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from croupier.sim.tables import NEVER, Array, Limits, Tables

MOST_BYTES = 2**19  # for a table with two rounds per cell, so that it fits in the L2 cache
MOST_BYTES_OF_ONE = 2**27  # for a table with one round per cell
DIGITS = 4  # in a word, 16 in a block


@dataclass(frozen=True, eq=False)
class Packed:
    """A table with one or two rounds per cell."""

    rounds: int  # per cell: 1 or 2
    cells: Array  # uint64, rows of `width`
    squares: Array  # uint64, in rows of `width`, if they do not fit in the cells; otherwise empty
    column: Array  # uint16, by digit or pair of digits; the last one for a rejected word
    width: int
    fields: Array  # uint64: the first bit of net, wagered, decided, squares and row
    masks: Array  # uint64, of each field
    blocks: int  # how many may be added before the sums must be taken out
    bias: int  # units added to the net of every round, so that none is negative


def pack(tables: Tables, together: int = 2, apart: bool = False) -> Packed | None:
    """Pack tables with up to `together` rounds per cell; None if they do not fit.

    Squares get an array of their own if they do not fit in the cells, or if `apart` demands it.
    """
    if not tables.base or tables.digits != DIGITS:
        return None
    tries = [(rounds, alone) for rounds in range(together, 0, -1) for alone in (False, True) if alone or not apart]
    return next(filter(None, (_packed(tables, rounds, alone) for rounds, alone in tries)), None)


def pack_digits(tables: Tables, most_bytes: int) -> Packed | None:
    """Like `pack`, with a column for every digit or pair; two rounds per cell if that fits in `most_bytes`."""
    if not tables.base or tables.digits != DIGITS:
        return None
    limits = ((2, most_bytes), (1, MOST_BYTES_OF_ONE))
    return next(filter(None, (_packed(tables, rounds, False, most) for rounds, most in limits)), None)


def _packed(tables: Tables, rounds: int, apart: bool, most_bytes: int | None = None) -> Packed | None:
    kind, shown = classes(tables) if most_bytes is None else (np.arange(tables.base), np.arange(tables.base))
    width = len(shown) ** rounds + 1
    most_bytes = most_bytes or (MOST_BYTES if rounds == 2 else MOST_BYTES_OF_ONE)
    if width > 2**16 or tables.size * width * 8 > most_bytes:
        return None
    bias = max(0, int(-tables.net.min()))
    after, parts = _two(tables, shown) if rounds == 2 else _one(tables, shown)
    parts[0] += bias * rounds
    many = DIGITS * 4 // rounds  # cells in a block
    row_bits = (tables.size * width).bit_length()
    most = [max(1, int(part.max())) for part in (parts[:3] if apart else parts)]
    blocks = next((n for n in (16, 8, 4, 2, 1) if row_bits + _bits(most, many * n) <= 64), 0)
    if not blocks:
        return None
    sizes = [(each * many * blocks).bit_length() for each in most] + [0] * apart
    fields = np.array([*np.cumsum([0, *sizes[:-1]]), 64 - row_bits], dtype=np.uint64)
    cells = np.zeros((tables.size, width), dtype=np.uint64)
    cells[:, :-1] = _shifted(after * width, 64 - row_bits)
    cells[:, -1] = _shifted(np.arange(tables.size) * width, 64 - row_bits)
    for part, size, at in zip(parts, sizes, fields[:-1], strict=True):
        cells[:, :-1] |= _shifted(part, at) if size else np.uint64(0)
    squares = np.zeros((tables.size if apart else 0, width), dtype=np.uint64)
    if apart:
        squares[:, :-1] = parts[3].astype(np.uint64)
    masks = np.array([2**size - 1 for size in sizes], dtype=np.uint64)
    column = columns(kind, len(shown), rounds)
    return Packed(rounds, cells.ravel(), squares.ravel(), column, width, fields, masks, blocks, bias)


def _bits(most: list[int], cells: int) -> int:
    return sum((each * cells).bit_length() for each in most)


def classes(tables: Tables) -> tuple[Array, Array]:
    """Group digits with the same effect in every state; return each digit's group, and one digit of each group."""
    rows = [each.reshape(tables.size, -1) for each in (tables.next, tables.net, tables.wagered, tables.decided)]
    _, shown, kind = np.unique(np.concatenate(rows), axis=1, return_index=True, return_inverse=True)
    return kind.ravel(), shown


def columns(kind: Array, kinds: int, rounds: int) -> Array:
    """The column of each digit or pair of digits; the last one is that of a rejected word."""
    found = kind if rounds == 1 else (kind[:, None] * kinds + kind[None, :]).ravel()
    return np.append(found, kinds**rounds).astype(np.uint16)


def _one(tables: Tables, shown: Array) -> tuple[Array, list[Array]]:
    """By state and group of digits: the next state, and net, wagered, decided and squares of one round."""
    after, net, wagered, decided = (
        each.reshape(tables.size, -1)[:, shown] for each in (tables.next, tables.net, tables.wagered, tables.decided)
    )
    return after.astype(np.int64), [net.copy(), wagered, decided, net**2]


def _two(tables: Tables, shown: Array) -> tuple[Array, list[Array]]:
    """Like `_one` for two rounds, by state and pair of groups."""
    after, parts = _one(tables, shown)
    return after[after].reshape(tables.size, -1), [
        (part[:, :, None] + part[after]).reshape(tables.size, -1) for part in parts
    ]


@dataclass(frozen=True, eq=False)
class PackedSession:
    """A table with one round per cell, for sessions.

    A cell has, from the lowest bit: a bit that counts the round, the least win with which the session continues in
    the next state (all bits set: the plan has stopped there), the amount wagered, the net, and the row. A rejected
    word leaves the session where it is.
    """

    cells: Array  # uint64
    column: Array  # uint16
    fields: Array  # uint64: the first bit of low, wagered, net and row
    masks: Array  # uint64: of low, wagered and net
    bias: int  # units added to every net
    least: int  # units subtracted from every low


def pack_session(tables: Tables, limits: Limits) -> PackedSession | None:
    """Pack tables for sessions, one round per cell; None if they do not fit."""
    if not tables.base or tables.digits != DIGITS:
        return None
    kind, shown = classes(tables)
    after, (net, wagered, _, _) = _one(tables, shown)
    width, bias = len(shown) + 1, max(0, int(-tables.net.min()))
    going = limits.low[limits.low != NEVER]
    least, most = (int(going.min()), int(going.max())) if len(going) else (0, 0)
    sizes = [(most - least + 1).bit_length(), tables.most_wagered.bit_length(), int(net.max() + bias).bit_length()]
    low_at, wagered_at, net_at, row_at = np.cumsum([1, *sizes]).tolist()
    if (tables.size * width).bit_length() + row_at > 64:
        return None
    lows = np.where(limits.low == NEVER, 2 ** sizes[0] - 1, limits.low - least)
    cells = np.empty((tables.size, width), dtype=np.uint64)
    cells[:, :-1] = _shifted(after * width, row_at) | _shifted(net + bias, net_at) | np.uint64(1)
    cells[:, :-1] |= _shifted(wagered, wagered_at) | _shifted(lows[after], low_at)
    cells[:, -1] = _shifted(np.arange(tables.size) * width, row_at) | _shifted(np.array(bias), net_at)
    fields = np.array([low_at, wagered_at, net_at, row_at], dtype=np.uint64)
    masks = np.array([2**size - 1 for size in sizes], dtype=np.uint64)
    return PackedSession(cells.ravel(), columns(kind, len(shown), 1), fields, masks, bias, least)


def _shifted(numbers: Array, bits: int) -> Array:
    return numbers.astype(np.uint64) << np.uint64(bits)
