"""The server of the demonstration: pages and JSON, visitors, commands, and automatic rounds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from string import ascii_letters, digits
from typing import Any

import msgspec
import pytest

from croupier.floor import demonstration
from croupier.table.proof import Proof, Verified, verify
from croupier.web.server.app import HEADERS
from croupier.web.server.static import prefix
from croupier.web.server.visitors import COOKIE, Visitors
from tests.support.web import Server, Visitor, check, serve


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Five tables with rounds of two seconds; at the end an audit replays everything."""
    folder = tmp_path_factory.mktemp("pit")
    with Server(f"sqlite:///{folder / 'pit.db'}", *demonstration.TABLES) as running:
        yield running
        assert running.end() == 0
    check(running.db, *demonstration.TABLES)


# Pages and JSON ---------------------------------------------------------------------------------------------
def test_health_and_readiness(server: Server) -> None:
    assert server.get("/healthz").text == "ok\n"
    ready = server.get("/readyz")
    assert ready.status_code == 200
    assert ready.json()["tables"] == list(demonstration.TABLES)


def test_every_answer_has_its_headers(server: Server) -> None:
    for path in ("/healthz", "/api/1/tables", "/nowhere", "/"):
        headers = server.get(path).headers
        assert "script-src 'self';" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_fonts_are_files_of_the_server(server: Server) -> None:
    """Every page preloads them under the strict policy, and browsers keep them."""
    for name in ("roboto", "domine"):
        path = f"{prefix()}/fonts/{name}.woff2"
        answer = server.get(path)
        assert answer.headers["content-type"] == "font/woff2"
        assert answer.content[:4] == b"wOF2"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "default-src 'self';" in answer.headers["content-security-policy"]
        assert server.get(path, **{"if-none-match": answer.headers["etag"]}).status_code == 304
        for page in ("/", "/odds", "/tables/R00", "/tables/R00/board", "/nowhere"):
            early = f'<link rel="preload" href="{path}" as="font" type="font/woff2" crossorigin>'
            assert early in server.get(page, accept="text/html").text
    assert server.get(f"{prefix()}/fonts/fonts.css").headers["content-type"].startswith("text/css")


@pytest.mark.parametrize("host", ["example.com", "127.0.0.1", "127.0.0.1:1", "localhost.example.com"])
def test_another_host_name_is_not_served(server: Server, host: str) -> None:
    """A request with another host name, as in DNS rebinding, gets nothing."""
    refused = server.get("/api/1/tables", host=host)
    assert refused.status_code == 421
    assert HEADERS.items() <= refused.headers.items()


def test_the_list_of_tables(server: Server) -> None:
    tables = server.get("/api/1/tables").json()["tables"]
    assert [each["id"] for each in tables] == list(demonstration.TABLES)
    assert {each["game"] for each in tables} == {"roulette", "craps", "big-six"}
    assert all(each["limits"]["default"] == {"least": 100, "most": 50000} for each in tables)


def test_an_unknown_table_is_not_found(server: Server) -> None:
    answer = server.get("/api/1/tables/R9")
    assert (answer.status_code, answer.json()) == (404, {"error": "There is no table 'R9'."})
    assert server.get("/api/1/tables/R0/rounds/99999").status_code == 404


def test_the_felt_and_its_spots(server: Server) -> None:
    picture = server.get("/api/1/tables/R00/felt.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert " style=" not in picture.text
    assert server.get("/api/1/tables/R00/felt.svg", **{"if-none-match": picture.headers["etag"]}).status_code == 304
    spots = server.get("/api/1/tables/R00/spots").json()["spots"]
    assert len(spots) == picture.text.count('class="spot"')
    corner = next(each for each in spots if (each["wager"], each["spot"]) == ("corner", "8-9-11-12"))
    assert corner["title"] == "Corner 8, 9, 11, 12, pays 8 to 1"
    assert (corner["edge"], corner["pays"]) == ("1/19", {"win": "8 to 1"})
    assert {each["spot"] for each in spots if each["wager"] == "red"} == {None}


def test_the_api_description_lists_every_address(server: Server) -> None:
    document = server.get("/openapi.json").json()
    text = json.dumps(document)
    for name in {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert name in document["components"]["schemas"]
    words = {
        each["properties"]["do"]["enum"][0]
        for each in document["components"]["schemas"].values()
        if "do" in each.get("properties", {})
    }
    said = "place raise reduce take-down clear repeat call-wager choose bring-chips leave"
    assert words == {*said.split(), "accept-dice", "decline-dice", "pass-dice"}
    assert document["openapi"] == "3.1.0"
    assert document["x-frames"].keys() == document["x-sockets"].keys()
    assert set(document["x-sockets"]) == {"/api/1/tables/{table}/socket", "/api/1/lobby/socket"}
    assert {"413", "415", "503"} <= set(document["paths"]["/api/1/tables/{table}/commands"]["post"]["responses"])
    assert "503" in document["paths"]["/readyz"]["get"]["responses"]


# Visitors and commands --------------------------------------------------------------------------------------
def test_a_cookie_is_read_with_its_key() -> None:
    visitors = Visitors(b"k" * 32)
    name = visitors.new()
    header = visitors.cookie(name)
    pair, *attributes = header.split("; ")
    assert sorted(attributes) == ["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Strict"]
    assert visitors.read(f"other=1; {pair}") == Visitors(b"k" * 32).read(pair) == name
    assert Visitors(b"l" * 32).read(pair) is None
    value, sign = pair.partition("=")[2], ascii_letters + digits + "-_"
    for at, letter in enumerate(value):  # any changed character is refused
        for other in sign:
            assert other == letter or visitors.read(f"{COOKIE}={value[:at]}{other}{value[at + 1 :]}") is None
    for nothing in (
        None,
        "",
        COOKIE,
        f"{COOKIE}=",
        f"{COOKIE}={name}",
        f"{COOKIE}={name}.",
        "ä=\x00",
        f"{COOKIE}=ä.ü",
    ):
        assert visitors.read(nothing) is None


def test_a_changed_cookie_is_invalid(server: Server) -> None:
    ann = Visitor(server)
    assert "HttpOnly" in ann.given
    assert "SameSite=Strict" in ann.given
    command = {"do": "clear", "id": "1"}
    assert ann.post("R0", command).status_code == 200
    changed = ann.cookie[:-1] + ("0" if ann.cookie[-1] != "0" else "1")
    assert Visitor(server, changed).post("R0", command).status_code == 401


def test_a_command_by_post_is_done_once(server: Server) -> None:
    ann = Visitor(server)
    with ann.at("R0") as line:
        line.until_betting()
        command = {"do": "place", "id": "once", "wager": "red", "amount": 500}
        first = ann.post("R0", command).json()
        assert ann.post("R0", command).json() == first
        assert first["ok"]
        other = ann.post("R0", {**command, "amount": 700}).json()
        assert not other["ok"]
        assert other["refusal"]["word"] == "id-used"
        line.until(lambda: line.you["laid"] == 500 or line.you.get("won"))
        assert ann.post("R0", command, origin="http://evil.example").status_code == 403
        assert ann.post("R0", command, **{"content-type": "text/plain"}).status_code == 415
        assert ann.post("R0", {**command, "id": "x" * 5000}).status_code == 413
        assert ann.post("R0", {**command, "by": {"person": "dee", "role": "dealer"}}).status_code == 400


# Rounds -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("table", "wagers"),
    [
        ("R0", [("straight", "17"), ("red", None), ("spinner-winner", None)]),
        ("R00", [("corner", "8-9-11-12"), ("line", "1-2-3-4-5-6")]),
        ("R000", [("split", "0-00"), ("column", "2")]),
        ("C1", [("pass", None), ("fire-bet", None), ("hard-6", None)]),
        ("B6", [("one", None), ("joker", None)]),
    ],
)
def test_a_round_of_each_game(server: Server, table: str, wagers: list[tuple[str, str | None]]) -> None:
    """Chips are placed, betting closes, the device draws, winners are paid, and the proof is valid."""
    with Visitor(server).at(table) as line:
        if table == "R0":
            line.until(lambda: bool(line.view.get("last")))  # Spinner Winner needs a previous number
        line.until_betting()
        for wager, spot in wagers:
            answer = line.ask("place", wager=wager, spot=spot, amount=500)
            assert answer["ok"], f"{wager}: {answer}"
        settled = line.until_event("settled")
        line.until_event("seed-revealed")
        paid = {row["wager"] for row in settled["rows"]}
        assert paid <= {wager for wager, _ in wagers}
        assert line.you["player"] in {row["player"] for row in settled["rows"]} or table == "C1"
        line.until(lambda: "won" in line.you or table == "C1")
        number = settled["round"]
        shown = server.get(f"/api/1/tables/{table}/rounds/{number}").json()
    assert {(each["wager"], each.get("spot")) for each in shown["chips"]} == set(wagers)
    assert shown["outcome"] == settled["outcome"]
    proof = msgspec.convert(shown["proof"], Proof)
    assert isinstance(verify(proof), Verified)
    assert (proof.outcome, proof.commitment, proof.log) == (settled["outcome"], shown["seal"], shown["log"])


@pytest.mark.parametrize("table", demonstration.TABLES)
def test_everything_sent_is_in_the_api_description(server: Server, table: str) -> None:
    """Every member of a table, its players and a past round is in the description, and vice versa."""
    schemas = server.get("/openapi.json").json()["components"]["schemas"]
    ann = Visitor(server)
    with ann.at(table) as line:
        wager = {"C1": "pass", "B6": "one"}.get(table, "red")
        for _ in range(20):
            line.until_betting()
            if line.ask("place", wager=wager, amount=500)["ok"]:
                break
            line.until_event("betting-opened")  # a point of somebody else's is on
        line.until_event("betting-closed" if table != "C1" else "dice-thrown")
        now = server.get(f"/api/1/tables/{table}", cookie=ann.cookie).json()
        line.until_event("betting-opened")
    _described(now, "TableAndOwn", schemas)
    _described(server.get("/api/1/tables").json(), "TablesShown", schemas)
    past = server.get(f"/api/1/tables/{table}/rounds/{now['table']['round']}").json()
    assert past["chips"]
    _described(past, "RoundShown", schemas)
    _described(server.get("/readyz").json(), "ReadyShown", schemas)


def _described(value: Any, name: str, schemas: dict[str, Any]) -> None:
    """Check that a value and its parts have exactly the members of their schemas."""
    schema = schemas[name]
    assert set(schema["required"]) <= set(value) <= set(schema["properties"]), name
    for member, of in schema["properties"].items():
        if value.get(member) is None:
            continue
        parts: list[Any] = [value[member]]
        if "items" in of:
            parts, of = value[member], of["items"]
        elif isinstance(of.get("additionalProperties"), dict):
            parts, of = list(value[member].values()), of["additionalProperties"]
        for each in of.get("anyOf", [of]):
            for part in parts if "$ref" in each else ():
                _described(part, each["$ref"].rpartition("/")[2], schemas)


def test_chips_of_everybody_and_nobodys_rack(server: Server) -> None:
    """Two players at one table see each other's chips, but not each other's rack."""
    with Visitor(server).at("R00") as bea, Visitor(server).at("R00") as ann:
        ann.until_betting()
        bea.until_betting()
        assert ann.ask("place", wager="black", amount=700)["ok"]
        name = ann.you["player"]
        chip = bea.until(lambda: bea.view["chips"].get(f"{name}|black||0"))
        assert (chip["stake"], chip["player"]) == (700, name)
        bea.until_event("settled")
        assert bea.view["players"][name]["place"] != bea.you["place"]
        happened = [each for heard in bea.frames if heard["kind"] == "delta" for each in heard["happened"]]
        assert {each["event"] for each in happened if each.get("player") == name} == {"seated"}
        told = [each for each in bea.frames if each["kind"] != "you"]
        first = dict(told[0], you=None)
        assert '"rack"' not in json.dumps([first, *told[1:]])


def test_a_player_who_has_left_has_no_place(server: Server) -> None:
    with Visitor(server).at("B6") as line:
        line.until_betting()
        assert line.ask("bring-chips", amount=2_000_00)["refusal"]["word"] == "play-chips"
        line.until(lambda: line.view["phase"] == "open")
        assert line.ask("leave")["ok"]
        line.until(lambda: line.you is None)


def test_a_port_that_is_taken(server: Server) -> None:
    done = serve("--port", str(server.port), "--db", "memory:")
    assert done.returncode == 2
    assert "Give another with --port" in done.stderr
