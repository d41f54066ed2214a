"""Lists of `croupier log`: the rounds of a table in one gaming day, the acts of a stream, the streams of a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from rich.console import Console
from rich.table import Column
from rich.text import Text

from croupier.books.acts import Act
from croupier.books.days import gaming_day_of
from croupier.books.rounds import RoundTold
from croupier.books.times import local
from croupier.cli.log.refusals import RefusedAt
from croupier.cli.log.round import outcome_of
from croupier.cli.log.screen import headed, right, signed
from croupier.table.acts.irregularities.disputes import DisputeRaised
from croupier.table.acts.irregularities.voids import Voided
from croupier.text.money import dollars
from croupier.text.visible import visible


class Page(NamedTuple):
    """Which gaming day of a list is shown, and how many rows each day has."""

    day: date | None
    days: Counter[date]

    def nothing(self, what: str) -> str:
        """What is said of a day without entries, or of an empty stream."""
        if not self.days:
            return f"There are no {what} yet."
        return f"There are no {what} in gaming day {self.day}. {self.others(what)}"

    def others(self, what: str) -> str:
        """The other days in one line; empty if there are none."""
        named = [f"{day} ({count:,})" for day, count in sorted(self.days.items()) if day != self.day]
        most = named if len(named) <= 7 else ["…", *named[-7:]]
        return f"Other gaming days with {what}: {', '.join(most)}. Show one with --day." if named else ""


def rounds(found: Sequence[RoundTold], page: Page, console: Console) -> None:
    """One line for each round."""
    if not found:
        console.print(page.nothing("rounds"))
        return
    last = found[-1]
    zone = gaming_day_of(last.steps[-1].after).zone
    title = (f"{last.table}, gaming day {page.day}", "bold")
    console.print(Text.assemble(title, f"  {last.house.name}, times of {zone}"))
    columns = (right("round"), Column("began", no_wrap=True), Column("outcome"), right("wagers"), right("staked"))
    table = headed(*columns, right("table won"), Column("notes"))
    for told in found:
        decided = told.final
        staked = sum(each.row.stake for each in decided)
        table.add_row(
            str(told.number),
            f"{local(told.began, zone):%H:%M:%S}",
            "" if told.outcome is None else outcome_of(told),
            str(len(decided)) if decided else "",
            dollars(staked) if staked else "",
            signed(told.won) if told.won else "",
            Text(", ".join(notes(told)), style="yellow" if told.voided or told.corrections else "dim"),
        )
    console.print(table)
    won, tips = sum(each.won for each in found), sum(each.tips for each in found)
    said = f"The table won {dollars(won)}" if won >= 0 else f"The table lost {dollars(-won)}"
    console.print(f"{said} from {len(found):,} round{'' if len(found) == 1 else 's'}; tips {dollars(tips)}.")
    if others := page.others("rounds"):
        console.print(Text(others, style="dim"))


def notes(told: RoundTold) -> Iterable[str]:
    """What was unusual about a round, in a few words."""
    if told.voided is not None:
        yield f"voided: {visible(told.voided)}"
    elif told.outcome is None:
        yield "not played" if told.steps[-1].after.phase == "closed" else "under way"
    yield from (f"corrected from {visible(each.was)}" for each in told.corrections)
    tries = sum(isinstance(each.event, Voided) for each in told.steps)
    if tries:
        yield f"{tries} that did not count"
    raised = sum(isinstance(each.event, DisputeRaised) for each in told.steps)
    if raised:
        yield "a notification" if raised == 1 else f"{raised} notifications"


def acts(stream: str, found: Sequence[Act], page: Page, console: Console, *, full: bool) -> None:
    """One line for each act; a long one is cut, unless `full`."""
    if not found:
        console.print(page.nothing("acts"))
        return
    console.print(Text.assemble((stream, "bold"), f", gaming day {page.day}, times of {found[-1].zone}"))
    says = Column("act", no_wrap=not full, overflow="fold" if full else "ellipsis", ratio=1)
    cells = [(f"{local(each.at, each.zone):%H:%M:%S}", visible(each.person, 20), each.role) for each in found]
    names = "time", "who", "role"
    wide = (max(map(len, (name, *column))) for name, column in zip(names, zip(*cells, strict=True), strict=True))
    columns = (Column(name, no_wrap=True, width=width) for name, width in zip(names, wide, strict=True))
    table = headed(*columns, says)
    for each, row in zip(found, cells, strict=True):
        table.add_row(*row, visible(each.says))
    console.print(table)
    if others := page.others("acts"):
        console.print(Text(others, style="dim"))


def refused(found: Sequence[RefusedAt], console: Console) -> None:
    """The refusals of a stream. A log has no time of them: only after which version they were given."""
    console.print()
    console.print(Text(f"Refusals: {len(found):,}", style="bold"))
    table = headed(right("after"), Column("code", no_wrap=True), Column("refusal", ratio=1))
    for each in found:
        cite = f" [{each.cite}]" if each.cite else ""
        table.add_row(str(each.after), f"{each.code}", visible(each.says) + cite)
    console.print(table)


def streams(found: Iterable[tuple[str, int]], console: Console) -> None:
    """What a store has."""
    table = headed(Column("stream", no_wrap=True), right("events"), Column("show it with"))
    for name, events in found:
        kind, _, rest = name.partition("/")
        shown = f"--table {rest}" if kind == "table" else f"--stream {name}"
        table.add_row(visible(name), f"{events:,}", Text(visible(shown), style="dim"))
    console.print(table)
