"""Par sheets: every format has the figures of chain.worth, the files open, and a sheet is always the same bytes."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from datetime import datetime
from fractions import Fraction
from html.parser import HTMLParser
from io import BytesIO, StringIO
from math import ceil, sqrt
from pathlib import Path

import openpyxl  # type: ignore[import-untyped]
import pypdfium2  # type: ignore[import-untyped]
import pytest

from croupier import chain, house
from croupier.chain import price
from croupier.chain.everything import Question, everything, of_house
from croupier.documents.html import html
from croupier.documents.par_sheet import files
from croupier.documents.par_sheet.pages import document
from croupier.documents.par_sheet.pdf import pdf
from croupier.documents.par_sheet.sheet import Sheet
from croupier.documents.par_sheet.tables import as_csv, xlsx
from croupier.documents.writing import CannotWrite
from croupier.house.house import MeterPolicy
from croupier.rulebook import paragraphs, readings
from tests.support.command import croupier

PROGRESSIVE = "roulette-up-progressive"


def _quiet(done: int, of: int) -> None:
    assert done <= of


def _of(preset: str, wager: str, meter: int | None = None) -> Sheet:
    question = next(each for each in of_house(house.load(preset)) if each.wager.id == wager)
    return Sheet(question, question.price(meter_cents=meter), meter=meter)


SOME = (
    ("colorado-craps", "pass"),
    ("colorado-craps", "dont-pass"),
    ("colorado-craps", "fire-bet"),
    ("colorado-craps", "buy-4"),
    ("colorado-craps", "horn"),
    ("colorado-craps", "come-odds"),
    ("colorado-double-zero", PROGRESSIVE),
    ("colorado-big-six", "joker"),
)


class _Text(HTMLParser):
    """The text of a page, its addresses, and whether every tag is closed."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.words: list[str] = []
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.feed(page.decode("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.words.append(data)


def _plain(text: str) -> str:
    """The text without spaces, which a page may break, and with an ASCII minus sign."""
    return re.sub(r"[\s\u200b\ufffe\u00a0]", "", text).replace("−", "-")


def _pdf_text(made: bytes) -> str:
    pages = pypdfium2.PdfDocument(made)
    return _plain("".join(page.get_textpage().get_text_bounded() for page in pages))


def _figures_on(sheet: Sheet) -> list[str]:
    """Exact figures that a page of this sheet must show, computed again by the chain."""
    question = sheet.question
    found = chain.worth(question.house, question.wager.id, meter_cents=sheet.meter, **question.terms)
    exact = [found.edge, found.edge_resolved, found.edge_per_round, found.hit, found.rounds, found.variance]
    return [str(each) for each in (*exact, *(chance for _, chance in found.distribution))]


@pytest.mark.parametrize(("preset", "wager"), SOME)
def test_a_page_shows_what_the_chain_says(preset: str, wager: str) -> None:
    sheet = _of(preset, wager)
    pages = document([sheet], _quiet)
    page = _Text(html(pages))
    assert page.open == []
    shown, printed = _plain("".join(page.words)), _pdf_text(pdf(pages))
    for figure in _figures_on(sheet):
        assert figure in shown
        assert figure in printed
    for cite in sheet.question.cites:
        assert cite in shown
        assert cite in printed
        assert _plain(paragraphs()[cite].title) in shown
    for reading in sheet.question.readings:
        text = readings()[reading].answers[sheet.question.house.reading(reading)]
        assert _plain(text).replace("-", "") in shown.replace("-", "")
    assert str(sheet.question.house.rulebook.on) in printed
    assert _plain(sheet.question.house.name) in printed


def test_a_page_needs_no_network_and_sheets_can_be_reached() -> None:
    sheets = [_of(*names) for names in SOME[:2]]
    page = _Text(html(document(sheets, _quiet)))
    pictures = [each for each in page.addresses if each.startswith("data:image/svg+xml,")]
    assert len(pictures) == 4
    assert [each for each in page.addresses if each not in pictures] == ["#sheet-1", "#sheet-2"]


def test_a_pdf_is_tagged_titled_and_has_its_fonts() -> None:
    made = pdf(document([_of("colorado-craps", "pass")], _quiet))
    opened = pypdfium2.PdfDocument(made)
    assert opened.get_metadata_dict()["Title"] == "Par sheet: pass, craps"
    assert opened.is_tagged()
    assert b"/Lang" in made
    fonts = re.findall(rb"/FontName/([A-Z]{6})\+([\w-]+)", made)
    assert {name.decode().split("-")[0] for _, name in fonts} == {"LibertinusSerif"}


def test_names_from_a_house_file_are_only_names(tmp_path: Path) -> None:
    name = 'The "<b>Nugget</b>" & #set #Co'
    told = house.load("colorado-craps", change={"title": name})
    question = next(each for each in of_house(told) if each.wager.id == "field")
    pages = document([Sheet(question, question.price())], _quiet)
    assert b"<b>Nugget" not in html(pages)
    assert _plain(told.name) in _plain("".join(_Text(html(pages)).words))
    assert _plain(told.name) in _pdf_text(pdf(pages))


@pytest.fixture(scope="module")
def everything_there_is() -> list[Sheet]:
    return [Sheet(question, question.price()) for question in everything()]


def test_csv_has_every_figure_of_every_wager(everything_there_is: list[Sheet]) -> None:
    lines = list(csv.DictReader(StringIO(as_csv(everything_there_is).decode("utf-8"))))
    assert {int(line["sheet"]) for line in lines} == set(range(1, len(everything_there_is) + 1))
    found = {(int(line["sheet"]), line["kind"], line["name"], line["at"]): line for line in lines}
    assert len(found) == len(lines)
    for number, sheet in enumerate(everything_there_is, 1):
        for name in ("edge", "edge_resolved", "edge_per_round", "hit", "rounds", "variance"):
            line = found[number, "figure", name, ""]
            assert Fraction(line["exact"]) == getattr(sheet.price, name)
            assert float(line["value"]) == float(getattr(sheet.price, name))
        chances = [line for key, line in found.items() if key[:2] == (number, "distribution")]
        assert tuple((Fraction(line["at"]), Fraction(line["exact"])) for line in chances) == sheet.price.distribution
        assert float(found[number, "figure", "stdev", ""]["value"]) == sheet.price.stdev


def test_the_workbook_has_them_too(everything_there_is: list[Sheet]) -> None:
    book = openpyxl.load_workbook(BytesIO(xlsx(everything_there_is)), read_only=True)
    assert book.sheetnames == ["Summary", "Distribution", "Pay table", "Bands", "Rules", "Readings"]
    assert book.properties.created == datetime(2000, 1, 1)
    heads, *rows = book["Summary"].iter_rows(values_only=True)
    assert len(rows) == len(everything_there_is)
    for row, sheet in zip(rows, everything_there_is, strict=True):
        cells = dict(zip(heads, row, strict=True))
        assert cells["wager"] == sheet.question.wager.id
        for name in ("edge", "edge_resolved", "edge_per_round", "hit", "rounds", "variance"):
            assert Fraction(cells[f"{name}_exact"]) == getattr(sheet.price, name)
            assert cells[name] == pytest.approx(float(getattr(sheet.price, name)), rel=1e-14)
    _, *rows = book["Distribution"].iter_rows(values_only=True)
    written = [(row[0], Fraction(row[8]), Fraction(row[10])) for row in rows]
    assert written == [
        (number, net, chance)
        for number, sheet in enumerate(everything_there_is, 1)
        for net, chance in sheet.price.distribution
    ]


def test_rows_of_the_pay_table_have_the_chances_of_the_distribution(everything_there_is: list[Sheet]) -> None:
    for sheet in everything_there_is:
        chances = [row.chance for row in sheet.pays if row.chance is not None]
        assert sheet.pays
        assert sheet.authorities
        if chances:
            assert sum(chances) == 1, sheet.terms


@pytest.mark.parametrize("form", ["html", "pdf", "csv", "xlsx"])
def test_the_same_sheet_is_the_same_bytes(form: str, tmp_path: Path) -> None:
    """In two processes, so that nothing depends on Python's hash seed."""
    one, two = tmp_path / f"one.{form}", tmp_path / f"two.{form}"
    done = croupier("odds", "--house", "colorado-double-zero", "--wager", PROGRESSIVE, "--out", str(one))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"wrote {one}\n", "")
    files.write([_of("colorado-double-zero", PROGRESSIVE)], two)
    assert one.read_bytes() == two.read_bytes()
    assert sorted(each.name for each in tmp_path.iterdir()) == [one.name, two.name]


def test_bands_by_hand() -> None:
    """Even money at the double-zero wheel: 1/19, and 1.96 deviations either side of it after 10,000 decisions."""
    band = _of("colorado-double-zero", "red").band(10_000)
    edge, deviation = 1 / 19, sqrt(1 - 1 / 19**2) / 100
    assert band.limits[0] == pytest.approx((edge - 1.959964 * deviation, edge + 1.959964 * deviation), abs=1e-8)
    assert band.limits[1] == pytest.approx((edge - 2.575829 * deviation, edge + 2.575829 * deviation), abs=1e-8)


def test_bands_of_rare_awards_are_called_poor() -> None:
    """The joker comes once in 54: ten are expected after 540 spins."""
    sheet = _of("colorado-big-six", "joker")
    assert sheet.fair_from == 540
    assert [band.fair for band in sheet.bands] == [False, True, True, True, True, True]
    (note,) = (
        part.note for parts in document([sheet], _quiet).sections[0].parts for part in parts if "540" in part.note
    )
    assert "Poor" in note
    fire = _of("colorado-craps", "fire-bet")
    assert fire.fair_from == ceil(10 / fire.price.distribution[-1][1])


def test_bands_with_odds_are_of_all_action() -> None:
    (question,) = (
        each
        for each in everything()
        if (each.house.variant, each.wager.id, each.options.get("odds")) == ("craps", "pass", "10x")
    )
    sheet = Sheet(question, question.price())
    low, high = sheet.band(10**6).limits[0]
    assert (low + high) / 2 == pytest.approx(float(sheet.price.edge))
    assert high - low == pytest.approx(2 * 1.959964 * sheet.price.stdev / float(sheet.price.action) / 1000, rel=1e-6)


def _progressives() -> list[Question]:
    return [each for each in everything() if each.wager.id in each.house.meters]


@pytest.mark.parametrize("stake", [None, 100])
def test_break_even_is_the_first_cent(stake: int | None) -> None:
    questions = _progressives()
    assert len(questions) == 14
    for question in questions:
        meter = question.by_meter(stake=stake)
        assert meter is not None
        assert meter.break_even is not None
        assert question.price(meter_cents=meter.break_even, stake=stake).expectation >= 0
        assert question.price(meter_cents=meter.break_even - 1, stake=stake).expectation < 0


def test_a_further_dollar_is_worth_the_chance_of_the_meter() -> None:
    for question in _progressives():
        meter = question.by_meter()
        assert meter is not None
        found = question.price()
        (top,) = (
            chance for row, chance in found.rows if str(question.house.pays(PROGRESSIVE, row)).startswith("Meter")
        )
        assert meter.per_dollar == top
        dearer = question.price(meter_cents=meter.seed + 100)
        unit = Fraction(question.house.meters[PROGRESSIVE].unit, 100)
        assert (dearer.expectation - found.expectation) * unit == meter.per_dollar


def test_a_share_of_the_meter_is_rounded_down_before_it_breaks_even() -> None:
    """Half the meter for $1, three times in seven: the share must come to 234 cents, which 467 do not give."""

    def at(cents: int) -> chain.Price:
        won = Fraction(cents * 50 // 100 - 100, 100)
        return chain.Price(((Fraction(-1), Fraction(4, 7)), (won, Fraction(3, 7))), Fraction(1))

    found = price.by_meter(at, MeterPolicy(100, 0, 0, 0), 100)
    assert (found.break_even, found.per_dollar) == (468, Fraction(3, 14))
    never = price.by_meter(lambda cents: at(0), MeterPolicy(100, 0, 0, 0))
    assert never.break_even is None
    assert never.per_dollar == 0


def test_the_sheet_of_a_progressive_says_what_its_meter_does() -> None:
    sheet = _of("colorado-double-zero", PROGRESSIVE, meter=1_234_567)
    assert sheet.by_meter is not None
    pages = document([sheet], _quiet)
    words = " ".join(_Text(html(pages)).words)
    assert "the meter at $12,345.67" in words
    assert str(sheet.by_meter.per_dollar) in words
    titles = [part.title for parts in pages.sections[0].parts for part in parts]
    assert "Edge by meter" in titles


def test_the_terminal_and_json_show_the_meter() -> None:
    filters = ("--wager", PROGRESSIVE, "--wheel", "38", "--pay-table", "PT-BJS-RU-01")
    (row,) = json.loads(croupier("odds", *filters, "--json").stdout)
    assert row["break_even_meter_cents"] == 490_079_87
    assert row["value_per_dollar"] == "1072445/1086948034624"
    for name in ("edge_resolved", "edge_per_round", "variance"):
        assert Fraction(row[name]) > 0
    assert row["skewness"] > 0
    last = croupier("odds", *filters).stdout.splitlines()[-2:]
    assert last[0].endswith("break-even meter $490,079.87")
    assert "1072445/1086948034624" in last[1]
    (plain,) = json.loads(croupier("odds", "--house", "colorado-big-six", "--wager", "flag", "--json").stdout)
    assert "break_even_meter_cents" not in plain


@pytest.mark.parametrize(
    ("out", "says"),
    [
        ("sheet.doc", "let the name end in .html, .pdf, .csv, .xlsx"),
        ("sheet", "cannot tell the form of"),
        ("missing/sheet.html", "there is no folder"),
        ("folder.html", "it is a folder"),
        ("x" * 300 + ".html", "choose another place"),
    ],
)
def test_an_unwritable_file_is_explained(out: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(CannotWrite, match=re.escape(says)) as caught:
        files.write([_of("colorado-big-six", "flag")], tmp_path / out)
    assert repr(str(tmp_path / out)) in str(caught.value)
    assert [each.name for each in tmp_path.iterdir()] == ["folder.html"]


def test_bad_input_leaves_the_old_file(tmp_path: Path) -> None:
    out = tmp_path / "sheet.html"
    out.write_text("old", encoding="utf-8")
    for wager, name, says in (("flagg", "sheet.html", "'flag'"), ("flagg", "sheet.doc", "sheet.doc")):
        done = croupier(
            "odds", "--house", "colorado-big-six", "--wager", wager, "--out", str(tmp_path / name), "--json"
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert says in done.stderr
    assert [each.name for each in tmp_path.iterdir()] == [out.name]
    assert out.read_text(encoding="utf-8") == "old"


def test_a_stake_is_for_wagers_without_odds_and_a_meter_for_progressives() -> None:
    rows = json.loads(croupier("odds", "--wager", "pass", "--stake", "5", "--json").stdout)
    assert [(row["variant"], row["options"]) for row in rows] == [("craps", {}), ("craps-free", {})]
    done = croupier("odds", "--house", "colorado-big-six", "--meter", "5000", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--meter 5000: no progressive" in done.stderr


def test_progress_is_printed_sheet_by_sheet(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    sheets = [_of(*names) for names in SOME[:2]]
    files.write(sheets, tmp_path / "two.html", lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]


def test_heavy_libraries_are_imported_only_to_write() -> None:
    code = (
        "import sys; from croupier.cli.odds import odds; odds(house='colorado-big-six', wager='flag', json=True);"
        "print([m for m in ('matplotlib', 'typst', 'xlsxwriter', 'numpy', 'croupier.documents') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
