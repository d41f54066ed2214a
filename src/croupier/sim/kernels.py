"""The CPU kernels: plain ones walk one stream, fast ones 64. They are in one file so that no numba cache is stale.

The plain kernels handle any chain, also with draws, different totals and large amounts. The fast ones need a chain
with the same total in all states that fits in packed cells. Each turn draws a block for every lane, which the
compiler vectorizes; then walks four lanes at a time, so that their memory loads overlap; then adds up, again
vectorized. A rejected word goes through a column that changes nothing. The plain kernel plays what remains of a
stream: the rounds after its last full block, and those that rejected words left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from croupier.sim.philox import BUMP, MULTIPLY, TIMES
from croupier.sim.tables import NEVER

# All words are uint64 with 32 bits: mixed with signed numbers they would become floats.
LEFT, RIGHT = np.uint64(MULTIPLY[0]), np.uint64(MULTIPLY[1])
LOW, HIGH = np.uint64(BUMP[0]), np.uint64(BUMP[1])
MASK, BITS, ONE = np.uint64(2**32 - 1), np.uint64(32), np.uint64(1)
GOAL, RUIN, LOSS_LIMIT, STOPPED, LAST = range(5)  # as in totals.ENDS
LANES = 64
ROUNDS = 16  # in a block: four words of four digits


@njit(nogil=True, cache=True, inline="always")
def philox(a: Any, b: Any, c: Any, d: Any, low: Any, high: Any) -> Any:
    """The four words for a counter under a key, all uint64 below 2**32."""
    for _ in range(TIMES):
        left, right = LEFT * a, RIGHT * c
        a, b, c, d = (right >> BITS) ^ b ^ low, right & MASK, (left >> BITS) ^ d ^ high, left & MASK
        low, high = (low + LOW) & MASK, (high + HIGH) & MASK
    return a, b, c, d


@njit(nogil=True, cache=True)
def words(block: Any, stream: Any, seed: Any, into: Any) -> None:
    """Write the four words of a block of a stream to `into`."""
    at, of, key = np.uint64(block), np.uint64(stream), np.uint64(seed)
    a, b, c, d = philox(at & MASK, at >> BITS, of & MASK, of >> BITS, key & MASK, key >> BITS)
    into[0], into[1], into[2], into[3] = a, b, c, d


@njit(nogil=True, cache=True)
def add(sums: Any, at: Any, value: Any) -> None:
    """Add a number of up to 64 bits to a sum of 128 bits."""
    sums[at] += value
    if sums[at] < value:
        sums[at + 1] += ONE


@njit(nogil=True, cache=True)
def remainder(word: Any, base: Any, digits: Any) -> Any:
    """The fraction that remains of a word after its digits are taken."""
    for _ in range(digits):
        word = (word * base) & MASK
    return word


@njit(nogil=True, cache=True)
def play_stream(
    arrays: Any, digits: Any, seed: Any, stream: Any, block: Any, state: Any, rounds: Any, sums: Any
) -> Any:
    """Play rounds of a stream from a block and a state on; return the net, add squares, wagered, decided to sums."""
    first, total, spare, is_draw, to, net, wagered, decided = arrays
    four = np.empty(4, dtype=np.uint64)
    won, this, staked, closed = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    while rounds > 0:
        words(block, stream, seed, four)
        block += 1
        for word in four:
            base = np.uint64(total[state])
            if remainder(word, base, digits) < spare[state]:
                continue
            for _ in range(digits):
                word *= base
                cell = first[state] + np.int64(word >> BITS)
                word &= MASK
                state = to[cell]
                this += net[cell]
                staked += wagered[cell]
                closed += decided[cell]
                if is_draw[state]:
                    continue
                won += this
                add(sums, 0, np.uint64(this * this))
                this = np.int64(0)
                rounds -= 1
                if rounds == 0:
                    break
            if rounds == 0:
                break
    add(sums, 2, np.uint64(staked))
    add(sums, 4, np.uint64(closed))
    return won


@njit(nogil=True, cache=True)
def play_streams(
    arrays: Any, digits: Any, seed: Any, first: Any, rounds: Any, more: Any, nets: Any, sums: Any
) -> None:
    """Play streams from `first` on, one for each element of `nets`. Streams below `more` play one round more."""
    for at in range(len(nets)):
        stream = first + at
        nets[at] = play_stream(arrays, digits, seed, stream, 0, 0, rounds + (stream < more), sums)


@njit(nogil=True, cache=True)
def ending(won: Any, low: Any, goal: Any, nothing: Any, floor: Any) -> Any:
    """How a finished session ended."""
    if won >= goal:
        return GOAL
    if won == nothing:
        return RUIN
    if won <= floor:
        return LOSS_LIMIT
    if low == NEVER:
        return STOPPED
    return RUIN if won < low else LAST


@njit(nogil=True, cache=True)
def play_sessions(arrays: Any, digits: Any, seed: Any, first: Any, limits: Any, results: Any, wagered: Any) -> None:
    """Play sessions from `first` on: units won, rounds, deepest fall and end of each, and the sum of all wagers."""
    begin, total, spare, is_draw, to, net, stakes, _ = arrays
    goal, nothing, floor, low, last = limits
    wons, lengths, falls, ends = results
    four = np.empty(4, dtype=np.uint64)
    for at in range(len(wons)):
        state, block, played = np.int64(0), 0, 0
        won, peak, fall, staked = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        over = False
        while not over:
            words(block, first + at, seed, four)
            block += 1
            for word in four:
                base = np.uint64(total[state])
                if remainder(word, base, digits) < spare[state]:
                    continue
                for _ in range(digits):
                    word *= base
                    cell = begin[state] + np.int64(word >> BITS)
                    word &= MASK
                    state = np.int64(to[cell])
                    won += net[cell]
                    staked += stakes[cell]
                    if is_draw[state]:
                        continue
                    played += 1
                    peak = max(peak, won)
                    fall = max(fall, peak - won)
                    over = won >= goal or won < low[state] or played >= last
                    if over:
                        break
                if over:
                    break
        wons[at], lengths[at], falls[at] = won, played, fall
        ends[at] = ending(won, low[state], goal, nothing, floor)
        add(wagered, 0, np.uint64(staked))


@njit(nogil=True, cache=True)
def draw_pairs(block: Any, stream: Any, seed: Any, base: Any, spare: Any, found: Any, lost: Any) -> None:
    """Draw a block for every lane: 8 pairs of digits, base * base for a rejected word; count those in `lost`."""
    key, other, at, after = seed & MASK, seed >> BITS, block & MASK, block >> BITS
    two = base * base
    none = np.uint32(two)
    for lane in range(LANES):
        of = stream + np.uint64(lane)
        a, b, c, d = philox(at, after, of & MASK, of >> BITS, key, other)
        rejected = np.uint64(0)
        for row, word in ((0, a), (2, b), (4, c), (6, d)):
            one = word * two
            rest = (one & MASK) * two
            bad = (rest & MASK) < spare
            found[row * LANES + lane] = none if bad else np.uint32(one >> BITS)
            found[(row + 1) * LANES + lane] = none if bad else np.uint32(rest >> BITS)
            rejected += np.uint64(bad)
        lost[lane] += rejected


@njit(nogil=True, cache=True)
def draw_digits(blocks: Any, streams: Any, seed: Any, base: Any, spare: Any, found: Any, lost: Any) -> None:
    """Draw a block for every lane, each of its own stream: 16 digits, base for a rejected word, counted in lost."""
    key, other = seed & MASK, seed >> BITS
    none = np.uint32(base)
    for lane in range(LANES):
        at, of = blocks[lane], streams[lane]
        a, b, c, d = philox(at & MASK, at >> BITS, of & MASK, of >> BITS, key, other)
        rejected = np.uint64(0)
        for row, word in ((0, a), (4, b), (8, c), (12, d)):
            one = word * base
            two = (one & MASK) * base
            three = (two & MASK) * base
            four = (three & MASK) * base
            bad = (four & MASK) < spare
            found[row * LANES + lane] = none if bad else np.uint32(one >> BITS)
            found[(row + 1) * LANES + lane] = none if bad else np.uint32(two >> BITS)
            found[(row + 2) * LANES + lane] = none if bad else np.uint32(three >> BITS)
            found[(row + 3) * LANES + lane] = none if bad else np.uint32(four >> BITS)
            rejected += np.uint64(bad)
        lost[lane] += rejected
        blocks[lane] = at + ONE


@njit(nogil=True, cache=True)
def walk_and_add(cells: Any, column: Any, shift: Any, drawn: Any, depth: Any, rows: Any, sums: Any) -> None:
    """Walk all lanes through what was drawn, four at a time; update the row of each, and the sum of its cells."""
    for at in range(0, LANES, 4):
        row0, row1, row2, row3 = rows[at], rows[at + 1], rows[at + 2], rows[at + 3]
        sum0, sum1, sum2, sum3 = sums[at], sums[at + 1], sums[at + 2], sums[at + 3]
        for step in range(depth):
            here = step * LANES + at
            cell0 = cells[row0 + np.uint64(column[drawn[here]])]
            cell1 = cells[row1 + np.uint64(column[drawn[here + 1]])]
            cell2 = cells[row2 + np.uint64(column[drawn[here + 2]])]
            cell3 = cells[row3 + np.uint64(column[drawn[here + 3]])]
            row0, row1, row2, row3 = cell0 >> shift, cell1 >> shift, cell2 >> shift, cell3 >> shift
            sum0, sum1, sum2, sum3 = sum0 + cell0, sum1 + cell1, sum2 + cell2, sum3 + cell3
        rows[at], rows[at + 1], rows[at + 2], rows[at + 3] = row0, row1, row2, row3
        sums[at], sums[at + 1], sums[at + 2], sums[at + 3] = sum0, sum1, sum2, sum3


@njit(nogil=True, cache=True)
def walk_apart(cells: Any, apart: Any, column: Any, shift: Any, drawn: Any, depth: Any, rows: Any, sums: Any) -> None:
    """Like `walk_and_add` with squares in their own array, two lanes at a time. Their sums follow the others."""
    for at in range(0, LANES, 2):
        row0, row1 = rows[at], rows[at + 1]
        sum0, sum1 = sums[at], sums[at + 1]
        square0, square1 = sums[LANES + at], sums[LANES + at + 1]
        for step in range(depth):
            here = step * LANES + at
            at0 = row0 + np.uint64(column[drawn[here]])
            at1 = row1 + np.uint64(column[drawn[here + 1]])
            cell0, cell1 = cells[at0], cells[at1]
            square0, square1 = square0 + apart[at0], square1 + apart[at1]
            row0, row1 = cell0 >> shift, cell1 >> shift
            sum0, sum1 = sum0 + cell0, sum1 + cell1
        rows[at], rows[at + 1] = row0, row1
        sums[at], sums[at + 1] = sum0, sum1
        sums[LANES + at], sums[LANES + at + 1] = square0, square1


@njit(nogil=True, cache=True)
def take_out(sums: Any, fields: Any, masks: Any, into: Any) -> None:
    """Add the fields of every lane's sum to `into`, and reset the sums."""
    for field in range(4):
        shift, mask = fields[field], masks[field]
        for lane in range(LANES):
            into[field, lane] += sums[lane] >> shift & mask
    for lane in range(LANES):
        into[3, lane] += sums[LANES + lane]
    sums[:] = 0


@njit(nogil=True, cache=True)
def play_streams_fast(
    packed: Any, arrays: Any, draw: Any, first: Any, each: Any, more: Any, nets: Any, total: Any
) -> None:
    """Play streams from `first` on, one for each element of `nets`. Streams below `more` play one round more."""
    cells, apart, column, width, fields, masks, flush, bias, pairs = packed
    seed, base, spare = draw
    drawn, lost = np.empty(ROUNDS * LANES, dtype=np.uint32), np.empty(LANES, dtype=np.uint64)
    rows, sums = np.empty(LANES, dtype=np.uint64), np.zeros(2 * LANES, dtype=np.uint64)
    block, stream = np.empty(LANES, dtype=np.uint64), np.empty(LANES, dtype=np.uint64)
    into = np.empty((4, LANES), dtype=np.uint64)
    shift, whole = fields[4], each // ROUNDS
    for begin in range(0, len(nets), LANES):
        rows[:], lost[:], block[:], into[:] = 0, 0, 0, 0
        for lane in range(LANES):
            stream[lane] = np.uint64(first + begin + lane)
        for turn in range(whole):
            if pairs:
                draw_pairs(np.uint64(turn), stream[0], seed, base, spare, drawn, lost)
            else:
                draw_digits(block, stream, seed, base, spare, drawn, lost)
            if len(apart):
                walk_apart(cells, apart, column, shift, drawn, 8 if pairs else 16, rows, sums)
            elif pairs:  # with a constant the compiler unrolls the loop
                walk_and_add(cells, column, shift, drawn, 8, rows, sums)
            else:
                walk_and_add(cells, column, shift, drawn, 16, rows, sums)
            if turn % flush == flush - 1:
                take_out(sums, fields, masks, into)
        take_out(sums, fields, masks, into)
        for lane in range(min(LANES, len(nets) - begin)):
            of, done = first + begin + lane, ROUNDS * whole - 4 * np.int64(lost[lane])
            state, left = np.int64(rows[lane]) // width, each + (of < more) - done
            net = play_stream(arrays, 4, seed, of, whole, state, left, total)
            nets[begin + lane] = net + np.int64(into[0, lane]) - bias * done
            add(total, 0, into[3, lane])
            add(total, 2, into[1, lane])
            add(total, 4, into[2, lane])


@njit(nogil=True, cache=True)
def draw_only(draw: Any, blocks: Any, pairs: Any) -> Any:
    """Draw blocks for every lane as a walk does, in pairs or single digits, and only add them up. For benchmarks."""
    seed, base, spare = draw
    drawn, lost = np.zeros(ROUNDS * LANES, dtype=np.uint32), np.zeros(LANES, dtype=np.uint64)
    block, stream = np.zeros(LANES, dtype=np.uint64), np.arange(LANES).astype(np.uint64)
    total = np.uint64(0)
    for turn in range(blocks):
        if pairs:
            draw_pairs(np.uint64(turn), stream[0], seed, base, spare, drawn, lost)
        else:
            draw_digits(block, stream, seed, base, spare, drawn, lost)
        for at in range(ROUNDS * LANES // 2 if pairs else ROUNDS * LANES):
            total += np.uint64(drawn[at])
    return total


@njit(nogil=True, cache=True)
def walk_and_keep(cells: Any, column: Any, shift: Any, drawn: Any, rows: Any, seen: Any) -> None:
    """Walk all lanes through 16 digits, four at a time, and keep every cell on the way."""
    for at in range(0, LANES, 4):
        row0, row1, row2, row3 = rows[at], rows[at + 1], rows[at + 2], rows[at + 3]
        for step in range(ROUNDS):
            here = step * LANES + at
            cell0 = cells[row0 + np.uint64(column[drawn[here]])]
            cell1 = cells[row1 + np.uint64(column[drawn[here + 1]])]
            cell2 = cells[row2 + np.uint64(column[drawn[here + 2]])]
            cell3 = cells[row3 + np.uint64(column[drawn[here + 3]])]
            row0, row1, row2, row3 = cell0 >> shift, cell1 >> shift, cell2 >> shift, cell3 >> shift
            seen[here], seen[here + 1], seen[here + 2], seen[here + 3] = cell0, cell1, cell2, cell3
        rows[at], rows[at + 1], rows[at + 2], rows[at + 3] = row0, row1, row2, row3


@njit(nogil=True, cache=True)
def follow(seen: Any, packed: Any, goal: Any, last: Any, lanes: Any) -> None:
    """Apply 16 cells to the session of every lane. A session that is over no longer changes.

    A lane has the units won, their peak, the deepest fall, the least win that continues, the rounds played, the units
    wagered, and whether it is live (all bits set, or none).
    """
    _, _, fields, masks, bias, least = packed
    low_at, wagered_at, net_at = fields[0], fields[1], fields[2]
    low_mask, wagered_mask, net_mask = masks[0], masks[1], masks[2]
    for begin in range(0, ROUNDS * LANES, 4 * LANES):
        for lane in range(LANES):
            won, peak, fall, low = lanes[lane], lanes[LANES + lane], lanes[2 * LANES + lane], lanes[3 * LANES + lane]
            played, staked, live = lanes[4 * LANES + lane], lanes[5 * LANES + lane], lanes[6 * LANES + lane]
            for step in range(4):
                cell = seen[begin + step * LANES + lane]
                won += (np.int64(cell >> net_at & net_mask) - bias) & live
                played += np.int64(cell & ONE) & live
                staked += np.int64(cell >> wagered_at & wagered_mask) & live
                mark = cell >> low_at & low_mask
                goes_on = NEVER if mark == low_mask else np.int64(mark) + least
                low = goes_on if live else low
                peak = max(peak, won)
                fall = max(fall, peak - won)
                live = 0 if (won >= goal) | (won < low) | (played >= last) else live
            lanes[lane], lanes[LANES + lane], lanes[2 * LANES + lane], lanes[3 * LANES + lane] = won, peak, fall, low
            lanes[4 * LANES + lane], lanes[5 * LANES + lane], lanes[6 * LANES + lane] = played, staked, live


@njit(nogil=True, cache=True)
def play_sessions_fast(packed: Any, draw: Any, first: Any, limits: Any, results: Any, wagered: Any) -> None:
    """Play sessions from `first` on: units won, rounds, deepest fall and end of each, and the sum of all wagers."""
    cells, column, fields, _, _, _ = packed
    seed, base, spare = draw
    goal, nothing, floor, _, last = limits
    wons, lengths, falls, ends = results
    drawn, seen = np.empty(ROUNDS * LANES, dtype=np.uint32), np.empty(ROUNDS * LANES, dtype=np.uint64)
    rows, lost = np.zeros(LANES, dtype=np.uint64), np.zeros(LANES, dtype=np.uint64)
    block, stream = np.zeros(LANES, dtype=np.uint64), np.zeros(LANES, dtype=np.uint64)
    lanes, session = np.zeros(7 * LANES, dtype=np.int64), np.full(LANES, -1, dtype=np.int64)
    coming, going = 0, 0
    while True:
        for lane in range(LANES):
            if lanes[6 * LANES + lane]:
                continue
            at = session[lane]
            if at >= 0:
                won, low = lanes[lane], lanes[3 * LANES + lane]
                wons[at], lengths[at], falls[at] = won, lanes[4 * LANES + lane], lanes[2 * LANES + lane]
                ends[at] = ending(won, low, goal, nothing, floor)
                add(wagered, 0, np.uint64(lanes[5 * LANES + lane]))
                session[lane] = -1
                going -= 1
            if coming < len(wons):
                session[lane] = coming
                for part in range(6):
                    lanes[part * LANES + lane] = 0
                lanes[6 * LANES + lane] = -1
                rows[lane], block[lane], stream[lane] = 0, 0, np.uint64(first + coming)
                coming += 1
                going += 1
        if not going:
            return
        draw_digits(block, stream, seed, base, spare, drawn, lost)
        walk_and_keep(cells, column, fields[3], drawn, rows, seen)
        follow(seen, packed, goal, last, lanes)
