"""Double entry, derived from events: every event's postings sum to zero, and the accounts agree with the felt.

Accounts: `outside` the players' pockets · `rack:PLAYER` · `layout` · `bank` the table's chips, may be below zero ·
`drop` · `tips` · `tube` tips not yet dropped · `meter:WAGER` the meter of a progressive · `claims` open amounts of
persons (below zero: owed to the table) · `cage` the licensee's chips and money that are not at this table.
At a table with a cage also: `float` chips locked up while it is closed · `fills` chips that were brought and not
accepted yet · `over-short` what counts found more (below zero) or less than the record says.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import is_not, itemgetter
from typing import Any

from croupier.conduct.event import Event
from croupier.conduct.postings import Posting, moved
from croupier.core.machine import Standing
from croupier.felt import Felt
from croupier.felt.meter import PARTS, Meter
from croupier.house.house import UnreadHouse
from croupier.table.registry import POSTED_BY
from croupier.table.rows import Counter, Row
from croupier.table.state import State

Postings = tuple[Posting, ...]
#: The account holder name under which a correction moves the dealers' tips; no person can have this name.
TIPS = ":tips"
#: The same for tips in the tip tube. What the tube cannot give back comes from the tip box.
TUBE = ":tube"


def account_of(person: str) -> str:
    """The account of a person in a correction or claim: the rack of a player, the tip box or tube of the dealers."""
    return person[1:] if person in (TIPS, TUBE) else rack_account(person)


def rack_account(player: str) -> str:
    """The account of a player's chips."""
    return f"rack:{player}"


def postings(event: Event, state: State) -> tuple[Posting, ...]:
    """The postings of an event, given the state before it."""
    posts = POSTED_BY.get(type(event))
    return () if posts is None else posts(event, state)


_STAKE, _COMMISSION = (itemgetter(Standing._fields.index(name)) for name in ("stake", "commission"))


def of_rows(rows: Iterable[Row]) -> tuple[Posting, ...]:
    """A settlement: stakes back or lost, winnings, rounding and commission each by name."""
    found: list[Posting] = []
    for row in rows:
        found += _of_row(row)
    return tuple(found)


def _of_row(row: Row) -> Iterable[Posting]:
    lost = row.released + row.collected + row.winnings + row.rounding - row.commission - row.paid
    if not (row.paid or row.winnings or row.rounding or row.commission or row.coupon):
        return moved("layout", "bank", row.released, "lost")
    to = ("tube" if row.tube else "tips") if row.to_tips else rack_account(row.player)
    stake, has = (row.collected, "bank") if row.collected else (row.released, "layout")
    moves = (
        ("layout", "bank", 0 if row.collected else lost, "lost"),
        (has, to, stake - lost, "stake"),
        ("bank", to, row.winnings, "winnings"),
        ("bank", to, row.rounding, "rounding"),
        (to, "bank", row.commission, "commission"),
        (to, "bank", row.coupon, "coupon"),
    )
    return [posting for source, to, amount, why in moves if amount for posting in moved(source, to, amount, why)]


def post_rows(event: Any, state: State) -> Postings:
    """The postings of an event that has rows and moves no other money."""
    return of_rows(event.rows)


def of_meters(before: Iterable[Meter], after: Iterable[Counter]) -> tuple[Posting, ...]:
    """Contributions come from the bank, awards pass through it, and the licensee pays the seeds."""
    found: list[Posting] = []
    for old, new in zip(before, after, strict=True):
        account = f"meter:{old.wager}"
        seeded, awarded = (new.seeded - old.seeded) // PARTS, (new.awarded - old.awarded) // PARTS
        shown = (new.seeded + new.contributed - new.awarded) // PARTS
        found += moved("cage", account, seeded, "seed")
        found += moved(account, "bank", awarded, "award")
        found += moved("bank", account, shown - old.cents - seeded + awarded, "contribution")
    return tuple(found)


def check(state: State) -> None:
    """Check that the accounts agree with the felt, and that only the bank, the cage and pockets are below zero."""
    if state.play is None:
        return
    felt, held = state.play, dict(state.balances)
    assert sum(held.values()) == 0, "accounts do not sum to zero"
    for account in ("outside", "bank", "cage", "over-short"):
        held.pop(account, 0)
    for account in ("drop", "tips", "tube", "float", "fills"):
        cents = held.pop(account, 0)
        assert cents >= 0, account
    shown = {rack_account(player): rack for player, rack in felt.racks if rack}
    for meter in felt.meters:
        if meter.cents:
            shown[f"meter:{meter.wager}"] = meter.cents
    if laid := _laid(felt):
        shown["layout"] = laid
    if claimed := sum([amount for _, amount in state.claims]):
        shown["claims"] = claimed
    assert held == shown, f"the accounts are not what the table shows: {set(held.items()) ^ set(shown.items())}"


def check_wager(before: State, after: State, player: str, entries: tuple[Posting, ...]) -> None:
    """`check` for a change of one player's wager: it compares only what the change can have touched."""
    old, new, mine = before.play, after.play, rack_account(player)
    assert old is not None
    assert new is not None
    for account, _, _ in entries:
        assert account in (mine, "layout", "bank"), f"a wager of {player} was posted to {account}"
    assert len(new.racks) == len(old.racks), f"a wager of {player} changed who is seated"
    changed = [name for name, _ in compress(new.racks, map(is_not, new.racks, old.racks))]
    assert changed in ([player], []), f"a wager of {player} changed the racks of {changed}"
    assert after.balance(mine) == new.rack(player) >= 0, f"{player}'s account is not what the table shows"
    assert after.balance("layout") == _laid(new), "the layout's account is not what the table shows"
    assert new.meters is old.meters, "a wager moves no meter"
    assert after.claims is before.claims, "a wager settles no claim"


def _laid(felt: Felt) -> int:
    """All money on the layout, commission held for wagers included."""
    laid: int = sum(map(_STAKE, felt.standing))
    if isinstance(felt.house, UnreadHouse) or felt.house.game.course.commission:
        laid += sum(map(_COMMISSION, felt.standing))
    return laid
