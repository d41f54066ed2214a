"""Details of the terminal in a real browser: focus, announcements, keys, sound, sizes."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.support.browser.people import People, Terminal
from tests.support.web import Visitor

_FOCUS = "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName"

#: Record every announced sentence, in order.
_LISTEN = """() => {
  window.told = [];
  for (const region of document.querySelectorAll("[aria-live]"))
    new MutationObserver(() => region.textContent && told.push(region.textContent))
      .observe(region, { childList: true });
}"""

#: Press the mouse this many times, faster than any answer arrives.
_PRESSES = """(spot, times) => {
  const { left, top, width, height } = spot.getBoundingClientRect();
  const at = { bubbles: true, isPrimary: true, clientX: left + width / 2, clientY: top + height / 2 };
  for (let n = 0; n < times; n += 1)
    for (const kind of ["pointerdown", "pointerup"]) spot.dispatchEvent(new PointerEvent(kind, at));
}"""


def hears(seat: Terminal, sentence: str) -> None:
    """Wait until this is the last announcement."""
    seat.until(lambda: seat.page.evaluate("told.at(-1)") == sentence)


def test_lines_of_own_wagers_keep_the_focus_and_a_press(people: People) -> None:
    """Another player wagers while a button is pressed or has the focus; then the focused wager is taken down."""
    seat, other = people.at("R00"), people.at("R00")
    page = seat.page
    seat.chip(5)
    for wager in ("red", "odd", "low"):
        seat.put(wager)
    down = page.get_by_role("button", name="Take down Odd")
    down.focus()
    other.put("black")
    seat.until(lambda: bool(seat.stakes("black")))
    assert page.evaluate(_FOCUS) == "Take down Odd"
    box = down.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    other.put("even")
    seat.until(lambda: bool(seat.stakes("even")))
    page.mouse.up()
    seat.until(lambda: seat.laid == 1000)
    assert page.evaluate(_FOCUS) == "Take down 1 to 18"
    page.keyboard.press("Enter")
    seat.until(lambda: seat.laid == 500)
    assert page.evaluate(_FOCUS) == "Take down Red"
    seat.comes("7")
    recalled = page.locator("#last button").first
    recalled.focus()
    recalled.evaluate("each => (window.kept = each)")
    seat.comes("8")
    assert page.evaluate("document.activeElement === kept")


def test_every_act_is_said_in_a_sentence(people: People) -> None:
    """The new stake and the balance, with keys and mouse; a refusal."""
    seat = people.at("R00")
    page = seat.page
    page.evaluate(_LISTEN)
    seat.chip(5)
    corner = "Corner 8, 9, 11, 12"
    seat.put("corner", "8-9-11-12")
    hears(seat, f"$5.00 on {corner}; $995.00 left.")
    page.keyboard.press("Enter")
    hears(seat, f"$10.00 on {corner}; $990.00 left.")
    page.keyboard.press("u")
    hears(seat, "Undone: $5.00 on the layout; $995.00 left.")
    page.keyboard.press("d")
    hears(seat, "Doubled: $10.00 on the layout; $990.00 left.")
    page.keyboard.press("Delete")
    hears(seat, f"No chips on {corner}; $1,000.00 left.")
    page.keyboard.press("u")
    hears(seat, "Undone: $10.00 on the layout; $990.00 left.")
    page.locator('[data-act="clear"]').click()
    hears(seat, "Cleared: $0.00 on the layout; $1,000.00 left.")
    page.keyboard.press("3")
    hears(seat, "$25.00 chip.")
    seat.put("red")
    seat.comes("32")
    page.keyboard.press("r")
    hears(seat, "Repeated: $25.00 on the layout; $1,000.00 left.")
    page.keyboard.press("5")
    seat.spot("black").click()
    seat.spot("black").click()
    hears(seat, "The limit on black is $500.")  # its paragraph is said on demand: see test_calm.py


def test_quick_acts_count_from_the_current_stakes(people: People) -> None:
    """Thirty clicks, five undos and four doubles at once have the same result as one at a time."""
    seat = people.at("R00")
    page = seat.page
    seat.chip(1)
    dozen = seat.spot("dozen", "2")
    dozen.evaluate(
        "(each) => { for (let i = 0; i < 30; i += 1)"
        " each.dispatchEvent(new MouseEvent('click', { bubbles: true })); }"
    )
    seat.until(lambda: seat.laid == 3000)
    dozen.focus()
    for _ in range(5):
        page.keyboard.press("u")
    seat.until(lambda: seat.laid == 2500)
    page.wait_for_timeout(300)
    assert seat.laid == 2500
    page.keyboard.press("c")
    seat.until(lambda: seat.laid == 0)
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("d")
    seat.until(lambda: seat.laid == 1600)
    for key in "cudu":
        page.keyboard.press(key)
    page.wait_for_timeout(600)
    assert seat.laid == 1600


def test_no_more_bets_is_shown_above_an_open_dialog(slowly: People) -> None:
    """The call is shown above an open dialog and announced inside it; a chip after it is refused."""
    seat = slowly.at("R00")
    page = seat.page
    seat.put("red")
    page.keyboard.press("?")
    page.evaluate(_LISTEN)
    slowly.server.comes("R00", "17")
    seat.until(lambda: page.evaluate("told.includes('No more bets') && told.includes('17 black')"))
    inside = page.evaluate("[...document.querySelectorAll('#help [aria-live]')].map((each) => each.textContent)")
    assert "17 black" in inside
    page.wait_for_selector("#banner.called:popover-open")
    box = page.locator("#banner span").bounding_box()
    assert box is not None
    seen = page.screenshot(clip=box)
    page.evaluate("document.getElementById('banner').hidePopover()")
    assert page.screenshot(clip=box) != seen  # it was not under the dialog
    assert page.locator("#help").evaluate("each => each.open")


def test_letters_act_where_no_text_is_typed_and_can_be_turned_off(people: People) -> None:
    """In a field or a dialog, letters are no shortcuts; turned off, they stay off after a reload."""
    seat = people.at("R00")
    page = seat.page
    seat.put("red")
    page.get_by_role("link", name="Rules").focus()
    page.keyboard.press("c")
    seat.until(lambda: seat.laid == 0)
    seat.put("red")
    page.get_by_role("button", name="Help").click()
    page.locator("#help-search").press_sequentially("cud")
    assert {key.upper() for key in "urdcmwge?1"} <= set(page.locator(".keys kbd").all_inner_texts())
    page.get_by_label("Letter and number keys").uncheck()
    page.locator("#help [data-close]").click()
    for _ in range(2):
        seat.spot("red").focus()
        page.keyboard.press("c")
        page.keyboard.press("1")
        page.wait_for_timeout(200)
        assert seat.laid == 500
        assert page.get_by_role("radio", name="$5.00").get_attribute("aria-checked") == "true"
        page.reload()
        seat.seated()
    page.get_by_role("button", name="Help").click()
    page.get_by_label("Letter and number keys").check()
    page.locator("#help [data-close]").click()
    seat.spot("red").focus()
    page.keyboard.press("c")
    seat.until(lambda: seat.laid == 0)


@pytest.mark.parametrize("people", [("R0", "C1")], indirect=True)
def test_the_help_has_the_exact_edge_of_what_is_chosen(people: People) -> None:
    """The complete fraction, however long; for the number in the list; and for each choice of the player."""
    seat = people.at("C1")
    page = seat.page
    page.keyboard.press("?")
    row = page.locator("#help-wagers li")
    expect(row.locator("strong").first).to_have_text("Pass")  # as the rules list them
    fire = row.filter(has=page.get_by_text("Fire Bet", exact=True))
    expect(fire).to_contain_text("3155010189076512755518373649266277142847/15195531003242259962803834074351444164892")
    come = row.filter(has=page.get_by_text("Come", exact=True))
    expect(come).to_contain_text("1.41 % 7/495")
    come.locator("select").select_option(label="4")
    expect(come).to_contain_text("33.3 % 1/3")
    page.locator("#help [data-close]").click()
    seat.spot("fire-bet").hover()
    tooltip = page.locator("#tooltip")
    assert tooltip.evaluate("each => each.scrollWidth <= each.clientWidth")
    page = people.at("R0").page
    page.keyboard.press("?")
    red = page.locator("#help-wagers li").filter(has=page.get_by_text("Red", exact=True))
    expect(red).to_contain_text("1/74half back on 0")
    expect(red).to_contain_text("19/1369imprisoned on 0")


@pytest.mark.parametrize("people", [("R0",)], indirect=True)
def test_a_spectator_gets_a_place_that_becomes_free(people: People) -> None:
    """At a full table; a seated player can leave from the terminal."""
    with ExitStack() as stack:
        (table,) = people.server.get("/api/1/tables").json()["tables"]
        lines = [stack.enter_context(Visitor(people.server).at("R0")) for _ in range(table["places"])]
        for line in lines:
            line.until(lambda here=line: here.you)  # type: ignore[misc]
        page = people.new()
        page.goto("/tables/R0")
        expect(page.locator("#watching")).to_be_visible()
        page.locator('.spot[data-wager="red"]').click()
        expect(page.locator("#toast")).to_contain_text("You are watching")
        lines[0].ask("leave")
        expect(page.locator("#watching")).to_be_hidden()
        seat = Terminal(page, "R0", people.server)
        seat.put("red")
        page.get_by_role("button", name="Leave the table").click()
        expect(page.locator("#toast")).to_be_visible()  # not with a wager on the layout
        page.get_by_role("button", name="Undo").click()
        seat.until(lambda: seat.laid == 0)
        page.get_by_role("button", name="Leave the table").click()
        page.wait_for_url("**/session")  # what the visit came to


@pytest.mark.parametrize("people", [("R0",)], indirect=True)
def test_in_prison_without_an_answer_follows_the_card(people: People) -> None:
    """Without an answer the wager stays in prison when betting closes; a win returns it without winnings."""
    seat = people.at("R0")
    seat.put("red")
    seat.comes("0")
    seat.says("#asked", "If you do not choose, it stays in prison when betting closes.")
    seat.comes("32")
    expect(seat.page.locator("#asked button")).to_have_count(0)
    assert (seat.balance, seat.laid) == (100_000, 0)


def test_a_win_is_broken_down_on_a_phone(slowly: People) -> None:
    """Below the outcome, without opening a panel; other players are named by their place."""
    other = slowly.at("R00")
    other.put("red")
    seat = slowly.at("R00", (390, 844), has_touch=True, is_mobile=True)
    seat.put("red")
    assert seat.stakes("red") == {"Guest 1": 500, "yours": 500}
    seat.put("dozen", "2")
    slowly.server.comes("R00", "23")
    rows = seat.page.locator("#banner li")
    expect(rows).to_have_text(["Dozen 2 +$10.00", "Red +$5.00"])
    expect(rows.first).to_be_visible()


def test_a_terminal_that_cannot_load_says_so(people: People) -> None:
    """Instead of an empty layout there is a sentence and a button to try again."""
    page = people.new()
    page.route("**/spots", lambda route: route.abort())
    page.goto("/tables/R00")
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    page.unroute("**/spots")
    page.get_by_role("button", name="Try again").click()
    Terminal(page, "R00", people.server)
    assert people.faults
    people.faults.clear()  # what was aborted


def test_the_tab_key_starts_at_the_skip_link(people: People) -> None:
    """On a new page it goes to the skip link, then through all stops; the key of a chip moves no focus."""
    seat = people.at("R00")
    seat.page.goto("/tables/R00")
    seat.seated()
    stops = []
    for _ in range(14):
        seat.page.keyboard.press("Tab")
        stops.append(
            seat.page.evaluate(
                "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()"
            )
        )
    assert stops[:7] == ["Skip to the content", "", "New here?", "Rules", "Español", "Sound", "Help and odds"]
    assert stops[7:11] == ["Ready", "Show open bets", "Simple layout", "Zoom in or out"]
    assert stops[11].startswith("Straight 00") or "pays" in stops[11]
    assert sum("pays" in stop for stop in stops) == 1  # the layout is one stop, and its arrows lead on
    assert len({stop for stop in stops if stop}) == len([stop for stop in stops if stop])
    seat.page.locator("#felt .spot[tabindex='0']").focus()
    seat.page.keyboard.press("3")
    seat.page.keyboard.press("Tab")
    assert "pays" not in seat.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
    assert not seat.page.evaluate("document.activeElement.closest('.acts')")


def test_a_refusal_stays_when_an_earlier_act_is_answered(people: People) -> None:
    """Six quick clicks, the last above the maximum: its refusal stays visible."""
    seat = people.at("R00")
    seat.chip(100)
    seat.spot("straight", "7").evaluate(_PRESSES, 6)
    expect(seat.page.locator("#toast")).to_contain_text("The limit on one number is $500.")
    seat.until(lambda: seat.laid == 50_000)
    seat.page.wait_for_timeout(700)
    expect(seat.page.locator("#toast")).to_be_visible()
    seat.put("red")
    expect(seat.page.locator("#toast")).to_be_hidden()
