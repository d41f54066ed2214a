"""What one visitor may use: messages, refusals that are stored, sockets, seats, and memory."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from croupier import store as stores
from croupier.floor.limits import LIMITS, Limits
from tests.support.raw import JUNK, handshake, line, status
from tests.support.web import FAST, SLOW, Line, Server, Visitor, check

TOO_MANY = "too-many-refused"
WATCHES = "/api/1/tables/R00/socket"


ERROR, PONG = b'"kind":"error"', b"\x8a\x00"


def _answers(
    visitor: Visitor, sockets: int, frame: bytes, seconds: float, stack: ExitStack, to: bytes = ERROR
) -> int:
    """How many answers a visitor gets who sends as much as possible on several sockets, within a time in seconds."""
    server, sent = visitor.server, frame * 2000
    lines = [stack.enter_context(line(server)) for _ in range(sockets)]
    for each in lines:
        each.sendall(handshake(server, WATCHES, f"Cookie: {visitor.cookie}"))
        assert status(each.recv(1 << 16)) == 101
        each.setblocking(False)
    begun, heard = time.monotonic(), 0
    while time.monotonic() - begun < seconds:
        for each in lines:
            with suppress(BlockingIOError):
                each.send(sent)
            with suppress(BlockingIOError):
                heard += each.recv(1 << 20).count(to)
        time.sleep(0.002)
    return heard


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the figures of the documentation."""
    with Server(f"sqlite:///{tmp_path_factory.mktemp('pit')}/pit.db", "R00", pace=SLOW) as running:
        yield running
        assert running.end() == 0


def test_the_sockets_of_a_visitor_share_an_allowance_of_messages(server: Server) -> None:
    """20 sockets with junk raised the median of the others' wagers from 2 ms to 8.3 s. Now their visitor waits.

    Junk counts ten times; what comes too fast is not even read.
    """
    with ExitStack() as stack:
        player = stack.enter_context(Visitor(server).at("R00"))
        player.until_betting()
        heard = _answers(Visitor(server), 20, JUNK, 2.0, stack)
        most = (LIMITS.messages_at_once + 3 * LIMITS.messages) / LIMITS.junk_cost
        assert 5 <= heard <= most + 20, "each socket may overdraw the allowance once"
        begun = time.monotonic()
        assert player.ask("place", wager="red", amount=100)["ok"]
        assert time.monotonic() - begun < 1


def test_frames_that_are_no_messages_count_too(server: Server) -> None:
    """A flood of pings; parts of a message that never ends are counted in the same way."""
    with ExitStack() as stack:
        visitor, ticks = Visitor(server), _ticks(server)
        heard = _answers(visitor, 3, b"\x89\x80\0\0\0\0", 1.5, stack, PONG)
        assert heard <= LIMITS.messages_at_once + 3 * LIMITS.messages
        assert _ticks(server) - ticks < 0.5, "the server hardly worked"


def _ticks(server: Server) -> float:
    """The seconds for which the server's process has run."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="ascii").split()
    return (int(fields[13]) + int(fields[14])) / 100


def test_the_sockets_of_a_visitor_are_limited(tmp_path: Path) -> None:
    """One more is refused with a sentence, others are not, and a closed one makes room."""
    with (
        Server(f"sqlite:///{tmp_path}/pit.db", "R00", pace=SLOW, limits=Limits(sockets=3)) as server,
        ExitStack() as stack,
    ):
        visitor = Visitor(server)
        first = stack.enter_context(visitor.at("R00"))
        for _ in range(2):
            stack.enter_context(visitor.at("R00", watching=True))
        with pytest.raises(InvalidStatus) as refused, visitor.at("R00"):
            pass
        assert refused.value.response.status_code == 429
        assert b"at most 3 sockets" in (refused.value.response.body or b"")
        stack.enter_context(Visitor(server).at("R00"))
        first.socket.close()
        time.sleep(0.3)
        stack.enter_context(visitor.at("R00"))


# Refusals ---------------------------------------------------------------------------------------------------
FEW = Limits(refusals_at_once=20, refusals=2.0, messages=1e5, messages_at_once=1e5)


def _refused(line: Line, count: int, start: str = "n") -> list[str]:
    """Give commands that the table refuses; return the words of the answers."""
    for number in range(count):
        line.say({"do": "place", "id": f"{start}{number}", "wager": "no such wager", "amount": 100})
    return [line.answer(f"{start}{number}")["refusal"]["word"] for number in range(count)]


def test_refusals_of_a_visitor_do_not_fill_the_disk(tmp_path: Path) -> None:
    """One visitor filled 143 MB in 20 s. Beyond the limit, commands are answered without a record."""
    db = f"sqlite:///{tmp_path}/pit.db"
    with Server(db, "R00", "B6", pace=SLOW, limits=FEW) as server, ExitStack() as stack:
        line, other = (stack.enter_context(Visitor(server).at("R00")) for _ in range(2))
        line.until_betting()
        other.until_betting()
        words = _refused(line, 1500)
        assert words[0] != TOO_MANY
        assert words[-1] == TOO_MANY
        assert other.ask("place", wager="red", amount=100)["ok"], "somebody else's commands are decided"
        assert _refused(other, 1, "o") == words[:1]
        assert server.end() == 0
    with stores.open(db) as store:
        stored = sum(1 for _ in store.refusals("table/R00"))
    assert words.count(words[0]) <= stored <= words.count(words[0]) + 2
    assert stored < 100
    check(db, "R00")


def test_exactly_once_holds_while_too_much_was_refused(tmp_path: Path) -> None:
    """A command that was decided gets its first answer. One that was put off was never decided: later it is, once."""
    with Server(f"sqlite:///{tmp_path}/pit.db", "R00", pace=SLOW, limits=FEW) as server:
        visitor = Visitor(server)
        with visitor.at("R00") as line:
            line.until_betting()
            bet = {"wager": "red", "amount": 100}
            first = line.ask("place", "taken", **bet)
            assert first["ok"]
            assert _refused(line, 60)[-1] == TOO_MANY
            assert line.ask("place", "taken", **bet) == first
            assert line.ask("place", "n0", wager="no such wager", amount=100)["refusal"]["word"] == "unknown-wager"
            used = line.ask("place", "taken", wager="black", amount=100)
            assert used["refusal"]["word"] == "id-used"
            put_off = line.ask("place", "later", **bet)
            assert put_off["refusal"]["message"] == "Too many refused bets: wait a moment."
            until = time.monotonic() + 10
            while not line.ask("place", "later", **bet)["ok"]:
                assert time.monotonic() < until
                time.sleep(0.2)
            assert line.ask("place", "later", **bet)["ok"]
            assert visitor.post("R00", {"do": "place", "id": "later", **bet}).json()["ok"]
        assert server.end() == 0
    with stores.open(server.db) as store:
        kept = [each for each in store.read("table/R00") if each.command.endswith("/later")]
        assert len(kept) == 1


def test_visitors_without_a_seat_share_their_refusals(tmp_path: Path) -> None:
    """A new name costs nothing, so a crowd of them stores no more than one visitor."""
    db = f"sqlite:///{tmp_path}/pit.db"
    with Server(db, "R00", pace=SLOW, limits=Limits(refusals_at_once=20, refusals=0.1)) as server:
        words = []
        for _ in range(4):
            visitor = Visitor(server)
            answers = [visitor.post("R00", {"do": "clear", "id": f"{number}"}).json() for number in range(10)]
            words += [answer["refusal"]["word"] for answer in answers]
        assert (words[0], words[-1]) == ("not-seated", TOO_MANY)
        assert server.end() == 0
    with stores.open(db) as store:
        assert sum(1 for _ in store.refusals("table/R00")) < 40


# Seats ------------------------------------------------------------------------------------------------------
def test_the_seats_of_a_visitor_are_limited(tmp_path: Path) -> None:
    """At the next table the visitor watches, and is told why; a seat that is given up makes room."""
    with (
        Server(f"sqlite:///{tmp_path}/pit.db", "R0", "R00", "B6", pace=SLOW, limits=Limits(seats=2)) as server,
        ExitStack() as stack,
    ):
        visitor = Visitor(server)
        first, second = (stack.enter_context(visitor.at(table)) for table in ("R0", "R00"))
        for each in (first, second):
            each.until_betting()
        with visitor.at("B6") as third:
            said = third.ask("place", wager="one", amount=100)["refusal"]
            assert third.you is None
        assert said["word"] == "too-many-seats"
        assert said["message"].startswith("You have a seat at 2 tables already.")
        assert first.ask("leave")["ok"]
        stack.enter_context(visitor.at("B6")).until_betting()
        stack.enter_context(Visitor(server).at("R0")).until_betting()


def test_the_seats_of_an_address_are_limited(tmp_path: Path) -> None:
    """However many names they have."""
    with (
        Server(f"sqlite:///{tmp_path}/pit.db", "R00", pace=FAST, limits=Limits(seats_per_address=2)) as server,
        ExitStack() as stack,
    ):
        lines = [stack.enter_context(Visitor(server).at("R00")) for _ in range(3)]
        lines[0].until_betting()
        lines[1].until_betting()
        said = lines[2].ask("place", wager="red", amount=100)["refusal"]
        assert said["message"] == "All seats for your address are taken. You watch until one is free."
        assert server.end() == 0
    check(server.db, "R00")
