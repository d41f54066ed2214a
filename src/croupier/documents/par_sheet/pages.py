"""Par sheets as pages: the same titles, tables and plots for HTML and PDF, with all figures already formatted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from croupier import __version__
from croupier.documents.look import percent
from croupier.documents.page import Document, Plot, Section, Table
from croupier.documents.par_sheet import plots
from croupier.documents.par_sheet.sheet import LEVELS, OFTEN, Answer, Sheet, two_sided
from croupier.text.money import dollars

#: Reports progress: called with the number of finished sheets and their total number.
Tell = Callable[[int, int], None]


def document(sheets: Sequence[Sheet], tell: Tell) -> Document:
    """All sheets as one document."""
    sections = []
    for number, sheet in enumerate(sheets, 1):
        sections.append(_section(number, sheet, _answers(sheet, full=len(sheets) == 1)))
        tell(number, len(sheets))
    several = len(sheets) > 1
    one = ", ".join((sheets[0].question.wager.id, *sheets[0].terms))
    return Document(
        title=f"Par sheets of {len(sheets)} wagers" if several else f"Par sheet: {one}",
        heading=f"Par sheets of {len(sheets)} wagers" if several else "Par sheet",
        about=f"Croupier {__version__}. Every figure is solved exactly from the rules as they are played.",
        summary=_summary(sheets) if several else None,
        sections=tuple(sections),
        readings=_readings(sheets) if several else None,
    )


def _section(number: int, sheet: Sheet, answers: Table) -> Section:
    question, price = sheet.question, sheet.price
    index = next(figure for figure in sheet.figures if figure.key == "volatility_index")
    house = question.house
    return Section(
        anchor=f"sheet-{number}",
        title=question.wager.id,
        terms=" · ".join(sheet.terms),
        tiles=(
            ("edge per decision", percent(float(price.edge))),
            ("hit frequency", percent(float(price.hit))),
            ("standard deviation", f"{price.stdev:,.4f}"),
            (index.name.lower(), f"{index.value:,.4f}"),
        ),
        parts=(*_parts(sheet), (answers,)),
        source=f"House: {house.name}, version {house.version}. Rules of {house.rulebook.on}. Croupier {__version__}.",
    )


def _parts(sheet: Sheet) -> Iterator[tuple[Table | Plot, ...]]:
    price = sheet.price
    yield _pays(sheet), _payouts(sheet)
    yield (_figures(sheet),)
    yield (_distribution(sheet),)
    levels = tuple(two_sided(level) for level in LEVELS)
    svg = plots.convergence(price.edge, sheet.deviation, levels, sheet.fair_from)
    yield _bands(sheet), Plot("Convergence of the hold", svg, "Bands of the hold closing on the edge")
    if sheet.by_meter is not None:
        yield _meter(sheet), _meter_plot(sheet)
    rows = tuple((each.id, each.title, each.edition, each.dates) for each in sheet.authorities)
    yield (Table("Rules, in Croupier's words", "llll", ("paragraph", "rule", "edition", "dates"), rows),)


def _pays(sheet: Sheet) -> Table:
    notes = [sheet.commission] if sheet.commission else []
    if sheet.question.wager.parent is not None:
        notes.append("Priced by itself, behind a wager that has its point.")
    if "multiples" in sheet.question.terms:
        notes.append("Odds are this many times the flat wager; laid odds are the amount that wins this many times.")
    rows = sheet.pays
    if not any(row.chance for row in rows):
        return Table("Pay table", "ll", ("row", "pays"), tuple((row.row, row.pays) for row in rows), " ".join(notes))
    said = tuple(
        (row.row, row.pays, "" if row.chance is None else percent(float(row.chance)) if row.chance else "never")
        for row in rows
    )
    return Table("Pay table", "llr", ("row", "pays", "chance"), said, " ".join(notes))


def _payouts(sheet: Sheet) -> Plot:
    chances = "; ".join(f"net {signed(net)}: {percent(float(chance))}" for net, chance in sheet.price.distribution)
    return Plot("Payout distribution", plots.payouts(sheet.price.distribution), f"Chance of every net. {chances}")


def _figures(sheet: Sheet) -> Table:
    rows = tuple(
        (
            figure.name,
            percent(figure.value) if figure.share else decimal(figure.value),
            "–" if figure.exact is None else fraction(figure.exact),
        )
        for figure in sheet.figures
    )
    note = "Per unit staked, at the odds as printed and without rounding."
    if sheet.stake is not None:
        note = f"Per unit of a stake of {dollars(sheet.stake)}, settled in whole cents as the table pays."
    if sheet.price.action != 1:
        note = "Edges are per unit of all action, odds included; net and variance per unit of the flat wager."
    return Table("Figures", "lrx", ("figure", "value", "exact"), rows, note)


def _distribution(sheet: Sheet) -> Table:
    rows = tuple(
        (signed(net), percent(float(chance)), f"{float(1 / chance):,.2f}", fraction(chance))
        for net, chance in sheet.price.distribution
    )
    return Table("Exact distribution", "rrrx", ("net per unit", "chance", "one in", "chance, exact"), rows)


def _bands(sheet: Sheet) -> Table:
    rows = tuple(
        (
            f"{band.decisions:,}{'' if band.fair else ' *'}",
            *(_between(*limits) for limits in band.limits),
        )
        for band in sheet.bands
    )
    heads = ("decisions", *(f"{level} % band" for level in LEVELS))
    note = "Normal approximation."
    if sheet.fair_from is not None and sheet.fair_from > sheet.bands[0].decisions:
        note += (
            f" * Poor: it takes {sheet.fair_from:,} decisions until the rarest award is expected {OFTEN} times; "
            "before that the hold is skewed."
        )
    elif sheet.fair_from is None:
        note += " * Poor: nothing can be won from here."
    return Table("Actual hold by number of decisions", "rrr", heads, rows, note)


def _meter(sheet: Sheet) -> Table:
    meter, on = sheet.by_meter, sheet.on_meter
    assert meter is not None
    assert on is not None
    rows = [("Edge at the seed of " + dollars(meter.seed), percent(float(sheet.edge_at(meter.seed))))]
    if on != meter.seed:
        rows.append((f"Edge at {dollars(on)}", percent(float(sheet.edge_at(on)))))
    rows.append(("Break-even meter", "none" if meter.break_even is None else dollars(meter.break_even)))
    rows.append(("Value of a further dollar", f"${_six_figures(float(meter.per_dollar))}"))
    rows.append(("The same, exact", fraction(meter.per_dollar)))
    note = "Break-even is the first whole cent at which the player's expectation is not below zero."
    return Table("Progressive meter", "lx", ("", "per wager"), tuple(rows), note)


def _meter_plot(sheet: Sheet) -> Plot:
    meter, on = sheet.by_meter, sheet.on_meter
    assert meter is not None
    assert on is not None
    named = {"seed": meter.seed, "meter": on, "break-even": meter.break_even}
    if on == meter.seed:
        del named["meter"]
    marks = tuple((name, cents, sheet.edge_at(cents)) for name, cents in named.items() if cents is not None)
    top = max(cents for _, cents, _ in marks) * 6 // 5 + 100
    said = ", ".join(f"{name} {dollars(cents)}: {percent(float(edge))}" for name, cents, edge in marks)
    svg = plots.by_meter(tuple((cents, sheet.edge_at(cents)) for cents in (0, top)), marks)
    return Plot("Edge by meter", svg, f"The edge falls in a straight line as the meter grows. {said}")


def _summary(sheets: Sequence[Sheet]) -> Table:
    heads = ("wager", "terms", "edge", "per round", "hit", "rounds", "st. dev.")
    rows = tuple(
        (
            sheet.question.wager.id,
            " · ".join(sheet.terms),
            percent(float(sheet.price.edge)),
            percent(float(sheet.price.edge_per_round)),
            percent(float(sheet.price.hit)),
            f"{float(sheet.price.rounds):,.2f}",
            f"{sheet.price.stdev:,.3f}",
        )
        for sheet in sheets
    )
    return Table("Summary", "llrrrrr", heads, rows)


def _answers(sheet: Sheet, *, full: bool) -> Table:
    """The readings used. Their answers are here if this is the only sheet, otherwise at the end of the document."""
    if full or not sheet.answers:
        return _in_full("Readings used", sheet.answers)
    rows = tuple((each.id, each.question, each.answer) for each in sheet.answers)
    return Table("Readings used", "lll", ("reading", "question", "answer, in full at the end"), rows)


def _readings(sheets: Sequence[Sheet]) -> Table:
    used = {(each.id, each.answer): each for sheet in sheets for each in sheet.answers}
    return _in_full("Readings in full", used.values())


def _in_full(title: str, answers: Iterable[Answer]) -> Table:
    rows = tuple((each.id, each.question, each.answer, each.text) for each in answers)
    note = "" if rows else "None: the rules need no reading here."
    return Table(title, "llll", ("reading", "question", "answer", "what it says"), rows, note)


def fraction(value: Fraction) -> str:
    """An exact value with a typographic minus sign."""
    return str(value).replace("-", "−")


def decimal(value: float) -> str:
    """A figure with six decimals, or with two if it is large."""
    text = f"{abs(value):,.6f}" if abs(value) < 1000 else f"{abs(value):,.2f}"
    return ("−" if value < 0 else "") + text.rstrip("0").rstrip(".")


def _six_figures(value: float) -> str:
    places = next((n for n in range(6, 30) if value * 10**n >= 99_999.5), 6)
    return f"{value:.{places}f}"


def signed(net: Fraction) -> str:
    """A net with its sign: as a decimal, or as a fraction if the decimal would be rounded."""
    if net == 0:
        return "0"
    sign, size = ("−" if net < 0 else "+"), abs(net)
    short = size.denominator in (1, 2, 4, 5, 10, 20, 25, 40, 50, 100)
    return sign + (f"{float(size):,.4f}".rstrip("0").rstrip(".") if short else str(size))


def _between(low: float, high: float) -> str:
    """The limits of a band: the narrower it is, the more decimals."""
    spread = high - low
    places = next((places for places, wide in enumerate((10, 1, 0.1)) if spread >= wide), 3)
    return " to ".join(f"{'−' if each < 0 else ''}{abs(each) * 100:,.{places}f} %" for each in (low, high))
