"""The log of a store as flat tables: rounds, wagers, money, inspections, people, equipment.

Names of columns are stable. A column in cents ends in `_cents`; times are in UTC. `docs/exports.md` describes every
column, and a test compares it with these types.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any, NamedTuple

from croupier.books import naming
from croupier.books.acts import house_day
from croupier.books.days import day_of, day_of_round
from croupier.books.pays import paid_at, words
from croupier.books.rounds import Decided, RoundTold, decided_by, round_of, rounds
from croupier.books.sentences import word_of
from croupier.books.times import utc
from croupier.books.walk import Step, Told, replayed, tables_of, told
from croupier.core.printed_odds import Odds
from croupier.pit.kinds import plain
from croupier.pit.stream import STREAM as PIT
from croupier.store import Store


class RoundRow(NamedTuple):
    """One round of a table."""

    table: str
    round: int
    gaming_day: date  # in which it was decided
    began_at: datetime
    closed_at: datetime | None  # when betting closed
    decided_at: datetime | None  # when it was settled or voided
    state: str  # settled, voided or open
    dealer: str | None
    outcome: str | None
    meaning: str | None
    draws: str | None
    reason: str | None  # why it was voided
    corrected_from: str | None  # the outcome that was entered first
    wagers: int  # that it decided, or gave back
    players: int
    win_cents: int  # of the table, from wagers
    tips_cents: int
    house: str
    house_version: str
    rulebook: str
    first_event: int
    last_event: int


class WagerRow(NamedTuple):
    """One decided wager; a correction has further rows."""

    table: str
    round: int
    gaming_day: date
    at: datetime
    event: int
    line: int
    entry: str  # settled, reversed or corrected
    counts: int  # in sums: 1, or -1 if it was taken back
    step: str  # collect, pay or return
    player: str
    wager: str
    spot: str | None
    bet: str
    result: str
    odds: str | None
    odds_figure: int | None
    odds_unit: int | None
    odds_basis: str | None
    stake_cents: int
    released_cents: int
    collected_cents: int
    winnings_cents: int
    rounding_cents: int
    commission_cents: int
    overage_cents: int
    coupon_cents: int
    paid_cents: int
    tip: bool
    given_back: bool
    house_version: str
    pay_table: str | None
    paragraph: str | None


class MoneyRow(NamedTuple):
    """One side of a double entry. The rows of an event sum to zero."""

    stream: str
    table: str | None
    round: int | None
    gaming_day: date
    at: datetime
    event: int
    line: int
    kind: str
    account: str
    amount_cents: int
    why: str
    player: str | None
    instrument: str | None
    box: str | None
    person: str
    role: str


class InspectionRow(NamedTuple):
    """One item of an inspection, or one part of a wheel that was adjusted or replaced."""

    event: int
    line: int
    at: datetime
    gaming_day: date
    kind: str
    number: int
    table: str | None
    equipment: str | None
    item: str | None
    passed: bool | None
    external: bool | None
    movable: bool | None
    place: str | None
    person: str
    role: str
    licence: str | None
    credential: str | None
    witness: str | None
    witness_licence: str | None
    witness_credential: str | None
    remark: str | None


class PersonRow(NamedTuple):
    """Somebody on the list of people, as it is at the end of the log."""

    person: str
    roles: str
    licence: str
    licence_since: date
    licence_until: date
    on_duty_as: str | None
    on_duty_at: str | None


class EquipmentRow(NamedTuple):
    """A piece on the register, as it is at the end of the log."""

    item: str
    kind: str
    table: str | None
    fields: str


Row = RoundRow | WagerRow | MoneyRow | InspectionRow | PersonRow | EquipmentRow
#: The tables of an export, by name.
TABLES: dict[str, type[Row]] = {
    "rounds": RoundRow,
    "wagers": WagerRow,
    "money": MoneyRow,
    "inspections": InspectionRow,
    "people": PersonRow,
    "equipment": EquipmentRow,
}


class Wanted(NamedTuple):
    """What is exported: everything, one table, or one gaming day. People and equipment have no day."""

    table: str | None = None
    day: date | None = None

    def has(self, table: str | None, day: date) -> bool:
        """Whether a row of this table and this gaming day is exported."""
        return self.table in (None, table) and self.day in (None, day)


def rows(store: Store, wanted: Wanted = Wanted()) -> Iterator[Row]:  # noqa: B008 (a constant)
    """All rows that are wanted, one stream after the other. Only a few rounds are in memory at a time."""
    from croupier.conduct import Aggregate, registered

    tables = tables_of(store)
    for table in tables if wanted.table is None else (wanted.table,):
        yield from of_table(store, table, wanted)
    for stream in store.streams():
        kind = registered(stream)
        if isinstance(kind, Aggregate) and not stream.startswith("table/"):
            yield from _of_stream(store, stream, wanted)


def of_table(store: Store, table: str, wanted: Wanted) -> Iterator[Row]:
    """The rounds of a table, the wagers that they decided, and the money that moved."""
    waiting: list[Row] = []

    def passed() -> Iterator[Told]:
        for step in told(store, table):
            day = day_of(step)
            if wanted.has(table, day):
                waiting.extend(_wagers(step, table, day))
                waiting.extend(_money(step, table, day))
            yield step

    for each in rounds(table, passed()):
        day = day_of_round(each)
        if each.number and wanted.has(table, day):
            yield _round(each, day)
        yield from waiting
        waiting.clear()
    yield from waiting


def _round(told: RoundTold, day: date) -> RoundRow:
    counted = told.final
    closed, first = told.closed, next(iter(told.corrections), None)
    return RoundRow(
        table=told.table,
        round=told.number,
        gaming_day=day,
        began_at=utc(told.began),
        closed_at=None if closed is None else utc(closed.event.at),
        decided_at=None if told.decided_at is None else utc(told.decided_at),
        state="settled" if told.settlement is not None else "voided" if told.voided is not None else "open",
        dealer=told.dealer,
        outcome=told.outcome,
        meaning=told.meaning,
        draws="; ".join(told.draws) or None,
        reason=told.voided,
        corrected_from=None if first is None else first.was,
        wagers=len(counted),
        players=len({each.row.player for each in counted}),
        win_cents=told.won,
        tips_cents=told.tips,
        house=told.house.name,
        house_version=told.house.version,
        rulebook=told.house.day,
        first_event=told.steps[0].envelope.version,
        last_event=told.steps[-1].envelope.version,
    )


def _wagers(step: Told, table: str, day: date) -> Iterator[WagerRow]:
    for line, decided in enumerate(decided_by(step), 1):
        yield _wager(decided, line, table, day)


def _wager(decided: Decided, line: int, table: str, day: date) -> WagerRow:
    row, house, step = decided.row, decided.house, decided.step
    pays = paid_at(row, house)
    odds = pays if isinstance(pays, Odds) else None
    return WagerRow(
        table=table,
        round=round_of(step),
        gaming_day=day,
        at=utc(step.event.at),
        event=step.envelope.version,
        line=line,
        entry=decided.entry,
        counts=decided.counts,
        step=row.step,
        player=row.player,
        wager=row.wager,
        spot=row.spot,
        bet=naming.spot(row.wager, row.spot, house),
        result=row.grade,
        odds=None if pays is None else str(words(pays)),
        odds_figure=None if odds is None else odds.figure,
        odds_unit=None if odds is None else odds.unit,
        odds_basis=None if odds is None else odds.basis,
        stake_cents=row.stake,
        released_cents=row.released,
        collected_cents=row.collected,
        winnings_cents=row.winnings,
        rounding_cents=row.rounding,
        commission_cents=row.commission,
        overage_cents=row.overage,
        coupon_cents=row.coupon,
        paid_cents=row.paid,
        tip=row.tip,
        given_back=row.given_back,
        house_version=house.version,
        pay_table=row.pay_table,
        paragraph=row.cite or None,
    )


def _money(step: Step[Any], table: str | None, day: date) -> Iterator[MoneyRow]:
    event: Any = step.event
    for line, (account, amount, why) in enumerate(step.entries, 1):
        holder, _, player = account.partition(":")
        yield MoneyRow(
            stream=step.envelope.stream,
            table=table,
            round=None if table is None else round_of(step),
            gaming_day=day,
            at=utc(event.at),
            event=step.envelope.version,
            line=line,
            kind=word_of(event),
            account=account,
            amount_cents=amount,
            why=why,
            player=player if holder == "rack" else None,
            instrument=getattr(event, "instrument", None),
            box=getattr(event, "into", None) or getattr(event, "box", None),
            person=event.by.person,
            role=event.by.role,
        )


# Streams that are not tables ----------------------------------------------------------------------------------
def _of_stream(store: Store, stream: str, wanted: Wanted) -> Iterator[Row]:
    """What other streams record: money of a cage, inspections and equipment of the pit, people."""
    from croupier.books.inspections import Inspections
    from croupier.people.stream import STREAM as PEOPLE

    gaming_day, inspections, step = house_day(store), Inspections(), None
    for step in replayed(store, stream):
        day = gaming_day.of(step.event.at)
        if wanted.has(None, day):
            yield from _money(step, None, day)
        if stream == PIT:
            yield from (each for each in inspections.of(step, day) if wanted.has(each.table, each.gaming_day))
    if step is not None and stream == PIT:
        yield from (each for each in equipment(step.after) if wanted.table in (None, each.table))
    if step is not None and stream == PEOPLE:
        yield from people(step.after)


def people(state: Any) -> Iterator[PersonRow]:
    """The list of people."""
    for each in state.persons:
        yield PersonRow(
            person=each.name,
            roles="; ".join(each.roles),
            licence=each.licence.number,
            licence_since=date.fromisoformat(each.licence.since),
            licence_until=date.fromisoformat(each.licence.until),
            on_duty_as=None if each.post is None else each.post.role,
            on_duty_at=None if each.post is None else each.post.place,
        )


def equipment(state: Any) -> Iterable[EquipmentRow]:
    """The register of equipment; its fields are JSON, because every kind has fields of its own."""
    for each in state.items:
        fields = json.dumps(plain(each.what), ensure_ascii=False, sort_keys=True)
        yield EquipmentRow(item=each.id, kind=each.kind, table=each.table, fields=fields)
