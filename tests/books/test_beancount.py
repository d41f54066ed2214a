"""The ledger of a store, read by the real Beancount: no error, and the balances that the tables have."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from decimal import Decimal
from importlib import import_module
from typing import Any

import pytest
from beancount import loader
from beancount.core import account, data
from hypothesis import example, given
from hypothesis import strategies as st

from croupier import store as stores
from croupier.books.beancount import Written, account_name, escaped, write
from croupier.books.days import day_of
from croupier.books.walk import tables_of, told
from croupier.floor import demo
from croupier.host import Host
from croupier.store import Store
from croupier.table import stream_of
from tests.support.played import shift
from tests.support.table.hosted import Hosted

#: 2026-01-02 12:58 UTC, in microseconds: two minutes before a gaming day ends in Denver.
BEFORE_SIX = 1_767_358_680_000_000


def _ledger(store: Store, **options: Any) -> tuple[str, Written]:
    file = io.BytesIO()
    written = write(store, file, **options)
    return file.getvalue().decode(), written


def _loaded(text: str) -> tuple[list[Any], list[Any]]:
    """The entries that Beancount reads, and the errors that it reports."""
    entries, errors, _ = loader.load_string(text)
    return entries, errors


def _of_shift(**options: Any) -> tuple[str, Written]:
    with stores.open(shift(), reading=True) as kept:
        return _ledger(kept, **options)


def _balances(entries: list[Any]) -> dict[str, int]:
    """What every account has in cents, from the postings that Beancount has read."""
    found: dict[str, int] = {}
    for each in entries:
        for posting in each.postings if isinstance(each, data.Transaction) else ():
            units: Any = posting.units
            assert units.currency == "USD"
            found[posting.account] = found.get(posting.account, 0) + int(units.number * 100)
    return {name: cents for name, cents in found.items() if cents}


def _states(kept: Store) -> dict[str, int]:
    """What every account has by the state of its table."""
    found: dict[str, int] = {}
    for table in tables_of(kept):
        *_, last = told(kept, table)
        found |= {account_name(stream_of(table), name): cents for name, cents in last.after.balances}
    return found


@pytest.mark.parametrize("detail", [False, True])
def test_beancount_finds_no_error_and_the_balances_of_the_tables(detail: bool) -> None:
    text, written = _of_shift(detail=detail)
    entries, errors = _loaded(text)
    assert errors == []
    with stores.open(shift(), reading=True) as kept:
        states = _states(kept)
    assert {name for name in states if name.endswith((":Cage", ":Outside"))}
    assert _balances(entries) == states
    assert written.transactions == sum(isinstance(each, data.Transaction) for each in entries)
    assert written.assertions == sum(isinstance(each, data.Balance) for each in entries) > 50
    assert written.accounts == sum(isinstance(each, data.Open) for each in entries)


def test_every_event_with_money_is_a_transaction_in_detail() -> None:
    entries, _ = _loaded(_of_shift(detail=True, table="C1")[0])
    with stores.open(shift(), reading=True) as kept:
        steps = [step for step in told(kept, "C1") if step.entries]
        days = {str(step.envelope.version): day_of(step) for step in steps}
    found = {str(each.meta["event"]): each.date for each in entries if isinstance(each, data.Transaction)}
    assert found == days
    assert any(isinstance(each, data.Note) and "The table opened" in each.comment for each in entries)


def _lines(text: str, what: str) -> list[int]:
    return [place for place, line in enumerate(text.splitlines()) if re.search(what, line)]


@pytest.mark.parametrize("detail", [False, True])
def test_a_wrong_cent_is_found_wherever_it_is(detail: bool) -> None:
    """One cent more in one posting, and one cent more in both: Beancount reports each of them."""
    text, _ = _of_shift(detail=detail, table="R0")
    lines = text.splitlines()
    postings = _lines(text, r"^  (Assets|Equity)\S+  -?\d")
    chosen = random.Random(3).sample(postings, 4)
    for place in chosen:
        changed = _with_cent(lines, {place: 1})
        assert any("does not balance" in each.message for each in _loaded(changed)[1])
    for place in chosen:
        other = _another(lines, place)
        changed = _with_cent(lines, {place: 1, other: -1})
        assert any("Balance failed" in each.message for each in _loaded(changed)[1])


def test_an_assertion_that_is_a_cent_off_fails() -> None:
    text, _ = _of_shift(table="R0")
    places = _lines(text, " balance ")
    for place in places:
        changed = _with_cent(text.splitlines(), {place: 1})
        assert any("Balance failed" in each.message for each in _loaded(changed)[1]), changed.splitlines()[place]


def _with_cent(lines: list[str], changes: dict[int, int]) -> str:
    changed = list(lines)
    for place, cents in changes.items():
        number = re.search(r"-?\d+\.\d\d", changed[place])
        assert number is not None
        more = f"{Decimal(number[0]) + Decimal(cents) / 100:.2f}"
        changed[place] = changed[place].replace(number[0], more, 1)
    return "\n".join(changed)


def _another(lines: list[str], place: int) -> int:
    """A posting of the same transaction to another account."""
    mine = lines[place].split()[0]
    for step in (2, -2):
        at = place + step
        while lines[at].startswith(("  Assets", "  Equity")):
            if lines[at].split()[0] != mine:
                return at
            at += step
    raise AssertionError(lines[place])


# Days -------------------------------------------------------------------------------------------------------
@pytest.fixture
def two_days(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A shift that begins two minutes before a gaming day ends."""
    monkeypatch.setattr(import_module("croupier.floor.demo.play"), "START", BEFORE_SIX)
    with stores.open("memory:") as kept:
        demo.play(kept, 25, 5, ["C1", "R00"])
        yield kept


def test_every_gaming_day_ends_with_its_balances(two_days: Store) -> None:
    text, _ = _ledger(two_days)
    entries, errors = _loaded(text)
    assert errors == []
    for table in ("C1", "R00"):
        ends: dict[Any, dict[str, int]] = {}
        for step in told(two_days, table):
            ends[day_of(step)] = dict(step.after.balances)
        assert len(ends) == 2
        for day, states in ends.items():
            asserted = {
                each.account: int((each.amount.number or Decimal()) * 100)
                for each in entries
                if isinstance(each, data.Balance)
                and (each.date - day).days == 1
                and f":Table-{table}:" in each.account
            }
            held = {account_name(stream_of(table), name): cents for name, cents in states.items()}
            assert {name: cents for name, cents in asserted.items() if cents} == held
        first = min(ends)
        assert ends[first].get("layout"), "the day ends in the middle of play"


def test_a_transaction_has_the_gaming_day_of_its_events(two_days: Store) -> None:
    entries, _ = _loaded(_ledger(two_days, table="C1")[0])
    kinds: dict[tuple[Any, str], int] = {}
    for step in told(two_days, "C1"):
        if step.entries:
            key = day_of(step), step.envelope.kind.partition("/")[0].replace("-", " ")
            kinds[key] = kinds.get(key, 0) + 1
    found = {
        (each.date, str(each.narration).partition(":")[0]): int(each.meta["events"])
        for each in entries
        if isinstance(each, data.Transaction)
    }
    assert found.items() <= kinds.items()
    assert {key for key in kinds if key not in found} <= {key for key in kinds if key[1] == "settled"}


# Names ------------------------------------------------------------------------------------------------------
NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
ALIKE = st.text("a-A2d ", min_size=1, max_size=8)


@given(st.one_of(NAMES, ALIKE), st.one_of(NAMES, ALIKE))
@example("a b", "a--20--b")
@example("a-b", "a--2d--b")
def test_names_of_accounts_are_valid_and_never_the_same(one: str, other: str) -> None:
    for name in (one, other):
        assert account.is_valid(account_name(f"table/{name}", f"rack:{name}"))
    assert (escaped(one) == escaped(other)) == (one == other)


@given(st.one_of(NAMES, ALIKE))
@example("a--20--b")
def test_a_name_can_be_read_back(name: str) -> None:
    assert re.sub(r"--([0-9a-f]+)--", lambda found: chr(int(found[1], 16)), escaped(name)) == name


@pytest.mark.parametrize("player", ['Ann "the \\ Ace"', "guest-12--3", "Zoë 骰子", "*;#^!", "ann lee"])
@pytest.mark.parametrize("detail", [False, True])
def test_beancount_reads_any_name_of_a_player(player: str, detail: bool) -> None:
    with stores.open("memory:") as kept:
        host = Host(kept, stream_of("R-0.x_1"))
        table = Hosted(host=host)
        table.opened("colorado-single-zero")
        table.sits(player, 3, 200_00)
        table.places(player, "straight", 5_00, "17")
        host.close()
        text, _ = _ledger(kept, detail=detail)
        entries, errors = _loaded(text)
        assert errors == []
        assert _balances(entries) == _states(kept)
    opened = {each.meta["account"] for each in entries if isinstance(each, data.Open)}
    assert f"rack:{player}" in opened


def test_a_ledger_of_nothing_is_valid() -> None:
    with stores.open("memory:") as kept:
        text, written = _ledger(kept)
    entries, errors = _loaded(text)
    assert (errors, written) == ([], Written(0, 0, 0))
    assert [type(each) for each in entries] == [data.Commodity]
