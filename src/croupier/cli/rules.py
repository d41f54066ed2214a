"""`croupier rules`: every paragraph of the rules, what implements it and which tests prove it."""

from __future__ import annotations

import json as jsonlib
import sys
from collections import Counter
from datetime import date
from typing import Annotated

from cyclopts import Parameter

from croupier.cli import CannotRead


def rules(*, as_of: Annotated[date | None, Parameter(name="--as-of")] = None, json: bool = False) -> None:
    """Show the compliance matrix: every paragraph, what implements it, which tests prove it.

    Parameters
    ----------
    as_of
        Only the paragraphs in force on this date; without it all 608 of every printing.
    json
        One array of rows.
    """
    from croupier import rulebook
    from croupier.documents import compliance

    if as_of is not None:
        try:
            rulebook.colorado(on=as_of)
        except rulebook.DateNotCovered as error:
            raise CannotRead(str(error)) from None
    rows = compliance.rows(as_of)
    report = compliance.report()
    if report.commit is None:
        print("croupier: no test report here, so nothing counts as met: run `make test`", file=sys.stderr)
    if json:
        print(jsonlib.dumps([row.to_json() for row in rows], indent=1, ensure_ascii=False))
        return
    _print(rows, report)


def _print(rows: list[compliance.Row], report: compliance.Report) -> None:  # type: ignore[name-defined]  # noqa: F821
    from rich.console import Console
    from rich.table import Table

    table = Table("paragraph", "title", "kind", "status", "implemented by", "tests", show_edge=False)
    for row in rows:
        style = {"met": "green", "planned": "yellow", "deleted": "dim"}[row.status]
        by = ", ".join(name.removeprefix("croupier.") for name in row.implemented_by[:2])
        more = len(row.implemented_by) - 2
        table.add_row(
            row.id,
            row.title,
            row.kind,
            f"[{style}]{row.status}[/]",
            by + (f" +{more}" if more > 0 else ""),
            str(len(row.tests) or ""),
        )
    console = Console()
    console.print(table)
    count = Counter(row.status for row in rows)
    summary = ", ".join(f"{number} {status}" for status, number in sorted(count.items()))
    tested = f"tested at commit {report.commit[:12]} on {report.date}" if report.commit else "not tested here"
    console.print(f"{len(rows)} paragraphs: {summary} ({tested})")
