"""Lobby, board and odds explorer in a real browser: they stay current, and keep focus and choices."""

from __future__ import annotations

from pathlib import Path

import httpx
from playwright.sync_api import Browser, Route, expect

from croupier.floor.crew.paced import Pace
from tests.support.browser.people import PACE, PHONE, Demonstration, People
from tests.support.browser.server import BROKEN, DRY
from tests.support.wall import PAUSED, YEARS, Wall
from tests.support.web import FAST, Server


def test_the_lobby_keeps_up_with_the_focus_in_it(people: People) -> None:
    """A number keeps the focus while new ones appear, and the page is not loaded again."""
    page = people.new()
    page.goto("/")
    seat = people.at("R00")
    expect(page.locator(".seats")).to_have_text("1 of 8 taken")
    expect(page.locator(".numbers")).to_contain_text("none yet")
    seat.comes("17")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.resource_type))
    first = page.locator(".numbers a").first
    expect(first).to_have_text("17")
    first.focus()
    seat.comes("32")
    expect(page.locator(".numbers a").first).to_have_text("32")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "/tables/R00/rounds/1"
    expect(page.locator("[data-check=R00]")).to_have_attribute("href", "/tables/R00/rounds/2")
    expect(page.locator(".seats")).to_have_text("1 of 8 taken")
    assert not {"document", "fetch", "xhr"} & set(asked)
    people.server.kill()
    expect(page.get_by_text("Connection lost, trying again")).to_be_visible()
    people.server = seat.server = people.server.again()
    seat.comes("5")
    expect(page.locator(".numbers a").first).to_have_text("5")
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    expect(page.get_by_role("complementary").first).to_contain_text("play chips")


def test_the_seal_is_on_the_board_before_the_wager(people: People) -> None:
    """The board shows the same seal during betting as the page of the round afterwards."""
    seat = people.at("R00")
    page = people.new()
    page.goto("/tables/R00/board")
    seals = []
    for number in (1, 2):
        expect(page.locator(".seal h2")).to_have_text(f"Locked seed of round {number}")
        expect(page.locator(".seal code")).not_to_have_text("—")
        shown = page.locator(".seal code").inner_text()
        assert httpx.get(f"{people.server.origin}/api/1/tables/R00").json()["table"]["device"]["seal"] == shown
        seals.append(shown)
        seat.comes("17")
    assert len(set(seals)) == 2
    for number, seal in enumerate(seals, 1):
        page.goto(f"/tables/R00/rounds/{number}")
        assert seal in page.content()


def test_a_board_misses_no_change(people: People) -> None:
    """A change during a request leads to another request."""
    seat = people.at("R00")
    page = people.new()
    page.goto("/tables/R00/board")
    expect(page.locator(".seal h2")).to_contain_text("round 1")
    held: list[Route] = []
    old = page.content()

    def answer(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/board", answer)
    seat.comes("17")
    assert held
    held[0].fulfill(body=old, content_type="text/html")  # as it was before the round
    expect(page.locator(".seal h2")).to_contain_text("round 2")


def test_lobby_and_board_say_that_a_table_is_out_of_service(browser: Browser, tmp_path: Path) -> None:
    """With the sentence of the terminal, without reloading; the message disappears when the table is back."""
    people = People(browser, Demonstration(f"sqlite:///{tmp_path / 'pit.db'}", "R00", "B6"))
    lobby, board = people.new(), people.new()
    lobby.goto("/")
    board.goto("/tables/R00/board")
    expect(board.locator(".seal code")).not_to_have_text("—")
    card = lobby.locator("[data-table=R00]")
    expect(card.locator(".fault")).to_be_empty()
    people.server.comes("R00", BROKEN)
    people.server.comes("R00", "17")
    says = f"This table is out of service: {DRY}"
    for shown in (card, board):
        expect(shown.locator(".fault")).to_have_text(says)
        expect(shown.locator(".fault")).to_be_visible()
        expect(shown.locator(".phase")).to_have_text("Out of service")
    expect(board.locator("[data-clock]")).to_be_empty()
    expect(lobby.locator("[data-table=B6] .fault")).to_be_empty()
    people.server = people.server.again()
    for shown in (card, board):
        expect(shown.locator(".fault")).to_be_empty()
        expect(shown.locator(".phase")).to_have_text("Betting open")
    people.close()
    people.server.close()


def test_going_back_in_the_odds_explorer_restores_the_choices(people: People) -> None:
    """The choices follow the address when the reader goes back and forward."""
    page = people.new()
    page.goto("/odds?house=colorado-craps")
    choice = page.locator("select[data-posted]").first
    posted = choice.input_value()
    other = choice.evaluate("each => [...each.options].find((one) => one.value !== each.value).value")
    choice.evaluate("(each, value) => { each.closest('details').open = true; }", other)
    choice.select_option(other)
    page.wait_for_url("**/odds?*=*&*=*")
    assert choice.input_value() == other
    page.go_back()
    page.wait_for_url("**/odds?house=colorado-craps")
    expect(choice).to_have_value(posted)
    page.go_forward()
    page.wait_for_url("**/odds?*=*&*=*")
    expect(choice).to_have_value(other)


def test_a_guest_after_the_close_reads_when_chips_come(browser: Browser, tmp_path: Path) -> None:
    """While the ball runs nobody gets chips; a sentence says so, and disappears when the chips arrive."""
    pace = Pace(**{**vars(PACE), "rest": 3.0})
    with Demonstration(f"sqlite:///{tmp_path}/demo.db", "R00", pace=pace) as server:
        people = People(browser, server)
        seat = people.at("R00")
        expect(seat.page.locator("#chips-wait")).to_be_hidden()
        server.comes("R00", "17")
        seat.says("#phase", "No more bets")
        page = people.new(PHONE)
        page.goto("/tables/R00")
        expect(page.locator("#chips-wait")).to_contain_text("You get your chips when this round is over")
        expect(page.locator("#balance")).to_have_text("$0.00")
        expect(page.locator("#balance")).to_have_text("$1,000.00")
        expect(page.locator("#chips-wait")).to_be_hidden()
        expect(seat.page.locator("#chips-wait")).to_be_hidden()
        people.close()


def test_all_pages_of_a_table_say_that_its_betting_is_paused(browser: Browser, tmp_path: Path) -> None:
    """The clock of the machine stepped: terminal, lobby and board say so without reloading."""
    wall = Wall(tmp_path / "wall")
    with Server(f"sqlite:///{tmp_path / 'pit.db'}", "R00", pace=FAST, wall=wall.path) as server:
        context = browser.new_context(base_url=server.origin)
        terminal, lobby, board = (context.new_page() for _ in range(3))
        for page, path in ((terminal, "/tables/R00"), (lobby, "/"), (board, "/tables/R00/board")):
            page.goto(path)
        card = lobby.locator("[data-table=R00]")
        expect(card.locator(".fault")).to_be_empty()
        terminal.wait_for_selector("body.ready")
        expect(terminal.locator("#fault")).to_be_hidden()
        wall.steps(YEARS)
        for shown in (terminal.locator("#fault"), card.locator(".fault"), board.locator(".fault")):
            expect(shown).to_have_text(PAUSED)
            expect(shown).to_be_visible()
        for phase in (terminal.locator("#phase"), card.locator(".phase"), board.locator(".phase")):
            expect(phase).to_have_text("Betting is paused")
        context.close()
