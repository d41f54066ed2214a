"""Plots of the odds explorer as SVG in the palette of the pages: how often each net comes, how evenings end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import floor, log10

from croupier.games.svg import element
from croupier.text.money import dollars

#: Size of a plot of sessions; a plot of nets is narrower, beside a table.
WIDTH, NARROW = 720, 440
LEFT, RIGHT, BAR, GAP = 84, 110, 26, 9
#: The ratio from which a plot has a logarithmic scale.
RARE = 0.02
#: The most bars of a plot; the last one collects the rest.
MOST_BARS = 14
BINS = 45


@dataclass(frozen=True, slots=True)
class Evenings:
    """The words of a plot of sessions: its title, those of its two axes, and the name of the line at the mean."""

    title: str
    share: str
    result: str
    mean: str


def payouts(distribution: Sequence[tuple[Fraction, Fraction]], title: str) -> str:
    """A bar for each net, the best at the top."""
    rows = [(net, float(chance)) for net, chance in sorted(distribution, reverse=True)]
    if len(rows) > MOST_BARS:
        rows = _fewer(rows)
    least = min(chance for _, chance in rows)
    rare = least < RARE
    decades = -floor(log10(least)) if rare else 0
    across = NARROW - LEFT - RIGHT
    parts = []
    for place, (net, chance) in enumerate(rows):
        y = 8 + place * (BAR + GAP)
        share = 1 + log10(chance) / decades if rare else chance / max(value for _, value in rows)
        kind = "lost" if net < 0 else "even" if net == 0 else "won"
        width = f"{max(2.0, share * across):.1f}"
        parts.append(_text(LEFT - 12, y + 18, _net(net), anchor="end", kind="name"))
        parts.append(element("rect", x=LEFT, y=y, width=width, height=BAR, rx=3, class_=f"bar {kind}"))
        parts.append(_text(LEFT + float(width) + 8, y + 18, _share(chance), kind="value"))
    height = 16 + len(rows) * (BAR + GAP)
    return _plot(NARROW, height, title, *parts)


def _fewer(rows: list[tuple[Fraction, float]]) -> list[tuple[Fraction, float]]:
    """Merge neighboring nets; each bar is named after its most frequent net."""
    size = -(-len(rows) // MOST_BARS)
    found = []
    for start in range(0, len(rows), size):
        some = rows[start : start + size]
        found.append((max(some, key=lambda row: row[1])[0], sum(chance for _, chance in some)))
    return found


def evening(results: Sequence[tuple[int, float]], mean: float, said: Evenings) -> str:
    """How sessions end: bars over the results in dollars; the few beyond either end are in the last bars."""
    low, high = _quantile(results, 0.002), _quantile(results, 0.998)
    low, high = min(low, 0), max(high, 0)
    step = _step((high - low) / BINS)
    first = floor(low / step)
    counts = [0.0] * (floor(high / step) - first + 1)
    for net, chance in results:
        counts[min(max(floor(net / step) - first, 0), len(counts) - 1)] += chance
    height, top, foot, left, right = 380, 66, 70, 84, 16
    across, tall = (WIDTH - left - right) / len(counts), height - top - foot
    most = max(counts)
    parts = [*_shares(most, left, right, top, tall), _text(left, 22, said.share, kind="axis-title")]
    for place, chance in enumerate(counts):
        from_cents = (first + place) * step
        kind = "lost" if from_cents + step <= 0 else "won" if from_cents > 0 else "even"
        bar = chance / most * tall
        if chance:
            over = element(
                "title", escape(f"{_money(from_cents)} … {_money(from_cents + step - 1)}: {_share(chance)}")
            )
            box = {"x": f"{left + place * across + 0.5:.1f}", "y": f"{top + tall - bar:.1f}"}
            size = {"width": f"{max(1.0, across - 1.5):.1f}", "height": f"{max(bar, 0.7):.1f}"}
            parts.append(element("rect", over, **box, **size, class_=f"bar {kind}"))
    parts.append(element("path", d=f"M{left} {top + tall}H{WIDTH - right}", class_="axis"))
    parts += _ticks(first * step, (first + len(counts)) * step, left, WIDTH - right, top + tall)
    parts.append(_text(WIDTH - right, height - 8, said.result, anchor="end", kind="axis-title"))
    x = left + (mean / step - first) * across
    parts.append(element("path", d=f"M{x:.1f} {top - 8}V{top + tall}", class_="mean"))
    anchor = "end" if x > WIDTH / 2 else "start"
    parts.append(_text(x, top - 14, said.mean, anchor=anchor, kind="mean-name"))
    return _plot(WIDTH, height, said.title, *parts)


def _shares(most: float, left: int, right: int, top: int, tall: int) -> list[str]:
    """The vertical scale: a line for every round percentage up to the highest bar."""
    percent = 100 * most
    step = next(
        size for power in range(-6, 2) for factor in (1, 2, 5) if percent <= 4 * (size := factor * 10.0**power)
    )
    found = []
    for place in range(floor(percent / step) + 1):
        y = top + tall - place * step / percent * tall
        found.append(element("path", d=f"M{left} {y:.1f}H{WIDTH - right}", class_="grid"))
        found.append(_text(left - 8, y + 6, f"{place * step:.4g} %", anchor="end", kind="share"))
    return found


def _ticks(low: float, high: float, left: int, right: int, y: int) -> list[str]:
    step = _step((high - low) / 7)
    found = []
    at = floor(low / step) * step
    while at <= high:
        if at >= low:
            x = left + (at - low) / (high - low) * (right - left)
            anchor = "start" if x < left + 20 else "end" if x > right - 20 else "middle"
            found.append(element("path", d=f"M{x:.1f} {y}v6", class_="axis"))
            between = " between" if high - low > 4 * step and round(at / step) % 2 else ""  # hidden on narrow screens
            found.append(_text(x, y + 26, _money(at), anchor=anchor, kind=f"tick{between}"))
        at += step
    return found


def _step(size: float) -> int:
    """The next higher round number of cents."""
    for power in range(2, 12):
        for factor in (1, 2, 5):
            if factor * 10**power >= size:
                return int(factor * 10**power)
    raise AssertionError("no session goes so far")


def _quantile(results: Sequence[tuple[int, float]], share: float) -> int:
    upto = 0.0
    for net, chance in results:
        upto += chance
        if upto >= share:
            return net
    return results[-1][0]


def _money(cents: float) -> str:
    return dollars(int(cents) // 100 * 100).replace("-", "−")


def _net(net: Fraction) -> str:
    text = f"{float(net):+,.4g}" if abs(net) < 1000 else f"{float(net):+,.0f}"
    return "0" if net == 0 else text.replace("-", "−")


def _share(chance: float) -> str:
    """A chance as text; a rare one as "1 in N"."""
    if chance >= 0.001:
        return f"{chance:.2%}"
    return f"1 in {1 / chance:,.0f}" if chance else "0"


def _text(x: float, y: float, words: str, *, anchor: str = "start", kind: str) -> str:
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "text_anchor": anchor, "class_": kind}
    return element("text", escape(words), **place)


def _plot(width: int, height: int, title: str, *parts: str) -> str:
    return element(
        "svg",
        element("title", escape(title)),
        *parts,
        viewBox=f"0 0 {width} {height}",
        class_="plot",
        role="img",
        aria_label=title,
    )
