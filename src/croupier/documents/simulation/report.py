"""A simulation as a page that looks like a par sheet: observed and exact figures, percentiles and plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier import __version__
from croupier.documents.page import Document, Plot, Section, Table
from croupier.documents.simulation import plots
from croupier.documents.simulation.words import (
    big,
    in_the_long_run,
    of_this_run,
    other_figures,
    said,
    side_by_side,
    terms,
    verdict,
)
from croupier.sim.fan import Fan, fan
from croupier.sim.statistics import PERCENTS, Simulation, percentiles
from croupier.sim.totals import SessionTotals, Totals
from croupier.text.money import dollars

Part = Table | Plot


def document(found: Sequence[Simulation]) -> Document:
    """The page: several plans are compared first, then each has its own section."""
    fans = [fan(each.chain, each.result) for each in found]
    names = ", ".join(each.chain.plan.name for each in found)
    sections = [_section(at, each, spread) for at, (each, spread) in enumerate(zip(found, fans, strict=True), 1)]
    if len(found) > 1:
        sections.insert(0, _side_by_side(found, fans))
    about = f"Seed {found[0].result.seed}: it gives the same totals on any machine. Croupier {__version__}."
    return Document(f"Simulation of {names}", "Simulation", about, None, tuple(sections), None)


def drawings(found: Sequence[Simulation]) -> list[plots.Draw]:
    """The plots of a picture without a page: plans side by side, or the spread and the results of one plan."""
    fans = [fan(each.chain, each.result) for each in found]
    if len(found) > 1:
        return [_ranges(found, fans)]
    totals = found[0].result.totals
    if isinstance(totals, SessionTotals):
        return [_fan(found[0], fans[0]), plots.results(totals, _exact_results(found[0]))]
    return [_fan(found[0], fans[0]), *([plots.by_chance(found[0].figures[0])] if found[0].z is not None else [])]


def _section(number: int, found: Simulation, spread: Fan) -> Section:
    result, house = found.result, found.chain.house
    rate = found.rounds_per_second
    fast = "" if rate is None else f", {big(rate)} rounds a second"
    parts = _of_sessions(found) if isinstance(result.totals, SessionTotals) else _of_rounds(found)
    wide = Plot(
        "Spread of results",
        plots.svg(_fan(found, spread), plots.WHOLE),
        f"Percentiles of what {spread.players:,} players have after each of {spread.rounds[-1]:,} rounds.",
        f"{spread.players:,} players on the first streams of this seed. Half of them are within the dark band.",
    )
    return Section(
        f"plan-{number}",
        found.chain.plan.name,
        f"{house.name} · {terms(found)}",
        tuple(_tiles(found)),
        (*parts, (wide,)),
        f"{result.backend}: {result.device}, {result.seconds:,.1f} s{fast}. "
        f"House: {house.name}, version {house.version}. Rules of {house.rulebook.on}.",
    )


def _tiles(found: Simulation) -> Iterator[tuple[str, str]]:
    first = found.figures[0]
    yield first.name, _minus(said(first.observed, first.unit, first.error, digits=2))
    yield "expected", _minus(said(first.expected, first.unit, first.error, digits=2)) or "none"
    yield "z-score", _minus("none" if first.z is None else f"{first.z:+.2f}")
    if isinstance(found.result.totals, Totals):
        yield "rounds", big(found.rounds)
    else:
        ruin = found.result.totals.ends["ruin"] / found.result.totals.streams
        yield "ruined", said(ruin, "share", 0.0005)


def _of_rounds(found: Simulation) -> Iterator[tuple[Part, ...]]:
    yield from _figures(found)
    pair: list[Part] = []
    net, gain = found.figures[0], found.exact.gain
    if net.z is not None:
        alt = f"A bell curve around the expected mean, with the observed mean at z = {net.z:+.2f}."
        pair.append(Plot("Observed mean, and chance alone", plots.svg(plots.by_chance(net)), alt))
    if gain is not None:
        alt = f"The exact chance of each of {len(gain.distribution):,} nets of a round."
        pair.append(Plot("Exact net of one round", plots.svg(plots.chances(gain.distribution)), alt))
    if pair:
        yield tuple(pair)


def _of_sessions(found: Simulation) -> Iterator[tuple[Part, ...]]:
    totals = found.result.totals
    assert isinstance(totals, SessionTotals)
    yield from _figures(found)
    rows = (("result", percentiles(totals.nets)), ("deepest fall", percentiles(totals.drawdowns)))
    cells = tuple((name, *(_minus(dollars(each[p])) for p in PERCENTS)) for name, each in rows)
    heads = ("at most", *(f"{p} %" for p in PERCENTS))
    yield (Table("Percentiles of sessions", "l" + "r" * len(PERCENTS), heads, cells),)
    results = plots.svg(plots.results(totals, _exact_results(found)))
    falls = plots.svg(plots.drawdowns(totals))
    yield (
        Plot(
            "Results",
            results,
            "The number of sessions by result.",
            "Bars are observed; the line, if there is one, is exact.",
        ),
        Plot("Deepest fall", falls, "The share of sessions that fell at least this far below their highest wealth."),
    )


def _figures(found: Simulation) -> Iterator[tuple[Part, ...]]:
    notes = " ".join([verdict(found), *found.notes]).replace("= -", "= −")
    yield (_table("Observed and expected of this run", of_this_run(found), notes),)
    if rows := in_the_long_run(found):
        yield (_table("Observed and exact", rows),)


def _table(title: str, rows: Sequence[tuple[str, ...]], note: str = "") -> Table:
    heads, *rest = (tuple(map(_minus, row)) for row in rows)
    return Table(title, "l" + "r" * (len(heads) - 1), heads, tuple(rest), note)


def _side_by_side(found: Sequence[Simulation], fans: Sequence[Fan]) -> Section:
    note = "Nine in ten are within the thin line, half within the thick one; the dot is the median."
    picture = plots.svg(_ranges(found, fans), (plots.WHOLE[0], 0.9 + 0.32 * len(found)))
    return Section(
        "side-by-side",
        "Side by side",
        "All plans use the same seed. Plans with the same dice or wheel, and no other draws, get the same outcomes.",
        (),
        (
            (_table("Observed and expected of this run", side_by_side(found)),),
            (_table("Observed", other_figures(found)),),
            (Plot("Results", picture, "Percentiles of the results of every plan.", note),),
        ),
        "",
    )


def _ranges(found: Sequence[Simulation], fans: Sequence[Fan]) -> plots.Draw:
    rows, label = [], "result of a session"
    for each, spread in zip(found, fans, strict=True):
        totals = each.result.totals
        if isinstance(totals, SessionTotals):
            rows.append((each.chain.plan.name, percentiles(totals.nets)))
        else:
            rows.append((each.chain.plan.name, spread.percentiles[-1]))
            label = f"result of the first {spread.rounds[-1]:,} rounds"
    return plots.ranges(rows, label)


def _fan(found: Simulation, spread: Fan) -> plots.Draw:
    sessions = found.result.terms
    return plots.fan(spread, getattr(sessions, "bankroll", 0), getattr(sessions, "goal", None))


def _exact_results(found: Simulation) -> dict[int, float] | None:
    whole = found.exact.session
    return None if whole is None else {net: float(chance) for net, chance in whole.results}


def _minus(text: str) -> str:
    """The text with a typographic minus sign before a number."""
    return text.replace("-$", "−$") if "$" in text else text.replace("-", "−") if text[:1] == "-" else text
