"""Lobby, board, round page, odds explorer and posted rules as they are served."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from croupier import chain, house
from croupier.web.shared.messages import words
from tests.support.web import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Four tables with short rounds."""
    folder = tmp_path_factory.mktemp("pages")
    with Server(f"sqlite:///{folder / 'pit.db'}", "R0", "R00", "C1", "B6") as running:
        yield running
        assert running.end() == 0  # with its solver processes


def _get(server: Server, path: str) -> httpx.Response:
    """Load a page, with patience: computing figures may take long on a busy machine."""
    return httpx.get(f"{server.origin}{path}", timeout=60)


def test_every_page_is_served_whole(server: Server) -> None:
    for path in (
        "/",
        "/tables/R00/board",
        "/tables/C1/board",
        "/tables/B6/board",
        "/tables/R0/rules",
        "/tables/C1/rules",
    ):
        answer = _get(server, path)
        assert answer.status_code == 200, path
        assert words()["common"]["demonstration"] in answer.text
        assert ' style="' not in answer.text
        assert "<script>" not in answer.text
    assert _get(server, "/tables/R00/picture.svg").headers["content-type"].startswith("image/svg+xml")
    for path in (
        "/tables/X/board",
        "/tables/X/rules",
        "/tables/R00/rounds/9999",
        "/tables/R00/rounds/9999/proof.json",
    ):
        assert _get(server, path).status_code == 404


@pytest.mark.cites("30-2208", "47.1-2314")
@pytest.mark.parametrize("table", ["R00", "C1", "B6"])
def test_the_rules_of_a_table_are_one_click_away(server: Server, table: str) -> None:
    """From the lobby, the board and the player's terminal: everybody in the room can read and print them."""
    for path in ("/", f"/tables/{table}/board", f"/tables/{table}"):
        assert f'href="/tables/{table}/rules"' in _get(server, path).text, path


@pytest.mark.parametrize("number", ["0", "999999", "-1", "zzz", ""])
def test_marks_of_an_unknown_round_are_not_found(server: Server, number: str) -> None:
    table = next(iter(each["id"] for each in _get(server, "/api/1/tables").json()["tables"]))
    assert _get(server, f"/tables/{table}/marks.svg").status_code == 200
    assert _get(server, f"/tables/{table}/marks.svg?round={number}").status_code == 404


def test_the_odds_are_served_and_shared_by_address(server: Server) -> None:
    page = _get(server, "/odds?house=colorado-big-six&wager=joker&pays.joker.win=50+to+1")
    assert page.status_code == 200
    exact = chain.worth(house.load("colorado-big-six", change={"pays.joker.win": "50 to 1"}), "joker").edge
    assert f"exactly {exact}" in page.text
    assert "<title>Joker · " in page.text
    assert _get(server, "/odds").status_code == 200
    wrong = _get(server, "/odds?house=colorado-big-six&pays.joker.win=99+to+1")
    assert wrong.status_code == 400
    assert "99 to 1" in wrong.text
    for asked, said in (
        ("rounds=7", "No such number of rounds: rounds cannot be"),
        ("bankroll=-5", "No such bankroll: bankroll cannot be"),
        ("wager=zzz", "No such wager: colorado-double-zero has no wager"),
        ("house=zzz", "No such house: "),
        ("zzz=1", "No such choice: "),
    ):
        wrong = _get(server, f"/odds?{asked}")
        assert (wrong.status_code, said in wrong.text) == (400, True), asked
    evening = _get(server, "/odds/session?house=colorado-big-six&wager=one&bankroll=5000&rounds=25")
    assert "<svg" in evening.text
    none = _get(server, "/odds/session?house=colorado-craps&wager=pass-odds")
    assert none.status_code == 200
    assert words()["odds"]["session_alone"] in none.text
