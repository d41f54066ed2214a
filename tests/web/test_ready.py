"""Players say that they are ready, through real sockets: everybody is shown it, and betting closes early."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.web import SLOW, Server, Visitor


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path / 'pit.db'}", "R00", "B6", pace=SLOW) as running:
        yield running


def test_a_lone_player_does_not_wait_for_an_empty_table(server: Server) -> None:
    with Visitor(server).at("R00") as ann:
        ann.until_betting()
        number = ann.view["round"]
        ann.say({"do": "ready", "round": number})
        ann.until(lambda: ann.view["ready"], timeout=2.0)
        closed = ann.until_event("betting-closed")
        assert closed["round"] == number
        ann.until(lambda: ann.view["round"] == number + 1)
        assert ann.view["ready"] == []


def test_everybody_sees_who_is_ready_and_betting_closes_when_all_are(server: Server) -> None:
    with Visitor(server).at("B6") as ann, Visitor(server).at("B6") as ben, Visitor(server).at("B6") as eve:
        for line in (ann, ben, eve):
            line.until_betting()
        number = ann.view["round"]
        for n, line in enumerate((ann, ben, eve), 1):
            line.say({"do": "ready", "round": number})
            ann.until(lambda n=n: len(ann.view["ready"]) == n)  # type: ignore[misc]
        ann.until_event("betting-closed")


@pytest.mark.parametrize("said", [{"do": "ready"}, {"do": "ready", "round": 0}, {"do": "ready", "round": 1, "x": 1}])
def test_what_cannot_be_read_is_answered_with_an_error(server: Server, said: dict[str, object]) -> None:
    with Visitor(server).at("R00") as ann:
        ann.until_betting()
        ann.say(said)
        ann.until(lambda: ann.frames[-1]["kind"] == "error")
        assert ann.view["ready"] == []


def test_a_spectator_closes_nothing(server: Server) -> None:
    with Visitor(server).at("R00") as ann, Visitor(server).at("R00", watching=True) as eve:
        ann.until_betting()
        number = ann.view["round"]
        eve.say({"do": "ready", "round": number})
        ann.say({"do": "ready", "round": number + 1})
        assert ann.ask("place", wager="red", amount=500)["ok"]
        assert (ann.view["ready"], ann.view["phase"]) == ([], "open")
