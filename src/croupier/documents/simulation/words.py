"""The words of a simulation report: values with units, the meaning of a z-score, large numbers, durations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor, log10

from croupier.sim.statistics import Figure, Simulation, by_chance
from croupier.sim.terms import Rounds
from croupier.text.money import dollars

SIZES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (10**3, "thousand"))
FAR = 4.0  # a z-score that chance alone hardly ever produces
DIGITS = 4  # of a standard error: z then follows from the printed figures to its last decimal
COMPARISON = ("observed", "expected", "standard error", "z")
LONG_RUN = frozenset({"net", "edge", "stdev", "wagered", "decided"})
ADVANTAGE = "advantage"  # the key of a negative edge
#: The other figures by which plans are compared, with their column headings.
COMPARED = {
    "edge": "edge",
    ADVANTAGE: "player's advantage",
    "stdev": "st. dev.",
    "end-goal": "goal",
    "end-ruin": "ruin",
    "rounds": "rounds",
    "drawdown": "fall",
}


def said(value: Fraction | float | None, unit: str, error: float | None = None, digits: int = DIGITS) -> str:
    """A value with its unit, with as many decimals as show this many digits of its standard error.

    >>> said(-12.00877, "cents"), said(123456.7, "dollars"), said(Fraction(1, 3), "share", 0.01), said(None, "count")
    ('-12.0088¢', '$1,234.57', '33.333 %', '')
    """
    if value is None:
        return ""
    number, least = float(value), {"cents": 4, "dollars": 2, "share": 4, "count": 4}[unit]
    scale = {"dollars": 0.01, "share": 100.0}.get(unit, 1.0)
    places = max(1 if unit == "share" else 2, min(12, digits - 1 - floor(log10(error * scale)))) if error else least
    text = f"{abs(number) * scale:,.{places}f}"
    sign = "-" if number < 0 and float(text.replace(",", "")) else ""
    return sign + {"cents": f"{text}¢", "dollars": f"${text}", "share": f"{text} %", "count": text}[unit]


def of_this_run(found: Simulation) -> list[tuple[str, ...]]:
    """A row of headings, then a row for each figure of this run. z follows from the cells before it."""
    figures = (each for each in found.figures if each.expected is not None or each.exact is None)
    return [("", *COMPARISON), *((row.name, *_comparison(row)) for each in figures for row in named(each))]


def in_the_long_run(found: Simulation) -> list[tuple[str, ...]]:
    """A row of headings, then a row for each figure that is known of the long run; empty if none is."""
    figures = [each for each in found.figures if each.key in LONG_RUN and each.exact is not None]
    rows = [row for each in figures for row in named(each)]
    cells = [(row.name, *(said(value, row.unit, row.error) for value in (row.observed, row.exact))) for row in rows]
    return [("", "observed", "in the long run"), *cells] if cells else []


def named(figure: Figure) -> Iterator[Figure]:
    """The figure as it is named for people: a negative edge is the player's advantage.

    >>> [(row.name, row.observed, row.exact) for row in named(Figure("edge", "edge", "share", -0.02, 0.05))]
    [('edge', None, 0.05), ("player's advantage", 0.02, None)]
    """
    observed, exact = figure.observed, figure.exact
    for_player = [value is not None and value < 0 for value in (observed, exact)]
    if figure.key != "edge" or not any(for_player):
        yield figure
        return
    known = [value is not None for value in (observed, exact)]
    if for_player != known:
        yield replace(figure, observed=None if for_player[0] else observed, exact=None if for_player[1] else exact)
    yield replace(
        figure,
        key=ADVANTAGE,
        name="player's advantage",
        observed=-observed if observed is not None and for_player[0] else None,
        exact=-exact if exact is not None and for_player[1] else None,
    )


def _comparison(figure: Figure) -> tuple[str, ...]:
    values = (figure.observed, figure.expected, figure.error)
    return (*(said(each, figure.unit, figure.error) for each in values), scored(figure.z))


def scored(z: float | None) -> str:
    """A z-score as it is printed."""
    return "" if z is None else f"{z:+.2f}"


def side_by_side(found: Sequence[Simulation]) -> list[tuple[str, ...]]:
    """A row of headings, then a row for each plan with its first figure, as `of_this_run` has it."""
    first = found[0].figures[0].name
    heads = (f"plan: {first}", *COMPARISON)
    return [heads, *((each.chain.plan.name, *_comparison(each.figures[0])) for each in found)]


def other_figures(found: Sequence[Simulation]) -> list[tuple[str, ...]]:
    """A row of headings, then a row for each plan with the observed figures that compare plans."""
    by = [{row.key: row for figure in each.figures for row in named(figure)} for each in found]
    keys = [key for key in COMPARED if any(key in figures and figures[key].observed is not None for figures in by)]
    none = Figure("", "", "count", None)
    rows = [("plan: observed", *(COMPARED[key] for key in keys))]
    for each, figures in zip(found, by, strict=True):
        values = [figures.get(key, none) for key in keys]
        errors = [v.error and max(v.error, {"share": 0.005, "count": 0.1}.get(v.unit, 0.0)) for v in values]
        cells = (said(v.observed, v.unit, e, digits=2) for v, e in zip(values, errors, strict=True))
        rows.append((each.chain.plan.name, *cells))
    return rows


def verdict(found: Simulation) -> str:
    """The meaning of the z-score, in one sentence."""
    z = found.z
    if z is None:
        return "No z-score: there is no expected value to compare with, or the result never varies."
    often = by_chance(z)
    share = f"{100 * often:.2g} %"
    if abs(z) > FAR:
        return f"z = {z:+.2f}: too far from the expected value for chance alone (by chance: {share} of all seeds)."
    return f"z = {z:+.2f}: by chance alone, {share} of all seeds are at least this far from the expected value."


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
