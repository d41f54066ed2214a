"""`croupier pit alerts` as a pit manager uses it: looking for trouble, the lists, and clearing an alert."""

from __future__ import annotations

from croupier import store as stores
from croupier.books.alerts.detector import detectors
from croupier.conduct.powers import POWERS
from croupier.floor.demonstration import secrets_of
from croupier.floor.vault import Vault
from croupier.host.audit import audit_place
from tests.support.dealt import dealt
from tests.support.pit.command import ADA, PAT, Shop


def _goes_short(shop: Shop) -> None:
    """Trouble in the log of the house: a table whose bank went short."""
    with stores.open(shop.db) as kept:
        signer = Vault(secrets_of(shop.db)).signer(kept)
        table = dealt(kept, "colorado-double-zero", "X9", bank=1_000_00, signer=signer)
        table.seats("ann", amount=200_00)
        table.goes_short("ann")
        table.ends()


def test_alerts_are_found_listed_and_cleared(shop: Shop) -> None:
    assert shop.done("alerts") == "No alert is open.\n"
    _goes_short(shop)
    found = shop.rows("alerts", "watch")
    assert "bank-short" in [row["kind"] for row in found]
    assert shop.done("alerts", "watch") == "Nothing new was found.\n"
    assert len(shop.rows("alerts")) == len(found)
    (row,) = [row for row in shop.rows("alerts") if row["kind"] == "bank-short"]
    assert (row["table"], row["times"]) == ("X9", 1)
    assert row["says"].startswith("The bank of table X9 went short by $")
    assert all(len(line) <= 100 for line in shop.done("alerts").splitlines())
    clear = ("alerts", "clear-alert", f"number={row['alert']}", "reason=a fill was late")
    assert "clear-alert" in shop.no(*clear, as_=ADA).lower(), "an administrator clears nothing"
    assert "clear" in shop.done(*clear, as_=PAT)
    assert row["alert"] not in [each["alert"] for each in shop.rows("alerts")]
    (cleared,) = shop.rows("alerts", "--cleared")
    assert (cleared["by"], cleared["role"], cleared["reason"]) == (PAT, "pit-supervisor", "a fill was late")
    assert shop.done("alerts", "watch") == "Nothing new was found.\n"
    assert audit_place(shop.db).fault is None


def test_what_cannot_be_cleared_is_said(begun: Shop) -> None:
    assert "No alert 99 is open" in begun.no("alerts", "clear-alert", "number=99", "reason=r", as_=PAT)
    assert "x=1: watch has no fields" in begun.no("alerts", "watch", "x=1", status=2)
    assert "croupier pit alerts clear-alert" in begun.no("people", "clear-alert", status=2)


def test_kinds_and_acts_are_listed(begun: Shop) -> None:
    assert [row["kind"] for row in begun.rows("alerts", "--kinds")] == [each.kind for each in detectors()]
    (act,) = begun.rows("alerts", "--acts")
    assert set(act["roles"]) == set(POWERS.commands["pit"]["clear-alert"].roles)
