"""The words of a simulation report: values with units, the meaning of a z-score, large numbers, durations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, log10

from croupier.sim.statistics import Figure, Simulation, by_chance
from croupier.sim.terms import Rounds
from croupier.text.money import dollars

SIZES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (10**3, "thousand"))
FAR = 4.0  # a z-score that chance alone hardly ever produces


def said(value: Fraction | float | None, unit: str, error: float | None = None) -> str:
    """A value with its unit. Its standard error decides the number of decimals.

    >>> said(-12.00877, "cents"), said(123456.7, "dollars"), said(Fraction(1, 3), "share", 0.01), said(None, "count")
    ('-12.0088¢', '$1,234.57', '33.3 %', '')
    """
    if value is None:
        return ""
    number, least = float(value), {"cents": 4, "dollars": 2, "share": 4, "count": 4}[unit]
    scale = {"dollars": 0.01, "share": 100.0}.get(unit, 1.0)
    places = max(1 if unit == "share" else 2, min(8, 1 + ceil(-log10(error * scale)))) if error else least
    text = f"{abs(number) * scale:,.{places}f}"
    sign = "-" if number < 0 and float(text.replace(",", "")) else ""
    return sign + {"cents": f"{text}¢", "dollars": f"${text}", "share": f"{text} %", "count": text}[unit]


def cells(figure: Figure) -> tuple[str, ...]:
    """A figure as cells of a table: its name, observed, exact, standard error and z."""
    values = (said(each, figure.unit, figure.error) for each in (figure.observed, figure.exact, figure.error))
    return (figure.name, *values, "" if figure.z is None else f"{figure.z:+.2f}")


#: The figures by which plans are compared, with their column headings.
COMPARED = {
    "result": "result",
    "net": "net a round",
    "edge": "edge",
    "stdev": "st. dev.",
    "end-goal": "goal",
    "end-ruin": "ruin",
    "rounds": "rounds",
    "drawdown": "fall",
}


def side_by_side(found: Sequence[Simulation]) -> list[tuple[str, ...]]:
    """A row of headings, then a row for each plan."""
    by = [{figure.key: figure for figure in each.figures} for each in found]
    keys = [key for key in COMPARED if any(key in figures for figures in by)]
    keys = [key for key in keys if key != "net" or "result" not in keys]  # net per round says little about sessions
    none = Figure("", "", "count", None)
    rows = [("plan", *(COMPARED[key] for key in keys), "z")]
    for each, figures in zip(found, by, strict=True):
        values = [figures.get(key, none) for key in keys]
        errors = [v.error and max(v.error, {"share": 0.005, "count": 0.1}.get(v.unit, 0.0)) for v in values]
        z = "" if each.z is None else f"{each.z:+.2f}"
        rows.append(
            (each.chain.plan.name, *(said(v.observed, v.unit, e) for v, e in zip(values, errors, strict=True)), z)
        )
    return rows


def verdict(found: Simulation) -> str:
    """The meaning of the z-score, in one sentence."""
    z = found.z
    if z is None:
        return "No z-score: there is no exact value to compare with, or the result never varies."
    often = by_chance(z)
    share = f"{100 * often:.2g} %"
    if abs(z) > FAR:
        return f"z = {z:+.2f}: too far from the exact value for chance alone (by chance: {share} of all seeds)."
    return f"z = {z:+.2f}: by chance alone, {share} of all seeds are at least this far from the exact value."


def terms(found: Simulation) -> str:
    """What was played, in words."""
    result, totals = found.result, found.result.totals
    if isinstance(result.terms, Rounds):
        return f"{_many(totals.rounds, result.terms.rounds)} rounds in {totals.streams:,} streams"
    parts = [f"{_many(totals.streams, result.terms.sessions)} sessions with {dollars(result.terms.bankroll)}"]
    parts += [f"goal {dollars(result.terms.goal)}"] if result.terms.goal is not None else []
    parts += [f"loss limit {dollars(result.terms.loss_limit)}"] if result.terms.loss_limit is not None else []
    parts += [f"at most {result.terms.max_rounds:,} rounds"] if result.terms.max_rounds is not None else []
    return ", ".join(parts)


def _many(done: int, of: int) -> str:
    return f"{done:,}" if done == of else f"stopped after {done:,} of {of:,}"


def big(number: float) -> str:
    """A large number, short enough to read at a glance.

    >>> big(312_400_000), big(1_500), big(12)
    ('312 million', '1.5 thousand', '12')
    """
    for size, word in SIZES:
        if number >= size:
            return f"{_three(number / size)} {word}"
    return _three(number)


def _three(number: float) -> str:
    return f"{number:.0f}" if number >= 99.95 else f"{number:.3g}"


def long(seconds: float) -> str:
    """A duration in words.

    >>> long(0.24), long(125), long(7_260), long(400_000)
    ('0.2 s', '2 min 5 s', '2 h 1 min', '4 d 15 h')
    """
    whole = round(seconds)
    for size, part, words in ((86_400, 3_600, ("d", "h")), (3_600, 60, ("h", "min")), (60, 1, ("min", "s"))):
        if whole >= size:
            return f"{whole // size} {words[0]} {whole % size // part} {words[1]}"
    return f"{seconds:.1f} s" if whole < 10 else f"{whole} s"
