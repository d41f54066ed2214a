"""Plots of a par sheet as SVG: the same figures give the same bytes. Matplotlib is imported only when drawing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from croupier.documents.look import HOUSE, INK, LOSS, PUSH, QUIET, STYLE, TINT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDE, _HIGH = 3.5, 1.68  # inches
CLOSE = 0.2  # of the width of a plot: marks closer than this would have overlapping names


@contextmanager
def _drawing(found: list[str]) -> Iterator[Axes]:
    """An empty plot; its SVG is left in `found`."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(_WIDE, _HIGH), layout="constrained")
        FigureCanvasSVG(figure)
        yield figure.add_subplot()
        held = BytesIO()
        figure.savefig(held, format="svg", metadata={"Date": None, "Creator": None})
        text = held.getvalue().decode("utf-8")
        found.append(text[text.index("<svg") :])


def _net(net: Fraction) -> str:
    """A net as a label of an axis."""
    text = f"{float(net):+,.4g}" if abs(net) < 1000 else f"{float(net):+,.0f}"
    return "0" if net == 0 else text.replace("-", "−")


@lru_cache(maxsize=512)
def payouts(distribution: tuple[tuple[Fraction, Fraction], ...]) -> str:
    """The chance of every net as bars, on a logarithmic scale if some are rare."""
    from matplotlib.ticker import FuncFormatter

    found: list[str] = []
    with _drawing(found) as axes:
        nets, chances = zip(*distribution, strict=True)
        rare = min(chances) < Fraction(1, 50)
        values = [float(chance) * 100 for chance in chances]
        colors = [LOSS if net < 0 else PUSH if net == 0 else HOUSE for net in nets]
        least = 10.0 ** -_places(min(values)) if rare else 0.0
        axes.barh(range(len(nets)), [value - least for value in values], left=least, color=colors, height=0.66)
        axes.set_yticks(range(len(nets)), [_net(net) for net in nets])
        axes.tick_params(axis="y", length=0)
        if rare:
            axes.set_xscale("log")
        axes.set_xlim(least, _room(least, max(values), rare=rare))
        space = max(0, 5 - len(nets)) / 2  # few bars are no thicker than many bars
        axes.set_ylim(-0.6 - space, len(nets) - 0.4 + space)
        for place, value in enumerate(values):
            axes.annotate(_three_figures(value), (value, place), (3, 0), textcoords="offset points", va="center")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g} %" if value <= 100 else ""))
        if rare:
            axes.minorticks_off()
            axes.set_xticks(_decades(least))
        axes.set_xlabel("chance, logarithmic scale" if rare else "chance")
        axes.set_ylabel("net per unit")
    return found[0]


def _three_figures(percents: float) -> str:
    places = next(n for n in range(40) if percents * 10**n >= 99.5 or n > 25)
    return f"{percents:.{min(places, 25)}f} %"


def _places(value: float) -> int:
    """How many decimals the decade below a value has: 0.02 lies above 10 to the -2."""
    return next(n for n in range(-2, 40) if 10.0**-n < value)


def _room(least: float, most: float, *, rare: bool) -> float:
    """The right end of the axis, with room for a label after the longest bar."""
    return float(least * (most / least) ** 1.3) if rare else most * 1.3


def _decades(least: float) -> list[float]:
    """Ticks with enough space between them: every decade up to 100 %, or every second or third one."""
    first = -_places(least * 1.5)
    step = 1 if first > -4 else 2 if first > -7 else 3
    return [10.0**power for power in range(2, first - 1, -step)][::-1]


@lru_cache(maxsize=512)
def convergence(edge: Fraction, deviation: float, levels: tuple[float, ...], fair_from: int | None) -> str:
    """The hold converging to the edge: bands of several standard deviations, after 100 to 10,000,000 decisions."""
    from matplotlib.ticker import FuncFormatter

    found: list[str] = []
    with _drawing(found) as axes:
        decisions = [10 ** (2 + step / 8) for step in range(41)]
        middle = float(edge) * 100
        for level, color, name in zip(reversed(levels), (TINT, HOUSE), ("99 %", "95 %"), strict=True):
            spreads = [level * deviation * 100 / each**0.5 for each in decisions]
            low, high = [middle - each for each in spreads], [middle + each for each in spreads]
            axes.fill_between(decisions, low, high, color=color, alpha=1 if color == TINT else 0.45, lw=0, label=name)
        axes.axhline(middle, color=INK, lw=0.9, label="edge")
        axes.axhline(0, color=QUIET, lw=0.5, ls=(0, (4, 3)))
        axes.set_xscale("log")
        axes.set_xlim(10**2, 10**7)
        if fair_from is None or fair_from > 100:
            until = 10**7 if fair_from is None else min(fair_from, 10**7)
            axes.axvspan(
                100,
                until,
                facecolor="none",
                edgecolor=PUSH,
                hatch="////",
                lw=0,
                alpha=0.6,
                label="approximation poor",
            )
        axes.minorticks_off()
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _count(value)))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.4g} %".replace("-", "−")))
        axes.set_xlabel("decisions, logarithmic scale")
        axes.set_ylabel("actual hold")
        axes.legend(loc="upper right" if edge >= 0 else "lower right", ncols=2)
    return found[0]


def _count(value: float) -> str:
    """A power of ten as a label of an axis."""
    for size, word in ((10**6, "M"), (10**3, "k")):
        if value >= size:
            return f"{value / size:g}{word}"
    return f"{value:g}"


def by_meter(edges: tuple[tuple[int, Fraction], ...], marks: tuple[tuple[str, int, Fraction], ...]) -> str:
    """The edge as a falling line over the meter, with marks for the seed, the given and the break-even meter."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    found: list[str] = []
    with _drawing(found) as axes:
        axes.plot([cents / 100 for cents, _ in edges], [float(edge) * 100 for _, edge in edges], color=HOUSE, lw=1.2)
        axes.axhline(0, color=QUIET, lw=0.5, ls=(0, (4, 3)))
        end, above, before = edges[-1][0] * 1.05, False, None
        for name, cents, edge in sorted(marks, key=lambda mark: mark[1]):
            place = (cents / 100, float(edge) * 100)
            axes.plot(*place, "o", color=INK, ms=3.5)
            # names of marks close to each other go on opposite sides of the line
            above = not above or before is None or cents - before > end * CLOSE
            at, side = ((4, 4), "left") if above else ((1, -11), "left") if cents < end / 2 else ((-3, -4), "right")
            axes.annotate(name, place, at, textcoords="offset points", ha=side, va="bottom" if above else "top")
            before = cents
        axes.margins(x=0.02)
        axes.xaxis.set_major_locator(MaxNLocator(4))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"${value:,.0f}"))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.4g} %".replace("-", "−")))
        axes.set_xlim(0, end / 100)
        axes.set_xlabel("meter")
        axes.set_ylabel("edge")
    return found[0]
