"""Folds the log of a table to the figures of its shifts.

Handle is the sum of the stakes of all decided wagers, pushes included; `croupier odds` prints what the house keeps of
it. It does not count wagers that went back undecided, chips above the maximum that a table returns, and odds or other
wagers that were off. A wager that is paid and stays counts at each decision, a coupon with its face value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from croupier.books.shift import EXCHANGES, Dropped, MeterFigures, Shift, Voids, parts
from croupier.books.walk import Told
from croupier.conduct import Event, Posting
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.irregularities.disputes import DisputeDecided
from croupier.table.acts.irregularities.stops import RoundVoided
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.acts.money.buy_in import CashDropped
from croupier.table.acts.money.claims import ClaimSettled
from croupier.table.acts.round.settling import Settled
from croupier.table.acts.table import TableClosed, TableOpened
from croupier.table.rows import Row
from croupier.table.state import State

#: The grade of a wager that went back undecided.
RETURNED = "returned"
#: Where claims go that a person pays in cash.
DROP_BOX = "drop-box"
_METER = "meter:"
#: Postings that move tips between the places where they are kept.
_KEPT_ELSEWHERE = frozenset({"box removed", "tips exchanged", "tips from the box"})


class Counted(NamedTuple):
    """An inventory that ends a shift: the amount that was counted, and the amount by the record."""

    amount: int
    expected: int


class Boundary(NamedTuple):
    """An inventory between two shifts: what it says about the one that ends, and what the next one begins with."""

    ends: Counted | None = None
    begins: int | None = None  # the opening inventory of the next shift; None: no shift begins


def boundary(told: Told, found: int = 0) -> Boundary | None:
    """Whether an event is an inventory: an opening or a closing. `found` is what counts found in the shift so far.

    At a table with a cage two people have counted before, and what they found is posted. Amounts are as in the
    account of the bank there: contributions to meters lie among the chips, and are in the accounts of the meters.
    """
    match told.event:
        case TableOpened():
            return Boundary(begins=sum(each.amount for each in told.entries if each.account == "bank"))
        case TableClosed(counted=counted, expected=expected):
            ends = Counted(counted, expected) if told.before.of_cage is None else Counted(expected, expected - found)
            return Boundary(ends=ends)
    return None


def figures(log: Iterable[Told], table: str) -> Iterator[Shift]:
    """The shifts of a table in order; the last one may not have ended."""
    fold = Fold(table)
    for told in log:
        yield from fold.see(told)
    yield from fold.rest()


class Fold:
    """Reads a table's log event by event; `running` has the figures so far."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.running: Running | None = None
        self._last: tuple[date, int] | None = None  # gaming day and number of the last shift
        self._meters: dict[str, int] = {}  # what each meter shows

    def see(self, told: Told) -> tuple[Shift, ...]:
        """Count an event. Returns the shift that it has finished, if there is one."""
        edge = boundary(told, 0 if self.running is None else self.running.bank["counted"])
        done: tuple[Shift, ...] = ()
        if edge is not None and edge.ends is None:
            done = self._begin(told, edge)
        if self.running is not None:
            self.running.count(told)
        for account, amount, _ in told.entries:
            if account.startswith(_METER):
                self._meters[account] = self._meters.get(account, 0) + amount
        if edge is not None and edge.ends is not None:
            assert self.running is not None, "an inventory ends a shift that has begun"
            self.running.ended, self.running.counted = told.event.at, edge.ends
            if edge.begins is not None:
                done = self._begin(told, edge)
        return done

    def rest(self) -> tuple[Shift, ...]:
        """The last shift, at the end of the log."""
        return () if self.running is None else (self.running.shift(),)

    @property
    def liability(self) -> dict[str, int]:
        """What each progressive meter shows now."""
        return {account.removeprefix(_METER): cents for account, cents in self._meters.items() if cents}

    def _begin(self, told: Told, edge: Boundary) -> tuple[Shift, ...]:
        """Begin a shift. The one before it is finished now: until here boxes may have been removed."""
        done, house, day = self.rest(), told.after.house, told.after.house.gaming_date(told.event.at)
        number = 1 if self._last is None or self._last[0] != day else self._last[1] + 1
        self._last = day, number
        assert edge.begins is not None
        names = (self.table, day, number, house.game_name, house.name)
        self.running = Running(names, told.event.at, edge.begins, self._meters)
        return done


class Running:
    """The figures of a shift so far."""

    def __init__(
        self, names: tuple[str, date, int, str, str], began: int, opening: int, meters: dict[str, int]
    ) -> None:
        self.names, self.began, self.opening = names, began, opening
        self.ended: int | None = None
        self.counted: Counted | None = None
        self.rounds = self.wagers = self.handle = self.buy_ins = self.disputes = 0
        self.bank, self.tips, self.players, self.removed = (Counter[str]() for _ in range(4))
        self.claims, self.corrections = Counter[str](), Counter[str]()
        self.dropped, self.voids = Counter[tuple[str, str]](), Counter[tuple[str, str, str]]()
        self._meters_before = dict(meters)
        self._meters = Counter[tuple[str, str]]()
        self._known = set(meters)
        self._balance = 0  # what the bank holds by the record

    def count(self, told: Told) -> None:
        """Count an event of this shift."""
        event = told.event
        for entry in told.entries:
            self._post(entry, event)
        if (rows := getattr(event, "rows", ())) or type(event) in _COUNTED:
            self._rows(rows, 1)
            self._irregular(event, told.before)

    def _post(self, entry: Posting, event: Event) -> None:
        account, amount, why = entry
        if account == "bank":
            self.bank[why] += amount
            self._balance += amount
        elif account == "drop":
            self._drop(event, amount, why)
        elif account in ("tips", "tube"):
            if why not in _KEPT_ELSEWHERE:
                self.tips[account] += amount
            elif why == "box removed":
                self.removed[account] -= amount
        elif account == "outside":
            self.players[why] += amount
        elif account.startswith(_METER):
            self._meters[account, why] += amount
            self._known.add(account)

    def _drop(self, event: Event, amount: int, why: str) -> None:
        if why == "box removed":
            self.removed["drop"] -= amount
            return
        self.dropped[event.into if isinstance(event, CashDropped) else DROP_BOX, why] += amount
        self.buy_ins += isinstance(event, CashDropped)

    def _rows(self, rows: Iterable[Row], sign: int) -> None:
        for row in rows:
            if row.grade != RETURNED:
                self.wagers += sign
                self.handle += sign * row.stake

    def _irregular(self, event: Event, before: State) -> None:
        match event:
            case Settled(stage="round"):
                self.rounds += 1
            case OutcomeCorrected():
                self._rows(event.reversed, -1)
                self.corrections[event.stage] += 1
            case Voided():
                result = event.reason if event.call == "outcome" else event.outcome or ""
                self.voids[event.call, event.reason, result] += 1
            case RoundVoided() if before.running:
                self.voids["round", event.reason, before.outcome or ""] += 1
            case DisputeDecided():
                self.disputes += 1
            case ClaimSettled():
                self.claims[event.how] += event.amount

    @property
    def win(self) -> int:
        """Win by wagers so far."""
        return sum(amount for why, amount in self.bank.items() if why not in EXCHANGES)

    def shift(self) -> Shift:
        """The figures so far."""
        table, day, number, game, house = self.names
        ended = self.counted
        return Shift(
            table=table,
            day=day,
            number=number,
            game=game,
            house=house,
            began=self.began,
            ended=self.ended,
            opening=self.opening,
            counted=None if ended is None else ended.amount,
            expected=self._balance if ended is None else ended.expected,
            rounds=self.rounds,
            wagers=self.wagers,
            handle=self.handle,
            bank=parts(self.bank),
            dropped=tuple(Dropped(*where, amount) for where, amount in sorted(self.dropped.items())),
            buy_ins=self.buy_ins,
            brought=-self.players["chips brought"],
            cashed_out=self.players["cashed out"],
            meters=tuple(map(self._meter, sorted(self._known))),
            tips=self.tips["tips"],
            tube=self.tips["tube"],
            removed=parts(self.removed),
            voids=tuple(Voids(*how, often) for how, often in sorted(self.voids.items())),
            corrections=parts(self.corrections),
            disputes=self.disputes,
            claims=parts(self.claims),
        )

    def _meter(self, account: str) -> MeterFigures:
        moved = {why: amount for (of, why), amount in self._meters.items() if of == account}
        seeds, contributions, awards = (moved.get(why, 0) for why in ("seed", "contribution", "award"))
        before = self._meters_before.get(account, 0)
        closing = before + sum(moved.values())
        return MeterFigures(account.removeprefix(_METER), before, seeds, contributions, -awards, closing)


_COUNTED = frozenset({Settled, OutcomeCorrected, Voided, RoundVoided, DisputeDecided, ClaimSettled})
