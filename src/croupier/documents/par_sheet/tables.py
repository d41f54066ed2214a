"""Par sheets for spreadsheets: CSV in long form with one figure per line, and a workbook."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from datetime import datetime
from io import BytesIO, StringIO

from croupier import __version__
from croupier.documents.par_sheet.sheet import LEVELS, Sheet

#: The columns that identify a wager, in every table.
NAMES = ("sheet", "game", "variant", "wheel", "wager", "pay_table", "options")
Cell = str | int | float | None
Line = tuple[Cell, ...]


def _named(number: int, sheet: Sheet) -> Line:
    question = sheet.question
    options = " ".join(f"{key}={answer}" for key, answer in question.options.items())
    game, variant = question.house.game_name, question.house.variant
    return (number, game, variant, question.wheel, question.wager.id, question.pay_table, options)


def as_csv(sheets: Sequence[Sheet]) -> bytes:
    """One line for each figure: its kind and name, the value `at` which it holds, its exact value and its decimal."""
    held = StringIO()
    writer = csv.writer(held, lineterminator="\n")
    writer.writerow((*NAMES, "kind", "name", "at", "exact", "value"))
    for number, sheet in enumerate(sheets, 1):
        names = _named(number, sheet)
        writer.writerows((*names, *line) for line in _long(sheet))
    return held.getvalue().encode("utf-8")


def _long(sheet: Sheet) -> Iterator[Line]:
    house = sheet.question.house
    for name, said in (("house", house.name), ("house_version", house.version), ("croupier", __version__)):
        yield "source", name, None, said, None
    yield "source", "rules_of", None, str(house.rulebook.on), None
    for name, asked in (("state", sheet.state), ("stake_cents", sheet.stake), ("meter_cents", sheet.on_meter)):
        if asked:
            yield "source", name, None, asked, None
    for figure in sheet.figures:
        yield "figure", figure.key, None, None if figure.exact is None else str(figure.exact), figure.value
    for pay in sheet.pays:
        yield "pays", pay.row, None, pay.pays, None
        if pay.chance is not None:
            yield "pays_chance", pay.row, None, str(pay.chance), float(pay.chance)
    for net, chance in sheet.price.distribution:
        yield "distribution", "chance", str(net), str(chance), float(chance)
    for band in sheet.bands:
        for level, (low, high) in zip(LEVELS, band.limits, strict=True):
            yield "band", f"low_{level}", band.decisions, None, low
            yield "band", f"high_{level}", band.decisions, None, high
        yield "band", "fair", band.decisions, "yes" if band.fair else "no", None
    if sheet.by_meter is not None:
        meter = sheet.by_meter
        yield "meter", "seed_cents", None, meter.seed, meter.seed
        yield "meter", "break_even_meter_cents", None, meter.break_even, meter.break_even
        yield "meter", "value_per_dollar", None, str(meter.per_dollar), float(meter.per_dollar)
    for each in sheet.authorities:
        yield "rule", each.id, each.dates, f"{each.title} ({each.edition})", None
    for answer in sheet.answers:
        yield "reading", answer.id, answer.answer, answer.question, None


def xlsx(sheets: Sequence[Sheet]) -> bytes:
    """A workbook: summary, distribution, pay table, bands, rules and readings. It contains no date of its own."""
    import xlsxwriter  # type: ignore[import-untyped]

    held = BytesIO()
    book = xlsxwriter.Workbook(held, {"in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False})
    book.set_properties(
        {"title": "Par sheets", "author": f"Croupier {__version__}", "created": datetime(2000, 1, 1)}  # one for all
    )
    head = book.add_format({"bold": True, "bottom": 1, "font_color": "#1f6b57", "text_wrap": True, "valign": "top"})
    share = book.add_format({"num_format": "0.0000%"})
    plain = book.add_format({"num_format": "0.000000"})
    for name, heads, lines in _tabs(sheets):
        tab = book.add_worksheet(name)
        tab.write_row(0, 0, heads, head)
        for row, line in enumerate(lines, 1):
            for column, cell in enumerate(line):
                if isinstance(cell, str):
                    tab.write_string(row, column, cell)
                elif isinstance(cell, float):
                    percents = heads[column] in _PERCENTS
                    tab.write_number(row, column, cell, share if percents else plain)
                elif cell is not None:
                    tab.write_number(row, column, cell)
        tab.freeze_panes(1, 0)
        tab.autofilter(0, 0, max(1, len(lines)), len(heads) - 1)
        for column, title in enumerate(heads):
            widest = max((len(f"{line[column]}") for line in lines if isinstance(line[column], str)), default=0)
            tab.set_column(column, column, min(48, max(9, len(title) + 3, widest + 1)))
    book.close()
    return held.getvalue()


_SUMMARY = ("edge", "edge_resolved", "edge_per_round", "return", "hit", "rounds", "variance")
_FLOATS = ("stdev", "skewness", "volatility_index")
_PERCENTS = {"edge", "edge_resolved", "edge_per_round", "return", "hit", "chance"} | {
    f"{end}_{level}" for end in ("low", "high") for level in LEVELS
}


_SUMMARY_HEADS = (
    *(each for key in _SUMMARY for each in (key, f"{key}_exact")),
    *("action_exact", *_FLOATS, "fair_from", "break_even_meter_cents", "value_per_dollar_exact"),
    *("house", "house_version", "rules_of", "croupier"),
)
_LIMITS = tuple(f"{end}_{level}" for level in LEVELS for end in ("low", "high"))


def _tabs(sheets: Sequence[Sheet]) -> Iterator[tuple[str, tuple[str, ...], list[Line]]]:
    """The name, headings and lines of every sheet in the workbook."""
    for name, heads, lines in (
        ("Summary", _SUMMARY_HEADS, _summary),
        ("Distribution", ("net", "net_exact", "chance", "chance_exact"), _distribution),
        ("Pay table", ("row", "pays", "chance", "chance_exact"), _pay_table),
        ("Bands", ("decisions", *_LIMITS, "approximation"), _bands),
        ("Rules", ("paragraph", "rule", "edition", "dates"), _rules),
        ("Readings", ("reading", "question", "answer", "says"), _readings),
    ):
        named = [(_named(number, sheet), sheet) for number, sheet in enumerate(sheets, 1)]
        yield name, (*NAMES, *heads), [(*names, *line) for names, sheet in named for line in lines(sheet)]


def _distribution(sheet: Sheet) -> Iterator[Line]:
    for net, chance in sheet.price.distribution:
        yield float(net), str(net), float(chance), str(chance)


def _pay_table(sheet: Sheet) -> Iterator[Line]:
    for pay in sheet.pays:
        chance = (None, None) if pay.chance is None else (float(pay.chance), str(pay.chance))
        yield pay.row, pay.pays, *chance


def _bands(sheet: Sheet) -> Iterator[Line]:
    for band in sheet.bands:
        yield band.decisions, *(each for pair in band.limits for each in pair), "fair" if band.fair else "poor"


def _rules(sheet: Sheet) -> Iterator[Line]:
    for each in sheet.authorities:
        yield each.id, each.title, each.edition, each.dates


def _readings(sheet: Sheet) -> Iterator[Line]:
    for each in sheet.answers:
        yield each.id, each.question, each.answer, each.text


def _summary(sheet: Sheet) -> Iterator[Line]:
    figures = {figure.key: figure for figure in sheet.figures}
    cells: list[Cell] = [each for key in _SUMMARY for each in (figures[key].value, str(figures[key].exact))]
    cells.append(str(sheet.price.action))
    cells += [*(figures[key].value for key in _FLOATS), sheet.fair_from]
    meter, house = sheet.by_meter, sheet.question.house
    cells += [None, None] if meter is None else [meter.break_even, str(meter.per_dollar)]
    yield (*cells, house.name, house.version, str(house.rulebook.on), __version__)
