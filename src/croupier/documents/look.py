"""The look of all documents: palette, style of plots, and format of percentages."""

from __future__ import annotations

from typing import Any

#: The palette of all documents: ink, quiet ink, the house's green, a paler green, losses, pushes.
INK, QUIET = "#1b2530", "#5c6773"
HOUSE, TINT, LOSS, PUSH = "#1f6b57", "#bcd9cf", "#a5462f", "#9aa3ab"

STYLE: dict[Any, Any] = {
    "svg.hashsalt": "croupier",
    "svg.fonttype": "path",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 7,
    "text.color": INK,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "legend.framealpha": 1,
    "legend.edgecolor": "white",
    "legend.borderpad": 0.2,
    "axes.unicode_minus": True,
}


def percent(value: float) -> str:
    """A share as a percentage with four decimals, or with more if it is small.

    >>> percent(7 / 495), percent(-0.5), percent(9.57e-7)
    ('1.4141 %', '−50.0000 %', '0.00009570 %')
    """
    size = abs(value) * 100
    if size == 0 or size >= 0.01:
        text = f"{size:,.4f}"
    elif size >= 1e-7:
        places = next(n for n in range(4, 20) if size * 10**n >= 1000)
        text = f"{size:.{places}f}"
    else:
        text = f"{size:.3e}"
    return f"{'−' if value < 0 else ''}{text} %"
