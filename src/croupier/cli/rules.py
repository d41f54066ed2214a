"""`croupier rules`: every paragraph of the rules, what implements it and which tests prove it."""

from __future__ import annotations

import json as jsonlib
import sys
from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from croupier.cli import CannotRead

if TYPE_CHECKING:
    from croupier.documents.compliance.matrix import Report, Row

DETAILED = 12  # up to this many paragraphs are shown with all details
LEGEND = "met: implemented, and proved by passing tests · planned: still to come · deleted: repealed in the text"


def rules(
    paragraph: str = "",
    *,
    as_of: Annotated[date | None, Parameter(name="--as-of")] = None,
    status: Literal["met", "planned", "deleted"] | None = None,
    json: bool = False,
) -> None:
    """Show the compliance matrix: every paragraph, what implements it, which tests prove it.

    Parameters
    ----------
    paragraph
        Filter by id prefix. If only a few match, they are shown with all their implementers and tests.
    as_of
        Only the paragraphs in force on this date; default: all 608 of every printing.
    status
        Only paragraphs of this status.
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
    report = matrix.report()
    if report.commit is None:
        print("croupier: no test report here, so nothing counts as met: run `make test`", file=sys.stderr)
    if json:
        print(jsonlib.dumps([row.to_json() for row in rows], indent=1, ensure_ascii=False))
    elif paragraph and len(rows) <= DETAILED:
        for row in rows:
            _detail(row)
    else:
        _table(rows, report)


def _detail(row: Row) -> None:
    """One paragraph with all details."""
    from croupier.rulebook import readings

    since = f", in force since {row.effective}" if row.effective else ""
    print(f"{row.id}: {row.title}\n  {row.kind}, {row.edition}{since}: {row.status}")
    for name in row.implemented_by:
        print(f"  implemented by {name}")
    for test in row.tests:
        print(f"  proved by {test}")
    for reading in readings().values():
        if row.id in map(str, reading.cites):
            print(f"  reading {reading.id}: {reading.question}")
    print()


def _table(rows: list[Row], report: Report) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(show_edge=False)
    table.add_column("paragraph", no_wrap=True)
    table.add_column("title")
    for heading in ("kind", "status"):
        table.add_column(heading, no_wrap=True)
    table.add_column("by", justify="right")
    table.add_column("tests", justify="right")
    for row in rows:
        style = {"met": "green", "planned": "yellow", "deleted": "dim"}[row.status]
        by, tests = (str(len(each) or "") for each in (row.implemented_by, row.tests))
        table.add_row(row.id, row.title, row.kind, f"[{style}]{row.status}[/]", by, tests)
    console = Console()
    console.print(table)
    count = Counter(row.status for row in rows)
    summary = ", ".join(f"{number} {status}" for status, number in sorted(count.items()))
    tested = f"tested at commit {report.commit[:12]} on {report.date}" if report.commit else "not tested here"
    console.print(f"{len(rows)} paragraphs: {summary} ({tested})\n{LEGEND}")
