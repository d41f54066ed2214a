"""The lobby: its cards, and its socket: who may open it, which changes are sent, and reconnection."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from croupier.games.roulette.wheel import WHEELS, ring
from croupier.host import load
from croupier.store import Store
from croupier.table import stream_of
from croupier.web.lobby import cards, emblems
from croupier.web.server.hall import Hall
from croupier.web.server.recent_frames import KEPT
from croupier.web.views.everybody import LastShown
from tests.support.browser.people import Demonstration
from tests.support.browser.server import BROKEN, DRY
from tests.support.web import PATIENCE, Server, Visitor, merged, short_shift


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Tables with rounds of two seconds."""
    folder = tmp_path_factory.mktemp("pit")
    with Server(f"sqlite:///{folder / 'pit.db'}", "R00", "B6") as running:
        yield running


class Lobby:
    """The lobby as its frames describe it."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.frames, self.tables = socket, list[dict[str, Any]](), dict[str, Any]()

    def hear(self) -> dict[str, Any]:
        """Receive the next frame."""
        heard: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        self.frames.append(heard)
        if heard["kind"] == "lobby":
            self.tables = heard["tables"]
        elif heard["kind"] == "delta":
            self.tables = merged(self.tables, heard["patch"])
        return heard


@contextmanager
def opened(server: Server, query: str = "") -> Iterator[Lobby]:
    """Look at the lobby of a server."""
    given: Any = {"origin": server.origin, "compression": None, "close_timeout": 0.5}
    with connect(f"ws://127.0.0.1:{server.port}/api/1/lobby/socket{query}", **given) as socket:
        yield Lobby(socket)


@pytest.mark.parametrize(
    ("origin", "query", "status"), [("http://evil.example", "", 403), (None, "", 403), ("own", "?after=x", 400)]
)
def test_a_wrong_origin_or_number_is_refused(server: Server, origin: str | None, query: str, status: int) -> None:
    given: Any = server.origin if origin == "own" else origin
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}/api/1/lobby/socket{query}", origin=given)
    assert refused.value.response.status_code == status


def test_only_changes_of_cards_are_sent(server: Server) -> None:
    """First all cards, then the changes of one card: seats, phases, outcomes; each with the next sequence number."""
    with opened(server) as lobby:
        assert lobby.hear()["kind"] == "lobby"
        assert set(lobby.tables) == {"R00", "B6"}
        assert set(lobby.tables["R00"]) == {"phase", "open", "seats", "last"}
        with Visitor(server).at("R00") as line:
            line.until(lambda: line.you)
            while lobby.tables["R00"]["seats"] != "1 of 8 taken":
                lobby.hear()
            settled = line.until_event("settled")
            while not any(each["round"] == settled["round"] for each in lobby.tables["R00"]["last"]):
                lobby.hear()
            assert lobby.tables["R00"]["last"][0]["text"] == settled["outcome"]
        numbers = [each["seq"] for each in lobby.frames]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        for each in lobby.frames[1:]:
            assert each["kind"] == "delta"
            assert len(each["patch"]) == 1


def test_a_table_out_of_service_is_shown_on_its_card(tmp_path: Path) -> None:
    """As a patch, with the sentence of the terminal; later visitors see it on the page; a restart ends it."""
    says = f"This table is out of service: {DRY}"
    running = Demonstration(f"sqlite:///{tmp_path / 'pit.db'}", "R00", "B6")
    with running, opened(running) as lobby:
        lobby.hear()
        assert "fault" not in lobby.tables["R00"]
        running.comes("R00", BROKEN)
        running.comes("R00", "17")
        while "fault" not in lobby.tables["R00"]:
            lobby.hear()
        assert lobby.frames[-1]["patch"] == {"R00": {"fault": says, "phase": "Out of service"}}
        assert "fault" not in lobby.tables["B6"]
        with opened(running) as later:
            later.hear()
            assert later.tables == lobby.tables
        assert running.get("/").text.count(says) == 1
        with running.again() as second, opened(second) as back:
            back.hear()
            assert "fault" not in back.tables["R00"]
            assert says not in second.get("/").text


def test_a_reconnected_client_gets_what_it_missed(server: Server) -> None:
    """Each missed delta once; for a sequence number that this server never sent, everything."""
    with opened(server) as lobby, opened(server) as other:
        lobby.hear()
        other.hear()
        known = other.hear()["seq"]
        for _ in range(3):
            last = other.hear()
        with opened(server, f"?after={known}") as back:
            back.tables = {}
            missed = [back.hear() for _ in range(last["seq"] - known)]
        assert missed == other.frames[2:]
        for strange in (known + 10**6, 0):
            with opened(server, f"?after={strange}") as back:
                assert back.hear()["kind"] == "lobby"


def test_the_lobby_takes_no_commands(server: Server) -> None:
    with opened(server) as lobby:
        lobby.hear()
        lobby.socket.send('{"do": "clear", "id": "x"}')
        while (heard := lobby.hear())["kind"] == "delta":
            pass
        assert heard == {"kind": "error", "message": "The lobby takes no commands: open a table."}


def test_an_old_sequence_number_gets_all_cards() -> None:
    """Only the last deltas are kept."""

    class Somebody:
        """An open lobby page."""

        def __init__(self) -> None:
            self.heard: list[bytes] = []

        def push(self, frame: bytes) -> None:
            """Send a frame."""
            self.heard.append(frame)

    hall = Hall()
    with short_shift() as store:
        state, _ = load(store, stream_of("R00"))
    begins = hall.english.seq
    for number in range(KEPT + 1):
        hall.look(state, [LastShown(round=number + 1, outcome="17", color="black")], 8)
    hall.look(state, [LastShown(round=KEPT + 1, outcome="17", color="black")], 8)  # nothing moved
    assert hall.english.seq == begins + KEPT + 1
    for after, kinds in ((begins, ["lobby"]), (begins + 1, ["delta"] * KEPT), (hall.english.seq, [])):
        who = Somebody()
        hall.join(who, after)
        assert [f'"kind":"{kind}"'.encode() in frame for kind, frame in zip(kinds, who.heard, strict=True)] == [
            True
        ] * len(kinds)
        hall.leave(who)
    assert not hall.english.onlookers


def test_a_card_of_the_lobby(played: Store) -> None:
    state, _ = load(played, stream_of("R00"))
    last = [LastShown(round=number, outcome=str(number)) for number in range(1, 21)]
    card = cards.card(state, last, 8)
    assert card.limits == "$1 to $500" or state.house.limits["default"].most != 500_00
    assert [each.text for each in card.now.last] == [str(number) for number in range(20, 13, -1)]
    assert card.now.last[0].color == "black"
    assert "Back2Back" in card.side_bets
    assert card.now.seats == f"{len(state.seats)} of 8 taken"
    out = cards.card(state.but(phase="open"), last, 8, "the ball is lost").now
    assert (out.phase, out.open) == ("Out of service", False)
    assert out.fault == "This table is out of service: the ball is lost"


def test_a_picture_has_every_pocket_of_its_wheel() -> None:
    for name in WHEELS:
        picture = emblems.wheel(ring(name))
        assert picture.count("<g ") == {"single-zero": 37, "double-zero": 38, "triple-zero": 39}[name]  # a word each
    assert emblems.faces("4-3").count("<circle") == 7
