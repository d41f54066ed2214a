"""Double-entry bookkeeping, derived from events: the postings of an event sum to zero."""

from __future__ import annotations

from typing import NamedTuple


class Posting(NamedTuple):
    """One side of a double entry: an amount added to an account, and why."""

    account: str
    amount: int
    why: str


Balances = tuple[tuple[str, int], ...]  # sorted by account; accounts with a balance of zero are left out


def moved(source: str, to: str, amount: int, why: str) -> tuple[Posting, ...]:
    """Post an amount from one account to another; no postings for an amount of zero."""
    if not amount:
        return ()
    return tuple.__new__(Posting, (source, -amount, why)), tuple.__new__(Posting, (to, amount, why))


def posted(balances: Balances, entries: tuple[Posting, ...]) -> Balances:
    """The balances after these postings."""
    if not entries:
        return balances
    found, total, emptied = dict(balances), 0, False
    for account, amount, _ in entries:
        held = found[account] = found.get(account, 0) + amount
        emptied = emptied or not held
        total += amount
    assert total == 0, f"postings do not balance: {entries}"
    if len(found) == len(balances) and not emptied:
        return tuple(found.items())  # the same accounts as before, so they are still sorted
    return tuple(sorted((account, amount) for account, amount in found.items() if amount))
