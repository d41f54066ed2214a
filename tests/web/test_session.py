"""A player's own session and limits, through real sockets: what is counted, what is refused, what a restart keeps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.web import SLOW, Line, Server, Visitor, check


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    db = f"sqlite:///{tmp_path_factory.mktemp('session') / 'pit.db'}"
    with Server(db, "R00", "B6", pace=SLOW) as running:
        yield running
        running.end()
    check(db, "R00", "B6")


@contextmanager
def _at(visitor: Visitor, table: str) -> Iterator[Line]:
    """A seat at a table, until betting is open; given up at the end, so that others need not wait for it."""
    with visitor.at(table) as line:
        line.until_betting()
        yield line
        line.ask("clear")
        assert line.ask("leave")["ok"]


def _session(visitor: Visitor) -> Any:
    return visitor.server.get("/api/1/session", cookie=visitor.cookie).raise_for_status().json()


def _set(visitor: Visitor, **limits: int | None) -> httpx.Response:
    given = {"origin": visitor.server.origin, "cookie": visitor.cookie}
    return httpx.post(f"{visitor.server.origin}/api/1/session", json=limits, headers=given)


def _plays(line: Line) -> int:
    """Play one round to its end; return its result for the player."""
    number = line.view["round"]
    line.say({"do": "ready", "round": number})
    line.until(lambda: line.view["round"] == number + 1 and line.view["phase"] == "open")
    return sum(row["net"] for row in line.you["won"]["rows"])


def test_the_session_counts_rounds_bets_net_and_time_at_all_tables(server: Server) -> None:
    ann = Visitor(server)
    assert _session(ann) is None
    net = 0
    with _at(ann, "R00") as roulette, _at(ann, "B6") as wheel:
        for line, wager in ((roulette, "red"), (wheel, "one")):
            assert line.ask("place", wager=wager, amount=10_00)["ok"]
            net += _plays(line)
        found = _session(ann)
        assert (found["rounds"], found["bet"], found["net"]) == (2, 20_00, net)
        assert found["time"] > 0
        assert roulette.ask("place", wager="red", amount=10_00)["ok"]
        assert _session(ann) == {**found, "time": pytest.approx(found["time"], abs=5_000)}, "nothing is decided yet"


def test_a_loss_limit_counts_what_may_still_be_lost_at_every_table(server: Server) -> None:
    ann = Visitor(server)
    with _at(ann, "R00") as roulette, _at(ann, "B6") as wheel:
        assert _set(ann, loss=25_00).status_code == 200
        assert roulette.ask("place", wager="red", amount=20_00)["ok"]
        refused = wheel.ask("place", wager="one", amount=10_00)["refusal"]
        assert refused["word"] == "own-limit"
        assert refused["message"] == "You set a loss limit of $25. You can bet $5 more now."
        assert wheel.ask("place", wager="one", amount=5_00)["ok"]
        assert wheel.ask("place", wager="two", amount=1_00)["refusal"]["message"].startswith("You have reached")
        assert server.get("/api/1/tables/B6/amounts?wager=two", cookie=ann.cookie).json()["most"] is None
        assert wheel.ask("take-down", wager="one")["ok"]
        assert wheel.ask("place", wager="two", amount=5_00)["ok"], "what came down can be bet again"


def test_a_stricter_limit_holds_at_once_and_a_looser_one_waits(server: Server) -> None:
    ann = Visitor(server)
    with _at(ann, "R00") as line:
        _set(ann, loss=50_00, time=60)
        assert _set(ann, loss=20_00).json()["loss"] == {"most": 20_00, "left": 20_00}
        found = _set(ann, loss=100_00, time=None).json()
        assert (found["loss"]["most"], found["loss"]["later"]["most"]) == (20_00, 100_00)
        assert found["loss"]["later"]["wait"] == pytest.approx(24 * 3_600_000, abs=60_000)
        assert found["most_time"]["most"] == 3_600_000
        assert "most" not in found["most_time"]["later"]
        assert not line.ask("place", wager="red", amount=25_00)["ok"]


def test_a_pause_refuses_bets_but_not_what_the_rules_require(server: Server) -> None:
    ann = Visitor(server)
    with _at(ann, "R00") as line:
        assert line.ask("place", wager="red", amount=5_00)["ok"]
        assert line.ask("place", wager="black", amount=5_00)["ok"]
        _set(ann, pause=60)
        for asked in (
            {"word": "place", "wager": "odd", "amount": 5_00},
            {"word": "raise", "wager": "red", "amount": 5_00},
        ):
            assert line.ask(**asked)["refusal"]["message"] == "You set a pause. It ends in 60 min."  # type: ignore[arg-type]
        assert line.ask("take-down", wager="black")["ok"]
        _plays(line)
        assert _session(ann)["rounds"] == 1, "the bet on the layout stays, and is settled"
        assert line.ask("repeat")["refusal"]["word"] == "own-limit"
        assert _set(ann, pause=15).json()["pause"] > 50 * 60_000, "a pause cannot be made shorter"


def test_limits_and_figures_survive_a_crash_and_a_restart(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'pit.db'}"
    with Server(db, "R00", "B6", pace=SLOW) as server:
        ann = Visitor(server)
        with ann.at("R00") as line:
            line.until_betting()
            _set(ann, loss=40_00, time=60)
            assert line.ask("place", wager="red", amount=30_00)["ok"]
            net = _plays(line)
            before = _session(ann)
        server.kill()
    for _ in ("after a crash", "after a restart"):
        with Server(db, "R00", "B6", pace=SLOW) as server:
            ann = ann.comes_back(server)
            found = _session(ann)
            assert (found["rounds"], found["bet"], found["net"]) == (1, 30_00, net)
            assert 0 <= found["time"] - before["time"] < 60_000
            assert found["loss"] == {"most": 40_00, "left": 40_00 + net}
            with ann.at("B6") as line:
                line.until_betting()
                assert line.ask("place", wager="one", amount=41_00 + net)["refusal"]["word"] == "own-limit"
                assert line.ask("place", wager="one", amount=40_00 + net)["ok"]
                assert line.ask("take-down", wager="one")["ok"]
            server.end()
    check(db, "R00", "B6")


def test_what_is_no_limit_is_refused(server: Server) -> None:
    ann = Visitor(server)
    given = {"origin": server.origin, "cookie": ann.cookie, "content-type": "application/json"}
    with _at(ann, "R00"):
        for said in (
            '{"loss": 99}',
            '{"loss": 100, "loss": 200}',
            '{"pause": null}',
            '{"x": 1}',
            "[",
            '{"time": 1.5}',
        ):
            answer = httpx.post(f"{server.origin}/api/1/session", content=said, headers=given)
            assert answer.status_code == 400, said
        assert "loss" not in _session(ann)


def test_only_a_player_of_this_site_sets_limits(server: Server) -> None:
    ann, eve = Visitor(server), Visitor(server)
    assert _set(ann, loss=100_00).status_code == 409, "before the first seat there is nothing to limit"
    given = {"cookie": eve.cookie, "origin": "http://other.example"}
    assert httpx.post(f"{server.origin}/api/1/session", json={"loss": 1_00}, headers=given).status_code == 403
