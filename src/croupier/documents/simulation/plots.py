"""Plots of a simulation, in the palette of the par sheets: results, their spread, and what chance alone explains."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from math import ceil, exp, floor, log10
from typing import TYPE_CHECKING, Any

from croupier.documents.look import HOUSE, INK, LOSS, PUSH, QUIET, STYLE, TINT
from croupier.sim.fan import Fan
from croupier.sim.statistics import Figure, percentiles
from croupier.sim.totals import SessionTotals

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: A function that draws on axes.
Draw = Callable[["Axes"], None]

BARS = 48
HALF, WHOLE = (3.5, 2.3), (7.2, 2.7)  # inches: one of two plots in a row, and a plot alone


def picture(draws: Sequence[Draw], size: tuple[float, float], form: str = "svg") -> bytes:
    """Several plots below each other, as SVG or PNG. The same figures give the same bytes."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Sheet

    style: Any = STYLE
    with matplotlib.rc_context(style):
        figure = Sheet(figsize=(size[0], size[1] * len(draws)), layout="constrained")
        FigureCanvasAgg(figure)
        for axes, draw in zip(figure.subplots(len(draws), squeeze=False)[:, 0], draws, strict=True):
            draw(axes)
        held = BytesIO()
        plain = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
        figure.savefig(held, format=form, metadata=plain, dpi=200, facecolor="white")
    return held.getvalue()


def svg(draw: Draw, size: tuple[float, float] = HALF) -> str:
    """One plot as SVG for a page."""
    text = picture([draw], size).decode("utf-8")
    return text[text.index("<svg") :]


def fan(found: Fan, bankroll: int = 0, goal: int | None = None) -> Draw:
    """What players have after every round: half of them are in the dark band, nine in ten in the pale one."""

    def draw(axes: Axes) -> None:
        lines = {p: [(bankroll + each[p]) / 100 for each in found.percentiles] for p in (5, 25, 50, 75, 95)}
        axes.fill_between(found.rounds, lines[5], lines[95], color=TINT, lw=0, label="nine in ten")
        axes.fill_between(found.rounds, lines[25], lines[75], color=HOUSE, alpha=0.45, lw=0, label="half")
        axes.plot(found.rounds, lines[50], color=INK, lw=1, label="median")
        for level in (bankroll, goal):
            if level is not None:
                axes.axhline(level / 100, color=QUIET, lw=0.6, ls=(0, (4, 3)))
        if goal is not None:
            axes.annotate("goal", (found.rounds[-1], goal / 100), (-2, 2), textcoords="offset points", ha="right")
        axes.set_xlim(0, found.rounds[-1])
        _dollars(axes.yaxis)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.set_xlabel("rounds")
        axes.set_ylabel("wealth" if bankroll else "result")
        _legend(axes)

    return draw


def chances(distribution: Iterable[tuple[int, Any]]) -> Draw:
    """The exact chance of every net of a round, on a logarithmic scale."""
    rows = [(net / 100, float(chance) * 100) for net, chance in distribution]

    def draw(axes: Axes) -> None:
        nets, shares = zip(*rows, strict=True)
        least = 10.0 ** floor(log10(min(shares) / 2))
        colors = [LOSS if net < 0 else PUSH if net == 0 else HOUSE for net in nets]
        axes.vlines(nets, least, shares, color=colors, lw=_thick(nets))
        axes.set_yscale("log")
        axes.set_ylim(least, 150)
        axes.minorticks_off()
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        axes.margins(x=0.04)
        _dollars(axes.xaxis)
        axes.set_xlabel("net of a round")
        axes.set_ylabel("chance, logarithmic scale")

    return draw


def by_chance(figure: Figure) -> Draw:
    """The distribution of the mean by chance alone, and the observed mean."""
    assert figure.expected is not None
    assert figure.error
    assert figure.observed is not None
    middle, error, seen = float(figure.expected), figure.error, figure.observed

    def draw(axes: Axes) -> None:
        reach = max(4.0, abs(seen - middle) / error * 1.15)
        steps = [reach * (at / 120 - 1) for at in range(241)]
        values, bell = [middle + step * error for step in steps], [exp(-step * step / 2) for step in steps]
        axes.fill_between(values, bell, color=TINT, lw=0)
        inner = [abs(step) <= 1.96 for step in steps]
        axes.fill_between(values, bell, where=inner, color=HOUSE, alpha=0.45, lw=0, label="95 % by chance")
        axes.axvline(middle, color=INK, lw=0.8, ls=(0, (4, 3)), label="expected")
        axes.axvline(seen, color=LOSS, lw=1.4, label="observed")
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        axes.set_xlim(values[0], values[-1])
        axes.set_ylim(0, 1.08)
        axes.locator_params(axis="x", nbins=5)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}¢".replace("-", "−"))
        axes.set_xlabel("net a round")
        _legend(axes)

    return draw


def results(totals: SessionTotals, exact: Mapping[int, Any] | None) -> Draw:
    """The number of sessions by result: observed as bars, exact as a line if known."""

    def draw(axes: Axes) -> None:
        values = {*totals.nets, *(exact or {})}
        edges = _edges(percentiles(totals.nets) | {0: min(totals.nets), 100: max(totals.nets)}, values)
        seen = _heights(totals.nets, edges, totals.streams)
        middles = [(a + b) / 200 for a, b in pairwise(edges)]
        colors = [LOSS if middle < 0 else HOUSE for middle in middles]
        axes.bar(middles, seen, width=(edges[1] - edges[0]) / 100 * 0.86, color=colors)
        if exact is not None:
            axes.stairs(_heights(exact, edges, 1), [edge / 100 for edge in edges], color=INK, lw=0.8, label="exact")
            _legend(axes)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        _dollars(axes.xaxis)
        axes.set_xlabel("result of a session")
        axes.set_ylabel("sessions")

    return draw


def drawdowns(totals: SessionTotals) -> Draw:
    """The share of sessions that fell at least this far below their highest wealth."""

    def draw(axes: Axes) -> None:
        falls, shares, left = [0.0], [100.0], totals.streams
        for fall in sorted(totals.drawdowns):
            falls.append(fall / 100)
            shares.append(left / totals.streams * 100)
            left -= totals.drawdowns[fall]
        axes.fill_between(falls, shares, step="pre", color=TINT, lw=0)
        axes.step(falls, shares, where="pre", color=HOUSE, lw=1)
        axes.set_ylim(0, 105)
        axes.set_xlim(0, falls[-1] or 1)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        _dollars(axes.xaxis)
        axes.set_xlabel("deepest fall, at least")
        axes.set_ylabel("sessions")

    return draw


def ranges(rows: Sequence[tuple[str, Mapping[int, int]]], label: str) -> Draw:
    """Plans side by side: nine in ten results in the thin line, half in the thick one, a dot at the median."""

    def draw(axes: Axes) -> None:
        for place, (_, found) in enumerate(reversed(rows)):
            low, first, middle, last, high = (found[p] / 100 for p in (5, 25, 50, 75, 95))
            axes.hlines(place, low, high, color=QUIET, lw=1)
            axes.hlines(place, first, last, color=HOUSE, lw=7, alpha=0.55)
            axes.plot(middle, place, "o", color=INK, ms=4)
        axes.axvline(0, color=QUIET, lw=0.6, ls=(0, (4, 3)))
        axes.set_yticks(range(len(rows)), [name for name, _ in reversed(rows)])
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(-0.7, len(rows) - 0.3)
        _dollars(axes.xaxis)
        axes.set_xlabel(label)

    return draw


def _edges(known: Mapping[int, int], values: set[int]) -> list[int]:
    """Edges of equally wide bars in cents for all results, or for the middle 98 percent if a few are far away."""
    low, high = known[0], known[100]
    middle = known[99] - known[1] or 1
    low = low if known[1] - low <= middle else known[1]
    high = high if high - known[99] <= middle else known[99]
    inside = sorted(value for value in values if low <= value <= high)
    least = min((b - a for a, b in pairwise(inside)), default=100)
    width = max(1, ceil((high - low + least) / BARS / least)) * least
    count = (high - low) // width + 1
    start = low - least // 2
    return [start + width * at for at in range(count + 1)]


def _heights(counts: Mapping[int, Any], edges: Sequence[int], many: int) -> list[float]:
    """The height of each bar in percent of all results."""
    width, found = edges[1] - edges[0], [0.0] * (len(edges) - 1)
    for value, often in counts.items():
        place = (value - edges[0]) // width
        if 0 <= place < len(found):
            found[place] += float(often) / many * 100
    return found


def _thick(values: Sequence[float]) -> float:
    """The line width in points that keeps neighbouring lines apart on a plot half a page wide."""
    gap = min((b - a for a, b in pairwise(values)), default=1.0)
    return max(0.6, min(6.0, 150 * gap / ((values[-1] - values[0]) or 1.0)))


def _legend(axes: Axes) -> None:
    """The legend as a row above the plot, where it covers nothing."""
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, borderaxespad=0, borderpad=0.4)


def _dollars(axis: Any) -> None:
    def said(value: float, _: object) -> str:
        return f"{'−' if value < 0 else ''}${abs(value):,.2f}".removesuffix(".00")

    axis.set_major_formatter(said)
