"""At an automatic craps table the dice go around by the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.floor.crew.paced import Pace
from tests.support.browser.people import PACE, Demonstration
from tests.support.web import Line, Visitor, check


def _comes(server: Demonstration, line: Line, roll: str) -> None:
    """Play the next roll, once its round is open and its seal is published."""
    line.until(lambda: line.view["phase"] == "open" and line.view["device"].get("seal"))
    line.happened.clear()
    server.comes("C1", roll)
    assert line.until_event("settled")["outcome"] == roll


@pytest.mark.cites("47.1-2313(2)")
def test_come_wagers_are_decided_though_nobody_is_on_the_line(tmp_path: Path) -> None:
    """The dice go around; the last shooter, without a line wager, throws only for the come wagers."""
    pace = Pace(**{**vars(PACE), "offer": 0.1})
    with Demonstration(f"sqlite:///{tmp_path}/dice.db", "C1", pace=pace) as server:
        with Visitor(server).at("C1") as ann, Visitor(server).at("C1") as bea, Visitor(server).at("C1") as eve:
            for line in (ann, bea, eve):
                line.until_betting()
            assert ann.ask("place", wager="pass", amount=10_00)["ok"]
            _comes(server, ann, "2-4")
            bea.until(lambda: (bea.view["round"], bea.view["phase"]) == (2, "open"))
            assert bea.ask("place", wager="come", amount=10_00)["ok"]
            _comes(server, ann, "3-5")
            _comes(server, ann, "1-5")  # the point is made: nobody is on the line now, and Bea's come wager is on 8
            _comes(server, ann, "4-4")
            bea.until(lambda: bea.you["rack"] == 1_010_00)
            assert any(each.get("patch", {}).get("puck") == "come-only" for each in bea.frames)  # before it is thrown
            told = [each["come_only"] for each in bea.happened if each["event"] == "dice-pushed"]
            assert (told, ann.view["puck"]) == ([False, False, False, True], "off")
            assert ann.view["shooter"] == ann.you["player"]
            offered = [each["player"] for each in ann.happened if each["event"] == "dice-offered"]
            assert {bea.you["player"], eve.you["player"]} <= set(offered)
        assert server.end() == 0
    check(server.db, "C1")
