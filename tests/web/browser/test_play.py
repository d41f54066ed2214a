"""Rounds in a real browser: the five tables, several people, keyboard, touch, a server that restarts."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from croupier.web.views.everybody import PAINTS
from tests.support.browser.people import PHONE, People, Terminal

#: A table, a wager and its spot, the outcome, the call, and the result of five dollars.
ROUNDS = [
    ("R0", "red", "", "32", "32 red", 1000),
    ("R00", "straight", "17", "17", "17 black", 18000),
    ("R000", "dozen", "1", "000", "000 green", 0),
    ("B6", "five", "", "five", "$5", 3000),
]


@pytest.mark.cites("30-2201(7)", "47.1-2201(7)")
@pytest.mark.parametrize("people", [("R0", "R00", "R000", "B6")], indirect=True)
def test_somebody_new_plays_a_round_of_each_game(people: People) -> None:
    """From the lobby: a chip, the calls on screen and aloud, the breakdown, the balance; craps has its own test."""
    for table, wager, spot, outcome, said, back in ROUNDS:
        seat = people.at(table)
        assert seat.balance == 100_000
        seat.chip(5)
        seat.put(wager, spot)
        assert (seat.balance, seat.stakes(wager, spot)) == (99_500, {"yours": 500})
        people.server.comes(table, outcome)
        seat.says("#banner.called", said)
        assert seat.said() == (["No more bets", said], ["No more bets", said])
        seat.says("#result h2", "Round 1")
        seat.says("#round", "Round 2")
        assert seat.balance == 99_500 + back
        assert seat.page.locator("#last button").count() == 1


#: The paint of the chip on top of a stack on a spot.
_PAINT = """(felt, own) => {
  const found = [...felt.querySelectorAll(".stack")].filter((each) => each.classList.contains("own") === own);
  return found.map((each) => each.querySelector(".drop > g:last-of-type circle:nth-of-type(2)").getAttribute("fill"));
}"""


@pytest.mark.cites("30-2201(9)", "30-2203(3)")
def test_electronic_chips_have_the_color_of_their_player_on_every_screen(people: People) -> None:
    ann, ben = people.at("R00"), people.at("R00")
    ann.chip(25)
    ann.put("red")
    ben.chip(25)
    ben.put("black")
    ann.until(lambda: bool(ann.stakes("black")))
    (hers,), (his,) = (seat.page.locator("#felt").evaluate(_PAINT, True) for seat in (ann, ben))
    assert hers != his
    assert ann.page.locator("#felt").evaluate(_PAINT, False) == [his]
    assert ben.page.locator("#felt").evaluate(_PAINT, False) == [hers]
    assert {hers, his} <= set(PAINTS.values())


def test_two_people_at_one_table(people: People) -> None:
    """Each sees the other's chips in their color, and never the other's balance."""
    ann, ben = people.at("R00"), people.at("R00")
    heard: list[str] = []
    ben.page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))))
    ben.page.reload()
    ben.seated()
    ann.chip(25)
    ann.put("corner", "8-9-11-12")
    ben.until(lambda: bool(ben.stakes("corner", "8-9-11-12")))
    ben.chip(5)
    ben.put("corner", "8-9-11-12")
    ((other, stake), own) = ben.stakes("corner", "8-9-11-12").items()
    assert (stake, own) == (2500, ("yours", 500))
    assert other in ben.text("#players")
    ann.until(lambda: len(ann.stakes("corner", "8-9-11-12")) == 2)
    assert (ann.balance, ben.balance) == (97_500, 99_500)
    ann.comes("11")
    ben.says("#round", "Round 2")
    assert (ann.balance, ben.balance) == (97_500 + 9 * 2500, 99_500 + 9 * 500)
    frames = [frame for frame in map(json.loads, heard) if frame["kind"] != "you"]  # which is ben's alone
    told = [{key: part for key, part in frame.items() if key != "you"} for frame in frames]
    assert any("patch" in frame for frame in told)
    assert '"rack"' not in json.dumps(told)
    assert not [frame for frame in heard if re.search(rf"\b(97500|{ann.balance})\b", frame)]
    assert "975.00" not in ben.page.content()


def test_inside_wagers_on_a_line_and_on_a_corner(people: People) -> None:
    """A click where lines of the layout meet highlights the covered numbers and shows what the wager pays."""
    seat = people.at("R00")
    seat.chip(1)
    eight, twelve = (seat.spot("straight", number).bounding_box() for number in ("8", "12"))
    assert eight is not None
    assert twelve is not None
    x = (eight["x"] + twelve["x"] + twelve["width"]) / 2  # 8, 9, 11 and 12 meet here
    y = (eight["y"] + twelve["y"] + twelve["height"]) / 2
    seat.page.mouse.move(x, y)
    expect(seat.page.locator("#tooltip")).to_contain_text("8 to 1")
    assert seat.page.locator(".cell.covered").evaluate_all("all => all.map(each => each.dataset.cell)") == [
        "8",
        "9",
        "11",
        "12",
    ]
    seat.page.mouse.click(x, y)
    seat.until(lambda: seat.stakes("corner", "8-9-11-12") == {"yours": 100})
    seat.put("line", "25-26-27-28-29-30")
    seat.put("split", "17-20")
    seat.comes("20")
    rows = seat.page.locator("#result tbody tr")
    won, *lost = rows.all_inner_texts()  # wins come first
    assert won.startswith("Split 17, 20")
    names = ("Corner 8, 9, 11, 12", "Line 25, 26, 27, 28, 29, 30")
    assert [row.startswith(name) for row, name in zip(lost, names, strict=True)] == [True] * 2
    assert seat.balance == 100_000 - 300 + 1800


@pytest.mark.parametrize("people", [("R0",)], indirect=True)
def test_in_prison_is_chosen(people: People) -> None:
    """On zero the player is asked, again after a reload; a wager in prison that wins is returned without winnings."""
    seat = people.at("R0")
    seat.chip(25)
    seat.put("red")
    seat.comes("0")
    seat.says("#asked", "Your $25.00 on Red: take $13.00 back now")
    expect(seat.page.locator(".stack.own")).to_have_count(1)
    seat.page.reload()
    seat.seated()
    seat.says("#asked", "Your $25.00 on Red: take $13.00 back now")
    expect(seat.page.locator("#asked button")).to_have_text(["Take $13.00 back", "In prison"])
    seat.page.get_by_role("button", name="In prison", exact=True).click()
    seat.says("#mine", "in prison")
    expect(seat.page.locator("#asked button")).to_have_count(0)
    assert (seat.balance, seat.laid) == (97_500, 2_500)
    seat.comes("32")
    assert (seat.balance, seat.laid) == (100_000, 0)


def test_a_terminal_comes_back_in_the_middle_of_a_round(people: People) -> None:
    """After a server restart the wager is there, no chip was taken meanwhile, and the clock runs."""
    seat = people.at("R00")
    seat.chip(5)
    seat.put("red")
    people.server.kill()
    seat.says("#link", "Connection lost, trying again")
    seat.spot("black").click()
    seat.says("#toast", "You cannot bet until it is back")
    people.server = seat.server = people.server.again()
    expect(seat.page.locator("#link")).to_have_text("")
    assert (seat.laid, seat.stakes("black")) == (500, {})
    seat.put("black")
    assert (seat.stakes("red"), seat.stakes("black")) == ({"yours": 500}, {"yours": 500})
    assert seat.text("#round") == "Round 1"
    left = int(seat.text("#clock-figure"))
    seat.page.reload()
    seat.seated()
    assert (seat.balance, seat.laid) == (99_000, 1000)
    assert left - 5 <= int(seat.text("#clock-figure")) <= left
    seat.comes("32")
    assert seat.balance == 100_000


def test_a_round_by_keys_alone(people: People) -> None:
    """From the lobby to the result without a mouse; every spot says what it is."""
    page = people.new()
    page.goto("/")
    focused = "() => document.activeElement.getAttribute('href') ?? document.activeElement.dataset.wager ?? ''"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(focused) == "/tables/R00":
            break
    page.keyboard.press("Enter")
    seat = Terminal(page, "R00", people.server)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.classList.contains('spot')"):
            break
    for _ in range(12):
        if page.evaluate(focused) == "corner":
            break
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    said = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert re.fullmatch(r"[Cc]orner (\d+, ){4}pays 8 to 1.*", said), said
    expect(page.locator("#tooltip")).to_contain_text("8 to 1")
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    seat.until(lambda: seat.laid == 5000)
    page.keyboard.press("Delete")
    seat.until(lambda: seat.laid == 0)
    page.keyboard.press("u")
    seat.until(lambda: seat.laid == 5000)
    number = re.findall(r"\d+", said)[0]
    seat.comes(number)
    assert seat.balance == 95_000 + 9 * 5000
    page.keyboard.press("r")
    seat.until(lambda: seat.laid == 5000)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_round_on_a_phone(people: People) -> None:
    """With touch on a narrow screen: nothing is cut off, and targets are large enough."""
    seat = people.at("R00", PHONE, has_touch=True, is_mobile=True)
    page = seat.page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    small = page.locator("button:visible, a.button:visible").evaluate_all(
        "all => all.filter(each => { const b = each.getBoundingClientRect();"
        " return Math.min(b.width, b.height) < 44 }).map(each => each.outerHTML.slice(0, 90))"
    )
    assert not small
    page.get_by_role("radio", name="$5.00").tap()
    seat.spot("split", "5-8").tap()
    seat.until(lambda: seat.laid == 500)
    seat.spot("red").tap()
    seat.until(lambda: seat.laid == 1000)
    page.locator("#remove").tap()
    seat.spot("red").tap()
    seat.until(lambda: seat.laid == 500)
    page.locator("#mine-button").tap()
    seat.says("#mine", "Split 5, 8")
    page.locator("#mine-button").tap()
    seat.comes("8")
    assert seat.balance == 99_500 + 18 * 500


def test_an_unclear_touch_offers_the_spots_near_it(people: People) -> None:
    """The spots under the finger are offered by name on large buttons; a number is placed at once."""
    seat = people.at("R00", PHONE, has_touch=True, is_mobile=True)
    page, chooser = seat.page, seat.page.locator("#chooser")
    page.get_by_role("radio", name="$5.00").tap()
    seat.touch("straight", "8", 4, -5)
    seat.until(lambda: seat.stakes("straight", "8") == {"yours": 500})
    expect(chooser).to_be_hidden()
    seat.touch("corner", "8-9-11-12", 2, -2)
    expect(chooser).to_be_visible()
    offered = chooser.locator(".choices button")
    assert offered.first.get_attribute("aria-label") == "Corner 8, 9, 11, 12, pays 8 to 1"
    assert offered.count() >= 6
    boxes = [each.bounding_box() for each in (*offered.all(), chooser.get_by_role("button", name="Close"))]
    assert all(box is not None and min(box["width"], box["height"]) >= 44 for box in boxes)
    assert all(box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE[0] for box in boxes)
    assert seat.laid == 500  # nothing is placed before it is chosen
    chooser.get_by_role("button", name="split 8, 11").tap()
    seat.until(lambda: seat.stakes("split", "8-11") == {"yours": 500})
    expect(chooser).to_be_hidden()
    seat.touch("corner", "8-9-11-12", -2, 2)
    offered.first.tap()
    seat.until(lambda: seat.stakes("corner", "8-9-11-12") == {"yours": 500})
    seat.touch("line", "1-2-3-4-5-6", 3, 0)
    chooser.get_by_role("button", name="Close").tap()
    expect(chooser).to_be_hidden()
    page.locator("#remove").tap()
    seat.touch("corner", "8-9-11-12", 2, 2)  # of what is under the thumb, what can be removed
    chooser.get_by_role("button", name="corner 8, 9, 11, 12").tap()
    seat.until(lambda: seat.laid == 1000)
    seat.touch("corner", "25-26-28-29", 2, 2)  # nothing of yours: nothing to ask
    expect(chooser).to_be_hidden()
    page.locator("#remove").tap()
    seat.touch("split", "17-20", 2, 2)
    expect(chooser).to_be_visible()
    people.server.comes("R00", "8")
    expect(chooser).to_be_hidden()  # the betting is over
    seat.says("#round", "Round 2")
    assert seat.balance == 99_000 + 36 * 500 + 18 * 500


def test_a_mouse_and_a_screen_reader_get_no_chooser(people: People) -> None:
    """A click is exact, and a screen reader has named the spot that it presses."""
    seat = people.at("R00", PHONE, has_touch=True, is_mobile=True)
    box = seat.spot("corner", "8-9-11-12").bounding_box()
    assert box is not None
    seat.page.mouse.click(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2 + 3)
    seat.until(lambda: bool(seat.stakes("corner", "8-9-11-12")))
    seat.spot("split", "17-20").tap()  # right in its middle
    seat.until(lambda: bool(seat.stakes("split", "17-20")))
    seat.spot("line", "1-2-3-4-5-6").dispatch_event("click")
    seat.until(lambda: bool(seat.stakes("line", "1-2-3-4-5-6")))
    expect(seat.page.locator("#chooser")).to_be_hidden()


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_a_hand_of_craps(people: People) -> None:
    """A new shooter with a line wager, a Fire Bet, a point, odds, place and a hardway, to the seven."""
    seat = people.at("C1")
    page = seat.page
    seat.shoots()
    seat.comes("4-2")
    expect(page.locator('[data-puck="6"]')).to_have_count(1)
    seat.put("pass-odds")
    seat.put("hard-8")
    seat.put("place-8")
    seat.chip(1)
    seat.put("place-8")
    assert (seat.balance, seat.laid) == (97_400, 2_600)
    seat.comes("4-4")
    paid = page.locator("#result tbody tr").all_inner_texts()
    assert [row.startswith(name) for row, name in zip(paid, ("Hard 8", "Place 8"), strict=True)] == [True, True]
    assert (seat.balance, seat.laid) == (97_400 + 700 + 4500, 2_600)
    seat.comes("1-5")
    assert (seat.balance, seat.laid) == (102_600 + 1000 + 1100, 1_600)
    expect(page.locator('[data-puck="off"]')).to_have_count(1)
    expect(page.locator('[data-lammer="fire-bet"]')).to_have_count(1)
    seat.chip(5)
    seat.put("pass")
    seat.comes("4-1")
    seat.comes("3-4")
    assert (seat.balance, seat.laid) == (104_200, 0)
    expect(page.locator('[data-lammer="fire-bet"]')).to_have_count(0)


@pytest.mark.cites("47.1-2313(1)", "47.1-2313(2)")
@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_rolls_for_come_bets_are_told_and_the_shooter_passes_the_dice(people: People) -> None:
    """The point is made and only a come bet is left: the marker, the notice; then the button that passes the dice."""
    seat = people.at("C1")
    page = seat.page
    seat.shoots()
    seat.comes("4-2")
    seat.put("come")
    for wager in ("place-8", "place-5"):
        seat.put(wager)
    page.get_by_role("button", name="Place: all off").click()
    expect(page.get_by_role("button", name="Place: all on")).to_be_visible()
    seat.comes("4-5")
    seat.comes("1-5")
    expect(page.locator('[data-puck="come-only"]')).to_have_count(1)
    expect(page.locator("#phase")).to_have_text("No line bet: this roll only decides Come bets.")
    seat.put("pass")
    expect(page.locator('[data-puck="off"]')).to_have_count(1)
    page.get_by_role("button", name="Pass the dice").click()
    expect(page.locator("#asked")).to_contain_text("Your turn to shoot")
