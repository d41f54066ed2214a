"""Writes the money of a store as a plain-text double-entry ledger that Beancount reads.

There is one transaction for each gaming day, stream and kind of event, or one for each event. At the end of every
gaming day the ledger states the balance of every account that moved. These come from the states of the streams and
not from the transactions, so that Beancount finds every cent by which the two differ.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, BinaryIO, NamedTuple

from croupier.books.acts import house_day
from croupier.books.days import gaming_day_of
from croupier.books.rounds import round_of
from croupier.books.sentences import Teller, word_of
from croupier.books.times import iso
from croupier.books.walk import Step, replayed
from croupier.conduct import Aggregate
from croupier.conduct.aggregate import registered
from croupier.core.gaming_day import GamingDay
from croupier.store import Store
from croupier.table.state import State as Table
from croupier.text.visible import visible

#: Accounts of what is not in the house, or not at the table: usually below zero. All others are assets.
EQUITY = frozenset(("outside", "cage", "over-short"))
#: The parts of a log whose events are notes in the ledger.
NOTED = frozenset(("table", "irregularities", "corrections"))
HEAD = """\
; The money of a store of Croupier, for Beancount.
; Amounts are those of Croupier's accounts: above zero is what an account has. Dates are gaming days.
option "title" "Croupier"
option "operating_currency" "USD"

1970-01-01 commodity USD
"""


class Written(NamedTuple):
    """How much a ledger has."""

    transactions: int
    assertions: int
    accounts: int


def write(store: Store, file: BinaryIO, table: str | None = None, *, detail: bool = False) -> Written:
    """Write the ledger of all streams, or of one table. With `detail`, every event is a transaction of its own."""
    count: Counter[str] = Counter()
    file.write(HEAD.encode())
    for stream in store.streams():
        kind = registered(stream)
        if (isinstance(kind, Aggregate) and table is None) or stream == f"table/{table}":
            assert isinstance(kind, Aggregate)
            book = _Book(stream, kind, house_day(store), detail=detail)
            for what, text in book.entries(store):
                count[what] += 1
                file.write(text.encode())
    return Written(count["transaction"], count["balance"], count["open"])


# Names ------------------------------------------------------------------------------------------------------
_PLAIN = re.compile(r"[A-Za-z0-9]")


def escaped(name: str) -> str:
    """A name as part of an account of Beancount, which has letters, digits and hyphens. No two names become one.

    >>> escaped("R0"), escaped("guest-12"), escaped("Ann Lee"), escaped("-"), escaped("a--b")
    ('R0', 'guest-12', 'Ann--20--Lee', '--2d--', 'a--2d----2d--b')
    """
    found = []
    for place, each in enumerate(name):
        around = name[max(0, place - 1) : place] + name[place + 1 : place + 2]
        inside = each == "-" and len(around) == 2 and all(map(_PLAIN.match, around))
        found.append(each if inside or _PLAIN.match(each) else f"--{ord(each):x}--")
    return "".join(found)


def account_name(stream: str, account: str) -> str:
    """The account of Beancount for an account of a stream.

    >>> account_name("table/R0", "rack:ann"), account_name("table/R0", "outside")
    ('Assets:Table-R0:Rack:For-ann', 'Equity:Table-R0:Outside')
    """
    kind, _, name = stream.partition("/")
    head, of, rest = account.partition(":")
    root = "Equity" if head in EQUITY else "Assets"
    own = f":For-{escaped(rest)}" if of else ""
    return f"{root}:{kind.capitalize()}-{escaped(name)}:{escaped(head).capitalize()}{own}"


def _amount(cents: int) -> str:
    sign, cents = ("-", -cents) if cents < 0 else ("", cents)
    return f"{sign}{cents // 100}.{cents % 100:02d} USD"


def _quoted(text: str) -> str:
    """A text of Beancount, on one line."""
    shown = visible(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{shown}"'


# One stream -------------------------------------------------------------------------------------------------
Sums = Counter[tuple[str, str]]  # by account and why


@dataclass
class _Book:
    """Reads one stream, and makes the entries of one gaming day after the other."""

    stream: str
    kind: Aggregate[Any, Any, Any]
    ours: GamingDay  # of streams that are not tables
    detail: bool
    day: date | None = None
    accounts: set[str] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)  # in the present day
    sums: dict[str, Sums] = field(default_factory=dict)  # of the present day, by the kind of event
    events: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def entries(self, store: Store) -> Iterator[tuple[str, str]]:
        """The entries of the ledger, each with what it is."""
        teller, step = Teller(self.stream.partition("/")[0]), None
        for step in replayed(store, self.stream):
            gaming_day = gaming_day_of(step.after) if isinstance(step.after, Table) else self.ours
            today = gaming_day.of(step.event.at)
            if self.day is None or today > self.day:  # a clock that is set back does not go back to a day before
                yield from self._close(step.before)
                self.day = today
            yield from self._take(step, teller)
        if step is not None:
            self.moved |= self.accounts
            yield from self._close(step.after)

    def _take(self, step: Step[Any], teller: Teller) -> Iterator[tuple[str, str]]:
        if teller.part(step.event) in NOTED:
            self.notes.append(teller.says(step))
        word = word_of(step.event)
        own: Sums = Counter()
        for account, amount, why in step.entries:
            if account not in self.accounts:
                self.accounts.add(account)
                yield "open", self._open(account)
            own[account, why] += amount
        self.moved |= {account for account, _ in own}
        if self.detail and any(own.values()):
            yield "transaction", self._event(step, teller, own)
        elif own:
            total = self.sums.setdefault(word, Counter())
            for key, amount in own.items():
                total[key] += amount
            self.events[word] += 1

    def _close(self, state: Any) -> Iterator[tuple[str, str]]:
        """The transactions of the day that is over, its notes, and the balances after it."""
        if self.day is None:
            return
        for word, sums in self.sums.items():
            if any(sums.values()):
                count = self.events[word]
                says = f"{word.replace('-', ' ')}: {count:,} event{'' if count == 1 else 's'}"
                yield "transaction", self._transaction(says, {"events": str(count)}, sums)
        if self.accounts:
            at = account_name(self.stream, "bank" if "bank" in self.accounts else min(self.accounts))
            for says in self.notes:
                yield "note", f"{self.day} note {at} {_quoted(says)}\n"
            self.notes.clear()
        held = dict(self.kind.balances(state))
        for account in sorted(self.moved):
            # without the tolerance of zero, Beancount accepts a difference of one cent
            amount = _amount(held.get(account, 0)).replace(" ", " ~ 0 ")
            name = account_name(self.stream, account)
            yield "balance", f"{self.day + timedelta(days=1)} balance {name} {amount}\n"
        self.moved.clear()
        self.sums.clear()
        self.events.clear()

    def _open(self, account: str) -> str:
        name = account_name(self.stream, account)
        said = f"  stream: {_quoted(self.stream)}\n  account: {_quoted(account)}\n"
        return f"\n{self.day} open {name} USD\n{said}"

    def _event(self, step: Step[Any], teller: Teller, sums: Sums) -> str:
        event = step.event
        about = {
            "event": str(step.envelope.version),
            "at": _quoted(iso(event.at)),
            "person": _quoted(event.by.person),
            "role": _quoted(event.by.role),
        }
        if isinstance(step.after, Table):
            about["round"] = str(round_of(step))
        return self._transaction(teller.says(step), about, sums)

    def _transaction(self, says: str, about: dict[str, str], sums: Sums) -> str:
        payee = _quoted(self.stream.partition("/")[2])
        lines = [f"\n{self.day} * {payee} {_quoted(says)}"]
        lines += [f"  {name}: {value}" for name, value in about.items()]
        for (account, why), amount in sums.items():
            if amount:
                lines += [f"  {account_name(self.stream, account)}  {_amount(amount)}", f"    why: {_quoted(why)}"]
        return "\n".join((*lines, ""))
