"""The language of pages, terminals and the API: who chooses it, and that caches and tables keep languages apart."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from croupier.web.server.languages import preferred
from tests.support.web import Line, Server, Visitor


@pytest.fixture
def browser(slow: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=slow.origin) as client:
        yield client


def test_a_page_is_in_the_language_that_the_browser_prefers(browser: httpx.Client) -> None:
    english, spanish = browser.get("/"), browser.get("/", headers={"accept-language": "es-MX, en;q=0.5"})
    assert '<html lang="en">' in english.text
    assert '<html lang="es">' in spanish.text
    assert english.headers["content-language"] == "en"
    assert spanish.headers["content-language"] == "es"
    for answer in (english, spanish):
        assert {"cookie", "accept-language"} <= set(answer.headers["vary"].split(", "))


@pytest.mark.parametrize(
    "accepted", ["", "fr", "xx;q=2", "es;q=x", "es;q=0", ";;;,,", "es;q=nan", "en-US, es", "*", "esperanto"]
)
def test_without_a_clear_wish_it_is_english(accepted: str) -> None:
    assert preferred(accepted) == "en"


def test_a_choice_is_kept_and_counts_first(browser: httpx.Client) -> None:
    answer = browser.get("/odds?house=colorado-craps&language=es")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/odds?house=colorado-craps"
    kept = answer.headers["set-cookie"]
    assert kept.startswith("croupier-language=es;")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(kept.split("; "))
    page = browser.get("/odds", headers={"accept-language": "en", "cookie": "croupier-language=es"})
    assert '<html lang="es">' in page.text
    odd = browser.get("/odds", headers={"cookie": "croupier-language=klingon"})
    assert '<html lang="en">' in odd.text


@pytest.mark.parametrize("path", ["//elsewhere.example/?language=es", "/%2f/elsewhere.example?language=es"])
def test_a_choice_leads_to_no_other_site(browser: httpx.Client, slow: Server, path: str) -> None:
    answer = browser.send(httpx.Request("GET", httpx.URL(slow.origin).copy_with(raw_path=path.encode())))
    if answer.status_code == 303:
        assert answer.headers["location"].startswith("/")
        assert not answer.headers["location"].startswith(("//", "/\\"))


@pytest.mark.parametrize("asked", ["?language=fr", "?language=", "?language=es%0d%0aset-cookie:x=y"])
def test_an_unknown_language_changes_nothing(browser: httpx.Client, asked: str) -> None:
    answer = browser.get(f"/{asked}")
    assert answer.status_code == 200
    assert "croupier-language" not in answer.headers.get("set-cookie", "")


def test_error_pages_are_in_the_language_too(browser: httpx.Client) -> None:
    answer = browser.get("/nothing", headers={"accept-language": "es"})
    assert answer.status_code == 404
    assert "Página no encontrada" in answer.text


def test_the_api_is_english_unless_a_page_names_its_language(browser: httpx.Client) -> None:
    asked = {"accept-language": "es", "cookie": "croupier-language=es"}
    spots = "/api/1/tables/R00/spots"
    english, spanish = browser.get(spots, headers=asked), browser.get(f"{spots}?language=es", headers=asked)
    names = [{each["name"] for each in answer.json()["spots"]} for answer in (english, spanish)]
    assert "Red" in names[0]
    assert "Rojo" in names[1]
    assert "Red" not in names[1]
    assert english.headers["etag"] != spanish.headers["etag"]
    stale = browser.get(f"{spots}?language=es", headers={"if-none-match": english.headers["etag"]})
    assert stale.status_code == 200
    assert browser.get(spots, headers={"if-none-match": english.headers["etag"]}).status_code == 304


def test_two_terminals_of_one_table_hear_two_languages(slow: Server) -> None:
    """Refusals and the state of the table; what both asked stands in one log."""
    ana, bob = Visitor(slow), Visitor(slow)
    with ana.at("C1", language="es") as first, bob.at("C1") as second:
        for line in (first, second):
            line.until_betting()
        assert _refused(first) != _refused(second)
        assert "punto" in _refused(first)
        assert "point" in _refused(second)
        assert _stage(first) == "Tiro de salida"
        assert _stage(second) == "Come-out roll"


def _refused(line: Line) -> str:
    answer = line.ask("place", wager="pass-odds", amount=500)
    assert not answer["ok"], answer
    return str(answer["refusal"]["message"]).lower()


def _stage(line: Line) -> str:
    return str(line.view["stage"])
