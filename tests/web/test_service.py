"""A table that goes out of service says so on its socket and on its page, and says when it is back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from croupier.core.clock import Clock
from croupier.floor.history import History
from croupier.floor.past_snapshots import PastSnapshots
from croupier.floor.table import Table
from croupier.host import Host
from croupier.table import stream_of
from croupier.web.server.room import Room
from croupier.web.views.everybody import View
from tests.support.browser.people import Demonstration, People
from tests.support.browser.server import BROKEN, DRY
from tests.support.stores import SIGNER
from tests.support.views import json
from tests.support.web import Visitor, short_shift


def test_a_fault_is_sent_to_every_terminal(tmp_path: Path) -> None:
    """As a patch, at once; also after a reconnection; after a restart the table is in service again."""
    server = Demonstration(f"sqlite:///{tmp_path / 'pit.db'}", "R00", "B6")
    with server, Visitor(server).at("R00") as line:
        line.until_betting()
        assert "fault" not in line.view
        server.comes("R00", BROKEN)
        server.comes("R00", "17")
        line.until(lambda: "fault" in line.view)
        told = line.frames[-1]
        assert (told["kind"], told["patch"]) == ("clock", {"fault": DRY})
        shown = server.get("/api/1/tables/R00").json()["table"]
        assert shown == {**line.view, "fault": DRY}
        faults = {each["id"]: each.get("fault") for each in server.get("/api/1/tables").json()["tables"]}
        assert faults == {"R00": DRY, "B6": None}
        assert DRY in line.ask("place", wager="red", amount=500)["refusal"]["message"]
        with Visitor(server).at("R00", line.seq, watching=True) as back:  # only this was missed
            back.view = {key: value for key, value in line.view.items() if key != "fault"}
            back.until(lambda: back.frames[-1]["kind"] == "clock" if back.frames else False)
            assert [each["kind"] for each in back.frames] == ["you", "clock"]
            assert back.view == line.view
        with server.again() as second, Visitor(second).at("R00", line.seq) as again:
            again.view = line.view
            again.until(lambda: again.closes is not None)
            assert "fault" not in again.view
            again.until_betting()
            assert again.ask("place", wager="red", amount=500)["ok"]


def test_a_released_table_loses_its_fault() -> None:
    """Another process runs it, and may not have the same problem."""
    with short_shift() as store:
        host = Host(store, stream_of("R00"))
        history = History(store, "R00", PastSnapshots(store, "R00", SIGNER))
        table = Table(store, host.state, host.version, history, None, lambda job: job(), pytest.fail, clock=Clock())
        room = Room(table, View(), lambda _: None)
        table.run(host)
        table.fail(DRY)
        assert json(room.view.shown)["fault"] == DRY
        table.release().close()
        assert table.fault is None
        assert "fault" not in json(room.view.shown)


def test_the_page_of_a_table_out_of_service_accepts_no_chips(browser: Browser, tmp_path: Path) -> None:
    """No chip can be placed while the table is out of service; when it is back, play continues."""
    people = People(browser, Demonstration(f"sqlite:///{tmp_path / 'pit.db'}", "R00"))
    seat = people.at("R00")
    seat.chip(5)
    seat.put("straight", "8")
    seat.server.comes("R00", BROKEN)
    seat.server.comes("R00", "17")
    expect(seat.page.locator("#fault")).to_have_text(f"This table is out of service: {DRY}")
    expect(seat.page.locator("#urgent")).to_contain_text(DRY)
    seat.says("#phase", "Out of service")
    expect(seat.page.locator("body")).not_to_have_class("taken")
    seat.spot("straight", "8").click()
    seat.says("#toast", DRY)
    assert seat.laid == 0
    people.server = seat.server = seat.server.again()
    expect(seat.page.locator("#urgent")).to_have_text("This table is back in service.")
    expect(seat.page.locator("#fault")).to_be_hidden()
    seat.page.wait_for_selector("body.taken")
    seat.put("straight", "8")
    people.close()
    people.server.close()
