"""`croupier rules`: every paragraph of the rules, what implements it, which tests show it and what is missing."""

from __future__ import annotations

import json as jsonlib
from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from croupier.cli import CannotRead

if TYPE_CHECKING:
    from croupier.documents.compliance.matrix import Report, Row

STYLES = {"met": "green", "partly": "yellow", "planned": "red"}
DETAILED = 12  # up to this many paragraphs are shown with all details
LEGEND = (
    "met: implemented, and shown by tests · partly: some of its words are missing · planned: still to come · "
    "deleted: repealed in the text · by its children: a heading without a duty of its own"
)


def rules(
    paragraph: str = "",
    *,
    as_of: Annotated[date | None, Parameter(name="--as-of")] = None,
    status: Literal["met", "partly", "planned", "deleted", "by-its-children"] | None = None,
    json: bool = False,
) -> None:
    """Show the compliance matrix: every paragraph, what implements it, which tests show it, what is missing.

    Parameters
    ----------
    paragraph
        Filter by id prefix. If only a few match, they are shown with all their implementers and tests.
    as_of
        Only the paragraphs in force on this date; default: all 608 of every printing.
    status
        Only paragraphs of this status. `partly` names the missing words; headings without a duty of their own are
        `by-its-children`.
    json
        Print one array of rows.
    """
    from croupier import rulebook
    from croupier.documents.compliance import matrix

    if as_of is not None:
        try:
            rulebook.colorado(on=as_of)
        except rulebook.DateNotCovered as error:
            raise CannotRead(str(error)) from None
    rows = [row for row in matrix.rows(as_of) if row.id.startswith(paragraph) and status in (None, row.status)]
    if not rows:
        raise CannotRead(f"no paragraph begins with {paragraph!r}" + (f" and is {status}" if status else ""))
    if json:
        print(jsonlib.dumps([row.to_json() for row in rows], indent=1, ensure_ascii=False))
    elif paragraph and len(rows) <= DETAILED:
        for row in rows:
            _detail(row)
    else:
        _table(rows, matrix.report())


def _detail(row: Row) -> None:
    """One paragraph with all details."""
    from croupier.documents.compliance.fidelity import shown
    from croupier.rulebook import readings

    since = f", in force since {row.effective}" if row.effective else ""
    print(f"{row.id}: {row.title}\n  {_sort(row)}, {row.edition}{since}: {shown(row.status)}")
    if row.missing:
        print(f"  missing: {row.missing}")
    for name in row.implemented_by:
        print(f"  implemented by {name}")
    for test in row.tests:
        print(f"  shown by {test}")
    for reading in readings().values():
        if row.id in map(str, reading.cites):
            print(f"  reading {reading.id}: {reading.question}")
    print()


def _sort(row: Row) -> str:
    """The kind of a paragraph; a heading has none."""
    if row.heading is not None:
        return "heading" if row.heading == "title" else "heading whose text goes on"
    return row.kind or "without a text"


def _table(rows: list[Row], report: Report) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from croupier.documents.compliance.fidelity import counted, shown

    table = Table(show_edge=False)
    table.add_column("paragraph", no_wrap=True)
    table.add_column("title")
    for heading in ("kind", "status"):
        table.add_column(heading, no_wrap=True)
    table.add_column("by", justify="right")
    table.add_column("tests", justify="right")
    for row in rows:
        style = STYLES.get(row.status, "dim")
        by, tests = (str(len(each) or "") for each in (row.implemented_by, row.tests))
        title = f"{row.title} [yellow](missing: {escape(row.missing)})[/]" if row.missing else row.title
        table.add_row(row.id, title, row.kind or "", f"[{style}]{shown(row.status)}[/]", by, tests)
    console = Console()
    console.print(table)
    at = f"tests of commit {report.commit[:12]}, {report.date}"
    console.print(f"{len(rows)} paragraphs: {counted(rows)} ({at})\n{LEGEND}")
