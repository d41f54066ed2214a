"""docs/fidelity.md: the verdict on every paragraph, with the test to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from croupier.documents.compliance.matrix import STATUSES, Row, Status, children, report, rows
from croupier.rulebook.reader import editions

_HEAD = "<!-- made by `make docs` from the rulebook and the citing tests: do not edit -->\n\n"
_WORDS: dict[Status, str] = {"by-its-children": "by its children"}
_CASES = "test_every_case.py"

#: Kinds that a case shows best: a script of wagers and outcomes. The others are shown at a live table or on a page.
_SHOWN_BY_CASES = frozenset({"play", "payout", "definition"})


def page() -> str:
    """The whole page."""
    found = [row for row in rows() if row.status != "deleted"]
    deleted = [row.id for row in rows() if row.status == "deleted"]
    parts = [
        _HEAD,
        f"# Fidelity: {len(found)} paragraphs, each with its verdict\n\n",
        "Every paragraph of the rule texts was compared with code and tests, word by word.\n\n"
        "- **met**: code implements all of it and tests show it.\n"
        "- **partly**: code and tests exist, but the words named here are missing.\n"
        "- **planned**: its own text has no code, or no test, or what it has does not count yet.\n"
        "- **by its children**: a heading whose text ends with its title; it has no duty of its own and is counted"
        " apart. One whose text goes on needs code and a test itself.\n\n"
        "`partly` and `planned` are declared in `src/croupier/rulebook/colorado/`, a key beside the paragraph. The"
        " last column names the test that shows the paragraph best; `croupier rules ID` lists all of them.\n\n"
        f"Deleted in the text, so neither met nor missing: {', '.join(deleted)}.\n\n",
        _counts(found),
    ]
    for edition in editions():
        listed = [row for row in found if row.edition == edition.id]
        parts.append(f"\n## {edition.title}\n\n| paragraph | about | verdict | look at |\n|---|---|---|---|\n")
        parts += [f"| {row.id} | {row.title} | {_verdict(row, found)} | {_look(row)} |\n" for row in listed]
    return "".join(parts)


def counted(found: Iterable[Row]) -> str:
    """The numbers of each status in words: "2 met, 1 planned"."""
    count = Counter(row.status for row in found)
    return ", ".join(f"{count[each]} {shown(each)}" for each in STATUSES if count[each])


def shown(status: Status) -> str:
    """A status as people read it."""
    return _WORDS.get(status, status)


def look_at(row: Row) -> str | None:
    """The citing test that shows a paragraph best: one that cites little else, of the sort that suits its kind."""
    cases = row.kind in _SHOWN_BY_CASES or row.heading is not None
    cited = _cited()
    return min(row.tests, key=lambda test: (cited[test], (_CASES in test) is not cases, test), default=None)


@cache
def _cited() -> Counter[str]:
    """How many paragraphs each test cites."""
    return Counter(test for tests in report().tests.values() for test in tests)


def _counts(found: list[Row]) -> str:
    used = tuple(each for each in STATUSES if each != "deleted")
    head = f"| | {' | '.join(shown(each) for each in used)} | all |\n|---|{'---|' * (len(used) + 1)}\n"
    lines = [_line(each.title, [row for row in found if row.edition == each.id], used) for each in editions()]
    return "".join((head, *lines, _line("**all**", found, used)))


def _line(name: str, found: list[Row], used: Sequence[Status]) -> str:
    count = Counter(row.status for row in found)
    return f"| {name} | {' | '.join(str(count[each]) for each in used)} | {len(found)} |\n"


def _verdict(row: Row, found: list[Row]) -> str:
    if row.status == "by-its-children":
        below = set(children(row.id))
        return f"by its children: {counted(each for each in found if each.id in below)}"
    return f"{row.status}: {row.missing}" if row.missing else row.status


def _look(row: Row) -> str:
    test = None if row.status == "by-its-children" else look_at(row)
    return "" if test is None else f"`{test.replace('|', chr(92) + '|')}`"
